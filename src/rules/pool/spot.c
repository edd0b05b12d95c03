/* Spotting: on the foot spot, then along the long string towards the foot cushion, then towards the head.
 * Spotted balls touch each other, and stay a tenth of a millimetre off every other. Source: pool.6.2,
 * pool.4.21. */
#include "rules/pool/pool.h"

#include <math.h>

enum { LEAVE = NM_PER_MM / 10 }; /* to a ball already lying */

typedef struct SpotLine {
    const PoolMatch *match;
    const PoolState *state;
    BallSet fresh; /* spotted just now: may be touched */
    int sign;      /* 1: towards the foot cushion; -1: towards the head */
} SpotLine;

/* How near on the line a ball may come to another that lies `beside` it off the line. */
static int64_t reach(const SpotLine *line, int ball, int64_t beside) {
    bool touch = line->fresh & BIT(ball) || (line->match->rules.spot_touching && ball != CUE);
    int64_t least = line->match->table.ball + (touch ? 0 : LEAVE);
    if (llabs(beside) >= least) return 0;
    if (beside == 0) return least;
    return (int64_t)ceil(sqrt((double)least * (double)least - (double)beside * (double)beside));
}

/* Along the line from `x`: where the ball could stand if only this other were there. */
static bool pushed_past(const SpotLine *line, int ball, PoolPoint at, int64_t *x) {
    int64_t least = reach(line, ball, at.y - line->match->table.foot.y);
    if (!least || llabs(*x - at.x) >= least) return false;
    *x = at.x + line->sign * least;
    return true;
}

/* A touched ball that may go back keeps its old place free, too. */
static bool pushed_on(const SpotLine *line, int ball, int64_t *x) {
    const PoolState *state = line->state;
    const PoolBall *other = &state->balls[ball];
    bool pushed = other->on && other->known && pushed_past(line, ball, other->at, x);
    bool may_return = other->on && state->touched & state->touched_known & BIT(ball);
    return (may_return && pushed_past(line, ball, state->touched_from[ball], x)) || pushed;
}

/* The nearest place to the foot spot on this half of the line. False: there is none. */
static bool find_place(const SpotLine *line, int64_t *x) {
    const PoolTable *table = &line->match->table;
    *x = table->foot.x;
    for (bool again = true; again;) {
        again = false;
        for (int ball = 0; ball < BALLS; ball++) again = pushed_on(line, ball, x) || again;
    }
    return *x >= table->ball / 2 && *x <= table->length - table->ball / 2;
}

static void put(PoolState *state, int ball, PoolPoint at, PoolRuling *ruling) {
    state->balls[ball] = (PoolBall){.on = true, .known = true, .at = at};
    ruling->spot[ruling->spot_count++] = (Placement){(int16_t)ball, at};
}

void pool_spot(const PoolMatch *match, PoolState *state, BallSet balls, PoolRuling *ruling) {
    SpotLine line = {match, state, state->spotted, 1};
    for (int ball = 1; ball < BALLS; ball++) {
        if (!(balls & BIT(ball))) continue;
        int64_t x;
        state->balls[ball].on = false;
        line.sign = 1;
        if (!find_place(&line, &x)) {
            line.sign = -1;
            if (!find_place(&line, &x)) x = match->table.foot.x; /* the table is too full for any place */
        }
        put(state, ball, (PoolPoint){x, match->table.foot.y}, ruling);
        line.fresh |= BIT(ball);
    }
    state->spotted = line.fresh;
}
