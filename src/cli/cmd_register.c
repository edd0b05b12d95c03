/* tablecert register: what certificates were issued, superseded and withdrawn. */
#include "cli/register.h"

static RegisterWords words = {.days = 60};

static const Option options[] = {
    {0, "register", "FILE", "the register; default: the configured one, else the user's own", OPTION_TEXT,
     (void *)&words.file},
    {'t', "table", "NAME", "list: only this table's certificates", OPTION_TEXT, (void *)&words.table},
    {0, "hall", "NAME", "list, history: only of this hall", OPTION_TEXT, (void *)&words.hall},
    {0, "days", "N", "expiring: valid for at most N days more (60)", OPTION_COUNT, &words.days},
    {0, "reason", "TEXT", "withdraw: why, in words", OPTION_TEXT, (void *)&words.reason},
    {0, "against", "EXPORT", "audit: compare with this earlier export too", OPTION_TEXT,
     (void *)&words.against},
    {'f', "format", "FORMAT", "text or json; export: jsonl (default) or csv", OPTION_TEXT,
     (void *)&words.format},
    {'o', "output", "FILE", "export: where to; default standard output", OPTION_TEXT, (void *)&words.output},
    {0},
};

static const struct Action {
    const char *name, *argument; /* NULL: takes none */
    int (*run)(Registering *work);
    bool makes; /* makes a register that is not there */
    const char *formats[2];
} actions[] = {
    {"list", NULL, register_do_list, false, {"text", "json"}},
    {"show", "a certificate's number", register_do_show, false, {"text", "json"}},
    {"expiring", NULL, register_do_expiring, false, {"text", "json"}},
    {"history", "a table's name", register_do_history, false, {"text", "json"}},
    {"withdraw", "a certificate's number", register_do_withdraw, false, {NULL, NULL}},
    {"audit", NULL, register_do_audit, false, {NULL, NULL}},
    {"export", NULL, register_do_export, false, {"jsonl", "csv"}},
    {"import", "another register's export", register_do_import, true, {NULL, NULL}},
};
enum { ACTION_COUNT = sizeof actions / sizeof *actions };

static bool check_format(Run *run, const struct Action *action) {
    const char *const *known = action->formats;
    if (!words.format) return true;
    if (!known[0]) return run_usage(run, "%s has no --format", action->name);
    return !strcmp(words.format, known[0]) || !strcmp(words.format, known[1]) ||
           run_usage(run, "--format: expected %s or %s", known[0], known[1]);
}

static const struct Action *find_action(Run *run) {
    const char *name = run->arguments.n ? run->arguments.at[0] : "list";
    for (int i = 0; i < ACTION_COUNT; i++) {
        const struct Action *action = &actions[i];
        int most = action->argument ? 2 : 1;
        if (strcmp(action->name, name) != 0) continue;
        if (run->arguments.n && !run_want_arguments(run, most, most, action->argument)) return NULL;
        if (!strcmp(name, "withdraw") && !(words.reason && *words.reason))
            run_usage(run, "withdraw needs --reason TEXT");
        else if (check_format(run, action))
            return action;
        return NULL;
    }
    run_usage(
        run, "unknown action '%s'; expected list, show, expiring, history, withdraw, audit, export or import",
        name);
    return NULL;
}

/* The option, else the configured one, else the user's own. */
static Register *open_register(Run *run, bool make) {
    int64_t count;
    char head[65];
    const char *path = words.file ? words.file : config_path(run->config, "register");
    if (!path) path = register_default_path(run->arena, make, &run->diag);
    Register *reg = path ? register_open(run->arena, path, make, &run->diag) : NULL;
    if (!reg || make) return reg;
    if (register_head(reg, &count, head, &run->diag) && count) return reg;
    if (!diag_failed(&run->diag))
        diag_error(&run->diag, place_file(str_of(path)), "holds no certificate yet");
    register_close(reg);
    return NULL;
}

static int run_register(Run *run) {
    const struct Action *action = find_action(run);
    if (!action) return EXIT_INPUT;
    Registering work = {.run = run,
                        .words = &words,
                        .texts = catalogue_load(run->arena, run->language, &run->diag),
                        .argument = run->arguments.n > 1 ? run->arguments.at[1] : NULL};
    if (!work.texts || !(work.reg = open_register(run, action->makes))) return EXIT_INPUT;
    int status = action->run(&work);
    register_close(work.reg);
    return status;
}

const Command cmd_register = {
    .name = "register",
    .summary = "certificates issued, superseded, withdrawn: list, history, audit, export, import and more",
    .usage = "[list | show NUMBER | expiring | history TABLE | audit | export] [options]\n"
             "       tablecert register withdraw NUMBER --reason TEXT | import FILE [options]",
    .description =
        "The register is written by 'certify --register FILE'. Every entry carries the hash of the entry\n"
        "before it; 'audit' checks them, the numbers and the certificates themselves, and prints how many\n"
        "entries there are and the hash of the last one, to be noted elsewhere. 'history' shows the values\n"
        "of a table over the years. 'import' adds another inspector's 'export'; a number that both have\n"
        "given is told, and then nothing is added. 'expiring' answers with exit status 1 when there is\n"
        "something to renew.",
    .options = options,
    .run = run_register,
};
