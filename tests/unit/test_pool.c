/* The pool referee: properties that hold for any sheet. Random shots never crash; a foul always cites a
 * clause; a table mirrored left to right, and players swapped, give the mirrored ruling. And the geometry of
 * racks and spots. */
#include "rules/pool/pool.h"
#include "rules/pool/rack.h"
#include "unit.h"

#include <math.h>

enum { MOST_EVENTS = 40 };

static uint32_t seed;
static int rnd(int n) {
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (uint32_t)n);
}

static Arena arena;

static PoolMatch a_match(int game, bool referee) {
    PoolMatch match = {.game = &pool_games[game],
                       .referee = referee,
                       .push_out = true,
                       .race = game == 2 ? 0 : 3,
                       .points = game == 2 ? 20 : 0};
    match.rules = (PoolRules){.third_foul_loses = true,
                              .break_foul_head_9 = true,
                              .foul_pots_return_8 = true,
                              .uncalled_pots_return_8 = true,
                              .safety_pots_return_8 = true,
                              .near_cushion_limit = true,
                              .lamp_is_table = true,
                              .full_pocket_foul = true};
    Diag diag = {.arena = &arena};
    MatchSetup setup = {.game = "9-ball"};
    ck_assert(pool_table_load(&arena, &setup, &match.table, &diag));
    return match;
}

/* ---- random shots ---- */

typedef struct RandomShot {
    Event events[MOST_EVENTS];
    int count, strike;
} RandomShot;

static Event *add(RandomShot *shot, EventKind kind, int ball) {
    Event *event = &shot->events[shot->count++];
    *event = (Event){.kind = kind, .player = PLAYER_NONE, .ball = (int16_t)ball, .line = shot->count + 1};
    return event;
}

static int some_ball(const PoolState *state) {
    BallSet on = pool_on_table(state);
    for (int tries = 0; tries < 40; tries++) {
        int ball = 1 + rnd(15);
        if (on & BIT(ball)) return ball;
    }
    return CUE;
}

static void add_choices(RandomShot *shot, const PoolState *state) {
    for (int i = 0; i < CHOICE_COUNT; i++) {
        bool due = state->eight_waits && i == CHOICE_SPOT_8;
        if (!(state->options & 1U << i) || (!due && rnd(3))) continue;
        Event *event = add(shot, EVENT_CHOOSE, BALL_NONE);
        event->player = state->chooser[i];
        event->value = i, event->valued = true;
        if (i != CHOICE_STAY && i != CHOICE_RESTORE) return;
    }
}

static void add_before(RandomShot *shot, const PoolState *state) {
    if (rnd(3)) {
        Event *call = add(shot, EVENT_CALL, rnd(5) ? some_ball(state) : BALL_NONE);
        if (call->ball == CUE) call->ball = BALL_NONE;
        if (rnd(4))
            call->to_kind = TO_POCKET, call->to = (int16_t)rnd(POCKET_COUNT);
        else
            call->valued = true;
    }
    if (rnd(4) == 0) {
        Event *frozen = add(shot, EVENT_FROZEN, some_ball(state));
        frozen->to_kind = frozen->ball == CUE || rnd(2) ? TO_RAIL : TO_BALL;
        frozen->to = (int16_t)(frozen->to_kind == TO_RAIL ? rnd(RAIL_COUNT) : CUE);
    }
    if (rnd(8) == 0) add(shot, EVENT_WARN, BALL_NONE)->valued = true;
}

static void add_stroke_row(RandomShot *shot, const PoolState *state) {
    static const EventKind kinds[] = {EVENT_CONTACT, EVENT_CONTACT, EVENT_CUSHION, EVENT_CUSHION,
                                      EVENT_POCKET,  EVENT_REBOUND, EVENT_OFF,     EVENT_FALL,
                                      EVENT_FAULT,   EVENT_DISTURB};
    int n = rnd(2) ? 5 : (int)(sizeof kinds / sizeof *kinds);
    Event *event = add(shot, kinds[rnd(n)], rnd(4) ? some_ball(state) : CUE);
    event->valued = true;
    if (event->kind == EVENT_CONTACT) event->to_kind = TO_BALL, event->to = (int16_t)some_ball(state);
    if (event->kind == EVENT_CUSHION) event->to_kind = TO_RAIL, event->to = (int16_t)rnd(RAIL_COUNT);
    if (event->kind == EVENT_POCKET || event->kind == EVENT_FALL || event->kind == EVENT_REBOUND)
        event->to_kind = TO_POCKET, event->to = (int16_t)rnd(POCKET_COUNT);
    if (event->kind == EVENT_OFF) event->to_kind = TO_OUTSIDE, event->to = OUTSIDE_FLOOR;
    if (event->kind == EVENT_FALL) event->value = 4000000 + rnd(3) * 1000000;
    if (event->kind == EVENT_FAULT) event->value = rnd(FAULT_SLOW_PLAY + 1);
    if (event->kind == EVENT_DISTURB) event->value = rnd(8) ? DISTURB_NO_EFFECT : DISTURB_EFFECT;
}

