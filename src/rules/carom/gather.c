/* Reads a shot's rows once: which balls ball 1 hit and when, how many cushions came before, what left the
 * table, what the referee saw. Only rows of ball 1 make hits and cushions; `contact red white` is no hit of
 * white's. A third person who disturbs moving balls ends what is the player's: rows after that are not read;
 * at rest (the first `position` row says so) he changes nothing. Source: rules/carom/README.md 1.1,
 * 2, 3, 6. */
#include "rules/carom/engine.h"

static void see_hit(CaromSeen *seen, const Event *event) {
    seen->driven |= ball_bit(event->to);
    if (event->ball != seen->ball1) {
        seen->driven |= ball_bit(event->ball);
        if (event->to != seen->ball1) seen->between_objects = true;
        return;
    }
    seen->hit |= ball_bit(event->to);
    if (seen->ball2 == BALL_NONE) {
        bool touching = (seen->before->touching & ball_bit(event->to)) && !seen->wrong_ball;
        seen->straight_on = touching && seen->cushions == 0 && seen->choice != CHOICE_PIQUE;
        seen->cushion_before_ball2 = seen->cushions > 0;
        seen->ball2 = (int)event->to;
    } else if (seen->ball3 == BALL_NONE && event->to != seen->ball2) {
        seen->ball3 = (int)event->to;
    }
}

static bool declared_frozen(const CaromSeen *seen, int rail) {
    for (int i = 0; has_kind(seen->kinds, EVENT_FROZEN) && i < seen->shot->count; i++) {
        const Event *event = &seen->shot->events[i];
        if (event->kind == EVENT_FROZEN && event->ball == seen->ball1 && event->to_kind == TO_RAIL &&
            event->to == rail)
            return true;
    }
    return false;
}

/* Some cushion, without its name, is none that ball 1 is known to touch. */
static bool into_frozen(const CaromSeen *seen, const Event *event) {
    return event->to_kind == TO_RAIL &&
           (declared_frozen(seen, event->to) ||
            carom_at_cushion(seen->match, seen->before, seen->ball1, (Rail)event->to));
}

static void see_cushion(CaromSeen *seen, const Event *event) {
    if (event->ball != seen->ball1 || seen->ball3 != BALL_NONE) return;
    if (seen->cushions == 0 && seen->ball2 == BALL_NONE) seen->into_frozen_cushion = into_frozen(seen, event);
    seen->cushions += event_times(event);
}

static void see_fault(CaromSeen *seen, const Event *event) {
    seen->faults |= UINT32_C(1) << event->value;
    if (event->ball != BALL_NONE) seen->handled |= ball_bit(event->ball);
    bool touching = event->ball == BALL_NONE || (seen->before->touching & ball_bit(event->ball));
    if (event->value == FAULT_MOVED_BALL && seen->choice == CHOICE_PIQUE && touching)
        seen->pique_moved = true;
}

static void see_event(CaromSeen *seen, const Event *event, bool after_strike) {
    switch (event->kind) {
    case EVENT_CONTACT:
        see_hit(seen, event);
        break;
    case EVENT_CUSHION:
        if (after_strike) see_cushion(seen, event);
        break;
    case EVENT_OFF:
        seen->off |= ball_bit(event->ball);
        break;
    case EVENT_REBOUND:
        if (event->to != OUTSIDE_LAMP) seen->off |= ball_bit(event->ball);
        break;
    case EVENT_FAULT:
        see_fault(seen, event);
        break;
    case EVENT_DISTURB:
        if (event->value == DISTURB_EFFECT && !seen->at_rest) seen->disturbed = true;
        break;
    case EVENT_POSITION:
        seen->at_rest = true;
        break;
    default:
        break;
    }
}

static void see_strike(CaromSeen *seen) {
    const Shot *shot = seen->shot;
    int own = carom_own_ball(seen->player);
    seen->struck = shot->strike >= 0;
    seen->ball1 = seen->struck ? shot->events[shot->strike].ball : own;
    seen->ball2 = seen->ball3 = BALL_NONE;
}

static void see_anywhere(CaromSeen *seen, const Event *event) {
    if (event->kind == EVENT_NOTICED) seen->late = true;
    if (event->kind == EVENT_POSITION) seen->placed |= ball_bit(event->ball);
    if (event->kind == EVENT_CONCEDE)
        seen->concedes = event->player == PLAYER_NONE ? seen->player : event->player;
}

void carom_gather(CaromSeen *seen) {
    const Shot *shot = seen->shot;
    see_strike(seen);
    for (int i = 0; i < shot->count && !seen->disturbed; i++) {
        seen->wrong_ball = seen->ball1 != carom_own_ball(seen->player) && i >= shot->strike;
        see_event(seen, &shot->events[i], seen->struck && i > shot->strike);
    }
    for (int i = 0; i < shot->count; i++) see_anywhere(seen, &shot->events[i]);
    seen->shared = carom_shared_areas(seen->before, seen->ball1);
}
