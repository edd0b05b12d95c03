/* tablecert check: readings against one or more profiles, the verdict as text or JSON. */
#include "base/out.h"
#include "cli/judging.h"
#include "cli/progress.h"
#include "report/certificate/result.h"

static JudgingWords words = {.max_errors = 50};
static const char *format, *output, *before, *only_failed;

static const Option options[] = {
    JUDGING_OPTIONS(words),
    {'f', "format", "FORMAT", "text (default) or json", OPTION_TEXT, (void *)&format},
    {'o', "output", "FILE", "write there instead of standard output", OPTION_TEXT, (void *)&output},
    {0, "before", "OLD.csv", "the readings as found: show what has changed since", OPTION_TEXT,
     (void *)&before},
    {0, "only-failed", "OLD.json", "an earlier result: take over what was not measured again", OPTION_TEXT,
     (void *)&only_failed},
    {0},
};

/* Above so many tables the text tells of one that passes in a line; --verbose tells all. */
enum { TABLES_IN_FULL = 8 };

typedef struct Check {
    Run *run;
    Judging judging;
    Session found;            /* --before: as found */
    const Previous *previous; /* --only-failed */
    const Catalogue *catalogue;
    bool json;
    Json writer;
    Buf out, changes; /* changes: JSON of --before */
    int change_count;
    enum { OUT_UNASKED, OUT_IN_PIECES, OUT_AT_THE_END } way; /* how a large result leaves */
    Outcome outcome;
    int tables;
    int count[VERDICT_COUNT]; /* of tables × profiles */
} Check;

/* Of many tables those that pass, and those that lack readings, are told in a line, and need no texts. */
static bool is_brief(const Check *check) {
    return !check->json && check->judging.session.table_count > TABLES_IN_FULL && !check->run->verbose &&
           check->judging.profile_count == 1 && !before && !only_failed;
}

static bool fits_a_line(const Check *check, const TableResult *result) {
    return is_brief(check) && (result->verdict == VERDICT_PASS ||
                               (result->verdict == VERDICT_INCOMPLETE && !check->judging.options.partial));
}

static void put_text(Check *check, const Catalogue *catalogue, const TableResult *const *results, int count) {
    bool color = check->run->color;
    if (check->out.len && !is_brief(check)) buf_byte(&check->out, '\n');
    if (count > 1)
        result_compare(&check->out, catalogue, results, count, color);
    else if (fits_a_line(check, results[0]))
        result_line(&check->out, catalogue, results[0], color);
    else
        result_text(&check->out, catalogue, results[0], color);
}

static void put_change(Check *check, const Catalogue *catalogue, const TableResult *old,
                       const TableResult *now) {
    if (check->json)
        result_json_changes(&check->changes, &check->change_count, old, now);
    else
        result_changes(&check->out, catalogue, before, old, now, check->run->color);
}

/* What has changed since the table was found so, under each profile. */
static void put_changes(Check *check, const Catalogue *catalogue, const TableResult *const *results,
                        int count) {
    Arena *arena = catalogue->arena;
    if (!before) return;
    const SessionTable *found = session_table(&check->found, results[0]->table, arena);
    for (int i = 0; i < count; i++) {
        TableResult old;
        Diag told = {.arena = arena}; /* an as-found state may be as bad as it likes */
        if (found && judge_table(arena, found, results[i]->profile, &check->judging.options, &old, &told))
            put_change(check, catalogue, &old, results[i]);
        else
            diag_warning(&check->run->diag, place_file(str_of(before)),
                         "nothing to compare table '%.*s' with", SARG(results[0]->table));
    }
}

static bool judge_by(Check *check, const SessionTable *table, const Profile *profile, Arena *arena,
                     TableResult *out) {
    JudgeOptions brief = check->judging.options;
    Diag told = {.arena = arena};
    brief.verdict_only = true;
    if (is_brief(check) && judge_table(arena, table, profile, &brief, out, &told) && fits_a_line(check, out))
        return true;
    return judge_table(arena, table, profile, &check->judging.options, out, &check->run->diag);
}

static void judge_one(Check *check, const SessionTable *table, Arena *arena) {
    const Judging *judging = &check->judging;
    int count = judging->profile_count;
    Catalogue words_of_table = *check->catalogue; /* its texts go with the table */
    TableResult *results = NEW_ARRAY(arena, TableResult, count);
    const TableResult **list = NEW_ARRAY(arena, const TableResult *, count);
    bool ok = true;
    words_of_table.arena = arena;
    for (int i = 0; i < count; i++) {
        list[i] = &results[i];
        ok &= judge_by(check, table, judging->profiles[i], arena, &results[i]);
        check->outcome = outcome_worse(check->outcome, table_outcome(&results[i]));
        check->count[results[i].verdict]++;
        if (ok && check->json) result_json_table(&check->writer, &words_of_table, &results[i]);
    }
    check->tables++;
    if (!ok) return;
    if (!check->json) put_text(check, &words_of_table, list, count);
    put_changes(check, &words_of_table, list, count);
}

/* Tables of the earlier result that were not measured at all any more are taken over whole. */
static bool measured_table(const Check *check, int n) {
    const Previous *previous = check->previous;
    Arena arena = {0};
    bool there = session_table(&check->judging.session, previous->tables[n].name, &arena) != NULL;
    arena_free(&arena);
    for (int i = 0; i < n && !there; i++) there = str_eq(previous->tables[i].name, previous->tables[n].name);
    return there;
}

