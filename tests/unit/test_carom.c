/* The carom referee as a function of (match, state, shot): a table mirrored across its long axis and players
 * who change places get the mirrored ruling; random shots never bring the state out of order; every spot
 * covered in every way; the innings' arithmetic. */
#include "unit.h"

#include "rules/carom/start.h"
#include "rules/play.h"

#include <math.h>

static const char *const games[] = {"free", "47/1", "47/2", "71/2", "1-cushion", "3-cushion"};
enum { GAMES = sizeof games / sizeof *games };

typedef struct Table {
    Arena arena;
    Diag diag;
    CaromMatch match;
} Table;

static void open_table(Table *table, const char *game, const char *compare) {
    *table = (Table){0};
    table->diag.arena = &table->arena;
    MatchSetup setup = {.game = game, .breaker = PLAYER_A, .compare = compare};
    void *play = discipline_carom.open(&table->arena, &setup, &table->diag);
    ck_assert_msg(play != NULL, "%s cannot be opened", game);
    table->match = *carom_match(play);
}

/* ---- random shots, the same in every run ---- */

static uint32_t seed;
static int draw(int below) {
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (uint32_t)below);
}

enum { MOST_EVENTS = 24 };
typedef struct Sample {
    Event events[MOST_EVENTS];
    Shot shot;
} Sample;

static Event *add(Sample *sample, EventKind kind, int ball) {
    Event *event = &sample->events[sample->shot.count++];
    *event = (Event){.kind = kind, .player = PLAYER_NONE, .ball = (int8_t)ball};
    return event;
}

static void add_contact(Sample *sample, int ball, int to) {
    Event *event = add(sample, EVENT_CONTACT, ball);
    event->to_kind = TO_BALL, event->to = (int8_t)to;
}

static void add_play(Sample *sample, int ball) {
    for (int i = draw(7); i > 0; i--) {
        int other = (ball + 1 + draw(2)) % CAROM_BALLS;
        if (draw(2)) {
            add_contact(sample, draw(8) ? ball : other,
                        draw(8)                             ? other
                        : (other + 1) % CAROM_BALLS == ball ? (other + 2) % CAROM_BALLS
                                                            : (other + 1) % CAROM_BALLS);
            Event *event = &sample->events[sample->shot.count - 1];
            if (event->ball == event->to) event->to = (int8_t)((event->ball + 1) % CAROM_BALLS);
        } else {
            Event *event = add(sample, EVENT_CUSHION, draw(6) ? ball : other);
            event->to_kind = TO_RAIL, event->to = (int8_t)draw(RAIL_COUNT);
        }
    }
}

static int64_t coordinate(double cm) { return (int64_t)(cm * 1e7); }

/* Often in one corner, so that areas and touching balls come up. */
static void add_positions(Sample *sample, const CaromMatch *match) {
    bool close = draw(2);
    for (int ball = 0; ball < CAROM_BALLS; ball++) {
        if (!draw(8)) continue;
        Event *event = add(sample, EVENT_POSITION, ball);
        double reach = close ? 50 : 1000, x = match->length - 8, y = match->width - 8;
        event->x = coordinate(4 + draw((int)(fmin(x, reach) * 100)) / 100.0);
        event->y = coordinate(4 + draw((int)(fmin(y, reach) * 100)) / 100.0);
        event->placed = true;
    }
}

static void add_trouble(Sample *sample, int ball) {
    static const FaultKind kinds[] = {FAULT_TOUCH, FAULT_NO_FOOT,    FAULT_MOVING,
                                      FAULT_PUSH,  FAULT_MOVED_BALL, FAULT_NOT_TIP};
    if (!draw(10)) add(sample, EVENT_FAULT, draw(3))->value = kinds[draw(6)];
    if (!draw(12)) add(sample, EVENT_OFF, draw(3));
    if (!draw(20))
        add(sample, EVENT_DISTURB, BALL_NONE)->value = draw(2) ? DISTURB_EFFECT : DISTURB_NO_EFFECT;
    if (!draw(10)) add(sample, EVENT_EXIT, (ball + 1) % CAROM_BALLS);
    if (!draw(15)) add(sample, EVENT_NOTICED, BALL_NONE);
}

