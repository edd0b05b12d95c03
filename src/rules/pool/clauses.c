/* The table of clauses: which games, when one holds, what follows. The predicates read what was gathered of a
 * stroke and, for consequences, what was decided. Texts: profiles/rules/pool.yaml. Source:
 * rules/pool/README.md. */
#include "rules/pool/reasons.h"

#include <assert.h>

static bool fault(const PoolSeen *s, FaultKind kind) { return s->faults & 1U << kind; }
static bool frozen_cushion(const PoolSeen *s) { return s->first != BALL_NONE && s->rail_frozen[s->first]; }
static bool frozen_cue(const PoolSeen *s) { return s->first != BALL_NONE && s->cue_frozen & BIT(s->first); }

/* After hitting a frozen ball: a ball down, the cue ball to a cushion, or the frozen ball driven to one. */
static bool frozen_played(const PoolSeen *s) {
    return s->down & OBJECT_BALLS || s->cushions & BIT(CUE) || s->frozen_reached;
}
static bool right_first(const PoolSeen *s) { return s->first != BALL_NONE && s->required & BIT(s->first); }
static bool lost_cue(const PoolSeen *s) { return (s->down | s->off) & BIT(CUE); }
static bool is(const PoolSeen *s, unsigned game) { return s->match->game->bit & game; }
static bool decided(const PoolDecided *d) { return d->kind != RULING_REPLAY && d->kind != RULING_VOID; }

/* ---- turn ---- */

static bool nothing_fell(const PoolSeen *s, const PoolDecided *d) {
    return d->kind == RULING_MISS && !s->pushing;
}
static bool other_pocket(const PoolSeen *s, const PoolDecided *d) {
    bool down = s->call && !s->safety && s->call_ball != BALL_NONE && s->down & BIT(s->call_ball);
    return down && decided(d) && !d->foul && s->down_pocket[s->call_ball] != s->call_pocket &&
           !s->before->breaking;
}

/* ---- fouls ---- */

/* What only a whole stroke shows is no foul of one that interference broke off. */
static bool whole(const PoolSeen *s) { return s->struck && !s->broken_off; }

static bool wrong_hit(const PoolSeen *s, const PoolDecided *d) {
    bool hit = s->first != BALL_NONE;
    return (hit ? s->struck : whole(s)) && !s->pushing && !right_first(s);
}
/* Of a stroke that lost the cue ball nobody writes down what a cushion did: where no row tells of one, the
 * sheet does not say that there was none. */
