/* The table of clauses: which games, when one holds, what follows. The predicates read what was gathered of a
 * stroke and, for consequences, what was decided. Texts: profiles/rules/pool.yaml. Source: rules-pool.md. */
#include "rules/pool/pool.h"

#include <assert.h>

#define FACTS const PoolFacts *f = facts
#define PREDICATE(name) static bool name(const void *facts)

static bool fault(const PoolFacts *f, FaultKind kind) { return f->faults & 1U << kind; }
static bool frozen_cushion(const PoolFacts *f) { return f->first != BALL_NONE && f->rail_frozen[f->first]; }
static bool frozen_cue(const PoolFacts *f) { return f->first != BALL_NONE && f->cue_frozen & BIT(f->first); }

/* After hitting a frozen ball: a ball down, the cue ball to a cushion, or the frozen ball driven to one. */
static bool frozen_played(const PoolFacts *f) {
    return f->down & OBJECT_BALLS || f->cushions & BIT(CUE) || f->frozen_reached;
}
static bool right_first(const PoolFacts *f) { return f->first != BALL_NONE && f->required & BIT(f->first); }
static bool lost_cue(const PoolFacts *f) { return (f->down | f->off) & BIT(CUE); }
static bool is(const PoolFacts *f, unsigned game) { return f->match->game->bit & game; }
static bool decided(const PoolFacts *f) { return f->kind != RULING_REPLAY && f->kind != RULING_VOID; }

/* ---- turn ---- */

PREDICATE(nothing_fell) {
    FACTS;
    return f->kind == RULING_MISS && !f->pushing;
}
PREDICATE(other_pocket) {
    FACTS;
    bool down = f->call && !f->safety && f->call_ball != BALL_NONE && f->down & BIT(f->call_ball);
    return down && decided(f) && !f->foul && f->down_pocket[f->call_ball] != f->call_pocket &&
           !f->before->breaking;
}

/* ---- fouls ---- */

PREDICATE(wrong_hit) {
    FACTS;
    return f->struck && !f->pushing && !right_first(f);
}
PREDICATE(no_cushion) {
    FACTS;
    return f->struck && !f->pushing && right_first(f) && !(f->down & OBJECT_BALLS) && !f->cushions;
}
PREDICATE(cue_down) {
    FACTS;
    return f->down & BIT(CUE);
}
PREDICATE(cue_off) {
    FACTS;
    return f->off & BIT(CUE);
}
PREDICATE(object_off) {
    FACTS;
    return f->off & OBJECT_BALLS && (!is(f, GAME_14_1) || f->match->rules.off_is_foul_14_1);
}
PREDICATE(touched) {
    FACTS;
    return f->touch_foul || (f->struck && f->struck_ball != CUE);
}
PREDICATE(frozen_to_cushion) {
    FACTS;
    return frozen_cushion(f) && !frozen_played(f);
}
PREDICATE(no_foot) {
    FACTS;
    return fault(f, FAULT_NO_FOOT);
}
PREDICATE(moving) {
    FACTS;
    return fault(f, FAULT_MOVING);
}
PREDICATE(frozen_ball) {
    FACTS;
    return (frozen_cushion(f) || frozen_cue(f)) && !frozen_played(f);
}
PREDICATE(scoop) {
    FACTS;
    return fault(f, FAULT_SCOOP);
}
PREDICATE(twice) {
    FACTS;
    return !f->cue_frozen && (fault(f, FAULT_DOUBLE_HIT) || fault(f, FAULT_PUSH));
}
PREDICATE(third_safety) {
    FACTS;
    const PoolState *before = f->before;
    bool again = before->safety_ball[f->player] == f->first && before->safety_count[f->player] >= 2;
    return f->match->rules.near_cushion_limit && f->near_safety && again;
}
PREDICATE(full_pocket) {
    FACTS;
    return f->match->rules.full_pocket_foul && fault(f, FAULT_TOUCH_POCKETED);
}
PREDICATE(placing) {
    FACTS;
    return fault(f, FAULT_TOUCH_PLACING);
}
PREDICATE(mark) {
    FACTS;
    return fault(f, FAULT_MARK);
}
PREDICATE(lamp) {
    FACTS;
    return f->rebound_lamp && !f->match->rules.lamp_is_table;
}
PREDICATE(came_back) {
    FACTS;
    return f->rebound_outside || (f->rebound_lamp && f->match->rules.lamp_is_table);
}
PREDICATE(head_area) {
    FACTS;
    const PoolState *before = f->before;
    if (before->cue != CUE_IN_HAND_HEAD || before->breaking || before->fresh_rack || f->left_head ||
        f->first == BALL_NONE)
        return false;
    const PoolBall *ball = &before->balls[f->first];
    return ball->known && pool_in_head(&f->match->table, ball->at);
}
PREDICATE(slow) {
    FACTS;
    return f->slow_again;
}
PREDICATE(gauge) {
    FACTS;
    return fault(f, FAULT_GAUGE);
}
PREDICATE(break_foul_9) {
    FACTS;
    return is(f, GAME_9_BALL) && f->break_failed;
}