static void make_sample(Sample *sample, const CaromMatch *match, const CaromState *state, int number) {
    int own = carom_own_ball(state->next), ball = draw(20) ? own : draw(3);
    *sample = (Sample){
        .shot = {
            .number = number, .player = state->next, .strike = -1, .events = sample->events, .file = S("s")}};
    if (state->start && draw(2))
        add(sample, EVENT_CHOOSE, BALL_NONE)->value = draw(2) ? CHOICE_LEFT : CHOICE_RIGHT;
    if (!state->start && state->touching && draw(2))
        add(sample, EVENT_CHOOSE, BALL_NONE)->value =
            (int[]){CHOICE_RESPOT, CHOICE_CUSHION, CHOICE_PIQUE}[draw(3)];
    sample->shot.strike = sample->shot.count;
    add(sample, EVENT_STRIKE, ball);
    add_play(sample, ball);
    add_trouble(sample, ball);
    add_positions(sample, match);
}

/* ---- the two symmetries ---- */

typedef struct Symmetry {
    bool mirror, swap;
} Symmetry;

static int ball_image(int ball, Symmetry s) {
    return !s.swap || ball == BALL_RED || ball == BALL_NONE ? ball
           : ball == BALL_WHITE                             ? BALL_YELLOW
                                                            : BALL_WHITE;
}
static Player player_image(Player player, Symmetry s) {
    return !s.swap || player == PLAYER_NONE ? player : player_other(player);
}

static Event event_image(Event event, Symmetry s, const CaromMatch *match) {
    event.ball = (int8_t)ball_image(event.ball, s);
    event.player = player_image(event.player, s);
    if (event.to_kind == TO_BALL) event.to = (int8_t)ball_image(event.to, s);
    if (!s.mirror) return event;
    if (event.placed) event.y = coordinate(match->width) - event.y;
    if (event.to_kind == TO_RAIL && event.to >= RAIL_LEFT)
        event.to = event.to == RAIL_LEFT ? RAIL_RIGHT : RAIL_LEFT;
    if (event.kind == EVENT_CHOOSE && event.value == CHOICE_LEFT)
        event.value = CHOICE_RIGHT;
    else if (event.kind == EVENT_CHOOSE && event.value == CHOICE_RIGHT)
        event.value = CHOICE_LEFT;
    return event;
}

static void sample_image(Sample *out, const Sample *in, Symmetry s, const CaromMatch *match) {
    *out = *in;
    for (int i = 0; i < in->shot.count; i++) out->events[i] = event_image(in->events[i], s, match);
    out->shot.events = out->events;
    out->shot.player = player_image(in->shot.player, s);
}

static bool name_is_image(Str a, Str b, Symmetry s) {
    if (!s.mirror) return str_eq(a, b);
    char text[64], *side;
    snprintf(text, sizeof text, "%.*s", SARG(a));
    if ((side = strstr(text, "left")))
        return snprintf(side, sizeof text - (size_t)(side - text), "right%.*s",
                        SARG(str_slice(a, side - text + 4, a.len))) > 0 &&
               str_eq(str_of(text), b);
    if ((side = strstr(text, "right")))
        return snprintf(side, sizeof text - (size_t)(side - text), "left%.*s",
                        SARG(str_slice(a, side - text + 5, a.len))) > 0 &&
               str_eq(str_of(text), b);
    return str_eq(a, b);
}

static int count_of(const CaromRuling *ruling, Str name, Symmetry s) {
    for (int i = 0; i < ruling->area_count; i++)
        if (name_is_image(name, ruling->areas[i]->name, s)) return ruling->counts[i];
    return -1;
}

/* carom.5.1* is cited for B's opening stroke alone: by definition A has white. */
static int cited(const CaromRuling *ruling) {
    int count = 0;
    for (int i = 0; i < ruling->base.clause_count; i++)
        count += strcmp(ruling->base.clauses[i].clause->id, "carom.5.1") != 0;
    return count;
}

