/* The state after a stroke: where the balls lie, notes, groups, score, whose turn, which options are open.
 * Source: rules/pool/README.md 4.19 to 4.25, 6, 8; rules/README.md. */
#include "rules/pool/pool.h"

static bool is(const PoolSeen *s, unsigned game) { return s->match->game->bit & game; }

/* ---- where the balls lie ---- */

/* A ball that took part lies nobody knows where, unless a row says so; a rack that was touched is none any
 * more. */
static void move_balls(const PoolSeen *s, PoolState *after) {
    BallSet racked = 0;
    for (int ball = 1; ball < BALLS; ball++)
        if (after->balls[ball].racked) racked |= BIT(ball);
    BallSet gone = s->down | s->off;
    if (s->broken_off) gone &= BIT(CUE); /* all others go back */
    BallSet moved = s->moved | (s->moved & racked ? racked : 0);
    if (s->before->breaking && s->first != BALL_NONE) moved |= pool_on_table(s->before); /* 8.5 */
    if (s->broken_off) moved = 0;
    for (BallSet rest = moved | s->placed | gone; rest; rest &= rest - 1) {
        int ball = __builtin_ctz(rest);
        PoolBall *b = &after->balls[ball];
        if (moved & BIT(ball)) b->known = b->racked = false;
        if (s->placed & BIT(ball)) b->known = true, b->racked = false, b->at = s->place[ball];
        if (gone & BIT(ball)) *b = (PoolBall){0};
    }
}

static const Event *placing_row(const PoolSeen *s, int ball) {
    const Event *found = NULL;
    for (int i = 0; i < s->shot->count; i++) {
        const Event *e = &s->shot->events[i];
        bool places = e->placed && (e->kind == EVENT_POSITION || e->kind == EVENT_PLACE);
        if (places && e->ball == ball) found = e;
    }
    return found;
}

/* Nearer than a diameter, less the millimetre that is left to those who type to the millimetre. */
static bool overlap(const PoolTable *table, PoolPoint a, PoolPoint b) {
    int64_t least = table->ball - NM_PER_MM;
    return llabs(a.x - b.x) < least && llabs(a.y - b.y) < least && pool_distance(a, b) < least;
}

static bool check_overlap(const PoolSeen *s, const PoolState *state, int a, int b, Diag *diag) {
    const PoolBall *p = &state->balls[a], *q = &state->balls[b];
    if (a == b || !q->on || !q->known || !overlap(&s->match->table, p->at, q->at)) return true;
    if (s->placed & BIT(b) && placing_row(s, b) > placing_row(s, a)) return true; /* told at the later row */
    return diag_error(diag, event_place(s->shot, placing_row(s, a), COLUMN_X),
                      "ball %s overlaps ball %s here", discipline_pool.words->balls[a],
                      discipline_pool.words->balls[b]);
}

static bool check_overlaps(const PoolSeen *s, const PoolState *state, Diag *diag) {
    bool good = true;
    for (BallSet rest = s->placed; rest; rest &= rest - 1)
        for (int a = __builtin_ctz(rest), b = 0; state->balls[a].on && b < BALLS; b++)
            good = check_overlap(s, state, a, b, diag) && good;
    return good;
}

/* A cue ball put down in hand must not touch another either, before anything moves. */
static bool check_placed_cue(const PoolSeen *s, Diag *diag) {
    const PoolBall *balls = s->before->balls;
    for (int i = 0; i < s->shot->count && s->before->cue != CUE_LIES; i++) {
        const Event *e = &s->shot->events[i];
        PoolPoint at = {e->x, e->y};
        for (int ball = 1; e->kind == EVENT_PLACE && e->placed && ball < BALLS; ball++)
            if (balls[ball].on && balls[ball].known && overlap(&s->match->table, at, balls[ball].at))
                return diag_error(diag, event_place(s->shot, e, COLUMN_X),
                                  "the cue ball overlaps ball %s here", discipline_pool.words->balls[ball]);
    }
    return true;
}

/* The cue ball in hand bars no place; lost, it is in hand. */
static void settle_cue(const PoolSeen *s, const PoolDecided *d, PoolState *after) {
    after->cue = d->cue_after;
    if (after->cue != CUE_LIES) after->balls[CUE] = (PoolBall){.on = true};
}

/* ---- notes, warnings, safeties ---- */

static void keep_notes(const PoolSeen *s, const PoolDecided *d, PoolState *after) {
    int *notes = &after->fouls[s->player];
    if (d->notes != 2 || *notes != 2 || d->kind != RULING_FOUL) after->warned[s->player] = false;
    *notes = d->notes;
}

/* Told after the stroke, or told to the other player: it holds for the next stroke. */
static void keep_warnings(const PoolSeen *s, const PoolDecided *d, PoolState *after, Diag *diag) {
    bool nothing = d->kind == RULING_VOID || d->kind == RULING_REPLAY;
    for (int i = 0; i < s->shot->count; i++) {
        const Event *e = &s->shot->events[i];
        if (e->kind != EVENT_WARN) continue;
        Player told = e->player == PLAYER_NONE ? s->player : e->player;
        bool late = told != s->player || nothing || (s->shot->strike >= 0 && i > s->shot->strike);
        int notes = late ? after->fouls[told] : s->before->fouls[told];
        if (e->value == WARNING_SLOW_PLAY)
            after->slow[told] = true;
        else if (notes != 2)
            pool_warn_early(diag, event_place(s->shot, e, COLUMN_EVENT), told, notes);
        else if (late)
            after->warned[told] = true;
    }
}

