/* What differs between 8-ball, 9-ball and 14.1: one row each. Everything reads the state before the stroke.
 * Source: rules-pool.md 4.1, 4.22, 6.1, 8.1 to 8.4. */
#include "rules/pool/pool.h"

enum { EIGHT = 8, NINE = 9 };
static const BallSet solids = 0x00FEU, stripes = 0xFE00U; /* 1..7, 9..15 */

static BallSet group_balls(Group group) {
    return group == GROUP_SOLIDS ? solids : group == GROUP_STRIPES ? stripes : 0;
}

static int count(BallSet set) { return __builtin_popcount(set); }

static BallSet objects(BallSet set) { return set & OBJECT_BALLS; }

/* Four different object balls to a cushion, or one pocketed. */
static bool open_break(const PoolFacts *facts) {
    return objects(facts->down) || count(objects(facts->cushions)) >= 4;
}

static bool called_pot(const PoolFacts *facts) {
    if (!facts->call || facts->safety) return false;
    for (int i = 0; i < facts->down_count; i++) {
        int ball = facts->down_order[i];
        if (ball == CUE || facts->down_pocket[ball] != facts->call_pocket) continue;
        if (facts->call_ball == ball) return true;
        if (facts->call_ball == BALL_NONE && facts->required & BIT(ball)) return true;
    }
    return false;
}

/* ---- 8-ball ---- */

static BallSet eight_required(const PoolState *before, Player player) {
    BallSet on = pool_on_table(before);
    if (before->breaking) return on;
    if (before->group[player] == GROUP_NONE) return on & ~BIT(EIGHT);
    BallSet own = on & group_balls(before->group[player]);
    return own ? own : on & BIT(EIGHT);
}

static bool eight_pots(const PoolFacts *facts) {
    if (facts->before->breaking) return objects(facts->down);
    bool permitted = facts->call_ball == BALL_NONE || facts->required & BIT(facts->call_ball);
    return permitted && called_pot(facts);
}

/* The opponent's balls never come back, the 8 by a choice or not at all. */
static BallSet eight_returns(const PoolFacts *facts) {
    const PoolRules *rules = &facts->match->rules;
    BallSet mine =
        OBJECT_BALLS & ~BIT(EIGHT) & ~group_balls(facts->before->group[player_other(facts->player)]);
    BallSet off = facts->off & mine, down = facts->down & mine;
    if (facts->foul) return off | (rules->foul_pots_return_8 ? down : 0);
    if (facts->before->breaking) return 0;
    if (facts->safety) return rules->safety_pots_return_8 ? down : 0;
    return facts->pot || !rules->uncalled_pots_return_8 ? 0 : down;
}

static Player eight_winner(const PoolFacts *facts) {
    bool gone = (facts->down | facts->off) & BIT(EIGHT);
    if (!gone || facts->before->breaking) return PLAYER_NONE;
    bool won = !facts->foul && facts->required == BIT(EIGHT) && facts->pot;
    return won ? facts->player : player_other(facts->player);
}

/* ---- 9-ball ---- */

static BallSet nine_required(const PoolState *before, Player player) {
    BallSet on = pool_on_table(before);
    (void)player;
    return on & (~on + 1); /* the lowest */
}

static bool nine_pots(const PoolFacts *facts) { return !facts->pushing && objects(facts->down); }

static BallSet nine_returns(const PoolFacts *facts) {
    return facts->foul || facts->pushing ? (facts->down | facts->off) & BIT(NINE) : 0;
}

static Player nine_winner(const PoolFacts *facts) {
    return facts->pot && !facts->foul && facts->down & BIT(NINE) ? facts->player : PLAYER_NONE;
}

/* ---- 14.1 ---- */

static BallSet straight_required(const PoolState *before, Player player) {
    (void)player;
    return pool_on_table(before);
}

static bool straight_break(const PoolFacts *facts) {
    return called_pot(facts) || (facts->cushions & BIT(CUE) && count(objects(facts->cushions)) >= 2);
}

static BallSet straight_returns(const PoolFacts *facts) {
    bool counts = facts->pot && !facts->foul && facts->kind != RULING_ILLEGAL_BREAK;
    return objects(facts->off | (counts ? 0 : facts->down));
}

static Player straight_winner(const PoolFacts *facts) {
    (void)facts;
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
