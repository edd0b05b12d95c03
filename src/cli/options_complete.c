/* The tables of options as completions for bash and zsh. What a value may be is told by the name its option
 * gives it in the help: FILE and OLD.csv are files, DIR and FOLDER folders, PROFILE (P) what `profile list`
 * names, en|sk|cs the words themselves; of all else a shell knows nothing. */
#include "base/buf.h"
#include "cli/options.h"

typedef enum Value { VALUE_NONE, VALUE_UNKNOWN, VALUE_FILE, VALUE_FOLDER, VALUE_PROFILE, VALUE_WORDS } Value;

static Value value_of(const Option *option) {
    const char *name = option->argument;
    if (!name) return VALUE_NONE;
    if (!strcmp(name, "P") || !strcmp(name, "PROFILE")) return VALUE_PROFILE;
    if (!strcmp(name, "DIR") || !strcmp(name, "FOLDER")) return VALUE_FOLDER;
    if (strstr(name, "FILE") || strchr(name, '.')) return VALUE_FILE;
    return strchr(name, '|') ? VALUE_WORDS : VALUE_UNKNOWN;
}

static void put_words(Buf *out, const char *argument) {
    for (; *argument; argument++) buf_byte(out, *argument == '|' ? ' ' : *argument);
}

/* ---- bash ---- */

static void bash_names(Buf *out, const Option *o) {
    for (; o && o->name; o++) {
        if (o->letter) buf_printf(out, " -%c", o->letter);
        buf_printf(out, " --%s", o->name);
    }
}

/* The case of one option of a command ("*": any): what its value may be. */
static void bash_value(Buf *out, const char *command, const Option *o) {
    static const char *const actions[] = {
        [VALUE_UNKNOWN] = "COMPREPLY=()",
        [VALUE_FILE] = "COMPREPLY=($(compgen -f -- \"$cur\"))",
        [VALUE_FOLDER] = "COMPREPLY=($(compgen -d -- \"$cur\"))",
        [VALUE_PROFILE] = "COMPREPLY=($(compgen -f -W \"$(tablecert profile list 2>/dev/null | " /* NOLINT */
                          "cut -d' ' -f1)\" -- \"$cur\"))"};
    Value value = value_of(o);
    if (value == VALUE_NONE) return;
    if (o->letter) buf_printf(out, "    %s\\ -%c|", command, o->letter);
    buf_printf(out, "%s%s\\ --%s) ", o->letter ? "" : "    ", command, o->name);
    if (value == VALUE_WORDS) {
        buf_put(out, S("COMPREPLY=($(compgen -W '"));
        put_words(out, o->argument);
        buf_put(out, S("' -- \"$cur\"))"));
    } else {
        buf_printf(out, "%s", actions[value]);
    }
    buf_put(out, S("; return;;\n"));
}

static void bash(Buf *out, const Command *const *commands, int count, const Option *common) {
    buf_put(out, S("# bash completion for tablecert, made from its tables of options\n"
                   "_tablecert() {\n  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} "
                   "command=${COMP_WORDS[1]} options\n"
                   "  if [ \"$COMP_CWORD\" = 1 ]; then\n    COMPREPLY=($(compgen -W '"));
    for (int i = 0; i < count; i++) buf_printf(out, "%s%s", i ? " " : "", commands[i]->name);
    buf_put(out, S("' -- \"$cur\"))\n    return\n  fi\n  case \"$command $prev\" in\n"));
    for (int i = 0; i < count; i++)
        for (const Option *o = commands[i]->options; o && o->name; o++) bash_value(out, commands[i]->name, o);
    for (const Option *o = common; o->name; o++) bash_value(out, "*", o);
    buf_put(out, S("  esac\n  case $command in\n"));
    for (int i = 0; i < count; i++) {
        buf_printf(out, "    %s) options='", commands[i]->name);
        bash_names(out, commands[i]->options);
        buf_put(out, S("';;\n"));
    }
    buf_put(out, S("    *) return;;\n  esac\n  case $cur in\n    -*) COMPREPLY=($(compgen -W \"$options"));
    bash_names(out, common);
    buf_put(out, S("\" -- \"$cur\"));;\n    *) COMPREPLY=($(compgen -f -- \"$cur\"));;\n  esac\n}\n"
                   "complete -o filenames -F _tablecert tablecert\n"));
}