static void judge_taken_over(Check *check, Arena *scratch) {
    for (int i = 0; check->previous && i < check->previous->count; i++) {
        if (measured_table(check, i)) continue;
        ArenaMark mark = arena_mark(scratch);
        const SessionTable unmeasured = {.name = check->previous->tables[i].name};
        judge_one(check, &unmeasured, scratch);
        arena_reset(scratch, mark);
    }
}

static void put_summary(Check *check) {
    const int *count = check->count;
    Arena *arena = check->run->arena;
    int tables = check->tables, all = tables * check->judging.profile_count;
    if (tables < 2) return;
    int failed = count[VERDICT_FAIL] + count[VERDICT_CONDITIONAL_FAIL],
        incomplete = count[VERDICT_INCOMPLETE];
    Str line = CATALOGUE_FILL(check->catalogue, "check.tables", str_fmt(arena, "%d", tables),
                              str_fmt(arena, "%d", all - failed - incomplete), str_fmt(arena, "%d", failed),
                              str_fmt(arena, "%d", incomplete));
    buf_printf(&check->out, "\n%.*s\n", SARG(line));
}

static bool set_format(Check *check) {
    words.digest = check->json = format && !strcmp(format, "json");
    return !format || check->json || !strcmp(format, "text") ||
           run_usage(check->run, "--format: '%s' is not known; there are text and json", format);
}

/* Will the tables from `number` on be judged without an error? Then what is there may leave already. */
static bool rest_is_sound(const Check *check, int number) {
    Arena scratch = {0};
    Diag told = {.arena = &scratch, .most = 1};
    JudgeOptions brief = check->judging.options;
    TableResult result;
    bool ok = true;
    brief.verdict_only = true;
    (void)NEW(&scratch, char);
    for (int i = number; ok && i < check->judging.session.table_count; i++) {
        ArenaMark mark = arena_mark(&scratch);
        const SessionTable *table = session_table_at(&check->judging.session, i, &scratch);
        for (int p = 0; p < check->judging.profile_count; p++)
            ok &= judge_table(&scratch, table, check->judging.profiles[p], &brief, &result, &told);
        arena_reset(&scratch, mark);
    }
    arena_free(&scratch);
    return ok;
}

/* A result of thousands of tables goes to standard output in pieces, so that memory does not grow with it;
 * nothing leaves before it is certain that all can. */
static void let_out(Check *check, int next) {
    enum { PIECE = 8 * 1024 * 1024 };
    if (check->out.len < PIECE || output || before || check->previous || diag_failed(&check->run->diag))
        return;
    if (check->way == OUT_UNASKED) check->way = rest_is_sound(check, next) ? OUT_IN_PIECES : OUT_AT_THE_END;
    if (check->way == OUT_IN_PIECES && out_stdout(buf_str(&check->out), &check->run->diag))
        buf_clear(&check->out);
}

static void judge_all(Check *check) {
    check->writer = (Json){.out = &check->out};
    if (check->json) result_json_open(&check->writer);
    if (before) buf_put(&check->changes, S("["));
    Arena scratch = {0};
    (void)NEW(&scratch, char); /* its first chunk stays from table to table */
    for (int i = 0; i < check->judging.session.table_count; i++) {
        ArenaMark mark = arena_mark(&scratch);
        judge_one(check, session_table_at(&check->judging.session, i, &scratch), &scratch);
        arena_reset(&scratch, mark);
        let_out(check, i + 1);
    }
    judge_taken_over(check, &scratch);
    arena_free(&scratch);
    if (before) buf_put(&check->changes, S("]"));
    if (check->json)
        result_json_close_changed(&check->writer, &check->judging.session, buf_str(&check->changes));
    else
        put_summary(check);
}

static bool load_earlier(Check *check) {
    Run *run = check->run;
    if (before && only_failed) return run_usage(run, "--before and --only-failed exclude each other");
    if (only_failed)
        check->previous = check->judging.options.previous =
            previous_load(run->arena, only_failed, &run->diag);
    return (!only_failed || check->previous) &&
           (!before || judging_read(run, &words, &check->judging, before, &check->found));
}

static int run_check(Run *run) {
    Check check = {.run = run};
    if (!set_format(&check) || (output && !out_check(run->arena, output, &run->diag))) return EXIT_INPUT;
    if (!judging_load(run, &words, false, &check.judging) || !load_earlier(&check)) return EXIT_INPUT;
    check.catalogue = catalogue_load(run->arena, check.json ? "en" : run->language, &run->diag);
    if (!check.catalogue) return EXIT_INPUT;
    progress_begin(run, "judging");
    judge_all(&check);
    progress_end();
    const OutFile file = {output ? output : "-", buf_str(&check.out)};
    if (!diag_failed(&run->diag)) out_write(run->arena, &file, 1, &run->diag);
    buf_free(&check.out);
    buf_free(&check.changes);
    return judging_status(check.outcome);
}

const Command cmd_check = {
    .name = "check",
    .summary = "judge readings by a profile: the verdict",
    .usage = "-p PROFILE [options] FILE.csv...",
    .description = "Judges every table of the files and tells what fails, where it was read and which clause "
                   "asks for it.\n"
                   "Several profiles judge the same readings side by side. FILE - is standard input.\n"
                   "Columns: item and value are needed, unit too unless it is typed with the value; table, "
                   "point, u (the\n"
                   "reading's own U, in its unit), instrument, time, state and note may be there. 'tablecert "
                   "form' writes\n"
                   "them all.\n"
                   "U is the expanded uncertainty (k = 2), p the probability that the true value conforms; 1 "
                   "- p is the\n"
                   "risk of a wrong pass.\n"
                   "Exit status: 0 pass or conditional pass, 1 fail, 3 incomplete, 2 unusable input.",
    .options = options,
    .run = run_check,
};
