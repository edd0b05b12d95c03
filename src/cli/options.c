/* See options.h: the parser. What the same tables print is in options_print.c and options_complete.c. */
#include "cli/options.h"

#include "base/near.h"
#include "model/language.h"

#include <unistd.h>

typedef struct Parser {
    Run *run;
    const Command *command;
    char **rest; /* next word */
    const char *color;
    bool help;
    Option common[OPTIONS_COMMON];
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
    Near near = near_to(name);
    for (int table = 0; table < 2; table++)
        for (const Option *o = const_options(parser, table); o && o->name; o++) {
            int before = near.least;
            near_try(&near, str_of(o->name));
            if (near.least < before) best = o->name;
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
    parser->ok =
        nearest ? run_usage(parser->run, "unknown option '--%.*s'; did you mean '--%s'?", SARG(name), nearest)
                : run_usage(parser->run, "unknown option '--%.*s'", SARG(name));
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
    if (l && language_index(l) < 0)
        parser->ok = run_usage(parser->run, "--lang: '%s' is not known; there are %.*s", l,
                               SARG(language_list(parser->run->arena, ", ")));
}

/* "en|cs|sk" */
static const char *language_words(void) {
    static char words[LANGUAGE_MOST * 9];
    size_t n = 0;
    for (int i = 0; i < language_count() && n < sizeof words; i++)
        n += (size_t)snprintf(words + n, sizeof words - n, "%s%s", i ? "|" : "", language_code(i));
    return words;
}

void options_common(Option *out, Run *run, const char **color, bool *help) {
    const Option common[] = {
        {'l', "lang", language_words(), "language of reports and messages", OPTION_TEXT,
         (void *)&run->language},
        {'q', "quiet", NULL, "no notes and warnings, only errors", OPTION_FLAG, &run->quiet},
        {'v', "verbose", NULL, "tell what was found and done", OPTION_FLAG, &run->verbose},
        {0, "color", "WHEN", "auto, always or never", OPTION_TEXT, (void *)color},
        {'h', "help", NULL, "this text", OPTION_FLAG, help},
        {0},
    };
    memcpy(out, common, sizeof common);
}

Parsed options_parse(Run *run, const Command *command, int argc, char **argv) {
    (void)argc;
    Parser parser = {.run = run, .command = command, .rest = argv + 2, .ok = true};
    options_common(parser.common, run, &parser.color, &parser.help);
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
