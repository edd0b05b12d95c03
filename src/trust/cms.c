/* See cms.h: making a signature and taking it apart. */
#include "trust/cms.h"

#include "trust/der.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#define SIGNED_DATA S("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02")
#define DATA S("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01")
#define CONTENT_TYPE S("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x09\x03")
#define MESSAGE_DIGEST S("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x09\x04")
#define SIGNING_CERTIFICATE S("\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x02\x2f")
#define SHA256 S("\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01")
#define SHA256_RSA S("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b\x05\x00")
#define SHA256_ECDSA S("\x06\x08\x2a\x86\x48\xce\x3d\x04\x03\x02")
#define ONE S("\x02\x01\x01")

Str sha256_of(Arena *arena, const Str *pieces, int count) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_DigestInit_ex(context, EVP_sha256(), NULL);
    for (int i = 0; i < count; i++) EVP_DigestUpdate(context, pieces[i].at, (size_t)pieces[i].len);
    EVP_DigestFinal_ex(context, digest, &size);
    EVP_MD_CTX_free(context);
    return str_dup(arena, (Str){(const char *)digest, (ptrdiff_t)size});
}

static Str attribute(Arena *arena, Str type, Str value) {
    return DER(arena, DER_SEQUENCE, type, DER(arena, DER_SET, value));
}

/* SigningCertificateV2: SHA-256 is the default algorithm and left out. */
static Str signing_certificate(Arena *arena, const CmsParts *parts) {
    Str ids[MOST_CHAIN];
    for (int i = 0; i < parts->count; i++)
        ids[i] = DER(arena, DER_SEQUENCE, DER(arena, DER_OCTETS, sha256_of(arena, &parts->chain[i], 1)));
    Str list = der_join(arena, DER_SEQUENCE, ids, parts->count);
    return DER(arena, DER_SEQUENCE, list);
}

/* In the order of their bytes, as a SET is written: the shortest first. */
static Str attributes_of(Arena *arena, const CmsParts *parts) {
    return DER(arena, DER_SET, attribute(arena, CONTENT_TYPE, DATA),
               attribute(arena, MESSAGE_DIGEST, DER(arena, DER_OCTETS, parts->digest)),
               attribute(arena, SIGNING_CERTIFICATE, signing_certificate(arena, parts)));
}

/* Issuer and serial number, as they stand in the signer's certificate: Certificate { TBSCertificate { [0]
 * version, serialNumber, signature, issuer … */
static bool signer_id(Arena *arena, Str certificate, Str *out) {
    Der whole, tbs, version, serial, algorithm, issuer;
    Str rest = certificate;
    if (!der_want(&rest, DER_SEQUENCE, &whole) || rest.len) return false;
    rest = whole.content;
    if (!der_want(&rest, DER_SEQUENCE, &tbs)) return false;
    rest = tbs.content;
    if (!der_want(&rest, DER_CONTEXT_0, &version) || !der_want(&rest, DER_INTEGER, &serial) ||
        !der_want(&rest, DER_SEQUENCE, &algorithm) || !der_want(&rest, DER_SEQUENCE, &issuer))
        return false;
    *out = DER(arena, DER_SEQUENCE, issuer.whole, serial.whole);
    return true;
}

/* All of it from its parts. */
static bool build(Arena *arena, const CmsParts *parts, Str *out) {
    Str id, sha = DER(arena, DER_SEQUENCE, SHA256);
    if (!parts->count || !signer_id(arena, parts->chain[0], &id)) return false;
    Str attributes = str_dup(arena, attributes_of(arena, parts));
    ((char *)(uintptr_t)attributes.at)[0] = (char)DER_CONTEXT_0; /* IMPLICIT [0] */
    Str method = DER(arena, DER_SEQUENCE, parts->rsa ? SHA256_RSA : SHA256_ECDSA);
    Str info =
        DER(arena, DER_SEQUENCE, ONE, id, sha, attributes, method, DER(arena, DER_OCTETS, parts->signature));
    Str data = DER(arena, DER_SEQUENCE, ONE, DER(arena, DER_SET, sha), DER(arena, DER_SEQUENCE, DATA),
                   der_join(arena, DER_CONTEXT_0, parts->chain, parts->count), DER(arena, DER_SET, info));
    *out = DER(arena, DER_SEQUENCE, SIGNED_DATA, DER(arena, DER_CONTEXT_0, data));
    return true;
}

