/* A re-inspection: what was not measured again is taken over from the earlier result, what was measured again
 * is judged anew. A derived value wants all its items measured again, for the earlier result holds no
 * readings. */
#include "judge/judge.h"

static bool seen(const Judge *judge, Str id) {
    const Item *item = id.len ? table_item(judge->measured.table, id) : NULL;
    return item && (item->readings || item->points.n || item->answered);
}

/* Was anything this requirement rests on measured again? *all: everything it rests on. */
static bool measured_again(const Judge *judge, const Requirement *r, bool *all) {
    const Str ids[] = {requirement_derived(r) ? r->of : r->id, r->minus, r->over};
    bool any = false;
    *all = true;
    for (int i = 0; i < 3; i++) {
        if (!ids[i].len) continue;
        bool again = seen(judge, ids[i]);
        any |= again;
        *all &= again;
    }
    return any;
}

static bool same_limit(const Limit *limit, Str earlier) {
    return str_eq(limit->given ? limit->text : S(""), earlier);
}

static bool verdict_find(Str name, Verdict *out) {
    for (int v = 0; v < VERDICT_COUNT; v++) {
        if (!str_eq(name, str_of(verdict_name((Verdict)v)))) continue;
        *out = (Verdict)v;
        return true;
    }
    return false;
}

static void copy(Judge *judge, const PreviousRequirement *old, RequirementResult *out) {
    const Requirement *r = out->requirement;
    *out = (RequirementResult){.requirement = r, .value = old->value, .U = old->U, .guard_band = S("")};
    out->taken_over = true;
    out->measured = old->measured;
    out->points = old->points;
    out->readings = old->readings;
    out->has_point = old->has_point;
    out->point = old->point;
    out->has_probability = old->has_probability;
    out->probability = old->probability;
    out->has_tur = old->has_tur;
    out->tur = old->tur;
    out->answered = r->statistic == STATISTIC_ATTEST && old->value.len;
    out->answer = str_eq(old->value, S("yes"));
    if (old->reason.len) add_reason(judge, out, PHRASE("reason.verbatim", 0, old->reason));
    if (!verdict_find(old->verdict, &out->verdict))
        judge->ok = diag_error(judge->diag, place_file(judge->options->previous->file),
                               "%.*s: unknown verdict '%.*s'", SARG(r->id), SARG(old->verdict));
}

/* The condition was answered then and not now: what is measured again cannot be judged without it. */
static bool condition_lost(const Judge *judge, const Requirement *r, const PreviousRequirement *old,
                           const RequirementResult *now) {
    return r->condition.len && !seen(judge, r->condition) && now->verdict == VERDICT_NOT_APPLICABLE &&
           !str_eq(old->verdict, S("not-applicable"));
}

static void ask_again(Judge *judge, RequirementResult *out, const Str *ids, int count) {
    Str missing = S("");
    for (int i = 0; i < count; i++)
        if (ids[i].len && !seen(judge, ids[i])) missing = joined(judge->arena, missing, ids[i]);
    out->verdict = VERDICT_INCOMPLETE;
    out->reason_count = 0;
    add_reason(judge, out, phrase_items(judge, "reason.again_too", missing));
}

void take_over(Judge *judge, RequirementResult *out) {
    const Requirement *r = out->requirement;
    const PreviousRequirement *old = previous_requirement(judge->previous, r->id);
    bool all;
    if (!old) return;
    if (!same_limit(&r->lower, old->lower) || !same_limit(&r->upper, old->upper)) {
        judge->ok = diag_error(judge->diag, r->place, "%.*s: the limits are others than those of %.*s",
                               SARG(r->id), SARG(judge->options->previous->file));
        return;
    }
    bool any = measured_again(judge, r, &all);
    if (!any && seen(judge, r->condition))
        any = str_eq(old->verdict, S("not-applicable")); /* newly asked for */
    if (!any && !(r->condition.len && seen(judge, r->condition) && out->verdict == VERDICT_NOT_APPLICABLE))
        copy(judge, old, out);
    else if (condition_lost(judge, r, old, out))
        ask_again(judge, out, &r->condition, 1);
    else if (any && !all && out->verdict == VERDICT_INCOMPLETE)
        ask_again(judge, out, (const Str[]){requirement_derived(r) ? r->of : r->id, r->minus, r->over}, 3);
}

bool find_previous(Judge *judge) {
    const Previous *previous = judge->options->previous;
    TableResult *table = judge->table;
    judge->previous = previous_table(previous, table->table, table->profile->id);
    if (!previous) return true;
    if (!judge->previous)
        diag_warning(judge->diag, place_file(previous->file),
                     "holds no result of table '%.*s' by profile %.*s", SARG(table->table),
                     SARG(table->profile->id));
    if (!judge->previous) return true;
    Place place = place_file(previous->file);
    const PreviousTable *old = judge->previous;
    Str guard = table->rule == RULE_SIMPLE
                    ? S("")
                    : decimal_print_shortest(judge->arena, table->guard.num, table->guard.den, 0, 6);
    if (!str_eq(old->rule, str_of(rule_name(table->rule))) || !str_eq(old->guard, guard))
        judge->ok = diag_error(
            judge->diag, place,
            "table '%.*s' was judged by rule %.*s, guard '%.*s'; --rule and --guard must be the same",
            SARG(old->name), SARG(old->rule), SARG(old->guard));
    if (old->partial && !judge->options->partial)
        judge->ok =
            diag_error(judge->diag, place,
                       "table '%.*s' was judged in part (--partial): no complete verdict can come of it",
                       SARG(old->name));
    return judge->ok;
}