static bool no_cushion(const PoolSeen *s, const PoolDecided *d) {
    if (lost_cue(s) && !s->all_cushions) return false;
    return whole(s) && !s->pushing && right_first(s) && !(s->down & OBJECT_BALLS) && !s->cushions;
}
static bool cue_down(const PoolSeen *s, const PoolDecided *d) { return s->down & BIT(CUE); }
static bool cue_off(const PoolSeen *s, const PoolDecided *d) { return s->off & BIT(CUE); }
static bool object_off(const PoolSeen *s, const PoolDecided *d) {
    return s->off & OBJECT_BALLS && (!is(s, GAME_14_1) || s->match->rules.off_is_foul_14_1);
}
static bool touched(const PoolSeen *s, const PoolDecided *d) {
    return s->touch_foul || (s->struck && s->struck_ball != CUE);
}
static bool frozen_to_cushion(const PoolSeen *s, const PoolDecided *d) {
    return whole(s) && frozen_cushion(s) && !frozen_played(s);
}
static bool no_foot(const PoolSeen *s, const PoolDecided *d) { return fault(s, FAULT_NO_FOOT); }
static bool moving(const PoolSeen *s, const PoolDecided *d) { return fault(s, FAULT_MOVING); }
static bool frozen_ball(const PoolSeen *s, const PoolDecided *d) {
    return whole(s) && (frozen_cushion(s) || frozen_cue(s)) && !frozen_played(s);
}
static bool scoop(const PoolSeen *s, const PoolDecided *d) { return fault(s, FAULT_SCOOP); }
static bool twice(const PoolSeen *s, const PoolDecided *d) {
    return !s->cue_frozen && (fault(s, FAULT_DOUBLE_HIT) || fault(s, FAULT_PUSH));
}
static bool third_safety(const PoolSeen *s, const PoolDecided *d) {
    const PoolState *before = s->before;
    bool again = before->safety_ball[s->player] == s->first && before->safety_count[s->player] >= 2;
    return whole(s) && s->match->rules.near_cushion_limit && s->near_safety && again;
}
static bool full_pocket(const PoolSeen *s, const PoolDecided *d) {
    return s->match->rules.full_pocket_foul && fault(s, FAULT_TOUCH_POCKETED);
}
static bool placing(const PoolSeen *s, const PoolDecided *d) { return fault(s, FAULT_TOUCH_PLACING); }
static bool mark(const PoolSeen *s, const PoolDecided *d) { return fault(s, FAULT_MARK); }
static bool lamp(const PoolSeen *s, const PoolDecided *d) {
    return s->rebound_lamp && !s->match->rules.lamp_is_table;
}
static bool came_back(const PoolSeen *s, const PoolDecided *d) {
    return s->rebound_outside || (s->rebound_lamp && s->match->rules.lamp_is_table);
}
static bool head_area(const PoolSeen *s, const PoolDecided *d) {
    const PoolState *before = s->before;
    if (before->cue != CUE_IN_HAND_HEAD || before->breaking || before->fresh_rack || s->left_head ||
        s->first == BALL_NONE)
        return false;
    const PoolBall *ball = &before->balls[s->first];
    return ball->known && pool_in_head(&s->match->table, ball->at);
}
static bool slow(const PoolSeen *s, const PoolDecided *d) { return s->slow_again; }
static bool gauge(const PoolSeen *s, const PoolDecided *d) { return fault(s, FAULT_GAUGE); }
static bool break_foul_9(const PoolSeen *s, const PoolDecided *d) {
    return is(s, GAME_9_BALL) && d->break_failed;
}

/* ---- what follows from a foul, while the game goes on ---- */

static bool goes_on(const PoolDecided *d) { return decided(d) && d->winner == PLAYER_NONE; }
static bool several(const PoolSeen *s, const PoolDecided *d) { return d->foul_count > 1 && goes_on(d); }
static bool in_hand(const PoolSeen *s, const PoolDecided *d) {
    return goes_on(d) && (d->foul || lost_cue(s));
}
static bool nearest(const PoolSeen *s, const PoolDecided *d) { return s->nearest_spotted; }
static bool foul_pots(const PoolSeen *s, const PoolDecided *d) {
    return goes_on(d) && d->foul && !s->broken_off && (s->down | s->off) & OBJECT_BALLS;
}
static bool noted(const PoolSeen *s, const PoolDecided *d) {
    return goes_on(d) && (d->noted || d->notes != s->before->fouls[s->player]);
}
static bool third(const PoolSeen *s, const PoolDecided *d) { return d->third; }
static bool untold(const PoolSeen *s, const PoolDecided *d) { return d->third_unwarned; }

/* ---- safety, spotting, interference ---- */

static bool safety(const PoolSeen *s, const PoolDecided *d) { return d->kind == RULING_SAFETY; }
static bool safety_pot(const PoolSeen *s, const PoolDecided *d) {
    return d->kind == RULING_SAFETY && s->down & OBJECT_BALLS;
}
static bool comes_back(const PoolSeen *s, const PoolDecided *d) { return d->returns || d->stays; }
static bool along_string(const PoolSeen *s, const PoolDecided *d) { return d->returns != 0; }
static bool never_down(const PoolSeen *s, const PoolDecided *d) { return s->rebound_pocket; }
static bool interference(const PoolSeen *s, const PoolDecided *d) { return s->disturb; }
static bool knocked_in(const PoolSeen *s, const PoolDecided *d) { return s->knocked_in != 0; }
static bool fell_by_itself(const PoolSeen *s, const PoolDecided *d) {
    return s->fell_back != 0 || (decided(d) && s->fell_soon != 0);
}

/* ---- ours ---- */

static bool a_break(const PoolSeen *s, const PoolDecided *d) {
    return s->struck && s->before->breaking && decided(d);
}
/* Played from the head area at a ball that lies nobody knows where, or exactly on the string: no foul 4.20.
 */
