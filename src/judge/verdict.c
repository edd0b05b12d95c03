/* See verdict.h. One requirement is asked in turn: does it apply, what was measured, is it complete, what
 * does the rule say; then the table is the sum of its requirements. */
#include "judge/verdict.h"

#include "judge/uncertainty.h"

#include <math.h>

typedef struct Judge {
    Arena *arena;
    Diag *diag;
    const JudgeOptions *options;
    TableResult *table;
    Measured measured;
    bool ok;
} Judge;

/* ---- texts of values ---- */

Str judged_U(Arena *arena, const Requirement *r, const Judged *judged) {
    int places;
    return judged->u > 0 ? U_print(arena, 2 * judged->u, r->unit, &places) : S("");
}

static int first_places(Arena *arena, const Requirement *r, const Judged *judged, Fraction value) {
    int places = 0;
    if (judged->u > 0) {
        U_print(arena, 2 * judged->u, r->unit, &places);
        return places;
    }
    while (places < 12 && fraction_cmp(arena, fraction_round(arena, value, places), value) != 0) places++;
    return places;
}

Str judged_value(Arena *arena, const Requirement *r, Rule rule, const Judged *judged) {
    enum { FINEST = 40 };
    Fraction value = in_unit(arena, judged->value, r->unit, requirement_difference(r));
    int first = first_places(arena, r, judged, value);
    if (!requirement_has_limit(r)) return fraction_print(arena, value, first);
    Interval limits = interval_printed(arena, r, judged->w);
    for (int places = first; places <= FINEST; places++) {
        bool upper;
        Fraction margin = interval_margin(arena, &limits, fraction_round(arena, value, places), &upper);
        if (interval_verdict(arena, &limits, rule, margin) == judged->verdict)
            return fraction_print(arena, value, places);
    }
    return fraction_print(arena, value, first); /* the limit itself was rounded to the smallest unit */
}

/* A distance in the requirement's unit, with as many decimals as it takes to be no zero. */
static Str distance_text(Arena *arena, const Requirement *r, Fraction distance, int places) {
    Fraction value = in_unit(arena, distance, r->unit, true);
    if (fraction_sign(value) < 0) value = fraction_sub(arena, fraction_of(0, 1), value);
    while (places < 40 && fraction_sign(fraction_round(arena, value, places)) == 0 && fraction_sign(value))
        places++;
    return fraction_print(arena, value, places);
}

static int places_of(Str number) {
    ptrdiff_t sign = str_find_byte(number, '.');
    return sign < 0 ? 0 : (int)(number.len - sign - 1);
}

/* ---- reasons and remarks ---- */

static void add_reason(RequirementResult *out, Phrase phrase) {
    if (out->reason_count < MOST_REASONS) out->reasons[out->reason_count++] = phrase;
}

static void add_remark(Judge *judge, Phrase phrase) {
    TableResult *table = judge->table;
    if (table->remark_count % 16 == 0) { /* grown by sixteen: remarks are few */
        Phrase *grown = NEW_ARRAY(judge->arena, Phrase, table->remark_count + 16);
        if (table->remark_count) memcpy(grown, table->remarks, sizeof *grown * (size_t)table->remark_count);
        table->remarks = grown;
    }
    table->remarks[table->remark_count++] = phrase;
}

static Str joined(Arena *arena, Str list, Str word) {
    return list.len ? str_fmt(arena, "%.*s, %.*s", SARG(list), SARG(word)) : word;
}

static Phrase distance_phrase(Judge *judge, const RequirementResult *result, const char *above,
                              const char *below) {
    const Requirement *r = result->requirement;
    const Judged *j = &result->deciding;
    bool upper = j->nearest == &r->upper;
    Str distance = distance_text(judge->arena, r, j->margin, places_of(result->value));
    return (Phrase){upper ? above : below, 3, 1u | 4u, {distance, r->unit->name, j->nearest->text}};
}

/* Why the deciding value is no plain pass. */
static void explain_rule(Judge *judge, RequirementResult *out) {
    const Judged *j = &out->deciding;
    if (fraction_sign(j->margin) < 0)
        add_reason(out, distance_phrase(judge, out, "reason.above", "reason.below"));
    if (j->verdict != VERDICT_PASS && judge->table->rule != RULE_SIMPLE && j->verdict != VERDICT_FAIL)
        add_reason(
            out, (Phrase){"reason.less_than_guard", 2, 1u, {out->guard_band, out->requirement->unit->name}});
    else if (j->verdict == VERDICT_FAIL && fraction_sign(j->margin) >= 0)
        add_reason(out,
                   (Phrase){"reason.inside_guard", 2, 1u, {out->guard_band, out->requirement->unit->name}});
}

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
        add_reason(out, (Phrase){"reason.other_game", 1, 0, {games}});
        return false;
    }
    if (condition_holds(judge, r)) return true;
    add_reason(out,
               (Phrase){r->condition_wanted ? "reason.only_when" : "reason.not_when", 1, 0, {r->condition}});
    return false;
}

