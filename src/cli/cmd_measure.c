/* tablecert measure: guided measuring with connected instruments, point by point, into a CSV file. */
#include "cli/measure.h"

#include "base/text.h"

#include <unistd.h>

static struct {
    const char *profile, *folder, *table, *instruments, *output;
    int repeat;
    bool resume;
} options = {.repeat = 1};

static const Option table[] = {
    {'p', "profile", "PROFILE", "what the table must be ('tablecert profile list')", OPTION_TEXT,
     (void *)&options.profile},
    {0, "profile-dir", "FOLDER", "where else profiles are", OPTION_TEXT, (void *)&options.folder},
    {'t', "table", "NAME", "the table's name", OPTION_TEXT, (void *)&options.table},
    {'i', "instruments", "FILE.yaml",
     "the instrument list (else that of the configuration; without any, values are typed)", OPTION_TEXT,
     (void *)&options.instruments},
    {'o', "output", "FILE.csv", "where the readings go, one by one", OPTION_TEXT, (void *)&options.output},
    {0, "repeat", "N", "readings at each point (1)", OPTION_COUNT, &options.repeat},
    {0, "resume", NULL, "continue a session that was left or broken off", OPTION_FLAG, &options.resume},
    {0},
};

static bool check_table(Run *run) {
    Str name = str_of(options.table);
    if (!options.table || !str_trim(name).len) return run_usage(run, "--table is missing: the table's name");
    if (text_utf8_fault(name) >= 0 || text_control(name, false) >= 0)
        return run_usage(run, "--table: the name must be plain text in UTF-8");
    return true;
}

static bool check_options(Run *run) {
    bool ok = run_want_arguments(run, 0, 0, "no argument") && check_table(run);
    if (!options.profile) ok = run_usage(run, "--profile is missing; 'tablecert profile list' names them");
    if (!options.output)
        ok = run_usage(run, "--output is missing: the file that the readings go to");
    else if (!strcmp(options.output, "-"))
        ok = run_usage(run, "--output: expected a file; every row is put on the disk at once");
    if (options.repeat < 1 || options.repeat > 100) ok = run_usage(run, "--repeat: expected 1 to 100");
    return ok;
}

static bool load(Measure *m) {
    Run *run = m->run;
    const Instruments *list = NULL;
    if (!options.instruments) options.instruments = config_path(run->config, "instruments");
    m->profile = profile_load(run->arena, options.profile, options.folder, &run->diag);
    m->words = catalogue_load(run->arena, run->language, &run->diag);
    if (options.instruments) list = instruments_load(run->arena, options.instruments, &run->diag);
    if (!m->profile || !m->words || (options.instruments && !list) || !measure_open_tools(m, list))
        return false;
    if (m->profile->abstract)
        return run_usage(run, "--profile: '%s' is only a base for other profiles", options.profile);
    m->walk = walk_plan(run->arena, m->profile, &m->list, options.repeat);
    m->rows = rows_open(run->arena, str_of(options.output), options.resume, &run->diag);
    return m->rows && measure_restore(m);
}

/* What is left to do, on standard output, and how to go on from here. */
static void sum_up(Measure *m, int status) {
    int done = 0;
    for (int i = 0; i < m->walk.n; i++) done += m->row_of[i] >= 0;
    Arena *arena = m->run->arena;
    Str text =
        MEASURE_FILL(m, "saved", str_fmt(arena, "%d", done), str_fmt(arena, "%d", m->walk.n), m->rows->name);
    printf("%.*s\n", SARG(text));
    if (status != EXIT_YES) printf("%.*s\n", SARG(measure_word(m, "resume")));
    fflush(stdout);
}

static int guide(Measure *m) {
    m->screen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    keyboard_open(&m->keyboard, m->screen);
    run_print_messages(m->run);
    measure_open_screen(m);
    int status = measure_run(m);
    measure_close_screen(m);
    keyboard_close(&m->keyboard);
    measure_close_tools(m);
    if (!m->failed) sum_up(m, status);
    return status;
}

static int measure(Run *run) {
    if (!check_options(run)) return EXIT_INPUT;
    Measure m = {.run = run, .language = language_index(run->language)};
    m.table = text_nfc(run->arena, str_trim(str_of(options.table)));
    int status = load(&m) ? guide(&m) : EXIT_INPUT;
    rows_close(m.rows);
    arena_free(&m.judging);
    return status;
}

const Command cmd_measure = {
    .name = "measure",
    .summary = "guided measuring with connected instruments, point by point, into a CSV file",
    .usage = "-p PROFILE -t TABLE [-i instruments.yaml] -o FILE.csv [--repeat N] [--resume]",
    .description = "Leads through every point of the profile, instrument by instrument. Keys:\n"
                   "  Enter  take a reading (a balance gives it by itself once the old load was removed;\n"
                   "         so does an instrument whose own key is pressed)\n"
                   "  a value, with or without its unit; at a question yes or no\n"
                   "  b  back to the step before; its reading stays until a new one replaces it\n"
                   "  r  again: the last reading is withdrawn and taken anew\n"
                   "  s  skip    n  a note for the next reading (N at a question)    i  another instrument\n"
                   "  q  save and leave\n"
                   "Without a terminal the same keys are read as lines, so that a session can be scripted.\n"
                   "Every row is on the disk before the next point is asked for. Exit status: 0 when every "
                   "point has its\n"
                   "readings, 3 when some are missing, 4 when the file cannot be written.",
    .options = table,
    .run = measure,
};
