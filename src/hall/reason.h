/* Why a table is what it is: reasons as keys and values, to be put into words by report/hall. */
#ifndef HALL_REASON_H
#define HALL_REASON_H

#include "hall/approval.h"

/* Adds a reason; worse verdicts of the table win. kinds: one character a value, 't' text, 'n' number, 'p'
 * side or corner. */
void reason_add(Arena *arena, TableApproval *table, HallVerdict verdict, const char *key, const char *kinds,
                ...);
HallVerdict verdict_worse(HallVerdict a, HallVerdict b);
/* Metres to the millimetre. A distance that is too short is rounded down and what it lacks up, so that
 * neither seems to do, and together they make the limit. */
Str metres_down(Arena *arena, double metres);
Str metres_up(Arena *arena, double metres);

#endif