static bool place_settled(const PoolSeen *s, const PoolDecided *d) {
    const PoolState *before = s->before;
    if (before->cue != CUE_IN_HAND_HEAD || before->breaking || before->fresh_rack || s->first == BALL_NONE)
        return false;
    const PoolBall *ball = &before->balls[s->first];
    return !ball->known || ball->at.x == s->match->table.string;
}
static bool respotted(const PoolSeen *s, const PoolDecided *d) { return s->respotted; }
static bool match_goes_on(const PoolSeen *s, const PoolDecided *d) {
    return s->match->race && d->winner != PLAYER_NONE;
}
static bool eight(const PoolSeen *s, const PoolDecided *d) {
    return decided(d) && ((s->down | s->off) & BIT(8) || d->group_decided || s->eight_spotted);
}
static bool nine(const PoolSeen *s, const PoolDecided *d) {
    return decided(d) && ((s->down | s->off) & BIT(9) || s->pushing);
}
static bool straight(const PoolSeen *s, const PoolDecided *d) {
    return decided(d) && (d->points || d->new_rack || d->third || d->third_unwarned);
}

/* ---- settlements within a clause of the sheet ---- */

/* The 8 first on an open table. */
static bool eight_first(const PoolSeen *s, const PoolDecided *d) {
    return s->first == 8 && is(s, GAME_8_BALL) && s->before->group[s->player] == GROUP_NONE;
}
/* The cue ball drove the ball it was frozen to. */
static bool drove_frozen(const PoolSeen *s, const PoolDecided *d) { return frozen_cue(s); }
/* The 9 always comes back. */
static bool nine_returned(const PoolSeen *s, const PoolDecided *d) {
    return is(s, GAME_9_BALL) && d->returns;
}
/* Within one game; 14.1 has the sheet's own penalty. */
static bool by_our_game(const PoolSeen *s, const PoolDecided *d) { return !is(s, GAME_14_1); }
/* A foul before the interference stands. */
static bool foul_stands(const PoolSeen *s, const PoolDecided *d) { return s->broken_off && d->foul; }
/* Uncalled, but it stays down: the opponent's ball, and what falls on the break of 8-ball. */
static bool uncalled_stays(const PoolSeen *s, const PoolDecided *d) { return d->stays != 0; }
/* In rising number. */
static bool several_spotted(const PoolSeen *s, const PoolDecided *d) {
    return __builtin_popcount(d->returns) > 1;
}

#define P8 GAME_8_BALL
#define P9 GAME_9_BALL
#define P14 GAME_14_1
#define P_CALLS (GAME_8_BALL | GAME_14_1)
#define P_ALL GAME_ALL

