/* See rules/carom/start.h. */
#include "rules/carom/start.h"

static const double ROUNDING = 1e-6; /* mm */

/* The four ways to stand: which white is the striker's, and on which start spot. */
static void expect(StartResult *way, int striker, CaromSpot start) {
    way->striker = striker;
    way->spot[BALL_RED] = SPOT_TOP;
    way->spot[striker] = start;
    way->spot[striker == BALL_WHITE ? BALL_YELLOW : BALL_WHITE] = SPOT_BOTTOM;
}

/* How far the balls are from a way to stand, mm in all. */
static double measure(const CaromMatch *match, const CaromState *state, StartResult *way) {
    double sum = 0;
    for (int ball = 0; ball < CAROM_BALLS; ball++) {
        way->there[ball] = state->balls[ball].placed;
        if (!state->balls[ball].placed) continue;
        way->off[ball] = vec_distance(state->balls[ball].at, match->spots[way->spot[ball]]) * 10;
        sum += way->off[ball];
    }
    return sum;
}

void carom_check_start(const CaromMatch *match, const CaromState *state, double tolerance, double uncertainty,
                       StartResult *out) {
    static const int strikers[] = {BALL_WHITE, BALL_YELLOW};
    static const CaromSpot starts[] = {SPOT_START_LEFT, SPOT_START_RIGHT};
    double least = -1;
    for (int i = 0; i < 4; i++) {
        StartResult way = {0};
        expect(&way, strikers[i / 2], starts[i % 2]);
        double sum = measure(match, state, &way);
        if (least < 0 || sum < least) least = sum, *out = way;
    }
    out->right = true;
    for (int ball = 0; ball < CAROM_BALLS; ball++) {
        out->wrong[ball] = !out->there[ball] || out->off[ball] > tolerance + uncertainty + ROUNDING;
        out->unclear[ball] = !out->wrong[ball] && uncertainty > 0 && out->off[ball] > tolerance - uncertainty;
        out->open = out->open || out->unclear[ball];
        out->right = out->right && !out->wrong[ball];
    }
    if (!out->right) out->open = false;
}
