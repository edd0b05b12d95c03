/* See certify.h: options and configuration. Every text is checked against the font before anything is
 * written. */
#include "base/out.h"
#include "base/text.h"
#include "cli/certify.h"
#include "report/write/font.h"

#include <errno.h>
#include <sys/stat.h>

/* The option's text, else the configuration's (under either key). Text the font cannot show is told with its
 * origin. */
static Str setting(Certifying *work, const char *given, const char *key, const char *other_key) {
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

static bool set_measured(Certifying *work) {
    const char *reason = NULL;
    Str text = setting(work, work->words->measured, "measured", NULL);
    Moment *measured = &work->certificate.measured;
    if (!text.len) return true;
    if (!moment_parse(text, measured, &reason))
        return run_usage(work->run, "--measured: '%.*s': %s", SARG(text), reason);
    return date_days(moment_date(*measured)) <= date_days(moment_date(work->certificate.issued)) ||
           run_usage(work->run, "--measured: %.*s is in the future", SARG(text));
}

static bool set_months(Certifying *work) {
    int64_t months = work->words->valid_months;
    Str text = config_text(work->run->config, "valid-months");
    if (!months && (!text.len || !str_to_count(text, 1200, &months))) months = 12;
    work->certificate.valid_months = (int)months;
    return months <= 1200 || run_usage(work->run, "--valid-months: at most 1200");
}

bool certify_settings(Certifying *work) {
    Certificate *c = &work->certificate;
    c->issued = moment_now();
    c->number = setting(work, work->words->number, "number", NULL);
    c->issuer = setting(work, work->words->issuer, "issuer", "organisation");
    c->inspector = setting(work, work->words->inspector, "inspector", NULL);
    c->customer = setting(work, work->words->customer, "customer", NULL);
    c->hall = setting(work, work->words->hall, "hall", NULL);
    c->address = setting(work, work->words->address, "address", NULL);
    c->table_maker = setting(work, work->words->table_maker, "table-maker", NULL);
    c->table_serial = setting(work, work->words->table_serial, "table-serial", NULL);
    bool good = set_measured(work);
    good &= set_months(work);
    return good && !diag_failed(&work->run->diag);
}

const char *certify_twin_path(Arena *arena, const char *pdf) {
    Str path = str_of(pdf);
    if (str_ends(path, S(".pdf"))) path.len -= 4;
    return str_z(arena, str_fmt(arena, "%.*s.json", SARG(path)));
}

bool certify_check_targets(Certifying *work) {
    Run *run = work->run;
    if (!work->words->output == !work->words->out_dir)
        return run_usage(run, "give either --output FILE.pdf or --out-dir DIR");
    if (work->words->judging.profiles.n > 1)
        return run_usage(run, "a certificate is by one profile; --profile was given %d times",
                         work->words->judging.profiles.n);
    if (!work->words->registered) work->words->registered = config_path(run->config, "register");
    if (work->words->registered && work->words->number)
        return run_usage(run, "the register '%s' gives the number; leave out --number",
                         work->words->registered);
    if (work->words->registered && work->words->output && !strcmp(work->words->output, "-"))
        return run_usage(run, "a registered certificate goes to a file");
    if (!work->words->output) return true;
    if (str_ends(str_of(work->words->output), S(".json")))
        return run_usage(run, "--output names the PDF; its twin takes the name .json");
    return run_spares_inputs(run, certify_twin_path(run->arena, work->words->output)) &&
           out_check(run->arena, work->words->output, &run->diag);
}

bool certify_check_count(Certifying *work) {
    int count = work->judging.session.table_count;
    if (count < 2) return true;
    if (work->words->output)
        return run_usage(work->run, "the readings are of %d tables; give --out-dir instead of --output",
                         count);
    if (work->certificate.number.len) return run_usage(work->run, "one number cannot serve %d tables", count);
    return true;
}

/* Validity counts from the day of measuring. */
bool certify_check_days(Certifying *work) {
    bool ok = true;
    for (int i = 0; i < work->judging.session.table_count; i++) {
        Arena arena = {0};
        const SessionTable *table = session_table_at(&work->judging.session, i, &arena);
        Certificate certificate = work->certificate;
        certificate.readings = readings_of(work->groups, table->name, &certificate.reading_count);
        if (!certificate_measured(&certificate).last.year)
            ok =
                diag_error(&work->run->diag, NO_PLACE,
                           "table '%.*s': the readings do not say when it was measured; give --measured DATE",
                           SARG(table->name));
        arena_free(&arena);
    }
    return ok;
}

/* With the folders above it. */
bool certify_make_folder(Certifying *work) {
    Run *run = work->run;
    const char *folder = work->words->out_dir;
    if (!folder) return true;
    char *path = str_z(run->arena, str_of(folder));
    for (char *c = path + 1; *path && *c; c++) {
        if (*c != '/') continue;
        *c = '\0';
        (void)mkdir(path, 0777); /* what matters is whether the last one is there */
        *c = '/';
    }
    struct stat info;
    int fault = mkdir(path, 0777) ? errno : 0;
    if (!fault || (stat(path, &info) == 0 && S_ISDIR(info.st_mode))) return true;
    return diag_machine(&run->diag, place_file(str_of(folder)), "cannot be made: %s", strerror(fault));
}
