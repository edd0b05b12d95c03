/* See verify.h: the order of things, and the days. */
#include "trust/verify_inside.h"

void finding(Verifying *v, FindingKind kind, const char *key, Str a, Str b, Str c) {
    *VEC_PUSH(v->arena, &v->out->findings) = (Finding){kind, key, {a, b, c}};
}

static bool any(const Verified *found, FindingKind kind) {
    for (ptrdiff_t i = 0; i < found->findings.n; i++)
        if (found->findings.at[i].kind == kind) return true;
    return false;
}

static int64_t day(Date date) { return date_days(date); }

/* In force from the day of measuring to the last day, both included. */
void verify_dates(Verifying *v) {
    const Verified *c = v->out;
    Date on = v->options->on;
    Str today = date_iso(v->arena, on);
    if (c->partial)
        FINDING(v, FINDING_VOID, "partial");
    else if (!c->conforms)
        FINDING(v, FINDING_VOID, "fails");
    else if (!c->valid_until.year || !c->measured.year)
        FINDING(v, FINDING_VOID, "no_days");
    else if (day(on) < day(c->measured))
        finding(v, FINDING_VOID, "not_yet", date_iso(v->arena, c->measured), today, S(""));
    else if (day(on) > day(c->valid_until))
        finding(v, FINDING_VOID, "over", date_iso(v->arena, c->valid_until), today, S(""));
    else
        finding(v, FINDING_GOOD, "in_force", date_iso(v->arena, c->valid_until), today, S(""));
    if (c->issued.year && c->measured.year && day(c->issued) < day(c->measured))
        FINDING(v, FINDING_BAD, "issued_before");
}

/* Its twin is the one attached JSON file that names a certificate. */
static bool take_attached_twin(Verifying *v) {
    const PdfAttachment *twin = NULL;
    for (ptrdiff_t i = 0; i < v->attached.list.n; i++)
        if (str_eq(v->attached.list.at[i].media, S("application#2Fjson"))) {
            if (twin) return FINDING(v, FINDING_BAD, "twins"), false;
            twin = &v->attached.list.at[i];
        }
    if (!twin) return FINDING(v, FINDING_BAD, "no_twin"), false;
    return twin_take(v, twin->bytes);
}

/* False after errors (told). Where the file is torn, there is nothing more to look at. */
static bool look_at_pdf(Verifying *v, Str bytes, bool *whole) {
    *whole = false;
    if (!pdf_read(v->arena, bytes, &v->file)) {
        FINDING(v, FINDING_BAD, "torn");
        return true;
    }
    if (!verify_signature(v)) return false;
    if (!pdf_attachments(&v->file, &v->attached)) {
        FINDING(v, FINDING_BAD, "attachments_torn");
        return true;
    }
    if (!take_attached_twin(v)) return true;
    verify_code(v);
    verify_judgement(v);
    return *whole = true;
}

/* A twin by itself. */
static bool look_at_twin(Verifying *v, Str bytes) {
    if (v->options->ca) FINDING(v, FINDING_BAD, "stripped");
    if (!twin_take(v, bytes)) return false;
    FINDING(v, FINDING_NOTE, "twin_alone");
    return true;
}

static bool is_twin(Str bytes) {
    Str start = str_trim(str_slice(bytes, 0, 100));
    return start.len && start.at[0] == '{';
}

bool verify_bytes(Arena *arena, Str bytes, const VerifyOptions *options, Verified *out, Diag *diag) {
    Verifying *v = NEW(arena, Verifying);
    bool whole = false;
    *out = (Verified){0};
    *v = (Verifying){.arena = arena, .diag = diag, .options = options, .out = out, .pdf = !is_twin(bytes)};
    if (v->pdf) {
        digest_hex(bytes, v->pdf_digest);
        if (!look_at_pdf(v, bytes, &whole)) return false;
    } else
        whole = look_at_twin(v, bytes);
    if (whole && !verify_register(v)) return false;
    if (whole) verify_profile(v);
    if (whole) verify_dates(v);
    out->genuine = whole && !any(out, FINDING_BAD);
    out->valid = out->genuine && !any(out, FINDING_VOID);
    return true;
}
