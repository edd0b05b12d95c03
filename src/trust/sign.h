/* Signs a finished PDF: its empty signature field is given a value in an incremental update, and the whole
 * file but the signature's own digits is what is signed. Source: ISO 32000-1, 12.8; ETSI EN 319 142-1
 * (PAdES baseline-B); trust/README.md, "What makes it trustworthy". */
#ifndef TRUST_SIGN_H
#define TRUST_SIGN_H

#include "trust/key.h"
#include "trust/pdf_read.h"

/* The file as report/write/pdf_finish.h made it, with a signature field; signed in `when`. The same file, key
 * and time give the same bytes where the key is RSA. False after errors of the machine's (told). */
bool sign_pdf(Arena *arena, Str pdf, const Signer *signer, Moment when, Str *out, Diag *diag);

/* The parts of a signed file, for verifying. */
typedef struct SignedPdf {
    Str before, after; /* what is signed: the bytes on both sides of the digits */
    Str der;           /* the signature */
    Moment when;       /* /M, as the signer states it */
    int dictionary;    /* number of the object that holds it */
} SignedPdf;

typedef enum SignForm {
    SIGN_NOT,    /* there is no signature */
    SIGN_EMPTY,  /* its field is there, and nothing in it */
    SIGN_WELL,   /* all as sign_pdf makes it */
    SIGN_RANGE,  /* what is signed is not the whole file around the digits */
    SIGN_DIGITS, /* the digits are not lower case, or what is unused of them is not zeros */
    SIGN_STRANGE /* a signature, but not of the form this program makes */
} SignForm;

SignForm sign_find(const PdfFile *pdf, SignedPdf *out);

#endif
