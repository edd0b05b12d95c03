/* The state of a game before a stroke: the first rack, the setup of shot 0, options that follow from where
 * the balls lie. See pool.h; rules/README.md, Setup. */
#include "rules/pool/rack.h"

#include <math.h>

BallSet pool_on_table(const PoolState *state) {
    BallSet on = 0;
    for (int ball = 1; ball < BALLS; ball++)
        if (state->balls[ball].on) on |= BIT(ball);
    return on;
}

/* Which ball stands on which place does not matter to the referee; that a place is taken does. */
void pool_rack(const PoolMatch *match, PoolState *state, BallSet balls) {
    const RackShape *shape = rack_shape(match->game->bit);
    int place = __builtin_popcount(balls) == shape->places ? 0 : 1;
    for (int ball = 1; ball < BALLS && place < shape->places; ball++) {
        if (!(balls & BIT(ball))) continue;
        Vec2 at = rack_place(&match->table, shape, place++);
        state->balls[ball] = (PoolBall){.on = true,
                                        .known = true,
                                        .racked = true,
                                        .at = {llround(at.x * NM_PER_CM), llround(at.y * NM_PER_CM)}};
    }
}

static BallSet all_balls(const PoolGame *game) { return (BIT(game->balls + 1) - 1) & OBJECT_BALLS; }

void pool_state_start(const PoolMatch *match, PoolState *state) {
    PoolState kept = *state;
    int games = kept.score[0] + kept.score[1];
    *state = (PoolState){.breaking = true, .cue = CUE_IN_HAND_HEAD, .group = {GROUP_NONE, GROUP_NONE}};
    bool first = match->game->bit == GAME_14_1 || games % 2 == 0; /* the break alternates */
    state->next = first ? match->breaker : player_other(match->breaker);
    memcpy(state->score, kept.score, sizeof state->score);
    memcpy(state->slow, kept.slow, sizeof state->slow);
    for (int p = 0; p < 2; p++) state->safety_ball[p] = BALL_NONE;
    state->balls[CUE].on = true;
    pool_rack(match, state, all_balls(match->game));
}

void pool_open_option(PoolState *state, Choice choice, Player chooser) {
    state->options |= 1U << choice;
    state->chooser[choice] = chooser;
}

int pool_nearest_in_head(const PoolMatch *match, const PoolState *state) {
    BallSet permitted = match->game->required(state, state->next);
    const PoolTable *table = &match->table;
    int best = BALL_NONE;
    for (int ball = 1; ball < BALLS; ball++) {
        const PoolBall *b = &state->balls[ball];
        if (!(permitted & BIT(ball))) continue;
        if (!b->known || !pool_in_head(table, b->at)) return BALL_NONE;
        const PoolPoint *nearest = best == BALL_NONE ? NULL : &state->balls[best].at;
        bool nearer = !nearest || b->at.x > nearest->x ||
                      (b->at.x == nearest->x &&
                       pool_distance(b->at, table->head) < pool_distance(*nearest, table->head));
        if (nearer) best = ball;
    }
    return best;
}

void pool_state_options(const PoolMatch *match, PoolState *state) {
    if (state->over || state->cue != CUE_IN_HAND_HEAD || state->breaking || state->fresh_rack) return;
    if (pool_nearest_in_head(match, state) != BALL_NONE)
        pool_open_option(state, CHOICE_SPOT_NEAREST, state->next);
}

/* ---- shot 0 ---- */

typedef struct Setup {
    const PoolMatch *match;
    PoolState *state;
    const Shot *shot;
    Diag *diag;
    bool some_on, cue_given, break_given;
} Setup;

static bool refuse(const Setup *setup, const Event *event, int column, const char *text) {
    return diag_error(setup->diag, event_place(setup->shot, event, column), "%s",
                      diag_word(setup->diag, text));
}

/* Once a row names a ball, every ball not named is down. */
static bool set_on_table(Setup *setup, const Event *event) {
    PoolState *state = setup->state;
    if (event->ball > setup->match->game->balls)
        return refuse(setup, event, COLUMN_BALL, "there is no such ball in this game");
    if (!setup->some_on) memset(state->balls, 0, sizeof state->balls);
    setup->some_on = true;
    PoolBall *ball = &state->balls[event->ball];
    if (ball->on) return refuse(setup, event, COLUMN_BALL, "this ball is on the table already");
    *ball = (PoolBall){.on = true, .known = event->placed, .at = {event->x, event->y}};
    if (event->placed && !pool_on_bed(&setup->match->table, ball->at))
        return refuse(setup, event, COLUMN_X, "this place is neither on the bed nor in a pocket's mouth");
    for (int other = 0; event->placed && other < BALLS; other++) {
        const PoolBall *o = &state->balls[other];
        if (other != event->ball && o->on && o->known &&
            pool_distance(o->at, ball->at) < setup->match->table.ball - NM_PER_MM)
            return refuse(setup, event, COLUMN_X, "two balls overlap here");
    }
    return true;
}

