/* The options taken before a stroke: who may take which, and what they do to the table. Source:
 * rules/README.md, Choices; pool.4.6, 4.21, 4.24, 6.3, 8.1 to 8.3. */
#include "rules/pool/pool.h"

/* Options of which only one can be taken. */
static const uint32_t alternatives[] = {
    1U << CHOICE_ACCEPT | 1U << CHOICE_RERACK | 1U << CHOICE_RERACK_BACK | 1U << CHOICE_BACK,
    1U << CHOICE_SPOT_8 | 1U << CHOICE_REBREAK,
    1U << CHOICE_STAY | 1U << CHOICE_RESTORE,
    1U << CHOICE_SPOT_NEAREST,
    1U << CHOICE_PUSH_OUT,
    1U << CHOICE_RESPOT_BALLS,
};

static void close_alternatives(PoolState *state, Choice choice) {
    for (size_t i = 0; i < sizeof alternatives / sizeof *alternatives; i++)
        if (alternatives[i] & 1U << choice) state->options &= ~alternatives[i];
}

void pool_rack_anew(const PoolMatch *match, PoolState *state, Player breaker) {
    memset(state->balls, 0, sizeof state->balls);
    state->balls[CUE].on = true;
    pool_rack(match, state, (BIT(match->game->balls + 1) - 1) & OBJECT_BALLS);
    state->options = 0;
    state->breaking = true;
    state->eight_waits = false;
    state->cue = CUE_IN_HAND_HEAD;
    state->group[PLAYER_A] = state->group[PLAYER_B] = GROUP_NONE;
    state->next = breaker;
}

static void restore_touched(PoolState *state) {
    for (int ball = 1; ball < BALLS; ball++) {
        if (!(state->touched & BIT(ball)) || !state->balls[ball].on) continue;
        state->balls[ball].known = state->touched_known & BIT(ball);
        state->balls[ball].at = state->touched_from[ball];
    }
}

static void take(const PoolMatch *match, PoolState *state, Choice choice, Player chooser, PoolSeen *seen,
                 PoolRuling *ruling) {
    switch (choice) {
    case CHOICE_RERACK:
    case CHOICE_REBREAK:
        pool_rack_anew(match, state, chooser);
        ruling->racked = match->game->balls;
        break;
    case CHOICE_RERACK_BACK:
        pool_rack_anew(match, state, player_other(chooser));
        ruling->racked = match->game->balls;
        break;
    case CHOICE_BACK:
        state->next = player_other(chooser);
        break;
    case CHOICE_SPOT_8:
        pool_spot(match, state, BIT(8), ruling);
        state->eight_waits = false;
        seen->eight_spotted = true;
        break;
    case CHOICE_SPOT_NEAREST:
        pool_spot(match, state, BIT(pool_nearest_in_head(match, state)), ruling);
        seen->nearest_spotted = true;
        break;
    case CHOICE_RESTORE:
        restore_touched(state);
        break;
    case CHOICE_PUSH_OUT:
        state->pushing = true;
        break;
    case CHOICE_RESPOT_BALLS:
        seen->respotted = true;
        break; /* to the places as computed */
    default:
        break; /* accept, stay: the table stays as it is */
    }
}

static bool choose(const PoolMatch *match, PoolState *state, const Shot *shot, const Event *event,
                   PoolSeen *seen, PoolRuling *ruling, Diag *diag) {
    Choice choice = (Choice)event->value;
    if (!(state->options & 1U << choice))
        return diag_error(diag, event_place(shot, event, COLUMN_VALUE), "'%s' cannot be chosen now",
                          choice_name(choice));
    if (state->chooser[choice] != event->player)
        return diag_error(diag, event_place(shot, event, COLUMN_PLAYER), "this choice is %s's",
                          player_name(state->chooser[choice]));
    close_alternatives(state, choice);
    take(match, state, choice, event->player, seen, ruling);
    return true;
}

bool pool_choices(const PoolMatch *match, PoolState *state, const Shot *shot, PoolSeen *seen,
                  PoolRuling *ruling, Diag *diag) {
    for (int i = 0; i < shot->count; i++) {
        const Event *event = &shot->events[i];
        if (event->kind == EVENT_CHOOSE && !choose(match, state, shot, event, seen, ruling, diag))
            return false;
    }
    if (state->eight_waits && shot->strike >= 0)
        return diag_error(diag, event_place(shot, &shot->events[shot->strike], COLUMN_EVENT),
                          "the 8 fell on the break: a choice of spot-8 or rebreak is due first");
    return true;
}
