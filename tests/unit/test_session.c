/* model/session: gathering by table, item and point; duplicates; the statistics of a point. */
#include "unit.h"

#include "model/session.h"

#include <math.h>

static Arena arena;
static Diag diag;

static Reading reading(const char *table, const char *item, const char *point, int64_t value) {
    return (Reading){.table = str_of(table),
                     .item = str_of(item),
                     .point = str_of(point),
                     .value = value,
                     .resolution = 1000,
                     .unit = unit_find(S("mm")),
                     .places = 3,
                     .typed = S("x"),
                     .instrument = S(""),
                     .note = S(""),
                     .place = {S("f.csv"), 7, 3, S("line")}};
}

static Session session_new(void) {
    diag = (Diag){.arena = &arena};
    return (Session){.arena = &arena};
}

static bool add(Session *session, Reading r) { return session_add(session, &r, &diag); }

static const Point *point(const Session *session, const char *table, const char *item, const char *name) {
    const SessionTable *t = session_table(session, str_of(table), &arena);
    const Item *i = t ? table_item(t, str_of(item)) : NULL;
    return i ? item_point(i, str_of(name)) : NULL;
}

START_TEST(mean_and_u_by_hand) {
    Session s = session_new();
    add(&s, reading("T", "rail.height", "NE", 789000000));
    add(&s, reading("T", "rail.height", "NE", 793000000));
    const Point *p = point(&s, "T", "rail.height", "NE");
    int128 num, den;
    point_mean(p, &num, &den);
    ck_assert(num == 1582000000 && den == 2);
    ck_assert_double_eq_tol(point_u(p, 0, false), 2000000, 1); /* s/√2 = 0.2 cm */
    ck_assert_double_eq_tol(point_u(p, 2e6, true), sqrt(4e12 + 1e12), 1e-3);
    ck_assert_int_eq(p->place.line, 7);
    ASSERT_STR(p->place.text, "line");
}
END_TEST

/* 600.1 600.2 … typed as nm; against the textbook formula in long double. */
START_TEST(type_a_of_many) {
    Session s = session_new();
    long double sum = 0, squares = 0;
    for (int i = 0; i < 1000; i++) {
        int64_t v = INT64_C(9000000000000000000) + i * i % 977;
        add(&s, reading("T", "x", "", v));
        sum += i * i % 977;
        squares += (long double)(i * i % 977) * (i * i % 977);
    }
    long double variance = (squares - sum * sum / 1000) / 999 / 1000;
    ck_assert_double_eq_tol(point_u(point(&s, "T", "x", ""), 0, true), (double)sqrtl(variance), 1e-9);
}
END_TEST

START_TEST(sums_that_do_not_fit) {
    Session s = session_new();
    for (int i = 0; i < 9; i++) add(&s, reading("T", "x", "", i % 2 ? INT64_MAX : -INT64_MAX));
    double u = point_u(point(&s, "T", "x", ""), 0, true);
    ck_assert(isfinite(u) && u > 1e18);
}
END_TEST

START_TEST(largest_uncertainty_counts) {
    Session s = session_new();
    Reading r = reading("T", "x", "a", 5);
    r.U = 10, r.has_U = true, r.instrument = S("i1");
    add(&s, r);
    r.U = 30, r.resolution = 9, r.instrument = S("i2");
    add(&s, r);
    r.has_U = false, r.U = 0, r.resolution = 2000, r.instrument = S("i1");
    add(&s, r);
    const Point *p = point(&s, "T", "x", "a");
    ck_assert_int_eq(p->U, 30);
    ck_assert_int_eq(p->resolution, 2000);
    ck_assert_int_eq(p->instruments.n, 2);
    ASSERT_STR(p->instruments.at[0], "i1");
    ASSERT_STR(p->instruments.at[1], "i2");
}
END_TEST