static const PoolClause table[] = {
    {{.id = "pool.1.1", .consequence = CONSEQUENCE_TABLE}, .holds = NULL},
    {{.id = "pool.2.1", .consequence = CONSEQUENCE_NONE}, .holds = NULL},
    {{.id = "pool.2.2", .consequence = CONSEQUENCE_NONE}, .holds = NULL},
    {{.id = "pool.3.1", .games = P_ALL, .consequence = CONSEQUENCE_TURN},
     .holds = nothing_fell,
     .why = pool_why_miss},
    {{.id = "pool.3.2", .games = P_CALLS, .consequence = CONSEQUENCE_TURN},
     .holds = other_pocket,
     .why = pool_why_elsewhere},
    {{.id = "pool.4.1", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = wrong_hit,
     .why = pool_why_hit,
     .settled = eight_first},
    {{.id = "pool.4.2", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = no_cushion,
     .why = pool_why_no_cushion},
    {{.id = "pool.4.3", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = cue_down,
     .why = pool_why_cue_down},
    {{.id = "pool.4.4", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = cue_off,
     .why = pool_why_cue_off},
    {{.id = "pool.4.5", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = object_off,
     .why = pool_why_off},
    {{.id = "pool.4.6", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = touched,
     .why = pool_why_touched},
    {{.id = "pool.4.7", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = frozen_to_cushion,
     .why = pool_why_frozen_rail},
    {{.id = "pool.4.8", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = no_foot,
     .why = pool_why_seen},
    {{.id = "pool.4.9", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = moving,
     .why = pool_why_seen},
    {{.id = "pool.4.10", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = frozen_ball,
     .why = pool_why_frozen_cue,
     .settled = drove_frozen},
    {{.id = "pool.4.11", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = scoop,
     .why = pool_why_seen},
    {{.id = "pool.4.12", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = twice,
     .why = pool_why_seen},
    {{.id = "pool.4.13", .games = P_CALLS, .open = true, .consequence = CONSEQUENCE_FOUL},
     .holds = third_safety,
     .why = pool_why_near_cushion},
    {{.id = "pool.4.14", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = full_pocket,
     .why = pool_why_seen},
    {{.id = "pool.4.15", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = placing,
     .why = pool_why_seen},
    {{.id = "pool.4.16", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = mark,
     .why = pool_why_seen},
    {{.id = "pool.4.17", .games = P_ALL, .consequence = CONSEQUENCE_NOTE},
     .holds = came_back,
     .why = pool_why_lamp,
     .foul = lamp},
    {{.id = "pool.4.18", .games = P_ALL, .consequence = CONSEQUENCE_PENALTY}, .holds = several},
    {{.id = "pool.4.19", .games = P_ALL, .consequence = CONSEQUENCE_PENALTY}, .holds = in_hand},
    {{.id = "pool.4.20", .games = P_ALL, .consequence = CONSEQUENCE_FOUL},
     .holds = head_area,
     .why = pool_why_head_area},
    {{.id = "pool.4.21", .games = P_ALL, .consequence = CONSEQUENCE_TABLE}, .holds = nearest},
    {{.id = "pool.4.22", .games = P_ALL, .consequence = CONSEQUENCE_PENALTY},
     .holds = foul_pots,
     .settled = nine_returned},
    {{.id = "pool.4.23", .games = P_ALL, .consequence = CONSEQUENCE_PENALTY}, .holds = noted},
    {{.id = "pool.4.24", .games = P_ALL, .consequence = CONSEQUENCE_GAME},
     .holds = third,
     .why = pool_why_third,
     .settled = by_our_game},
    {{.id = "pool.4.25", .games = P_ALL, .consequence = CONSEQUENCE_PENALTY},
     .holds = untold,
     .why = pool_why_untold},
    {{.id = "pool.5.1", .games = P_CALLS, .consequence = CONSEQUENCE_TURN},
     .holds = safety,
     .why = pool_why_safety},
    {{.id = "pool.5.2", .games = P_CALLS, .consequence = CONSEQUENCE_TURN}, .holds = safety_pot},
    {{.id = "pool.6.1", .games = P_CALLS, .consequence = CONSEQUENCE_TABLE},
     .holds = comes_back,
     .why = pool_why_comes_back,
     .settled = uncalled_stays},
    {{.id = "pool.6.2", .games = P_ALL, .consequence = CONSEQUENCE_TABLE},
     .holds = along_string,
     .settled = several_spotted},
    {{.id = "pool.6.3", .games = P_CALLS, .consequence = CONSEQUENCE_TABLE}, .holds = respotted},
    {{.id = "pool.7.1", .games = P_ALL, .consequence = CONSEQUENCE_NOTE}, .holds = never_down},
    {{.id = "pool.7.2", .games = P_ALL, .consequence = CONSEQUENCE_TABLE},
     .holds = interference,
     .why = pool_why_disturbed,
     .settled = foul_stands},
    {{.id = "pool.7.3", .games = P_ALL, .consequence = CONSEQUENCE_TABLE},
     .holds = knocked_in,
     .why = pool_why_knocked_in},
    {{.id = "pool.7.4", .games = P_ALL, .consequence = CONSEQUENCE_TABLE},
     .holds = fell_by_itself,
     .why = pool_why_fell},
    {{.id = "pool.7.5", .games = P_ALL, .open = true, .consequence = CONSEQUENCE_FOUL},
     .holds = slow,
     .why = pool_why_slow},
    {{.id = "pool.7.6", .games = P_ALL, .open = true, .consequence = CONSEQUENCE_FOUL},
     .holds = gauge,
     .why = pool_why_seen},
    {{.id = "pool.8.1", .games = P_ALL, .open = true, .consequence = CONSEQUENCE_TURN},
     .holds = a_break,
     .why = pool_why_break,
     .foul = break_foul_9},
    {{.id = "pool.8.2", .games = P8, .open = true, .consequence = CONSEQUENCE_GAME},
     .holds = eight,
     .why = pool_why_eight},
    {{.id = "pool.8.3", .games = P9, .open = true, .consequence = CONSEQUENCE_GAME},
     .holds = nine,
     .why = pool_why_nine},
    {{.id = "pool.8.4", .games = P14, .open = true, .consequence = CONSEQUENCE_GAME},
     .holds = straight,
     .why = pool_why_straight},
    {{.id = "pool.8.5", .games = P_ALL, .open = true, .consequence = CONSEQUENCE_NOTE},
     .holds = place_settled},
    {{.id = "pool.8.6", .games = P8 | P9, .open = true, .consequence = CONSEQUENCE_NOTE},
     .holds = match_goes_on},
};
enum { CLAUSE_COUNT = sizeof table / sizeof *table };

const Clause *pool_clause_at(int index) { return index < CLAUSE_COUNT ? &table[index].clause : NULL; }

static const PoolClause *row_of(const char *id) {
    int i = 0;
    while (i < CLAUSE_COUNT && strcmp(table[i].clause.id, id)) i++;
    assert(i < CLAUSE_COUNT);
    return &table[i];
}

const Clause *pool_clause(const char *id) { return &row_of(id)->clause; }

static bool of_game(const PoolClause *row, const PoolSeen *s) {
    return row->clause.games & s->match->game->bit;
}

static bool is_foul(const PoolClause *row, const PoolSeen *s, const PoolDecided *d) {
    PoolPredicate *foul = row->clause.consequence == CONSEQUENCE_FOUL ? row->holds : row->foul;
    return foul && of_game(row, s) && foul(s, d);
}

void pool_fouls(const PoolSeen *s, PoolDecided *d) {
    d->foul_count = 0;
    for (int i = 0; i < CLAUSE_COUNT; i++)
        if (is_foul(&table[i], s, d)) d->fouls[d->foul_count++] = &table[i];
    d->foul = d->foul_count > 0;
}

static void cite(const PoolClause *row, const PoolSeen *s, const PoolDecided *d, PoolRuling *ruling) {
    ruling_cite(&ruling->common, &row->clause, row->settled && row->settled(s, d));
    if (row->why) row->why(s, d, &row->clause, &ruling->common.why);
}

static bool holds(const PoolClause *row, const PoolSeen *s, const PoolDecided *d) {
    return row->holds && of_game(row, s) && row->holds(s, d);
}

static void cite_all(Consequence consequence, const PoolSeen *s, const PoolDecided *d, PoolRuling *ruling) {
    for (int i = 0; i < CLAUSE_COUNT; i++)
        if (table[i].clause.consequence == consequence && holds(&table[i], s, d))
            cite(&table[i], s, d, ruling);
}

/* The deciding clause first: what ends the game; a failed break, the fouls; why the turn passes. Then what
 * becomes of the table and the notes. */
void pool_cite(const PoolSeen *s, const PoolDecided *d, PoolRuling *ruling) {
    static const Consequence order[] = {CONSEQUENCE_TURN, CONSEQUENCE_GAME, CONSEQUENCE_TABLE,
                                        CONSEQUENCE_PENALTY, CONSEQUENCE_NOTE};
    if (d->winner == s->player) cite_all(CONSEQUENCE_GAME, s, d, ruling);
    if (d->kind == RULING_ILLEGAL_BREAK) cite(row_of("pool.8.1"), s, d, ruling);
    for (int i = 0; i < d->foul_count && d->kind != RULING_REPLAY; i++) cite(d->fouls[i], s, d, ruling);
    if (holds(row_of("pool.3.2"), s, d)) cite(row_of("pool.3.2"), s, d, ruling); /* says more than 3.1 */
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) cite_all(order[i], s, d, ruling);
    pool_why_plain(s, d, NULL, &ruling->common.why);
}
