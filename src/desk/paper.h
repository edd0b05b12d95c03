/* The match sheet of a match on the desk, as `referee -o sheet.pdf` makes it of the score sheet, with the
 * players' names and the place. Source: desk/README.md, Match sheet. */
#ifndef DESK_PAPER_H
#define DESK_PAPER_H

#include "desk/match.h"

/* False after errors (faults): letters no font has, … */
bool match_paper(Arena *arena, const DeskMatch *match, int language, Buf *out, RowFaults *faults);

#endif
