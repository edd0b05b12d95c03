/* Restricted areas: which of them hold both object balls, how many caroms were made there, who must leave and
 * who left; and what is called. A count is kept for every field and every anchor, side by side; every area is
 * a closed set. Source: rules/carom/README.md 4. */
#include "rules/carom/engine.h"

static const double ROUNDING = 1e-6; /* cm */
/* As far from a line as an anchor reaches: what lies within it on both sides is astride. */
static const double ASTRIDE = 17.8;

uint32_t carom_areas_at(const CaromMatch *match, Vec2 at, double half_line) {
    uint32_t held = 0;
    if (!match->restricted) return 0;
    for (int i = 0; i < match->area_count; i++)
        if (edges_hold(&match->edges[i], at, half_line)) held |= area_bit(i);
    return held & match->restricted;
}

int carom_area(const CaromMatch *match, Str name) {
    for (int i = 0; i < match->area_count; i++)
        if (str_eq(match->areas[i].name, name)) return i;
    return -1;
}

uint32_t carom_named_areas(const CaromMatch *match, Str names, Str *unknown) {
    uint32_t areas = 0;
    *unknown = S("");
    for (Str rest = str_trim(names); rest.len;) {
        ptrdiff_t end = str_find_byte(rest, ' ');
        Str name = str_slice(rest, 0, end < 0 ? rest.len : end);
        rest = str_trim(str_skip(rest, name.len));
        int area = carom_area(match, name);
        if (area >= 0)
            areas |= area_bit(area);
        else if (!str_eq(name, S("none")) && !unknown->len)
            *unknown = name;
    }
    return areas & match->restricted;
}

Str carom_area_names(Arena *arena, const CaromMatch *match, uint32_t areas) {
    Str names = S("");
    for (int i = 0; i < match->area_count; i++)
        if (areas & area_bit(i))
            names =
                str_fmt(arena, "%.*s%s%.*s", SARG(names), names.len ? " " : "", SARG(match->areas[i].name));
    return names;
}

static const int objects_of[CAROM_BALLS][2] = {[BALL_WHITE] = {BALL_YELLOW, BALL_RED},
                                               [BALL_YELLOW] = {BALL_WHITE, BALL_RED},
                                               [BALL_RED] = {BALL_WHITE, BALL_YELLOW}};

uint32_t carom_shared_areas(const CaromState *state, int ball1) {
    const int *objects = objects_of[ball1];
    return state->balls[objects[0]].held & state->balls[objects[1]].held;
}

/* The object balls of ball1 of which nobody has said where they lie, if that leaves open which areas hold
 * both.
 */
