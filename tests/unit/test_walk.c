/* The way through a profile: which instrument is proposed for what, in which order points are walked. */
#include "unit.h"

#include "measure/walk.h"
#include "read/driver/table.h"

#include <fcntl.h>
#include <unistd.h>

typedef struct Tour {
    Arena arena;
    Diag diag;
    Tools tools;
    Walk walk;
} Tour;

/* Instruments as in a list's file; drivers by hand, so that no port is needed. */
static void plan(Tour *tour, const char *profile, const char *list, int repeats) {
    char path[] = "/tmp/test_walk.XXXXXX";
    *tour = (Tour){0};
    tour->diag.arena = &tour->arena;
    int fd = mkstemp(path);
    ck_assert(fd >= 0 && write(fd, list, strlen(list)) == (ssize_t)strlen(list));
    close(fd);
    tour->tools.list = instruments_load(&tour->arena, path, &tour->diag);
    unlink(path);
    ck_assert_ptr_nonnull(tour->tools.list);
    const Driver **drivers = NEW_ARRAY(&tour->arena, const Driver *, tour->tools.list->n + 1);
    for (int i = 0; i < tour->tools.list->n; i++)
        if (tour->tools.list->at[i].driver.len)
            drivers[i] = driver_find(&tour->arena, tour->tools.list->at[i].driver, NULL, &tour->diag);
    tour->tools.drivers = drivers;
    const Profile *loaded = profile_load(&tour->arena, profile, NULL, &tour->diag);
    ck_assert_ptr_nonnull(loaded);
    tour->walk = walk_plan(&tour->arena, loaded, &tour->tools, repeats);
    ck_assert(!diag_failed(&tour->diag));
}

static const Step *first_of(const Tour *tour, const char *item) {
    for (int i = 0; i < tour->walk.n; i++)
        if (str_eq(tour->walk.steps[i].item, str_of(item))) return &tour->walk.steps[i];
    ck_abort_msg("no step %s", item);
    return NULL;
}

static Str proposed(const Tour *tour, const char *item) {
    const Step *step = first_of(tour, item);
    return step->instrument < 0 ? S("") : tour->tools.list->at[step->instrument].id;
}

static const char LIST[] = "instruments:\n"
                           "  - {id: lux, driver: lutron, port: a, quantity: illuminance}\n"
                           "  - {id: gauge, uncertainty: \"0.02 mm\"}\n"
                           "  - {id: laser, driver: dls, port: b, uncertainty: \"0.5 mm + 0.01 %\"}\n"
                           "  - {id: caliper, uncertainty: \"0.03 mm\"}\n"
                           "  - {id: scale, driver: mt-sics, port: c}\n";

START_TEST(the_coarsest_that_suffices) {
    Tour tour;
    plan(&tour, "carom-sk-284", LIST, 1);
    ASSERT_STR(proposed(&tour, "bed.length"), "laser"); /* 10 mm wide, U 0.78 mm */
    ASSERT_STR(proposed(&tour, "ball.diameter"),
               "caliper"); /* 1 mm wide: not the laser, rather than the gauge */
    ASSERT_STR(proposed(&tour, "cushion.height"), "caliper");
    ASSERT_STR(proposed(&tour, "ball.mass"), "scale");
    ASSERT_STR(proposed(&tour, "light.bed"), "lux");
    ASSERT_STR(proposed(&tour, "bed.temperature"), ""); /* the lux meter measures light, its list says */
    ASSERT_STR(proposed(&tour, "cloth.taut"), "");
    arena_free(&tour.arena);
}
END_TEST

START_TEST(what_the_list_says_wins) {
    Tour tour;
    plan(&tour, "carom-sk-284",
         "- {id: laser, uncertainty: \"0.5 mm\", items: [bed, clearance]}\n"
         "- {id: caliper, uncertainty: \"0.03 mm\"}\n"
         "- {id: gauge, uncertainty: \"0.02 mm\", items: [cushion.height]}\n",
         1);
    ASSERT_STR(proposed(&tour, "bed.length"), "laser");
    ASSERT_STR(proposed(&tour, "cushion.height"), "gauge");
    ASSERT_STR(proposed(&tour, "ball.diameter"), "caliper");
    ASSERT_STR(proposed(&tour, "rail.height"), "caliper"); /* the others are for other items */
    arena_free(&tour.arena);
}
END_TEST

