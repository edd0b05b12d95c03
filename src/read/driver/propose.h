/* A description of an instrument that no driver knows, proposed from what it sends and what its display
 * shows: the shown number is looked for in the lines, and what stands round it becomes a form. It is written
 * as YAML (profiles/instruments/line.yaml explains it), to be looked through by a person and kept. Source:
 * read/README.md, probe. */
#ifndef READ_DRIVER_PROPOSE_H
#define READ_DRIVER_PROPOSE_H

#include "read/driver/line.h"

enum { SHOWN_MOST = 64 };
typedef struct Shown { /* "208.34 g", as the display has it */
    Str number;        /* with its sign; decimal point or comma */
    Str unit;
    const Unit *means;
} Shown;

typedef struct Proposal {
    Str yaml;                 /* "" when nothing could be proposed */
    const char *why;          /* … and why not */
    int lines, read, refused; /* whole lines that came; what the proposal makes of them */
} Proposal;

/* False: *why. */
bool shown_read(Arena *arena, Str text, Shown *out, const char **why);
/* bytes: all that came. settings: of the line, as text. poll: what was asked, empty when it sends by itself.
 */
Proposal propose(Arena *arena, Str bytes, const Shown *shown, int n, Str settings, Str poll);

#endif
