/* The QR code of a certificate, on every page: "NUMBER verdict SHA-256", as squares in the PDF's own
 * operators. Drawn by report/, and made again by verify, which compares the operators byte by byte: so both
 * stand here. Source: trust/README.md, "What makes it trustworthy"; ISO/IEC 18004 (libqrencode). */
#ifndef TRUST_QR_H
#define TRUST_QR_H

#include "base/buf.h"

/* What the code of a certificate says: "TC-2026-0001 pass 690496ae…"; no number: "unregistered". */
Str qr_words(Arena *arena, Str number, Str verdict, const char *json_sha256);

/* The squares as operators "column row width 1 re", a row's run of dark modules each, then "f"; one unit is a
 * module, the origin the lower left corner. *modules: the side. False: too long for a code. */
bool qr_squares(Arena *arena, Str words, int *modules, Str *squares);

#endif