static void check_images(const CaromRuling *a, const CaromRuling *b, Symmetry s) {
    ck_assert_int_eq(a->base.kind, b->base.kind);
    ck_assert_int_eq(player_image(a->base.next, s), b->base.next);
    ck_assert_int_eq(a->base.points, b->base.points);
    ck_assert_int_eq(cited(a), cited(b));
    for (Player p = PLAYER_A; p <= PLAYER_B; p++)
        ck_assert_int_eq(a->base.score[p], b->base.score[player_image(p, s)]);
    ck_assert_int_eq(a->base.options, b->base.options);
    ck_assert_int_eq(a->inning, b->inning);
    ck_assert_int_eq(a->run, b->run);
    ck_assert_int_eq(a->spot_count, b->spot_count);
    ck_assert_int_eq(a->area_count, b->area_count);
    ck_assert_int_eq(a->base.call_count, b->base.call_count);
    if (a->base.call_count) ck_assert_str_eq(a->base.calls[0], b->base.calls[0]);
    for (int i = 0; i < a->area_count; i++) ck_assert_int_eq(a->counts[i], count_of(b, a->areas[i]->name, s));
}

/* Left start spot unless chosen: the mirrored player chooses the right one. */
static void choose_image_side(Sample *sample, const CaromState *state) {
    bool chosen = false;
    for (int i = 0; i < sample->shot.count; i++) chosen = chosen || sample->events[i].kind == EVENT_CHOOSE;
    if (!state->start || chosen) return;
    memmove(sample->events + 1, sample->events, sizeof(Event) * (size_t)sample->shot.count++);
    sample->events[0] =
        (Event){.kind = EVENT_CHOOSE, .player = PLAYER_NONE, .ball = BALL_NONE, .value = CHOICE_RIGHT};
    sample->shot.strike++;
}

static void check_symmetry(const char *game, Symmetry s) {
    Table table, image;
    open_table(&table, game, NULL), open_table(&image, game, NULL);
    table.match.points = image.match.points = 9, table.match.sets = image.match.sets = 50;
    image.match.starter = player_image(PLAYER_A, s);
    CaromState a = carom_opening(&table.match), b = carom_opening(&image.match), next;
    seed = 7;
    for (int shot = 1; shot < 3000 && a.next != PLAYER_NONE; shot++) {
        Sample sample, mirrored;
        CaromRuling x, y;
        make_sample(&sample, &table.match, &a, shot);
        sample_image(&mirrored, &sample, s, &table.match);
        if (s.mirror) choose_image_side(&mirrored, &b);
        bool ruled = carom_rule(&table.match, &a, &sample.shot, &x, &next, &table.diag);
        CaromState next_b;
        ck_assert_int_eq(carom_rule(&image.match, &b, &mirrored.shot, &y, &next_b, &image.diag), ruled);
        if (!ruled) continue;
        check_images(&x, &y, s);
        a = next, b = next_b;
    }
    arena_free(&table.arena), arena_free(&image.arena);
}

START_TEST(players_change_places) { check_symmetry(games[_i], (Symmetry){.swap = true}); }
END_TEST

START_TEST(table_is_mirrored) { check_symmetry(games[_i], (Symmetry){.mirror = true}); }
END_TEST

/* ---- random sheets ---- */

static void check_state(const CaromState *before, const CaromState *after, const CaromRuling *ruling) {
    ck_assert_int_ge(ruling->base.clause_count, ruling->base.kind == RULING_VOID ? 0 : 1);
    bool stays = ruling->base.kind == RULING_POINT || ruling->base.kind == RULING_REPLAY;
    if (ruling->base.standing == STANDING_PLAYING)
        ck_assert_int_eq(after->next, stays ? before->next : player_other(before->next));
    ck_assert_int_eq(ruling->base.points, ruling->base.kind == RULING_POINT);
    for (int i = 0; i < ruling->area_count; i++) ck_assert_int_ge(ruling->counts[i], 0);
    if (ruling->base.kind == RULING_FOUL && after->next != PLAYER_NONE)
        for (int i = 0; i < ruling->area_count; i++) ck_assert_int_eq(ruling->counts[i], 0);
}

