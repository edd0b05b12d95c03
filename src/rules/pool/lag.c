/* The lag of pool: who may say who breaks. Each player's ball is the one his rows name; A plays left, B
 * right. Source: pool.2.1, pool.2.2; rules/README.md, Lag. */
#include "rules/pool/pool.h"

/* Why a player's right lapses: 2.2 a to e, and a ball off the table. */
typedef enum Lapse {
    LAPSE_LONG_CUSHION,
    LAPSE_OTHER_HALF,
    LAPSE_NO_FOOT,
    LAPSE_DOWN,
    LAPSE_PAST_NOSE,
    LAPSE_OFF,
    LAPSES
} Lapse;
static const char *const reasons[LAPSES] = {
    [LAPSE_LONG_CUSHION] = "lag_long_cushion", [LAPSE_OTHER_HALF] = "lag_other_half",
    [LAPSE_NO_FOOT] = "lag_no_foot",           [LAPSE_DOWN] = "lag_down",
    [LAPSE_PAST_NOSE] = "lag_past_nose",       [LAPSE_OFF] = "lag_off"};

typedef struct Lagger {
    int16_t ball;
    bool struck, foot, known;
    unsigned lapsed; /* bits of Lapse */
    PoolPoint at;
} Lagger;

typedef struct Attempt {
    const PoolTable *table;
    const Shot *shot;
    Diag *diag;
    Lagger players[2];
} Attempt;

static bool refuse(const Attempt *attempt, const Event *event, int column, const char *text) {
    return diag_error(attempt->diag, event_place(attempt->shot, event, column), "%s",
                      diag_word(attempt->diag, text));
}

static bool in_other_half(const Attempt *attempt, Player player, PoolPoint at) {
    int64_t middle = attempt->table->width / 2;
    return player == PLAYER_A ? at.y > middle : at.y < middle;
}

static bool take_position(Attempt *attempt, Lagger *lagger, const Event *event) {
    PoolPoint at = {event->x, event->y};
    if (!event->placed) return true;
    if (!pool_on_bed(attempt->table, at))
        return refuse(attempt, event, COLUMN_X, "this place is neither on the bed nor in a pocket's mouth");
    if (lagger->known && (lagger->at.x != at.x || lagger->at.y != at.y))
        return refuse(attempt, event, COLUMN_X, "this ball has two places");
    lagger->known = true;
    lagger->at = at;
    if (in_other_half(attempt, event->player, at)) lagger->lapsed |= 1U << LAPSE_OTHER_HALF;
    if (at.x < 0) lagger->lapsed |= 1U << LAPSE_PAST_NOSE;
    return true;
}

static bool take_exit(const Attempt *attempt, Lagger *lagger, const Event *event) {
    if (event->to_kind == TO_AREA && !str_eq(event->area, S("half")))
        return refuse(attempt, event, COLUMN_TO, "in a lag a ball leaves its half only: expected half");
    lagger->lapsed |= 1U << LAPSE_OTHER_HALF;
    return true;
}

/* What a ball does after its strike. */
static bool take_row(Attempt *attempt, Lagger *lagger, const Event *event) {
    switch (event->kind) {
    case EVENT_CUSHION:
        if (event->to_kind != TO_RAIL)
            return refuse(attempt, event, COLUMN_TO, "which cushion? a lag needs its name");
        if (event->to == RAIL_FAR) lagger->foot = true;
        if (event->to == RAIL_LEFT || event->to == RAIL_RIGHT) lagger->lapsed |= 1U << LAPSE_LONG_CUSHION;
        return true;
    case EVENT_POCKET:
        lagger->lapsed |= 1U << LAPSE_DOWN;
        return true;
    case EVENT_OFF:
        lagger->lapsed |= 1U << LAPSE_OFF;
        return true;
    case EVENT_EXIT:
        return take_exit(attempt, lagger, event);
    case EVENT_POSITION:
        return take_position(attempt, lagger, event);
    case EVENT_CONTACT:
    case EVENT_REBOUND:
        return true;
    default:
        return refuse(attempt, event, COLUMN_EVENT, "this event has no place in a lag");
    }
}

static bool take_event(Attempt *attempt, const Event *event) {
    Lagger *lagger = &attempt->players[event->player],
           *other = &attempt->players[player_other(event->player)];
    if (event->ball == BALL_NONE)
        return refuse(attempt, event, COLUMN_EVENT, "this event has no place in a lag");
    if (lagger->ball == BALL_NONE) lagger->ball = event->ball;
    if (event->ball == other->ball)
        return refuse(attempt, event, COLUMN_BALL, "both players' rows name this ball");
    if (event->ball != lagger->ball)
        return refuse(attempt, event, COLUMN_BALL, "this player's ball has changed within the attempt");
    if (event->kind == EVENT_STRIKE) {
        if (lagger->struck) return refuse(attempt, event, COLUMN_EVENT, "a second strike of this player");
        return lagger->struck = true;
    }
    if (!lagger->struck) return refuse(attempt, event, COLUMN_EVENT, "a row before this player's strike");
    return take_row(attempt, lagger, event);
}

