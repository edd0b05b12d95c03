/* Where balls cannot lie: off the bed, in an area the game has not, in two areas that do not meet, in one
 * another. Source: rules/README.md, What cannot be, and slips; rules/carom/README.md, 4. */
#include "rules/carom/engine.h"

static const double NM_PER_CM = 1e7;

Vec2 event_at(const Event *event) {
    return (Vec2){(double)event->x / NM_PER_CM, (double)event->y / NM_PER_CM};
}

/* "there is no area …", with the nearest there is. */
static bool no_area(const CaromSeen *seen, const Event *event, Str name, Diag *diag) {
    const CaromMatch *match = seen->match;
    Str best = S("");
    int least = 5;
    for (int i = 0; i < match->area_count; i++) {
        int distance = str_distance(name, match->areas[i].name);
        if (distance < least) least = distance, best = match->areas[i].name;
    }
    Place cell = event_place(seen->shot, event, COLUMN_TO);
    if (!best.len)
        return diag_error(diag, cell, "there is no area '%.*s' in %.*s", SARG(name), SARG(match->game));
    return diag_error(diag, cell, "there is no area '%.*s' in %.*s; did you mean '%.*s'?", SARG(name),
                      SARG(match->game), SARG(best));
}

bool carom_check_exit(const CaromSeen *seen, const Event *event, Diag *diag) {
    const CaromMatch *match = seen->match;
    const Shot *shot = seen->shot;
    if (shot->strike >= 0 && event->ball == shot->events[shot->strike].ball)
        return diag_error(diag, event_place(shot, event, COLUMN_BALL),
                          "%s is the player's ball; only object balls leave an area",
                          carom_ball_name(event->ball));
    if (event->to_kind != TO_AREA || match->compared || carom_area(match, event->area) >= 0) return true;
    return no_area(seen, event, event->area, diag);
}

static bool left_the_table(const Shot *shot, int ball) {
    for (int i = 0; i < shot->count; i++) {
        const Event *event = &shot->events[i];
        if (event->ball == ball &&
            (event->kind == EVENT_OFF || (event->kind == EVENT_REBOUND && event->to != OUTSIDE_LAMP)))
            return true;
    }
    return false;
}

static bool same_place(const Event *a, const Event *b) {
    if (a->placed != b->placed || a->unknown != b->unknown || a->valued != b->valued) return false;
    return a->placed ? a->x == b->x && a->y == b->y : a->unknown || str_eq(a->area, b->area);
}

static bool disturbed_between(const Shot *shot, int from, int to) {
    for (int i = from + 1; i < to; i++)
        if (shot->events[i].kind == EVENT_DISTURB && shot->events[i].value == DISTURB_EFFECT) return true;
    return false;
}

/* A camera may write a row twice: the same place again is used once, another place is an error; but where a
 * third person brought the ball in between, it goes back to the first. */
static bool check_doubled(const Shot *shot, int index, Diag *diag) {
    const Event *event = &shot->events[index];
    for (int i = 0; i < index; i++) {
        const Event *first = &shot->events[i];
        if (first->kind != EVENT_POSITION || first->ball != event->ball) continue;
        if (disturbed_between(shot, i, index)) return true;
        if (same_place(first, event))
            return diag_warning(diag, event_place(shot, event, COLUMN_BALL),
                                "the position of %s is given twice; used once", carom_ball_name(event->ball)),
                   true;
        return diag_error(diag, event_place(shot, event, COLUMN_BALL), "%s has another position on line %d",
                          carom_ball_name(event->ball), first->line);
    }
    return true;
}

/* Can one point lie in both? Areas of balkline are rectangles; the free game's corners lie apart. */
static bool areas_meet(const Area *a, const Area *b) {
    const Vec2 *p = a->polygon, *q = b->polygon;
    if (a->n != 4 || b->n != 4) return false;
    return p[0].x <= q[2].x + 1e-6 && q[0].x <= p[2].x + 1e-6 && p[0].y <= q[2].y + 1e-6 &&
           q[0].y <= p[2].y + 1e-6;
}