START_TEST(random_shots_keep_order) {
    Table table;
    open_table(&table, games[_i], NULL);
    table.match.innings = 25;
    for (int sheet = 0; sheet < 60; sheet++) {
        CaromState state = carom_opening(&table.match), after;
        seed = (uint32_t)(sheet * 31 + _i);
        for (int shot = 1; shot < 300 && state.next != PLAYER_NONE; shot++) {
            Sample sample;
            CaromRuling ruling;
            make_sample(&sample, &table.match, &state, shot);
            if (!carom_rule(&table.match, &state, &sample.shot, &ruling, &after, &table.diag)) continue;
            check_state(&state, &after, &ruling);
            state = after;
        }
        ck_assert_int_le(abs(state.innings[0] - state.innings[1]), 1);
    }
    arena_free(&table.arena);
}
END_TEST

/* ---- covered spots: every ball off, the others on every pair of spots or beside them ---- */

static bool overlaps(const CaromMatch *match, const CaromState *state) {
    for (int a = 0; a < CAROM_BALLS; a++)
        for (int b = a + 1; b < CAROM_BALLS; b++)
            if (vec_distance(state->balls[a].at, state->balls[b].at) < match->diameter - 1e-6) return true;
    return false;
}

/* What the sheet says, in its own words: to its spot; from a covered one to the spot of the ball that covers
 * it. */
static Vec2 by_the_sheet(const CaromMatch *match, const CaromState *state, int ball, Player next) {
    const int own = carom_own_ball(next);
    const CaromSpot home[] = {own == BALL_WHITE ? SPOT_BOTTOM : SPOT_MIDDLE,
                              own == BALL_YELLOW ? SPOT_BOTTOM : SPOT_MIDDLE, SPOT_TOP};
    CaromSpot spot = home[ball];
    for (int again = 0; again < 2; again++)
        for (int other = 0; other < CAROM_BALLS; other++)
            if (other != ball &&
                vec_distance(state->balls[other].at, match->spots[spot]) < match->diameter - 1e-6) {
                spot = home[other];
                break;
            }
    return match->spots[spot];
}

static void throw_off(const CaromMatch *match, Diag *diag, int off, Vec2 first, Vec2 second) {
    CaromState state = carom_opening(match), after;
    CaromRuling ruling;
    Sample sample = {.shot = {.number = 1, .player = PLAYER_A, .strike = 0, .file = S("s")}};
    sample.shot.events = sample.events;
    state.start = false;
    add(&sample, EVENT_STRIKE, BALL_WHITE);
    add_contact(&sample, BALL_WHITE, BALL_RED);
    add(&sample, EVENT_OFF, off);
    for (int i = 1; i < CAROM_BALLS; i++) {
        Event *event = add(&sample, EVENT_POSITION, (off + i) % CAROM_BALLS);
        Vec2 at = i == 1 ? first : second;
        event->x = coordinate(at.x), event->y = coordinate(at.y), event->placed = true;
    }
    if (!carom_rule(match, &state, &sample.shot, &ruling, &after, diag)) return;
    CaromState expected = after;
    Vec2 at = by_the_sheet(match, &expected, off, PLAYER_B);
    ck_assert_double_eq_tol(after.balls[off].at.x, at.x, 1e-9);
    ck_assert_double_eq_tol(after.balls[off].at.y, at.y, 1e-9);
    ck_assert(!overlaps(match, &after));
    ck_assert_int_eq(ruling.spot_count, 1);
}

START_TEST(covered_spots) {
    Table table;
    open_table(&table, "3-cushion", NULL);
    const CaromMatch *match = &table.match;
    Vec2 places[12];
    for (int spot = 0; spot < 3; spot++)
        for (int shift = 0; shift < 4; shift++)
            places[spot * 4 + shift] = vec_add(match->spots[spot], (Vec2){shift * 2.0, shift == 3 ? 4.0 : 0});
    for (int off = 0; off < CAROM_BALLS; off++)
        for (int i = 0; i < 12; i++)
            for (int k = 0; k < 12; k++)
                if (i / 4 != k / 4) throw_off(match, &table.diag, off, places[i], places[k]);
    arena_free(&table.arena);
}
END_TEST

