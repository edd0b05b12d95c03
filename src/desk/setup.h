/* How a match is set up: what a page sends, what stands in NAME.match.yaml, what the referee is told. The
 * keys are the long options of `tablecert referee`; players, place and practice are the desk's own. Source:
 * desk/README.md, The interface. */
#ifndef DESK_SETUP_H
#define DESK_SETUP_H

#include "base/yaml.h"
#include "desk/rows.h"
#include "rules/match.h"

enum {
    SETUP_GAME,
    SETUP_TABLE,
    SETUP_POINTS,
    SETUP_INNINGS,
    SETUP_SETS,
    SETUP_RACE,
    SETUP_BREAK,
    SETUP_REFEREE,
    SETUP_PUSH_OUT,
    SETUP_LINE_WIDTH,
    SETUP_ANCHORS,
    SETUP_CENTRE,
    SETUP_COMPARE,
    SETUP_PLACE, /* where it is played: "Table 3" */
    SETUP_KEYS
};

typedef struct DeskSetup {
    Str text[SETUP_KEYS]; /* "" not given */
    Str player[2];
    bool practice; /* leaves no file */
} DeskSetup;

/* Takes what the object says into *setup, which may hold something already (a correction): null takes a key
 * back. False after faults. */
bool setup_from_json(Arena *arena, const Sent *object, DeskSetup *setup, RowFaults *faults);
/* The keys of a correction: names, distance, limits and place; the game and the table stay. */
bool setup_may_correct(const Sent *object, RowFaults *faults);
void setup_json(Json *json, const char *key, const DeskSetup *setup);
void setup_yaml(Buf *out, const DeskSetup *setup);
bool setup_from_yaml(Arena *arena, const Yaml *root, DeskSetup *setup, Diag *diag);
MatchSetup setup_match(Arena *arena, const DeskSetup *setup);

#endif
