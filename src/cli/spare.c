/* See cli.h: what a command reads is not what it writes. A slip of the hand (-o T3.csv) must not cost the
 * readings of a day. Files are the same when they are one inode, under whatever name, or when neither exists
 * yet and the names are equal (a register that is to be made). */
#include "cli/cli.h"

#include <sys/stat.h>

static bool same_file(const char *a, const char *b) {
    struct stat one, two;
    if (stat(a, &one) || stat(b, &two)) return !strcmp(a, b);
    return S_ISREG(one.st_mode) && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

static bool is_output(const Option *option) {
    return !strcmp(option->name, "output") || !strcmp(option->name, "record");
}

/* The file that this value of an option has read, or NULL: table names and the like are none. */
static const char *file_of(const Option *option, const char *value) {
    if (!value || !*value) return NULL;
    if (!strncmp(value, "replay:", 7)) return value + 7;
    if (!strcmp(option->name, "profile")) return str_ends(str_of(value), S(".yaml")) ? value : NULL;
    bool file = strstr(option->argument, "FILE") || strstr(option->argument, ".csv") ||
                strstr(option->argument, ".json");
    return file ? value : NULL;
}

static const char *read_by_option(const Option *option, const char *path) {
    if (is_output(option)) return NULL;
    const char *one = option->kind == OPTION_TEXT ? *(const char **)option->into : NULL;
    const TextList *list = option->kind == OPTION_LIST ? option->into : NULL;
    const char *file = file_of(option, one);
    if (file && same_file(file, path)) return file;
    for (int i = 0; list && i < list->n; i++)
        if ((file = file_of(option, list->at[i])) && same_file(file, path)) return file;
    return NULL;
}

static const char *read_by_command(const Run *run, const char *path) {
    static const char *const keys[] = {"register", "instruments"};
    const char *file = NULL;
    for (int i = 0; i < run->arguments.n; i++)
        if (same_file(run->arguments.at[i], path)) return run->arguments.at[i];
    for (const Option *o = run->command->options; !file && o && o->name; o++) file = read_by_option(o, path);
    for (size_t i = 0; !file && i < sizeof keys / sizeof *keys; i++) {
        const char *set = config_path(run->config, keys[i]);
        if (set && same_file(set, path)) file = set;
    }
    return file;
}

bool run_spares_inputs(Run *run, const char *path) {
    if (!path || !strcmp(path, "-")) return true;
    const char *file = read_by_command(run, path);
    return !file || run_usage(run, "'%s' is read by this command; it is not written over", file);
}

bool run_spares_all(Run *run) {
    bool good = true;
    for (const Option *o = run->command->options; o && o->name; o++)
        if (is_output(o) && o->kind == OPTION_TEXT) good &= run_spares_inputs(run, *(const char **)o->into);
    return good;
}
