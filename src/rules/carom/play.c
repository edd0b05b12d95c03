/* A carom match as the commands see it: opened, ruled on shot by shot, compared with the other rule set,
 * copied, summed up. Nothing is decided here. Source: rules/README.md. */
#include "rules/carom/engine.h"

typedef struct CaromPlay {
    CaromMatch match, other; /* other: under the rule set compared with */
    bool compares;
    CaromState state;
    CaromRuling ruling, compared;
    Arena *arena;
    VEC(SetSummary) sets; /* that have ended */
    bool told_by_eye;     /* that positions by area leave some things unsaid */
    Arena scratch;        /* of the comparison's messages, which nobody reads */
} CaromPlay;

static const char *const ball_words[] = {"white", "yellow", "red"};

#define BIT(word) (UINT32_C(1) << (word))
static const SheetWords carom_words = {
    .discipline = "carom",
    .balls = ball_words,
    .ball_count = 3,
    .object_from = 0,
    .rails = {[RAIL_START] = "bottom", [RAIL_FAR] = "top", [RAIL_LEFT] = "left", [RAIL_RIGHT] = "right"},
    .pockets = false,
    .areas = true,
    .events = BIT(EVENT_PLACE) | BIT(EVENT_FROZEN) | BIT(EVENT_CHOOSE) | BIT(EVENT_STRIKE) |
              BIT(EVENT_CONTACT) | BIT(EVENT_CUSHION) | BIT(EVENT_REBOUND) | BIT(EVENT_OFF) |
              BIT(EVENT_EXIT) | BIT(EVENT_DISTURB) | BIT(EVENT_FAULT) | BIT(EVENT_NOTICED) |
              BIT(EVENT_POSITION) | BIT(EVENT_CONCEDE) | BIT(EVENT_ON_TABLE) | BIT(EVENT_TURN) |
              BIT(EVENT_BREAK) | BIT(EVENT_RUN) | BIT(EVENT_SCORE) | BIT(EVENT_INNING) | BIT(EVENT_COUNT),
    .faults = BIT(FAULT_TOUCH) | BIT(FAULT_TOUCH_DELIBERATE) | BIT(FAULT_TOUCH_EFFECT) |
              BIT(FAULT_TOUCH_NO_EFFECT) | BIT(FAULT_NO_FOOT) | BIT(FAULT_MOVING) | BIT(FAULT_DOUBLE_HIT) |
              BIT(FAULT_PUSH) | BIT(FAULT_MARK) | BIT(FAULT_FOREIGN_BODY) | BIT(FAULT_MOVED_BALL) |
              BIT(FAULT_NOT_TIP),
    .choices = BIT(CHOICE_RESPOT) | BIT(CHOICE_CUSHION) | BIT(CHOICE_PIQUE) | BIT(CHOICE_AWAY) |
               BIT(CHOICE_LEFT) | BIT(CHOICE_RIGHT),
    .unnamed = BIT(EVENT_CHOOSE),
};

/* ---- the match ---- */

static bool has_game(Str name) {
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    const MarkingRules *rules = marking_rules(&arena, &diag);
    const Game *game = rules ? marking_game(rules, name) : NULL;
    bool ours = game && str_eq(game->family->id, S("carom"));
    arena_free(&arena);
    return ours;
}

static bool open_comparison(CaromPlay *play, Arena *arena, const MatchSetup *setup, const ClauseBook *book,
                            Diag *diag) {
    if (!rule_set_known(book, setup->compare))
        return diag_error(diag, NO_PLACE, "--compare: there is no rule set '%s' of carom; there is umb",
                          setup->compare);
    play->compares = true;
    play->other.compared = true;
    return carom_open(arena, setup, book, setup->compare, &play->other, diag);
}

static void *open_play(Arena *arena, const MatchSetup *setup, Diag *diag) {
    const ClauseBook *book = clause_book_load(arena, "carom", diag);
    if (!book || !carom_check_options(setup, diag)) return NULL;
    CaromPlay *play = NEW(arena, CaromPlay);
    play->arena = arena;
    if (!carom_open(arena, setup, book, "sheet", &play->match, diag)) return NULL;
    if (setup->compare && !open_comparison(play, arena, setup, book, diag)) return NULL;
    play->state = carom_opening(&play->match);
    return play;
}

static bool set_up(void *play_, const Shot *shot, Diag *diag) {
    CaromPlay *play = play_;
    CaromState state;
    if (!carom_setup(&play->match, shot, &state, diag)) return false;
    play->state = state;
    return true;
}

static void *copy_play(Arena *arena, const void *play_) {
    const CaromPlay *play = play_;
    CaromPlay *copy = NEW(arena, CaromPlay);
    *copy = *play;
    copy->arena = arena;
    copy->scratch = (Arena){0};
    copy->ruling.base.compared = NULL;
    copy->sets.at = NULL;
    copy->sets.n = copy->sets.cap = 0;
    for (ptrdiff_t i = 0; i < play->sets.n; i++) *VEC_PUSH(arena, &copy->sets) = play->sets.at[i];
    return copy;
}

/* ---- one stroke ---- */

static bool differs(const CaromRuling *a, const CaromRuling *b) {
    bool same = a->base.kind == b->base.kind && a->base.next == b->base.next &&
                a->base.points == b->base.points && a->base.standing == b->base.standing &&
                a->base.options == b->base.options && a->base.call_count == b->base.call_count &&
                a->area_count == b->area_count;
    if (same && a->base.call_count) same = strcmp(a->base.calls[0], b->base.calls[0]) == 0;
    return !same;
}

