/* tablecert form: the empty measuring form of a profile. */
#include "base/out.h"
#include "base/text.h"
#include "cli/cli.h"
#include "report/form.h"

static const char *profile_name, *profile_dir, *output, *dialect_name;
static TextList tables;

static const Option options[] = {
    {'p', "profile", "P", "the profile to measure for (an id or a .yaml file)", OPTION_TEXT,
     (void *)&profile_name},
    {0, "profile-dir", "DIR", "look for profiles in this folder too", OPTION_TEXT, (void *)&profile_dir},
    {'t', "table", "NAME", "name of the table; repeatable", OPTION_LIST, &tables},
    {0, "dialect", "DIALECT", "plain (default: commas) or excel (semicolons, for spreadsheets)", OPTION_TEXT,
     (void *)&dialect_name},
    {'o', "output", "FILE", "write there instead of standard output", OPTION_TEXT, (void *)&output},
    {0},
};

static bool find_dialect(Run *run, FormDialect *out) {
    *out = (FormDialect){.delimiter = ','};
    if (!dialect_name || !strcmp(dialect_name, "plain")) return true;
    *out = (FormDialect){.delimiter = ';', .excel = true};
    return !strcmp(dialect_name, "excel") ||
           run_usage(run, "--dialect: '%s' is not known; there are plain and excel", dialect_name);
}

static bool table_names(Run *run, Str *names) {
    for (int i = 0; i < tables.n; i++) {
        names[i] = str_trim(str_of(tables.at[i]));
        if (!names[i].len || text_utf8_fault(names[i]) >= 0 || text_control(names[i], false) >= 0)
            return run_usage(run, "--table: a name must be plain text in one line");
    }
    return true;
}

static int run_form(Run *run) {
    FormDialect dialect;
    Str names[64];
    if (!run_want_arguments(run, 0, 0, "no argument") || !find_dialect(run, &dialect) ||
        !table_names(run, names))
        return EXIT_INPUT;
    if (!profile_name)
        run_usage(run, "--profile is missing; 'tablecert profile list' names them");
    else if (output && !out_check(run->arena, output, &run->diag))
        return EXIT_INPUT;
    const Profile *profile =
        profile_name ? profile_load(run->arena, profile_name, profile_dir, &run->diag) : NULL;
    if (!profile) return EXIT_INPUT;
    Buf out = {0};
    form_csv(&out, run->arena, profile, language_index(run->language), names, tables.n, dialect);
    const OutFile file = {output ? output : "-", buf_str(&out)};
    out_write(run->arena, &file, 1, &run->diag);
    buf_free(&out);
    return EXIT_YES;
}

const Command cmd_form = {
    .name = "form",
    .summary = "the empty measuring form of a profile",
    .usage = "-p PROFILE [-t NAME]... [-o FILE] [options]",
    .description = "Every item and point to measure, one a row, in the order a person walks. Fill in the "
                   "column value (and u, instrument, "
                   "time and note where known), and let check or certify read it; rows left empty count as "
                   "not measured. With --lang "
                   "the items are called by their names in that language; --dialect excel suits a "
                   "spreadsheet with decimal commas.",
    .options = options,
    .run = run_form,
};
