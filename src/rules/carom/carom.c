/* The transition of the carom referee: (match, state, shot) -> (ruling, state). See carom.h. */
#include "rules/carom/engine.h"

CaromState carom_opening(const CaromMatch *match) {
    CaromState state = {.next = match->starter, .starter = match->starter};
    carom_set_start(match, &state, SPOT_START_LEFT);
    return state;
}

static bool straight_rail(const CaromMatch *match) { return !match->balkline && !match->cushions; }

bool carom_settle(const CaromMatch *match, CaromState *state) {
    if (state->next == PLAYER_NONE) return false;
    state->touching = carom_touching(match, state, carom_own_ball(state->next));
    if (!state->touching || !straight_rail(match)) return false;
    carom_set_start(match, state, SPOT_START_LEFT);
    return true;
}

/* The starting position is no choice in straight rail, it is set. */
uint32_t carom_options(const CaromMatch *match, const CaromState *state) {
    if (state->next == PLAYER_NONE) return 0;
    if (state->start) return 1U << CHOICE_LEFT | 1U << CHOICE_RIGHT;
    if (!state->touching || straight_rail(match)) return 0;
    uint32_t options = 1U << CHOICE_RESPOT | 1U << CHOICE_CUSHION | 1U << CHOICE_PIQUE;
    unsigned objects = 7U & ~ball_bit(carom_own_ball(state->next));
    return state->touching == objects ? options : options | 1U << CHOICE_AWAY;
}

/* ---- before the stroke ---- */

static void list_placed(CaromRuling *ruling, const CaromState *state, unsigned balls) {
    ruling->placed_count = carom_list(state, balls, ruling->placed);
}

/* `frozen` rows: what the referee declared touches, whatever the written places say. */
static void declare_touching(CaromSeen *seen, CaromState *state, CaromRuling *ruling) {
    int own = carom_own_ball(state->next);
    for (int i = 0; has_kind(seen->kinds, EVENT_FROZEN) && i < seen->shot->count && !state->start; i++) {
        const Event *event = &seen->shot->events[i];
        if (event->kind != EVENT_FROZEN || event->to_kind != TO_BALL) continue;
        if (event->ball == own) state->touching |= ball_bit(event->to);
        if (event->to == own) state->touching |= ball_bit(event->ball);
    }
    seen->touched = state->touching != 0;
    if (!state->touching || !straight_rail(seen->match)) return;
    carom_set_start(seen->match, state, SPOT_START_LEFT);
    seen->set_touching = true;
    list_placed(ruling, state, 7);
}

static void respot(const CaromMatch *match, CaromState *state, CaromRuling *ruling) {
    unsigned touching = state->touching | ball_bit(carom_own_ball(state->next));
    if (match->cushions == 3)
        carom_set_axis(match, state, touching);
    else
        carom_set_start(match, state, SPOT_START_LEFT);
    state->touching = carom_touching(match, state, carom_own_ball(state->next));
    list_placed(ruling, state, match->cushions == 3 ? touching : 7U);
}

static void take_choice(CaromSeen *seen, CaromState *state, Choice choice, CaromRuling *ruling) {
    const CaromMatch *match = seen->match;
    int own = carom_own_ball(state->next);
    switch (choice) {
    case CHOICE_LEFT:
        carom_place(match, state, own, match->spots[SPOT_START_LEFT]);
        break;
    case CHOICE_RIGHT:
        carom_place(match, state, own, match->spots[SPOT_START_RIGHT]);
        break;
    case CHOICE_RESPOT:
        respot(match, state, ruling);
        seen->choice = choice;
        break;
    default:
        seen->choice = choice;
        break;
    }
    if (state->start && ruling->placed_count) list_placed(ruling, state, 7);
}

/* Goes to the state the stroke is played from: declared touching balls, then the choices in their order. */
static bool prepare(CaromSeen *seen, CaromState *state, CaromRuling *ruling, Diag *diag) {
    bool good = true;
    if (state->unreported) list_placed(ruling, state, 7);
    seen->set_touching = state->unreported;
    state->unreported = false;
    declare_touching(seen, state, ruling);
    for (int i = 0; has_kind(seen->kinds, EVENT_CHOOSE) && i < seen->shot->count; i++) {
        const Event *event = &seen->shot->events[i];
        if (event->kind != EVENT_CHOOSE) continue;
        Choice choice = (Choice)event->value;
        if (carom_options(seen->match, state) & 1U << choice)
            take_choice(seen, state, choice, ruling);
        else
            good = diag_error(diag, event_place(seen->shot, event, COLUMN_VALUE),
                              "the choice '%s' is not open here", choice_name(choice));
    }
    return good;
}

/* ---- after the stroke ---- */

static void move_ball(const CaromSeen *seen, CaromState *after, const Event *event) {
    Str unknown;
    if (event->unknown)
        carom_lose(seen->match, after, event->ball);
    else if (event->placed)
        carom_place(seen->match, after, event->ball, event_at(event));
    else
        carom_lay(after, event->ball, carom_named_areas(seen->match, event->area, &unknown), event->valued);
}

/* The first position row of a ball says where it came to rest; where a third person brought it then, another
 * row may say: it goes back. */
static void move_balls(CaromState *after, const CaromSeen *seen) {
    unsigned moved = seen->off;
    for (int i = 0; i < seen->shot->count; i++) {
        const Event *event = &seen->shot->events[i];
        if (event->kind != EVENT_POSITION || (moved & ball_bit(event->ball))) continue;
        move_ball(seen, after, event);
        moved |= ball_bit(event->ball);
    }
}

