/* See certify_register.h. */
#include "cli/certify_register.h"

#include "base/digest.h"
#include "report/certificate/history.h"
#include "report/certificate/twin.h"

#include <sys/stat.h>

static Str scope_text(Arena *arena, const TableResult *result) {
    const Str *games;
    int count = certificate_scope(arena, result, &games);
    Str out = S("");
    for (int i = 0; i < count; i++)
        out = str_fmt(arena, "%.*s%s%.*s", SARG(out), i ? "," : "", SARG(games[i]));
    return out;
}

/* The earlier certificates of this table in this hall, and then this one. */
static bool gather_history(Certifying *work, const Registration *r, Certificate *certificate) {
    Arena *arena = work->run->arena;
    Entries *entries = NEW(arena, Entries);
    const RegisterQuery query = {.table = r->table, .results = true};
    Entries all = {0};
    if (r->table.len && !register_list(work->reg, arena, &query, &all, &work->run->diag)) return false;
    for (ptrdiff_t i = 0; i < all.list.n; i++)
        if (str_eq(all.list.at[i].hall, r->hall)) *VEC_PUSH(arena, &entries->list) = all.list.at[i];
    *VEC_PUSH(arena, &entries->list) = (Entry){.number = certificate->number,
                                               .table = r->table,
                                               .hall = r->hall,
                                               .measured = r->measured,
                                               .issued = r->issued,
                                               .results = r->results};
    certificate->history = entries;
    return true;
}

bool certify_register_number(Certifying *work, Certificate *certificate) {
    Run *run = work->run;
    Arena *keep = run->arena; /* the register keeps it until the entry is made */
    const TableResult *result = certificate->result;
    Str prefix = config_text(run->config, "number_prefix");
    const Registration registration = {
        .prefix = prefix.len ? str_z(keep, prefix) : "TC",
        .year = moment_date(certificate->issued).year,
        .partial = result->partial,
        .issuer = certificate->issuer,
        .hall = certificate->hall,
        .table = str_dup(keep, result->table),
        .profile = str_dup(keep, result->profile->id),
        .verdict = str_of(verdict_name(result->verdict)),
        .scope = scope_text(keep, result),
        .measured = date_iso(keep, certificate_measured(certificate).last),
        .issued = date_iso(keep, moment_date(certificate->issued)),
        .valid_until = date_iso(keep, certificate_valid_until(certificate)),
        .results = history_results(keep, result),
    };
    return register_begin(work->reg, &registration, &certificate->number, &certificate->supersedes,
                          &run->diag) &&
           gather_history(work, &registration, certificate);
}

bool certify_register_write(Certifying *work, Arena *arena, OutFile pdf, OutFile json) {
    Diag *diag = &work->run->diag;
    char pdf_hex[DIGEST_HEX], json_hex[DIGEST_HEX];
    digest_hex(pdf.bytes, pdf_hex);
    digest_hex(json.bytes, json_hex);
    if (!register_pending(work->reg, str_of(json.path), str_of(json_hex), str_of(pdf.path), str_of(pdf_hex),
                          diag))
        return false;
    /* The PDF last: with it the certificate is complete. */
    if (out_write(arena, (OutFile[]){json, pdf}, 2, diag)) return register_issued(work->reg, diag);
    register_cancel(work->reg);
    return false;
}

/* A register never gives a number twice: a file that has it already is of another one. */
bool certify_may_replace(Certifying *work, Arena *arena, const Certificate *certificate, const char *pdf) {
    const char *json = certify_twin_path(arena, pdf);
    Diag ignored = {.arena = arena};
    struct stat info;
    Source source;
    if (work->words->force || stat(json, &info) || !S_ISREG(info.st_mode) ||
        !source_load(arena, json, &source, &ignored))
        return true;
    Str number = twin_number(arena, source.bytes);
    if (!number.len || (!work->reg && str_eq(number, certificate->number))) return true;
    return diag_error(&work->run->diag, place_file(str_of(pdf)),
                      "is certificate %.*s; it is not written over without --force", SARG(number));
}
