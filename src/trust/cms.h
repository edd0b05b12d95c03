/* The signature itself: CMS SignedData as PAdES baseline-B wants it, built element by element, since the
 * library's own adds a signing time, which the baseline forbids (the time stands in the PDF's /M).
 * Attributes: content type, digest of the message, and signing-certificate-v2 with the hash of every
 * certificate that goes with it. Reading takes one apart and builds it again: whatever is not as it would be
 * made here is no signature of this program, so no byte of it is free. Source: RFC 5652 5; RFC 5035 3; ETSI
 * EN 319 142-1, 6.
 */
#ifndef TRUST_CMS_H
#define TRUST_CMS_H

#include "trust/key.h"

/* SHA-256 of bytes in pieces, 32 bytes in the arena. */
Str sha256_of(Arena *arena, const Str *pieces, int count);

/* The most bytes that cms_sign will need. */
size_t cms_most(Arena *arena, const Signer *signer);
/* digest: SHA-256 of what is signed. */
bool cms_sign(Arena *arena, const Signer *signer, Str digest, Str *out, Diag *diag);

typedef struct CmsParts {
    Str chain[MOST_CHAIN]; /* DER; the signer's first */
    int count;
    Str digest;     /* that the signature is over */
    Str attributes; /* as they are signed */
    Str signature;
    bool rsa;
} CmsParts;
/* False: not as this program makes it. */
bool cms_read(Arena *arena, Str der, CmsParts *out);
/* Whether the signature is by the first certificate's key. */
bool cms_signature_good(const CmsParts *parts);

typedef enum Trust {
    TRUST_KNOWN,   /* the chain ends at a certificate that is trusted */
    TRUST_UNKNOWN, /* it does not */
    TRUST_EXPIRED  /* it would, but its time was over */
} Trust;
/* ca_path: a PEM file of trusted certificates (the signer's own will do); NULL: the system's store. when: of
 * signing. False after an error with that file (told). */
bool cms_trust(Arena *arena, const CmsParts *parts, const char *ca_path, Moment when, Trust *out, Diag *diag);

#endif
