/* See options.h. */
#include "cli/options.h"

#include "base/buf.h"

#include <unistd.h>

typedef struct Parser {
    Run *run;
    const Command *command;
    char **rest; /* next word */
    const char *color;
    bool help;
    Option common[6];
    bool ok;
} Parser;

static const Option *const_options(const Parser *parser, int table) {
    return table == 0 ? parser->command->options : parser->common;
}

static const Option *find_long(const Parser *parser, Str name) {
    for (int table = 0; table < 2; table++)
        for (const Option *o = const_options(parser, table); o && o->name; o++)
            if (str_eq(str_of(o->name), name)) return o;
    return NULL;
}

static const Option *find_letter(const Parser *parser, char letter) {
    for (int table = 0; table < 2; table++)
        for (const Option *o = const_options(parser, table); o && o->name; o++)
            if (o->letter && o->letter == letter) return o;
    return NULL;
}

static const char *nearest_long(const Parser *parser, Str name) {
    const char *best = NULL;
    int least = 4;
    for (int table = 0; table < 2; table++)
        for (const Option *o = const_options(parser, table); o && o->name; o++) {
            int distance = str_distance(name, str_of(o->name));
            if (distance < least) least = distance, best = o->name;
        }
    return best;
}

static void take_count(Parser *parser, const Option *option, const char *value) {
    enum { MOST = 1000000000 };
    int64_t count, least = option->kind == OPTION_MANY ? 1 : 0;
    if (str_to_count(str_of(value), MOST, &count) && count >= least)
        *(int *)option->into = (int)count;
    else
        parser->ok = run_usage(parser->run, "--%s: '%s' is no whole number from %d to %d", option->name,
                               value, (int)least, MOST);
}

static void take_value(Parser *parser, const Option *option, const char *value) {
    if (option->kind == OPTION_TEXT) *(const char **)option->into = value;
    if (option->kind == OPTION_COUNT || option->kind == OPTION_MANY) take_count(parser, option, value);
    if (option->kind == OPTION_LIST) {
        TextList *list = option->into;
        if (list->n < (int)(sizeof list->at / sizeof *list->at))
            list->at[list->n++] = value;
        else
            parser->ok = run_usage(parser->run, "--%s stands too often", option->name);
    }
}

/* value is NULL when none was glued to the option. */
static void take_option(Parser *parser, const Option *option, const char *value) {
    if (option->kind == OPTION_FLAG) {
        if (value)
            parser->ok = run_usage(parser->run, "--%s takes no value", option->name);
        else
            *(bool *)option->into = true;
        return;
    }
    if (!value) value = *parser->rest ? *parser->rest++ : NULL;
    if (value)
        take_value(parser, option, value);
    else
        parser->ok = run_usage(parser->run, "--%s needs a value: %s", option->name, option->argument);
}

