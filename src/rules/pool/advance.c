/* The state after a stroke: where the balls lie, notes, groups, score, whose turn, which options are open.
 * Source: rules-pool.md 4.19 to 4.25, 6, 8; scoresheet.md. */
#include "rules/pool/pool.h"

static bool is(const PoolFacts *f, unsigned game) { return f->match->game->bit & game; }

/* ---- where the balls lie ---- */

/* A ball that took part lies nobody knows where, unless a row says so; a rack that was touched is none any
 * more. */
static void move_balls(const PoolFacts *f, PoolState *after) {
    BallSet racked = 0;
    for (int ball = 1; ball < BALLS; ball++)
        if (after->balls[ball].racked) racked |= BIT(ball);
    BallSet moved = f->moved | (f->moved & racked ? racked : 0);
    if (f->before->breaking && f->first != BALL_NONE) moved |= pool_on_table(f->before); /* 8.5 */
    for (BallSet rest = moved | f->placed | f->down | f->off; rest; rest &= rest - 1) {
        int ball = __builtin_ctz(rest);
        PoolBall *b = &after->balls[ball];
        if (moved & BIT(ball)) b->known = b->racked = false;
        if (f->placed & BIT(ball)) b->known = true, b->racked = false, b->at = f->place[ball];
        if ((f->down | f->off) & BIT(ball)) *b = (PoolBall){0};
    }
}

static const Event *placing_row(const PoolFacts *f, int ball) {
    const Event *found = NULL;
    for (int i = 0; i < f->shot->count; i++) {
        const Event *e = &f->shot->events[i];
        if (e->ball == ball && (e->kind == EVENT_POSITION || e->kind == EVENT_PLACE)) found = e;
    }
    return found;
}

/* Nearer than a diameter, less the millimetre that is left to those who type to the millimetre. */
static bool overlap(const PoolTable *table, PoolPoint a, PoolPoint b) {
    int64_t least = table->ball - NM_PER_MM;
    return llabs(a.x - b.x) < least && llabs(a.y - b.y) < least && pool_distance(a, b) < least;
}

static bool check_overlap(const PoolFacts *f, const PoolState *state, int a, int b, Diag *diag) {
    const PoolBall *p = &state->balls[a], *q = &state->balls[b];
    if (a == b || !q->on || !q->known || !overlap(&f->match->table, p->at, q->at)) return true;
    if (f->placed & BIT(b) && placing_row(f, b) > placing_row(f, a)) return true; /* told at the later row */
    return diag_error(diag, event_place(f->shot, placing_row(f, a), COLUMN_X),
                      "ball %s overlaps ball %s here", discipline_pool.words->balls[a],
                      discipline_pool.words->balls[b]);
}

static bool check_overlaps(const PoolFacts *f, const PoolState *state, Diag *diag) {
    bool good = true;
    for (BallSet rest = f->placed; rest; rest &= rest - 1)
        for (int a = __builtin_ctz(rest), b = 0; state->balls[a].on && b < BALLS; b++)
            good = check_overlap(f, state, a, b, diag) && good;
    return good;
}

/* A cue ball put down in hand must not touch another either, before anything moves. */
static bool check_placed_cue(const PoolFacts *f, Diag *diag) {
    const PoolBall *balls = f->before->balls;
    for (int i = 0; i < f->shot->count && f->before->cue != CUE_LIES; i++) {
        const Event *e = &f->shot->events[i];
        PoolPoint at = {e->x, e->y};
        for (int ball = 1; e->kind == EVENT_PLACE && ball < BALLS; ball++)
            if (balls[ball].on && balls[ball].known && overlap(&f->match->table, at, balls[ball].at))
                return diag_error(diag, event_place(f->shot, e, COLUMN_X),
                                  "the cue ball overlaps ball %s here", discipline_pool.words->balls[ball]);
    }
    return true;
}

/* The cue ball in hand bars no place; lost, it is in hand. */
static void settle_cue(const PoolFacts *f, PoolState *after) {
    after->cue = f->cue_after;
    if (after->cue != CUE_LIES) after->balls[CUE] = (PoolBall){.on = true};
}

/* ---- notes, warnings, safeties ---- */

static void keep_notes(const PoolFacts *f, PoolState *after) {
    int *notes = &after->fouls[f->player];
    if (f->notes != 2 || *notes != 2 || f->kind != RULING_FOUL) after->warned[f->player] = false;
    *notes = f->notes;
}

/* Told after the stroke, or told to the other player: it holds for the next stroke. */
static void keep_warnings(const PoolFacts *f, PoolState *after) {
    bool nothing = f->kind == RULING_VOID || f->kind == RULING_REPLAY;
    for (int i = 0; i < f->shot->count; i++) {
        const Event *e = &f->shot->events[i];
        if (e->kind != EVENT_WARN) continue;
        Player told = e->player == PLAYER_NONE ? f->player : e->player;
        bool late = told != f->player || nothing || (f->shot->strike >= 0 && i > f->shot->strike);
        if (e->value == WARNING_SLOW_PLAY)
            after->slow[told] = true;
        else if (late && after->fouls[told] == 2)
            after->warned[told] = true;
    }
}

static void keep_safeties(const PoolFacts *f, PoolState *after) {
    if (!f->struck) return;
    bool again = f->near_safety && after->safety_ball[f->player] == f->first;
    after->safety_count[f->player] = again ? after->safety_count[f->player] + 1 : f->near_safety;
    after->safety_ball[f->player] = f->near_safety ? f->first : BALL_NONE;
}

