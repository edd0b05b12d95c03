/* Shot 0: the table before the first stroke of a disputed one, so that nobody has to type the whole game.
 * Source: rules/README.md, Setup. */
#include "rules/carom/engine.h"

typedef struct Setup {
    const CaromMatch *match;
    const Shot *shot;
    Diag *diag;
    CaromState *state;
    unsigned named; /* balls with an on-table row */
    bool turn_given, at_break;
    bool inning_given[2];
} Setup;

static bool refuse(const Setup *setup, const Event *event, int column, const char *what) {
    return diag_error(setup->diag, event_place(setup->shot, event, column), "%s",
                      diag_word(setup->diag, what));
}

static bool put_ball(Setup *setup, const Event *event) {
    unsigned bit = ball_bit(event->ball);
    if (setup->named & bit) return refuse(setup, event, COLUMN_BALL, "this ball is on the table already");
    setup->named |= bit;
    if (!event->placed) return true;
    if (!carom_on_bed(setup->match, event_at(event)))
        return refuse(setup, event, COLUMN_X, "the ball is off the bed");
    carom_place(setup->match, setup->state, event->ball, event_at(event));
    return true;
}

static bool set_turn(Setup *setup, const Event *event) {
    if (setup->turn_given && setup->state->next != event->player)
        return refuse(setup, event, COLUMN_PLAYER, "it cannot be both players' turn");
    setup->turn_given = true;
    setup->state->next = event->player;
    return true;
}

static bool set_score(Setup *setup, const Event *event) {
    if (event->value < 0) return refuse(setup, event, COLUMN_VALUE, "points in carom are never less than 0");
    setup->state->score[event->player] = (int)event->value;
    setup->state->tally[event->player].points = event->value;
    return true;
}

static bool set_innings(Setup *setup, const Event *event) {
    setup->state->innings[event->player] = (int)event->value;
    setup->state->tally[event->player].innings = event->value;
    return setup->inning_given[event->player] = true;
}

static bool read_row(Setup *setup, const Event *event) {
    switch (event->kind) {
    case EVENT_ON_TABLE:
        return put_ball(setup, event);
    case EVENT_TURN:
        return set_turn(setup, event);
    case EVENT_BREAK:
        return setup->at_break = true;
    case EVENT_SCORE:
        return set_score(setup, event);
    case EVENT_INNING:
        return set_innings(setup, event);
    default:
        return true; /* counts, when the balls and the turn are known */
    }
}

/* Who opened: with equal innings the player who is on, with one inning more the other; else as --break says.
 */
static void find_starter(Setup *setup) {
    CaromState *state = setup->state;
    if (setup->at_break) {
        state->starter = state->next;
    } else if (setup->inning_given[0] && setup->inning_given[1]) {
        int ahead = state->innings[state->next] - state->innings[player_other(state->next)];
        if (ahead == 0) state->starter = state->next;
        if (ahead == -1) state->starter = player_other(state->next);
    }
}

static bool count_beyond(const Setup *setup, const Event *event) {
    return diag_error(setup->diag, event_place(setup->shot, event, COLUMN_VALUE),
                      "a count of %lld cannot be: in %.*s a ball must leave at carom %d in an area, so the "
                      "count is at most %d",
                      (long long)event->value, SARG(setup->match->game), setup->match->allowed,
                      setup->match->allowed - 1);
}

static bool count_area(Setup *setup, const Event *event) {
    CaromState *state = setup->state;
    int own = carom_own_ball(state->next), area = carom_area(setup->match, event->area);
    if (area < 0 || !setup->match->areas[area].restricted)
        return refuse(setup, event, COLUMN_TO, "this game has no such area");
    if (event->value >= setup->match->allowed) return count_beyond(setup, event);
    for (int ball = 0; ball < CAROM_BALLS; ball++)
        if (ball != own && !state->balls[ball].placed)
            carom_lay(state, ball, state->balls[ball].held | area_bit(area), false);
    if (!(carom_shared_areas(state, own) & area_bit(area)))
        return diag_warning(setup->diag, event_place(setup->shot, event, COLUMN_TO),
                            "the object balls do not both lie in this area; the count is not used"),
               true;
    state->counts[area] = (int)event->value;
    return true;
}

static bool read_counts(Setup *setup) {
    bool good = true;
    for (int i = 0; i < setup->shot->count; i++)
        if (setup->shot->events[i].kind == EVENT_COUNT)
            good = count_area(setup, &setup->shot->events[i]) && good;
    return good;
}

static bool spent(const CaromMatch *match, const CaromState *state, Player player) {
    return (match->points && state->score[player] >= match->points) ||
           (match->innings && state->innings[player] >= match->innings);
}

/* The second player may be in his last inning already; a game that is over cannot be played on. */
static bool find_phase(Setup *setup) {
    CaromState *state = setup->state;
    Player second = player_other(state->starter);
    bool starter_done = spent(setup->match, state, state->starter);
    state->equalising = starter_done && state->next == second;
    if (!(starter_done && state->next == state->starter) && !spent(setup->match, state, second)) return true;
    return diag_error(setup->diag, shot_place(setup->shot),
                      "by these points and innings the game is over already");
}

static void set_balls(Setup *setup) {
    const CaromMatch *match = setup->match;
    CaromState *state = setup->state;
    if (setup->at_break) {
        CaromState start = *state;
        carom_set_start(match, &start, SPOT_START_LEFT);
        state->start = true;
        for (int ball = 0; ball < CAROM_BALLS; ball++)
            if (!state->balls[ball].placed) carom_place(match, state, ball, start.balls[ball].at);
    } else {
        state->unreported = carom_settle(match, state);
    }
}

bool carom_setup(const CaromMatch *match, const Shot *shot, CaromState *state, Diag *diag) {
    *state = (CaromState){.next = match->starter, .starter = match->starter};
    for (int ball = 0; ball < CAROM_BALLS; ball++) carom_lose(match, state, ball);
    Setup setup = {.match = match, .shot = shot, .diag = diag, .state = state};
    bool good = true;
    for (int i = 0; i < shot->count; i++) good = read_row(&setup, &shot->events[i]) && good;
    if (setup.named && setup.named != 7U)
        good = diag_error(diag, shot_place(shot),
                          "the setup names %s; carom is played with three balls: name all or none",
                          diag_word(diag, setup.named & (setup.named - 1) ? "two balls" : "one ball"));
    if (!good || !carom_check_overlap(match, state, shot, 0, diag)) return false;
    find_starter(&setup);
    good = find_phase(&setup);
    set_balls(&setup);
    return read_counts(&setup) && good;
}
