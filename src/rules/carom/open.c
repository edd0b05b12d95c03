/* Opens a carom match from what the command line says: the game on the table's bed, its areas and spots, the
 * rule set and, for a comparison, the other one. And the seam to the commands. Source: scoresheet.md,
 * Commands; marking.md. */
#include "rules/carom/engine.h"

#include <assert.h>
#include <math.h>

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

/* ---- the table and its marks ---- */

static const char *const spot_names[CAROM_SPOTS] = {[SPOT_BOTTOM] = "bottom",
                                                    [SPOT_MIDDLE] = "middle",
                                                    [SPOT_TOP] = "top",
                                                    [SPOT_START_LEFT] = "start-left",
                                                    [SPOT_START_RIGHT] = "start-right"};

const char *carom_spot_name(CaromSpot spot) { return spot_names[spot]; }

static bool read_spots(const Layout *layout, Vec2 spots[CAROM_SPOTS], const char *table, Diag *diag) {
    for (int i = 0; i < CAROM_SPOTS; i++) {
        const Spot *spot = layout_spot(layout, str_of(spot_names[i]));
        if (!spot)
            return diag_error(diag, NO_PLACE, "'%s' has no spot '%s': no carom can be played on it", table,
                              spot_names[i]);
        spots[i] = spot->at;
    }
    return true;
}

/* The profile's marking, or NULL (told) where it is no carom table's. */
static const Marking *carom_marking(Arena *arena, const MarkingRules *rules, const MatchSetup *setup,
                                    Diag *diag) {
    const char *table = setup->table ? setup->table : discipline_carom.default_table;
    const Profile *profile = profile_load(arena, table, setup->profile_folder, diag);
    const Marking *marking = profile ? marking_of(arena, rules, profile, diag) : NULL;
    if (!marking || str_eq(marking->family->id, S("carom"))) return marking;
    diag_error(diag, NO_PLACE, "'%s' is no carom table", table);
    return NULL;
}

static bool read_choices(const MatchSetup *setup, LayoutChoices *choices, Diag *diag) {
    bool good = true;
    if (setup->anchors) {
        choices->has_anchors = true;
        if (!anchor_rule_find(str_of(setup->anchors), &choices->anchors))
            good = diag_error(diag, NO_PLACE, "--anchors: expected all, match or none, found '%s'",
                              setup->anchors);
    }
    if (setup->centre) {
        choices->has_centre = true;
        choices->centre_free = strcmp(setup->centre, "free") == 0;
        if (!choices->centre_free && strcmp(setup->centre, "restricted"))
            good = diag_error(diag, NO_PLACE, "--centre: expected free or restricted, found '%s'",
                              setup->centre);
    }
    return good;
}

static bool read_line_width(const char *typed, double *half_cm, Diag *diag) {
    int64_t nm = 2000000;
    Decimal decimal;
    bool exact;
    if (typed &&
        (decimal_parse(str_of(typed), '.', &decimal) != DECIMAL_OK ||
         !decimal_scale(decimal.num, decimal.den, 1000000, 1, 0, &nm, &exact) || nm < 0 || nm > 20000000))
        return diag_error(diag, NO_PLACE, "--line-width: expected 0 to 20 mm, found '%s'", typed);
    *half_cm = (double)nm / 2 / 1e7;
    return true;
}

static const AreaEdges *edges_of(Arena *arena, const Layout *layout) {
    AreaEdges *edges = NEW_ARRAY(arena, AreaEdges, layout->area_count);
    for (int i = 0; i < layout->area_count; i++) edges[i] = area_edges(&layout->areas[i]);
    return edges;
}

static void add_line(CaromLines *lines, double at, double end) {
    bool border = at < 1e-6 || at > end - 1e-6, there = false;
    for (int i = 0; i < lines->count; i++) there = there || fabs(lines->at[i] - at) < 1e-6;
    if (border || there) return;
    assert(lines->count < CAROM_LINES_MOST);
    lines->at[lines->count++] = at;
}

/* Which areas bind, which of them are fields, and the lines drawn between those. */
static void read_areas(CaromMatch *match) {
    bool all = match->balkline;
    for (int i = 0; i < match->area_count; i++) {
        const Area *area = &match->areas[i];
        if (area->restricted) match->restricted |= area_bit(i);
        if (area->anchor) continue;
        match->fields |= area_bit(i);
        all = all && area->restricted;
        for (int corner = 0; match->balkline && corner < area->n; corner++) {
            add_line(&match->along, area->polygon[corner].x, match->length);
            add_line(&match->across, area->polygon[corner].y, match->width);
        }
    }
    match->tiled = all;
}

