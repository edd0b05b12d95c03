/* The JSON twin of a certificate: what `check --format json` prints of the table, byte for byte, with the
 * certificate itself as the first member. Source: trust/README.md, "The certificate". */
#ifndef REPORT_CERTIFICATE_TWIN_H
#define REPORT_CERTIFICATE_TWIN_H

#include "report/certificate/certificate.h"

/* english: the catalogue of "en"; language: the certificate's. */
Str twin_bytes(Arena *arena, const Certificate *certificate, const Catalogue *english, const char *language);
/* The number a twin states, from its bytes: "" where it is no twin, or unregistered. */
Str twin_number(Arena *arena, Str bytes);

#endif
