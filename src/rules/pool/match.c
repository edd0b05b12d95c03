/* Pool as a discipline: its words, its options, and the match that carries the state from shot to shot. See
 * match.h. */
#include "rules/pool/pool.h"

#include <stddef.h>

static const char *const balls[BALLS] = {"cue", "1", "2",  "3",  "4",  "5",  "6",  "7",
                                         "8",   "9", "10", "11", "12", "13", "14", "15"};

#define EVENTS_NOT_OF_POOL (1U << EVENT_NOTICED | 1U << EVENT_RUN | 1U << EVENT_COUNT)
#define FAULTS_NOT_OF_POOL (1U << FAULT_FOREIGN_BODY | 1U << FAULT_MOVED_BALL | 1U << FAULT_NOT_TIP)

static const SheetWords words = {
    .discipline = "pool",
    .balls = balls,
    .ball_count = BALLS,
    .object_from = 1,
    .rails = {[RAIL_START] = "head", [RAIL_FAR] = "foot", [RAIL_LEFT] = "left", [RAIL_RIGHT] = "right"},
    .pockets = true,
    .events = ~(EVENTS_NOT_OF_POOL),
    .faults = ~(FAULTS_NOT_OF_POOL),
    .choices = (1U << CHOICE_RESPOT) - 1,
};

/* A match with the rule set compared with beside it. */
typedef struct Pool {
    PoolMatch match, other;
    bool compares;
    Arena *arena; /* for the messages of the comparison, thrown away */
    PoolState states[2];
    int now; /* which of them holds */
    PoolRuling ruling, compared;
} Pool;

static const PoolGame *find_game(Str name) {
    for (int i = 0; i < POOL_GAME_COUNT; i++)
        if (str_eq(str_of(pool_games[i].name), name)) return &pool_games[i];
    return NULL;
}

static bool has_game(Str name) { return find_game(name) != NULL; }

/* ---- settings ---- */

typedef struct Setting {
    const char *key;
    size_t offset;
} Setting;
static const Setting settings[] = {
    {"third_foul_loses_8ball", offsetof(PoolRules, third_foul_loses)},
    {"third_foul_rerack_14_1", offsetof(PoolRules, third_foul_rerack)},
    {"ball_off_table_foul_14_1", offsetof(PoolRules, off_is_foul_14_1)},
    {"break_foul_head_area_9ball", offsetof(PoolRules, break_foul_head_9)},
    {"foul_pots_return_8ball", offsetof(PoolRules, foul_pots_return_8)},
    {"uncalled_pots_return_8ball", offsetof(PoolRules, uncalled_pots_return_8)},
    {"safety_pots_return_8ball", offsetof(PoolRules, safety_pots_return_8)},
    {"near_cushion_safety_limit", offsetof(PoolRules, near_cushion_limit)},
    {"lamp_is_table", offsetof(PoolRules, lamp_is_table)},
    {"touch_ball_in_full_pocket_foul", offsetof(PoolRules, full_pocket_foul)},
    {"further_balls_count_14_1", offsetof(PoolRules, further_count_14_1)},
    {"spotted_ball_may_touch", offsetof(PoolRules, spot_touching)},
};

static bool load_rules(const ClauseBook *book, const char *name, PoolRules *out, Diag *diag) {
    bool good = true;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        bool *into = (bool *)((char *)out + settings[i].offset);
        if (!rule_set_bool(book, name, settings[i].key, into))
            good = diag_error(diag, yaml_place(book->root), "rule set '%s': '%s' is not yes or no", name,
                              settings[i].key);
    }
    return good;
}

/* ---- options of the command line ---- */

typedef struct Wish {
    bool given;
    const char *option;
    unsigned games;
    const char *hint;
} Wish;

