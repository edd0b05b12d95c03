/* tablecert certify: judges like check and writes a certificate for every table, as PDF with its JSON twin.
 * All tables are judged and all texts checked before the first file is written. */
#include "base/text.h"
#include "cli/certify_attach.h"
#include "cli/certify_register.h"
#include "cli/judging.h"
#include "report/certificate/result.h"
#include "report/write/attachment.h"
#include "report/write/font.h"
#include "report/write/pdf.h"

#include <unistd.h>

static struct CertifyOptions {
    JudgingWords judging;
    const char *output, *out_dir, *number, *registered, *measured;
    const char *issuer, *inspector, *hall, *address, *table_maker, *table_serial;
    int valid_months;
} options = {.judging = {.max_errors = 50}};

static const Option table[] = {
    JUDGING_OPTIONS(options.judging),
    {'o', "output", "FILE.pdf", "the certificate; its twin FILE.json is written beside it", OPTION_TEXT,
     (void *)&options.output},
    {0, "out-dir", "DIR", "one certificate for each table, in this folder", OPTION_TEXT,
     (void *)&options.out_dir},
    {0, "number", "NNN", "number of the certificate, printed as given", OPTION_TEXT, (void *)&options.number},
    {0, "register", "FILE", "enter it in this register, which gives it its number", OPTION_TEXT,
     (void *)&options.registered},
    {0, "issuer", "NAME", "who issues it", OPTION_TEXT, (void *)&options.issuer},
    {0, "inspector", "NAME", "who inspected the table", OPTION_TEXT, (void *)&options.inspector},
    {0, "hall", "NAME", "the hall the table stands in", OPTION_TEXT, (void *)&options.hall},
    {0, "address", "TEXT", "the hall's address", OPTION_TEXT, (void *)&options.address},
    {0, "table-maker", "NAME", "maker of the table", OPTION_TEXT, (void *)&options.table_maker},
    {0, "table-serial", "TEXT", "serial number of the table", OPTION_TEXT, (void *)&options.table_serial},
    {0, "measured", "DATE", "when it was measured (default: the readings' times)", OPTION_TEXT,
     (void *)&options.measured},
    {0, "valid-months", "N", "how long a certificate is valid (default 12)", OPTION_MANY,
     &options.valid_months},
    {0},
};

typedef struct Work {
    Run *run;
    Judging judging;
    Certificate certificate; /* what is the same for all tables */
    const ReadingGroups *groups;
    AttachedFiles inputs;
    const Catalogue *words, *english;
    Register *reg;   /* NULL: certificates are unregistered */
    Verdict verdict; /* the gravest */
    int written;
    int64_t began_ms, shown_ms;
    bool progress; /* something stands on the terminal's last line */
} Work;

/* ---- options ---- */

/* The option's text, else the configuration's (under either key). Text the font cannot show is told with its
 * origin. */
static Str setting(Work *work, const char *given, const char *key, const char *other_key) {
    Run *run = work->run;
    Str what = str_fmt(run->arena, "--%s", key), text = str_of(given);
    Place place = NO_PLACE;
    if (!given) {
        text = config_text(run->config, key);
        if (!text.len && other_key) key = other_key, text = config_text(run->config, key);
        place = config_place(run->config, key);
        what = str_fmt(run->arena, "'%s'", key);
    }
    if (text_utf8_fault(text) >= 0 || text_control(text, false) >= 0)
        diag_error(&run->diag, place, "%.*s is no plain UTF-8 text", SARG(what));
    else
        font_check(text = text_nfc(run->arena, text), place, str_z(run->arena, what), &run->diag);
    return text;
}

static bool set_measured(Work *work) {
    const char *reason = NULL;
    Str text = setting(work, options.measured, "measured", NULL);
    if (!text.len || moment_parse(text, &work->certificate.measured, &reason)) return true;
    return run_usage(work->run, "--measured: '%.*s': %s", SARG(text), reason);
}

static bool set_months(Work *work) {
    int64_t months = options.valid_months;
    Str text = config_text(work->run->config, "valid-months");
    if (!months && (!text.len || !str_to_count(text, 1200, &months))) months = 12;
    work->certificate.valid_months = (int)months;
    return months <= 1200 || run_usage(work->run, "--valid-months: at most 1200");
}

static bool set_certificate(Work *work) {
    Certificate *c = &work->certificate;
    c->issued = moment_now();
    c->number = setting(work, options.number, "number", NULL);
    c->issuer = setting(work, options.issuer, "issuer", "organisation");
    c->inspector = setting(work, options.inspector, "inspector", NULL);
    c->hall = setting(work, options.hall, "hall", NULL);
    c->address = setting(work, options.address, "address", NULL);
    c->table_maker = setting(work, options.table_maker, "table-maker", NULL);
    c->table_serial = setting(work, options.table_serial, "table-serial", NULL);
    bool good = set_measured(work);
    good &= set_months(work);
    return good && !diag_failed(&work->run->diag);
}

