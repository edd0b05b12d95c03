/* One requirement: does it apply, what was measured, is it complete, what does the rule say. See judge.h. */
#include "judge/judge.h"

#include "judge/uncertainty.h"

#include <math.h>

/* ---- does it apply? ---- */

static bool for_games(const Judge *judge, const Requirement *r) {
    if (!r->applies_count || !judge->options->game_count) return true;
    for (int g = 0; g < judge->options->game_count; g++)
        for (int i = 0; i < r->applies_count; i++)
            if (str_eq_fold(judge->options->games[g], r->applies_to[i])) return true;
    return false;
}

static bool condition_holds(const Judge *judge, const Requirement *r) {
    if (!r->condition.len) return true;
    const Item *fact = table_item(judge->measured.table, r->condition);
    bool yes = fact && fact->answered && fact->answer;
    return yes == r->condition_wanted;
}

static bool applies(Judge *judge, const Requirement *r, RequirementResult *out) {
    Str games = S("");
    out->verdict = VERDICT_NOT_APPLICABLE;
    if (!for_games(judge, r)) {
        for (int i = 0; i < r->applies_count; i++) games = joined(judge->arena, games, r->applies_to[i]);
        add_reason(judge, out, phrase_games("reason.other_game", games));
        return false;
    }
    if (condition_holds(judge, r)) return true;
    add_reason(
        judge, out,
        phrase_items(judge, r->condition_wanted ? "reason.only_when" : "reason.not_when", r->condition));
    return false;
}

/* ---- is it complete? ---- */

static int missing_points(const Item *item, const Points *wanted, Str *missing, Arena *arena) {
    int count = 0;
    for (int i = 0; i < wanted->least; i++) {
        const Point *point = item ? item_point(item, wanted->names[i]) : NULL;
        if (point && point->n > 0) continue;
        if (++count <= 6) *missing = joined(arena, *missing, count <= 5 ? wanted->names[i] : S("…"));
    }
    return count;
}

static int usable_points(const Item *item) {
    int count = 0;
    for (int i = 0; item && i < item->points.n; i++) count += item->points.at[i].n > 0;
    return count;
}

static bool named_points_there(Judge *judge, const Item *item, const Points *wanted, Phrase *why) {
    Str missing = S("");
    if (!missing_points(item, wanted, &missing, judge->arena)) return true;
    *why = phrase_points("reason.points_missing", missing);
    return false;
}

static bool points_there(Judge *judge, const Item *item, const Requirement *r, Phrase *why) {
    const Points *wanted = &r->points;
    int there = usable_points(item), least = statistic_least(r->statistic);
    if (wanted->kind == POINTS_NUMBER && wanted->least > least) least = wanted->least;
    if (wanted->kind != POINTS_NUMBER && there && !named_points_there(judge, item, wanted, why)) return false;
    if (there >= least) return true;
    if (wanted->kind == POINTS_NUMBER && !wanted->least && !there) return true;
    *why = (Phrase){.key = "reason.nothing_measured"};
    if (there)
        *why = PHRASE("reason.too_few_points", 0, str_fmt(judge->arena, "%d", there),
                      str_fmt(judge->arena, "%d", least));
    return false;
}

/* Also the other item of a derived value must have all its points. */
static bool complete(Judge *judge, const Requirement *r, const Item *item, RequirementResult *out) {
    Phrase why;
    bool ok = points_there(judge, item, r, &why);
    if (!ok) add_reason(judge, out, why);
    Str other = r->minus.len ? r->minus : r->over;
    const Requirement *of = other.len ? profile_requirement(judge->table->profile, other) : NULL;
    if (!other.len) return ok;
    const Item *others = table_item(judge->measured.table, other);
    if (of ? points_there(judge, others, of, &why) : usable_points(others) > 0) return ok;
    add_reason(judge, out, phrase_items(judge, "reason.other_incomplete", other));
    return false;
}

/* ---- what does the rule say? ---- */

