/* What cannot have happened: a stroke out of turn, rows before the strike that belong after it, a ball off
 * the bed, two balls in one place. Everything is told at its row; a ruling is given only on what passes here.
 * Source: scoresheet.md, Setup and Settled details, carom. */
#include "rules/carom/engine.h"

static const double NM_PER_CM = 1e7;

Vec2 event_at(const Event *event) {
    return (Vec2){(double)event->x / NM_PER_CM, (double)event->y / NM_PER_CM};
}

Player shot_player(const Shot *shot) {
    return shot->player != PLAYER_NONE ? shot->player : shot->events[0].player;
}

static uint32_t event_bit(EventKind kind) { return UINT32_C(1) << kind; }

static const uint32_t without_strike = UINT32_C(1) << EVENT_DISTURB | UINT32_C(1) << EVENT_FAULT |
                                       UINT32_C(1) << EVENT_CHOOSE | UINT32_C(1) << EVENT_CONCEDE;
static const uint32_t after_strike = UINT32_C(1) << EVENT_CONTACT | UINT32_C(1) << EVENT_OFF |
                                     UINT32_C(1) << EVENT_EXIT | UINT32_C(1) << EVENT_POSITION |
                                     UINT32_C(1) << EVENT_REBOUND | UINT32_C(1) << EVENT_NOTICED;
static const uint32_t before_strike = UINT32_C(1) << EVENT_CHOOSE | UINT32_C(1) << EVENT_FROZEN;

uint32_t shot_kinds(const Shot *shot) {
    uint32_t kinds = 0;
    for (int i = 0; i < shot->count; i++) kinds |= event_bit(shot->events[i].kind);
    return kinds;
}

static bool check_turn(const CaromSeen *seen, Diag *diag) {
    const Shot *shot = seen->shot;
    const CaromState *before = seen->before;
    Player player = seen->player;
    if (before->next == PLAYER_NONE)
        return diag_error(diag, shot_place(shot), "shot %d comes after the end of the match", shot->number);
    if (player == before->next || seen->kinds == event_bit(EVENT_CONCEDE)) return true;
    if (player == PLAYER_NONE)
        return diag_error(diag, shot_place(shot), "shot %d is nobody's, but it is %s's turn", shot->number,
                          player_name(before->next));
    return diag_error(diag, shot_place(shot), "shot %d is %s's, but it is %s's turn", shot->number,
                      player_name(player), player_name(before->next));
}

/* A run stands for a whole inning: for no part of one, with no row beside it, and for no more than is left.
 */
static bool check_run(const CaromSeen *seen, Diag *diag) {
    const Shot *shot = seen->shot;
    const CaromMatch *match = seen->match;
    const CaromState *before = seen->before;
    const Event *run = &shot->events[0];
    int64_t most = match->points ? match->points - before->score[seen->player] : INT32_MAX / 2;
    if (shot->count > 1)
        return diag_error(diag, event_place(shot, &shot->events[1], COLUMN_EVENT),
                          "a 'run' is a whole inning: no other row stands in its shot");
    if (before->tally[seen->player].at_table)
        return diag_error(diag, event_place(shot, run, COLUMN_EVENT),
                          "%s's inning is written by strokes already (run %d): a 'run' is a whole inning",
                          player_name(seen->player), before->run);
    if (run->value <= most) return true;
    return diag_error(diag, event_place(shot, run, COLUMN_VALUE),
                      "a run of %lld goes beyond the %d points: %s needs %lld", (long long)run->value,
                      match->points, player_name(seen->player), (long long)most);
}

static bool check_strike(const CaromSeen *seen, Diag *diag) {
    const Shot *shot = seen->shot;
    if (shot->strike < 0)
        return !(seen->kinds & ~without_strike) ||
               diag_error(diag, shot_place(shot), "shot %d has no 'strike'", shot->number);
    const Event *strike = &shot->events[shot->strike];
    return strike->player == PLAYER_NONE || strike->player == seen->player ||
           diag_error(diag, event_place(shot, strike, COLUMN_PLAYER), "the strike is %s's in a shot of %s's",
                      player_name(strike->player), player_name(seen->player));
}