/* ---- what follows from a foul ---- */

PREDICATE(several) {
    FACTS;
    return f->foul_count > 1 && decided(f);
}
PREDICATE(in_hand) {
    FACTS;
    return decided(f) && f->winner == PLAYER_NONE && (f->foul || lost_cue(f));
}
PREDICATE(nearest) {
    FACTS;
    return f->nearest_spotted;
}
PREDICATE(foul_pots) {
    FACTS;
    return decided(f) && f->foul && (f->down | f->off) & OBJECT_BALLS;
}
PREDICATE(noted) {
    FACTS;
    return f->noted || (decided(f) && !f->foul && f->before->fouls[f->player]);
}
PREDICATE(third) {
    FACTS;
    return f->third;
}
PREDICATE(untold) {
    FACTS;
    return f->third_unwarned;
}

/* ---- safety, spotting, interference ---- */

PREDICATE(safety) {
    FACTS;
    return f->kind == RULING_SAFETY;
}
PREDICATE(safety_pot) {
    FACTS;
    return f->kind == RULING_SAFETY && f->down & OBJECT_BALLS;
}
PREDICATE(comes_back) {
    FACTS;
    return f->returns != 0;
}
PREDICATE(along_string) {
    FACTS;
    return f->returns != 0;
}
PREDICATE(never_down) {
    FACTS;
    return f->rebound_pocket;
}
PREDICATE(interference) {
    FACTS;
    return f->disturb;
}
PREDICATE(knocked_in) {
    FACTS;
    return f->knocked_in != 0;
}
PREDICATE(fell_by_itself) {
    FACTS;
    return f->fell_back != 0 || (decided(f) && f->fell_soon != 0);
}

/* ---- ours ---- */

PREDICATE(a_break) {
    FACTS;
    return f->struck && f->before->breaking && decided(f);
}
/* Played from the head area at a ball that lies nobody knows where, or exactly on the string: no foul 4.20.
 */
PREDICATE(place_settled) {
    FACTS;
    const PoolState *before = f->before;
    if (before->cue != CUE_IN_HAND_HEAD || before->breaking || before->fresh_rack || f->first == BALL_NONE)
        return false;
    const PoolBall *ball = &before->balls[f->first];
    return !ball->known || ball->at.x == f->match->table.string;
}
PREDICATE(respotted) {
    FACTS;
    return f->respotted;
}
PREDICATE(match_goes_on) {
    FACTS;
    return f->match->race && f->winner != PLAYER_NONE;
}
PREDICATE(eight) {
    FACTS;
    return decided(f) && ((f->down | f->off) & BIT(8) || f->group_decided || f->eight_spotted);
}
PREDICATE(nine) {
    FACTS;
    return decided(f) && ((f->down | f->off) & BIT(9) || f->pushing);
}
PREDICATE(straight) {
    FACTS;
    return decided(f) && (f->points || f->new_rack || f->third || f->third_unwarned);
}

#define P8 GAME_8_BALL
#define P9 GAME_9_BALL
#define P14 GAME_14_1