static bool check_options(const MatchSetup *setup, const PoolGame *game, Diag *diag) {
    const Wish wishes[] = {
        {setup->race > 0, "race", GAME_8_BALL | GAME_9_BALL, "14.1 is played to --points"},
        {setup->points > 0, "points", GAME_14_1, "games are counted with --race"},
        {setup->innings > 0, "innings", 0, "only carom counts innings"},
        {setup->sets > 0, "sets", 0, "only carom is played in sets"},
        {setup->push_out, "push-out", GAME_9_BALL, "only 9-ball has a push-out"},
        {setup->line_width != NULL, "line-width", 0, "only carom has lines"},
        {setup->anchors != NULL, "anchors", 0, "only carom has anchors"},
        {setup->centre != NULL, "centre", 0, "only carom has a middle field"},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        if (wishes[i].given && !(wishes[i].games & game->bit))
            good = diag_error(diag, NO_PLACE, "--%s does not go with %s: %s", wishes[i].option, game->name,
                              diag_word(diag, wishes[i].hint));
    return good;
}

static bool load_comparison(Pool *pool, const ClauseBook *book, const char *name, Diag *diag) {
    if (!name) return true;
    if (!rule_set_known(book, name) || strcmp(name, "sheet") == 0)
        return diag_error(diag, NO_PLACE, "--compare: there is no other rule set '%s' for pool; there is wpa",
                          name);
    pool->other = pool->match;
    pool->compares = true;
    return load_rules(book, name, &pool->other.rules, diag);
}

static void *open_match(Arena *arena, const MatchSetup *setup, Diag *diag) {
    Pool *pool = NEW(arena, Pool);
    const PoolGame *game = find_game(str_of(setup->game));
    const ClauseBook *book = clause_book_load(arena, "pool", diag);
    pool->arena = arena;
    pool->match = (PoolMatch){.game = game,
                              .referee = setup->referee,
                              .push_out = setup->push_out,
                              .race = setup->race,
                              .points = setup->points,
                              .breaker = setup->breaker};
    if (!check_options(setup, game, diag) || !book || !load_rules(book, "sheet", &pool->match.rules, diag))
        return NULL;
    if (!pool_table_load(arena, setup, &pool->match.table, diag)) return NULL;
    if (!load_comparison(pool, book, setup->compare, diag)) return NULL;
    pool_state_start(&pool->match, &pool->states[0]);
    return pool;
}

static bool setup_match(void *match, const Shot *shot, Diag *diag) {
    Pool *pool = match;
    return pool_setup(&pool->match, &pool->states[pool->now], shot, diag);
}

/* ---- ruling, and the same under the other rule set ---- */

static bool same_clauses(const Ruling *a, const Ruling *b) {
    if (a->clause_count != b->clause_count) return false;
    for (int i = 0; i < a->clause_count; i++)
        if (a->clauses[i].clause != b->clauses[i].clause) return false;
    return true;
}

static bool same_places(const PoolRuling *a, const PoolRuling *b) {
    if (a->spot_count != b->spot_count) return false;
    for (int i = 0; i < a->spot_count; i++)
        if (a->spot[i].ball != b->spot[i].ball || a->spot[i].at.x != b->spot[i].at.x) return false;
    return true;
}

static bool same_ruling(const PoolRuling *p, const PoolRuling *q) {
    const Ruling *a = &p->common, *b = &q->common;
    bool outcome = a->kind == b->kind && a->points == b->points && a->next == b->next &&
                   a->options == b->options && a->standing == b->standing &&
                   a->standing_player == b->standing_player && p->cue == q->cue;
    return outcome && same_clauses(a, b) && same_places(p, q);
}

static void compare(Pool *pool, const PoolState *before, const Shot *shot) {
    ArenaMark mark = arena_mark(pool->arena);
    Diag aside = {.arena = pool->arena, .most = 1};
    PoolState after;
    bool ruled = pool_rule(&pool->other, before, shot, &after, &pool->compared, &aside);
    if (ruled && !same_ruling(&pool->ruling, &pool->compared))
        pool->ruling.common.compared = &pool->compared.common;
    arena_reset(pool->arena, mark);
}

static const Ruling *rule(void *match, const Shot *shot, Diag *diag) {
    Pool *pool = match;
    const PoolState *before = &pool->states[pool->now];
    if (!pool_rule(&pool->match, before, shot, &pool->states[!pool->now], &pool->ruling, diag)) return NULL;
    if (pool->compares) compare(pool, before, shot);
    pool->now = !pool->now;
    return &pool->ruling.common;
}

/* ---- what it has come to ---- */

static void *copy_match(Arena *arena, const void *match) {
    Pool *copy = NEW(arena, Pool);
    *copy = *(const Pool *)match;
    copy->arena = arena;
    copy->ruling.common.compared = NULL;
    return copy;
}

/* Without a race nobody counts games: the one that was played. */
static int games_won(const Pool *pool, Player player) {
    const PoolState *state = &pool->states[pool->now];
    if (pool->match.race) return state->score[player];
    return state->over && state->standing_player == player;
}

static void summarize(const void *match, MatchSummary *out) {
    const Pool *pool = match;
    const PoolState *state = &pool->states[pool->now];
    bool straight = pool->match.game->bit == GAME_14_1;
    *out = (MatchSummary){.has_points = straight,
                          .has_games = !straight,
                          .over = state->over,
                          .winner = state->over ? state->standing_player : PLAYER_NONE};
    for (Player p = PLAYER_A; p <= PLAYER_B; p++)
        out->players[p] = (PlayerSummary){.points = straight ? state->score[p] : 0,
                                          .games = straight ? 0 : games_won(pool, p)};
}

static void position(Arena *arena, const void *match, Position *out) {
    const Pool *pool = match;
    const PoolState *state = &pool->states[pool->now];
    (void)arena;
    *out = (Position){.next = state->over ? PLAYER_NONE : state->next,
                      .start = state->breaking,
                      .has_cue = true,
                      .cue = state->cue,
                      .group = {state->group[0], state->group[1]},
                      .options = state->over ? 0 : state->options};
    for (int ball = 0; ball < BALLS; ball++) {
        const PoolBall *b = &state->balls[ball];
        if (b->on)
            out->balls[out->ball_count++] = (PositionBall){ball, b->known, (double)b->at.x / NM_PER_CM,
                                                           (double)b->at.y / NM_PER_CM, S("")};
    }
    if (!state->over) out->on = pool->match.game->required(state, state->next);
}

const PoolTable *pool_table_of(const void *match) { return &((const Pool *)match)->match.table; }

const Discipline discipline_pool = {
    .name = "pool",
    .default_table = "pool-wpa-9ft",
    .games = "8-ball, 9-ball, 14.1",
    .words = &words,
    .clause = pool_clause_at,
    .has_game = has_game,
    .open = open_match,
    .setup = setup_match,
    .rule = rule,
    .copy = copy_match,
    .summary = summarize,
    .position = position,
    .lag = pool_lag,
};
