/* tablecert verify: is this certificate genuine, unchanged, and in force? */
#include "base/json.h"
#include "base/out.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/verify_again.h"
#include "model/catalogue.h"

static const char *on, *cert, *registered, *format;

static const Option options[] = {
    {0, "on", "DATE", "in force on this day (default: today)", OPTION_TEXT, (void *)&on},
    {0, "cert", "CA.pem", "whom to trust: the signer's certificate, or who stands behind it", OPTION_TEXT,
     (void *)&cert},
    {0, "register", "FILE", "the register to ask (default: the configured one)", OPTION_TEXT,
     (void *)&registered},
    {'f', "format", "FORMAT", "text (default) or json", OPTION_TEXT, (void *)&format},
    {0},
};

static const char *const signs[] = {"✓", "•", "✗", "✗"};
static const char *const colors[] = {"\033[32m", "", "\033[33m", "\033[31m"};

static Str words_of(const Catalogue *texts, const Finding *f) {
    Str key = str_fmt(texts->arena, "verify.%s", f->key);
    return catalogue_fill(texts, str_z(texts->arena, key), 3, f->values);
}

static const char *answer(const Verified *found) {
    if (found->valid) return found->own_terms ? "verify.valid_own_terms" : "verify.valid";
    return found->genuine ? "verify.not_in_force" : "verify.not_genuine";
}

/* "FILE: TC-2026-0001, Stôl č. 3: genuine and in force", then a line a finding. */
static void print_text(Run *run, const Catalogue *texts, const char *path, const Verified *found, Buf *out) {
    buf_printf(out, "%.*s: ", SARG(text_harmless(run->arena, str_of(path))));
    if (found->number.len) buf_printf(out, "%.*s, ", SARG(text_harmless(run->arena, found->number)));
    if (found->table.len) buf_printf(out, "%.*s: ", SARG(text_harmless(run->arena, found->table)));
    buf_put(out, catalogue_text(texts, answer(found)));
    buf_byte(out, '\n');
    for (ptrdiff_t i = 0; i < found->findings.n; i++) {
        const Finding *f = &found->findings.at[i];
        if (run->quiet && f->kind == FINDING_GOOD) continue;
        bool color = run->color && *colors[f->kind];
        buf_printf(out, "  %s%s%s %.*s\n", color ? colors[f->kind] : "", signs[f->kind],
                   color ? "\033[0m" : "", SARG(text_harmless(run->arena, words_of(texts, f))));
    }
}

static void text_or_null(Json *json, const char *key, Str text) {
    if (text.len)
        json_str(json, key, text);
    else
        json_null(json, key);
}

static void print_findings(Json *json, const Catalogue *texts, const Verified *found) {
    static const char *const kinds[] = {"good", "note", "not-in-force", "bad"};
    json_open_list(json, "findings");
    for (ptrdiff_t i = 0; i < found->findings.n; i++) {
        const Finding *f = &found->findings.at[i];
        json_open_object(json, NULL);
        json_word(json, "kind", kinds[f->kind]);
        json_word(json, "id", f->key);
        json_str(json, "text", words_of(texts, f));
        json_close_object(json);
    }
    json_close_list(json);
}

static void print_json(Arena *arena, const Catalogue *texts, const char *path, Date day,
                       const Verified *found, Buf *out) {
    static const char *const signature[] = {"none", "known", "unknown", "broken"};
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_word(&json, "schema", "tablecert.verification/1");
    json_str(&json, "file", str_file_name(str_of(path)));
    json_bool(&json, "genuine", found->genuine);
    json_bool(&json, "valid", found->valid);
    json_bool(&json, "own_terms", found->own_terms);
    json_str(&json, "on", date_iso(arena, day));
    json_word(&json, "signature", signature[found->signature]);
    text_or_null(&json, "signer", found->signer);
    text_or_null(&json, "number", found->number);
    text_or_null(&json, "table", found->table);
    text_or_null(&json, "hall", found->hall);
    text_or_null(&json, "issuer", found->issuer);
    text_or_null(&json, "profile", found->profile);
    text_or_null(&json, "verdict", found->verdict);
    json_bool(&json, "partial", found->partial);
    json_open_list(&json, "scope");
    for (int i = 0; i < found->scope_count; i++) json_str(&json, NULL, found->scope[i]);
    json_close_list(&json);
    text_or_null(&json, "measured", date_iso(arena, found->measured));
    text_or_null(&json, "issued", date_iso(arena, found->issued));
    text_or_null(&json, "valid_until", date_iso(arena, found->valid_until));
    json_bool(&json, "withdrawn", found->withdrawn);
    text_or_null(&json, "superseded_by", found->superseded_by);
    print_findings(&json, texts, found);
    json_close_object(&json);
    buf_byte(out, '\n');
}

static bool set_day(Run *run, VerifyOptions *verify) {
    const char *reason;
    Moment moment = moment_now();
    if (on && !moment_parse(str_of(on), &moment, &reason))
        return run_usage(run, "--on: '%s': %s", on, reason);
    verify->on = moment_date(moment);
    return true;
}

static bool open_register(Run *run, VerifyOptions *verify) {
    const char *path = registered ? registered : config_path(run->config, "register");
    verify->must_be_entered = registered != NULL;
    if (!path) return true;
    verify->reg = register_open(run->arena, path, false, &run->diag);
    return verify->reg != NULL;
}

static int verify_file(Run *run, const VerifyOptions *verify, const Catalogue *texts) {
    const char *path = run->arguments.at[0];
    Source source;
    Verified found;
    Buf out = {0};
    if (!source_load(run->arena, path, &source, &run->diag) ||
        !verify_bytes(run->arena, source.bytes, verify, &found, &run->diag))
        return EXIT_INPUT;
    if (format && !strcmp(format, "json"))
        print_json(run->arena, texts, path, verify->on, &found, &out);
    else
        print_text(run, texts, path, &found, &out);
    bool printed = out_stdout(buf_str(&out), &run->diag);
    buf_free(&out);
    return !printed ? EXIT_MACHINE : found.valid ? EXIT_YES : EXIT_NO;
}

static int verify_run(Run *run) {
    VerifyOptions verify = {.ca = cert, .judge = verify_again};
    if (!run_want_arguments(run, 1, 1, "a certificate, FILE.pdf or FILE.json")) return EXIT_INPUT;
    if (format && strcmp(format, "text") != 0 && strcmp(format, "json") != 0)
        return run_usage(run, "--format: '%s' is not known; there are text and json", format), EXIT_INPUT;
    const Catalogue *texts = catalogue_load(run->arena, run->language, &run->diag);
    if (!texts || !set_day(run, &verify) || !open_register(run, &verify)) return EXIT_INPUT;
    int status = verify_file(run, &verify, texts);
    if (verify.reg) register_close(verify.reg);
    return status;
}

const Command cmd_verify = {
    .name = "verify",
    .summary = "is this certificate genuine, unchanged, and in force?",
    .usage = "FILE.pdf|FILE.json [options]",
    .description =
        "Looks at the signature, the attached files and the QR code of every page, judges the attached\n"
        "readings again by the attached profile, and asks the register where there is one. Says everything\n"
        "it has found. A signer that neither --cert nor this machine knows is said to be unknown; with\n"
        "--cert that is an answer of no, and so is a certificate without a signature. Of an unsigned\n"
        "certificate the printed page is protected by nothing but the register.\n"
        "Exit status: 0 genuine and in force, 1 not, 2 the file cannot be read.",
    .options = options,
    .run = verify_run,
};
