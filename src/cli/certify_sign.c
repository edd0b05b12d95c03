/* See certify_sign.h. */
#include "cli/certify_sign.h"

#include "cli/passphrase.h"
#include "trust/sign.h"

/* A path of the configuration starts at its folder. */
static const char *path_of(const Run *run, const char *given, const char *key) {
    return given ? given : config_path(run->config, key);
}

bool certify_open_key(Certifying *work) {
    Run *run = work->run;
    const CertifyWords *words = work->words;
    const char *key = path_of(run, words->sign, "sign");
    /* another key wants its own certificate */
    const char *cert = words->sign ? words->cert : path_of(run, words->cert, "cert");
    PassphraseWords passphrase = {run, path_of(run, words->passphrase_file, "passphrase-file")};
    if (!key && words->cert) return run_usage(run, "--cert goes with --sign KEY.pem");
    if (!key && words->passphrase_file) return run_usage(run, "--passphrase-file goes with --sign KEY.pem");
    if (!key) return true;
    work->signer = signer_load(run->arena, key, cert, &(Passphrase){passphrase_ask, &passphrase}, &run->diag);
    if (!work->signer) return false;
    Moment now = work->certificate.issued;
    if (now.utc_ms < work->signer->from.utc_ms || now.utc_ms > work->signer->till.utc_ms)
        diag_warning(&run->diag, place_file(str_of(cert ? cert : key)),
                     "this certificate is not valid today; who verifies will say so");
    return true;
}

void certify_signature_lines(const Certifying *work, Document *document) {
    Arena *arena = document->arena;
    if (!work->signer) return;
    Moment utc = work->certificate.issued;
    utc.offset_minutes = 0;
    Str when = str_slice(moment_iso(arena, utc), 0, 16); /* 2026-12-01T10:15 */
    *VEC_PUSH(arena, &document->signature) = catalogue_text(work->texts, "certificate.signature.electronic");
    if (work->signer->name.len) *VEC_PUSH(arena, &document->signature) = work->signer->name;
    *VEC_PUSH(arena, &document->signature) =
        str_fmt(arena, "%.*s %.*s UTC", SARG(str_slice(when, 0, 10)), SARG(str_skip(when, 11)));
}

bool certify_sign(const Certifying *work, Arena *arena, Str *pdf) {
    return !work->signer ||
           sign_pdf(arena, *pdf, work->signer, work->certificate.issued, pdf, &work->run->diag);
}
