/* What happened in a stroke, gathered row by row: the first hit, cushions after it, balls down and off, what
 * the referee saw. A row that cannot have happened is an error of the sheet. Reads the state before the
 * stroke alone. Source: rules/README.md; pool.4.1 to 4.21, 7.1 to 7.6. */
#include "rules/pool/pool.h"

#include <stdarg.h>

typedef struct Gather {
    PoolSeen *seen;
    Diag *diag;
    const Event *event;
    BallSet on; /* on the table at this row; bit 0: the cue ball */
    bool struck;
    bool met_another; /* the frozen ball hit first has met another ball since */
    bool hit;         /* an object ball was, by whatever */
    PoolSeen so_far;  /* as it was when interference broke the stroke off */
} Gather;

static bool impossible(const Gather *g, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool impossible(const Gather *g, int column, const char *format, ...) {
    char text[300];
    va_list list;
    format = diag_word(g->diag, format);
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return diag_error(g->diag, event_place(g->seen->shot, g->event, column), "%s", text);
}

static const char *ball_word(int ball) { return discipline_pool.words->balls[ball]; }

/* Every ball a row names exists in this game and, but for a touch of a pocketed ball, is on the table. */
static bool check_ball(const Gather *g, int ball, int column) {
    if (ball == BALL_NONE) return true;
    if (ball > g->seen->match->game->balls)
        return impossible(g, column, "there is no ball %s in %s", ball_word(ball),
                          g->seen->match->game->name);
    if (g->event->kind == EVENT_FAULT || g->on & BIT(ball)) return true;
    if (ball == CUE) return impossible(g, column, "the cue ball is not on the table");
    return impossible(g, column, "the ball %s is not on the table", ball_word(ball));
}

static bool check_balls(const Gather *g) {
    bool good = check_ball(g, g->event->ball, COLUMN_BALL);
    if (g->event->to_kind != TO_BALL) return good;
    if (g->event->to == g->event->ball) return impossible(g, COLUMN_TO, "a ball cannot touch itself");
    return check_ball(g, g->event->to, COLUMN_TO) && good;
}

/* ---- before the stroke ---- */

static bool take_call(Gather *g) {
    PoolSeen *seen = g->seen;
    const Event *event = g->event;
    if (event->valued && event->to_kind == TO_POCKET)
        return impossible(g, COLUMN_VALUE, "a safety is called without a pocket");
    if (!event->valued && event->to_kind == TO_NONE)
        return impossible(g, COLUMN_TO, "a call names a pocket, or is 'safety'");
    if (event->valued && !seen->match->game->calls)
        diag_warning(g->diag, event_place(seen->shot, event, COLUMN_VALUE),
                     "there is no called safety in %s: this row changes nothing and can go",
                     seen->match->game->name);
    seen->call = true;
    seen->safety = event->valued && seen->match->game->calls; /* 9-ball has no called safety */
    seen->call_ball = event->ball;
    seen->call_pocket = event->to_kind == TO_POCKET ? event->to : BALL_NONE;
    return true;
}

static bool take_place(Gather *g) {
    PoolSeen *seen = g->seen;
    PoolPoint at = {g->event->x, g->event->y};
    CueState cue = seen->before->cue;
    if (g->event->ball != CUE) return impossible(g, COLUMN_BALL, "only the cue ball is placed");
    if (cue == CUE_LIES) return impossible(g, COLUMN_EVENT, "the cue ball is not in hand");
    if (!g->event->placed) return true; /* put down somewhere */
    if (!pool_on_bed(&seen->match->table, at)) return impossible(g, COLUMN_X, "this place is not on the bed");
    if (cue == CUE_IN_HAND_HEAD && !pool_in_head(&seen->match->table, at))
        return impossible(g, COLUMN_X,
                          "the cue ball must be placed behind the head string, at less than %.2f cm",
                          (double)seen->match->table.string / NM_PER_CM);
    seen->placed |= BIT(CUE);
    seen->place[CUE] = at;
    return true;
}

static bool take_frozen(Gather *g) {
    PoolSeen *seen = g->seen;
    const Event *event = g->event;
    if (event->to_kind == TO_RAIL)
        seen->rail_frozen[event->ball] |= (uint8_t)(1U << event->to);
    else if (event->ball == CUE)
        seen->cue_frozen |= BIT(event->to);
    else if (event->to == CUE)
        seen->cue_frozen |= BIT(event->ball);
    return true;
}

static bool take_strike(Gather *g) {
    g->struck = g->seen->struck = true;
    g->seen->struck_ball = g->event->ball;
    g->seen->moved |= BIT(g->event->ball);
    g->seen->disturbed &= ~BIT(g->event->ball);
    return true;
}

/* ---- the stroke ---- */

static bool take_contact(Gather *g) {
    PoolSeen *seen = g->seen;
    int a = g->event->ball, b = g->event->to;
    seen->moved |= BIT(a) | BIT(b);
    seen->disturbed &= ~(BIT(a) | BIT(b)); /* the stroke's again */
    g->hit = true;
    bool first = seen->first == BALL_NONE && (a == CUE || b == CUE);
    if (first)
        seen->first = (int16_t)(a == CUE ? b : a);
    else if (seen->first != BALL_NONE && (a == seen->first || b == seen->first))
        g->met_another = true;
    return true;
}

/* Some cushion: enough, but for a frozen ball that may only have left its own. */
static bool check_which_cushion(const Gather *g) {
    const PoolSeen *seen = g->seen;
    int ball = g->event->ball;
    if (g->event->to_kind == TO_RAIL || ball != seen->first || !seen->rail_frozen[ball] || g->met_another)
        return true;
    return impossible(g, COLUMN_TO, "which cushion? ball %s was frozen to one: expected the cushion's name",
                      ball_word(ball));
}

/* Driven to a cushion: to another than it was frozen to, or back to its own after it met another ball. */
static bool drives_frozen(const Gather *g) {
    const PoolSeen *seen = g->seen;
    bool own = g->event->to_kind == TO_RAIL && seen->rail_frozen[seen->first] & 1U << g->event->to;
    return g->event->ball == seen->first && (!own || g->met_another);
}

static bool take_cushion(Gather *g) {
    PoolSeen *seen = g->seen;
    int ball = g->event->ball;
    seen->moved |= BIT(ball);
    seen->all_cushions |= BIT(ball);
    bool foot = g->event->to_kind == TO_RAIL && g->event->to == RAIL_FAR;
    if (seen->first == BALL_NONE) {
        if (ball == CUE && foot) seen->left_head = true;
        return true;
    }
    if (!check_which_cushion(g)) return false;
    seen->cushions |= BIT(ball);
    if (drives_frozen(g)) seen->frozen_reached = true;
    return true;
}

static void fall_down(Gather *g, int ball, int pocket) {
    PoolSeen *seen = g->seen;
    g->on &= ~BIT(ball);
    seen->down |= BIT(ball);
    seen->down_pocket[ball] = (int16_t)pocket;
    seen->down_order[seen->down_count++] = (int16_t)ball;
}

/* Knocked in from outside: it goes back and was never pocketed. A contact after the `disturb` makes it the
 * stroke's (7.3). */
static bool take_pocket(Gather *g) {
    int ball = g->event->ball;
    if (g->seen->disturbed & BIT(ball)) {
        g->seen->knocked_in |= BIT(ball);
        return true;
    }
    g->seen->moved |= BIT(ball);
    bool named = g->event->to_kind == TO_POCKET;
    if (!named && ball != CUE && g->seen->call && !g->seen->safety)
        return impossible(g, COLUMN_TO, "which pocket? one was called: expected the pocket's name");
    fall_down(g, ball, named ? g->event->to : POCKET_NONE);
    return true;
}

static bool take_rebound(Gather *g) {
    PoolSeen *seen = g->seen;
    seen->moved |= BIT(g->event->ball);
    if (g->event->to_kind == TO_POCKET)
        seen->rebound_pocket = true;
    else if (g->event->to == OUTSIDE_LAMP)
        seen->rebound_lamp = true;
    else
        seen->rebound_outside = true;
    return true;
}

static bool take_off(Gather *g) {
    int ball = g->event->ball;
    if (g->event->to_kind == TO_OUTSIDE && g->event->to == OUTSIDE_LAMP)
        return impossible(g, COLUMN_TO, "a ball does not stay on the lamp; expected floor or frame");
    g->on &= ~BIT(ball);
    g->seen->off |= BIT(ball);
    return true;
}

/* Five seconds at rest or more: back; sooner: pocketed by the stroke. */
static bool take_fall(Gather *g) {
    enum { FIVE_SECONDS = 5000000 };
    int ball = g->event->ball;
    if (g->event->value >= FIVE_SECONDS) {
        g->seen->fell_back |= BIT(ball);
        return true;
    }
    if (!g->struck)
        return impossible(
            g, COLUMN_VALUE,
            "a ball that falls within 5 seconds belongs to the stroke before: write the row there");
    g->seen->fell_soon |= BIT(ball);
    fall_down(g, ball, g->event->to);
    return true;
}

/* A ball that is known to lie outside an area does not leave it. */
static void warn_of_exit(const Gather *g) {
    const PoolSeen *seen = g->seen;
    int ball = g->event->ball;
    bool placed = ball == CUE && seen->placed & BIT(CUE);
    const PoolBall *lies = &seen->before->balls[ball];
    PoolPoint at = placed ? seen->place[CUE] : lies->at;
    if ((!placed && !lies->known) || pool_in_head(&seen->match->table, at)) return;
    Place row = event_place(seen->shot, g->event, COLUMN_EVENT);
    if (ball == CUE)
        diag_warning(g->diag, row, "the cue ball did not lie in the head area: it cannot leave it");
    else
        diag_warning(g->diag, row, "ball %s did not lie in the head area: it cannot leave it",
                     ball_word(ball));
}

static bool take_exit(Gather *g) {
    const Event *event = g->event;
    bool head = event->to_kind == TO_NONE || str_eq(event->area, S("head"));
    if (!head)
        return impossible(g, COLUMN_TO, "there is no area '%.*s' in pool; expected head", SARG(event->area));
    warn_of_exit(g);
    g->seen->moved |= BIT(event->ball);
    if (event->ball == CUE && g->seen->first == BALL_NONE) g->seen->left_head = true;
    return true;
}

static bool take_position(Gather *g) {
    PoolSeen *seen = g->seen;
    int ball = g->event->ball;
    PoolPoint at = {g->event->x, g->event->y};
    if (!g->event->placed) { /* somewhere */
        seen->moved |= BIT(ball);
        return true;
    }
    if (!pool_on_bed(&seen->match->table, at))
        return impossible(g, COLUMN_X, "this place is neither on the bed nor in a pocket's mouth");
    for (const Event *e = seen->shot->events; e < g->event; e++) {
        if (e->kind != EVENT_POSITION || e->ball != ball || !e->placed) continue;
        if (e->x != at.x || e->y != at.y)
            return impossible(g, COLUMN_X, "ball %s has two places", ball_word(ball));
        diag_warning(g->diag, event_place(seen->shot, g->event, COLUMN_EVENT),
                     "this row stands twice; it is used once");
    }
    seen->placed |= BIT(ball);
    seen->place[ball] = at;
    return true;
}

/* ---- at any time ---- */

static bool take_disturb(Gather *g) {
    PoolSeen *seen = g->seen;
    seen->disturb = true;
    if (g->event->ball != BALL_NONE) seen->disturbed |= BIT(g->event->ball);
    seen->interfered |= seen->disturbed;
    if (g->event->value != DISTURB_EFFECT || seen->broken_off) return true;
    seen->broken_off = true;
    g->so_far = *seen;
    return true;
}

/* Without a referee only the cue ball in play, purpose, or an effect makes a touch a foul. */
static void take_touch(Gather *g, FaultKind kind) {
    PoolSeen *seen = g->seen;
    int ball = g->event->ball;
    bool in_play = g->struck || seen->before->cue == CUE_LIES;
    bool foul = seen->match->referee || (ball == CUE && in_play) || kind == FAULT_TOUCH_DELIBERATE ||
                kind == FAULT_TOUCH_EFFECT;
    if (foul)
        seen->touch_foul = true;
    else if (ball > CUE)
        seen->touched |= BIT(ball);
    if (ball != BALL_NONE) seen->moved |= BIT(ball);
}

static bool take_fault(Gather *g) {
    PoolSeen *seen = g->seen;
    FaultKind kind = (FaultKind)g->event->value;
    bool named = g->event->ball != BALL_NONE;
    if (!named && !seen->match->referee && (kind == FAULT_TOUCH || kind == FAULT_TOUCH_NO_EFFECT))
        return impossible(g, COLUMN_BALL,
                          "which ball was touched? without a referee that decides: expected a ball");
    if (named && kind <= FAULT_TOUCH_NO_EFFECT) seen->handled |= BIT(g->event->ball);
    seen->faults |= 1U << kind;
    if (kind <= FAULT_TOUCH_NO_EFFECT) take_touch(g, kind);
    if (kind == FAULT_SLOW_PLAY && seen->cautioned) seen->slow_again = true;
    return true;
}

static bool take_warn(Gather *g) {
    PoolSeen *seen = g->seen;
    Player told = g->event->player == PLAYER_NONE ? seen->player : g->event->player;
    if (told != seen->player) return true; /* told now for a later stroke: pool_advance */
    if (g->event->value == WARNING_SLOW_PLAY)
        seen->cautioned = true;
    else if (!g->struck && seen->before->fouls[told] == 2)
        seen->warned = true;
    return true;
}

static bool take_concede(Gather *g) {
    g->seen->concedes = g->event->player == PLAYER_NONE ? g->seen->player : g->event->player;
    return true;
}

/* When a row may stand: before the strike, after it, or both. */
typedef enum When { NEVER, BEFORE, AFTER, ANY } When;
typedef struct Taking {
    When when;
    bool alone; /* may stand in a shot without a strike */
    bool (*take)(Gather *g);
} Taking;

static bool take_choice(Gather *g) {
    (void)g;
    return true; /* pool_choices has done it */
}

static const Taking takings[EVENT_KINDS] = {
    [EVENT_CALL] = {BEFORE, true, take_call},       [EVENT_PLACE] = {BEFORE, true, take_place},
    [EVENT_FROZEN] = {BEFORE, false, take_frozen},  [EVENT_CHOOSE] = {BEFORE, true, take_choice},
    [EVENT_WARN] = {ANY, true, take_warn},          [EVENT_STRIKE] = {ANY, false, take_strike},
    [EVENT_CONTACT] = {AFTER, false, take_contact}, [EVENT_CUSHION] = {AFTER, false, take_cushion},
    [EVENT_POCKET] = {AFTER, false, take_pocket},   [EVENT_REBOUND] = {AFTER, false, take_rebound},
    [EVENT_OFF] = {AFTER, false, take_off},         [EVENT_FALL] = {ANY, true, take_fall},
    [EVENT_EXIT] = {AFTER, false, take_exit},       [EVENT_DISTURB] = {ANY, true, take_disturb},
    [EVENT_FAULT] = {ANY, true, take_fault},        [EVENT_POSITION] = {AFTER, false, take_position},
    [EVENT_CONCEDE] = {ANY, true, take_concede},
};

/* A ball knocked in from outside may fall when nobody plays. */
static bool outside_pocket(const Gather *g) {
    return g->event->kind == EVENT_POCKET && g->event->ball != BALL_NONE &&
           g->seen->disturbed & BIT(g->event->ball);
}

static bool check_order(const Gather *g) {
    const Taking *taking = &takings[g->event->kind];
    if (g->seen->shot->strike < 0) {
        if (taking->alone || outside_pocket(g)) return true;
        return impossible(g, COLUMN_EVENT, "a '%s' in a shot without a strike", event_name(g->event->kind));
    }
    if (taking->when == BEFORE && g->struck)
        return impossible(g, COLUMN_EVENT, "a '%s' after the strike", event_name(g->event->kind));
    if (taking->when == AFTER && !g->struck && !outside_pocket(g))
        return impossible(g, COLUMN_EVENT, "a '%s' before the strike", event_name(g->event->kind));
    return true;
}

/* The striker's rows are his; a warning, a choice or a concession may name the other. */
static bool check_player(const Gather *g) {
    const Event *event = g->event;
    bool free = event->kind == EVENT_WARN || event->kind == EVENT_CHOOSE || event->kind == EVENT_CONCEDE;
    if (free || event->player == PLAYER_NONE || event->player == g->seen->player) return true;
    return impossible(g, COLUMN_PLAYER, "%s is at the table in this shot, not %s",
                      player_name(g->seen->player), player_name(event->player));
}

static bool check_turn(PoolSeen *seen, Diag *diag) {
    const Shot *shot = seen->shot;
    if (shot->strike < 0 || seen->player == seen->before->next) return true;
    return diag_error(diag, event_place(shot, &shot->events[0], COLUMN_PLAYER),
                      "a stroke out of turn: %s is at the table", player_name(seen->before->next));
}

/* An object ball moves by a hit, by the hand, by others, or with the cue ball it was frozen to. */
static bool check_hit(Gather *g) {
    const PoolSeen *seen = g->seen;
    if (g->hit || seen->cue_frozen || seen->disturb) return true;
    for (int i = 0; i < seen->shot->count; i++) {
        const Event *e = g->event = &seen->shot->events[i];
        bool moves = e->kind == EVENT_POCKET || e->kind == EVENT_CUSHION || e->kind == EVENT_OFF;
        if (!moves || e->ball <= CUE || e->ball == seen->struck_ball || seen->handled & BIT(e->ball))
            continue;
        return impossible(g, COLUMN_EVENT,
                          "ball %s moves, but nothing hit it: a row 'contact,cue,%s' must stand before",
                          ball_word(e->ball), ball_word(e->ball));
    }
    return true;
}

/* The stroke is as far as it came before the interference; where the balls were put stands below it. */
static void break_off(Gather *g) {
    const PoolSeen *all = g->seen;
    g->so_far.placed = all->placed;
    memcpy(g->so_far.place, all->place, sizeof all->place);
    g->so_far.concedes = all->concedes;
    *g->seen = g->so_far;
}

/* What the rows mean together. */
static void conclude(PoolSeen *seen) {
    const PoolTable *table = &seen->match->table;
    const PoolBall *first = seen->first == BALL_NONE ? NULL : &seen->before->balls[seen->first];
    bool near = first && first->known && !first->racked && pool_near_cushion(table, first->at);
    if (first && seen->rail_frozen[seen->first]) near = true;
    seen->near_safety = seen->safety && near;
}

bool pool_gather(PoolSeen *seen, Diag *diag) {
    const PoolState *before = seen->before;
    Gather g = {.seen = seen, .diag = diag, .on = pool_on_table(before) | BIT(CUE)};
    seen->cautioned = before->slow[seen->player];
    seen->warned = before->warned[seen->player];
    seen->required = seen->match->game->required(before, seen->player);
    seen->pushing = before->pushing;
    if (!check_turn(seen, diag)) return false;
    bool good = true;
    for (int i = 0; i < seen->shot->count; i++) {
        g.event = &seen->shot->events[i];
        if (!check_player(&g) || !check_order(&g) || !check_balls(&g))
            good = false;
        else
            good = takings[g.event->kind].take(&g) && good;
    }
    good = good && check_hit(&g);
    if (seen->broken_off) break_off(&g);
    conclude(seen);
    return good;
}
