/* Verdicts: exactly at a limit, in every rule, for every statistic; what may never change one. */
#include "judge.h"

#include <math.h>

#include "judge/uncertainty.h"

#define P(requirement) "profile: p\nrequirements:\n  - {id: a, clause: c, " requirement "}\n"
#define BAND P("quantity: length, unit: mm, lower: \"9\", upper: \"11\"")

static const struct RuleCase {
    const char *value;
    Verdict simple, guarded, nonbinary;
} rule_cases[] = {
    /* 9 to 11 with U = 0.2 (0.2000000…): w = 200000 nm */
    {"10.800000", VERDICT_PASS, VERDICT_PASS, VERDICT_PASS},
    {"10.800001", VERDICT_PASS, VERDICT_FAIL, VERDICT_CONDITIONAL_PASS},
    {"11.000000", VERDICT_PASS, VERDICT_FAIL, VERDICT_CONDITIONAL_PASS},
    {"11.000001", VERDICT_FAIL, VERDICT_FAIL, VERDICT_CONDITIONAL_FAIL},
    {"11.200000", VERDICT_FAIL, VERDICT_FAIL, VERDICT_CONDITIONAL_FAIL},
    {"11.200001", VERDICT_FAIL, VERDICT_FAIL, VERDICT_FAIL},
    {"9.200000", VERDICT_PASS, VERDICT_PASS, VERDICT_PASS},
    {"9.199999", VERDICT_PASS, VERDICT_FAIL, VERDICT_CONDITIONAL_PASS},
    {"9.000000", VERDICT_PASS, VERDICT_FAIL, VERDICT_CONDITIONAL_PASS},
    {"8.999999", VERDICT_FAIL, VERDICT_FAIL, VERDICT_CONDITIONAL_FAIL},
    {"8.800000", VERDICT_FAIL, VERDICT_FAIL, VERDICT_CONDITIONAL_FAIL},
    {"8.799999", VERDICT_FAIL, VERDICT_FAIL, VERDICT_FAIL},
};

START_TEST(a_verdict_flips_at_one_nanometre) {
    const Rule rules[] = {RULE_SIMPLE, RULE_GUARDED, RULE_NONBINARY};
    for (size_t i = 0; i < sizeof rule_cases / sizeof *rule_cases; i++)
        for (int r = 0; r < 3; r++) {
            const struct RuleCase *c = &rule_cases[i];
            TableResult t =
                JUDGE(BAND, ((JudgeOptions){.rule = &rules[r]}), {"a", "1", c->value, "0.2", "mm"});
            Verdict want = r == 0 ? c->simple : r == 1 ? c->guarded : c->nonbinary;
            ck_assert_msg(t.requirements[0].verdict == want, "%s, %s: %s", c->value, rule_name(rules[r]),
                          verdict_name(t.requirements[0].verdict));
            TableResult brief = JUDGE(BAND, ((JudgeOptions){.rule = &rules[r], .verdict_only = true}),
                                      {"a", "1", c->value, "0.2", "mm"});
            ck_assert_int_eq(brief.verdict, t.verdict);
        }
}
END_TEST

START_TEST(the_unit_changes_nothing) {
    const Typed same[] = {{"a", "1", "2.54", "", "cm"},
                          {"a", "1", "25.4", "", "mm"},
                          {"a", "1", "1", "", "in"},
                          {"a", "1", "25400000", "", "nm"}};
    const char *tight = P("quantity: length, unit: in, nominal: \"1\", tolerance: \"0\"");
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(judge_with(tight, &same[i], 1, PLAIN, &(Diag){.arena = &arena}).verdict,
                         VERDICT_PASS);
    ck_assert_int_eq(JUDGE(tight, PLAIN, {"a", "1", "25.400001", "", "mm"}).verdict, VERDICT_FAIL);
}
END_TEST

START_TEST(row_order_changes_nothing) {
    const Typed rows[] = {{"a", "1", "10.9", "0.01", "mm"},
                          {"a", "2", "9.5", "0.3", "mm"},
                          {"a", "1", "11.0", "0.02", "mm"},
                          {"a", "3", "9.3", "", "mm"}};
    const char *texts[] = {P("quantity: length, unit: mm, upper: \"10.94\", points: 3"),
                           P("quantity: length, unit: mm, upper: \"9.92\", statistic: mean, points: 3"),
                           P("quantity: length, unit: mm, upper: \"1.65\", statistic: range, points: 3")};
    const int orders[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}};
    for (int t = 0; t < 3; t++) {
        Str value = S(""), U = S("");
        for (int o = 0; o < 4; o++) {
            Typed shuffled[4];
            for (int i = 0; i < 4; i++) shuffled[i] = rows[orders[o][i]];
            TableResult result = judge_with(texts[t], shuffled, 4, PLAIN, &(Diag){.arena = &arena});
            if (o)
                ck_assert(str_eq(value, result.requirements[0].value) && str_eq(U, result.requirements[0].U));
            value = result.requirements[0].value, U = result.requirements[0].U;
            ck_assert_int_eq(result.verdict, t == 0 ? VERDICT_FAIL : VERDICT_PASS);
        }
    }
}
END_TEST

