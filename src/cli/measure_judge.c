/* What is thought of the readings so far: the table as it stands in the file, judged as `check` would judge
 * it, after every reading. */
#include "cli/measure.h"

#include "judge/verdict.h"
#include "measure/typed.h"

struct MeasureJudge {
    Arena judging; /* of the verdict on what there is */
    TableResult result;
    bool judged;
};

static const Step *step_of(const Measure *m, const Row *row) {
    for (int i = 0; i < m->walk.n; i++)
        if (str_eq(m->walk.steps[i].item, row->item)) return &m->walk.steps[i];
    return NULL;
}

static void add_row(const Measure *m, Session *session, const Row *row, Diag *diag) {
    const Step *step = step_of(m, row);
    Typed typed = {0};
    const char *why;
    if (!step || !str_eq(row->table, m->table)) return;
    Reading reading = {.table = row->table,
                       .item = row->item,
                       .point = row->point,
                       .instrument = row->instrument,
                       .attested = step->quantity == QUANTITY_NONE,
                       .answer = str_eq(row->value, S("yes")),
                       .time = {.given = true, .to_the_second = true, .utc_ms = row->utc_ms}};
    Str text = str_fmt(session->arena, "%.*s %.*s", SARG(row->value), SARG(row->unit));
    if (!reading.attested && !typed_parse(session->arena, text, step, &typed, &why)) return;
    reading.value = typed.smallest, reading.resolution = typed.resolution;
    reading.unit = typed.unit, reading.places = typed.places, reading.typed = row->value;
    session_add(session, &reading, diag);
}

static void judge(void *context, const Measure *m) {
    MeasureJudge *judge = context;
    arena_free(&judge->judging);
    Arena *arena = &judge->judging;
    Diag diag = {.arena = arena};
    Session session = {.arena = arena};
    for (ptrdiff_t i = 0; i < m->rows->at.n; i++) add_row(m, &session, &m->rows->at.at[i], &diag);
    const JudgeOptions options = {.partial = true, .instruments = m->list.list, .every_point = true};
    const SessionTable *table = session_table(&session, m->table, arena);
    judge->judged = table && judge_table(arena, table, m->profile, &options, &judge->result, &diag);
}

static const RequirementResult *find_result(const MeasureJudge *judge, const Requirement *requirement) {
    for (int i = 0; judge->judged && i < judge->result.count; i++)
        if (judge->result.requirements[i].requirement == requirement) return &judge->result.requirements[i];
    return NULL;
}

static Opinion in_words(const Measure *m, Verdict verdict) {
    static const struct {
        Passing passing;
        const char *key;
    } words[VERDICT_COUNT] = {
        [VERDICT_PASS] = {PASSING_PASS, "pass"},
        [VERDICT_CONDITIONAL_PASS] = {PASSING_REMARK, "conditional_pass"},
        [VERDICT_CONDITIONAL_FAIL] = {PASSING_FAIL, "conditional_fail"},
        [VERDICT_FAIL] = {PASSING_FAIL, "fail"},
        [VERDICT_REMARK] = {PASSING_REMARK, "remark"},
    };
    if (!words[verdict].key) return (Opinion){0};
    return (Opinion){words[verdict].passing, measure_word(m, words[verdict].key)};
}

static Verdict graded(const Requirement *requirement, Verdict verdict) {
    return requirement->severity == ADVISORY && verdict != VERDICT_PASS ? VERDICT_REMARK : verdict;
}

static Opinion opinion(void *context, const Measure *m, int at) {
    const Step *step = &m->walk.steps[at];
    const RequirementResult *result = step->requirement ? find_result(context, step->requirement) : NULL;
    if (!result || m->row_of[at] < 0) return (Opinion){0};
    if (step->quantity == QUANTITY_NONE)
        return in_words(m, result->answered ? result->verdict : VERDICT_INCOMPLETE);
    for (int i = 0; i < result->each_count; i++)
        if (str_eq(result->each[i].point->name, step->point))
            return in_words(m, graded(step->requirement, result->each[i].verdict));
    return (Opinion){0};
}

/* What follows from the item besides its points: a range, a mean, a ratio that lies outside its limits. */
static int consequences(void *context, const Measure *m, int at, Str *lines, Opinion *opinions, int most) {
    const MeasureJudge *judge = context;
    const Step *step = &m->walk.steps[at];
    int n = 0;
    for (int i = 0; judge->judged && i < judge->result.count && n < most; i++) {
        const RequirementResult *result = &judge->result.requirements[i];
        const Requirement *r = result->requirement;
        bool follows = str_eq(r->of, step->item) || str_eq(r->minus, step->item) ||
                       str_eq(r->over, step->item) ||
                       (r == step->requirement && r->statistic != STATISTIC_EACH);
        if (!follows || !result->decided || r->quantity == QUANTITY_NONE) continue;
        Verdict verdict = graded(r, result->deciding.verdict);
        if (verdict == VERDICT_PASS || result->verdict == VERDICT_NOT_APPLICABLE) continue;
        opinions[n] = in_words(m, verdict);
        lines[n] = str_fmt(
            m->arena, "%.*s: %.*s %.*s  %.*s", SARG(texts_get(&r->title, language_index(m->words->language))),
            SARG(catalogue_number(m->words, result->value)), SARG(r->unit->name), SARG(opinions[n].text));
        n++;
    }
    return n;
}

MeasureVerdict measure_judge_open(Arena *arena) {
    return (MeasureVerdict){NEW(arena, MeasureJudge), judge, opinion, consequences};
}

void measure_judge_close(const MeasureVerdict *verdict) {
    MeasureJudge *judge = verdict->context;
    if (judge) arena_free(&judge->judging);
}
