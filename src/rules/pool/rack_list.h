/* The list of balls in a rack, as measured: ball,x,y and, where it was measured, diameter. Source:
 * rules/README.md, Rack. */
#ifndef RULES_POOL_RACK_LIST_H
#define RULES_POOL_RACK_LIST_H

#include "rules/pool/rack.h"

/* Reads and checks the list: unknown and doubled balls, and balls that overlap by more than the gap (and what
 * the measuring leaves open), are errors with their place. balls has room for RACK_MOST. False after errors.
 */
bool rack_list_read(Arena *arena, const char *path, const PoolTable *table, unsigned game,
                    const SheetDialect *dialect, const RackLimits *limits, RackBall *balls, int *count,
                    Diag *diag);

#endif
