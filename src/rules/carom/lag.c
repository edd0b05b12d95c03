/* The lag of carom: both white balls to the top cushion and back. The red hit, the balls meeting, a ball that
 * stops short twice give the choice away; what neither settles, or a third person disturbed, is played again.
 * Source: rules/carom/README.md 1.2 to 1.4, 3.15; rules/README.md, Lag. */
#include "rules/carom/engine.h"

#include <math.h>

static const double EQUAL_CM = 0.1, ROUNDING = 1e-6;

/* What can happen in a lag. */
static const uint32_t lag_events =
    UINT32_C(1) << EVENT_PLACE | UINT32_C(1) << EVENT_STRIKE | UINT32_C(1) << EVENT_CONTACT |
    UINT32_C(1) << EVENT_CUSHION | UINT32_C(1) << EVENT_REBOUND | UINT32_C(1) << EVENT_OFF |
    UINT32_C(1) << EVENT_EXIT | UINT32_C(1) << EVENT_DISTURB | UINT32_C(1) << EVENT_POSITION;

typedef struct Lag {
    const CaromMatch *match;
    Diag *diag;
    int shorts[2]; /* attempts in which the player's ball did not reach the top cushion */
} Lag;

typedef struct Attempt {
    const Shot *shot;
    int ball[2];
    bool right[2]; /* plays on the right side */
    bool hit_red[2], reached[2], crossed[2], off[2], placed[2];
    bool met, disturbed;
    Vec2 at[2];
} Attempt;

static bool refuse(const Lag *lag, const Attempt *attempt, const Event *event, int column, const char *what) {
    return diag_error(lag->diag,
                      event ? event_place(attempt->shot, event, column) : shot_place(attempt->shot), "%s",
                      diag_word(lag->diag, what));
}

static bool strike_ball(const Lag *lag, Attempt *attempt, const Event *event) {
    if (event->ball == BALL_RED)
        return refuse(lag, attempt, event, COLUMN_BALL, "the red is not played in a lag");
    if (attempt->ball[event->player] != BALL_NONE)
        return refuse(lag, attempt, event, COLUMN_EVENT, "a second strike of this player in one attempt");
    attempt->ball[event->player] = (int)event->ball;
    return true;
}

/* Without a strike: the first white ball his rows name. */
static int named_ball(const Attempt *attempt, Player player) {
    for (int i = 0; i < attempt->shot->count; i++) {
        const Event *event = &attempt->shot->events[i];
        if (event->player == player && event->ball != BALL_NONE && event->ball != BALL_RED)
            return event->ball;
    }
    return BALL_NONE;
}

/* A player's ball is the one his strike, or else his rows, name. */
static bool find_balls(const Lag *lag, Attempt *attempt) {
    attempt->ball[0] = attempt->ball[1] = BALL_NONE;
    bool good = true;
    for (int i = 0; i < attempt->shot->count; i++)
        if (attempt->shot->events[i].kind == EVENT_STRIKE)
            good = strike_ball(lag, attempt, &attempt->shot->events[i]) && good;
    for (Player p = PLAYER_A; good && p <= PLAYER_B; p++) {
        if (attempt->ball[p] == BALL_NONE) attempt->ball[p] = named_ball(attempt, p);
        if (attempt->ball[p] == BALL_NONE)
            good = diag_error(lag->diag, shot_place(attempt->shot), "no ball of %s in this attempt",
                              player_name(p));
    }
    if (good && attempt->ball[0] == attempt->ball[1])
        good = refuse(lag, attempt, NULL, COLUMN_BALL, "both players cannot play the same ball");
    return good;
}

static Player owner(const Attempt *attempt, int ball) {
    if (ball == attempt->ball[PLAYER_A]) return PLAYER_A;
    return ball == attempt->ball[PLAYER_B] ? PLAYER_B : PLAYER_NONE;
}

static void read_contact(Attempt *attempt, const Event *event) {
    Player first = owner(attempt, event->ball), second = owner(attempt, event->to);
    if (first != PLAYER_NONE && event->to == BALL_RED) attempt->hit_red[first] = true;
    if (first != PLAYER_NONE && second != PLAYER_NONE) attempt->met = true;
}

