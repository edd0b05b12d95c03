/* See certify.h: the files of one table. */
#include "base/digest.h"
#include "cli/certify.h"
#include "cli/certify_register.h"
#include "cli/certify_sign.h"
#include "report/certificate/result.h"
#include "report/certificate/twin.h"
#include "report/write/attachment.h"
#include "report/write/pdf.h"
#include "trust/qr.h"

static bool judge(Certifying *work, int number, Arena *arena, TableResult *result, Diag *diag) {
    const SessionTable *readings = session_table_at(&work->judging.session, number, arena);
    return judge_table(arena, readings, work->judging.profiles[0], &work->judging.options, result, diag);
}

bool certify_judge_all(Certifying *work) {
    bool ok = true;
    for (int i = 0; i < work->judging.session.table_count; i++) {
        Arena arena = {0};
        TableResult result;
        bool good = judge(work, i, &arena, &result, &work->run->diag);
        if (good) work->outcome = outcome_worse(work->outcome, table_outcome(&result));
        ok &= good;
        arena_free(&arena);
    }
    return ok;
}

/* Where the PDF goes; never by the table's name. */
static const char *pdf_path(const Certifying *work, Arena *arena, int table_number, Str number) {
    if (work->words->output) return work->words->output;
    if (number.len) return str_z(arena, str_fmt(arena, "%s/%.*s.pdf", work->words->out_dir, SARG(number)));
    return str_z(arena, str_fmt(arena, "%s/table-%02d.pdf", work->words->out_dir, table_number + 1));
}

/* The verdict on standard output, and a line about the certificate on standard error. */
static void tell(Certifying *work, const Certificate *certificate, const Catalogue *words, const char *pdf) {
    Buf out = {0};
    if (work->run->quiet || !strcmp(pdf, "-")) return;
    if (work->words->output)
        result_text(&out, words, certificate->result, work->run->color);
    else
        result_line(&out, words, certificate->result, work->run->color);
    out_stdout(buf_str(&out), &work->run->diag);
    buf_clear(&out);
    certificate_line(&out, words, certificate, pdf);
    fwrite(out.at, 1, out.len, stderr);
    buf_free(&out);
}

static bool write_files(Certifying *work, Arena *arena, OutFile pdf, OutFile json) {
    if (work->reg) return certify_register_write(work, arena, pdf, json);
    return out_write(arena, (OutFile[]){json, pdf}, 2, &work->run->diag);
}

/* The twin under its own name ("result.json" for standard output), and the readings. */
static void attach_files(const Certifying *work, Document *document, OutFile twin) {
    const char *slash = strrchr(twin.path, '/');
    Str name =
        str_eq(str_of(twin.path), S("-.json")) ? S("result.json") : str_of(slash ? slash + 1 : twin.path);
    Str description = catalogue_text(work->texts, "certificate.attached.result");
    *VEC_PUSH(document->arena, &document->attachments) =
        attachment_make(document->arena, name, description, "application#2Fjson", "Data", twin.bytes);
    for (int i = 0; i < work->inputs.n; i++)
        *VEC_PUSH(document->arena, &document->attachments) = work->inputs.at[i];
}

/* Number, verdict and the twin's digest, as a code on every page. */
static bool put_qr(Certifying *work, Document *document, const Certificate *certificate, OutFile twin) {
    char digest[DIGEST_HEX];
    digest_hex(twin.bytes, digest);
    Str verdict = str_of(verdict_name(certificate->result->verdict));
    Str words = qr_words(document->arena, certificate->number, verdict, digest);
    return qr_squares(document->arena, words, &document->qr_modules, &document->qr) ||
           diag_error(&work->run->diag, NO_PLACE, "the number is too long for a QR code");
}

/* Everything that is written, in memory; then the files. */
static bool build(Certifying *work, Arena *arena, const Certificate *certificate, OutFile *pdf,
                  OutFile *json) {
    Catalogue words = *work->texts, english = *work->english;
    words.arena = english.arena = arena;
    *json = (OutFile){certify_twin_path(arena, pdf->path),
                      twin_bytes(arena, certificate, &english, words.language)};
    Document *document = certificate_build(arena, certificate, &words);
    attach_files(work, document, *json);
    certify_signature_lines(work, document);
    return put_qr(work, document, certificate, *json) &&
           pdf_write(arena, document, &work->run->diag, &pdf->bytes) &&
           certify_sign(work, arena, &pdf->bytes);
}

static bool write_table(Certifying *work, int table_number, const TableResult *result, Arena *arena) {
    Certificate certificate = work->certificate;
    Catalogue words = *work->texts;
    OutFile pdf = {0}, json;
    words.arena = arena;
    certificate.result = result;
    certificate.readings = readings_of(work->groups, result->table, &certificate.reading_count);
    if (work->reg && !certify_register_number(work, &certificate)) return false;
    pdf.path = pdf_path(work, arena, table_number, work->reg ? certificate.number : S(""));
    bool ok = certify_may_replace(work, arena, &certificate, pdf.path) &&
              build(work, arena, &certificate, &pdf, &json);
    if (!ok && work->reg) register_cancel(work->reg);
    if (!ok || !(strcmp(pdf.path, "-") ? write_files(work, arena, pdf, json)
                                       : out_write(arena, &pdf, 1, &work->run->diag)))
        return false;
    work->written++;
    tell(work, &certificate, &words, pdf.path);
    return true;
}

bool certify_table(Certifying *work, int number) {
    Arena arena = {0};
    TableResult result;
    Diag told = {.arena = &arena}; /* judge_all has told it */
    bool ok = judge(work, number, &arena, &result, &told);
    if (ok && result.verdict == VERDICT_INCOMPLETE && !work->words->judging.partial)
        diag_note(&work->run->diag, NO_PLACE,
                  "table '%.*s' is incomplete: no certificate; --partial writes a report of what there is",
                  SARG(result.table));
    else
        ok = ok && write_table(work, number, &result, &arena);
    arena_free(&arena);
    return ok;
}
