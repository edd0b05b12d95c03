/* The only way anything reaches a file: built in memory, written to a temporary sibling, flushed, synced,
 * closed with every result checked, then renamed. Several files belong together: all are staged before the
 * first is renamed. On any failure earlier files of those names are untouched and no temporary file is left.
 * Source: cli/README.md, Messages; read/csv/README.md 9. */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include "base/diag.h"

typedef struct OutFile {
    const char *path; /* "-" is standard output: written last, not staged */
    Str bytes;
} OutFile;

/* Writes all files, or none. A target that exists and is no regular file is refused. Errors are the
 * machine's. */
bool out_write(Arena *arena, const OutFile *files, int count, Diag *diag);
/* Whether every target could be written, before any long work: folder there, target regular or absent. */
bool out_check(Arena *arena, const char *path, Diag *diag);
/* Standard output, every byte checked, also the flush. */
bool out_stdout(Str bytes, Diag *diag);
/* Where the bytes of a file wait to be renamed, and where the file of before waits until all are, while this
 * process writes it: for who settles what a killed one left. */
char *out_staged(Arena *arena, const char *path, long pid);
char *out_aside(Arena *arena, const char *path, long pid);
/* For a signal handler: removes staged files that were not renamed (async-signal-safe). */
void out_abandon(void);

#endif
