/* See hall.h. */
#include "cli/hall.h"
#include "cli/hall_evidence.h"

static bool find_day(Run *run, const HallWords *words, const Plan *plan, Str *day) {
    Moment moment = moment_now();
    const char *reason;
    *day = plan->date.len ? plan->date : date_iso(run->arena, moment_date(moment));
    if (!words->on) return true;
    if (!moment_parse(str_of(words->on), &moment, &reason) || !moment.date_only)
        return run_usage(run, "--on '%s': expected a day as 2026-12-05", words->on);
    *day = date_iso(run->arena, moment_date(moment));
    return true;
}

/* Of the file's name up to its last slash. */
static const char *folder_of(Arena *arena, Str name) {
    ptrdiff_t slash = name.len;
    while (slash > 0 && name.at[slash - 1] != '/') slash--;
    return slash > 1 ? str_z(arena, str_slice(name, 0, slash - 1)) : slash ? "/" : "";
}

static bool open_register(Run *run, const HallWords *words, Register **reg) {
    *reg = NULL;
    if (!words->reg || words->plan_only) return true;
    *reg = register_open(run->arena, words->reg, false, &run->diag);
    return *reg != NULL;
}

bool hall_judge(Run *run, const Source *source, const HallWords *words, const char *language,
                HallSheet *out) {
    const PlanWish plan_wish = {.folder = folder_of(run->arena, source->name),
                                .profile_dir = words->profile_dir,
                                .plan_only = words->plan_only};
    EvidenceSource evidence_source = {
        .run = run, .profile_dir = words->profile_dir, .instruments = words->instruments};
    const Evidence evidence = {&evidence_source, evidence_certificate, evidence_readings};
    HallWish wish = {
        .plan_only = words->plan_only, .evidence = &evidence, .rules = marking_rules(run->arena, &run->diag)};
    Plan *plan = plan_read(run->arena, source, &plan_wish, &run->diag);
    if (!plan || !find_day(run, words, plan, &wish.date)) return false;
    evidence_source.day = wish.date;
    evidence_source.texts = catalogue_load(run->arena, language, &run->diag);
    if (!evidence_source.texts) return false;
    if (!open_register(run, words, &evidence_source.reg)) return false;
    *out = (HallSheet){.arena = run->arena,
                       .plan_only = words->plan_only,
                       .catalogue = evidence_source.texts,
                       .approval = hall_approve(run->arena, plan, &wish, &run->diag)};
    if (evidence_source.reg) register_close(evidence_source.reg);
    return out->approval && !diag_failed(&run->diag);
}

bool hall_judge_json(Run *run, const Source *source, const HallWords *words, Buf *out) {
    HallSheet sheet;
    if (!hall_judge(run, source, words, "en", &sheet)) return false;
    hall_json(&sheet, out);
    return true;
}
