/* See rule.h. */
#include "judge/rule.h"

#include "judge/uncertainty.h"

#include <math.h>

static const char *const verdict_names[VERDICT_COUNT] = {
    [VERDICT_PASS] = "pass",
    [VERDICT_CONDITIONAL_PASS] = "conditional-pass",
    [VERDICT_CONDITIONAL_FAIL] = "conditional-fail",
    [VERDICT_FAIL] = "fail",
    [VERDICT_INCOMPLETE] = "incomplete",
    [VERDICT_REMARK] = "remark",
    [VERDICT_NOT_APPLICABLE] = "not-applicable",
};

const char *verdict_name(Verdict verdict) { return verdict_names[verdict]; }

Fraction interval_margin(Arena *arena, const Interval *interval, Fraction y, bool *upper) {
    Fraction below = {0}, above = {0};
    if (interval->has_lower) below = fraction_sub(arena, y, interval->lower);
    if (interval->has_upper) above = fraction_sub(arena, interval->upper, y);
    *upper = !interval->has_lower || (interval->has_upper && fraction_cmp(arena, above, below) < 0);
    return *upper ? above : below;
}

Verdict interval_verdict(Arena *arena, const Interval *interval, Rule rule, Fraction margin) {
    bool inside = fraction_sign(margin) >= 0;
    if (rule == RULE_SIMPLE) return inside ? VERDICT_PASS : VERDICT_FAIL;
    if (fraction_cmp(arena, margin, interval->w) >= 0) return VERDICT_PASS;
    if (rule == RULE_GUARDED) return VERDICT_FAIL;
    if (inside) return VERDICT_CONDITIONAL_PASS;
    return fraction_sign(fraction_add(arena, margin, interval->w)) >= 0 ? VERDICT_CONDITIONAL_FAIL
                                                                        : VERDICT_FAIL;
}

bool interval_empty(Arena *arena, const Interval *interval) {
    if (!interval->has_lower || !interval->has_upper) return false;
    Fraction width = fraction_sub(arena, interval->upper, interval->lower);
    return fraction_cmp(arena, width, fraction_add(arena, interval->w, interval->w)) < 0;
}

Interval interval_exact(const Requirement *r, int64_t w) {
    return (Interval){r->lower.given, r->upper.given, fraction_of(r->lower.value, 1),
                      fraction_of(r->upper.value, 1), fraction_of(w, 1)};
}

static Fraction limit_printed(const Limit *limit) {
    return limit->given ? fraction_of(limit->exact.num, limit->exact.den) : fraction_of(0, 1);
}

Interval interval_printed(Arena *arena, const Requirement *r, int64_t w) {
    return (Interval){r->lower.given, r->upper.given, limit_printed(&r->lower), limit_printed(&r->upper),
                      in_unit(arena, fraction_of(w, 1), r->unit, true)};
}

int64_t guard_band(Rule rule, Decimal guard, double U) {
    const double most = 4e18; /* two of them still fit a 64-bit integer's neighbours in 128 bits */
    if (rule == RULE_SIMPLE) return 0;
    double w = nearbyint((double)guard.num / (double)guard.den * U);
    return (int64_t)(w < most ? w : most);
}
