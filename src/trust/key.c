/* See key.h: reading. */
#include "trust/key.h"

#include "base/source.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

typedef struct Loading {
    Arena *arena;
    Diag *diag;
    const Passphrase *passphrase;
    const char *path;
    EVP_PKEY *key;
    X509 *own;
    STACK_OF(X509) * others;
    bool asked, told;
} Loading;

static bool ask(Loading *l, Str *out) {
    l->asked = true;
    bool given = l->passphrase && l->passphrase->ask &&
                 l->passphrase->ask(l->passphrase->context, l->path, false, out, l->diag);
    if (!given && !diag_failed(l->diag))
        diag_error(l->diag, place_file(str_of(l->path)), "the key is encrypted, and there is no passphrase");
    l->told |= !given;
    return given;
}

/* OpenSSL asks here. */
static int on_passphrase(char *to, int size, int writing, void *loading) {
    Str given = S("");
    (void)writing;
    if (!ask(loading, &given) || given.len > size) return -1;
    memcpy(to, given.at, (size_t)given.len);
    return (int)given.len;
}

static bool tell(Loading *l, const char *text) {
    ERR_clear_error();
    return l->told ? false : diag_error(l->diag, place_file(str_of(l->path)), "%s", text);
}

static bool is_pem(Str bytes) { return str_find(bytes, S("-----BEGIN ")) >= 0; }

static bool read_pem_key(Loading *l, Str bytes) {
    BIO *bio = BIO_new_mem_buf(bytes.at, (int)bytes.len);
    l->key = PEM_read_bio_PrivateKey(bio, NULL, on_passphrase, l);
    BIO_free(bio);
    if (l->key) return true;
    return tell(l, l->asked ? "the passphrase does not open this key" : "holds no private key");
}

/* The first certificate is the signer's; those behind it go with the signature. */
static bool read_pem_certificates(Loading *l, const char *path) {
    Source source;
    l->path = path;
    if (!source_load(l->arena, path, &source, l->diag)) return false;
    BIO *bio = BIO_new_mem_buf(source.bytes.at, (int)source.bytes.len);
    l->own = PEM_read_bio_X509(bio, NULL, NULL, NULL);
    for (X509 *more; l->own && (more = PEM_read_bio_X509(bio, NULL, NULL, NULL));)
        sk_X509_push(l->others, more);
    BIO_free(bio);
    ERR_clear_error();
    return l->own || tell(l, "holds no certificate in PEM form");
}

static bool read_pkcs12(Loading *l, Str bytes) {
    const unsigned char *at = (const unsigned char *)bytes.at;
    PKCS12 *box = d2i_PKCS12(NULL, &at, (long)bytes.len);
    Str given = S("");
    if (!box) return tell(l, "is neither a PEM key nor PKCS#12");
    bool open = PKCS12_verify_mac(box, "", 0) || PKCS12_verify_mac(box, NULL, 0);
    if (!open && !ask(l, &given)) {
        PKCS12_free(box);
        return tell(l, "");
    }
    STACK_OF(X509) *more = NULL;
    const char *word = str_z(l->arena, given);
    open = PKCS12_parse(box, word, &l->key, &l->own, &more) == 1 && l->key && l->own;
    PKCS12_free(box);
    while (more && sk_X509_num(more)) sk_X509_push(l->others, sk_X509_shift(more));
    sk_X509_free(more);
    return open ||
           tell(l, l->asked ? "the passphrase does not open this file" : "holds no key with its certificate");
}

static bool read_files(Loading *l, const char *key_path, const char *cert_path) {
    Source source;
    if (!source_load(l->arena, key_path, &source, l->diag)) return false;
    if (!is_pem(source.bytes)) {
        if (cert_path && !read_pkcs12(l, source.bytes)) return false;
        if (!cert_path) return read_pkcs12(l, source.bytes);
        X509_free(l->own); /* --cert wins over what the box holds */
        l->own = NULL;
        return read_pem_certificates(l, cert_path);
    }
    return read_pem_key(l, source.bytes) && read_pem_certificates(l, cert_path ? cert_path : key_path);
}

