/* A profile and readings made by hand, for the tests of judging. */
#ifndef TESTS_JUDGE_H
#define TESTS_JUDGE_H

#include "judge/verdict.h"
#include "unit.h"

#include <unistd.h>

static Arena arena;

typedef struct Typed { /* one reading: item, point, value and U in the unit */
    const char *item, *point, *value, *U, *unit;
} Typed;

/* The profile of a text; the last one is kept, as tests ask for it again and again. */
static const Profile *profile_of(const char *text, Diag *diag) {
    static const char *last;
    static const Profile *kept;
    if (text == last) return kept;
    char path[] = "/tmp/test_judge.XXXXXX.yaml";
    int handle = mkstemps(path, 5);
    ck_assert_int_ge(handle, 0);
    ck_assert_int_eq(write(handle, text, strlen(text)), (ssize_t)strlen(text));
    close(handle);
    const Profile *profile = profile_load(&arena, path, NULL, diag);
    unlink(path);
    last = text, kept = profile;
    return profile;
}

static int64_t smallest(const char *text, const Unit *unit, bool difference, int64_t *step) {
    Decimal number, last;
    int64_t out;
    bool exact;
    ck_assert_int_eq(decimal_parse(str_of(text), '.', &number), DECIMAL_OK);
    ck_assert(difference ? unit_to_smallest_difference(&number, unit, &out, &exact)
                         : unit_to_smallest(&number, unit, &out, &exact));
    last = (Decimal){.num = number.step_num, .den = number.step_den};
    if (step) ck_assert(unit_to_smallest_difference(&last, unit, step, &exact));
    return out;
}

static void add(Session *session, const Typed *typed, Diag *diag) {
    Reading reading = {.table = S("T"),
                       .item = str_of(typed->item),
                       .point = str_of(typed->point),
                       .typed = str_of(typed->value),
                       .instrument = S(""),
                       .note = S(""),
                       .place = {S("m.csv"), 2, 1, S("")}};
    reading.attested = !*typed->unit;
    reading.answer = !strcmp(typed->value, "yes");
    if (!reading.attested) {
        reading.unit = unit_find(str_of(typed->unit));
        reading.value = smallest(typed->value, reading.unit, false, &reading.resolution);
        reading.has_U = *typed->U;
        if (reading.has_U) reading.U = smallest(typed->U, reading.unit, true, NULL);
    }
    ck_assert(session_add(session, &reading, diag));
}

static TableResult judge_with(const char *profile, const Typed *typed, int n, JudgeOptions options,
                              Diag *diag) {
    Session *session = NEW(&arena, Session);
    TableResult out = {0};
    const Profile *loaded = profile_of(profile, diag);
    ck_assert_ptr_nonnull(loaded);
    session->arena = &arena;
    for (int i = 0; i < n; i++) add(session, &typed[i], diag);
    const SessionTable *table = n ? session_table_at(session, 0, &arena) : NEW(&arena, SessionTable);
    judge_table(&arena, table, loaded, &options, &out, diag);
    return out;
}

#define JUDGE(profile, options, ...)                                                                         \
    judge_with((profile), (const Typed[]){__VA_ARGS__},                                                      \
               (int)(sizeof((const Typed[]){__VA_ARGS__}) / sizeof(Typed)), (options),                       \
               &(Diag){.arena = &arena})
#define PLAIN ((JudgeOptions){0})

#endif