static bool check_order(const Shot *shot, int index, Diag *diag) {
    const Event *event = &shot->events[index];
    if (shot->strike < 0) return true;
    if (index < shot->strike && (after_strike & event_bit(event->kind)))
        return diag_error(diag, event_place(shot, event, COLUMN_EVENT), "'%s' stands before the strike",
                          event_name(event->kind));
    if (index > shot->strike && (before_strike & event_bit(event->kind)))
        return diag_error(diag, event_place(shot, event, COLUMN_EVENT), "'%s' stands after the strike",
                          event_name(event->kind));
    return true;
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

static bool check_exit(const CaromSeen *seen, const Event *event, Diag *diag) {
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

static bool check_position(const CaromSeen *seen, int index, Diag *diag) {
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

/* A ball that fell to the floor is out of the stroke; from the frame it may come back and go on. */
static bool on_the_floor(const Shot *shot, int index, int ball) {
    for (int i = 0; i < index; i++) {
        const Event *event = &shot->events[i];
        if (event->kind == EVENT_OFF && event->to == OUTSIDE_FLOOR && event->ball == ball) return true;
    }
    return false;
}

/* No ball on the floor meets a ball or a cushion. */
static bool check_present(const Shot *shot, int index, Diag *diag) {
    const Event *event = &shot->events[index];
    bool other = event->kind == EVENT_CONTACT && event->to_kind == TO_BALL;
    if (on_the_floor(shot, index, event->ball))
        return diag_error(diag, event_place(shot, event, COLUMN_BALL), "%s is on the floor already",
                          carom_ball_name(event->ball));
    if (other && on_the_floor(shot, index, (int)event->to))
        return diag_error(diag, event_place(shot, event, COLUMN_TO), "%s is on the floor already",
                          carom_ball_name((int)event->to));
    return true;
}

static bool check_contact(const Shot *shot, int index, Diag *diag) {
    const Event *event = &shot->events[index];
    if (event->to_kind == TO_BALL && event->ball == event->to)
        return diag_error(diag, event_place(shot, event, COLUMN_TO), "a ball cannot touch itself");
    return check_present(shot, index, diag);
}

/* An object ball reaches a cushion when something has driven it: a contact that nobody wrote down. */
static bool check_cushion(const CaromSeen *seen, int index, Diag *diag) {
    const Shot *shot = seen->shot;
    const Event *event = &shot->events[index];
    int own = shot->strike >= 0 ? shot->events[shot->strike].ball : event->ball;
    uint32_t driven_by = event_bit(EVENT_CONTACT) | event_bit(EVENT_DISTURB) | event_bit(EVENT_FROZEN);
    if (event->ball != own && !(seen->kinds & driven_by) && !seen->before->touching)
        return diag_error(diag, event_place(shot, event, COLUMN_BALL),
                          "no ball has hit %s: the row 'contact,%s,%s' before it is missing",
                          carom_ball_name(event->ball), carom_ball_name(own), carom_ball_name(event->ball));
    return check_present(shot, index, diag);
}

static bool check_event(const CaromSeen *seen, int index, Diag *diag) {
    const Shot *shot = seen->shot;
    const Event *event = &shot->events[index];
    if (!check_order(shot, index, diag)) return false;
    switch (event->kind) {
    case EVENT_EXIT:
        return check_exit(seen, event, diag);
    case EVENT_POSITION:
        return check_position(seen, index, diag);
    case EVENT_OFF:
        return event->to_kind != TO_OUTSIDE || event->to != OUTSIDE_LAMP ||
               diag_error(diag, event_place(shot, event, COLUMN_TO),
                          "expected floor or frame; a ball off the lamp is a 'rebound'");
    case EVENT_CONTACT:
    case EVENT_FROZEN:
        return check_contact(shot, index, diag);
    case EVENT_CUSHION:
        return check_cushion(seen, index, diag);
    case EVENT_CHOOSE:
        return event->player == PLAYER_NONE || event->player == seen->player ||
               diag_error(diag, event_place(shot, event, COLUMN_PLAYER), "the choice is %s's",
                          player_name(seen->player));
    case EVENT_PLACE:
        return diag_error(diag, event_place(shot, event, COLUMN_EVENT), "'place' stands in a lag sheet only");
    default:
        return true;
    }
}

bool carom_check_shot(const CaromSeen *seen, Diag *diag) {
    bool good = true;
    if (!check_turn(seen, diag)) return false;
    if (has_kind(seen->kinds, EVENT_RUN)) return check_run(seen, diag);
    if (!check_strike(seen, diag)) return false;
    for (int i = 0; i < seen->shot->count; i++) good = check_event(seen, i, diag) && good;
    return good;
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

/* ---- probably slips ---- */

static Str known_areas(const Diag *diag, const CaromMatch *match, const CaromBall *ball) {
    Str names = carom_area_names(diag->arena, match, ball->held);
    return names.len ? names : str_of(diag_word(diag, "none"));
}

static void warn_exit(const CaromSeen *seen, const Event *event, Diag *diag) {
    const CaromMatch *match = seen->match;
    const CaromBall *ball = &seen->before->balls[event->ball];
    int area = event->to_kind == TO_AREA ? carom_area(match, event->area) : -1;
    if (area < 0 || ((ball->held | ball->unsure) & area_bit(area))) return;
    if (!(match->restricted & area_bit(area))) return;
    diag_warning(diag, event_place(seen->shot, event, COLUMN_TO),
                 "%s did not lie in %.*s before the stroke: it leaves no area in which it was not; it lay in "
                 "%.*s",
                 carom_ball_name(event->ball), SARG(event->area), SARG(known_areas(diag, match, ball)));
}

/* A ball that was hit and has no position lies where it lay, which is hardly so. */
static void warn_unplaced(const CaromSeen *seen, const CaromState *lie, const CaromState *after, Diag *diag) {
    const CaromMatch *match = seen->match;
    bool passes = after->next != seen->player; /* then the ball that was struck is an object ball, too */
    unsigned moved =
        passes && seen->struck ? seen->driven | ball_bit(seen->ball1) : seen->driven & ~ball_bit(seen->ball1);
    unsigned hit = moved & ~seen->placed & ~seen->off;
    for (int i = 0; i < CAROM_BALLS; i++) {
        const CaromBall *ball = &lie->balls[i], *next = &after->balls[i];
        bool stays = ball->placed == next->placed && ball->held == next->held && ball->at.x == next->at.x &&
                     ball->at.y == next->at.y; /* else it is set somewhere, and where it lay is past */
        if (!(hit & ball_bit(i)) || !stays || ball->unsure) continue;
        if (ball->placed)
            diag_warning(diag, shot_place(seen->shot),
                         "%s was hit and has no position: it is taken to lie where it lay, at %.2f, %.2f; a "
                         "row 'position,%s' says where it came to rest, or 'unknown'",
                         carom_ball_name(i), ball->at.x, ball->at.y, carom_ball_name(i));
        else
            diag_warning(diag, shot_place(seen->shot),
                         "%s was hit and has no position: it is taken to lie where it lay, in %.*s; a row "
                         "'position,%s' says where it came to rest, or 'unknown'",
                         carom_ball_name(i), SARG(known_areas(diag, match, ball)), carom_ball_name(i));
    }
}

static void warn_late(const CaromSeen *seen, Diag *diag) {
    for (int i = 0; i < seen->shot->count; i++)
        if (seen->shot->events[i].kind == EVENT_NOTICED)
            diag_warning(diag, event_place(seen->shot, &seen->shot->events[i], COLUMN_EVENT),
                         "no fault in this shot that could be noticed late");
}

void carom_warn_slips(const CaromSeen *seen, const CaromDecided *decided, const CaromState *lie,
                      const CaromState *after, Diag *diag) {
    const Shot *shot = seen->shot;
    bool stroke = decided->kind != RULING_REPLAY && decided->kind != RULING_VOID;
    if (seen->match->compared) return;
    if (seen->late && !decided->excused) warn_late(seen, diag);
    if (!seen->match->restricted) return;
    for (int i = 0; has_kind(seen->kinds, EVENT_EXIT) && i < shot->count; i++)
        if (shot->events[i].kind == EVENT_EXIT) warn_exit(seen, &shot->events[i], diag);
    if (stroke && after->next != PLAYER_NONE) warn_unplaced(seen, lie, after, diag);
}
