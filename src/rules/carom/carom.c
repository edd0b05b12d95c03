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

/* What the player may choose; the starting position is no choice in straight rail, it is set. */
static uint32_t open_options(const CaromMatch *match, const CaromState *state) {
    if (state->next == PLAYER_NONE) return 0;
    if (state->start) return 1U << CHOICE_LEFT | 1U << CHOICE_RIGHT;
    if (!state->touching || straight_rail(match)) return 0;
    uint32_t options = 1U << CHOICE_RESPOT | 1U << CHOICE_CUSHION | 1U << CHOICE_PIQUE;
    unsigned objects = 7U & ~ball_bit(carom_own_ball(state->next));
    return state->touching == objects ? options : options | 1U << CHOICE_AWAY;
}

static void list_placed(CaromRuling *ruling, const CaromState *state, unsigned balls) {
    ruling->placed_count = carom_list(state, balls, ruling->placed);
}

/* `frozen` rows: what the referee declared touches, whatever the written places say. */
static void declare_touching(const CaromMatch *match, CaromState *state, CaromFacts *facts,
                             CaromRuling *ruling) {
    int own = carom_own_ball(state->next);
    for (int i = 0; has_kind(facts->kinds, EVENT_FROZEN) && i < facts->shot->count && !state->start; i++) {
        const Event *event = &facts->shot->events[i];
        if (event->kind != EVENT_FROZEN || event->to_kind != TO_BALL) continue;
        if (event->ball == own) state->touching |= ball_bit(event->to);
        if (event->to == own) state->touching |= ball_bit(event->ball);
    }
    facts->touched = state->touching != 0;
    if (!state->touching || !straight_rail(match)) return;
    carom_set_start(match, state, SPOT_START_LEFT);
    facts->touch_to_start = true;
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

static void take_choice(const CaromMatch *match, CaromState *state, Choice choice, CaromFacts *facts,
                        CaromRuling *ruling) {
    int own = carom_own_ball(state->next);
    switch (choice) {
    case CHOICE_LEFT:
        carom_place(state, own, match->spots[SPOT_START_LEFT]);
        break;
    case CHOICE_RIGHT:
        carom_place(state, own, match->spots[SPOT_START_RIGHT]);
        break;
    case CHOICE_RESPOT:
        respot(match, state, ruling);
        facts->choice = choice;
        break;
    default:
        facts->choice = choice;
        break;
    }
    if (state->start && ruling->placed_count) list_placed(ruling, state, 7);
}

/* Goes to the state the stroke is played from: declared touching balls, then the choices in their order. */
static bool prepare(const CaromMatch *match, CaromState *state, CaromFacts *facts, CaromRuling *ruling,
                    Diag *diag) {
    bool good = true;
    if (state->unreported) list_placed(ruling, state, 7);
    facts->touch_to_start = state->unreported;
    state->unreported = false;
    declare_touching(match, state, facts, ruling);
    for (int i = 0; has_kind(facts->kinds, EVENT_CHOOSE) && i < facts->shot->count; i++) {
        const Event *event = &facts->shot->events[i];
        if (event->kind != EVENT_CHOOSE) continue;
        Choice choice = (Choice)event->value;
        if (open_options(match, state) & 1U << choice)
            take_choice(match, state, choice, facts, ruling);
        else
            good = diag_error(diag, event_place(facts->shot, event, COLUMN_VALUE),
                              "the choice '%s' is not open here", choice_name(choice));
    }
    return good;
}

static void move_balls(CaromState *after, const CaromFacts *facts) {
    for (int i = 0; i < facts->shot->count; i++) {
        const Event *event = &facts->shot->events[i];
        if (event->kind != EVENT_POSITION || (facts->off & ball_bit(event->ball))) continue;
        carom_place(after, event->ball, event_at(event));
    }
}

static void list_start(CaromRuling *ruling, const CaromState *after) {
    ruling->spot_count = carom_list(after, 7U & ~ball_bit(carom_own_ball(after->next)), ruling->spot);
}

static bool moved(const CaromState *before, const CaromState *after, int ball) {
    return !before->placed[ball] || before->at[ball].x != after->at[ball].x ||
           before->at[ball].y != after->at[ball].y;
}

/* Did this stroke bring the next player's ball to the balls it touches? Object balls that lay together before
 * it and did not move give this ruling nothing to set; they are set when the player comes to play one of
 * them. */
static bool brought_together(const CaromFacts *facts, const CaromState *after) {
    int own = carom_own_ball(after->next);
    unsigned touching = carom_touching(facts->match, after, own);
    bool together = moved(facts->state, after, own);
    for (int ball = 0; ball < CAROM_BALLS; ball++)
        if (touching & ball_bit(ball)) together = together || moved(facts->state, after, ball);
    return touching && together;
}

/* Sets what has to be set for the next player: the starting position, or balls that left on their spots. */
static void set_balls(const CaromMatch *match, CaromState *after, bool reset, CaromFacts *facts,
                      CaromRuling *ruling) {
    if (after->next == PLAYER_NONE) return;
    facts->off_to_start = facts->off && match->cushions != 3 && !reset;
    facts->off_to_axis = facts->off && match->cushions == 3 && !reset;
    if (facts->off_to_axis) {
        carom_set_axis(match, after, facts->off);
        ruling->spot_count = carom_list(after, facts->off, ruling->spot);
    }
    if (reset || facts->off_to_start) carom_set_start(match, after, SPOT_START_LEFT);
    bool together = brought_together(facts, after), touch = carom_settle(match, after);
    facts->touch_to_start = facts->touch_to_start || (touch && together);
    after->unreported = touch && !together;
    if (after->start && !after->unreported) list_start(ruling, after);
    facts->offers = after->touching != 0;
}

static Player conceder(const CaromFacts *facts) {
    const Shot *shot = facts->shot;
    for (int i = 0; has_kind(facts->kinds, EVENT_CONCEDE) && i < shot->count; i++)
        if (shot->events[i].kind == EVENT_CONCEDE)
            return shot->events[i].player == PLAYER_NONE ? facts->player : shot->events[i].player;
    return PLAYER_NONE;
}

/* The state after a stroke or a fault: who plays, with which balls where. */
static void go_to(const CaromMatch *match, CaromState *after, CaromFacts *facts, CaromRuling *ruling) {
    bool played = facts->kind != RULING_REPLAY && facts->kind != RULING_VOID, reset = false;
    if (played) {
        after->start = false;
        reset = carom_count(match, after, facts, ruling);
    } else {
        ruling->base.standing = after->equalising ? STANDING_EQUALISING : STANDING_PLAYING;
        ruling->base.standing_player = after->equalising ? player_other(after->starter) : PLAYER_NONE;
    }
    Player gives_up = conceder(facts);
    if (gives_up != PLAYER_NONE) reset = carom_concede(match, after, facts, ruling, gives_up) || reset;
    if (played || reset) set_balls(match, after, reset, facts, ruling);
    if (played || reset) carom_recount(facts, after);
}

static void report(const CaromMatch *match, CaromState *after, CaromFacts *facts, CaromRuling *ruling) {
    carom_explain(facts, &ruling->base);
    carom_report_areas(match, after, ruling);
    ruling->base.kind = facts->kind;
    ruling->base.next = after->next;
    ruling->base.options = after->unreported ? 0 : open_options(match, after);
    ruling->in_sets = match->sets > 0;
    memcpy(ruling->sets, after->sets, sizeof ruling->sets);
}

static void begin_ruling(CaromRuling *ruling, const CaromState *ready, const CaromFacts *facts) {
    ruling->base.shot = facts->shot->number;
    ruling->base.player = facts->player;
    ruling->base.scored = true;
    memcpy(ruling->base.score, ready->score, sizeof ready->score);
    ruling->inning = ready->innings[facts->player] + 1;
    ruling->run = ready->run;
}

static void warn_late(const CaromFacts *facts, Diag *diag) {
    for (int i = 0; i < facts->shot->count; i++)
        if (facts->shot->events[i].kind == EVENT_NOTICED)
            diag_warning(diag, event_place(facts->shot, &facts->shot->events[i], COLUMN_EVENT),
                         "no fault in this shot that could be noticed late");
}

/* All but the lists, whose lengths say that they are empty. */
static void clear(CaromRuling *ruling) {
    ruling->base.clause_count = ruling->base.call_count = ruling->base.points = 0;
    ruling->base.options = 0;
    ruling->base.compared = NULL;
    ruling->placed_count = ruling->spot_count = ruling->area_count = 0;
}

bool carom_rule(const CaromMatch *match, const CaromState *before, const Shot *shot, CaromRuling *ruling,
                CaromState *after, Diag *diag) {
    CaromState ready = *before;
    CaromFacts facts = {.match = match,
                        .state = &ready,
                        .shot = shot,
                        .kinds = shot_kinds(shot),
                        .player = shot_player(shot),
                        .choice = CHOICE_COUNT};
    clear(ruling);
    if (!carom_check_shot(&facts, before, diag)) return false;
    if (!prepare(match, &ready, &facts, ruling, diag)) return false;
    begin_ruling(ruling, &ready, &facts);
    carom_read_shot(&facts);
    *after = ready;
    move_balls(after, &facts);
    if (!carom_check_overlap(match, after, shot, facts.off, diag)) return false;
    facts.left = carom_left_areas(&facts, after);
    facts.on_line = carom_line_areas(&facts, after);
    facts.kind = carom_decide(&facts, &ruling->base);
    if (facts.late && !facts.excused) warn_late(&facts, diag);
    if (facts.kind == RULING_REPLAY || facts.kind == RULING_VOID) *after = ready;
    go_to(match, after, &facts, ruling);
    report(match, after, &facts, ruling);
    return true;
}
