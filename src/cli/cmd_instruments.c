/* tablecert instruments: which drivers there are, and whether a person's own list or description is in order.
 */
#include "base/out.h"
#include "cli/instruments.h"

static const char *unit, *port, *driver, *serial;
static TextList shows, references;

static const Option options[] = {
    {.name = "unit",
     .argument = "UNIT",
     .help = "check: the unit of the example lines, for instruments whose lines name none",
     .kind = OPTION_TEXT,
     .into = (void *)&unit},
    {.letter = 'p',
     .name = "port",
     .argument = "PORT",
     .help = "probe: the port to listen to",
     .kind = OPTION_TEXT,
     .into = (void *)&port},
    {.letter = 'd',
     .name = "driver",
     .argument = "DRIVER",
     .help = "probe: only this driver, which may also ask",
     .kind = OPTION_TEXT,
     .into = (void *)&driver},
    {.name = "serial",
     .argument = "2400/7e1/dtr=1",
     .help = "probe: only these line settings",
     .kind = OPTION_TEXT,
     .into = (void *)&serial},
    {.name = "shows",
     .argument = "'208.34 g'",
     .help = "probe: what the display shows; a description that reads it is proposed (repeatable)",
     .kind = OPTION_LIST,
     .into = &shows},
    {.name = "reference",
     .argument = "'scale 200 g'",
     .help = "check: read an instrument against a known value (repeatable)",
     .kind = OPTION_LIST,
     .into = &references},
    {.name = NULL},
};

const TextList *verb_shows(void) { return &shows; }
const TextList *verb_references(void) { return &references; }
Str verb_port(void) { return str_of(port); }
Str verb_driver(void) { return str_of(driver); }
Str verb_serial(void) { return str_of(serial); }
Str verb_unit(void) { return str_of(unit); }

static const struct Verb {
    const char *name, *what;
    int least, most; /* words after it */
    int (*run)(Run *run, const Catalogue *catalogue, Buf *out);
} verbs[] = {
    {"list", "nothing after 'list'", 0, 0, verb_list},
    {"ports", "nothing after 'ports'", 0, 0, verb_ports},
    {"probe", "nothing after 'probe' but --port", 0, 0, verb_probe},
    {"show", "one or more drivers after 'show'", 1, 63, verb_show},
    {"history", "the instrument list after 'history'", 1, 1, verb_history},
    {"check", "a file after 'check', and perhaps example lines", 1, 63, verb_check},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static const struct Verb *find_verb(Run *run) {
    for (int i = 0; run->arguments.n && i < VERBS; i++)
        if (strcmp(run->arguments.at[0], verbs[i].name) == 0) return &verbs[i];
    Str names = S("");
    for (int i = 0; i < VERBS; i++)
        names = str_fmt(run->arena, "%.*s%s%s", SARG(names),
                        i == 0          ? ""
                        : i + 1 < VERBS ? ", "
                                        : " or ",
                        verbs[i].name);
    run_usage(run, "expected %.*s", SARG(names));
    return NULL;
}

static int run_instruments(Run *run) {
    const struct Verb *verb = find_verb(run);
    if (!verb || !run_want_arguments(run, verb->least + 1, verb->most + 1, verb->what)) return EXIT_INPUT;
    const Catalogue *catalogue = catalogue_load(run->arena, run->language, &run->diag);
    if (!catalogue) return EXIT_INPUT;
    Buf out = {0};
    int status = verb->run(run, catalogue, &out);
    if (out.len) out_stdout(buf_str(&out), &run->diag);
    buf_free(&out);
    return status;
}

const Command cmd_instruments = {
    .name = "instruments",
    .summary = "list drivers and ports, look at a port, check an instrument list or description",
    .usage = "list|ports|show DRIVER|probe --port PORT|check LIST.yaml [LINE...]|history LIST.yaml",
    .description =
        "list   the drivers: what they measure, how far they are to be trusted, how the line is set\n"
        "show   a driver; for one that is described by a file, that file, to be copied and changed\n"
        "ports  the serial devices there are, with the names that stay when plugs change places\n"
        "probe  listens to a port with every driver, at their line settings in turn, 3 s each; tells\n"
        "       which one understands what arrives (exit 0), or the likely cause of silence (exit 3);\n"
        "       with --shows '208.34 g', what the display shows, it writes a description that reads the\n"
        "       lines which arrive, to be looked through, kept as a file and named as the driver\n"
        "check  an instrument list (every instrument's driver, line and calibration), or the\n"
        "       description of an instrument; each LINE is shown as the description reads it;\n"
        "       with --reference 'scale 200 g' the check before the day's work: that instrument of the\n"
        "       list is read against a known value, judged by its uncertainty (exit 0 or 1), and kept\n"
        "       in a log beside the list (FILE.checks.tsv), which certificates show\n"
        "history  that log over time: how far off each instrument was, within what is allowed\n"
        "\n"
        "Trust: captured = real bytes of it are in the tests; documented = made from its manual;\n"
        "reported = made from what other people's programs do.",
    .options = options,
    .run = run_instruments,
};
