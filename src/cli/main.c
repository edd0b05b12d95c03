/* The program: finds the command, reads its options, runs it, prints what it has to say, returns its status.
 */
#include "cli/options.h"

#include "base/memory.h"
#include "base/out.h"
#include "cli/signals.h"

#include <unistd.h>

extern const Command cmd_certify;
extern const Command cmd_check;
extern const Command cmd_desk;
extern const Command cmd_form;
extern const Command cmd_hall;
extern const Command cmd_instruments;
extern const Command cmd_keygen;
extern const Command cmd_lag;
extern const Command cmd_layout;
extern const Command cmd_measure;
extern const Command cmd_profile;
extern const Command cmd_rack;
extern const Command cmd_read;
extern const Command cmd_referee;
extern const Command cmd_register;
extern const Command cmd_rules;
extern const Command cmd_schema;
extern const Command cmd_verify;
extern const Command cmd_version;

static const Command *const commands[] = {
    &cmd_certify,  &cmd_check,  &cmd_desk,    &cmd_form,    &cmd_hall,    &cmd_instruments, &cmd_keygen,
    &cmd_lag,      &cmd_layout, &cmd_measure, &cmd_profile, &cmd_rack,    &cmd_read,        &cmd_referee,
    &cmd_register, &cmd_rules,  &cmd_schema,  &cmd_verify,  &cmd_version,
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const Command *find_command(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

static const char *nearest_command(const char *name) {
    const char *best = NULL;
    int least = 4;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        int distance = str_distance(str_of(name), str_of(commands[i]->name));
        if (distance < least) least = distance, best = commands[i]->name;
    }
    return best;
}

static bool load_config(Run *run) {
    run->config = config_load(run->arena, str_of(getenv("HOME")), &run->diag);
    if (!run->config) return false;
    Str language = config_text(run->config, "language");
    if (!run->language) run->language = language.len ? str_z(run->arena, language) : "en";
    return true;
}

static int run_command(const Command *command, int argc, char **argv) {
    Arena arena = {0};
    Run run = {.arena = &arena,
               .command = command,
               .words = argv,
               .diag = {.arena = &arena, .most = 50, .say = run_say, .context = &run}};
    int status = EXIT_INPUT;
    Parsed parsed = options_parse(&run, command, argc, argv);
    if (parsed == PARSED_HELP)
        status = out_stdout(options_help(&arena, command), &run.diag) ? EXIT_YES : EXIT_MACHINE;
    else if (parsed == PARSED_RUN && load_config(&run) && run_spares_all(&run))
        status = run_status(&run, command->run(&run));
    run_print_messages(&run);
    status = run_status(&run, status);
    arena_free(&arena);
    return status;
}

static int refuse_command(char **argv) {
    Arena arena = {0};
    Run run = {.arena = &arena, .words = argv, .diag = {.arena = &arena, .say = run_say, .context = &run}};
    const char *nearest = nearest_command(argv[1]);
    if (nearest)
        diag_error(&run.diag, NO_PLACE, "unknown command '%s'; did you mean '%s'?", argv[1], nearest);
    else
        diag_error(&run.diag, NO_PLACE, "unknown command '%s'; 'tablecert --help' lists them", argv[1]);
    run_print_messages(&run);
    arena_free(&arena);
    return EXIT_INPUT;
}

static int print_overview(int status) {
    Arena arena = {0};
    Run run = {.arena = &arena, .diag = {.arena = &arena}};
    Str text = options_overview(&arena, commands, COMMAND_COUNT);
    if (status == EXIT_YES)
        out_stdout(text, &run.diag);
    else
        fwrite(text.at, 1, (size_t)text.len, stderr);
    run_print_messages(&run);
    status = run_status(&run, status);
    arena_free(&arena);
    return status;
}

/* What the build makes of the tables: the manual page, or a shell's completions. */
static int print_made(const char *shell) {
    Arena arena = {0};
    Run run = {.arena = &arena, .diag = {.arena = &arena}};
    Str text = shell ? options_completion(&arena, commands, COMMAND_COUNT, shell)
                     : options_manual(&arena, commands, COMMAND_COUNT);
    if (text.len)
        out_stdout(text, &run.diag);
    else
        diag_error(&run.diag, NO_PLACE, "--completion: expected bash or zsh");
    run_print_messages(&run);
    int status = run_status(&run, EXIT_YES);
    arena_free(&arena);
    return status;
}

static void leave_without_memory(void) {
    static const char text[] = "tablecert: error: out of memory\n";
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    out_abandon();
    _exit(EXIT_MACHINE);
}

int main(int argc, char **argv) {
    signals_set();
    memory_when_out(leave_without_memory);
    memory_for_libraries();
    if (argc < 2) return print_overview(EXIT_INPUT);
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
        if (argc < 3 || !find_command(argv[2])) return print_overview(EXIT_YES);
        char *words[] = {argv[0], argv[2], (char[]){"--help"}, NULL};
        return run_command(find_command(argv[2]), 3, words);
    }
    if (!strcmp(name, "--version")) name = "version";
    if (!strcmp(name, "--manual")) return print_made(NULL);
    if (!strcmp(name, "--completion")) return print_made(argc > 2 ? argv[2] : "");
    const Command *command = find_command(name);
    if (command) return run_command(command, argc, argv);
    return refuse_command(argv);
}
