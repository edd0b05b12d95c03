/* Is this certificate genuine, unchanged, and in force? A PDF is looked at from its signature down to the
 * squares of its QR code, its readings are judged again, the register is asked where there is one. What comes
 * out is plain, with every finding as a sentence to be put into words (section verify of reports/text).
 * Source: trust/README.md, "What makes it trustworthy".
 *
 * Files: verify.c (the order of things), verify_pdf.c (signature, attachments, QR code), verify_twin.c (what
 * the JSON says, and whether it follows), verify_judge.c (judged again), verify_profile.c (by
 * whose profile), verify_register.c. */
#ifndef TRUST_VERIFY_H
#define TRUST_VERIFY_H

#include "base/diag.h"
#include "base/moment.h"
#include "trust/register.h"

typedef enum FindingKind {
    FINDING_GOOD,
    FINDING_NOTE, /* nothing against it, but to be known */
    FINDING_VOID, /* genuine or not, it is not in force */
    FINDING_BAD   /* speaks against its being genuine */
} FindingKind;

typedef struct Finding {
    FindingKind kind;
    const char *key; /* verify.KEY */
    Str values[3];   /* {1} {2} {3} */
} Finding;

typedef enum Signed {
    SIGNED_NONE,
    SIGNED_KNOWN,   /* good, by somebody that --cert or the system trusts */
    SIGNED_UNKNOWN, /* good as far as its own certificate goes */
    SIGNED_BROKEN
} Signed;

/* What a certificate says of itself, and how it was found. Strings are "" and dates year 0 where it says
 * nothing; all in the arena of the call. */
typedef struct Verified {
    bool genuine; /* nothing speaks against its being what was issued */
    bool valid;   /* genuine, a pass, and in force on the day asked for */
    Signed signature;
    Str signer;
    Str number; /* "": unregistered */
    Str verdict, table, hall, issuer, profile, edition, program;
    const Str *scope; /* games; none: all of the profile */
    int scope_count;
    bool partial, conforms; /* conforms: pass or conditional pass */
    bool own_terms; /* by a profile of its own that nobody vouches for; this program's decides otherwise */
    bool superseded, withdrawn;
    Str superseded_by, reason; /* of the withdrawal */
    Date measured, issued, valid_until;
    VEC(Finding) findings;
} Verified;

/* A file of readings as it was judged. */
typedef struct VerifyReadings {
    Str name, bytes, encoding;
    char delimiter, decimal;
} VerifyReadings;

/* What is to be judged again. */
typedef struct VerifyRequest {
    Str profile;                    /* its id */
    const Str *chain, *chain_names; /* the profile's file and its bases'; none: this program's own profile */
    int chain_count;
    Str instruments; /* the list; "" none */
    const VerifyReadings *readings;
    int reading_count;
    Str table, rule, guard;
    const Str *games;
    int game_count;
    Date issued; /* what "now" was */
} VerifyRequest;
/* chain: the profile's file and its bases', set also where only the readings could not be judged. */
typedef struct VerifyJudged {
    Str json, edition;
    const Str *chain;
    int chain_count;
} VerifyJudged;
/* The result as `check --format json` prints it. False: it cannot be judged. Judging and printing are not
 * this room's: cli/ supplies it. */
typedef bool VerifyJudge(void *context, Arena *arena, const VerifyRequest *request, VerifyJudged *out);

typedef struct VerifyOptions {
    Date on;              /* the day it shall be in force */
    const char *ca;       /* --cert: trusted certificates (PEM); NULL: the system's store */
    Register *reg;        /* NULL: none is asked */
    bool must_be_entered; /* a number that the register does not know speaks against it */
    VerifyJudge *judge;   /* NULL: readings are not judged again */
    void *context;
} VerifyOptions;

/* bytes: of a PDF, or of a JSON twin. False after errors that leave nothing to say (a broken --cert file, a
 * register that cannot be read; told): everything about the certificate itself is a finding. */
bool verify_bytes(Arena *arena, Str bytes, const VerifyOptions *options, Verified *out, Diag *diag);

#endif
