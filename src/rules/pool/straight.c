/* 14.1: the new rack when one ball or none is left, and what becomes of that ball and the cue ball when they
 * lie where the triangle goes. Source: pool.8.4. */
#include "rules/pool/pool.h"

/* Would a ball on the spot touch the one that lies there? */
static bool blocked(const PoolMatch *match, PoolPoint spot, const PoolBall *ball) {
    return ball->on && ball->known && pool_distance(spot, ball->at) < match->table.ball;
}

static void put(PoolState *after, int ball, PoolPoint at, PoolRuling *ruling) {
    after->balls[ball] = (PoolBall){.on = true, .known = true, .at = at};
    ruling->spot[ruling->spot_count++] = (Placement){(int16_t)ball, at};
}

/* The head spot, or the centre spot if the other ball blocks it. */
static void put_on_head_spot(const PoolMatch *match, PoolState *after, int ball, const PoolBall *other,
                             PoolRuling *ruling) {
    const PoolTable *table = &match->table;
    put(after, ball, blocked(match, table->head, other) ? table->centre : table->head, ruling);
}

static bool in_the_way(const PoolMatch *match, const PoolBall *ball) {
    return ball->on && ball->known && pool_in_rack(&match->table, ball->at);
}

/* On the string, and so not in the head area, but not in front of it either. */
static bool on_head_spot(const PoolMatch *match, const PoolBall *ball) {
    return ball->at.x == match->table.string && blocked(match, match->table.head, ball);
}

static void take_in_hand(PoolState *after) {
    after->cue = CUE_IN_HAND_HEAD;
    after->balls[CUE] = (PoolBall){.on = true};
}

void pool_new_rack(const PoolMatch *match, PoolState *after, PoolRuling *ruling) {
    BallSet all = (BIT(match->game->balls + 1) - 1) & OBJECT_BALLS, left = pool_on_table(after);
    int last = left ? __builtin_ctz(left) : BALL_NONE;
    PoolBall *cue = &after->balls[CUE], *ball = last == BALL_NONE ? NULL : &after->balls[last];
    bool cue_in = in_the_way(match, cue), ball_in = ball && in_the_way(match, ball);
    bool all_racked = !ball || (cue_in && ball_in);
    if (all_racked) {
        if (cue_in) take_in_hand(after);
        pool_rack(match, after, all);
    } else {
        if (ball_in) put_on_head_spot(match, after, last, cue, ruling);
        bool behind = ball->known && (pool_in_head(&match->table, ball->at) || on_head_spot(match, ball));
        if (cue_in && behind)
            put_on_head_spot(match, after, CUE, ball, ruling);
        else if (cue_in)
            take_in_hand(after);
        pool_rack(match, after, all & ~BIT(last));
    }
    after->fresh_rack = true;
    ruling->racked = match->game->balls - !all_racked;
}
