/* What every unit test program shares: a Check suite is listed in TESTS and run by UNIT_MAIN. */
#ifndef UNIT_H
#define UNIT_H

#include <check.h>

#include "base/diag.h"

/* UNIT_MAIN("decimal", test_a, test_b) */
#define UNIT_MAIN(name, ...)                                                                                 \
    int main(void) {                                                                                         \
        const TTest *tests[] = {__VA_ARGS__};                                                                \
        Suite *suite = suite_create(name);                                                                   \
        TCase *tcase = tcase_create(name);                                                                   \
        for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(tcase, tests[i]);           \
        suite_add_tcase(suite, tcase);                                                                       \
        SRunner *runner = srunner_create(suite);                                                             \
        srunner_run_all(runner, CK_NORMAL);                                                                  \
        int failed = srunner_ntests_failed(runner);                                                          \
        srunner_free(runner);                                                                                \
        return failed ? 1 : 0;                                                                               \
    }

#define ASSERT_STR(got, want)                                                                                \
    do {                                                                                                     \
        Str got_ = (got), want_ = str_of(want);                                                              \
        ck_assert_msg(str_eq(got_, want_), "got '%.*s', want '%.*s'", SARG(got_), SARG(want_));              \
    } while (0)

#endif
