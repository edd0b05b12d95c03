/* tablecert certify: judges like check and writes a certificate for every table, as PDF with its JSON twin.
 * All tables are judged and all texts checked before the first file is written. */
#include "cli/certify.h"
#include "cli/certify_sign.h"
#include "cli/progress.h"

static CertifyWords words = {.judging = {.max_errors = 50}};

static const Option options[] = {
    JUDGING_OPTIONS(words.judging),
    {'o', "output", "FILE.pdf", "the certificate; its twin FILE.json is written beside it", OPTION_TEXT,
     (void *)&words.output},
    {0, "out-dir", "DIR", "one certificate for each table, in this folder", OPTION_TEXT,
     (void *)&words.out_dir},
    {0, "number", "NNN", "number of the certificate, printed as given", OPTION_TEXT, (void *)&words.number},
    {0, "register", "FILE", "enter it in this register, which gives it its number", OPTION_TEXT,
     (void *)&words.registered},
    {0, "issuer", "NAME", "who issues it", OPTION_TEXT, (void *)&words.issuer},
    {0, "inspector", "NAME", "who inspected the table", OPTION_TEXT, (void *)&words.inspector},
    {0, "customer", "NAME", "who asked for it", OPTION_TEXT, (void *)&words.customer},
    {0, "hall", "NAME", "the hall the table stands in", OPTION_TEXT, (void *)&words.hall},
    {0, "address", "TEXT", "the hall's address", OPTION_TEXT, (void *)&words.address},
    {0, "table-maker", "NAME", "maker of the table", OPTION_TEXT, (void *)&words.table_maker},
    {0, "table-serial", "TEXT", "serial number of the table", OPTION_TEXT, (void *)&words.table_serial},
    {0, "measured", "DATE", "when it was measured (default: the readings' times)", OPTION_TEXT,
     (void *)&words.measured},
    {0, "valid-months", "N", "how long a certificate is valid (default 12)", OPTION_MANY,
     &words.valid_months},
    {0, "photo", "FILE", "a photograph for the annex (JPEG or PNG); repeatable", OPTION_LIST, &words.photos},
    {0, "logo", "FILE", "stands beside the issuer (PNG or JPEG)", OPTION_TEXT, (void *)&words.logo},
    {0, "sign", "KEY", "sign it with this key (PEM, or PKCS#12 with its certificate)", OPTION_TEXT,
     (void *)&words.sign},
    {0, "cert", "CERT.pem", "the certificate of that key, and what stands behind it", OPTION_TEXT,
     (void *)&words.cert},
    {0, "passphrase-file", "FILE", "its first line opens the key; else the passphrase is asked for",
     OPTION_TEXT, (void *)&words.passphrase_file},
    {0, "force", NULL, "write over a certificate that has another number", OPTION_FLAG, &words.force},
    {0},
};

static bool certify_all(Certifying *work) {
    bool ok = true;
    progress_begin(work->run, "certifying");
    for (int i = 0; i < work->judging.session.table_count && ok; i++) ok = certify_table(work, i);
    progress_end();
    return ok;
}

static bool load(Certifying *work) {
    Run *run = work->run;
    work->texts = catalogue_load(run->arena, run->language, &run->diag);
    work->english = catalogue_load(run->arena, "en", &run->diag);
    words.judging.digest = words.judging.certifies = true;
    if (!work->texts || !work->english || !judging_load(run, &words.judging, true, &work->judging))
        return false;
    work->judging.options.every_point = true;
    work->certificate.session = &work->judging.session;
    work->certificate.instruments = work->judging.instruments;
    work->groups = reading_groups(run->arena, &work->judging.session);
    return certify_check_count(work) && certify_check_days(work) &&
           certificate_check_readings(&work->judging.session, &run->diag);
}

static int certify(Run *run) {
    Certifying work = {.run = run, .words = &words};
    if (!certify_check_targets(&work) || !certify_settings(&work) || !certify_pictures(&work) ||
        !certify_open_key(&work) || !load(&work))
        return EXIT_INPUT;
    Str readings = catalogue_text(work.texts, "certificate.attached.readings");
    if (!certify_judge_all(&work) ||
        !certify_attach_inputs(run, &work.judging.session, readings, &work.inputs) ||
        !certify_make_folder(&work))
        return EXIT_INPUT;
    certify_attach_basis(run, work.judging.profiles[0], work.judging.instruments,
                         catalogue_text(work.texts, "certificate.attached.profile"),
                         catalogue_text(work.texts, "certificate.attached.instruments"), &work.inputs);
    if (words.registered && !(work.reg = register_open(run->arena, words.registered, true, &run->diag)))
        return EXIT_INPUT;
    certify_all(&work);
    signer_close(work.signer);
    if (work.reg) register_close(work.reg);
    return judging_status(work.outcome);
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
    .options = options,
    .run = certify,
};
