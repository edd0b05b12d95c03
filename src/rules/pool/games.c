/* What differs between 8-ball, 9-ball and 14.1: one row each. Everything reads the state before the stroke.
 * Source: rules/pool/README.md 4.1, 4.22, 6.1 and 8. */
#include "rules/pool/pool.h"

enum { EIGHT = 8, NINE = 9 };
static const BallSet solids = 0x00FEU, stripes = 0xFE00U; /* 1..7, 9..15 */

static BallSet group_balls(Group group) {
    return group == GROUP_SOLIDS ? solids : group == GROUP_STRIPES ? stripes : 0;
}

static int count(BallSet set) { return __builtin_popcount(set); }

static BallSet objects(BallSet set) { return set & OBJECT_BALLS; }

/* Four different object balls to a cushion, or one pocketed. */
static bool open_break(const PoolSeen *s) { return objects(s->down) || count(objects(s->cushions)) >= 4; }

int pool_called_ball(const PoolSeen *s) {
    BallSet meant = s->call_ball == BALL_NONE ? s->required : s->required & BIT(s->call_ball);
    for (int i = 0; s->call && !s->safety && i < s->down_count; i++) {
        int ball = s->down_order[i];
        if (objects(BIT(ball)) & meant && s->down_pocket[ball] == s->call_pocket) return ball;
    }
    return BALL_NONE;
}

static bool called_pot(const PoolSeen *s, const PoolDecided *d) { return d->counted != BALL_NONE; }

/* The call of the counted ball aside: what nobody called. */
static BallSet further(const PoolSeen *s, const PoolDecided *d) {
    return objects(s->down) & (d->counted == BALL_NONE ? ~0U : ~BIT(d->counted));
}

/* ---- 8-ball ---- */

static BallSet eight_required(const PoolState *before, Player player) {
    BallSet on = pool_on_table(before);
    if (before->breaking) return on;
    if (before->group[player] == GROUP_NONE) return on & ~BIT(EIGHT);
    BallSet own = on & group_balls(before->group[player]);
    return own ? own : on & BIT(EIGHT);
}

static bool eight_pots(const PoolSeen *s, const PoolDecided *d) {
    return s->before->breaking ? objects(s->down) : called_pot(s, d);
}

/* The opponent's balls never come back, the 8 by a choice or not at all; on a good call all others that fell
 * with the called one do. */
static BallSet eight_returns(const PoolSeen *s, const PoolDecided *d) {
    const PoolRules *rules = &s->match->rules;
    BallSet mine = OBJECT_BALLS & ~BIT(EIGHT) & ~group_balls(s->before->group[player_other(s->player)]);
    BallSet off = s->off & mine, down = s->down & mine;
    if (d->foul) return off | (rules->foul_pots_return_8 ? down : 0);
    if (s->before->breaking) return 0;
    if (s->safety) return rules->safety_pots_return_8 ? down : 0;
    return rules->uncalled_pots_return_8 ? down & further(s, d) : 0;
}

static Player eight_winner(const PoolSeen *s, const PoolDecided *d) {
    bool gone = (s->down | s->off) & BIT(EIGHT);
    if (!gone || s->before->breaking) return PLAYER_NONE;
    bool won = !d->foul && s->required == BIT(EIGHT) && d->pot;
    return won ? s->player : player_other(s->player);
}

/* ---- 9-ball ---- */

static BallSet nine_required(const PoolState *before, Player player) {
    BallSet on = pool_on_table(before);
    (void)player;
    return on & (~on + 1); /* the lowest */
}

static bool nine_pots(const PoolSeen *s, const PoolDecided *d) { return !s->pushing && objects(s->down); }

static BallSet nine_returns(const PoolSeen *s, const PoolDecided *d) {
    return d->foul || s->pushing ? (s->down | s->off) & BIT(NINE) : 0;
}

static Player nine_winner(const PoolSeen *s, const PoolDecided *d) {
    return d->pot && !d->foul && s->down & BIT(NINE) ? s->player : PLAYER_NONE;
}

/* ---- 14.1 ---- */

static BallSet straight_required(const PoolState *before, Player player) {
    (void)player;
    return pool_on_table(before);
}

static bool straight_break(const PoolSeen *s) {
    return pool_called_ball(s) != BALL_NONE || (s->cushions & BIT(CUE) && count(objects(s->cushions)) >= 2);
}

static BallSet straight_returns(const PoolSeen *s, const PoolDecided *d) {
    bool counts = d->pot && !d->foul && d->kind != RULING_ILLEGAL_BREAK;
    BallSet stay = !counts ? 0 : s->match->rules.further_count_14_1 ? s->down : s->down & ~further(s, d);
    return objects(s->off | (s->down & ~stay));
}

static Player straight_winner(const PoolSeen *s, const PoolDecided *d) {
    return PLAYER_NONE; /* by points: after they are counted */
}

const PoolGame pool_games[POOL_GAME_COUNT] = {
    {.name = "8-ball",
     .bit = GAME_8_BALL,
     .balls = 15,
     .calls = true,
     .notes_break = true,
     .required = eight_required,
     .break_legal = open_break,
     .pots = eight_pots,
     .returns = eight_returns,
     .winner = eight_winner},
    {.name = "9-ball",
     .bit = GAME_9_BALL,
     .balls = 9,
     .notes_break = true,
     .required = nine_required,
     .break_legal = open_break,
     .pots = nine_pots,
     .returns = nine_returns,
     .winner = nine_winner},
    {.name = "14.1",
     .bit = GAME_14_1,
     .balls = 15,
     .calls = true,
     .required = straight_required,
     .break_legal = straight_break,
     .pots = called_pot,
     .returns = straight_returns,
     .winner = straight_winner},
};