static bool on_right(const Lag *lag, const Event *event) { return event_at(event).y > lag->match->width / 2; }

static bool read_position(const Lag *lag, Attempt *attempt, const Event *event, Player player) {
    Vec2 at = event_at(event);
    if (!carom_on_bed(lag->match, at))
        return refuse(lag, attempt, event, COLUMN_X, "the ball is off the bed");
    if (attempt->placed[player] && vec_distance(attempt->at[player], at) > ROUNDING)
        return refuse(lag, attempt, event, COLUMN_BALL, "this ball has another position already");
    attempt->placed[player] = true;
    attempt->at[player] = at;
    bool middle = fabs(at.y - lag->match->width / 2) <= ROUNDING;
    if (!middle && on_right(lag, event) != attempt->right[player]) attempt->crossed[player] = true;
    return true;
}

static bool read_exit(const Lag *lag, Attempt *attempt, const Event *event, Player player) {
    if (event->to_kind == TO_AREA && !str_eq(event->area, S("half")))
        return refuse(lag, attempt, event, COLUMN_TO, "expected 'half' in a lag");
    return attempt->crossed[player] = true;
}

static bool read_row(const Lag *lag, Attempt *attempt, const Event *event) {
    Player player = owner(attempt, event->ball);
    if (!has_kind(lag_events, event->kind))
        return refuse(lag, attempt, event, COLUMN_EVENT, "this event has no place in a lag");
    if (event->kind == EVENT_CONTACT) read_contact(attempt, event);
    if (event->kind == EVENT_DISTURB && event->value == DISTURB_EFFECT) attempt->disturbed = true;
    if (player == PLAYER_NONE) return true;
    switch (event->kind) {
    case EVENT_PLACE:
        attempt->right[player] = on_right(lag, event);
        return true;
    case EVENT_CUSHION:
        if (event->to == RAIL_FAR) attempt->reached[player] = true;
        return true;
    case EVENT_OFF:
        return attempt->off[player] = true;
    case EVENT_REBOUND:
        if (event->to != OUTSIDE_LAMP) attempt->off[player] = true;
        return true;
    case EVENT_EXIT:
        return read_exit(lag, attempt, event, player);
    case EVENT_POSITION:
        return read_position(lag, attempt, event, player);
    default:
        return true;
    }
}

/* Two balls in one place: told at the last position. */
static bool check_apart(const Lag *lag, const Attempt *attempt) {
    CaromState state = {.next = PLAYER_A};
    for (int p = 0; p < 2; p++)
        if (attempt->placed[p]) carom_place(lag->match, &state, attempt->ball[p], attempt->at[p]);
    return carom_check_overlap(lag->match, &state, attempt->shot, 0, lag->diag);
}

static bool read_attempt(const Lag *lag, const Shot *shot, Attempt *attempt) {
    *attempt = (Attempt){.shot = shot, .right = {false, true}};
    if (!find_balls(lag, attempt)) return false;
    bool good = true;
    for (int i = 0; i < shot->count; i++) good = read_row(lag, attempt, &shot->events[i]) && good;
    return good && check_apart(lag, attempt);
}

static void cite(LagResult *out, const char *id, bool open) {
    out->clauses[out->clause_count++] = (Citation){carom_clause(id), open};
}

/* One of the two did what gives the choice to the other; both, or neither: nobody chooses. */
static Player blameless(const bool did[2]) {
    if (did[PLAYER_A] == did[PLAYER_B]) return PLAYER_NONE;
    return did[PLAYER_A] ? PLAYER_B : PLAYER_A;
}

static void give(LagResult *out, Player player, const char *clause, bool open) {
    out->chooses = player;
    out->again = player == PLAYER_NONE;
    cite(out, clause, open);
}

/* The players of whom it is true: "A", "B", "A, B", "–". */
static WhyPart players(const bool did[2]) {
    static const char *const names[] = {"–", "A", "B", "A, B"};
    return why_name(str_of(names[did[0] + 2 * did[1]]));
}