/* Whatever the rule, a larger U makes no pass of a fail, and no better verdict of a bad one but
 * conditional-fail. */
START_TEST(widening_U_never_makes_a_pass) {
    const Rule rules[] = {RULE_SIMPLE, RULE_GUARDED, RULE_NONBINARY};
    const char *one_sided = P("quantity: length, unit: mm, upper: \"11\"");
    for (int r = 0; r < 3; r++)
        for (int v = 0; v < 40; v++) {
            bool failed = false;
            for (int u = 1; u < 30; u++) {
                Str value = str_fmt(&arena, "%d.%03d", 10 + v / 20, v % 20 * 50),
                    U = str_fmt(&arena, "0.%02d", u);
                TableResult t = JUDGE(one_sided, ((JudgeOptions){.rule = &rules[r]}),
                                      {"a", "1", str_z(&arena, value), str_z(&arena, U), "mm"});
                bool passes = t.verdict == VERDICT_PASS || t.verdict == VERDICT_CONDITIONAL_PASS;
                ck_assert_msg(!(failed && passes), "%.*s ± %.*s", SARG(value), SARG(U));
                failed = !passes;
            }
        }
}
END_TEST

START_TEST(the_printed_value_never_contradicts) {
    TableResult t = JUDGE(BAND, PLAIN, {"a", "1", "11.0004", "0.2", "mm"});
    ASSERT_STR(t.requirements[0].value, "11.0004");
    t = JUDGE(BAND, PLAIN, {"a", "1", "11.0000", "0.2", "mm"});
    ASSERT_STR(t.requirements[0].value, "11.00");
    const Rule guarded = RULE_GUARDED;
    t = JUDGE(BAND, ((JudgeOptions){.rule = &guarded}), {"a", "1", "10.80300", "0.2", "mm"});
    ASSERT_STR(t.requirements[0].value, "10.803");
    t = JUDGE(P("quantity: angle, unit: °, lower: \"12\", upper: \"15\""), PLAIN,
              {"a", "1", "15.0", "", "deg"});
    ASSERT_STR(t.requirements[0].value, "15.000");
    ck_assert_int_eq(t.verdict, VERDICT_PASS);
}
END_TEST

