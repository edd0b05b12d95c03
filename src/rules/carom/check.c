/* What cannot have happened: a stroke out of turn, rows before the strike that belong after it, a ball on
 * the floor that goes on. Everything is told at its row; a ruling is given only on what passes here.
 * Source: rules/README.md, What cannot be, and slips. */
#include "rules/carom/engine.h"

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
        return carom_check_exit(seen, event, diag);
    case EVENT_POSITION:
        return carom_check_position(seen, index, diag);
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