static CmsParts parts_of(const Signer *signer, Str digest) {
    CmsParts parts = {.count = signer->count, .digest = digest, .rsa = signer->rsa};
    for (int i = 0; i < signer->count; i++) parts.chain[i] = signer->chain[i];
    return parts;
}

size_t cms_most(Arena *arena, const Signer *signer) {
    CmsParts parts = parts_of(signer, (Str){arena_alloc(arena, 32), 32});
    Str whole = S("");
    parts.signature = (Str){arena_alloc(arena, signer->most + 1), (ptrdiff_t)signer->most};
    return build(arena, &parts, &whole) ? (size_t)whole.len : 0;
}

bool cms_sign(Arena *arena, const Signer *signer, Str digest, Str *out, Diag *diag) {
    CmsParts parts = parts_of(signer, digest);
    parts.attributes = attributes_of(arena, &parts);
    size_t size = signer->most;
    unsigned char *made = arena_alloc(arena, size + 1);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok = EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, signer->key) == 1 &&
              EVP_DigestSign(context, made, &size, (const unsigned char *)parts.attributes.at,
                             (size_t)parts.attributes.len) == 1;
    EVP_MD_CTX_free(context);
    ERR_clear_error();
    parts.signature = (Str){(const char *)made, (ptrdiff_t)size};
    return (ok && build(arena, &parts, out)) || diag_machine(diag, NO_PLACE, "the key does not sign");
}

/* ---- reading ---- */

static bool take_chain(Str rest, CmsParts *out) {
    Der certificate;
    while (rest.len) {
        if (out->count == MOST_CHAIN || !der_want(&rest, DER_SEQUENCE, &certificate)) return false;
        out->chain[out->count++] = certificate.whole;
    }
    return out->count > 0;
}

/* The digest: the second attribute's value. */
static bool take_digest(Str attributes, CmsParts *out) {
    Der first, second, type, set, value;
    if (!der_want(&attributes, DER_SEQUENCE, &first) || !der_want(&attributes, DER_SEQUENCE, &second))
        return false;
    Str rest = second.content;
    if (!der_want(&rest, DER_OID, &type) || !der_want(&rest, DER_SET, &set)) return false;
    if (!der_want(&set.content, DER_OCTETS, &value)) return false;
    out->digest = value.content;
    return value.content.len == 32;
}

static bool take_signer(Arena *arena, Str rest, CmsParts *out) {
    Der info, version, id, digest, attributes, method, signature;
    if (!der_want(&rest, DER_SEQUENCE, &info)) return false;
    rest = info.content;
    if (!der_want(&rest, DER_INTEGER, &version) || !der_want(&rest, DER_SEQUENCE, &id) ||
        !der_want(&rest, DER_SEQUENCE, &digest) || !der_want(&rest, DER_CONTEXT_0, &attributes) ||
        !der_want(&rest, DER_SEQUENCE, &method) || !der_want(&rest, DER_OCTETS, &signature))
        return false;
    out->signature = signature.content;
    out->rsa = str_eq(method.content, SHA256_RSA);
    out->attributes = DER(arena, DER_SET, attributes.content);
    return take_digest(attributes.content, out);
}

bool cms_read(Arena *arena, Str der, CmsParts *out) {
    Der whole, type, outer, data, version, digests, content, chain, signers;
    Str rest = der, again;
    *out = (CmsParts){0};
    if (!der_want(&rest, DER_SEQUENCE, &whole)) return false;
    rest = whole.content;
    if (!der_want(&rest, DER_OID, &type) || !der_want(&rest, DER_CONTEXT_0, &outer)) return false;
    rest = outer.content;
    if (!der_want(&rest, DER_SEQUENCE, &data)) return false;
    rest = data.content;
    return der_want(&rest, DER_INTEGER, &version) && der_want(&rest, DER_SET, &digests) &&
           der_want(&rest, DER_SEQUENCE, &content) && der_want(&rest, DER_CONTEXT_0, &chain) &&
           der_want(&rest, DER_SET, &signers) && take_chain(chain.content, out) &&
           take_signer(arena, signers.content, out) && build(arena, out, &again) && str_eq(again, der);
}