START_TEST(instrument_by_instrument_questions_last) {
    Tour tour;
    plan(&tour, "carom-sk-284", LIST, 1);
    int group = 0;
    for (int i = 0; i < tour.walk.n; i++) {
        const Step *step = &tour.walk.steps[i];
        int own = step->quantity == QUANTITY_NONE ? 2000 : step->instrument < 0 ? 1000 : step->instrument;
        ck_assert_msg(own >= group, "%.*s", SARG(step->item));
        group = own;
    }
    ck_assert_int_eq(group, 2000);
    arena_free(&tour.arena);
}
END_TEST

START_TEST(to_and_fro_and_round) {
    Tour tour;
    plan(&tour, "carom-sk-284", LIST, 2);
    const Step *grid = first_of(&tour, "light.bed"), *rail = first_of(&tour, "rail.height");
    static const char *const fields[] = {"grid 1.1", "grid 1.2", "grid 1.3",
                                         "grid 1.4", "grid 2.4", "grid 2.3"};
    static const char *const corners[] = {"bottom-left", "top-left", "top-right", "bottom-right"};
    for (int k = 0; k < 6; k++) {
        ASSERT_STR(grid[2 * k].point, fields[k]);
        ASSERT_STR(grid[2 * k + 1].point, fields[k]);
        ck_assert_int_eq(grid[2 * k + 1].repeat, 1);
    }
    for (int k = 0; k < 4; k++) ASSERT_STR(rail[2 * k].point, corners[k]);
    arena_free(&tour.arena);
}
END_TEST

START_TEST(every_point_once_and_only_once) {
    static const char *const profiles[] = {"carom-sk-284", "pool-wpa-9ft", "snooker-wpbsa", "pyramid-mkp"};
    for (int p = 0; p < 4; p++) {
        Tour tour;
        plan(&tour, profiles[p], LIST, 1);
        for (int i = 0; i < tour.walk.n; i++) {
            const Step *step = &tour.walk.steps[i];
            ck_assert(!step->requirement || !requirement_derived(step->requirement));
            ck_assert(step->quantity == QUANTITY_NONE || step->unit->quantity == step->quantity);
            for (int k = 0; k < i; k++)
                ck_assert_msg(!str_eq(step->item, tour.walk.steps[k].item) ||
                                  !str_eq(step->point, tour.walk.steps[k].point),
                              "%.*s %.*s twice", SARG(step->item), SARG(step->point));
        }
        arena_free(&tour.arena);
    }
}
END_TEST

/* Each instrument is taken in hand once, however the document jumps between them. */
START_TEST(seldom_picked_up) {
    static const struct {
        const char *profile;
        int pickups, by_document;
    } known[] = {{"carom-sk-284", 5, 10}, {"pool-wpa-9ft", 4, 7}, {"snooker-wpbsa", 5, 6}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        Tour tour;
        plan(&tour, known[i].profile,
             "instruments:\n"
             "  - {id: tape, uncertainty: \"0.5 mm + 0.01 %\", quantity: length}\n"
             "  - {id: caliper, uncertainty: \"0.02 mm\", quantity: length, items: [ball, cushion, pocket, "
             "slate]}\n"
             "  - {id: scale, quantity: mass}\n"
             "  - {id: lux, quantity: illuminance}\n"
             "  - {id: thermometer, quantity: temperature}\n",
             1);
        int used[5] = {0}, distinct = 0;
        for (int k = 0; k < tour.walk.n; k++)
            if (tour.walk.steps[k].instrument >= 0) distinct += !used[tour.walk.steps[k].instrument]++;
        ck_assert_int_eq(tour.walk.pickups, distinct);
        ck_assert_int_eq(tour.walk.pickups, known[i].pickups);
        ck_assert_int_eq(tour.walk.pickups_by_document, known[i].by_document);
        arena_free(&tour.arena);
    }
}
END_TEST

UNIT_MAIN("walk", seldom_picked_up, the_coarsest_that_suffices, what_the_list_says_wins,
          instrument_by_instrument_questions_last, to_and_fro_and_round, every_point_once_and_only_once)
