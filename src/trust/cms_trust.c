/* See cms.h: whose signature it is. The chain is looked at as it was on the day of signing, so that a
 * certificate can be verified years later; revocation lists belong to an exchange of another kind
 * (baseline-LT) and are not asked for. */
#include "trust/cms.h"

#include "base/source.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

static X509 *certificate_of(Str der) {
    const unsigned char *at = (const unsigned char *)der.at;
    return d2i_X509(NULL, &at, (long)der.len);
}

bool cms_signature_good(const CmsParts *parts) {
    X509 *own = certificate_of(parts->chain[0]);
    EVP_PKEY *key = own ? X509_get0_pubkey(own) : NULL;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok =
        key && (EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA) == parts->rsa &&
        EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestVerify(context, (const unsigned char *)parts->signature.at, (size_t)parts->signature.len,
                         (const unsigned char *)parts->attributes.at, (size_t)parts->attributes.len) == 1;
    EVP_MD_CTX_free(context);
    X509_free(own);
    ERR_clear_error();
    return ok;
}

static bool add_trusted(Arena *arena, X509_STORE *store, const char *path, Diag *diag) {
    Source source;
    int count = 0;
    if (!source_load(arena, path, &source, diag)) return false;
    BIO *bio = BIO_new_mem_buf(source.bytes.at, (int)source.bytes.len);
    for (X509 *one; (one = PEM_read_bio_X509(bio, NULL, NULL, NULL)); X509_free(one), count++)
        X509_STORE_add_cert(store, one);
    BIO_free(bio);
    ERR_clear_error();
    return count || diag_error(diag, place_file(str_of(path)), "holds no certificate in PEM form");
}

/* Not before the certificate itself begins: a clock that was slow when it signed harms nobody. */
static time_t time_of_signing(const X509 *own, Moment when) {
    time_t at = (time_t)(when.utc_ms / 1000);
    ASN1_TIME *moment = ASN1_TIME_set(NULL, at), *epoch = ASN1_TIME_set(NULL, 0);
    int days = 0, seconds = 0;
    if (moment && ASN1_TIME_compare(X509_get0_notBefore(own), moment) > 0 &&
        ASN1_TIME_diff(&days, &seconds, epoch, X509_get0_notBefore(own)))
        at = (time_t)days * 86400 + seconds;
    ASN1_TIME_free(moment);
    ASN1_TIME_free(epoch);
    return at;
}

static Trust judge(X509_STORE *store, X509 *own, STACK_OF(X509) * others, Moment when) {
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    Trust trust = TRUST_UNKNOWN;
    if (context && X509_STORE_CTX_init(context, store, own, others)) {
        X509_VERIFY_PARAM *how = X509_STORE_CTX_get0_param(context);
        X509_VERIFY_PARAM_set_time(how, time_of_signing(own, when));
        X509_VERIFY_PARAM_set_flags(how, X509_V_FLAG_PARTIAL_CHAIN);
        if (X509_verify_cert(context) == 1)
            trust = TRUST_KNOWN;
        else if (X509_STORE_CTX_get_error(context) == X509_V_ERR_CERT_HAS_EXPIRED)
            trust = TRUST_EXPIRED;
    }
    X509_STORE_CTX_free(context);
    return trust;
}

bool cms_trust(Arena *arena, const CmsParts *parts, const char *ca_path, Moment when, Trust *out,
               Diag *diag) {
    X509_STORE *store = X509_STORE_new();
    STACK_OF(X509) *others = sk_X509_new_null();
    X509 *own = certificate_of(parts->chain[0]);
    bool ok = ca_path ? add_trusted(arena, store, ca_path, diag) : X509_STORE_set_default_paths(store) == 1;
    for (int i = 1; i < parts->count; i++) {
        X509 *other = certificate_of(parts->chain[i]);
        if (other) sk_X509_push(others, other);
    }
    *out = ok && own ? judge(store, own, others, when) : TRUST_UNKNOWN;
    X509_free(own);
    sk_X509_pop_free(others, X509_free);
    X509_STORE_free(store);
    ERR_clear_error();
    return ok || !ca_path;
}