START_TEST(U_has_two_digits) {
    const struct {
        double U;
        const char *unit, *text;
        int places;
    } cases[] = {{204124, "mm", "0.20", 2}, {996000, "mm", "1.0", 1},   {1e6, "mm", "1.0", 1},
                 {125000, "mm", "0.12", 2}, {135000, "mm", "0.14", 2},  {123400000, "mm", "120", -1},
                 {99.6e6, "mm", "100", -1}, {5, "cm", "0.00000050", 8}, {508000, "in", "0.020", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int places;
        ASSERT_STR(U_print(&arena, cases[i].U, unit_find(str_of(cases[i].unit)), &places), cases[i].text);
        ck_assert_int_eq(places, cases[i].places);
    }
}
END_TEST

START_TEST(nothing_is_no_pass) {
    ck_assert_int_eq(judge_with(BAND, NULL, 0, PLAIN, &(Diag){.arena = &arena}).verdict, VERDICT_INCOMPLETE);
    ck_assert_int_eq(
        judge_with(BAND, NULL, 0, (JudgeOptions){.partial = true}, &(Diag){.arena = &arena}).verdict,
        VERDICT_INCOMPLETE);
    const char *range = P("quantity: length, unit: mm, upper: \"1\", statistic: range, points: 1");
    ck_assert_int_eq(JUDGE(range, PLAIN, {"a", "1", "10", "", "mm"}).verdict, VERDICT_INCOMPLETE);
    ck_assert_int_eq(JUDGE(range, ((JudgeOptions){.partial = true}), {"a", "1", "10", "", "mm"}).verdict,
                     VERDICT_INCOMPLETE);
    const Str game = S_INIT("free");
    const char *other = P("quantity: length, unit: mm, upper: \"1\", applies_to: [47/2]");
    TableResult t =
        JUDGE(other, ((JudgeOptions){.games = &game, .game_count = 1}), {"a", "1", "0.5", "", "mm"});
    ck_assert_int_eq(t.requirements[0].verdict, VERDICT_NOT_APPLICABLE);
    ck_assert_int_eq(t.verdict, VERDICT_INCOMPLETE);
}
END_TEST

#define RATIO                                                                                                \
    "profile: p\nrequirements:\n  - {id: y, clause: c, quantity: length, unit: mm, lower: \"1\", points: "   \
    "2}\n"                                                                                                   \
    "  - {id: m, clause: c, quantity: length, unit: mm, lower: \"0\", points: 2}\n  - {id: q, clause: c, "   \
    "quantity: ratio, unit: "                                                                                \
    "\"%\", upper: \"50\", of: y, over: m}\n"

START_TEST(derived_values) {
    TableResult t = JUDGE(RATIO, PLAIN, {"y", "1", "10.0", "", "mm"}, {"y", "2", "10.0", "", "mm"},
                          {"m", "1", "19.0", "", "mm"}, {"m", "2", "21.0", "", "mm"});
    ck_assert_int_eq(t.requirements[2].verdict, VERDICT_PASS); /* 10/20 is 50 % exactly */
    ck_assert_double_eq_tol(t.requirements[2].deciding.u,
                            1e9 * 0.1 / sqrt(12) * sqrt(1 / 400.0 + 0.25 / 400 / 2), 1);
    t = JUDGE(RATIO, PLAIN, {"y", "1", "10.0", "", "mm"}, {"y", "2", "10.1", "", "mm"},
              {"m", "1", "19.0", "", "mm"}, {"m", "2", "21.0", "", "mm"});
    ck_assert_int_eq(t.requirements[2].verdict, VERDICT_FAIL);
    ASSERT_STR(t.requirements[2].deciding.point->name, "2");
    t = JUDGE(RATIO, PLAIN, {"y", "1", "10.0", "", "mm"}, {"y", "2", "10.0", "", "mm"},
              {"m", "1", "21.0", "", "mm"});
    ck_assert_int_eq(t.requirements[2].verdict, VERDICT_INCOMPLETE); /* the other item lacks a point */
    t = JUDGE(RATIO, PLAIN, {"y", "1", "10.0", "", "mm"}, {"y", "2", "10.0", "", "mm"},
              {"m", "1", "0.0", "", "mm"}, {"m", "2", "0.0", "", "mm"});
    ck_assert_int_eq(t.requirements[2].verdict, VERDICT_INCOMPLETE); /* no division by zero */
}
END_TEST

/* 28 points read 1 to 28 times: the mean of means has the denominator 28 × lcm(1…28), and more points 128
 * bits lack. */
START_TEST(a_mean_beyond_128_bits_is_exact) {
    enum { POINTS = 60 };
    Typed rows[POINTS * (POINTS + 1) / 2];
    int n = 0;
    for (int p = 1; p <= POINTS; p++)
        for (int k = 0; k < p; k++) {
            Str name = str_fmt(&arena, "%d", p);
            rows[n++] = (Typed){"a", str_z(&arena, name), k ? "10.000000" : "10.000001", "", "mm"};
        }
    /* mean = 10 mm + H(60)/60 nm, H(60) = 4.6798…: 0.07799… nm above 10 mm */
    TableResult over =
        judge_with(P("quantity: length, unit: mm, upper: \"10.000000\", statistic: mean, points: 60"), rows,
                   n, PLAIN, &(Diag){.arena = &arena});
    ck_assert_int_eq(over.verdict, VERDICT_FAIL);
    ck_assert_double_eq_tol(fraction_double(over.requirements[0].deciding.margin), -4.679870413 / 60, 1e-9);
    ck_assert_int_eq(
        judge_with(P("quantity: length, unit: mm, upper: \"10.000001\", statistic: mean, points: 60"), rows,
                   n, PLAIN, &(Diag){.arena = &arena})
            .verdict,
        VERDICT_PASS);
}
END_TEST

START_TEST(an_empty_acceptance_interval_is_an_error) {
    const Rule guarded = RULE_GUARDED;
    Diag diag = {.arena = &arena};
    const Typed row = {"a", "1", "10.0000", "1.1", "mm"};
    judge_with(BAND, &row, 1, (JudgeOptions){.rule = &guarded}, &diag);
    ck_assert_int_eq(diag.count[SEVERITY_ERROR], 1);
    ck_assert(str_find(diag.messages.at[0].text, S("cannot decide")) > 0);
}
END_TEST

UNIT_MAIN("judge", a_verdict_flips_at_one_nanometre, the_unit_changes_nothing, row_order_changes_nothing,
          widening_U_never_makes_a_pass, the_printed_value_never_contradicts, U_has_two_digits,
          nothing_is_no_pass, derived_values, a_mean_beyond_128_bits_is_exact,
          an_empty_acceptance_interval_is_an_error)
