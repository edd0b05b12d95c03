/* Decision rules: where a value lies to the limits, and what that means. Source: judge/README.md 3, 5;
 * ILAC-G8 4.2. */
#ifndef JUDGE_RULE_H
#define JUDGE_RULE_H

#include "base/fraction.h"
#include "model/profile.h"

typedef enum Verdict {
    VERDICT_PASS,
    VERDICT_CONDITIONAL_PASS,
    VERDICT_CONDITIONAL_FAIL,
    VERDICT_FAIL,
    VERDICT_INCOMPLETE,
    VERDICT_REMARK,        /* an advisory requirement outside its limits */
    VERDICT_NOT_APPLICABLE /* no limits, another game, a condition that does not hold, nothing wanted, nothing
                              there */
} Verdict;
enum { VERDICT_COUNT = VERDICT_NOT_APPLICABLE + 1 };
const char *verdict_name(Verdict verdict); /* as JSON has it: "conditional-pass" */

/* A tolerance interval and its guard band, in any one unit. At least one side is given. */
typedef struct Interval {
    bool has_lower, has_upper;
    Fraction lower, upper;
    Fraction w; /* guard band, ≥ 0; 0 with rule simple */
} Interval;

/* The distance of y to the nearest limit, negative beyond it; *upper tells which. */
Fraction interval_margin(Arena *arena, const Interval *interval, Fraction y, bool *upper);
/* PASS, CONDITIONAL_PASS, CONDITIONAL_FAIL or FAIL. Both ends belong to every interval. */
Verdict interval_verdict(Arena *arena, const Interval *interval, Rule rule, Fraction margin);
/* Nothing is left between the limits once w is taken off on either side. */
bool interval_empty(Arena *arena, const Interval *interval);

/* The interval of a requirement in the smallest unit, where values are compared, or in the requirement's own
 * unit, where they are read. w in the smallest unit. */
Interval interval_exact(const Requirement *requirement, int64_t w);
Interval interval_printed(Arena *arena, const Requirement *requirement, int64_t w);
/* w = guard × U, rounded to the smallest unit, so that comparisons stay exact; 0 with rule simple. */
int64_t guard_band(Rule rule, Decimal guard, double U);

#endif