START_TEST(order_and_many_points) {
    enum { MANY = 3000 };
    Session s = session_new();
    for (int i = 0; i < MANY; i++)
        for (int twice = 0; twice < 2; twice++)
            add(&s, reading("T", "x", str_z(&arena, str_fmt(&arena, "p%d", i)), i + twice));
    const SessionTable *t = session_table_at(&s, 0, &arena);
    ck_assert_int_eq(t->items.at[0].points.n, MANY);
    for (int i = 0; i < MANY; i++) {
        ck_assert_int_eq(t->items.at[0].points.at[i].n, 2);
        ck_assert(t->items.at[0].points.at[i].sum == 2 * i + 1);
    }
}
END_TEST

START_TEST(tables_in_the_order_of_the_files) {
    Session s = session_new();
    for (int i = 0; i < 2000; i++) {
        add(&s, reading(str_z(&arena, str_fmt(&arena, "T%d", i * 7 % 1000)), i < 1000 ? "y" : "x", "", i));
    }
    ck_assert_int_eq(s.table_count, 1000);
    for (int i = 0; i < 1000; i++) {
        const SessionTable *t = session_table_at(&s, i, &arena);
        ASSERT_STR(t->name, str_z(&arena, str_fmt(&arena, "T%d", i * 7 % 1000)));
        ck_assert_int_eq(t->items.n, 2);
    }
    ck_assert_ptr_null(session_table(&s, S("x"), &arena));
}
END_TEST

START_TEST(duplicates) {
    Session s = session_new();
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 100; i++) {
            Reading r = reading("T", "x", "a", i % 10);
            r.time = (Moment){true, false, true, INT64_C(1000) * i, 0, false};
            ck_assert(add(&s, r) == (round == 0));
        }
    ck_assert_int_eq(diag.count[SEVERITY_WARNING], 100);
    Reading day = reading("T", "x", "a", 3);
    day.time = (Moment){true, true, false, 3000, 0, false};
    ck_assert(add(&s, day) && add(&s, day)); /* a date alone is no time */
    ck_assert_int_eq(point(&s, "T", "x", "a")->n, 102);
    ck_assert_int_eq(point(&s, "T", "x", "a")->last_time.utc_ms, 99000);
}
END_TEST

START_TEST(states_and_answers) {
    Session s = session_new();
    Reading r = reading("T", "x", "a", 3), yes = reading("T", "fixed", "", 0);
    r.state = STATE_OVERLOAD;
    yes.attested = yes.answer = true, yes.unit = NULL;
    ck_assert(add(&s, r) && add(&s, yes));
    const SessionTable *t = session_table_at(&s, 0, &arena);
    ck_assert_int_eq(table_item(t, S("x"))->unusable[STATE_OVERLOAD], 1);
    ck_assert_int_eq(table_item(t, S("x"))->points.n, 0);
    ck_assert(!table_item(t, S("x"))->answered);
    ck_assert(table_item(t, S("fixed"))->answered && table_item(t, S("fixed"))->answer);
    yes.answer = false;
    ck_assert(!add(&s, yes));
    ck_assert_int_eq(diag.fault, FAULT_INPUT);
}
END_TEST

/* Large chunks behind the head: what was there before a mark stays, what came after it goes. */
START_TEST(arena_marks) {
    Arena a = {0};
    char *small = arena_alloc(&a, 10), *large = arena_alloc(&a, 100000);
    memset(small, 1, 10), memset(large, 2, 100000);
    ArenaMark mark = arena_mark(&a);
    for (int i = 0; i < 100; i++) memset(arena_alloc(&a, (size_t)(i * 977)), 3, (size_t)(i * 977));
    arena_reset(&a, mark);
    ck_assert_int_eq(arena_mark(&a).used, mark.used);
    for (int i = 0; i < 10; i++) ck_assert_int_eq(small[i], 1);
    for (int i = 0; i < 100000; i++) ck_assert_int_eq(large[i], 2);
    ck_assert_int_eq(((char *)arena_alloc(&a, 64))[63], 0);
    arena_free(&a);
}
END_TEST

UNIT_MAIN("session", mean_and_u_by_hand, type_a_of_many, sums_that_do_not_fit, largest_uncertainty_counts,
          order_and_many_points, tables_in_the_order_of_the_files, duplicates, states_and_answers,
          arena_marks)
