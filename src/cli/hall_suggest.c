/* hall --suggest: see hall.h. */
#include "cli/hall.h"

#include "report/hall/suggestion.h"

static bool find_kind(Run *run, const HallWords *words, PlannedTable *kind) {
    const MarkingRules *rules = marking_rules(run->arena, &run->diag);
    *kind = (PlannedTable){0};
    if (!rules || !plan_profile(run->arena, rules, words->suggest, words->profile_dir, kind, &run->diag))
        return false;
    return !kind->profile->abstract ||
           run_usage(run, "--suggest: profile '%.*s' is only a base for others", SARG(kind->profile->id));
}

static Str say(Run *run, const HallWords *words, const Suggestion *laid) {
    const Catalogue *catalogue = catalogue_load(run->arena, run->language, &run->diag);
    return CATALOGUE_FILL(catalogue, "approval.suggestion", str_fmt(run->arena, "%d", laid->n),
                          str_of(words->suggest),
                          catalogue_number(catalogue, str_fmt(run->arena, "%g", laid->angle)));
}

int hall_suggestion(Run *run, const Source *source, const HallWords *words, Buf *out) {
    const PlanWish wish = {
        .folder = "", .profile_dir = words->profile_dir, .no_tables = true, .plan_only = true};
    PlannedTable kind;
    Suggestion laid;
    const Plan *plan = plan_read(run->arena, source, &wish, &run->diag);
    if (!find_kind(run, words, &kind) || !plan) return EXIT_INPUT;
    if (!hall_suggest(run->arena, plan, &kind, words->count, &laid, &run->diag)) return EXIT_INPUT;
    Str said = say(run, words, &laid);
    const HallSuggestion suggestion = {run->arena, yaml_parse(run->arena, source, &run->diag), &laid,
                                       str_of(words->suggest), said};
    hall_suggestion_yaml(&suggestion, out);
    diag_note(&run->diag, NO_PLACE, "%.*s", SARG(said));
    return laid.n < words->count || !laid.n ? EXIT_NO : EXIT_YES;
}
