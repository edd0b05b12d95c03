/* Inside the command certify: what its files share. cmd_certify.c has the options and the order of things,
 * certify_settings.c turns options and configuration into what the certificates say, certify_table.c makes
 * the files of one table, certify_attach.c what goes inside, certify_register.c number and entry. */
#ifndef CLI_CERTIFY_H
#define CLI_CERTIFY_H

#include "cli/certify_attach.h"
#include "cli/judging.h"
#include "report/certificate/certificate.h"
#include "trust/key.h"
#include "trust/register.h"

typedef struct CertifyWords { /* as typed */
    JudgingWords judging;
    const char *output, *out_dir, *number, *registered, *measured;
    const char *issuer, *inspector, *customer, *hall, *address, *table_maker, *table_serial;
    const char *sign, *cert, *passphrase_file, *logo;
    TextList photos;
    int valid_months;
    bool force;
} CertifyWords;

typedef struct Certifying {
    Run *run;
    CertifyWords *words;
    Judging judging;
    Certificate certificate; /* what is the same for all tables */
    const ReadingGroups *groups;
    AttachedFiles inputs;
    const Catalogue *texts, *english;
    Signer *signer;  /* NULL: certificates are not signed */
    Register *reg;   /* NULL: certificates are unregistered */
    Outcome outcome; /* the gravest */
    int written;
} Certifying;

/* Beside the PDF: its name with .json instead of .pdf. */
const char *certify_twin_path(Arena *arena, const char *pdf);
/* Where the files go and what gives the number; usage errors are told. */
bool certify_check_targets(Certifying *work);
/* Only once the readings are there is it known how many tables there are. */
bool certify_check_count(Certifying *work);
/* Every table needs a day of measuring. */
bool certify_check_days(Certifying *work);
/* Fills work->certificate from the options and the configuration. */
bool certify_settings(Certifying *work);

/* Loads --photo and --logo, made ready for paper. */
bool certify_pictures(Certifying *work);

/* Makes the folder of --out-dir where it is not there. */
bool certify_make_folder(Certifying *work);

/* Judges all tables once, for the errors and the exit status; nothing is kept. */
bool certify_judge_all(Certifying *work);
/* Writes the certificate of one table, counted from 0, with its twin. */
bool certify_table(Certifying *work, int number);

#endif
