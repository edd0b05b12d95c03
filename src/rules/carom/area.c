/* Restricted areas: which of them hold both object balls, how many caroms were made there, who must leave and
 * who left. A count is kept for every field and every anchor, side by side; every area is a closed set.
 * Source: rules-carom.md 4; scoresheet.md, carom 1, 3. */
#include "rules/carom/engine.h"

static const double ROUNDING = 1e-6; /* cm */

static uint32_t area_bit(int area) { return UINT32_C(1) << area; }

static uint32_t areas_within(const CaromMatch *match, Vec2 at, double half_line) {
    uint32_t held = 0;
    for (int i = 0; i < match->area_count; i++)
        if (edges_hold(&match->edges[i], at, half_line)) held |= area_bit(i);
    return held & match->restricted;
}

int carom_area(const CaromMatch *match, Str name) {
    for (int i = 0; i < match->area_count; i++)
        if (str_eq(match->areas[i].name, name)) return i;
    return -1;
}

static const int objects_of[CAROM_BALLS][2] = {[BALL_WHITE] = {BALL_YELLOW, BALL_RED},
                                               [BALL_YELLOW] = {BALL_WHITE, BALL_RED},
                                               [BALL_RED] = {BALL_WHITE, BALL_YELLOW}};

static uint32_t held_areas(const CaromMatch *match, CaromState *state, int ball) {
    if (state->moved[ball]) state->held[ball] = areas_within(match, state->at[ball], match->half_line);
    state->moved[ball] = false;
    return state->held[ball];
}

uint32_t carom_shared_areas(const CaromMatch *match, CaromState *state, int ball1) {
    return held_areas(match, state, objects_of[ball1][0]) & held_areas(match, state, objects_of[ball1][1]);
}

uint32_t carom_due_areas(const CaromMatch *match, const CaromState *state, uint32_t shared) {
    uint32_t due = 0;
    for (int i = 0; shared && i < match->area_count; i++)
        if ((shared & area_bit(i)) && state->counts[i] + 1 >= match->allowed) due |= area_bit(i);
    return due;
}

static uint32_t exit_bits(const CaromMatch *match, const Event *event) {
    if (event->to_kind == TO_NONE) return UINT32_MAX;
    int area = carom_area(match, event->area);
    return area < 0 ? 0 : area_bit(area);
}

static uint32_t exits_of(const CaromFacts *facts, int ball) {
    uint32_t exits = 0;
    for (int i = 0; has_kind(facts->kinds, EVENT_EXIT) && i < facts->shot->count; i++) {
        const Event *event = &facts->shot->events[i];
        if (event->kind == EVENT_EXIT && event->ball == ball) exits |= exit_bits(facts->match, event);
    }
    return exits;
}

uint32_t carom_left_areas(const CaromFacts *facts, CaromState *after) {
    if (!facts->shared) return 0;
    uint32_t left = 0;
    for (int i = 0; i < 2; i++) {
        int ball = objects_of[facts->ball1][i];
        uint32_t held = facts->off & ball_bit(ball) ? 0 : held_areas(facts->match, after, ball);
        left |= exits_of(facts, ball) | ~held;
    }
    return left & facts->shared;
}

uint32_t carom_line_areas(const CaromFacts *facts, CaromState *after) {
    const CaromMatch *match = facts->match;
    uint32_t shared = carom_shared_areas(match, after, facts->ball1), lines = 0;
    for (int i = 0; i < 2 && shared; i++) {
        int ball = objects_of[facts->ball1][i];
        if (after->placed[ball]) lines |= ~areas_within(match, after->at[ball], -match->half_line - ROUNDING);
    }
    return lines & shared;
}

void carom_recount(CaromFacts *facts, CaromState *after) {
    bool goes_on =
        facts->kind == RULING_POINT && facts->ball1 == carom_own_ball(after->next) && !after->start;
    uint32_t shared =
        after->next == PLAYER_NONE ? 0 : carom_shared_areas(facts->match, after, carom_own_ball(after->next));
    uint32_t stayed = goes_on ? shared & facts->shared & ~facts->left : 0;
    for (int i = 0; i < facts->match->area_count; i++)
        after->counts[i] = stayed & area_bit(i) ? after->counts[i] + 1 : 0;
    facts->counted = stayed != 0;
}

void carom_report_areas(const CaromMatch *match, CaromState *after, CaromRuling *ruling) {
    if (after->next == PLAYER_NONE || match->allowed == 0) return;
    uint32_t shared = carom_shared_areas(match, after, carom_own_ball(after->next));
    for (int i = 0; shared && i < match->area_count; i++) {
        if (!(shared & area_bit(i))) continue;
        ruling->areas[ruling->area_count] = &match->areas[i];
        ruling->counts[ruling->area_count++] = after->counts[i];
    }
    if (carom_due_areas(match, after, shared))
        ruling_call(&ruling->base, "dedans");
    else if (shared)
        ruling_call(&ruling->base, "entré");
    else if (match->balkline)
        ruling_call(&ruling->base, "à cheval");
}
