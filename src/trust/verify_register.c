/* See verify.h: what the register knows of the certificate. What befell it counts from the day it was
 * entered, so that a day in the past is judged as it was then. */
#include "trust/verify_inside.h"

static bool by_then(const Verifying *v, Str at) {
    return str_cmp(str_slice(at, 0, 10), date_iso(v->arena, v->options->on)) <= 0;
}

static void compare_digests(Verifying *v, const Entry *entry) {
    if (!str_eq(entry->json_sha256, str_of(v->twin.digest)))
        finding(v, FINDING_BAD, "register_twin", entry->number, S(""), S(""));
    else if (v->pdf && !str_eq(entry->pdf_sha256, str_of(v->pdf_digest)))
        finding(v, FINDING_BAD, "register_pdf", entry->number, S(""), S(""));
    else {
        v->registered = true;
        finding(v, FINDING_GOOD, v->pdf ? "register_good" : "register_twin_good", entry->number, S(""),
                S(""));
    }
}

static void take_entry(Verifying *v, const Entry *entry) {
    if (entry->kind == ENTRY_ISSUED || entry->kind == ENTRY_PARTIAL) compare_digests(v, entry);
    if (!by_then(v, entry->at)) return;
    Str day = str_slice(entry->at, 0, 10);
    if (entry->kind == ENTRY_WITHDRAWN) {
        v->out->withdrawn = true;
        v->out->reason = entry->reason;
        finding(v, FINDING_VOID, "withdrawn", day, entry->reason, S(""));
    } else if (entry->kind == ENTRY_SUPERSEDED) {
        v->out->superseded = true;
        v->out->superseded_by = entry->reason;
        finding(v, FINDING_VOID, "superseded", day, entry->reason, S(""));
    }
}

/* Nothing covers what the pages show, where neither a signature nor a register does. */
static void say_unprotected(Verifying *v) {
    if (v->pdf && v->out->signature == SIGNED_NONE) FINDING(v, FINDING_NOTE, "unprotected");
}

bool verify_register(Verifying *v) {
    Entries entries = {0};
    const VerifyOptions *options = v->options;
    if (options->reg && v->out->number.len &&
        !register_entries(options->reg, v->arena, v->out->number, &entries, v->diag))
        return false;
    if (!entries.list.n && options->reg && options->must_be_entered)
        finding(v, FINDING_BAD, v->out->number.len ? "register_unknown" : "register_unnumbered",
                v->out->number, S(""), S(""));
    if (!entries.list.n) say_unprotected(v);
    for (ptrdiff_t i = 0; i < entries.list.n; i++) take_entry(v, &entries.list.at[i]);
    return true;
}
