/* See key.h: making. The certificate says what it is: one that its holder has signed itself, for signing and
 * for being named to `verify --cert`. */
#include "trust/key.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

enum { YEARS = 10 };

static bool machine(Diag *diag) {
    ERR_clear_error();
    return diag_machine(diag, NO_PLACE, "the key could not be made");
}

static Str taken(Arena *arena, BIO *bio) {
    char *at = NULL;
    long size = BIO_get_mem_data(bio, &at);
    Str text = str_dup(arena, (Str){at, size});
    BIO_free(bio);
    return text;
}

static bool extend(X509 *certificate, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    bool ok = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return ok;
}

static bool set_serial(X509 *certificate) {
    unsigned char bytes[16];
    if (RAND_bytes(bytes, sizeof bytes) != 1) return false;
    bytes[0] = (unsigned char)((bytes[0] & 0x7f) | 0x40); /* positive, and always of one length */
    BIGNUM *number = BN_bin2bn(bytes, sizeof bytes, NULL);
    bool ok = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    return ok;
}

static bool set_name(X509 *certificate, Str name) {
    X509_NAME *subject = X509_get_subject_name(certificate);
    const unsigned char *text = (const unsigned char *)name.at;
    return X509_NAME_add_entry_by_txt(subject, "O", MBSTRING_UTF8, text, (int)name.len, -1, 0) &&
           X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, text, (int)name.len, -1, 0) &&
           X509_set_issuer_name(certificate, subject);
}

static bool set_days(X509 *certificate, Moment from) {
    time_t start = (time_t)(from.utc_ms / 1000);
    Date day = date_from_days(start / 86400);
    time_t end = (time_t)date_days(date_add_months(day, 12 * YEARS)) * 86400 + start % 86400;
    return ASN1_TIME_set(X509_getm_notBefore(certificate), start) &&
           ASN1_TIME_set(X509_getm_notAfter(certificate), end);
}

static bool describe(X509 *certificate, EVP_PKEY *key, Str name, Moment from) {
    return X509_set_version(certificate, 2) && set_serial(certificate) && set_name(certificate, name) &&
           set_days(certificate, from) && X509_set_pubkey(certificate, key) &&
           extend(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
           extend(certificate, NID_key_usage, "critical,digitalSignature,nonRepudiation") &&
           extend(certificate, NID_subject_key_identifier, "hash") &&
           X509_sign(certificate, key, EVP_sha256()) > 0;
}

static bool print(Arena *arena, EVP_PKEY *key, X509 *certificate, Str passphrase, KeyPair *out) {
    BIO *k = BIO_new(BIO_s_mem()), *c = BIO_new(BIO_s_mem());
    bool ok = PEM_write_bio_PKCS8PrivateKey(k, key, passphrase.len ? EVP_aes_256_cbc() : NULL, passphrase.at,
                                            (int)passphrase.len, NULL, NULL) &&
              PEM_write_bio_X509(c, certificate);
    out->key = taken(arena, k);
    out->cert = taken(arena, c);
    return ok;
}

bool key_make(Arena *arena, bool rsa, Str name, Str passphrase, Moment from, KeyPair *out, Diag *diag) {
    EVP_PKEY *key = rsa ? EVP_RSA_gen(3072) : EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    bool ok = key && certificate && describe(certificate, key, name, from) &&
              print(arena, key, certificate, passphrase, out);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return ok || machine(diag);
}
