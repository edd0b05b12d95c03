/* See verdict.h. The table is the sum of its requirements. */
#include "judge/judge.h"

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

/* Was any required requirement judged (or, where none is required, any at all)? Of a partial table those that
 * lack points were, too. */
static bool anything_judged(const TableResult *table, bool partial) {
    bool required = false, judged[2] = {false, false};
    for (int i = 0; i < table->count; i++) {
        const RequirementResult *result = &table->requirements[i];
        if (result->verdict == VERDICT_NOT_APPLICABLE) continue;
        required |= result->requirement->severity == REQUIRED;
        judged[result->requirement->severity] |=
            result->verdict != VERDICT_INCOMPLETE || (partial && result->decided);
    }
    return judged[REQUIRED] || (!required && judged[ADVISORY]);
}

static bool is_part(const TableResult *table) {
    for (int i = 0; i < table->count; i++) {
        const RequirementResult *result = &table->requirements[i];
        if (result->requirement->severity == REQUIRED && result->verdict != VERDICT_NOT_APPLICABLE &&
            (result->short_of_points || result->verdict == VERDICT_INCOMPLETE))
            return true;
    }
    return false;
}

/* A partial table that conditionally fails has failed already: what is missing cannot mend it. */
static Verdict table_verdict(Judge *judge) {
    TableResult *table = judge->table;
    table->nothing = !anything_judged(table, judge->options->partial);
    table->partial = judge->options->partial && is_part(table);
    if (table->partial) remark_partial(judge);
    if (table->nothing) remark_nothing_judged(judge);
    if (table->nothing) return VERDICT_INCOMPLETE;
    if (table->partial && !any_has(table, VERDICT_FAIL) && any_has(table, VERDICT_CONDITIONAL_FAIL))
        return VERDICT_CONDITIONAL_FAIL;
    for (int i = 0; i < TABLE_VERDICTS; i++)
        if (any_has(table, gravest_first[i])) return gravest_first[i];
    return VERDICT_PASS;
}

bool judge_table(Arena *arena, const SessionTable *session, const Profile *profile,
                 const JudgeOptions *options, TableResult *out, Diag *diag) {
    *out = (TableResult){.table = session->name,
                         .session = session,
                         .profile = profile,
                         .rule = options->rule ? *options->rule : profile->rule,
                         .guard = options->guard ? *options->guard : profile->guard,
                         .games = options->games,
                         .game_count = options->game_count,
                         .requirements = NEW_ARRAY(arena, RequirementResult, profile->count),
                         .count = profile->count};
    Judge judge = {arena, diag, options, out, {.table = session, .instruments = options->instruments},
                   NULL,  true};
    judge.measured.values_only = options->verdict_only && out->rule == RULE_SIMPLE;
    if (!find_previous(&judge)) return false;
    remark_on_scope(&judge);
    for (int i = 0; i < profile->count; i++)
        judge_requirement(&judge, &profile->requirements[i], &out->requirements[i]);
    remark_on_rest(&judge);
    out->verdict = table_verdict(&judge);
    remark_on_calibrations(&judge);
    if (out->overdue_count && out->verdict == VERDICT_PASS) out->verdict = VERDICT_CONDITIONAL_PASS;
    return judge.ok;
}

Outcome table_outcome(const TableResult *table) {
    if (table->verdict == VERDICT_FAIL || table->verdict == VERDICT_CONDITIONAL_FAIL) return OUTCOME_NO;
    bool undecided = table->verdict == VERDICT_INCOMPLETE && (!table->partial || table->nothing);
    return undecided ? OUTCOME_INCOMPLETE : OUTCOME_YES;
}

Outcome outcome_worse(Outcome a, Outcome b) { return a > b ? a : b; }
