/* Inside verify: what its files share. See verify.h. */
#ifndef TRUST_VERIFY_INSIDE_H
#define TRUST_VERIFY_INSIDE_H

#include "base/digest.h"
#include "trust/pdf_read.h"
#include "trust/verify.h"

typedef struct TwinInput {
    Str file, encoding, sha256;
    char delimiter, decimal;
} TwinInput;

/* What a twin says beyond Verified. */
typedef struct Twin {
    Str bytes;
    char digest[DIGEST_HEX];
    Str rule, guard;
    TwinInput *inputs;
    int input_count;
} Twin;

typedef struct Verifying {
    Arena *arena;
    Diag *diag;
    const VerifyOptions *options;
    Verified *out;
    Twin twin;
    bool pdf;
    char pdf_digest[DIGEST_HEX];
    PdfFile file;
    PdfAttachments attached;
    Moment signed_at;
    VerifyJudged inside, today; /* judged by the attached profile, and by this program's of that name */
    bool registered;            /* the register has this very file */
} Verifying;

void finding(Verifying *v, FindingKind kind, const char *key, Str a, Str b, Str c);
#define FINDING(v, kind, key) finding((v), (kind), (key), S(""), S(""), S(""))

/* ---- verify_twin.c ---- */
/* Reads the twin; false: it is none (told as a finding). */
bool twin_take(Verifying *v, Str bytes);
/* The first thing in which the twin is not what a fresh judgement says ("": nothing), and both sides of it.
 */
Str twin_difference(Arena *arena, Str twin, Str fresh, Str *was, Str *is);
/* The verdict of the first table of a result. */
Str result_verdict(Arena *arena, Str json);

/* ---- the others ---- */
bool verify_signature(Verifying *v); /* false after errors (told) */
void verify_code(Verifying *v);
void verify_judgement(Verifying *v);
void verify_profile(Verifying *v); /* after all else: who vouches for the profile is known then */
void verify_dates(Verifying *v);
bool verify_register(Verifying *v); /* false after errors (told) */

#endif