static void keep_safeties(const PoolSeen *s, const PoolDecided *d, PoolState *after) {
    if (!s->struck || s->broken_off) return;
    bool again = s->near_safety && after->safety_ball[s->player] == s->first;
    after->safety_count[s->player] = again ? after->safety_count[s->player] + 1 : s->near_safety;
    after->safety_ball[s->player] = s->near_safety ? s->first : BALL_NONE;
}

/* Where the touched balls lay, for `restore`. */
static void keep_touched(const PoolSeen *s, PoolState *after) {
    after->touched = s->touched;
    after->touched_known = 0;
    for (int ball = 1; ball < BALLS; ball++) {
        if (!(s->touched & BIT(ball)) || !s->before->balls[ball].known) continue;
        after->touched_known |= BIT(ball);
        after->touched_from[ball] = s->before->balls[ball].at;
    }
}

/* ---- the game's own ---- */

static void keep_groups(const PoolSeen *s, const PoolDecided *d, PoolState *after) {
    if (!d->group_decided) return;
    Group own = d->counted < 8 ? GROUP_SOLIDS : GROUP_STRIPES;
    after->group[s->player] = own;
    after->group[player_other(s->player)] = own == GROUP_SOLIDS ? GROUP_STRIPES : GROUP_SOLIDS;
}

static Player next_of(const PoolSeen *s, const PoolDecided *d) {
    bool goes_on = d->kind == RULING_LEGAL && d->pot;
    return goes_on ? s->player : player_other(s->player);
}

static void open_break_options(const PoolSeen *s, const PoolDecided *d, PoolState *after) {
    Player other = player_other(s->player);
    bool eight = is(s, GAME_8_BALL) && (s->down | s->off) & BIT(8);
    if (eight) {
        after->eight_waits = true;
        pool_open_option(after, CHOICE_SPOT_8, d->foul ? other : s->player);
        pool_open_option(after, CHOICE_REBREAK, d->foul ? other : s->player);
    }
    if (d->break_failed && !is(s, GAME_9_BALL) && !eight) {
        pool_open_option(after, CHOICE_ACCEPT, other);
        if (is(s, GAME_8_BALL)) pool_open_option(after, CHOICE_RERACK, other);
        pool_open_option(after, CHOICE_RERACK_BACK, other);
    }
    if (is(s, GAME_9_BALL) && s->match->push_out && d->kind == RULING_LEGAL)
        pool_open_option(after, CHOICE_PUSH_OUT, after->next);
}

/* 4.6 without a referee: the opponent says whether the ball stays or goes back. */
static void open_touch_options(const PoolSeen *s, PoolState *after) {
    if (!s->touched) return;
    pool_open_option(after, CHOICE_STAY, player_other(s->player));
    pool_open_option(after, CHOICE_RESTORE, player_other(s->player));
}

static void open_options(const PoolSeen *s, const PoolDecided *d, PoolState *after, PoolRuling *ruling) {
    Player other = player_other(s->player);
    after->options = 0;
    if (s->struck && s->before->breaking) open_break_options(s, d, after);
    if (d->third && is(s, GAME_14_1)) {
        if (s->match->rules.third_foul_rerack) {
            pool_rack_anew(s->match, after, s->player);
            ruling->racked = s->match->game->balls;
        } else {
            pool_open_option(after, CHOICE_ACCEPT, other);
            pool_open_option(after, CHOICE_RERACK_BACK, other);
        }
    }
    if (s->pushing && d->kind == RULING_MISS) {
        pool_open_option(after, CHOICE_ACCEPT, other);
        pool_open_option(after, CHOICE_BACK, other);
    }
    open_touch_options(s, after);
    if (ruling->spot_count && d->returns) pool_open_option(after, CHOICE_RESPOT_BALLS, after->next);
    pool_state_options(s->match, after);
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

static void play(const PoolSeen *s, const PoolDecided *d, PoolState *after, PoolRuling *ruling) {
    settle_cue(s, d, after);
    after->next = next_of(s, d);
    if (s->struck && !s->broken_off) after->fresh_rack = after->breaking = false;
    if (s->struck) after->spotted = 0;
    after->pushing = false;
    after->score[s->player] += d->points;
    keep_notes(s, d, after);
    keep_safeties(s, d, after);
    keep_groups(s, d, after);
    keep_touched(s, after);
    pool_spot(s->match, after, d->returns, ruling);
    if (d->new_rack) pool_new_rack(s->match, after, ruling);
    open_options(s, d, after, ruling);
}

bool pool_advance(const PoolSeen *s, const PoolDecided *d, PoolState *after, PoolRuling *ruling, Diag *diag) {
    bool happened = d->kind != RULING_VOID && d->kind != RULING_REPLAY;
    if (!check_placed_cue(s, diag)) return false;
    if (happened) {
        move_balls(s, after);
        if (!check_overlaps(s, after, diag)) return false;
        play(s, d, after, ruling);
    } else if (d->kind == RULING_VOID) {
        move_balls(s, after); /* touched, or the cue ball put down */
        if (s->touched) {
            keep_touched(s, after);
            open_touch_options(s, after);
        }
    }
    keep_warnings(s, d, after, diag);
    memcpy(ruling->fouls, after->fouls, sizeof ruling->fouls);
    Player winner = d->winner;
    if (winner == PLAYER_NONE && s->concedes != PLAYER_NONE) winner = player_other(s->concedes);
    if (winner != PLAYER_NONE) end_game(s->match, after, winner);
    return true;
}
