/* Where tables of one kind fit a room: rows at one angle, around what stands there already. Source: hall/README.md,
 * --suggest. */
#ifndef HALL_SUGGEST_H
#define HALL_SUGGEST_H

#include "hall/approval.h"

typedef struct Suggestion {
    double angle;        /* degrees, of all */
    const Vec2 *centres; /* metres, to a tenth of a millimetre */
    int n;
} Suggestion;

/* The most tables like `kind` (its place is not looked at) that keep all required and advised distances, each
 * other's and those of the plan's tables; no more than `most` (0: as many as fit). The best plan found, which
 * need not be the best there is. False after errors of the plan (told). */
bool hall_suggest(Arena *arena, const Plan *plan, const PlannedTable *kind, int most, Suggestion *out,
                  Diag *diag);

#endif