/* Where the touched balls lay, for `restore`. */
static void keep_touched(const PoolFacts *f, PoolState *after) {
    after->touched = f->touched;
    after->touched_known = 0;
    for (int ball = 1; ball < BALLS; ball++) {
        if (!(f->touched & BIT(ball)) || !f->before->balls[ball].known) continue;
        after->touched_known |= BIT(ball);
        after->touched_from[ball] = f->before->balls[ball].at;
    }
}

/* ---- the game's own ---- */

static void keep_groups(const PoolFacts *f, PoolState *after) {
    if (!f->group_decided) return;
    int ball = f->call_ball;
    for (int i = 0; i < f->down_count && ball == BALL_NONE; i++)
        if (f->down_pocket[f->down_order[i]] == f->call_pocket) ball = f->down_order[i];
    Group own = ball < 8 ? GROUP_SOLIDS : GROUP_STRIPES;
    after->group[f->player] = own;
    after->group[player_other(f->player)] = own == GROUP_SOLIDS ? GROUP_STRIPES : GROUP_SOLIDS;
}

static Player next_of(const PoolFacts *f) {
    bool goes_on = f->kind == RULING_LEGAL && f->pot;
    return goes_on ? f->player : player_other(f->player);
}

static void open_break_options(const PoolFacts *f, PoolState *after) {
    Player other = player_other(f->player);
    bool eight = is(f, GAME_8_BALL) && (f->down | f->off) & BIT(8);
    if (eight) {
        after->eight_waits = true;
        pool_open_option(after, CHOICE_SPOT_8, f->foul ? other : f->player);
        pool_open_option(after, CHOICE_REBREAK, f->foul ? other : f->player);
    }
    if (f->break_failed && !is(f, GAME_9_BALL) && !eight) {
        pool_open_option(after, CHOICE_ACCEPT, other);
        if (is(f, GAME_8_BALL)) pool_open_option(after, CHOICE_RERACK, other);
        pool_open_option(after, CHOICE_RERACK_BACK, other);
    }
    if (is(f, GAME_9_BALL) && f->match->push_out && f->kind == RULING_LEGAL)
        pool_open_option(after, CHOICE_PUSH_OUT, after->next);
}

/* 4.6 without a referee: the opponent says whether the ball stays or goes back. */
static void open_touch_options(const PoolFacts *f, PoolState *after) {
    keep_touched(f, after);
    if (!f->touched) return;
    pool_open_option(after, CHOICE_STAY, player_other(f->player));
    pool_open_option(after, CHOICE_RESTORE, player_other(f->player));
}

static void open_options(const PoolFacts *f, PoolState *after, const PoolRuling *ruling) {
    Player other = player_other(f->player);
    after->options = 0;
    if (f->struck && f->before->breaking) open_break_options(f, after);
    if (f->third && is(f, GAME_14_1)) {
        if (f->match->rules.third_foul_rerack)
            pool_rack_anew(f->match, after, f->player);
        else
            pool_open_option(after, CHOICE_RERACK_BACK, other);
    }
    if (f->pushing && f->kind == RULING_MISS) {
        pool_open_option(after, CHOICE_ACCEPT, other);
        pool_open_option(after, CHOICE_BACK, other);
    }
    open_touch_options(f, after);
    if (ruling->spot_count && f->returns) pool_open_option(after, CHOICE_RESPOT_BALLS, after->next);
    pool_state_options(f->match, after);
}

/* ---- the end of a game ---- */

static void end_game(const PoolMatch *match, PoolState *after, Player winner) {
    bool games = match->race && match->game->bit != GAME_14_1;
    if (games) after->score[winner]++;
    bool match_won = games && after->score[winner] >= match->race;
    bool goes_on = games && !match_won;
    if (goes_on) pool_state_start(match, after);
    after->over = !goes_on;
    after->options = 0;
    after->standing = match_won ? STANDING_MATCH : STANDING_GAME;
    after->standing_player = winner;
}

static void play(const PoolFacts *f, PoolState *after, PoolRuling *ruling) {
    settle_cue(f, after);
    after->next = next_of(f);
    if (f->struck) after->fresh_rack = after->breaking = false;
    after->pushing = false;
    after->score[f->player] += f->points;
    keep_notes(f, after);
    keep_safeties(f, after);
    keep_groups(f, after);
    pool_spot(f->match, after, f->returns, ruling);
    if (f->new_rack) pool_new_rack(f, after, ruling);
    open_options(f, after, ruling);
}

bool pool_advance(const PoolFacts *f, PoolState *after, PoolRuling *ruling, Diag *diag) {
    bool happened = f->kind != RULING_VOID && f->kind != RULING_REPLAY;
    if (!check_placed_cue(f, diag)) return false;
    if (happened) {
        move_balls(f, after);
        if (!check_overlaps(f, after, diag)) return false;
        play(f, after, ruling);
    } else if (f->kind == RULING_VOID) {
        move_balls(f, after); /* touched, or the cue ball put down */
        if (f->touched) open_touch_options(f, after);
    }
    keep_warnings(f, after);
    memcpy(ruling->fouls, after->fouls, sizeof ruling->fouls);
    Player winner = f->winner;
    if (winner == PLAYER_NONE && f->concedes != PLAYER_NONE) winner = player_other(f->concedes);
    if (winner != PLAYER_NONE) end_game(f->match, after, winner);
    return true;
}