static unsigned unknown_balls(const CaromState *state, int ball1) {
    const int *objects = objects_of[ball1];
    const CaromBall *a = &state->balls[objects[0]], *b = &state->balls[objects[1]];
    uint32_t open = ((a->held | a->unsure) & (b->held | b->unsure)) & ~(a->held & b->held);
    if (!open) return 0;
    return (a->unsure ? ball_bit(objects[0]) : 0) | (b->unsure ? ball_bit(objects[1]) : 0);
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

static uint32_t exits_of(const CaromSeen *seen, int ball) {
    uint32_t exits = 0;
    for (int i = 0; has_kind(seen->kinds, EVENT_EXIT) && i < seen->shot->count; i++) {
        const Event *event = &seen->shot->events[i];
        if (event->kind == EVENT_EXIT && event->ball == ball) exits |= exit_bits(seen->match, event);
    }
    return exits;
}

/* Inside by the line's width alone; by eye, a ball said to lie in two fields is on the line between them. */
static uint32_t line_areas(const CaromMatch *match, const CaromBall *ball) {
    if (ball->placed) return ~carom_areas_at(match, ball->at, -match->half_line - ROUNDING);
    uint32_t fields = ball->held & match->fields;
    return fields & (fields - 1) ? fields : 0;
}

void carom_see_areas(CaromSeen *seen, const CaromState *after) {
    const CaromMatch *match = seen->match;
    if (!match->restricted) return;
    uint32_t lines = 0;
    for (int i = 0; i < 2; i++) {
        int ball = objects_of[seen->ball1][i];
        const CaromBall *now = &after->balls[ball];
        bool off = seen->off & ball_bit(ball);
        uint32_t inside = off ? 0 : now->held, unsure = off ? 0 : now->unsure;
        uint32_t left = (exits_of(seen, ball) | ~(inside | unsure)) & seen->shared;
        seen->left |= left;
        seen->unsure |= unsure & seen->shared & ~left;
        if (left) seen->leavers |= ball_bit(ball);
        lines |= line_areas(match, now);
    }
    seen->unsure &= ~seen->left;
    seen->on_line = lines & carom_shared_areas(after, seen->ball1);
}

void carom_recount(const CaromSeen *seen, CaromDecided *decided, CaromState *after) {
    int own = after->next == PLAYER_NONE ? BALL_NONE : carom_own_ball(after->next);
    bool goes_on = decided->kind == RULING_POINT && seen->ball1 == own && !after->start;
    uint32_t shared = own == BALL_NONE ? 0 : carom_shared_areas(after, own);
    uint32_t stayed = goes_on ? shared & seen->shared & ~seen->left : 0;
    for (int i = 0; i < seen->match->area_count; i++)
        after->counts[i] = stayed & area_bit(i) ? after->counts[i] + 1 : 0;
    decided->counted = stayed != 0;
    decided->unknown = own == BALL_NONE ? 0 : unknown_balls(after, own);
}

/* ---- calls ---- */

static bool either_side(const CaromLines *lines, double a, double b) {
    for (int i = 0; i < lines->count; i++) {
        double from = a - lines->at[i], to = b - lines->at[i];
        bool near = from <= ASTRIDE + ROUNDING && from >= -ASTRIDE - ROUNDING && to <= ASTRIDE + ROUNDING &&
                    to >= -ASTRIDE - ROUNDING;
        if (near && ((from < 0 && to > 0) || (from > 0 && to < 0))) return true;
    }
    return false;
}

/* Two known places on two sides of one drawn line; or the referee has said so. */
static bool astride(const CaromMatch *match, const CaromState *state, int ball1) {
    const CaromBall *a = &state->balls[objects_of[ball1][0]], *b = &state->balls[objects_of[ball1][1]];
    if (a->placed && b->placed)
        return either_side(&match->along, a->at.x, b->at.x) || either_side(&match->across, a->at.y, b->at.y);
    return (a->astride || b->astride) && !a->unsure && !b->unsure;
}

/* The field first, then the anchor. */
static void call(const CaromMatch *match, const CaromState *after, uint32_t shared, Ruling *ruling) {
    uint32_t due = carom_due_areas(match, after, shared), fields = match->fields;
    if (due & fields)
        ruling_call(ruling, "dedans");
    else if (shared & fields)
        ruling_call(ruling, "entré");
    else if (match->balkline && astride(match, after, carom_own_ball(after->next)))
        ruling_call(ruling, "à cheval");
    if (due & ~fields)
        ruling_call(ruling, "anchor: dedans");
    else if (shared & ~fields)
        ruling_call(ruling, "anchor: entré");
}

void carom_report_areas(const CaromMatch *match, const CaromState *after, CaromRuling *ruling) {
    if (after->next == PLAYER_NONE || match->allowed == 0) return;
    uint32_t shared = carom_shared_areas(after, carom_own_ball(after->next));
    for (int i = 0; shared && i < match->area_count; i++) {
        if (!(shared & area_bit(i))) continue;
        ruling->areas[ruling->area_count] = &match->areas[i];
        ruling->counts[ruling->area_count++] = after->counts[i];
    }
    call(match, after, shared, &ruling->base);
}