/* An advisory requirement that cannot be decided stops nobody: it is a remark (judge/README.md, settled 5). */
static bool leave_undecided(Judge *judge, RequirementResult *out, Phrase why) {
    if (!out->undecided) add_reason(judge, out, why);
    return out->undecided = true;
}

static bool refuse_empty(Judge *judge, const Requirement *r, const Judged *j) {
    Arena *arena = judge->arena;
    Fraction half =
        fraction_mul(arena, fraction_of((int128)r->upper.value - r->lower.value, 1), fraction_of(1, 2));
    Str U = judged_U(arena, r, j), w = distance_text(arena, r, fraction_of(j->w, 1), places_of(U));
    return judge->ok = diag_error(judge->diag, r->upper.place,
                                  "%.*s (table '%.*s'): U = %.*s %.*s makes the guard band w = %.*s %.*s, "
                                  "and nothing is left of %.*s to %.*s; "
                                  "this instrument cannot decide this, w may be %.*s %.*s at most",
                                  SARG(r->id), SARG(judge->table->table), SARG(U), SARG(r->unit->name),
                                  SARG(w), SARG(r->unit->name), SARG(r->lower.text), SARG(r->upper.text),
                                  SARG(distance_text(arena, r, half, places_of(U))), SARG(r->unit->name));
}

static bool refuse_unknown(Judge *judge, const Requirement *r, const Judged *j) {
    Place place = j->point ? j->point->place : r->place;
    return judge->ok = diag_error(judge->diag, place, "%.*s: rule %s needs an uncertainty, and none is known",
                                  SARG(r->id), rule_name(judge->table->rule));
}

static Phrase nothing_left(Judge *judge, const Requirement *r, const Judged *j) {
    Str U = judged_U(judge->arena, r, j);
    Phrase phrase = PHRASE("reason.nothing_left", 1u | 4u | 8u,
                           distance_text(judge->arena, r, fraction_of(j->w, 1), places_of(U)), unit_text(r),
                           r->lower.text, r->upper.text);
    phrase.unit = r->unit;
    return phrase;
}

/* False: an error, told. */
static bool apply_rule(Judge *judge, RequirementResult *out, Judged *j) {
    const Requirement *r = out->requirement;
    Rule rule = judge->table->rule;
    bool upper, advisory = r->severity == ADVISORY;
    j->w = guard_band(rule, judge->table->guard, 2 * j->u);
    Interval interval = interval_exact(r, j->w);
    j->margin = interval_margin(judge->arena, &interval, j->value, &upper);
    j->nearest = upper ? &r->upper : &r->lower;
    j->verdict = interval_verdict(judge->arena, &interval, rule, j->margin);
    if (rule != RULE_SIMPLE && j->u <= 0)
        return advisory ? leave_undecided(judge, out, (Phrase){.key = "reason.no_uncertainty"})
                        : refuse_unknown(judge, r, j);
    if (rule == RULE_GUARDED && interval_empty(judge->arena, &interval))
        return advisory ? leave_undecided(judge, out, nothing_left(judge, r, j)) : refuse_empty(judge, r, j);
    return true;
}

/* The worst verdict decides, then the smallest margin, then the first in the file. */
static const Judged *pick_deciding(Arena *arena, const Judged *values, int n) {
    const Judged *best = values;
    for (int i = 1; i < n; i++) {
        const Judged *j = &values[i];
        if (j->verdict < best->verdict) continue;
        if (j->verdict > best->verdict || fraction_cmp(arena, j->margin, best->margin) < 0) best = j;
    }
    return best;
}

static double distance(Arena *arena, bool given, Fraction from, Fraction to) {
    return given ? fraction_double(fraction_sub(arena, to, from)) : INFINITY;
}

static void add_probability(Judge *judge, RequirementResult *out) {
    const Requirement *r = out->requirement;
    Interval limits = interval_exact(r, 0);
    Fraction y = out->deciding.value;
    double u = out->deciding.u;
    if (u <= 0) return;
    out->has_probability = true;
    out->probability = conformance_probability(distance(judge->arena, limits.has_lower, limits.lower, y),
                                               distance(judge->arena, limits.has_upper, y, limits.upper), u);
    out->has_tur = limits.has_lower && limits.has_upper;
    if (out->has_tur) out->tur = uncertainty_ratio((double)((int128)r->upper.value - r->lower.value), 2 * u);
}

