/* Certificates that are signed: the key that --sign (or the configuration's `sign` and `cert`) names, what
 * the signature shows on page 1, and the signature itself. */
#ifndef CLI_CERTIFY_SIGN_H
#define CLI_CERTIFY_SIGN_H

#include "cli/certify.h"

/* Opens the key once for all tables. Without a key there is no signature. */
bool certify_open_key(Certifying *work);
/* The lines that the field shows, in the certificate's language. */
void certify_signature_lines(const Certifying *work, Document *document);
/* Signs the finished PDF; nothing to do without a key. */
bool certify_sign(const Certifying *work, Arena *arena, Str *pdf);

#endif