/* ---- is it complete? ---- */

static int unnamed_points(const Item *item, const Points *wanted, Str *missing, Arena *arena) {
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

static bool points_there(Judge *judge, const Item *item, const Requirement *r, Phrase *why) {
    Points wanted = r->points;
    int there = usable_points(item);
    if (r->statistic == STATISTIC_RANGE && wanted.kind == POINTS_NUMBER && wanted.least < 2) wanted.least = 2;
    if (wanted.kind != POINTS_NUMBER && there) {
        Str missing = S("");
        *why = (Phrase){"reason.points_missing", 1, 0, {S("")}};
        bool all = !unnamed_points(item, &wanted, &missing, judge->arena);
        why->values[0] = missing;
        return all;
    }
    *why = there ? (Phrase){"reason.too_few_points",
                            2,
                            0,
                            {str_fmt(judge->arena, "%d", there), str_fmt(judge->arena, "%d", wanted.least)}}
                 : (Phrase){.key = "reason.nothing_measured"};
    return there >= wanted.least;
}

/* Also the other item of a derived value must have all its points. */
static bool complete(Judge *judge, const Requirement *r, const Item *item, RequirementResult *out) {
    Phrase why;
    bool ok = points_there(judge, item, r, &why);
    if (!ok) add_reason(out, why);
    Str other = r->minus.len ? r->minus : r->over;
    const Requirement *of = other.len ? profile_requirement(judge->table->profile, other) : NULL;
    if (!other.len) return ok;
    const Item *others = table_item(judge->measured.table, other);
    if (of ? points_there(judge, others, of, &why) : usable_points(others) > 0) return ok;
    add_reason(out, (Phrase){"reason.other_incomplete", 1, 0, {other}});
    return false;
}

static Str unusable_text(Arena *arena, const Item *item, int *total) {
    Str text = S("");
    for (int state = STATE_OK + 1; item && state < STATE_COUNT; state++) {
        if (!item->unusable[state]) continue;
        *total += item->unusable[state];
        text = joined(arena, text,
                      str_fmt(arena, "%s %d", state_name((ReadingState)state), item->unusable[state]));
    }
    return text;
}

/* ---- what does the rule say? ---- */

static bool refuse_empty(Judge *judge, const Requirement *r, const Judged *j) {
    Arena *arena = judge->arena;
    Fraction half =
        fraction_mul(arena, fraction_of((int128)r->upper.value - r->lower.value, 1), fraction_of(1, 2));
    Str U = judged_U(arena, r, j), w = distance_text(arena, r, fraction_of(j->w, 1), places_of(U));
    return judge->ok = diag_error(judge->diag, r->upper.place,
                                  "%.*s of table '%.*s': U = %.*s %.*s makes the guard band w = %.*s %.*s, "
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

static bool apply_rule(Judge *judge, const Requirement *r, Judged *j) {
    Rule rule = judge->table->rule;
    bool upper;
    if (rule != RULE_SIMPLE && j->u <= 0) return refuse_unknown(judge, r, j);
    j->w = guard_band(rule, judge->table->guard, 2 * j->u);
    Interval interval = interval_exact(r, j->w);
    if (rule == RULE_GUARDED && interval_empty(judge->arena, &interval)) return refuse_empty(judge, r, j);
    j->margin = interval_margin(judge->arena, &interval, j->value, &upper);
    j->nearest = upper ? &r->upper : &r->lower;
    j->verdict = interval_verdict(judge->arena, &interval, rule, j->margin);
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

static bool decide(Judge *judge, RequirementResult *out, Judged *values, int n) {
    const Requirement *r = out->requirement;
    bool ok = true;
    for (int i = 0; i < n; i++) ok &= apply_rule(judge, r, &values[i]);
    if (!ok) return false;
    out->deciding = *pick_deciding(judge->arena, values, n);
    out->decided = true;
    out->verdict = out->deciding.verdict;
    out->value = judged_value(judge->arena, r, judge->table->rule, &out->deciding);
    out->U = judged_U(judge->arena, r, &out->deciding);
    if (judge->table->rule != RULE_SIMPLE)
        out->guard_band = distance_text(judge->arena, r, fraction_of(out->deciding.w, 1), places_of(out->U));
    if (judge->options->every_point && r->statistic == STATISTIC_EACH)
        out->each = values, out->each_count = n;
    add_probability(judge, out);
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
        add_reason(out, (Phrase){.key = "reason.not_answered"});
        return;
    }
    out->answer = item->answer;
    out->value = item->answer ? S("yes") : S("no");
    out->verdict = item->answer ? VERDICT_PASS : VERDICT_FAIL;
    if (!item->answer) add_reason(out, (Phrase){.key = "reason.answered_no"});
}

static void mark_incomplete(Judge *judge, const Item *item, RequirementResult *out) {
    int total = 0;
    Str unusable = unusable_text(judge->arena, item, &total);
    out->verdict = VERDICT_INCOMPLETE;
    if (total) add_reason(out, (Phrase){"reason.unusable", 1, 0, {unusable}});
    if (out->decided && fraction_sign(out->deciding.margin) < 0)
        add_reason(out, distance_phrase(judge, out, "reason.already_above", "reason.already_below"));
}

/* Nothing wanted and nothing there, or no limit to hold it against. */
static bool nothing_to_judge(const Requirement *r, RequirementResult *out) {
    bool unwanted = r->points.kind == POINTS_NUMBER && r->points.least == 0 && !out->points;
    if (requirement_has_limit(r) && !unwanted) return false;
    out->verdict = VERDICT_NOT_APPLICABLE;
    add_reason(out, (Phrase){.key = unwanted ? "reason.nothing_wanted" : "reason.no_limit"});
    return true;
}

static void judge_measured(Judge *judge, const Requirement *r, RequirementResult *out) {
    const Item *item = table_item(judge->measured.table, requirement_derived(r) ? r->of : r->id);
    Judged *values = NULL;
    bool zero_mean;
    out->points = usable_points(item);
    out->readings = item ? item->readings : 0;
    if (nothing_to_judge(r, out)) return;
    int n = statistic_values(judge->arena, &judge->measured, r, &values, &zero_mean);
    if (n && !decide(judge, out, values, n)) return;
    bool whole = complete(judge, r, item, out);
    if (zero_mean) add_reason(out, (Phrase){"reason.zero_mean", 1, 0, {r->over.len ? r->over : r->of}});
    if (!out->decided || (!whole && !judge->options->partial))
        mark_incomplete(judge, item, out);
    else
        explain_rule(judge, out);
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

static void remark_on(Judge *judge, const RequirementResult *result) {
    const Requirement *r = result->requirement;
    if (result->verdict == VERDICT_REMARK) add_remark(judge, (Phrase){"remark.advisory", 1, 0, {r->id}});
    if (result->verdict == VERDICT_INCOMPLETE && r->severity == ADVISORY)
        add_remark(judge, (Phrase){"remark.advisory_missing", 1, 0, {r->id}});
    if (result->has_tur && result->tur < 4) {
        Str ratio = str_fmt(judge->arena, result->tur < 0.1 ? "%.2g" : "%.1f", floor(result->tur * 10) / 10);
        add_remark(judge, (Phrase){"remark.low_tur", 2, 2u, {r->id, ratio}});
    }
    if (judge->table->rule == RULE_NONBINARY && result->decided) {
        Interval interval = interval_exact(r, result->deciding.w);
        if (interval_empty(judge->arena, &interval))
            add_remark(judge, (Phrase){"remark.never_a_pass", 1, 0, {r->id}});
    }
}

static void judge_requirement(Judge *judge, const Requirement *r, RequirementResult *out) {
    *out = (RequirementResult){.requirement = r, .value = S(""), .U = S(""), .guard_band = S("")};
    if (!applies(judge, r, out)) return;
    if (r->statistic == STATISTIC_ATTEST)
        judge_attested(judge, r, out);
    else
        judge_measured(judge, r, out);
    warn_of_unnamed(judge, r);
    if (r->severity == ADVISORY && (out->verdict == VERDICT_FAIL || out->verdict == VERDICT_CONDITIONAL_FAIL))
        out->verdict = VERDICT_REMARK;
    remark_on(judge, out);
}

/* ---- the table ---- */

static const Verdict gravest_first[] = {VERDICT_FAIL, VERDICT_INCOMPLETE, VERDICT_CONDITIONAL_FAIL,
                                        VERDICT_CONDITIONAL_PASS, VERDICT_PASS};
enum { TABLE_VERDICTS = sizeof gravest_first / sizeof *gravest_first };

static bool any_has(const TableResult *table, Verdict verdict) {
    for (int i = 0; i < table->count; i++)
        if (table->requirements[i].verdict == verdict &&
            table->requirements[i].requirement->severity == REQUIRED)
            return true;
    return false;
}

static bool anything_judged(const TableResult *table) {
    for (int i = 0; i < table->count; i++)
        if (table->requirements[i].verdict != VERDICT_NOT_APPLICABLE &&
            table->requirements[i].verdict != VERDICT_INCOMPLETE)
            return true;
    return false;
}

static Verdict table_verdict(Judge *judge) {
    TableResult *table = judge->table;
    if (!anything_judged(table)) {
        add_remark(judge, (Phrase){.key = "remark.nothing_judged"});
        return VERDICT_INCOMPLETE;
    }
    for (int i = 0; i < TABLE_VERDICTS; i++)
        if (any_has(table, gravest_first[i]) && !(gravest_first[i] == VERDICT_INCOMPLETE && table->partial))
            return gravest_first[i];
    return VERDICT_PASS;
}

static void remark_on_resolution(Judge *judge) {
    Str list = S("");
    for (int i = 0; i < judge->table->count; i++) {
        const RequirementResult *result = &judge->table->requirements[i];
        if (result->decided && result->deciding.resolution_only)
            list = joined(judge->arena, list, result->requirement->id);
    }
    if (list.len) add_remark(judge, (Phrase){"remark.resolution_only", 1, 0, {list}});
}

static void remark_on_unusable(Judge *judge) {
    const SessionTable *table = judge->measured.table;
    for (int i = 0; i < table->items.n; i++) {
        int total = 0;
        Str text = unusable_text(judge->arena, &table->items.at[i], &total);
        if (total) add_remark(judge, (Phrase){"remark.unusable", 2, 0, {table->items.at[i].id, text}});
    }
}

static bool already_named(const TableResult *table, Str id) {
    for (int i = 0; i < table->remark_count; i++)
        if (!strcmp(table->remarks[i].key, "remark.overdue") && str_eq(table->remarks[i].values[0], id))
            return true;
    return false;
}

/* Every instrument whose calibration was overdue when it was used for an item of this profile. */
static bool remark_on_overdue(Judge *judge) {
    const SessionTable *table = judge->measured.table;
    bool any = false;
    for (const Item *item = table->items.at; item < table->items.at + table->items.n; item++)
        for (const Point *point = item->points.at; point < item->points.at + item->points.n; point++)
            for (int i = 0; i < point->instruments.n; i++) {
                const Instrument *instrument =
                    instruments_find(judge->measured.instruments, point->instruments.at[i]);
                if (!instrument || !instrument_overdue(instrument, point->last_time)) continue;
                any = true;
                if (already_named(judge->table, instrument->id)) continue;
                Date due = instrument->due;
                add_remark(judge, (Phrase){"remark.overdue",
                                           2,
                                           0,
                                           {instrument->id, str_fmt(judge->arena, "%04d-%02d-%02d", due.year,
                                                                    due.month, due.day)}});
            }
    return any;
}

static void remark_on_scope(Judge *judge) {
    Str games = S("");
    for (int i = 0; i < judge->options->game_count; i++)
        games = joined(judge->arena, games, judge->options->games[i]);
    if (judge->options->partial) add_remark(judge, (Phrase){.key = "remark.partial"});
    if (games.len) add_remark(judge, (Phrase){"remark.games", 1, 0, {games}});
}

bool judge_table(Arena *arena, const SessionTable *session, const Profile *profile,
                 const JudgeOptions *options, TableResult *out, Diag *diag) {
    *out = (TableResult){.table = session->name,
                         .session = session,
                         .profile = profile,
                         .rule = options->rule ? *options->rule : profile->rule,
                         .guard = options->guard ? *options->guard : profile->guard,
                         .partial = options->partial,
                         .games = options->games,
                         .game_count = options->game_count,
                         .requirements = NEW_ARRAY(arena, RequirementResult, profile->count),
                         .count = profile->count};
    Judge judge = {arena, diag, options, out, {session, options->instruments}, true};
    remark_on_scope(&judge);
    for (int i = 0; i < profile->count; i++)
        judge_requirement(&judge, &profile->requirements[i], &out->requirements[i]);
    remark_on_resolution(&judge);
    remark_on_unusable(&judge);
    out->verdict = table_verdict(&judge);
    if (remark_on_overdue(&judge) && out->verdict == VERDICT_PASS) out->verdict = VERDICT_CONDITIONAL_PASS;
    return judge.ok;
}

Verdict verdict_worse(Verdict a, Verdict b) {
    for (int i = 0; i < TABLE_VERDICTS; i++)
        if (a == gravest_first[i] || b == gravest_first[i]) return gravest_first[i];
    return a;
}