static const char *twin_path(Arena *arena, const char *pdf) {
    Str path = str_of(pdf);
    if (str_ends(path, S(".pdf"))) path.len -= 4;
    return str_z(arena, str_fmt(arena, "%.*s.json", SARG(path)));
}

static bool check_targets(Work *work) {
    Run *run = work->run;
    if (!options.output == !options.out_dir)
        return run_usage(run, "give either --output FILE.pdf or --out-dir DIR");
    if (options.judging.profiles.n > 1)
        return run_usage(run, "a certificate is by one profile; --profile was given %d times",
                         options.judging.profiles.n);
    if (!options.registered) options.registered = config_path(run->config, "register");
    if (options.registered && options.number)
        return run_usage(run, "the register '%s' gives the number; leave out --number", options.registered);
    if (options.registered && options.output && !strcmp(options.output, "-"))
        return run_usage(run, "a registered certificate goes to a file");
    if (!options.output) return true;
    if (str_ends(str_of(options.output), S(".json")))
        return run_usage(run, "--output names the PDF; its twin takes the name .json");
    return run_spares_inputs(run, twin_path(run->arena, options.output)) &&
           out_check(run->arena, options.output, &run->diag);
}

/* Only once the files are read is it known how many tables there are. */
static bool check_count(Work *work) {
    int count = work->judging.session.table_count;
    if (count < 2) return true;
    if (options.output)
        return run_usage(work->run, "the readings are of %d tables; give --out-dir instead of --output",
                         count);
    if (work->certificate.number.len) return run_usage(work->run, "one number cannot serve %d tables", count);
    return true;
}

/* ---- one table ---- */

static bool judge(Work *work, int number, Arena *arena, TableResult *result, Diag *diag) {
    const SessionTable *readings = session_table_at(&work->judging.session, number, arena);
    return judge_table(arena, readings, work->judging.profiles[0], &work->judging.options, result, diag);
}

/* All tables once, for the errors and the exit status; nothing is kept. */
static bool judge_all(Work *work) {
    bool ok = true;
    for (int i = 0; i < work->judging.session.table_count; i++) {
        Arena arena = {0};
        TableResult result;
        bool good = judge(work, i, &arena, &result, &work->run->diag);
        if (good) work->verdict = verdict_worse(work->verdict, result.verdict);
        ok &= good;
        arena_free(&arena);
    }
    return ok;
}

static Str twin_bytes(Arena *arena, const Work *work, const TableResult *result, const Catalogue *english) {
    Buf out = {0};
    Json json = {.out = &out};
    result_json_open(&json);
    result_json_table(&json, english, result);
    result_json_close(&json, &work->judging.session);
    Str bytes = str_dup(arena, buf_str(&out));
    buf_free(&out);
    return bytes;
}

/* Where the PDF goes; never by the table's name. */
static const char *pdf_path(Arena *arena, int table_number, Str number) {
    if (options.output) return options.output;
    if (number.len) return str_z(arena, str_fmt(arena, "%s/%.*s.pdf", options.out_dir, SARG(number)));
    return str_z(arena, str_fmt(arena, "%s/table-%02d.pdf", options.out_dir, table_number + 1));
}

static void tell(Work *work, const TableResult *result, const Catalogue *words, const char *pdf) {
    Buf out = {0};
    if (work->run->quiet || !strcmp(pdf, "-")) return;
    if (options.output)
        result_text(&out, words, result, work->run->color);
    else
        result_line(&out, words, result, work->run->color);
    out_stdout(buf_str(&out), &work->run->diag);
    buf_free(&out);
}

static bool write_files(Work *work, Arena *arena, OutFile pdf, OutFile json) {
    if (work->reg) return certify_register_write(work->run, work->reg, arena, pdf, json);
    return out_write(arena, (OutFile[]){pdf, json}, strcmp(pdf.path, "-") ? 2 : 1, &work->run->diag);
}

/* The twin under its own name ("result.json" for standard output), and the readings. */
static void attach_files(const Work *work, Document *document, OutFile twin) {
    const char *slash = strrchr(twin.path, '/');
    Str name =
        str_eq(str_of(twin.path), S("-.json")) ? S("result.json") : str_of(slash ? slash + 1 : twin.path);
    Str description = catalogue_text(work->words, "certificate.attached.result");
    *VEC_PUSH(document->arena, &document->attachments) =
        attachment_make(document->arena, name, description, "application#2Fjson", twin.bytes);
    for (int i = 0; i < work->inputs.n; i++)
        *VEC_PUSH(document->arena, &document->attachments) = work->inputs.at[i];
}