static bool set_group(Setup *setup, const Event *event) {
    if (setup->match->game->bit != GAME_8_BALL)
        return refuse(setup, event, COLUMN_EVENT, "only 8-ball has groups");
    Group group = (Group)event->value, other = group == GROUP_SOLIDS ? GROUP_STRIPES : GROUP_SOLIDS;
    Group *groups = setup->state->group;
    if (groups[event->player] != GROUP_NONE && groups[event->player] != group)
        return refuse(setup, event, COLUMN_VALUE, "the players cannot both have this group");
    groups[event->player] = group;
    groups[player_other(event->player)] = other;
    return true;
}

static bool set_fouls(Setup *setup, const Event *event) {
    if (event->value > 2) return refuse(setup, event, COLUMN_VALUE, "expected 0, 1 or 2 fouls in a row");
    setup->state->fouls[event->player] = (int)event->value;
    return true;
}

static bool set_score(Setup *setup, const Event *event) {
    const PoolMatch *match = setup->match;
    bool points = match->game->bit == GAME_14_1;
    int target = points ? match->points : match->race;
    if (!points && !match->race) {
        diag_warning(setup->diag, event_place(setup->shot, event, COLUMN_VALUE),
                     "games are counted with --race only; this score is not used");
        return true;
    }
    if (!points && event->value < 0) return refuse(setup, event, COLUMN_VALUE, "expected games of 0 or more");
    if (target && event->value >= target)
        return refuse(setup, event, COLUMN_VALUE, "with this score the match is over");
    setup->state->score[event->player] = (int)event->value;
    return true;
}

static bool set_warn(Setup *setup, const Event *event) {
    if (event->player == PLAYER_NONE)
        return refuse(setup, event, COLUMN_PLAYER, "who was told? expected A or B");
    if (event->value == WARNING_SLOW_PLAY)
        setup->state->slow[event->player] = true;
    else
        setup->state->warned[event->player] = true;
    return true;
}

static bool set_safeties(Setup *setup, const Event *event) {
    if (event->ball > setup->match->game->balls)
        return refuse(setup, event, COLUMN_BALL, "there is no such ball in this game");
    setup->state->safety_ball[event->player] = event->ball;
    setup->state->safety_count[event->player] = (int)event->value;
    return true;
}

static bool set_row(Setup *setup, const Event *event) {
    PoolState *state = setup->state;
    switch (event->kind) {
    case EVENT_ON_TABLE:
        return set_on_table(setup, event);
    case EVENT_TURN:
        state->next = event->player;
        return true;
    case EVENT_BREAK:
        setup->break_given = true;
        return true;
    case EVENT_GROUP:
        return set_group(setup, event);
    case EVENT_FOULS:
        return set_fouls(setup, event);
    case EVENT_SCORE:
        return set_score(setup, event);
    case EVENT_CUE:
        state->cue = (CueState)event->value, setup->cue_given = true;
        return true;
    case EVENT_SAFETIES:
        return set_safeties(setup, event);
    case EVENT_WARN:
        return set_warn(setup, event);
    default:
        return true; /* innings completed: pool counts none */
    }
}

/* Without a list of balls: the rack before the break, else all balls at unknown places. */
static void settle_balls(Setup *setup) {
    PoolState *state = setup->state;
    for (int ball = 0; ball < BALLS && !setup->some_on && !setup->break_given; ball++)
        state->balls[ball].known = state->balls[ball].racked = false;
    bool cue_on = state->balls[CUE].on;
    if (!setup->cue_given && setup->some_on) state->cue = cue_on ? CUE_LIES : CUE_IN_HAND;
    if (!setup->cue_given && !setup->some_on) state->cue = setup->break_given ? CUE_IN_HAND_HEAD : CUE_LIES;
    if (state->cue != CUE_LIES) state->balls[CUE] = (PoolBall){.on = true};
}

void pool_warn_early(Diag *diag, Place row, Player told, int notes) {
    diag_warning(
        diag, row,
        "%s is not on two fouls but on %d: this row changes nothing; it belongs after his second foul",
        player_name(told), notes);
}

static void settle_warnings(const Setup *setup) {
    PoolState *state = setup->state;
    for (int i = 0; i < setup->shot->count; i++) {
        const Event *e = &setup->shot->events[i];
        bool told = e->kind == EVENT_WARN && e->value == WARNING_TWO_FOULS && e->player != PLAYER_NONE;
        if (told && state->fouls[e->player] != 2)
            pool_warn_early(setup->diag, event_place(setup->shot, e, COLUMN_EVENT), e->player,
                            state->fouls[e->player]);
    }
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) state->warned[p] = state->warned[p] && state->fouls[p] == 2;
}

bool pool_setup(const PoolMatch *match, PoolState *state, const Shot *shot, Diag *diag) {
    Setup setup = {.match = match, .state = state, .shot = shot, .diag = diag};
    bool good = true;
    for (int i = 0; i < shot->count; i++) good = set_row(&setup, &shot->events[i]) && good;
    state->breaking = setup.break_given;
    settle_balls(&setup);
    settle_warnings(&setup);
    if (good && state->cue == CUE_LIES && !state->balls[CUE].on)
        good = diag_error(diag, shot_place(shot), "the cue ball lies, but is not on the table");
    pool_state_options(match, state);
    return good;
}