static void a_shot(RandomShot *shot, const PoolState *state) {
    *shot = (RandomShot){.strike = -1};
    add_choices(shot, state);
    add_before(shot, state);
    shot->strike = shot->count;
    add(shot, EVENT_STRIKE, rnd(30) ? CUE : some_ball(state));
    Event *first = add(shot, EVENT_CONTACT, CUE);
    first->to_kind = TO_BALL, first->to = (int16_t)some_ball(state);
    for (int rows = rnd(9); rows > 0; rows--) add_stroke_row(shot, state);
    for (int rows = rnd(3); rows > 0; rows--) {
        Event *at = add(shot, EVENT_POSITION, some_ball(state));
        at->placed = true;
        at->x = (int64_t)(10 + rnd(23) * 10) * NM_PER_CM, at->y = (int64_t)(10 + rnd(10) * 10) * NM_PER_CM;
    }
}

static Shot as_shot(const RandomShot *shot, int number) {
    return (Shot){.number = number,
                  .line = 1,
                  .player = PLAYER_NONE,
                  .strike = shot->strike,
                  .events = shot->events,
                  .count = shot->count,
                  .file = S("random.csv")};
}

/* ---- mirrors ---- */

static int mirror_pocket(int pocket) { return pocket ^ 1; }
static int mirror_rail(int rail) {
    return rail == RAIL_LEFT ? RAIL_RIGHT : rail == RAIL_RIGHT ? RAIL_LEFT : rail;
}

static void mirror_shot(const PoolTable *table, RandomShot *shot) {
    for (int i = 0; i < shot->count; i++) {
        Event *event = &shot->events[i];
        if (event->to_kind == TO_POCKET) event->to = (int16_t)mirror_pocket(event->to);
        if (event->to_kind == TO_RAIL) event->to = (int16_t)mirror_rail(event->to);
        if (event->placed) event->y = table->width - event->y;
    }
}

static void mirror_state(const PoolTable *table, PoolState *state) {
    for (int ball = 0; ball < BALLS; ball++) {
        state->balls[ball].at.y = table->width - state->balls[ball].at.y;
        state->touched_from[ball].y = table->width - state->touched_from[ball].y;
    }
}

static Player swapped(Player player) { return player == PLAYER_NONE ? PLAYER_NONE : player_other(player); }

static void swap_shot(RandomShot *shot) {
    for (int i = 0; i < shot->count; i++) shot->events[i].player = swapped(shot->events[i].player);
}

#define SWAP(pair)                                                                                           \
    do {                                                                                                     \
        __typeof__((pair)[0]) kept = (pair)[0];                                                              \
        (pair)[0] = (pair)[1];                                                                               \
        (pair)[1] = kept;                                                                                    \
    } while (0)

static void swap_state(PoolState *state) {
    state->next = swapped(state->next);
    SWAP(state->group);
    SWAP(state->fouls);
    SWAP(state->warned);
    SWAP(state->slow);
    SWAP(state->score);
    SWAP(state->safety_ball);
    SWAP(state->safety_count);
    for (int i = 0; i < CHOICE_COUNT; i++)
        if (state->options & 1U << i) state->chooser[i] = swapped(state->chooser[i]);
}

static void check_same(const PoolRuling *a, const PoolRuling *b, bool swap) {
    const Ruling *p = &a->common, *q = &b->common;
    ck_assert_int_eq(p->kind, q->kind);
    ck_assert_int_eq(p->points, q->points);
    ck_assert_int_eq(p->clause_count, q->clause_count);
    for (int i = 0; i < p->clause_count; i++) ck_assert_ptr_eq(p->clauses[i].clause, q->clauses[i].clause);
    ck_assert_int_eq(swap ? swapped(p->next) : p->next, q->next);
    ck_assert_int_eq(p->standing, q->standing);
    ck_assert_uint_eq(p->options, q->options);
    ck_assert_int_eq(a->cue, b->cue);
    for (int i = 0; i < 2; i++) ck_assert_int_eq(a->fouls[i], b->fouls[swap ? 1 - i : i]);
    ck_assert_int_eq(a->spot_count, b->spot_count);
    for (int i = 0; i < a->spot_count; i++) {
        ck_assert_int_eq(a->spot[i].ball, b->spot[i].ball);
        ck_assert_int_eq(a->spot[i].at.x, b->spot[i].at.x);
    }
}