static bool write_table(Work *work, int table_number, const TableResult *result, Arena *arena) {
    Diag *diag = &work->run->diag;
    Catalogue words = *work->words, english = *work->english;
    words.arena = english.arena = arena;
    Certificate certificate = work->certificate;
    certificate.result = result;
    certificate.readings = readings_of(work->groups, result->table, &certificate.reading_count);
    if (work->reg && !certify_register_number(work->run, work->reg, &certificate, &certificate.number))
        return false;
    OutFile pdf = {.path = pdf_path(arena, table_number, work->reg ? certificate.number : S(""))};
    OutFile json = {twin_path(arena, pdf.path), twin_bytes(arena, work, result, &english)};
    Document *document = certificate_build(arena, &certificate, &words);
    attach_files(work, document, json);
    if (!pdf_write(arena, document, diag, &pdf.bytes)) return false;
    if (!write_files(work, arena, pdf, json)) return false;
    work->written++;
    tell(work, result, &words, pdf.path);
    return true;
}

static bool certify_table(Work *work, int number) {
    Arena arena = {0};
    TableResult result;
    Diag told = {.arena = &arena}; /* judge_all has told it */
    bool ok = judge(work, number, &arena, &result, &told);
    if (ok && result.verdict == VERDICT_INCOMPLETE && !options.judging.partial)
        diag_note(&work->run->diag, NO_PLACE,
                  "table '%.*s' is incomplete: no certificate; --partial writes a report of what there is",
                  SARG(result.table));
    else
        ok = ok && write_table(work, number, &result, &arena);
    arena_free(&arena);
    return ok;
}

/* ---- all ---- */

static void show_progress(Work *work, int done) {
    int64_t now = clock_monotonic_ms();
    int all = work->judging.session.table_count;
    if (work->run->quiet || !isatty(STDERR_FILENO) || now - work->began_ms < 1000 ||
        now - work->shown_ms < 100)
        return;
    fprintf(stderr, "\r%d of %d tables", done, all);
    work->progress = true;
    work->shown_ms = now;
}

static bool certify_all(Work *work) {
    bool ok = true;
    work->began_ms = clock_monotonic_ms();
    for (int i = 0; i < work->judging.session.table_count && ok; i++) {
        ok = certify_table(work, i);
        show_progress(work, i + 1);
    }
    if (work->progress) fprintf(stderr, "\r\033[K");
    return ok;
}

static int certify(Run *run) {
    Work work = {.run = run};
    if (!check_targets(&work) || !set_certificate(&work)) return EXIT_INPUT;
    work.words = catalogue_load(run->arena, run->language, &run->diag);
    work.english = catalogue_load(run->arena, "en", &run->diag);
    if (!work.words || !work.english || !judging_load(run, &options.judging, true, &work.judging))
        return EXIT_INPUT;
    work.judging.options.every_point = true;
    work.certificate.session = &work.judging.session;
    work.certificate.instruments = work.judging.instruments;
    if (!check_count(&work) || !certificate_check_readings(&work.judging.session, &run->diag))
        return EXIT_INPUT;
    Str readings = catalogue_text(work.words, "certificate.attached.readings");
    if (!judge_all(&work) || !certify_attach_inputs(run, &work.judging.session, readings, &work.inputs))
        return EXIT_INPUT;
    work.groups = reading_groups(run->arena, &work.judging.session);
    if (options.registered && !(work.reg = register_open(run->arena, options.registered, true, &run->diag)))
        return EXIT_INPUT;
    certify_all(&work);
    if (work.reg) register_close(work.reg);
    return judging_status(work.verdict);
}

const Command cmd_certify = {
    .name = "certify",
    .summary = "judge a table and write its certificate as PDF and JSON",
    .usage = "-p PROFILE (-o FILE.pdf | --out-dir DIR) [options] FILE.csv...",
    .description =
        "Judges the readings as check does and writes, for every table, a certificate to hang on the wall "
        "with\n"
        "an annex of all readings, and the result as JSON beside it. A table that fails gets an inspection\n"
        "report; an incomplete one only with --partial. Nothing is written after an error.\n"
        "The texts of --issuer, --inspector, --hall, --address, --table-maker, --table-serial and\n"
        "--valid-months can be set once in ~/.config/tablecert/config.yaml, under the same names.",
    .options = table,
    .run = certify,
};