static void why_short(const Lag *lag, const Attempt *attempt, LagResult *out) {
    for (int p = 0; p < 2; p++) {
        bool one[2] = {p == 0, p == 1};
        WhyPart parts[] = {players(one), why_number(lag->shorts[p])};
        if (!attempt->reached[p] && !out->why.count)
            why_add(&out->why, NULL, "carom.lag_short", 2, parts);
        else if (!attempt->reached[p])
            why_add(&out->why, out->clauses[0].clause, "carom.lag_short", 2, parts);
    }
}

static bool judge_short(Lag *lag, const Attempt *attempt, LagResult *out) {
    bool twice[2];
    for (int p = 0; p < 2; p++) twice[p] = !attempt->reached[p] && ++lag->shorts[p] >= 2;
    if (attempt->reached[0] && attempt->reached[1]) return false;
    give(out, blameless(twice), "carom.1.4", twice[0] || twice[1] || lag->shorts[0] + lag->shorts[1] > 1);
    why_short(lag, attempt, out);
    return true;
}

static bool judge_distance(const Lag *lag, const Attempt *attempt, LagResult *out) {
    for (Player p = PLAYER_A; p <= PLAYER_B; p++)
        if (!attempt->placed[p])
            return diag_error(lag->diag, shot_place(attempt->shot),
                              "no 'position' of %s's ball: the distances decide", player_name(p));
    double difference = attempt->at[0].x - attempt->at[1].x;
    bool nearer[2] = {difference<0, difference> 0};
    if (fabs(difference) <= EQUAL_CM + ROUNDING) {
        give(out, PLAYER_NONE, "carom.1.3", false);
        why_add(&out->why, NULL, "carom.lag_equal", 0, NULL);
    } else {
        give(out, nearer[0] ? PLAYER_A : PLAYER_B, "carom.1.2", false);
        WHY(&out->why, NULL, "carom.lag_nearer", players(nearer), why_cm(llround(fabs(difference) * 1e7)));
    }
    return true;
}

static bool judge(Lag *lag, const Attempt *attempt, LagResult *out) {
    *out = (LagResult){.chooses = PLAYER_NONE};
    for (int p = 0; p < 2; p++) {
        out->known[p] = attempt->placed[p];
        out->distance[p] = attempt->at[p].x - lag->match->diameter / 2;
    }
    if (attempt->disturbed) { /* the balls are put back, and nobody made a fault */
        give(out, PLAYER_NONE, "carom.3.15", true);
        return true;
    }
    bool is_short = judge_short(lag, attempt, out);
    if (attempt->off[0] || attempt->off[1] || attempt->hit_red[0] || attempt->hit_red[1] || attempt->met) {
        out->clause_count = out->why.count = 0;
        bool off = attempt->off[0] || attempt->off[1], red = attempt->hit_red[0] || attempt->hit_red[1];
        const bool *did = off ? attempt->off : red ? attempt->hit_red : attempt->crossed;
        give(out, blameless(did), off ? "carom.3.2" : "carom.1.3", off || did[0] == did[1]);
        WHY(&out->why, NULL, off ? "carom.lag_off" : red ? "carom.lag_red" : "carom.lag_met", players(did));
        return true;
    }
    return is_short || judge_distance(lag, attempt, out);
}

bool carom_lag(Arena *arena, Sheet *sheet, const MatchSetup *setup, LagResult *out, Diag *diag) {
    CaromMatch match = {0};
    LayoutChoices choices = {0};
    Lag lag = {.match = &match, .diag = diag};
    Shot shot;
    int attempts = 0;
    if (!carom_table(arena, setup, "free", &choices, &match, diag)) return false;
    while (sheet_next(sheet, &shot)) {
        Attempt attempt;
        if (shot.faulty) continue;
        if (attempts++ && !out->again)
            return diag_error(diag, shot_place(&shot), "the lag was decided before this attempt");
        if (!read_attempt(&lag, &shot, &attempt) || !judge(&lag, &attempt, out)) return false;
    }
    if (!attempts && !diag_failed(diag)) diag_error(diag, NO_PLACE, "no attempt in this lag sheet");
    return !diag_failed(diag);
}