static bool check_together(const CaromSeen *seen, const Event *event, uint32_t areas, Diag *diag) {
    const CaromMatch *match = seen->match;
    for (int a = 0; a < match->area_count; a++)
        for (int b = a + 1; b < match->area_count; b++) {
            bool both = (areas & area_bit(a)) && (areas & area_bit(b));
            if (both && !areas_meet(&match->areas[a], &match->areas[b]))
                return diag_error(diag, event_place(seen->shot, event, COLUMN_TO),
                                  "no ball lies in both '%.*s' and '%.*s'", SARG(match->areas[a].name),
                                  SARG(match->areas[b].name));
        }
    if ((areas & match->fields) || !match->tiled) return true;
    return diag_error(diag, event_place(seen->shot, event, COLUMN_TO),
                      "the fields of %.*s cover the table: name the one in which %s lies", SARG(match->game),
                      carom_ball_name(event->ball));
}

/* A position by eye names areas of this game that can hold one ball together. */
static bool check_areas(const CaromSeen *seen, const Event *event, Diag *diag) {
    const CaromMatch *match = seen->match;
    Str unknown;
    uint32_t areas = carom_named_areas(match, event->area, &unknown);
    if (match->compared) return true;
    if (!match->restricted)
        return diag_error(diag, event_place(seen->shot, event, COLUMN_TO),
                          "there are no areas in %.*s: a position is x and y, or 'unknown'",
                          SARG(match->game));
    if (unknown.len) return no_area(seen, event, unknown, diag);
    return check_together(seen, event, areas, diag);
}

static bool check_astride(const CaromSeen *seen, const Event *event, Diag *diag) {
    if (!event->valued || (seen->match->balkline && event->to_kind == TO_AREA)) return true;
    return diag_error(diag, event_place(seen->shot, event, COLUMN_VALUE),
                      "'astride' is said of a position by area, in balkline");
}

bool carom_check_position(const CaromSeen *seen, int index, Diag *diag) {
    const CaromMatch *match = seen->match;
    const Shot *shot = seen->shot;
    const Event *event = &shot->events[index];
    if (!check_doubled(shot, index, diag) || !check_astride(seen, event, diag)) return false;
    if (event->to_kind == TO_AREA) return check_areas(seen, event, diag);
    if (event->unknown || carom_on_bed(match, event_at(event)) || left_the_table(shot, event->ball))
        return true;
    return diag_error(diag, event_place(shot, event, COLUMN_X),
                      "%s cannot lie there: the bed is %g cm × %g cm", carom_ball_name(event->ball),
                      match->length, match->width);
}

/* The last row that puts one of the two where they overlap; without one, the shot. */
static Place overlap_place(const Shot *shot, int a, int b) {
    for (int i = shot->count - 1; i >= 0; i--) {
        const Event *event = &shot->events[i];
        if ((event->kind == EVENT_POSITION || event->kind == EVENT_ON_TABLE) &&
            (event->ball == a || event->ball == b))
            return event_place(shot, event, COLUMN_X);
    }
    return shot_place(shot);
}

bool carom_check_overlap(const CaromMatch *match, const CaromState *after, const Shot *shot, unsigned off,
                         Diag *diag) {
    bool good = true;
    for (int a = 0; a < CAROM_BALLS; a++)
        for (int b = a + 1; b < CAROM_BALLS; b++) {
            if ((off & (ball_bit(a) | ball_bit(b))) || !carom_overlap(match, after, a, b)) continue;
            good = diag_error(diag, overlap_place(shot, a, b),
                              "%s and %s overlap: their centres are %.2f cm apart, a ball is %.2f cm",
                              carom_ball_name(a), carom_ball_name(b),
                              vec_distance(after->balls[a].at, after->balls[b].at), match->diameter);
        }
    return good;
}