static void take_long(Parser *parser, const char *word) {
    const char *equals = strchr(word, '=');
    Str name = equals ? (Str){word, equals - word} : str_of(word);
    const Option *option = find_long(parser, name);
    if (option) {
        take_option(parser, option, equals ? equals + 1 : NULL);
        return;
    }
    const char *nearest = nearest_long(parser, name);
    parser->ok = run_usage(parser->run, "unknown option '--%.*s'%s%s%s", SARG(name),
                           nearest ? "; did you mean '--" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static void take_letters(Parser *parser, const char *letters) {
    for (; *letters; letters++) {
        const Option *option = find_letter(parser, *letters);
        if (!option) {
            parser->ok = run_usage(parser->run, "unknown option '-%c'", *letters);
            return;
        }
        bool flag = option->kind == OPTION_FLAG;
        take_option(parser, option, flag || !letters[1] ? NULL : letters + 1);
        if (!flag) return;
    }
}

static void take_argument(Parser *parser, const char *word) {
    TextList *list = &parser->run->arguments;
    if (list->n < (int)(sizeof list->at / sizeof *list->at))
        list->at[list->n++] = word;
    else
        parser->ok = run_usage(parser->run, "more than %d arguments", list->n);
}

static void set_color(Parser *parser) {
    const char *color = parser->color ? parser->color : "auto", *no = getenv("NO_COLOR");
    if (!strcmp(color, "always"))
        parser->run->color = true;
    else if (!strcmp(color, "auto"))
        parser->run->color = isatty(STDOUT_FILENO) && !(no && *no);
    else if (strcmp(color, "never"))
        parser->ok = run_usage(parser->run, "--color: expected auto, always or never");
}

static void check_language(Parser *parser) {
    const char *l = parser->run->language;
    if (l && strcmp(l, "en") && strcmp(l, "sk") && strcmp(l, "cs"))
        parser->ok = run_usage(parser->run, "--lang: '%s' is not known; there are en, sk and cs", l);
}

static void set_common(Parser *parser) {
    Run *run = parser->run;
    const Option common[] = {
        {'l', "lang", "en|sk|cs", "language of reports", OPTION_TEXT, (void *)&run->language},
        {'q', "quiet", NULL, "no notes and warnings, only errors", OPTION_FLAG, &run->quiet},
        {'v', "verbose", NULL, "tell what was found and done", OPTION_FLAG, &run->verbose},
        {0, "color", "WHEN", "auto, always or never", OPTION_TEXT, (void *)&parser->color},
        {'h', "help", NULL, "this text", OPTION_FLAG, &parser->help},
        {0},
    };
    memcpy(parser->common, common, sizeof common);
}

Parsed options_parse(Run *run, const Command *command, int argc, char **argv) {
    (void)argc;
    Parser parser = {.run = run, .command = command, .rest = argv + 2, .ok = true};
    set_common(&parser);
    bool ended = false;
    while (*parser.rest) {
        const char *word = *parser.rest++;
        if (ended || word[0] != '-' || !word[1])
            take_argument(&parser, word);
        else if (!strcmp(word, "--"))
            ended = true;
        else if (word[1] == '-')
            take_long(&parser, word + 2);
        else
            take_letters(&parser, word + 1);
    }
    if (parser.help) return PARSED_HELP;
    set_color(&parser);
    check_language(&parser);
    return parser.ok ? PARSED_RUN : PARSED_FAULT;
}

static void print_option(Buf *out, const Option *o) {
    char left[64];
    snprintf(left, sizeof left, "%c%c%s--%s%s%s", o->letter ? '-' : ' ', o->letter ? o->letter : ' ',
             o->letter ? ", " : "  ", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
    buf_printf(out, strlen(left) > 26 ? "  %s\n%30s%s\n" : "  %-26s%.0s  %s\n", left, "", o->help);
}

static Str keep(Arena *arena, Buf *out) {
    Str text = str_dup(arena, buf_str(out));
    buf_free(out);
    return text;
}

Str options_help(Arena *arena, const Command *command) {
    Buf out = {0};
    Run run = {0};
    Parser parser = {.run = &run};
    set_common(&parser);
    buf_printf(&out, "usage: tablecert %s %s\n\n%s\n", command->name, command->usage, command->summary);
    if (command->description) buf_printf(&out, "\n%s\n", command->description);
    buf_put(&out, S("\noptions:\n"));
    for (const Option *o = command->options; o && o->name; o++) print_option(&out, o);
    for (const Option *o = parser.common; o->name; o++) print_option(&out, o);
    return keep(arena, &out);
}

Str options_overview(Arena *arena, const Command *const *commands, int count) {
    Buf out = {0};
    buf_put(&out, S("usage: tablecert COMMAND [options] [arguments]\n\n"
                    "Measures, certifies, marks and referees billiard tables.\n\ncommands:\n"));
    for (int i = 0; i < count; i++) buf_printf(&out, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    buf_put(&out,
            S("\n'tablecert COMMAND --help' explains each, 'man tablecert' all of them.\n"
              "Exit status: 0 yes, 1 no, 2 unusable input, 3 incomplete, 4 the machine, 130 interrupted.\n"));
    return keep(arena, &out);
}

/* man(7): a leading dot or quote and every backslash and hyphen need care. */
static void roff(Buf *out, const char *text) {
    bool line_start = true;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\'')) buf_put(out, S("\\&"));
        line_start = *text == '\n';
        if (*text == '\\')
            buf_put(out, S("\\e"));
        else if (*text == '-')
            buf_put(out, S("\\-"));
        else
            buf_byte(out, *text);
    }
}

static void roff_options(Buf *out, const Option *o) {
    for (; o && o->name; o++) {
        buf_put(out, S(".TP\n\\fB"));
        if (o->letter) buf_printf(out, "\\-%c\\fR, \\fB", o->letter);
        buf_put(out, S("\\-\\-"));
        roff(out, o->name);
        buf_put(out, S("\\fR"));
        if (o->argument) {
            buf_put(out, S(" \\fI"));
            roff(out, o->argument);
            buf_put(out, S("\\fR"));
        }
        buf_byte(out, '\n');
        roff(out, o->help);
        buf_byte(out, '\n');
    }
}

static void roff_command(Buf *out, const Command *command) {
    buf_put(out, S(".SH "));
    for (const char *c = command->name; *c; c++) buf_byte(out, (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c));
    buf_printf(out, "\n.B tablecert %s\n", command->name);
    roff(out, command->usage);
    buf_put(out, S("\n.PP\n"));
    roff(out, command->summary);
    buf_byte(out, '\n');
    if (command->description) {
        buf_put(out, S(".PP\n.nf\n"));
        roff(out, command->description);
        buf_put(out, S("\n.fi\n"));
    }
    roff_options(out, command->options);
}

Str options_manual(Arena *arena, const Command *const *commands, int count) {
    Buf out = {0};
    Run run = {0};
    Parser parser = {.run = &run};
    set_common(&parser);
    buf_put(&out,
            S(".TH TABLECERT 1\n.SH NAME\ntablecert \\- measure, certify, mark and referee billiard tables\n"
              ".SH SYNOPSIS\n.B tablecert\n\\fICOMMAND\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]\n"
              ".SH OPTIONS OF EVERY COMMAND\n"));
    roff_options(&out, parser.common);
    for (int i = 0; i < count; i++) roff_command(&out, commands[i]);
    buf_put(&out,
            S(".SH EXIT STATUS\n0 yes (pass, right); 1 no (fail, wrong); 2 input or usage unusable; 3 "
              "incomplete;\n"
              "4 the machine (disk, port, permission); 130 interrupted.\n"
              ".SH ENVIRONMENT\n.B NO_COLOR\nno colour;\n.B SOURCE_DATE_EPOCH\nfixes the time of issue;\n"
              ".B TZ\nthe place's offset from UTC.\n"));
    return keep(arena, &out);
}