/* ---- a ball flips from in to out at the line's edge ---- */

static uint32_t leaves_at(const CaromMatch *match, Diag *diag, double x) {
    CaromState state = carom_opening(match), after;
    CaromRuling ruling;
    Sample sample = {.shot = {.number = 1, .player = PLAYER_A, .strike = 0, .file = S("s")}};
    sample.shot.events = sample.events;
    add(&sample, EVENT_STRIKE, BALL_WHITE);
    add_contact(&sample, BALL_WHITE, BALL_RED), add_contact(&sample, BALL_WHITE, BALL_YELLOW);
    const Vec2 at[] = {{100, 100}, {30, 30}, {x, 25}};
    for (int ball = 0; ball < CAROM_BALLS; ball++) {
        Event *event = add(&sample, EVENT_POSITION, ball);
        event->x = coordinate(at[ball].x), event->y = coordinate(at[ball].y), event->placed = true;
    }
    ck_assert(carom_rule(match, &state, &sample.shot, &ruling, &after, diag));
    return (uint32_t)ruling.area_count;
}

START_TEST(line_has_a_width) {
    Table table;
    open_table(&table, "47/2", NULL);
    double line = 142.0 / 3;
    ck_assert_int_eq(leaves_at(&table.match, &table.diag, line + 0.0999), 1);
    ck_assert_int_eq(leaves_at(&table.match, &table.diag, line + 0.1001), 0);
    table.match.half_line = 0;
    ck_assert_int_eq(leaves_at(&table.match, &table.diag, line), 1);
    ck_assert_int_eq(leaves_at(&table.match, &table.diag, line + 0.0001), 0);
    arena_free(&table.arena);
}
END_TEST

/* ---- the starting position ---- */

START_TEST(start_limits) {
    Table table;
    open_table(&table, "free", NULL);
    CaromState state = carom_opening(&table.match);
    StartResult result;
    state.balls[BALL_RED].at.x += 0.2;
    carom_check_start(&table.match, &state, 2, 0, &result);
    ck_assert(result.right && !result.open);
    state.balls[BALL_RED].at.x += 0.001;
    carom_check_start(&table.match, &state, 2, 0, &result);
    ck_assert(!result.right && result.wrong[BALL_RED]);
    carom_check_start(&table.match, &state, 2, 0.5, &result);
    ck_assert(result.right && result.open);
    state.balls[BALL_YELLOW].placed = false;
    carom_check_start(&table.match, &state, 5, 0, &result);
    ck_assert(!result.right && result.wrong[BALL_YELLOW]);
    arena_free(&table.arena);
}
END_TEST

/* ---- a match from rows in memory ---- */

static SheetRow memory(const char *player, const char *event, const char *ball, const char *to, const char *x,
                       const char *y, const char *value) {
    const char *const cells[COLUMN_COUNT] = {"", player, event, ball, to, x, y, value};
    SheetRow row;
    for (int i = 0; i < COLUMN_COUNT; i++) row.cells[i] = str_of(cells[i]);
    return row;
}

static void open_play_of(Table *table, const char *game, int points, Play *play) {
    *table = (Table){0};
    table->diag.arena = &table->arena;
    MatchSetup setup = {.game = game, .breaker = PLAYER_A, .points = points};
    ck_assert(play_open(&table->arena, play_discipline(game), &setup, play, &table->diag));
}