const Clause pool_clauses[POOL_CLAUSE_COUNT] = {
    {"pool.1.1", 0, false, CONSEQUENCE_TABLE, NULL},
    {"pool.2.1", 0, false, CONSEQUENCE_NONE, NULL},
    {"pool.2.2", 0, false, CONSEQUENCE_NONE, NULL},
    {"pool.3.1", GAME_ALL, false, CONSEQUENCE_TURN, nothing_fell},
    {"pool.3.2", P8 | P14, false, CONSEQUENCE_TURN, other_pocket},
    {"pool.4.1", GAME_ALL, false, CONSEQUENCE_FOUL, wrong_hit},
    {"pool.4.2", GAME_ALL, false, CONSEQUENCE_FOUL, no_cushion},
    {"pool.4.3", GAME_ALL, false, CONSEQUENCE_FOUL, cue_down},
    {"pool.4.4", GAME_ALL, false, CONSEQUENCE_FOUL, cue_off},
    {"pool.4.5", GAME_ALL, false, CONSEQUENCE_FOUL, object_off},
    {"pool.4.6", GAME_ALL, false, CONSEQUENCE_FOUL, touched},
    {"pool.4.7", GAME_ALL, false, CONSEQUENCE_FOUL, frozen_to_cushion},
    {"pool.4.8", GAME_ALL, false, CONSEQUENCE_FOUL, no_foot},
    {"pool.4.9", GAME_ALL, false, CONSEQUENCE_FOUL, moving},
    {"pool.4.10", GAME_ALL, false, CONSEQUENCE_FOUL, frozen_ball},
    {"pool.4.11", GAME_ALL, false, CONSEQUENCE_FOUL, scoop},
    {"pool.4.12", GAME_ALL, false, CONSEQUENCE_FOUL, twice},
    {"pool.4.13", P8 | P14, true, CONSEQUENCE_FOUL, third_safety},
    {"pool.4.14", GAME_ALL, false, CONSEQUENCE_FOUL, full_pocket},
    {"pool.4.15", GAME_ALL, false, CONSEQUENCE_FOUL, placing},
    {"pool.4.16", GAME_ALL, false, CONSEQUENCE_FOUL, mark},
    {"pool.4.17", GAME_ALL, false, CONSEQUENCE_NOTE, came_back},
    {"pool.4.18", GAME_ALL, false, CONSEQUENCE_PENALTY, several},
    {"pool.4.19", GAME_ALL, false, CONSEQUENCE_PENALTY, in_hand},
    {"pool.4.20", GAME_ALL, false, CONSEQUENCE_FOUL, head_area},
    {"pool.4.21", GAME_ALL, false, CONSEQUENCE_TABLE, nearest},
    {"pool.4.22", GAME_ALL, false, CONSEQUENCE_PENALTY, foul_pots},
    {"pool.4.23", GAME_ALL, false, CONSEQUENCE_PENALTY, noted},
    {"pool.4.24", GAME_ALL, false, CONSEQUENCE_GAME, third},
    {"pool.4.25", GAME_ALL, false, CONSEQUENCE_PENALTY, untold},
    {"pool.5.1", P8 | P14, false, CONSEQUENCE_TURN, safety},
    {"pool.5.2", P8 | P14, false, CONSEQUENCE_TURN, safety_pot},
    {"pool.6.1", P8 | P14, false, CONSEQUENCE_TABLE, comes_back},
    {"pool.6.2", GAME_ALL, false, CONSEQUENCE_TABLE, along_string},
    {"pool.6.3", P8 | P14, false, CONSEQUENCE_TABLE, respotted},
    {"pool.7.1", GAME_ALL, false, CONSEQUENCE_NOTE, never_down},
    {"pool.7.2", GAME_ALL, false, CONSEQUENCE_TABLE, interference},
    {"pool.7.3", GAME_ALL, false, CONSEQUENCE_TABLE, knocked_in},
    {"pool.7.4", GAME_ALL, false, CONSEQUENCE_TABLE, fell_by_itself},
    {"pool.7.5", GAME_ALL, true, CONSEQUENCE_FOUL, slow},
    {"pool.7.6", GAME_ALL, true, CONSEQUENCE_FOUL, gauge},
    {"pool.8.1", GAME_ALL, true, CONSEQUENCE_TURN, a_break},
    {"pool.8.2", P8, true, CONSEQUENCE_GAME, eight},
    {"pool.8.3", P9, true, CONSEQUENCE_GAME, nine},
    {"pool.8.4", P14, true, CONSEQUENCE_GAME, straight},
    {"pool.8.5", GAME_ALL, true, CONSEQUENCE_NOTE, place_settled},
    {"pool.8.6", P8 | P9, true, CONSEQUENCE_NOTE, match_goes_on},
};

