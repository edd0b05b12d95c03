/* tablecert measure: guided measuring with connected instruments, point by point, into a CSV file. */
#include "cli/measure.h"

#include "base/text.h"
#include "cli/signals.h"

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

static bool load(Guide *guide) {
    Run *run = guide->run;
    const Instruments *list = NULL;
    if (!options.instruments) options.instruments = config_path(run->config, "instruments");
    MeasureOrder order = {.arena = run->arena,
                          .diag = &run->diag,
                          .words = catalogue_load(run->arena, run->language, &run->diag),
                          .profile = profile_load(run->arena, options.profile, options.folder, &run->diag),
                          .table = str_of(options.table),
                          .repeats = options.repeat,
                          .file = str_of(options.output),
                          .resume = options.resume,
                          .stop_fd = signals_fd(),
                          .verdict = measure_judge_open(run->arena)};
    if (options.instruments) list = instruments_load(run->arena, options.instruments, &run->diag);
    if (!order.profile || !order.words || (options.instruments && !list)) return false;
    if (order.profile->abstract)
        return run_usage(run, "--profile: '%s' is only a base for other profiles", options.profile);
    order.list = list;
    return measure_open(guide->m, &order);
}

/* What is left to do, on standard output, and how to go on from here. */
static void sum_up(const Measure *m, int status) {
    Str done = str_fmt(m->arena, "%d", measure_done(m)), all = str_fmt(m->arena, "%d", m->walk.n);
    printf("%.*s\n", SARG(MEASURE_FILL(m, "saved", done, all, m->rows->name)));
    if (status != EXIT_YES) printf("%.*s\n", SARG(measure_word(m, "resume")));
    fflush(stdout);
}

static int guide_through(Guide *guide) {
    guide->screen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    guide->bell = !guide->run->quiet;
    keyboard_open(&guide->keyboard, guide->screen);
    run_print_messages(guide->run);
    guide_open_screen(guide);
    int status = guide_run(guide);
    guide_close_screen(guide);
    keyboard_close(&guide->keyboard);
    if (!guide->m->failed) sum_up(guide->m, status);
    return status;
}

static int measure(Run *run) {
    if (!check_options(run)) return EXIT_INPUT;
    Measure m = {0};
    Guide guide = {.run = run, .m = &m};
    int status = load(&guide) ? guide_through(&guide) : EXIT_INPUT;
    measure_close(&m);
    measure_judge_close(&m.verdict);
    return status;
}

const Command cmd_measure = {
    .name = "measure",
    .summary = "guided measuring with connected instruments, point by point, into a CSV file",
    .usage = "-p PROFILE -t TABLE [-i instruments.yaml] -o FILE.csv [--repeat N] [--resume]",
    .description =
        "Leads through every point of the profile, instrument by instrument. On its line:\n"
        "  Enter alone  take a reading (a balance gives it by itself once the old load was removed;\n"
        "               so does an instrument whose own key is pressed)\n"
        "  a value      with or without its unit; at a question yes or no\n"
        "  b  back to the step before; its reading stays until a new one replaces it\n"
        "  r  again: the last reading is withdrawn and taken anew\n"
        "  s  skip    n WORDS  a note for the next reading    i  another instrument\n"
        "  q  save and leave\n"
        "A letter is a command only alone on its line: keyboards of balances and calipers type letters "
        "too.\n"
        "Without a terminal the same lines are read, so that a session can be scripted. The bell rings "
        "once for a\n"
        "reading, three times for one that fails (--quiet: not). Every row is on the disk before the "
        "next point is\n"
        "asked for. Exit status: 0 when every point has its readings, 3 when some are missing, 4 when "
        "the file cannot\n"
        "be written.",
    .options = table,
    .run = measure,
};
