/* tablecert form: the empty measuring form of a profile. */
#include "base/out.h"
#include "base/text.h"
#include "cli/cli.h"
#include "report/certificate/form.h"
#include "report/certificate/form_document.h"
#include "report/write/font.h"
#include "report/write/pdf.h"

#include <unistd.h>

static const char *profile_name, *profile_dir, *output, *dialect_name;
static TextList tables;
static bool pdf;

static const Option options[] = {
    {'p', "profile", "P", "the profile to measure for (an id or a .yaml file)", OPTION_TEXT,
     (void *)&profile_name},
    {0, "profile-dir", "DIR", "look for profiles in this folder too", OPTION_TEXT, (void *)&profile_dir},
    {'t', "table", "NAME", "name of the table; repeatable", OPTION_LIST, &tables},
    {0, "dialect", "DIALECT", "plain (default: commas) or excel (semicolons, for spreadsheets)", OPTION_TEXT,
     (void *)&dialect_name},
    {0, "pdf", NULL, "a PDF to print and fill in by hand", OPTION_FLAG, &pdf},
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

static bool check_options(Run *run, FormDialect *dialect, Str *names) {
    if (!run_want_arguments(run, 0, 0, "no argument") || !find_dialect(run, dialect) ||
        !table_names(run, names))
        return false;
    if (!profile_name) return run_usage(run, "--profile is missing; 'tablecert profile list' names them");
    if (pdf && dialect_name) return run_usage(run, "--dialect is of the CSV form; a PDF has none");
    if (pdf && !output && isatty(STDOUT_FILENO))
        return run_usage(run, "a PDF is no text for a terminal; give --output FILE.pdf");
    return !output || out_check(run->arena, output, &run->diag);
}

static bool check_letters(Run *run, const Str *names) {
    bool ok = true;
    for (int i = 0; i < tables.n; i++) ok &= font_check(names[i], NO_PLACE, "--table", &run->diag);
    return ok;
}

static Str pdf_form(Run *run, const Profile *profile, const Str *names) {
    Str bytes = {"", 0};
    const Catalogue *words = catalogue_load(run->arena, run->language, &run->diag);
    if (words && check_letters(run, names))
        pdf_write(run->arena, form_document(run->arena, profile, names, tables.n, words), &run->diag, &bytes);
    return bytes;
}

static int run_form(Run *run) {
    FormDialect dialect;
    Str names[64] = {{0}};
    if (!check_options(run, &dialect, names)) return EXIT_INPUT;
    const Profile *profile = profile_load(run->arena, profile_name, profile_dir, &run->diag);
    if (!profile) return EXIT_INPUT;
    Buf out = {0};
    if (!pdf) form_csv(&out, run->arena, profile, language_index(run->language), names, tables.n, dialect);
    const OutFile file = {output ? output : "-", pdf ? pdf_form(run, profile, names) : buf_str(&out)};
    if (!diag_failed(&run->diag)) out_write(run->arena, &file, 1, &run->diag);
    buf_free(&out);
    return EXIT_YES;
}

const Command cmd_form = {
    .name = "form",
    .summary = "the empty measuring form of a profile",
    .usage = "-p PROFILE [-t NAME]... [-o FILE] [options]",
    .description =
        "Every item and point to measure, one a row, in the order a person walks. Fill in the column value\n"
        "(and u, instrument, time and note where known), and let check or certify read it; rows left empty\n"
        "count as not measured. With --lang the items are called by their names in that language; --dialect\n"
        "excel suits a spreadsheet with decimal commas; --pdf makes a form to print, with the plan and\n"
        "numbered points.",
    .options = options,
    .run = run_form,
};