/* The same stroke from the same table under the other rule set. */
static void compare(CaromPlay *play, const Shot *shot) {
    Diag unread = {.arena = &play->scratch, .most = 1};
    CaromState before = play->state, after;
    for (int i = 0; i < CAROM_BALLS; i++) {
        CaromBall *ball = &before.balls[i];
        if (ball->placed) carom_place(&play->other, &before, i, ball->at);
        ball->held &= play->other.restricted;
        ball->unsure &= play->other.restricted;
    }
    play->ruling.base.compared = NULL;
    if (carom_rule(&play->other, &before, shot, &play->compared, &after, &unread) &&
        differs(&play->ruling, &play->compared))
        play->ruling.base.compared = &play->compared.base;
    arena_free(&play->scratch);
}

static void keep_set(CaromPlay *play) {
    const CaromRuling *ruling = &play->ruling;
    Standing standing = ruling->base.standing;
    bool ends = standing == STANDING_SET || standing == STANDING_MATCH || standing == STANDING_DRAW;
    if (!play->match.sets || !ends) return;
    SetSummary *set = VEC_PUSH(play->arena, &play->sets);
    set->winner = ruling->base.standing_player;
    for (int p = 0; p < 2; p++)
        set->players[p] = (PlayerSummary){
            .points = ruling->base.score[p], .innings = ruling->innings[p], .best = ruling->best[p]};
}

/* Said once: an area tells of areas, and of nothing else. */
static void tell_by_eye(CaromPlay *play, const Shot *shot, Diag *diag) {
    for (int i = 0; i < shot->count && !play->told_by_eye; i++) {
        const Event *event = &shot->events[i];
        if (event->kind != EVENT_POSITION || event->to_kind != TO_AREA) continue;
        play->told_by_eye = true;
        diag_note(diag, event_place(shot, event, COLUMN_TO),
                  "by areas alone nobody can say which balls touch: that is ruled on where a 'frozen' row "
                  "says so");
    }
}

static const Ruling *rule_shot(void *play_, const Shot *shot, Diag *diag) {
    CaromPlay *play = play_;
    CaromState after;
    if (!carom_rule(&play->match, &play->state, shot, &play->ruling, &after, diag)) return NULL;
    if (play->compares) compare(play, shot);
    play->state = after;
    keep_set(play);
    tell_by_eye(play, shot, diag);
    return &play->ruling.base;
}

/* ---- what it has come to ---- */

static PlayerSummary player_summary(const CaromTally *tally) {
    return (PlayerSummary){
        .points = tally->points, .innings = tally->innings + tally->at_table, .best = tally->best};
}

static void summarize(const void *play_, MatchSummary *out) {
    const CaromPlay *play = play_;
    const CaromState *state = &play->state;
    *out = (MatchSummary){.has_points = true,
                          .has_innings = true,
                          .has_sets = play->match.sets > 0,
                          .sets = play->sets.at,
                          .set_count = (int)play->sets.n,
                          .over = state->next == PLAYER_NONE,
                          .winner = PLAYER_NONE};
    if (out->over) out->winner = play->ruling.base.standing_player;
    for (int p = 0; p < 2; p++) {
        out->players[p] = player_summary(&state->tally[p]);
        out->players[p].games = state->sets[p];
    }
}

static void list_areas(const CaromPlay *play, Position *out) {
    const CaromMatch *match = &play->match;
    uint32_t shared = carom_shared_areas(&play->state, carom_own_ball(out->next));
    uint32_t due = carom_due_areas(match, &play->state, shared);
    for (int i = 0; i < match->area_count; i++)
        if (shared & area_bit(i))
            out->areas[out->area_count++] =
                (PositionArea){match->areas[i].name, play->state.counts[i], due & area_bit(i)};
}

static void position(Arena *arena, const void *play_, Position *out) {
    const CaromPlay *play = play_;
    const CaromState *state = &play->state;
    *out = (Position){.next = state->next,
                      .start = state->start,
                      .ball_count = CAROM_BALLS,
                      .options = carom_options(&play->match, state)};
    for (int i = 0; i < CAROM_BALLS; i++) {
        const CaromBall *ball = &state->balls[i];
        out->balls[i] = (PositionBall){i, ball->placed, ball->at.x, ball->at.y,
                                       carom_area_names(arena, &play->match, ball->held)};
    }
    if (out->next == PLAYER_NONE) return;
    out->on = state->start ? ball_bit(BALL_RED) : 7U & ~ball_bit(carom_own_ball(out->next));
    list_areas(play, out);
}

const CaromMatch *carom_match(const void *play) { return &((const CaromPlay *)play)->match; }
const CaromState *carom_state(const void *play) { return &((const CaromPlay *)play)->state; }

const Discipline discipline_carom = {
    .name = "carom",
    .default_table = "carom-sk-284",
    .games = "free, 47/1, 47/2, 71/2, 42/2, 38/2, 57/2, 35/1, 35/2, 52/2, 1-cushion, 3-cushion",
    .words = &carom_words,
    .clause = carom_clause_at,
    .has_game = has_game,
    .open = open_play,
    .setup = set_up,
    .rule = rule_shot,
    .copy = copy_play,
    .summary = summarize,
    .position = position,
    .lag = carom_lag,
};