const Clause *pool_clause(const char *id) {
    const Clause *clause = clause_find(pool_clauses, POOL_CLAUSE_COUNT, id);
    assert(clause);
    return clause;
}

/* Two clauses are a foul under one setting only: a ball off the lamp, and the failed break of 9-ball. */
static bool is_foul(const Clause *clause, const PoolFacts *facts) {
    if (clause->consequence == CONSEQUENCE_FOUL)
        return clause->games & facts->match->game->bit && clause->holds(facts);
    return false;
}

void pool_fouls(PoolFacts *facts) {
    const Clause **out = facts->fouls;
    int n = 0;
    for (int i = 0; i < POOL_CLAUSE_COUNT; i++)
        if (is_foul(&pool_clauses[i], facts)) out[n++] = &pool_clauses[i];
    if (lamp(facts)) out[n++] = pool_clause("pool.4.17");
    if (break_foul_9(facts)) out[n++] = pool_clause("pool.8.1");
    facts->foul_count = n;
    facts->foul = n > 0;
}

/* Settlements within a clause of the sheet: the 8 first on an open table; a frozen ball that went back to its
 * own cushion; the cue ball driving the ball it was frozen to; the 9 that always comes back. */
static bool rests_on_settlement(const Clause *clause, const PoolFacts *f) {
    if (strcmp(clause->id, "pool.4.1") == 0)
        return f->first != BALL_NONE && is(f, P8) && f->first == 8 &&
               f->before->group[f->player] == GROUP_NONE;
    if (strcmp(clause->id, "pool.4.10") == 0) return frozen_cue(f);
    if (strcmp(clause->id, "pool.4.22") == 0) return is(f, P9) && f->returns;
    if (strcmp(clause->id, "pool.4.24") == 0) return !is(f, P14);
    if (strcmp(clause->id, "pool.6.2") == 0) return __builtin_popcount(f->returns) > 1;
    return false;
}

static int objects_at_cushion(const PoolFacts *f) { return __builtin_popcount(f->cushions & OBJECT_BALLS); }

static void explain(const PoolFacts *f, Why *why) {
    if (wrong_hit(f) && f->first != BALL_NONE)
        WHY(why, pool_clause("pool.4.1"), "hit_first", why_ball(f->first), why_balls(f->required));
    else if (wrong_hit(f))
        WHY(why, pool_clause("pool.4.1"), "hit_none", why_balls(f->required));
    if (f->break_failed)
        WHY(why, pool_clause("pool.8.1"), "break_cushions", why_number(objects_at_cushion(f)),
            why_number(is(f, P14) ? 2 : 4));
}

/* The deciding clause first: a failed break, the fouls, then what turn, game, table and notes rest on. */
void pool_cite(const PoolFacts *facts, PoolRuling *ruling) {
    static const Consequence order[] = {CONSEQUENCE_TURN, CONSEQUENCE_GAME, CONSEQUENCE_TABLE,
                                        CONSEQUENCE_PENALTY, CONSEQUENCE_NOTE};
    const Clause *holding[POOL_CLAUSE_COUNT];
    int n = 0;
    explain(facts, &ruling->common.why);
    if (facts->kind == RULING_ILLEGAL_BREAK) ruling_cite(&ruling->common, pool_clause("pool.8.1"), true);
    for (int i = 0; i < facts->foul_count && facts->kind != RULING_REPLAY; i++)
        ruling_cite(&ruling->common, facts->fouls[i], rests_on_settlement(facts->fouls[i], facts));
    for (int i = 0; i < POOL_CLAUSE_COUNT; i++) {
        const Clause *clause = &pool_clauses[i];
        bool asked = clause->holds && clause->consequence != CONSEQUENCE_FOUL &&
                     clause->games & facts->match->game->bit;
        if (asked && clause->holds(facts)) holding[n++] = clause;
    }
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (int i = 0; i < n; i++)
            if (holding[i]->consequence == order[k])
                ruling_cite(&ruling->common, holding[i], rests_on_settlement(holding[i], facts));
}