static Str der_of(Arena *arena, X509 *certificate) {
    unsigned char *at = NULL;
    int size = i2d_X509(certificate, &at);
    Str der = str_dup(arena, (Str){(const char *)at, size > 0 ? size : 0});
    OPENSSL_free(at);
    return der;
}

static Str subject_part(Arena *arena, X509 *certificate, int nid) {
    X509_NAME *subject = X509_get_subject_name(certificate);
    int at = X509_NAME_get_index_by_NID(subject, nid, -1);
    unsigned char *text = NULL;
    if (at < 0) return S("");
    int size = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at)));
    Str part = str_dup(arena, (Str){(const char *)text, size > 0 ? size : 0});
    OPENSSL_free(text);
    return part;
}

static Str name_of(Arena *arena, X509 *certificate) {
    Str name = subject_part(arena, certificate, NID_organizationName);
    return name.len ? name : subject_part(arena, certificate, NID_commonName);
}

Str certificate_name(Arena *arena, Str der) {
    const unsigned char *at = (const unsigned char *)der.at;
    X509 *certificate = d2i_X509(NULL, &at, (long)der.len);
    Str name = certificate ? name_of(arena, certificate) : S("");
    X509_free(certificate);
    ERR_clear_error();
    return name;
}

static Moment moment_of(const ASN1_TIME *time) {
    ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
    int days = 0, seconds = 0;
    bool good = ASN1_TIME_diff(&days, &seconds, epoch, time);
    ASN1_TIME_free(epoch);
    return (Moment){.given = good, .to_the_second = true, .utc_ms = (days * 86400LL + seconds) * 1000};
}

/* What can be signed with: RSA of 2048 bits or more with PKCS#1 v1.5, or ECDSA. */
static bool check_kind(Loading *l, Signer *signer) {
    int kind = EVP_PKEY_get_base_id(l->key), bits = EVP_PKEY_get_bits(l->key);
    signer->rsa = kind == EVP_PKEY_RSA;
    signer->most = (size_t)EVP_PKEY_get_size(l->key);
    if (kind != EVP_PKEY_RSA && kind != EVP_PKEY_EC)
        return tell(l, "this kind of key cannot sign here; expected ECDSA or RSA");
    return !signer->rsa || bits >= 2048 || tell(l, "an RSA key of less than 2048 bits is no protection");
}

static bool fill(Loading *l, Signer *signer, const char *key_path) {
    l->path = key_path;
    if (X509_check_private_key(l->own, l->key) != 1)
        return tell(l, "this key does not belong to the certificate");
    if (!check_kind(l, signer)) return false;
    signer->chain[signer->count++] = der_of(l->arena, l->own);
    for (int i = 0; i < sk_X509_num(l->others) && signer->count < MOST_CHAIN; i++)
        signer->chain[signer->count++] = der_of(l->arena, sk_X509_value(l->others, i));
    signer->name = name_of(l->arena, l->own);
    signer->from = moment_of(X509_get0_notBefore(l->own));
    signer->till = moment_of(X509_get0_notAfter(l->own));
    return true;
}

Signer *signer_load(Arena *arena, const char *key_path, const char *cert_path, const Passphrase *passphrase,
                    Diag *diag) {
    Loading l = {.arena = arena, .diag = diag, .passphrase = passphrase, .path = key_path};
    Signer *signer = NEW(arena, Signer);
    l.others = sk_X509_new_null();
    bool ok = read_files(&l, key_path, cert_path) && fill(&l, signer, key_path);
    signer->key = l.key;
    X509_free(l.own);
    sk_X509_pop_free(l.others, X509_free);
    if (ok) return signer;
    signer_close(signer);
    return NULL;
}

void signer_close(Signer *signer) {
    if (signer) EVP_PKEY_free(signer->key);
    if (signer) signer->key = NULL;
}
