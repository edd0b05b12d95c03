/* See options.h: the tables of options as help, as the list of commands and as the manual page. */
#include "base/buf.h"
#include "cli/options.h"
#include "model/config.h"

/* For printing only: where the values would go does not matter. */
static void common_of(Option out[OPTIONS_COMMON]) {
    static Run run;
    static const char *color;
    static bool help;
    options_common(out, &run, &color, &help);
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
    Option common[OPTIONS_COMMON];
    common_of(common);
    buf_printf(&out, "usage: tablecert %s %s\n\n%s\n", command->name, command->usage, command->summary);
    if (command->description) buf_printf(&out, "\n%s\n", command->description);
    buf_put(&out, S("\noptions:\n"));
    for (const Option *o = command->options; o && o->name; o++) print_option(&out, o);
    for (const Option *o = common; o->name; o++) print_option(&out, o);
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

static void roff_pair(Buf *out, const char *name, const char *help) {
    buf_put(out, S(".TP\n\\fB"));
    roff(out, name);
    buf_put(out, S("\\fR\n"));
    roff(out, help);
    buf_byte(out, '\n');
}

static void roff_configuration(Buf *out) {
    const char *name, *help;
    buf_put(out, S(".SH CONFIGURATION\n"));
    roff(out,
         "What a person sets once stands in ~/.config/tablecert/config.yaml, a YAML file of 'key: value' "
         "lines.\n"
         "Options win over it; '-' and '_' are the same in its keys; a relative path starts at the file's "
         "folder,\n"
         "'~/' at the home folder. An example is installed as share/doc/tablecert/examples/config.yaml.\n");
    for (int i = 0; config_key(i, &name, &help); i++) roff_pair(out, name, help);
}

/* The instrument list (model/instruments.h). */
static void roff_instruments(Buf *out) {
    static const char *const keys[][2] = {
        {"id", "what the column 'instrument' of the readings calls it; needed"},
        {"maker, model, serial", "as they stand on it and on its certificate"},
        {"certificate, date, due",
         "of its calibration; readings outside these days make the verdict conditional"},
        {"uncertainty", "expanded, k = 2: a constant and a part of the reading, \"0.5 mm + 0.01 %\""},
        {"includes_resolution", "true: the resolution is part of that uncertainty"},
        {"resolution", "of its display, where readings are typed with fewer digits"},
        {"offset", "to be added to every reading, \"10.05 mm\""},
        {"driver, port, settings, unit, prefix",
         "how it is read: 'tablecert instruments list' names the drivers"},
        {"quantity, items", "what it measures, and which items it is proposed for"},
    };
    buf_put(out, S(".SH INSTRUMENT LIST\n"));
    roff(out, "A YAML file with the list 'instruments:', given by --instruments or by the configuration. "
              "'tablecert\n"
              "instruments check FILE' looks through it. An example is installed as\n"
              "share/doc/tablecert/examples/instruments.yaml. Each entry may have the keys:\n");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) roff_pair(out, keys[i][0], keys[i][1]);
}

Str options_manual(Arena *arena, const Command *const *commands, int count) {
    Buf out = {0};
    Option common[OPTIONS_COMMON];
    common_of(common);
    buf_put(&out,
            S(".TH TABLECERT 1\n.SH NAME\ntablecert \\- measure, certify, mark and referee billiard tables\n"
              ".SH SYNOPSIS\n.B tablecert\n\\fICOMMAND\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]\n"
              ".SH OPTIONS OF EVERY COMMAND\n"));
    roff_options(&out, common);
    for (int i = 0; i < count; i++) roff_command(&out, commands[i]);
    roff_configuration(&out);
    roff_instruments(&out);
    buf_put(&out,
            S(".SH EXIT STATUS\n0 yes (pass, right); 1 no (fail, wrong); 2 input or usage unusable; 3 "
              "incomplete;\n"
              "4 the machine (disk, port, permission); 130 interrupted.\n"
              ".SH ENVIRONMENT\n.B NO_COLOR\nno colour;\n.B SOURCE_DATE_EPOCH\nfixes the time of issue;\n"
              ".B TZ\nthe place's offset from UTC.\n"));
    return keep(arena, &out);
}
