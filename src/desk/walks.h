/* The measuring walk on the desk: the same session as `tablecert measure`, asked over the network. Its
 * readings are NAME.measure.csv; what it measures by (profile, table, repeats) is NAME.measure.yaml beside
 * it. Source: desk/README.md, Measure, The interface. */
#ifndef DESK_WALKS_H
#define DESK_WALKS_H

#include "desk/folder.h"
#include "desk/rows.h"
#include "measure/measure.h"

typedef struct DeskWalk {
    Arena arena;
    Diag diag;
    Str name;
    const char *profile; /* as it was named */
    int repeats;
    Measure m;
    struct DeskWalk *after;
} DeskWalk;

/* What a request says: {"profile":…,"table":…,"repeat":1}. False after faults. */
bool walk_order(Arena *arena, const Sent *object, Str *profile, Str *table, int *repeats, RowFaults *faults);
/* A new walk (its files must not be there), or one whose files are. NULL after faults. instruments: NULL
 * none. */
DeskWalk *walk_create(const Folder *folder, const Catalogue *words, const char *instruments, Str name,
                      Str profile, Str table, int repeats, RowFaults *faults);
DeskWalk *walk_load(const Folder *folder, const Catalogue *words, const char *instruments, Str name,
                    RowFaults *faults);
void walk_close(DeskWalk *walk);

void walk_json(Buf *out, const DeskWalk *walk);  /* all points, what is done and missing */
void point_json(Buf *out, const DeskWalk *walk); /* the next point, and what the instruments show */
/* As `check --format json --partial` on the file. False after errors (faults). */
bool walk_verdict(const Folder *folder, const DeskWalk *walk, const Catalogue *english, Buf *out,
                  RowFaults *faults);
const char *walk_csv(Arena *arena, const Folder *folder, Str name); /* its path */

#endif
