/* Reads a shot's rows once: which balls ball 1 hit and when, how many cushions came before, what left the
 * table, what the referee saw. Only rows of ball 1 make hits and cushions; `contact red white` is no hit of
 * white's. Source: rules-carom.md 1.1, 2, 3, 6; scoresheet.md, carom 2, 6. */
#include "rules/carom/engine.h"

static void read_hit(CaromFacts *facts, const Event *event) {
    if (event->ball != facts->ball1) {
        if (event->to != facts->ball1) facts->between_objects = true;
        return;
    }
    if (facts->ball2 == BALL_NONE) {
        bool touching = (facts->state->touching & ball_bit(event->to)) && !facts->wrong_ball;
        facts->straight_on = touching && facts->cushions == 0 && facts->choice != CHOICE_PIQUE;
        facts->cushion_before_ball2 = facts->cushions > 0;
        facts->ball2 = (int)event->to;
    } else if (facts->ball3 == BALL_NONE && event->to != facts->ball2) {
        facts->ball3 = (int)event->to;
    }
}

static bool declared_frozen(const CaromFacts *facts, Rail rail) {
    for (int i = 0; has_kind(facts->kinds, EVENT_FROZEN) && i < facts->shot->count; i++) {
        const Event *event = &facts->shot->events[i];
        if (event->kind == EVENT_FROZEN && event->ball == facts->ball1 && event->to_kind == TO_RAIL &&
            event->to == (int)rail)
            return true;
    }
    return false;
}

static void read_cushion(CaromFacts *facts, const Event *event) {
    if (event->ball != facts->ball1 || facts->ball3 != BALL_NONE) return;
    Rail rail = (Rail)event->to;
    if (facts->cushions == 0 && facts->ball2 == BALL_NONE)
        facts->into_frozen_cushion =
            declared_frozen(facts, rail) || carom_at_cushion(facts->match, facts->state, facts->ball1, rail);
    facts->cushions++;
}

static void read_fault(CaromFacts *facts, const Event *event) {
    facts->faults |= UINT32_C(1) << event->value;
    bool touching = event->ball == BALL_NONE || (facts->state->touching & ball_bit(event->ball));
    if (event->value == FAULT_MOVED_BALL && facts->choice == CHOICE_PIQUE && touching)
        facts->pique_moved = true;
}

static void read_event(CaromFacts *facts, const Event *event, bool after_strike) {
    switch (event->kind) {
    case EVENT_CONTACT:
        read_hit(facts, event);
        break;
    case EVENT_CUSHION:
        if (after_strike) read_cushion(facts, event);
        break;
    case EVENT_OFF:
        facts->off |= ball_bit(event->ball);
        break;
    case EVENT_REBOUND:
        if (event->to != OUTSIDE_LAMP) facts->off |= ball_bit(event->ball);
        break;
    case EVENT_FAULT:
        read_fault(facts, event);
        break;
    case EVENT_DISTURB:
        if (event->value == DISTURB_EFFECT && !facts->faults && !(facts->wrong_ball && after_strike))
            facts->disturbed = true;
        break;
    case EVENT_NOTICED:
        facts->late = true;
        break;
    default:
        break;
    }
}

static void read_strike(CaromFacts *facts) {
    const Shot *shot = facts->shot;
    int own = carom_own_ball(facts->player);
    facts->struck = shot->strike >= 0;
    facts->ball1 = facts->struck ? shot->events[shot->strike].ball : own;
    facts->wrong_ball = facts->ball1 != own;
    facts->ball2 = facts->ball3 = BALL_NONE;
}

void carom_read_shot(CaromFacts *facts) {
    read_strike(facts);
    for (int i = 0; i < facts->shot->count && !facts->disturbed; i++)
        read_event(facts, &facts->shot->events[i], facts->struck && i > facts->shot->strike);
    bool red_first =
        facts->ball2 == BALL_RED && !(facts->match->rules->opening_direct && facts->cushion_before_ball2);
    facts->valid = facts->ball3 != BALL_NONE && facts->cushions >= facts->match->cushions &&
                   (!facts->state->start || red_first);
    facts->shared = carom_shared_areas(facts->match, facts->state, facts->ball1);
    facts->due = facts->wrong_ball ? 0 : carom_due_areas(facts->match, facts->state, facts->shared);
}
