/* Requests over a network may come twice, late or for a file that has gone another way: each of the five
 * answers, and what the file holds afterwards. */
#include "unit.h"

#include "measure/measure.h"

#include <fcntl.h>
#include <unistd.h>

typedef struct OneSession {
    Arena arena;
    Diag diag;
    Measure m;
    char path[40];
} OneSession;

static void start(OneSession *s) {
    *s = (OneSession){.path = "/tmp/test_numbered.XXXXXX"};
    s->diag.arena = &s->arena;
    ck_assert_ptr_nonnull(mkdtemp(s->path));
    const MeasureOrder order = {.arena = &s->arena,
                                .diag = &s->diag,
                                .words = catalogue_load(&s->arena, "en", &s->diag),
                                .profile = profile_load(&s->arena, "carom-sk-284", NULL, &s->diag),
                                .table = S("T"),
                                .repeats = 1,
                                .file = str_fmt(&s->arena, "%s/T.csv", s->path),
                                .stop_fd = -1};
    ck_assert(order.words && order.profile);
    ck_assert(measure_open(&s->m, &order));
    measure_start(&s->m);
}

static void finish(OneSession *s) {
    Str file = str_fmt(&s->arena, "%s/T.csv", s->path);
    measure_close(&s->m);
    unlink(file.at);
    ck_assert_int_eq(rmdir(s->path), 0);
    arena_free(&s->arena);
}

static MeasureAnswer put(OneSession *s, int n, const char *item, const char *point, const char *text) {
    const char *why;
    return measure_record(&s->m, n, str_of(item), str_of(point), str_of(text), &why);
}

static const Row *row(const OneSession *s, int n) {
    ck_assert_int_ge(s->m.rows->at.n, n);
    return &s->m.rows->at.at[n - 1];
}

START_TEST(accepted_in_any_order) {
    OneSession s;
    start(&s);
    ck_assert_int_eq(put(&s, 1, "bed.length", "right", "284.1"), MEASURE_ACCEPTED);
    ck_assert_int_eq(put(&s, 2, "bed.length", "left", " 2841 mm "), MEASURE_ACCEPTED);
    ck_assert_int_eq(s.m.rows->at.n, 2);
    ASSERT_STR(row(&s, 1)->point, "right");
    ASSERT_STR(row(&s, 1)->value, "284.1");
    ASSERT_STR(row(&s, 2)->point, "left");
    ASSERT_STR(row(&s, 2)->value, "2841");
    ASSERT_STR(row(&s, 2)->unit, "mm");
    finish(&s);
}
END_TEST

START_TEST(the_same_again_is_known) {
    OneSession s;
    start(&s);
    put(&s, 1, "bed.length", "left", "284.1");
    put(&s, 2, "bed.length", "right", "284.2");
    ck_assert_int_eq(put(&s, 1, "bed.length", "left", "284.1"), MEASURE_KNOWN);
    ck_assert_int_eq(put(&s, 2, "bed.length", "right", "284.2"), MEASURE_KNOWN);
    ck_assert_int_eq(measure_take_numbered(&s.m, 2), MEASURE_KNOWN);
    ck_assert_int_eq(measure_delete(&s.m, 3), MEASURE_KNOWN); /* it is gone already */
    ck_assert_int_eq(s.m.rows->at.n, 2);
    finish(&s);
}
END_TEST

START_TEST(another_way_is_a_conflict) {
    OneSession s;
    start(&s);
    put(&s, 1, "bed.length", "left", "284.1");
    ck_assert_int_eq(put(&s, 1, "bed.length", "left", "284.3"), MEASURE_CONFLICT);  /* another value */
    ck_assert_int_eq(put(&s, 1, "bed.length", "right", "284.1"), MEASURE_CONFLICT); /* another point */
    ck_assert_int_eq(put(&s, 2, "bed.length", "left", "284.1"), MEASURE_CONFLICT);  /* has its reading */
    ck_assert_int_eq(put(&s, 3, "bed.length", "right", "284.2"), MEASURE_CONFLICT); /* a row is missing */
    ck_assert_int_eq(put(&s, 0, "bed.length", "right", "284.2"), MEASURE_CONFLICT);
    ck_assert_int_eq(put(&s, -1, "bed.length", "right", "284.2"), MEASURE_CONFLICT);
    ck_assert_int_eq(measure_take_numbered(&s.m, 5), MEASURE_CONFLICT);
    ck_assert_int_eq(measure_delete(&s.m, 0), MEASURE_CONFLICT);
    ck_assert_int_eq(measure_delete(&s.m, 3), MEASURE_CONFLICT);
    ck_assert_int_eq(s.m.rows->at.n, 1);
    ASSERT_STR(row(&s, 1)->value, "284.1");
    finish(&s);
}
END_TEST

START_TEST(what_is_no_value_is_refused) {
    static const struct {
        const char *item, *point, *text, *why;
    } wrong[] = {{"bed.length", "nowhere", "284.1", "no such point in this walk"},
                 {"bed.breadth", "left", "284.1", "no such point in this walk"},
                 {"bed.length", "left", "\xff", "no plain text"},
                 {"bed.length", "left", "N 284.1", "a letter before a number"},
                 {"cloth.taut", "", "284.1", "expected yes or no"},
                 {"bed.length", "left", "284.1 g", NULL},
                 {"bed.length", "left", "", NULL}};
    OneSession s;
    start(&s);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *why = NULL;
        MeasureAnswer got = measure_record(&s.m, 1, str_of(wrong[i].item), str_of(wrong[i].point),
                                           str_of(wrong[i].text), &why);
        ck_assert_msg(got == MEASURE_REFUSED, "'%s': %d", wrong[i].text, got);
        ck_assert_ptr_nonnull(why);
        if (wrong[i].why) ck_assert_str_eq(why, wrong[i].why);
    }
    ck_assert_int_eq(s.m.rows->at.n, 0);
    ck_assert(!s.m.failed);
    finish(&s);
}
END_TEST

START_TEST(the_last_row_is_taken_away) {
    OneSession s;
    start(&s);
    put(&s, 1, "bed.length", "left", "284.1");
    put(&s, 2, "bed.length", "right", "284.2");
    ck_assert_int_eq(measure_delete(&s.m, 1), MEASURE_CONFLICT); /* not the last */
    ck_assert_int_eq(measure_delete(&s.m, 2), MEASURE_ACCEPTED);
    ck_assert_int_eq(s.m.rows->at.n, 1);
    ASSERT_STR(measure_step(&s.m)->point, "right");
    ck_assert_int_eq(put(&s, 2, "bed.length", "right", "284.4"), MEASURE_ACCEPTED);
    ASSERT_STR(row(&s, 2)->value, "284.4");
    finish(&s);
}
END_TEST

START_TEST(a_file_that_somebody_changed_fails) {
    OneSession s;
    start(&s);
    put(&s, 1, "bed.length", "left", "284.1");
    int fd = open(str_fmt(&s.arena, "%s/T.csv", s.path).at, O_WRONLY | O_APPEND | O_CLOEXEC);
    ck_assert(fd >= 0 && write(fd, "x\n", 2) == 2 && close(fd) == 0);
    ck_assert_int_eq(put(&s, 2, "bed.length", "right", "284.2"), MEASURE_FAILED);
    ck_assert(diag_failed(&s.diag));
    ck_assert_int_eq(s.m.rows->at.n, 1);
    finish(&s);
}
END_TEST

UNIT_MAIN("numbered", accepted_in_any_order, the_same_again_is_known, another_way_is_a_conflict,
          what_is_no_value_is_refused, the_last_row_is_taken_away, a_file_that_somebody_changed_fails)