static void check_ruling(const PoolMatch *match, const PoolState *after, const PoolRuling *ruling) {
    const Ruling *r = &ruling->common;
    if (r->kind == RULING_FOUL || r->kind == RULING_ILLEGAL_BREAK) ck_assert_int_gt(r->clause_count, 0);
    ck_assert_int_gt(r->why.count, 0);       /* every ruling says why */
    for (int i = 0; i < r->why.count; i++) { /* under a clause it cites */
        bool cited = r->why.at[i].clause == NULL;
        for (int k = 0; k < r->clause_count; k++) cited |= r->clauses[k].clause == r->why.at[i].clause;
        ck_assert(cited);
    }
    for (int i = 0; i < r->clause_count; i++) ck_assert(r->clauses[i].clause->games & match->game->bit);
    ck_assert_int_eq(r->next == PLAYER_NONE, after->over);
    for (int a = 0; a < BALLS; a++)
        for (int b = 0; b < a; b++) {
            const PoolBall *p = &after->balls[a], *q = &after->balls[b];
            bool spotted =
                ruling->spot_count > 0 && p->on && q->on && p->known && q->known && !p->racked && !q->racked;
            if (spotted) ck_assert_int_ge(pool_distance(p->at, q->at), match->table.ball - NM_PER_MM);
        }
}

/* Plays random shots and returns how many were ruled on; the mirrored and the swapped shot are ruled on
 * beside. */
static int play(const PoolMatch *match, int shots) {
    PoolState state = {0};
    int ruled = 0;
    pool_state_start(match, &state);
    for (int i = 1; i <= shots; i++) {
        RandomShot shot, mirrored, other;
        PoolState after, mirror = state, swap = state, unused;
        PoolRuling ruling, second;
        Diag diag = {.arena = &arena, .most = 1};
        a_shot(&shot, &state);
        mirrored = other = shot;
        mirror_shot(&match->table, &mirrored);
        mirror_state(&match->table, &mirror);
        swap_shot(&other);
        swap_state(&swap);
        PoolMatch exchanged = *match;
        exchanged.breaker = player_other(match->breaker);
        Shot s = as_shot(&shot, i), m = as_shot(&mirrored, i), o = as_shot(&other, i);
        bool good = pool_rule(match, &state, &s, &after, &ruling, &diag);
        ck_assert_int_eq(good, !diag_failed(&diag));
        Diag aside = {.arena = &arena, .most = 1};
        ck_assert_int_eq(pool_rule(match, &mirror, &m, &unused, &second, &aside), good);
        if (good) check_same(&ruling, &second, false);
        ck_assert_int_eq(pool_rule(&exchanged, &swap, &o, &unused, &second, &aside), good);
        if (good) check_same(&ruling, &second, true);
        if (!good) continue;
        check_ruling(match, &after, &ruling);
        ruled++;
        state = after;
        if (!state.over) continue;
        state = (PoolState){0};
        pool_state_start(match, &state);
    }
    return ruled;
}

START_TEST(random_sheets) {
    for (int game = 0; game < POOL_GAME_COUNT; game++) {
        PoolMatch with = a_match(game, true), without = a_match(game, false);
        seed = 7u + (uint32_t)game;
        ck_assert_int_gt(play(&with, 1500), 300);
        ck_assert_int_gt(play(&without, 1500), 300);
        arena_free(&arena);
    }
}
END_TEST

/* ---- racks ---- */

static int full_rack(const PoolTable *table, unsigned game, const int *order, RackBall *balls) {
    const RackShape *shape = rack_shape(game);
    for (int i = 0; i < shape->places; i++)
        balls[i] =
            (RackBall){.ball = (int16_t)order[i], .at = rack_place(table, shape, i), .diameter = 57.15};
    return shape->places;
}

static const int eight_order[] = {1, 11, 3, 5, 8, 14, 9, 2, 12, 6, 4, 13, 7, 15, 10};
static const RackLimits limits = {.gap = 0.2, .spot = 2, .axis = 1};

