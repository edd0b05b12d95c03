/* The certificate of a table as a Document: the page to hang on the wall, then the annex. Everything shown
 * comes from the judged result and the kept readings; nothing is judged here. Contents after ISO/IEC
 * 17020 7.4 and 17025 7.8; source: trust/README.md, first section. */
#ifndef REPORT_CERTIFICATE_CERTIFICATE_H
#define REPORT_CERTIFICATE_CERTIFICATE_H

#include "judge/verdict.h"
#include "model/catalogue.h"
#include "model/document.h"
#include "trust/register.h"

enum { PHOTO_WIDTH = 150, PHOTO_HEIGHT = 100 }; /* mm on paper, at most */

typedef struct Certificate {
    const TableResult *result;      /* judged with every_point */
    const Session *session;         /* its input files */
    const Reading *const *readings; /* of this table, in the order of the files */
    ptrdiff_t reading_count;
    const Instruments *instruments;                                            /* NULL: none given */
    Str number;                                                                /* "": unregistered */
    Str issuer, inspector, customer, hall, address, table_maker, table_serial; /* "": not said, left out */
    const Picture *logo;                                                       /* NULL: none */
    const Picture *const *photos; /* with their captions, the files' names */
    const Str *photo_names;
    int photo_count;
    Numbers supersedes;     /* certificates it takes the place of */
    const Entries *history; /* the table's earlier ones and this one; NULL: no register */
    Moment measured;        /* not given: from the readings' times */
    Moment issued;
    int valid_months;
} Certificate;

/* words->arena is used for texts; a catalogue copied with the arena of one table keeps memory bounded. */
Document *certificate_build(Arena *arena, const Certificate *certificate, const Catalogue *words);

/* First and last day of measuring, by the place's own days; years 0 when nobody said. */
typedef struct Days {
    Date first, last;
} Days;
Days certificate_measured(const Certificate *certificate);
/* The last day of its validity, counted from the last day of measuring; year 0 for an inspection report,
 * which certifies nothing. */
Date certificate_valid_until(const Certificate *certificate);
/* The games it is for: those asked for, else all that the profile names. */
int certificate_scope(Arena *arena, const TableResult *result, const Str **games);

/* "TC-2026-0003: T1.pdf: PASS, supersedes TC-2026-0001": what certify says of each. */
void certificate_line(Buf *out, const Catalogue *words, const Certificate *certificate, const char *file);

/* Readings grouped by table, each group in the order of the files. */
typedef struct ReadingGroups ReadingGroups;
ReadingGroups *reading_groups(Arena *arena, const Session *session);
const Reading *const *readings_of(const ReadingGroups *groups, Str table, ptrdiff_t *count);

/* An error, at its cell, for every text of the readings that the font cannot show. */
bool certificate_check_readings(const Session *session, Diag *diag);

#endif