/* ---- zsh ---- */

/* Inside '…' and […]: quotes and brackets need care, colons too. */
static void zsh_text(Buf *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\'')
            buf_put(out, S("'\\''"));
        else if (strchr("[]:\\", *text))
            buf_printf(out, "\\%c", *text);
        else
            buf_byte(out, *text);
    }
}

static void zsh_option(Buf *out, const Option *o) {
    static const char *const actions[] = {[VALUE_UNKNOWN] = " ",
                                          [VALUE_FILE] = "_files",
                                          [VALUE_FOLDER] = "_files -/",
                                          [VALUE_PROFILE] = "_tablecert_profiles"};
    Value value = value_of(o);
    const char *many = o->kind == OPTION_LIST ? "*" : "";
    if (o->letter) buf_printf(out, " \\\n        '%s-%c[", many, o->letter);
    for (int i = o->letter ? 0 : 1; i < 2; i++) {
        if (i) buf_printf(out, " \\\n        '%s--%s[", many, o->name);
        zsh_text(out, o->help);
        buf_byte(out, ']');
        if (value != VALUE_NONE) {
            buf_byte(out, ':');
            zsh_text(out, o->argument);
            buf_byte(out, ':');
        }
        if (value == VALUE_WORDS) {
            buf_byte(out, '(');
            put_words(out, o->argument);
            buf_byte(out, ')');
        } else if (value != VALUE_NONE) {
            buf_printf(out, "%s", actions[value]);
        }
        buf_byte(out, '\'');
    }
}

static void zsh(Buf *out, const Command *const *commands, int count, const Option *common) {
    buf_put(out,
            S("#compdef tablecert\n# made from the program's tables of options\n"
              "_tablecert_profiles() {\n  local -a ids\n  ids=(${(f)\"$(tablecert profile list 2>/dev/null | "
              "cut -d' ' -f1)\"})\n  compadd -a ids\n  _files\n}\n"
              "_tablecert() {\n  local context state line\n  local -a commands\n  commands=(\n"));
    for (int i = 0; i < count; i++) {
        buf_printf(out, "    '%s:", commands[i]->name);
        zsh_text(out, commands[i]->summary);
        buf_put(out, S("'\n"));
    }
    buf_put(out, S("  )\n  _arguments -C '1:command:->command' '*::argument:->arguments'\n  case $state in\n"
                   "  command) _describe command commands;;\n  arguments)\n    case $words[1] in\n"));
    for (int i = 0; i < count; i++) {
        buf_printf(out, "    %s)\n      _arguments", commands[i]->name);
        for (const Option *o = commands[i]->options; o && o->name; o++) zsh_option(out, o);
        for (const Option *o = common; o->name; o++) zsh_option(out, o);
        buf_put(out, S(" \\\n        '*:file:_files';;\n"));
    }
    buf_put(out, S("    esac;;\n  esac\n}\n_tablecert \"$@\"\n"));
}

Str options_completion(Arena *arena, const Command *const *commands, int count, const char *shell) {
    Buf out = {0};
    Run run = {0};
    const char *color;
    bool help;
    Option common[OPTIONS_COMMON];
    options_common(common, &run, &color, &help);
    if (!strcmp(shell, "bash")) bash(&out, commands, count, common);
    if (!strcmp(shell, "zsh")) zsh(&out, commands, count, common);
    Str text = str_dup(arena, buf_str(&out));
    buf_free(&out);
    return text;
}