START_TEST(rows_in_memory) {
    Table table;
    Play play;
    const Ruling *ruling;
    open_play_of(&table, "47/2", 0, &play);
    const SheetRow shot[] = {memory("A", "strike", "white", "", "", "", ""),
                             memory("", "contact", "white", "red", "", "", ""),
                             memory("", "contact", "white", "yellow", "", "", ""),
                             memory("", "position", "red", "bottom-left", "", "", ""),
                             memory("", "position", "yellow", "bottom-left", "", "", "")};
    ck_assert(play_shot(&table.arena, &play, 1, shot, 5, &ruling, &table.diag));
    ck_assert_int_eq(ruling->kind, RULING_POINT);
    ck_assert_int_eq(play.shots, 1);
    Position position;
    play.discipline->position(&table.arena, play.match, &position);
    ck_assert_int_eq(position.next, PLAYER_A);
    ck_assert_int_eq(position.area_count, 1);
    ck_assert(str_eq(position.areas[0].name, S("bottom-left")) && position.areas[0].count == 0);
    ck_assert(!position.areas[0].due);
    ck_assert(str_eq(position.balls[BALL_RED].areas, S("bottom-left")) && !position.balls[BALL_RED].placed);
    ck_assert_uint_eq(position.on, 1U << BALL_YELLOW | 1U << BALL_RED);
    arena_free(&table.arena);
}
END_TEST

/* A question asked of a copy changes nothing; a row that cannot be is told by row and column, and the match
 * is as it was. */
START_TEST(asked_and_refused) {
    Table table;
    Play play;
    const Ruling *ruling;
    open_play_of(&table, "3-cushion", 5, &play);
    const SheetRow run = memory("A", "run", "", "", "", "", "3");
    const SheetRow bad[] = {memory("B", "strike", "yellow", "", "", "", ""),
                            memory("", "contact", "yellow", "blue", "", "", "")};
    Play asked = play_copy(&table.arena, &play);
    ck_assert(play_shot(&table.arena, &asked, 1, &run, 1, &ruling, &table.diag));
    ck_assert_int_eq(play.shots, 0);
    ck_assert(play_shot(&table.arena, &play, 1, &run, 1, &ruling, &table.diag));
    ck_assert_int_eq(ruling->score[PLAYER_A], 3);
    ck_assert(!play_shot(&table.arena, &play, 2, bad, 2, &ruling, &table.diag));
    const Message *message = &table.diag.messages.at[0];
    ck_assert_int_eq(message->place.line, 2);
    ck_assert_str_eq(sheet_column(message->place.column - 1), "to");
    ck_assert(!play_shot(&table.arena, &play, 3, &run, 1, &ruling, &table.diag));
    ck_assert_int_eq(play.shots, 1);
    MatchSummary summary;
    play.discipline->summary(play.match, &summary);
    ck_assert_int_eq(summary.players[PLAYER_A].points, 3);
    ck_assert_int_eq(summary.players[PLAYER_A].best, 3);
    ck_assert(!summary.over);
    arena_free(&table.arena);
}
END_TEST

/* A setup that cannot be leaves the match before its opening stroke. */
START_TEST(refused_setup) {
    Table table;
    Play play;
    const Ruling *ruling;
    Position position;
    open_play_of(&table, "free", 0, &play);
    const SheetRow rows[] = {memory("B", "turn", "", "", "", "", ""),
                             memory("", "on-table", "white", "", "1000", "10", "")};
    ck_assert(!play_shot(&table.arena, &play, 0, rows, 2, &ruling, &table.diag));
    play.discipline->position(&table.arena, play.match, &position);
    ck_assert_int_eq(position.next, PLAYER_A);
    ck_assert(position.start && position.on == 1U << BALL_RED);
    arena_free(&table.arena);
}
END_TEST

static Suite *carom_suite(void) {
    Suite *suite = suite_create("carom");
    TCase *tcase = tcase_create("carom");
    tcase_add_loop_test(tcase, players_change_places, 0, GAMES);
    tcase_add_loop_test(tcase, table_is_mirrored, 0, GAMES);
    tcase_add_loop_test(tcase, random_shots_keep_order, 0, GAMES);
    tcase_add_test(tcase, covered_spots);
    tcase_add_test(tcase, line_has_a_width);
    tcase_add_test(tcase, start_limits);
    tcase_add_test(tcase, rows_in_memory);
    tcase_add_test(tcase, asked_and_refused);
    tcase_add_test(tcase, refused_setup);
    suite_add_tcase(suite, tcase);
    return suite;
}

int main(void) {
    SRunner *runner = srunner_create(carom_suite());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