bool carom_table(Arena *arena, const MatchSetup *setup, const char *game_name, const LayoutChoices *choices,
                 CaromMatch *match, Diag *diag) {
    const MarkingRules *rules = marking_rules(arena, diag);
    const Marking *marking = rules ? carom_marking(arena, rules, setup, diag) : NULL;
    const Game *game = marking ? layout_game(arena, rules, str_of(game_name), diag) : NULL;
    if (!game) return false;
    Bed bed = bed_rectangle(marking->length, marking->width);
    const Layout *layout = layout_make(arena, rules, game, &bed, marking, choices, diag);
    if (!layout) {
        if (!game_fits(game, marking, bed.length, bed.width))
            diag_note(diag, NO_PLACE, "carom.4.6: a balkline game's number is that of the table's size");
        return false;
    }
    assert(layout->area_count <= CAROM_AREAS_MOST);
    match->game = game->id;
    match->balkline = game->fields > 0;
    match->areas = layout->areas;
    match->area_count = layout->area_count;
    match->edges = edges_of(arena, layout);
    match->length = bed.length, match->width = bed.width;
    read_areas(match);
    match->diameter = (double)marking->ball / 1e7;
    return read_spots(layout, match->spots, setup->table ? setup->table : discipline_carom.default_table,
                      diag);
}

/* ---- the match ---- */

typedef struct GameKind { /* what a game asks beyond its areas */
    const char *name;     /* a whole name, or the end of a balkline game's */
    int allowed, cushions;
} GameKind;
static const GameKind game_kinds[] = {
    {"free", 2, 0}, {"/1", 1, 0}, {"/2", 2, 0}, {"1-cushion", 0, 1}, {"3-cushion", 0, 3}};

static void read_kind(CaromMatch *match) {
    for (size_t i = 0; i < sizeof game_kinds / sizeof *game_kinds; i++) {
        if (!str_ends(match->game, str_of(game_kinds[i].name))) continue;
        match->allowed = game_kinds[i].allowed;
        match->cushions = game_kinds[i].cushions;
    }
}

static bool has_game(Str name) {
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    const MarkingRules *rules = marking_rules(&arena, &diag);
    const Game *game = rules ? marking_game(rules, name) : NULL;
    bool ours = game && str_eq(game->family->id, S("carom"));
    arena_free(&arena);
    return ours;
}

static CaromRules *read_rules(Arena *arena, const ClauseBook *book, const char *rule_set) {
    CaromRules *rules = NEW(arena, CaromRules);
    rules->id = str_of(rule_set);
    bool known = rule_set_bool(book, rule_set, "opening_direct", &rules->opening_direct);
    known = rule_set_bool(book, rule_set, "frozen_cushion_fault", &rules->frozen_cushion_fault) && known;
    known = rule_set_bool(book, rule_set, "anchors_match_only", &rules->anchors_match_only) && known;
    assert(known);
    return rules;
}

static bool check_options(const MatchSetup *setup, Diag *diag) {
    if (setup->race)
        diag_error(diag, NO_PLACE, "--race is of pool; carom has --points, --innings and --sets");
    if (setup->push_out) diag_error(diag, NO_PLACE, "--push-out is of 9-ball");
    if (setup->sets && !setup->points && !setup->innings)
        diag_error(diag, NO_PLACE, "--sets needs --points or --innings: a set has to end");
    return !diag_failed(diag);
}

static bool open_match(Arena *arena, const MatchSetup *setup, const CaromRules *rules, CaromMatch *match,
                       Diag *diag) {
    LayoutChoices choices = {0};
    bool good = read_choices(setup, &choices, diag);
    good = read_line_width(setup->line_width, &match->half_line, diag) && good;
    if (!setup->anchors && rules->anchors_match_only)
        choices.has_anchors = true, choices.anchors = ANCHORS_MATCH;
    if (!good || !carom_table(arena, setup, setup->game, &choices, match, diag)) return false;
    match->rules = rules;
    match->points = setup->points, match->innings = setup->innings, match->sets = setup->sets;
    match->starter = setup->breaker;
    read_kind(match);
    carom_list_clauses(match);
    return true;
}

static bool open_comparison(CaromPlay *play, Arena *arena, const MatchSetup *setup, const ClauseBook *book,
                            Diag *diag) {
    if (!rule_set_known(book, setup->compare))
        return diag_error(diag, NO_PLACE, "--compare: there is no rule set '%s' of carom; there is umb",
                          setup->compare);
    play->compares = true;
    play->other.compared = true;
    return open_match(arena, setup, read_rules(arena, book, setup->compare), &play->other, diag);
}

static void *open_play(Arena *arena, const MatchSetup *setup, Diag *diag) {
    const ClauseBook *book = clause_book_load(arena, "carom", diag);
    if (!book || !check_options(setup, diag)) return NULL;
    CaromPlay *play = NEW(arena, CaromPlay);
    play->arena = arena;
    if (!open_match(arena, setup, read_rules(arena, book, "sheet"), &play->match, diag)) return NULL;
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
