/* See verify.h: the signature, and the QR code of each page. */
#include "trust/cms.h"
#include "trust/qr.h"
#include "trust/sign.h"
#include "trust/verify_inside.h"

static bool broken(Verifying *v, const char *key) {
    v->out->signature = SIGNED_BROKEN;
    FINDING(v, FINDING_BAD, key);
    return true;
}

/* Whose it is; an unknown signer speaks against a certificate only where somebody said whom to trust. */
static bool judge_signer(Verifying *v, const CmsParts *parts, Moment when) {
    Trust trust;
    Verified *out = v->out;
    const char *ca = v->options->ca;
    if (!cms_trust(v->arena, parts, ca, when, &trust, v->diag)) return false;
    out->signature = trust == TRUST_KNOWN ? SIGNED_KNOWN : SIGNED_UNKNOWN;
    if (trust == TRUST_KNOWN)
        finding(v, FINDING_GOOD, ca ? "signer_known" : "signer_known_here", out->signer, str_of(ca), S(""));
    else if (trust == TRUST_EXPIRED)
        finding(v, FINDING_BAD, "signer_over", out->signer, S(""), S(""));
    else if (ca)
        finding(v, FINDING_BAD, "signer_strange", out->signer, str_of(ca), S(""));
    else
        finding(v, FINDING_NOTE, "signer_unknown", out->signer, S(""), S(""));
    return true;
}

static bool judge_signed(Verifying *v, const SignedPdf *found) {
    CmsParts parts;
    const Str pieces[] = {found->before, found->after};
    if (!cms_read(v->arena, found->der, &parts)) return broken(v, "signature_strange");
    v->out->signer = certificate_name(v->arena, parts.chain[0]);
    if (!str_eq(sha256_of(v->arena, pieces, 2), parts.digest)) return broken(v, "changed");
    if (!cms_signature_good(&parts)) return broken(v, "signature_bad");
    finding(v, FINDING_GOOD, "signature_good", v->out->signer,
            str_slice(moment_iso(v->arena, found->when), 0, 10), S(""));
    v->signed_at = found->when;
    return judge_signer(v, &parts, found->when);
}

bool verify_signature(Verifying *v) {
    SignedPdf found = {0};
    switch (sign_find(&v->file, &found)) {
    case SIGN_NOT:
        if (v->options->ca)
            FINDING(v, FINDING_BAD, "stripped");
        else if (v->file.revisions > 1)
            FINDING(v, FINDING_BAD, "updated");
        return true;
    case SIGN_EMPTY:
        return broken(v, "stripped");
    case SIGN_RANGE:
        return broken(v, "range");
    case SIGN_DIGITS:
        return broken(v, "digits");
    case SIGN_STRANGE:
        return broken(v, "signature_strange");
    case SIGN_WELL:
        break;
    }
    return judge_signed(v, &found);
}

/* ---- the code ---- */

/* What a page draws last: "/X1 Do Q", with the object of that name. 0: nothing of the kind. */
static int last_drawn(Verifying *v, int page) {
    Str content, dictionary, raw;
    if (!pdf_page_content(&v->file, page, &content) || !pdf_object(&v->file, page, &dictionary, &raw))
        return 0;
    content = str_trim(content);
    if (!str_ends(content, S(" Do\nQ"))) return 0;
    ptrdiff_t end = content.len - 5, from = end;
    while (from > 0 && content.at[from - 1] != '/' && content.at[from - 1] != '\n') from--;
    Str resources = pdf_resolved(&v->file, pdf_value(dictionary, "Resources"));
    Str objects = pdf_resolved(&v->file, pdf_value(resources, "XObject"));
    return pdf_reference(pdf_value(objects, str_z(v->arena, str_slice(content, from, end))));
}

void verify_code(Verifying *v) {
    int *pages, count, modules, seen = 0;
    Str squares, drawn;
    Str words = qr_words(v->arena, v->out->number, v->out->verdict, v->twin.digest);
    if (!qr_squares(v->arena, words, &modules, &squares) || !pdf_pages(&v->file, &pages, &count)) {
        FINDING(v, FINDING_BAD, "torn");
        return;
    }
    for (int i = 0, before = 0; i < count; i++) {
        int object = last_drawn(v, pages[i]);
        if (!object ||
            (object != before && (!pdf_stream(&v->file, object, &drawn) || !str_eq(drawn, squares)))) {
            finding(v, FINDING_BAD, "code_bad", str_fmt(v->arena, "%d", i + 1), S(""), S(""));
            return;
        }
        before = object;
        seen++;
    }
    finding(v, FINDING_GOOD, "code_good", str_fmt(v->arena, "%d", seen), S(""), S(""));
}