static void list_start(CaromRuling *ruling, const CaromState *after) {
    ruling->spot_count = carom_list(after, 7U & ~ball_bit(carom_own_ball(after->next)), ruling->spot);
}

/* Sets what has to be set for the next player: the starting position, or balls that left on their spots. */
static void set_balls(const CaromSeen *seen, CaromState *after, bool reset, CaromDecided *decided,
                      CaromRuling *ruling) {
    const CaromMatch *match = seen->match;
    if (after->next == PLAYER_NONE) return;
    decided->off_to_start = seen->off && match->cushions != 3 && !reset;
    decided->off_to_axis = seen->off && match->cushions == 3 && !reset;
    if (decided->off_to_axis) {
        carom_set_axis(match, after, seen->off);
        ruling->spot_count = carom_list(after, seen->off, ruling->spot);
    }
    if (reset || decided->off_to_start) carom_set_start(match, after, SPOT_START_LEFT);
    decided->touch_to_start = carom_settle(match, after);
    if (after->start) list_start(ruling, after);
    decided->now_touching = after->touching;
    decided->offers = after->touching != 0;
}

/* The state after a stroke, a fault or a run: who plays, with which balls where. */
static void go_to(const CaromSeen *seen, CaromState *after, CaromDecided *decided, CaromRuling *ruling,
                  int points) {
    const CaromMatch *match = seen->match;
    bool played = decided->kind != RULING_REPLAY && decided->kind != RULING_VOID, reset = false;
    if (played) {
        after->start = false;
        reset = carom_count(match, after, seen, decided, ruling, points);
    } else {
        ruling->base.standing = after->equalising ? STANDING_EQUALISING : STANDING_PLAYING;
        ruling->base.standing_player = after->equalising ? player_other(after->starter) : PLAYER_NONE;
    }
    if (seen->concedes != PLAYER_NONE)
        reset = carom_concede(match, after, decided, ruling, seen->concedes) || reset;
    if (!played && !reset) return;
    set_balls(seen, after, reset, decided, ruling);
    carom_recount(seen, decided, after);
}

static void report(const CaromSeen *seen, const CaromState *after, const CaromDecided *decided,
                   CaromRuling *ruling) {
    const CaromMatch *match = seen->match;
    if (decided->kind != RULING_RUN) {
        carom_explain(seen, decided, &ruling->base);
        carom_report_areas(match, after, ruling);
    }
    ruling->base.kind = decided->kind;
    ruling->base.next = after->next;
    ruling->base.options = carom_options(match, after);
    ruling->in_sets = match->sets > 0;
    memcpy(ruling->sets, after->sets, sizeof ruling->sets);
}

static void begin_ruling(CaromRuling *ruling, const CaromState *ready, const CaromSeen *seen) {
    ruling->base.shot = seen->shot->number;
    ruling->base.player = seen->player;
    ruling->base.scored = true;
    memcpy(ruling->base.score, ready->score, sizeof ready->score);
    memcpy(ruling->innings, ready->innings, sizeof ready->innings);
    memcpy(ruling->best, ready->best, sizeof ready->best);
    ruling->inning = ready->innings[seen->player] + 1;
    ruling->run = ready->run;
}

/* All but the lists, whose lengths say that they are empty. */
static void clear(CaromRuling *ruling) {
    ruling->base.clause_count = ruling->base.call_count = ruling->base.points = 0;
    ruling->base.why.count = 0;
    ruling->base.options = 0;
    ruling->base.compared = NULL;
    ruling->placed_count = ruling->spot_count = ruling->area_count = 0;
}

/* A whole inning without its strokes: nobody knows where the balls lie after it. */
static void rule_run(const CaromSeen *seen, CaromRuling *ruling, CaromState *after) {
    CaromDecided decided = {.kind = RULING_RUN};
    for (int ball = 0; ball < CAROM_BALLS; ball++) carom_lose(seen->match, after, ball);
    go_to(seen, after, &decided, ruling, (int)seen->shot->events[0].value);
    report(seen, after, &decided, ruling);
}

/* False when the balls cannot lie so. */
static bool rule_stroke(CaromSeen *seen, CaromRuling *ruling, CaromState *after, Diag *diag) {
    CaromDecided decided = {.kind = RULING_VOID};
    carom_gather(seen);
    move_balls(after, seen);
    if (!carom_check_overlap(seen->match, after, seen->shot, seen->off, diag)) return false;
    carom_see_areas(seen, after);
    carom_decide(seen, &decided, &ruling->base);
    bool stands = decided.kind == RULING_REPLAY || decided.kind == RULING_VOID;
    if (stands) *after = *seen->before;
    CaromState lie = *after;
    go_to(seen, after, &decided, ruling, decided.kind == RULING_POINT);
    report(seen, after, &decided, ruling);
    carom_warn_slips(seen, &decided, &lie, after, diag);
    return true;
}

bool carom_rule(const CaromMatch *match, const CaromState *before, const Shot *shot, CaromRuling *ruling,
                CaromState *after, Diag *diag) {
    CaromState ready = *before;
    CaromSeen seen = {.match = match,
                      .before = &ready,
                      .shot = shot,
                      .kinds = shot_kinds(shot),
                      .player = shot_player(shot),
                      .choice = CHOICE_COUNT,
                      .concedes = PLAYER_NONE};
    clear(ruling);
    if (!carom_check_shot(&seen, diag)) return false;
    if (!prepare(&seen, &ready, ruling, diag)) return false;
    begin_ruling(ruling, &ready, &seen);
    *after = ready;
    if (!has_kind(seen.kinds, EVENT_RUN)) return rule_stroke(&seen, ruling, after, diag);
    rule_run(&seen, ruling, after);
    return true;
}
