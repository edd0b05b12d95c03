/* Keys and certificates of who signs (X.509, OpenSSL): read from PEM files or a PKCS#12 file, and made new
 * for a club that has none. A passphrase is asked for only where the file needs one, and stands in no
 * message. Source: trust/README.md, "What makes it trustworthy". */
#ifndef TRUST_KEY_H
#define TRUST_KEY_H

#include "base/diag.h"
#include "base/moment.h"

/* Gives the passphrase of `file` ("": none is wanted); new_one: for a key that is being made. False after an
 * error (told). */
typedef bool PassphraseAsk(void *context, const char *file, bool new_one, Str *out, Diag *diag);
typedef struct Passphrase {
    PassphraseAsk *ask;
    void *context;
} Passphrase;

enum { MOST_CHAIN = 8 };

typedef struct Signer {
    void *key;             /* EVP_PKEY, closed by signer_close */
    Str chain[MOST_CHAIN]; /* DER: the signer's own certificate first, then what came with it */
    int count;
    Str name;          /* the organisation or common name of its subject */
    bool rsa;          /* else ECDSA */
    size_t most;       /* bytes of a signature at most */
    Moment from, till; /* the certificate's validity */
} Signer;

/* cert_path NULL: key_path is a PKCS#12 file, or a PEM file with both. NULL after errors of the input (told):
 * a key that does not belong to the certificate, a wrong passphrase, a kind of key that cannot sign here. */
Signer *signer_load(Arena *arena, const char *key_path, const char *cert_path, const Passphrase *passphrase,
                    Diag *diag);
void signer_close(Signer *signer);
/* The organisation, else the common name, of a certificate's subject, from its DER. "" where it has neither.
 */
Str certificate_name(Arena *arena, Str der);

typedef struct KeyPair {
    Str key, cert; /* PEM */
} KeyPair;
/* A new key with a certificate it has signed itself, valid for ten years from `from`. rsa: 3072 bits, else
 * ECDSA P-256. passphrase "": the key is not encrypted, else AES-256. */
bool key_make(Arena *arena, bool rsa, Str name, Str passphrase, Moment from, KeyPair *out, Diag *diag);

#endif
