/* Is the starting position right? Red on the top spot, one white ball on the bottom spot, the other on a
 * start spot; either white may be the striker's. Source: rules/carom/README.md 5.2; rules/README.md,
 * Rack. */
#ifndef RULES_CAROM_START_H
#define RULES_CAROM_START_H

#include "rules/carom/carom.h"

typedef struct StartResult {
    bool right, open;            /* open: with this uncertainty it cannot be said */
    int striker;                 /* the ball on the start spot, as the positions are best explained */
    CaromSpot spot[CAROM_BALLS]; /* where each ball should be */
    bool there[CAROM_BALLS];     /* the ball was measured */
    double off[CAROM_BALLS];     /* mm from its spot */
    bool wrong[CAROM_BALLS], unclear[CAROM_BALLS];
} StartResult;

/* state: balls with a place; tolerance and expanded uncertainty (0: none) in mm. The tolerance belongs to
 * right. */
void carom_check_start(const CaromMatch *match, const CaromState *state, double tolerance, double uncertainty,
                       StartResult *out);

#endif
