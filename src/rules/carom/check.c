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

static bool check_turn(const CaromFacts *facts, const CaromState *before, Diag *diag) {
    const Shot *shot = facts->shot;
    Player player = facts->player;
    if (before->next == PLAYER_NONE)
        return diag_error(diag, shot_place(shot), "shot %d comes after the end of the match", shot->number);
    if (player == before->next || facts->kinds == event_bit(EVENT_CONCEDE)) return true;
    return diag_error(diag, shot_place(shot), "shot %d is %s's, but it is %s's turn", shot->number,
                      player == PLAYER_NONE ? "nobody" : player_name(player), player_name(before->next));
}

static bool check_strike(const CaromFacts *facts, Diag *diag) {
    const Shot *shot = facts->shot;
    if (shot->strike < 0)
        return !(facts->kinds & ~without_strike) ||
               diag_error(diag, shot_place(shot), "shot %d has no 'strike'", shot->number);
    const Event *strike = &shot->events[shot->strike];
    return strike->player == PLAYER_NONE || strike->player == facts->player ||
           diag_error(diag, event_place(shot, strike, COLUMN_PLAYER), "the strike is %s's in a shot of %s's",
                      player_name(strike->player), player_name(facts->player));
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

static bool check_exit(const CaromMatch *match, const Shot *shot, const Event *event, Diag *diag) {
    if (shot->strike >= 0 && event->ball == shot->events[shot->strike].ball)
        return diag_error(diag, event_place(shot, event, COLUMN_BALL),
                          "%s is the player's ball; only object balls leave an area",
                          carom_ball_name(event->ball));
    if (event->to_kind != TO_AREA || match->compared || carom_area(match, event->area) >= 0) return true;
    return diag_error(diag, event_place(shot, event, COLUMN_TO), "there is no area '%.*s' in %.*s",
                      SARG(event->area), SARG(match->game));
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

/* A camera may write a row twice: the same place again is used once, another place is an error. */
static bool check_doubled(const Shot *shot, int index, Diag *diag) {
    const Event *event = &shot->events[index];
    for (int i = 0; i < index; i++) {
        const Event *first = &shot->events[i];
        if (first->kind != EVENT_POSITION || first->ball != event->ball) continue;
        if (first->x == event->x && first->y == event->y)
            return diag_warning(diag, event_place(shot, event, COLUMN_BALL),
                                "the position of %s is given twice; used once", carom_ball_name(event->ball)),
                   true;
        return diag_error(diag, event_place(shot, event, COLUMN_BALL), "%s has another position on line %d",
                          carom_ball_name(event->ball), first->line);
    }
    return true;
}

static bool check_position(const CaromMatch *match, const Shot *shot, int index, Diag *diag) {
    const Event *event = &shot->events[index];
    if (!check_doubled(shot, index, diag)) return false;
    if (carom_on_bed(match, event_at(event)) || left_the_table(shot, event->ball)) return true;
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

static bool check_event(const CaromFacts *facts, int index, Diag *diag) {
    const CaromMatch *match = facts->match;
    const Shot *shot = facts->shot;
    const Event *event = &shot->events[index];
    if (!check_order(shot, index, diag)) return false;
    switch (event->kind) {
    case EVENT_EXIT:
        return check_exit(match, shot, event, diag);
    case EVENT_POSITION:
        return check_position(match, shot, index, diag);
    case EVENT_OFF:
        return event->to_kind != TO_OUTSIDE || event->to != OUTSIDE_LAMP ||
               diag_error(diag, event_place(shot, event, COLUMN_TO),
                          "expected floor or frame; a ball off the lamp is a 'rebound'");
    case EVENT_CONTACT:
    case EVENT_FROZEN:
        return check_contact(shot, index, diag);
    case EVENT_CUSHION:
        return check_present(shot, index, diag);
    case EVENT_CHOOSE:
        return event->player == PLAYER_NONE || event->player == facts->player ||
               diag_error(diag, event_place(shot, event, COLUMN_PLAYER), "the choice is %s's",
                          player_name(facts->player));
    case EVENT_PLACE:
        return diag_error(diag, event_place(shot, event, COLUMN_EVENT), "'place' stands in a lag sheet only");
    default:
        return true;
    }
}

bool carom_check_shot(const CaromFacts *facts, const CaromState *before, Diag *diag) {
    if (!check_turn(facts, before, diag) || !check_strike(facts, diag)) return false;
    bool good = true;
    for (int i = 0; i < facts->shot->count; i++) good = check_event(facts, i, diag) && good;
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
                              vec_distance(after->at[a], after->at[b]), match->diameter);
        }
    return good;
}