START_TEST(racks_of_touching_balls) {
    PoolMatch match = a_match(0, true);
    RackBall balls[RACK_MOST];
    RackResult result;
    int n = full_rack(&match.table, GAME_8_BALL, eight_order, balls);
    rack_check(&match.table, GAME_8_BALL, balls, n, &limits, &result);
    ck_assert(result.right);
    ck_assert_int_eq(result.gap_count, 30);
    ck_assert_int_eq(result.apex, 1);
    for (int i = 0; i < 30; i++) ck_assert(fabs(result.gaps[i].mm) < 1e-6);
    arena_free(&arena);
}
END_TEST

/* Turned about the foot spot: right up to one degree. */
START_TEST(racks_turned) {
    PoolMatch match = a_match(0, true);
    for (int tenths = -20; tenths <= 20; tenths++) {
        RackBall balls[RACK_MOST];
        RackResult result;
        double angle = tenths / 10.0 * acos(-1.0) / 180, x0 = 190.5, y0 = 63.5;
        int n = full_rack(&match.table, GAME_8_BALL, eight_order, balls);
        for (int i = 0; i < n; i++) {
            double x = balls[i].at.x - x0, y = balls[i].at.y - y0;
            balls[i].at = (Vec2){x0 + x * cos(angle) - y * sin(angle), y0 + x * sin(angle) + y * cos(angle)};
        }
        rack_check(&match.table, GAME_8_BALL, balls, n, &limits, &result);
        ck_assert(fabs(result.turn - tenths / 10.0) < 1e-6);
        ck_assert_int_eq(result.right, abs(tenths) <= 10);
    }
    arena_free(&arena);
}
END_TEST

/* Widening the uncertainty never turns wrong into right or right into wrong, only into undecided. */
START_TEST(rack_uncertainty) {
    PoolMatch match = a_match(0, true);
    for (int tenths = 0; tenths <= 40; tenths++) {
        RackBall balls[RACK_MOST];
        RackResult sharp, blunt;
        RackLimits wide = limits;
        int n = full_rack(&match.table, GAME_8_BALL, eight_order, balls);
        balls[10].at.y -= tenths / 400.0; /* the left rear corner, up to 1 mm */
        rack_check(&match.table, GAME_8_BALL, balls, n, &limits, &sharp);
        wide.uncertainty = 0.1;
        rack_check(&match.table, GAME_8_BALL, balls, n, &wide, &blunt);
        ck_assert(blunt.open || blunt.right == sharp.right);
        ck_assert(tenths < 20 || !sharp.right);
    }
    arena_free(&arena);
}
END_TEST

/* ---- spots ---- */

/* Whatever lies about, spotted balls lie on the long string and touch nothing that was there before. */
START_TEST(spotting_anywhere) {
    PoolMatch match = a_match(2, true);
    seed = 99;
    for (int round = 0; round < 300; round++) {
        PoolState state = {0};
        PoolRuling ruling = {0};
        BallSet set = 0;
        for (int ball = 0; ball < BALLS; ball++) {
            PoolPoint at = {(int64_t)(170 + rnd(80)) * NM_PER_CM, (int64_t)(55 + rnd(18)) * NM_PER_CM};
            bool clear = true;
            for (int other = 0; other < ball; other++)
                if (state.balls[other].on && pool_distance(state.balls[other].at, at) < match.table.ball)
                    clear = false;
            if (ball && (!clear || rnd(3) == 0))
                set |= BIT(ball);
            else
                state.balls[ball] = (PoolBall){.on = true, .known = true, .at = at};
        }
        PoolState before = state;
        pool_spot(&match, &state, set, &ruling);
        ck_assert_int_eq(ruling.spot_count, __builtin_popcount(set));
        for (int i = 0; i < ruling.spot_count; i++) {
            ck_assert_int_eq(ruling.spot[i].at.y, match.table.foot.y);
            for (int ball = 0; ball < BALLS; ball++)
                if (before.balls[ball].on) /* 0.1 mm, less a rounding */
                    ck_assert_int_ge(pool_distance(before.balls[ball].at, ruling.spot[i].at),
                                     match.table.ball + NM_PER_MM / 10 - 1);
        }
    }
    arena_free(&arena);
}
END_TEST

UNIT_MAIN("pool", random_sheets, racks_of_touching_balls, racks_turned, rack_uncertainty, spotting_anywhere)
