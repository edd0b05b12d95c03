/* See certify.h: the files of one table. */
#include "cli/certify.h"
#include "cli/certify_register.h"
#include "report/certificate/result.h"
#include "report/write/attachment.h"
#include "report/write/pdf.h"

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

static Str twin_bytes(Arena *arena, const Certifying *work, const TableResult *result,
                      const Catalogue *english) {
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
static const char *pdf_path(const Certifying *work, Arena *arena, int table_number, Str number) {
    if (work->words->output) return work->words->output;
    if (number.len) return str_z(arena, str_fmt(arena, "%s/%.*s.pdf", work->words->out_dir, SARG(number)));
    return str_z(arena, str_fmt(arena, "%s/table-%02d.pdf", work->words->out_dir, table_number + 1));
}

static void tell(Certifying *work, const TableResult *result, const Catalogue *words, const char *pdf) {
    Buf out = {0};
    if (work->run->quiet || !strcmp(pdf, "-")) return;
    if (work->words->output)
        result_text(&out, words, result, work->run->color);
    else
        result_line(&out, words, result, work->run->color);
    out_stdout(buf_str(&out), &work->run->diag);
    buf_free(&out);
}

static bool write_files(Certifying *work, Arena *arena, OutFile pdf, OutFile json) {
    if (work->reg) return certify_register_write(work->run, work->reg, arena, pdf, json);
    return out_write(arena, (OutFile[]){pdf, json}, strcmp(pdf.path, "-") ? 2 : 1, &work->run->diag);
}

/* The twin under its own name ("result.json" for standard output), and the readings. */
static void attach_files(const Certifying *work, Document *document, OutFile twin) {
    const char *slash = strrchr(twin.path, '/');
    Str name =
        str_eq(str_of(twin.path), S("-.json")) ? S("result.json") : str_of(slash ? slash + 1 : twin.path);
    Str description = catalogue_text(work->texts, "certificate.attached.result");
    *VEC_PUSH(document->arena, &document->attachments) =
        attachment_make(document->arena, name, description, "application#2Fjson", twin.bytes);
    for (int i = 0; i < work->inputs.n; i++)
        *VEC_PUSH(document->arena, &document->attachments) = work->inputs.at[i];
}

static bool write_table(Certifying *work, int table_number, const TableResult *result, Arena *arena) {
    Diag *diag = &work->run->diag;
    Catalogue words = *work->texts, english = *work->english;
    words.arena = english.arena = arena;
    Certificate certificate = work->certificate;
    certificate.result = result;
    certificate.readings = readings_of(work->groups, result->table, &certificate.reading_count);
    if (work->reg && !certify_register_number(work->run, work->reg, &certificate, &certificate.number))
        return false;
    OutFile pdf = {.path = pdf_path(work, arena, table_number, work->reg ? certificate.number : S(""))};
    OutFile json = {certify_twin_path(arena, pdf.path), twin_bytes(arena, work, result, &english)};
    Document *document = certificate_build(arena, &certificate, &words);
    attach_files(work, document, json);
    if (!pdf_write(arena, document, diag, &pdf.bytes)) return false;
    if (!write_files(work, arena, pdf, json)) return false;
    work->written++;
    tell(work, result, &words, pdf.path);
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
