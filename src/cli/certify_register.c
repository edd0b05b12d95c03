/* See certify_register.h. */
#include "cli/certify_register.h"

#include "base/digest.h"
#include "model/config.h"

typedef struct Between {
    Run *run;
    Register *reg;
    OutFile pdf, json;
} Between;

bool certify_register_number(Run *run, Register *reg, const Certificate *certificate, Str *number) {
    const TableResult *result = certificate->result;
    Str prefix = config_text(run->config, "number_prefix");
    Moment issued = certificate->issued;
    issued.date_only = true;
    issued.utc_ms = date_days(moment_date(certificate->issued)) * INT64_C(86400000);
    issued.offset_minutes = 0;
    Date until = certificate_valid_until(certificate);
    const Registration registration = {
        .prefix = prefix.len ? str_z(run->arena, prefix) : "TC",
        .year = moment_date(certificate->issued).year,
        .hall = certificate->hall,
        .table = str_dup(run->arena, result->table),
        .profile = str_dup(run->arena, result->profile->id),
        .verdict = str_of(verdict_name(result->verdict)),
        .issued = moment_iso(run->arena, issued),
        .valid_until =
            until.year ? str_fmt(run->arena, "%04d-%02d-%02d", until.year, until.month, until.day) : S(""),
    };
    return register_begin(reg, &registration, number, &run->diag);
}

static bool note_pending(void *context) {
    const Between *b = context;
    char pdf[DIGEST_HEX], json[DIGEST_HEX];
    digest_hex(b->pdf.bytes, pdf);
    digest_hex(b->json.bytes, json);
    return register_pending(b->reg, str_of(b->json.path), str_of(json), str_of(b->pdf.path), str_of(pdf),
                            &b->run->diag);
}

bool certify_register_write(Run *run, Register *reg, Arena *arena, OutFile pdf, OutFile json) {
    Between between = {run, reg, pdf, json};
    const OutFile files[] = {json, pdf}; /* the PDF last: with it the certificate is complete */
    if (out_write_between(arena, files, 2, note_pending, &between, &run->diag))
        return register_issued(reg, &run->diag);
    register_cancel(reg);
    return false;
}