/* ---- what lies outside ---- */

static bool is_outside(const Judged *j) {
    return j->verdict == VERDICT_FAIL || j->verdict == VERDICT_CONDITIONAL_FAIL;
}

/* side: only points beyond this limit; NULL: beyond any. */
static void list_failing(Judge *judge, RequirementResult *out, const Judged *values, int n,
                         const Limit *side) {
    Failing *list = NEW_ARRAY(judge->arena, Failing, n + 1);
    out->failing = list;
    for (const Judged *j = values; j < values + n; j++) {
        if (!is_outside(j) || !j->point || (side && j->nearest != side)) continue;
        Str value = judged_value(judge->arena, out->requirement, j);
        list[out->failing_count++] = (Failing){j->point->name, value, j->point};
    }
}

static void find_failing(Judge *judge, RequirementResult *out, Judged *values, int n) {
    const Requirement *r = out->requirement;
    if (!is_outside(&out->deciding) || out->undecided) return;
    if (r->statistic == STATISTIC_EACH || !out->deciding.point) {
        list_failing(judge, out, values, n, NULL);
        return;
    }
    /* The least or the greatest lies outside: which others do, on the same side? */
    Requirement each = *r;
    bool zero_mean;
    each.statistic = STATISTIC_EACH;
    n = statistic_values(judge->arena, &judge->measured, &each, &values, &zero_mean);
    for (int i = 0; i < n; i++)
        if (!apply_rule(judge, out, &values[i])) return;
    list_failing(judge, out, values, n, out->deciding.nearest);
}

static bool decide(Judge *judge, RequirementResult *out, Judged *values, int n) {
    const Requirement *r = out->requirement;
    for (int i = 0; i < n; i++) /* told once a requirement */
        if (!apply_rule(judge, out, &values[i])) return false;
    out->deciding = *pick_deciding(judge->arena, values, n);
    out->decided = true;
    out->has_point = out->deciding.point != NULL;
    if (out->has_point) out->point = out->deciding.point->name;
    out->verdict = out->deciding.verdict;
    if (judge->options->verdict_only) return true;
    out->value = judged_value(judge->arena, r, &out->deciding);
    out->U = judged_U(judge->arena, r, &out->deciding);
    if (judge->table->rule != RULE_SIMPLE)
        out->guard_band = distance_text(judge->arena, r, fraction_of(out->deciding.w, 1), places_of(out->U));
    if (judge->options->every_point && r->statistic == STATISTIC_EACH)
        out->each = values, out->each_count = n;
    add_probability(judge, out);
    find_failing(judge, out, values, n);
    return true;
}

/* ---- one requirement ---- */

static void judge_attested(Judge *judge, const Requirement *r, RequirementResult *out) {
    const Item *item = table_item(judge->measured.table, r->id);
    out->answered = item && item->answered;
    out->points = out->readings = out->answered ? 1 : 0;
    if (item && item->readings) out->readings = item->readings;
    out->verdict = VERDICT_INCOMPLETE;
    if (!out->answered) {
        add_reason(judge, out, (Phrase){.key = "reason.not_answered"});
        return;
    }
    out->answer = item->answer;
    out->value = item->answer ? S("yes") : S("no");
    out->verdict = item->answer ? VERDICT_PASS : VERDICT_FAIL;
    if (!item->answer) add_reason(judge, out, (Phrase){.key = "reason.answered_no"});
}

/* Nothing wanted and nothing there, or no limit to hold it against. */
static bool nothing_to_judge(Judge *judge, const Requirement *r, RequirementResult *out) {
    bool unwanted = r->points.kind == POINTS_NUMBER && r->points.least == 0 && !out->points;
    if (requirement_has_limit(r) && !unwanted) return false;
    out->verdict = VERDICT_NOT_APPLICABLE;
    add_reason(judge, out, (Phrase){.key = unwanted ? "reason.nothing_wanted" : "reason.no_limit"});
    return true;
}