static bool read_attempt(Attempt *attempt) {
    const Shot *shot = attempt->shot;
    bool good = !shot->faulty;
    if (shot->number == 0)
        return diag_error(attempt->diag, shot_place(shot), "a lag has no shot 0; attempts count from 1");
    for (int i = 0; good && i < shot->count; i++) good = take_event(attempt, &shot->events[i]);
    for (Player p = PLAYER_A; good && p <= PLAYER_B; p++) {
        Lagger *lagger = &attempt->players[p];
        if (!lagger->struck)
            good = diag_error(attempt->diag, shot_place(shot), "%s does not strike in attempt %d",
                              player_name(p), shot->number);
        if (!lagger->foot) lagger->lapsed |= 1U << LAPSE_NO_FOOT;
    }
    return good;
}

static void cite(LagResult *out, const char *id, bool open) {
    out->clauses[out->clause_count++] = (Citation){pool_clause(id), open};
}

/* Both places are needed where neither right has lapsed. */
static bool measure(const Attempt *attempt, LagResult *out) {
    const Lagger *a = &attempt->players[PLAYER_A], *b = &attempt->players[PLAYER_B];
    if (!a->known || !b->known)
        return diag_error(attempt->diag, shot_place(attempt->shot), "no position of %s's ball in attempt %d",
                          a->known ? "B" : "A", attempt->shot->number);
    if (pool_distance(a->at, b->at) < attempt->table->ball - NM_PER_MM)
        return diag_error(attempt->diag, shot_place(attempt->shot), "the two balls overlap in attempt %d",
                          attempt->shot->number);
    out->again = llabs(a->at.x - b->at.x) <= NM_PER_MM;
    out->chooses = out->again ? PLAYER_NONE : a->at.x < b->at.x ? PLAYER_A : PLAYER_B;
    int64_t apart = llabs(a->at.x - b->at.x);
    if (out->again) {
        cite(out, "pool.2.2", true);
        WHY(&out->why, NULL, "lag_equal", why_cm(apart));
    } else {
        WHY(&out->why, NULL, "lag_nearer", why_name(str_of(player_name(out->chooses))), why_cm(apart));
    }
    cite(out, "pool.2.1", false);
    return true;
}

static void explain_lapses(const Attempt *attempt, LagResult *out) {
    for (Player p = PLAYER_A; p <= PLAYER_B; p++)
        for (int i = 0; i < LAPSES; i++)
            if (attempt->players[p].lapsed & 1U << i)
                WHY(&out->why, NULL, reasons[i], why_name(str_of(player_name(p))));
}

static bool judge(const Attempt *attempt, LagResult *out) {
    *out = (LagResult){.chooses = PLAYER_NONE};
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) {
        out->known[p] = attempt->players[p].known;
        out->distance[p] = (double)attempt->players[p].at.x / NM_PER_CM;
    }
    explain_lapses(attempt, out);
    bool a = attempt->players[PLAYER_A].lapsed, b = attempt->players[PLAYER_B].lapsed;
    if (!a && !b) return measure(attempt, out);
    out->again = a && b;
    out->chooses = out->again ? PLAYER_NONE : a ? PLAYER_B : PLAYER_A;
    cite(out, "pool.2.2", true);
    return true;
}

bool pool_lag(Arena *arena, Sheet *sheet, const MatchSetup *setup, LagResult *out, Diag *diag) {
    PoolTable table;
    Shot shot;
    bool good = pool_table_load(arena, setup, &table, diag), any = false;
    *out = (LagResult){.chooses = PLAYER_NONE};
    while (good && sheet_next(sheet, &shot)) {
        Attempt attempt = {.table = &table,
                           .shot = &shot,
                           .diag = diag,
                           .players = {{.ball = BALL_NONE}, {.ball = BALL_NONE}}};
        if (any && !out->again)
            return diag_error(diag, shot_place(&shot), "the lag is decided: no attempt can follow");
        any = true;
        good = read_attempt(&attempt) && judge(&attempt, out);
    }
    while (sheet_next(sheet, &shot)) {
    } /* the faults of the rest are told as well */
    if (good && !any) good = diag_error(diag, NO_PLACE, "no attempt in this sheet");
    return good && !diag_failed(diag);
}
