/* tablecert check: readings against one or more profiles, the verdict as text or JSON. */
#include "base/out.h"
#include "cli/judging.h"
#include "report/result.h"

static JudgingWords words = {.max_errors = 50};
static const char *format, *output;

static const Option options[] = {
    JUDGING_OPTIONS(words),
    {'f', "format", "FORMAT", "text (default) or json", OPTION_TEXT, (void *)&format},
    {'o', "output", "FILE", "write there instead of standard output", OPTION_TEXT, (void *)&output},
    {0},
};

/* Above so many tables the text tells of one that passes in a line; --verbose tells all. */
enum { TABLES_IN_FULL = 8 };

typedef struct Check {
    Run *run;
    Judging judging;
    const Catalogue *catalogue;
    bool json;
    Json writer;
    Buf out;
    Verdict verdict;
    int count[VERDICT_COUNT]; /* of tables × profiles */
} Check;

static void put_table(Check *check, Arena *arena, const TableResult *results, int count) {
    Catalogue words_of_table = *check->catalogue; /* its texts go with the table */
    words_of_table.arena = arena;
    const TableResult **list = NEW_ARRAY(arena, const TableResult *, count);
    for (int i = 0; i < count; i++) {
        list[i] = &results[i];
        if (check->json) result_json_table(&check->writer, &words_of_table, list[i]);
    }
    if (check->json) return;
    bool brief = check->judging.session.table_count > TABLES_IN_FULL && !check->run->verbose;
    if (check->out.len && !brief) buf_byte(&check->out, '\n');
    if (count > 1)
        result_compare(&check->out, &words_of_table, list, count, check->run->color);
    else if (brief && results->verdict == VERDICT_PASS)
        result_line(&check->out, &words_of_table, results, check->run->color);
    else
        result_text(&check->out, &words_of_table, results, check->run->color);
}

static void judge_one(Check *check, int number) {
    Arena arena = {0};
    const Judging *judging = &check->judging;
    const SessionTable *table = session_table_at(&judging->session, number, &arena);
    TableResult *results = NEW_ARRAY(&arena, TableResult, judging->profile_count);
    bool ok = true;
    for (int i = 0; i < judging->profile_count; i++) {
        ok &= judge_table(&arena, table, judging->profiles[i], &judging->options, &results[i],
                          &check->run->diag);
        check->verdict = verdict_worse(check->verdict, results[i].verdict);
        check->count[results[i].verdict]++;
    }
    if (ok) put_table(check, &arena, results, judging->profile_count);
    arena_free(&arena);
}

static void put_summary(Check *check) {
    const int *count = check->count;
    Arena *arena = check->run->arena;
    int tables = check->judging.session.table_count, all = tables * check->judging.profile_count;
    if (tables < 2) return;
    int failed = count[VERDICT_FAIL] + count[VERDICT_CONDITIONAL_FAIL],
        incomplete = count[VERDICT_INCOMPLETE];
    Str line = CATALOGUE_FILL(check->catalogue, "check.tables", str_fmt(arena, "%d", tables),
                              str_fmt(arena, "%d", all - failed - incomplete), str_fmt(arena, "%d", failed),
                              str_fmt(arena, "%d", incomplete));
    buf_printf(&check->out, "\n%.*s\n", SARG(line));
}

static bool set_format(Check *check) {
    check->json = format && !strcmp(format, "json");
    return !format || check->json || !strcmp(format, "text") ||
           run_usage(check->run, "--format: '%s' is not known; there are text and json", format);
}

static void judge_all(Check *check) {
    check->writer = (Json){.out = &check->out};
    if (check->json) result_json_open(&check->writer);
    for (int i = 0; i < check->judging.session.table_count; i++) judge_one(check, i);
    if (check->json)
        result_json_close(&check->writer, &check->judging.session);
    else
        put_summary(check);
}

static int run_check(Run *run) {
    Check check = {.run = run, .verdict = VERDICT_PASS};
    if (!set_format(&check) || (output && !out_check(run->arena, output, &run->diag))) return EXIT_INPUT;
    if (!judging_load(run, &words, false, &check.judging)) return EXIT_INPUT;
    check.catalogue = catalogue_load(run->arena, check.json ? "en" : run->language, &run->diag);
    if (!check.catalogue) return EXIT_INPUT;
    judge_all(&check);
    const OutFile file = {output ? output : "-", buf_str(&check.out)};
    if (!diag_failed(&run->diag)) out_write(run->arena, &file, 1, &run->diag);
    buf_free(&check.out);
    return judging_status(check.verdict);
}

const Command cmd_check = {
    .name = "check",
    .summary = "judge readings by a profile: the verdict",
    .usage = "-p PROFILE [options] FILE.csv...",
    .description = "Judges every table of the files and tells what fails, where it was read and which clause "
                   "asks for it.\n"
                   "Several profiles judge the same readings side by side. FILE - is standard input.\n"
                   "Exit status: 0 pass or conditional pass, 1 fail, 3 incomplete, 2 unusable input.",
    .options = options,
    .run = run_check,
};