/* Short of points it is incomplete; judged in part it is, too, unless what there is lies outside already. */
static bool is_incomplete(const Judge *judge, const RequirementResult *out) {
    if (!out->decided) return true;
    return out->short_of_points && !(judge->options->partial && is_outside(&out->deciding));
}

static void conclude(Judge *judge, const Item *item, RequirementResult *out) {
    if (is_incomplete(judge, out)) {
        out->verdict = VERDICT_INCOMPLETE;
        if (!judge->options->verdict_only) explain_missing(judge, item, out);
    } else if (out->undecided) {
        out->verdict = VERDICT_REMARK;
    } else if (!judge->options->verdict_only) {
        explain_rule(judge, out);
    }
}

static void judge_measured(Judge *judge, const Requirement *r, RequirementResult *out) {
    const Item *item = table_item(judge->measured.table, requirement_derived(r) ? r->of : r->id);
    Judged *values = NULL;
    bool zero_mean;
    out->points = usable_points(item);
    out->readings = item ? item->readings : 0;
    if (nothing_to_judge(judge, r, out)) return;
    int n = statistic_values(judge->arena, &judge->measured, r, &values, &zero_mean);
    if (n && !decide(judge, out, values, n)) return;
    out->short_of_points = !complete(judge, r, item, out);
    if (zero_mean)
        add_reason(judge, out, phrase_items(judge, "reason.zero_mean", r->over.len ? r->over : r->of));
    conclude(judge, item, out);
}

static void warn_of_unnamed(Judge *judge, const Requirement *r) {
    const Item *item = requirement_derived(r) || r->points.kind == POINTS_NUMBER
                           ? NULL
                           : table_item(judge->measured.table, r->id);
    for (int i = 0; item && i < item->points.n; i++) {
        const Point *point = &item->points.at[i];
        bool named = false;
        for (int k = 0; k < r->points.least && !named; k++) named = str_eq(point->name, r->points.names[k]);
        if (!named)
            diag_warning(judge->diag, point->place,
                         "%.*s: the profile names no point '%.*s'; it is judged all the same", SARG(r->id),
                         SARG(point->name));
    }
}

/* The latest reading of the items it rests on. */
static Str last_measured(const Judge *judge, const Requirement *r) {
    const Str ids[] = {requirement_derived(r) ? r->of : r->id, r->minus, r->over};
    Moment last = {0};
    for (int i = 0; i < 3; i++) {
        const Item *item = ids[i].len ? table_item(judge->measured.table, ids[i]) : NULL;
        for (int k = 0; item && k < item->points.n; k++) {
            Moment time = item->points.at[k].last_time;
            if (time.given && (!last.given || time.utc_ms > last.utc_ms)) last = time;
        }
    }
    return last.given ? moment_iso(judge->arena, last) : S("");
}

static void judge_anew(Judge *judge, const Requirement *r, RequirementResult *out) {
    out->measured = judge->options->verdict_only ? S("") : last_measured(judge, r);
    if (!applies(judge, r, out)) return;
    if (r->statistic == STATISTIC_ATTEST)
        judge_attested(judge, r, out);
    else
        judge_measured(judge, r, out);
    if (!judge->options->verdict_only) warn_of_unnamed(judge, r);
    if (r->severity == ADVISORY && (out->verdict == VERDICT_FAIL || out->verdict == VERDICT_CONDITIONAL_FAIL))
        out->verdict = VERDICT_REMARK;
}

void judge_requirement(Judge *judge, const Requirement *r, RequirementResult *out) {
    out->requirement = r; /* all else is zero yet */
    out->value = out->U = out->guard_band = out->point = S("");
    judge_anew(judge, r, out);
    if (judge->previous) take_over(judge, out);
    remark_on_requirement(judge, out);
}
