/* What happened in a stroke, gathered row by row: the first hit, cushions after it, balls down and off, what
 * the referee saw. A row that cannot have happened is an error of the sheet. Reads the state before the
 * stroke alone. Source: scoresheet.md; pool.4.1 to 4.21, 7.1 to 7.6. */
#include "rules/pool/pool.h"

#include <stdarg.h>

typedef struct Gather {
    PoolFacts *facts;
    Diag *diag;
    const Event *event;
    BallSet on; /* on the table at this row; bit 0: the cue ball */
    bool struck;
    bool met_another; /* the frozen ball hit first has met another ball since */
} Gather;

static bool impossible(const Gather *g, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool impossible(const Gather *g, int column, const char *format, ...) {
    char text[300];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return diag_error(g->diag, event_place(g->facts->shot, g->event, column), "%s", text);
}

static const char *ball_word(int ball) { return discipline_pool.words->balls[ball]; }

/* Every ball a row names exists in this game and, but for a touch of a pocketed ball, is on the table. */
static bool check_ball(const Gather *g, int ball, int column) {
    if (ball == BALL_NONE) return true;
    if (ball > g->facts->match->game->balls)
        return impossible(g, column, "there is no ball %s in %s", ball_word(ball),
                          g->facts->match->game->name);
    if (g->event->kind == EVENT_FAULT || g->on & BIT(ball)) return true;
    return impossible(g, column, "the %s%s is not on the table", ball == CUE ? "cue ball" : "ball ",
                      ball == CUE ? "" : ball_word(ball));
}

static bool check_balls(const Gather *g) {
    bool good = check_ball(g, g->event->ball, COLUMN_BALL);
    if (g->event->to_kind != TO_BALL) return good;
    if (g->event->to == g->event->ball) return impossible(g, COLUMN_TO, "a ball cannot touch itself");
    return check_ball(g, g->event->to, COLUMN_TO) && good;
}

/* ---- before the stroke ---- */

static bool take_call(Gather *g) {
    PoolFacts *facts = g->facts;
    const Event *event = g->event;
    if (event->valued && event->to_kind == TO_POCKET)
        return impossible(g, COLUMN_VALUE, "a safety is called without a pocket");
    if (!event->valued && event->to_kind == TO_NONE)
        return impossible(g, COLUMN_TO, "a call names a pocket, or is 'safety'");
    facts->call = true;
    facts->safety = event->valued && facts->match->game->calls; /* 9-ball has no called safety */
    facts->call_ball = event->ball;
    facts->call_pocket = event->to_kind == TO_POCKET ? event->to : BALL_NONE;
    return true;
}

static bool take_place(Gather *g) {
    PoolFacts *facts = g->facts;
    PoolPoint at = {g->event->x, g->event->y};
    CueState cue = facts->before->cue;
    if (g->event->ball != CUE) return impossible(g, COLUMN_BALL, "only the cue ball is placed");
    if (cue == CUE_LIES) return impossible(g, COLUMN_EVENT, "the cue ball is not in hand");
    if (!pool_on_bed(&facts->match->table, at))
        return impossible(g, COLUMN_X, "this place is not on the bed");
    if (cue == CUE_IN_HAND_HEAD && !pool_in_head(&facts->match->table, at))
        return impossible(g, COLUMN_X,
                          "the cue ball must be placed behind the head string, at less than %.2f cm",
                          (double)facts->match->table.string / NM_PER_CM);
    facts->placed |= BIT(CUE);
    facts->place[CUE] = at;
    return true;
}

static bool take_frozen(Gather *g) {
    PoolFacts *facts = g->facts;
    const Event *event = g->event;
    if (event->to_kind == TO_RAIL)
        facts->rail_frozen[event->ball] |= (uint8_t)(1U << event->to);
    else if (event->ball == CUE)
        facts->cue_frozen |= BIT(event->to);
    else if (event->to == CUE)
        facts->cue_frozen |= BIT(event->ball);
    return true;
}

static bool take_strike(Gather *g) {
    g->struck = g->facts->struck = true;
    g->facts->struck_ball = g->event->ball;
    g->facts->moved |= BIT(g->event->ball);
    return true;
}

/* ---- the stroke ---- */

static bool take_contact(Gather *g) {
    PoolFacts *facts = g->facts;
    int a = g->event->ball, b = g->event->to;
    facts->moved |= BIT(a) | BIT(b);
    bool first = facts->first == BALL_NONE && (a == CUE || b == CUE);
    if (first)
        facts->first = (int16_t)(a == CUE ? b : a);
    else if (facts->first != BALL_NONE && (a == facts->first || b == facts->first))
        g->met_another = true;
    return true;
}

/* Driven to a cushion: to another than it was frozen to, or back to its own after it met another ball. */
static bool drives_frozen(const Gather *g) {
    const PoolFacts *facts = g->facts;
    bool own = facts->rail_frozen[facts->first] & 1U << g->event->to;
    return g->event->ball == facts->first && (!own || g->met_another);
}

static bool take_cushion(Gather *g) {
    PoolFacts *facts = g->facts;
    int ball = g->event->ball;
    facts->moved |= BIT(ball);
    facts->all_cushions |= BIT(ball);
    if (facts->first == BALL_NONE) {
        if (ball == CUE && g->event->to == RAIL_FAR) facts->left_head = true;
        return true;
    }
    facts->cushions |= BIT(ball);
    if (drives_frozen(g)) facts->frozen_reached = true;
    return true;
}

static void fall_down(Gather *g, int ball, int pocket) {
    PoolFacts *facts = g->facts;
    g->on &= ~BIT(ball);
    facts->down |= BIT(ball);
    facts->down_pocket[ball] = (int16_t)pocket;
    facts->down_order[facts->down_count++] = (int16_t)ball;
}

/* Knocked in from outside: it goes back and was never pocketed. */
static bool take_pocket(Gather *g) {
    int ball = g->event->ball;
    if (g->facts->disturbed & BIT(ball)) {
        g->facts->knocked_in |= BIT(ball);
        return true;
    }
    g->facts->moved |= BIT(ball);
    fall_down(g, ball, g->event->to);
    return true;
}

static bool take_rebound(Gather *g) {
    PoolFacts *facts = g->facts;
    facts->moved |= BIT(g->event->ball);
    if (g->event->to_kind == TO_POCKET)
        facts->rebound_pocket = true;
    else if (g->event->to == OUTSIDE_LAMP)
        facts->rebound_lamp = true;
    else
        facts->rebound_outside = true;
    return true;
}

static bool take_off(Gather *g) {
    int ball = g->event->ball;
    if (g->event->to_kind == TO_OUTSIDE && g->event->to == OUTSIDE_LAMP)
        return impossible(g, COLUMN_TO, "a ball does not stay on the lamp; expected floor or frame");
    g->on &= ~BIT(ball);
    g->facts->off |= BIT(ball);
    return true;
}

/* Five seconds at rest or more: back; sooner: pocketed by the stroke. */
static bool take_fall(Gather *g) {
    enum { FIVE_SECONDS = 5000000 };
    int ball = g->event->ball;
    if (g->event->value >= FIVE_SECONDS) {
        g->facts->fell_back |= BIT(ball);
        return true;
    }
    if (!g->struck)
        return impossible(
            g, COLUMN_VALUE,
            "a ball that falls within 5 seconds belongs to the stroke before: write the row there");
    g->facts->fell_soon |= BIT(ball);
    fall_down(g, ball, g->event->to);
    return true;
}

static bool take_exit(Gather *g) {
    const Event *event = g->event;
    bool head = event->to_kind == TO_NONE || str_eq(event->area, S("head"));
    if (!head)
        return impossible(g, COLUMN_TO, "there is no area '%.*s' in pool; expected head", SARG(event->area));
    g->facts->moved |= BIT(event->ball);
    if (event->ball == CUE && g->facts->first == BALL_NONE) g->facts->left_head = true;
    return true;
}

static bool take_position(Gather *g) {
    PoolFacts *facts = g->facts;
    int ball = g->event->ball;
    PoolPoint at = {g->event->x, g->event->y};
    if (!pool_on_bed(&facts->match->table, at))
        return impossible(g, COLUMN_X, "this place is neither on the bed nor in a pocket's mouth");
    for (const Event *e = facts->shot->events; e < g->event; e++) {
        if (e->kind != EVENT_POSITION || e->ball != ball) continue;
        if (e->x != at.x || e->y != at.y)
            return impossible(g, COLUMN_X, "ball %s has two places", ball_word(ball));
        diag_warning(g->diag, event_place(facts->shot, g->event, COLUMN_EVENT),
                     "this row stands twice; it is used once");
    }
    facts->placed |= BIT(ball);
    facts->place[ball] = at;
    return true;
}

/* ---- at any time ---- */

static bool take_disturb(Gather *g) {
    PoolFacts *facts = g->facts;
    facts->disturb = true;
    if (g->event->value == DISTURB_EFFECT) facts->replay = true;
    if (g->event->ball != BALL_NONE) facts->disturbed |= BIT(g->event->ball);
    return true;
}

/* Without a referee only the cue ball in play, purpose, or an effect makes a touch a foul. */
static void take_touch(Gather *g, FaultKind kind) {
    PoolFacts *facts = g->facts;
    int ball = g->event->ball;
    bool in_play = g->struck || facts->before->cue == CUE_LIES;
    bool foul = facts->match->referee || (ball == CUE && in_play) || kind == FAULT_TOUCH_DELIBERATE ||
                kind == FAULT_TOUCH_EFFECT;
    if (foul)
        facts->touch_foul = true;
    else if (ball > CUE)
        facts->touched |= BIT(ball);
    if (ball != BALL_NONE) facts->moved |= BIT(ball);
}

static bool take_fault(Gather *g) {
    PoolFacts *facts = g->facts;
    FaultKind kind = (FaultKind)g->event->value;
    facts->faults |= 1U << kind;
    if (kind <= FAULT_TOUCH_NO_EFFECT) take_touch(g, kind);
    if (kind == FAULT_SLOW_PLAY && facts->cautioned) facts->slow_again = true;
    return true;
}

static bool take_warn(Gather *g) {
    PoolFacts *facts = g->facts;
    Player told = g->event->player == PLAYER_NONE ? facts->player : g->event->player;
    if (told != facts->player) return true; /* told now for a later stroke: pool_advance */
    if (g->event->value == WARNING_SLOW_PLAY)
        facts->cautioned = true;
    else if (!g->struck && facts->before->fouls[told] == 2)
        facts->warned = true;
    return true;
}

static bool take_concede(Gather *g) {
    g->facts->concedes = g->event->player == PLAYER_NONE ? g->facts->player : g->event->player;
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
           g->facts->disturbed & BIT(g->event->ball);
}

static bool check_order(const Gather *g) {
    const Taking *taking = &takings[g->event->kind];
    if (g->facts->shot->strike < 0) {
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
    if (free || event->player == PLAYER_NONE || event->player == g->facts->player) return true;
    return impossible(g, COLUMN_PLAYER, "%s is at the table in this shot, not %s",
                      player_name(g->facts->player), player_name(event->player));
}

static bool check_turn(PoolFacts *facts, Diag *diag) {
    const Shot *shot = facts->shot;
    if (shot->strike < 0 || facts->player == facts->before->next) return true;
    return diag_error(diag, event_place(shot, &shot->events[0], COLUMN_PLAYER),
                      "a stroke out of turn: %s is at the table", player_name(facts->before->next));
}

/* What the rows mean together. */
static void conclude(PoolFacts *facts) {
    const PoolTable *table = &facts->match->table;
    const PoolBall *first = facts->first == BALL_NONE ? NULL : &facts->before->balls[facts->first];
    bool near = first && first->known && !first->racked && pool_near_cushion(table, first->at);
    if (first && facts->rail_frozen[facts->first]) near = true;
    facts->near_safety = facts->safety && near;
}

bool pool_gather(PoolFacts *facts, Diag *diag) {
    const PoolState *before = facts->before;
    Gather g = {.facts = facts, .diag = diag, .on = pool_on_table(before) | BIT(CUE)};
    facts->cautioned = before->slow[facts->player];
    facts->warned = before->warned[facts->player];
    facts->required = facts->match->game->required(before, facts->player);
    facts->pushing = before->pushing;
    if (!check_turn(facts, diag)) return false;
    bool good = true;
    for (int i = 0; i < facts->shot->count; i++) {
        g.event = &facts->shot->events[i];
        if (!check_player(&g) || !check_order(&g) || !check_balls(&g))
            good = false;
        else
            good = takings[g.event->kind].take(&g) && good;
    }
    conclude(facts);
    return good;
}
