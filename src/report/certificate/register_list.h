/* The register as people and programs read it: a line a certificate, a certificate with all that befell it,
 * JSON, a table for a spreadsheet. Words are of section `register` of reports/text. Source: trust/README.md,
 * "What makes it trustworthy". */
#ifndef REPORT_CERTIFICATE_REGISTER_LIST_H
#define REPORT_CERTIFICATE_REGISTER_LIST_H

#include "model/catalogue.h"
#include "trust/register.h"

/* A line a certificate: number, how it stands today, valid until, verdict, profile, hall and table. The words
 * are looked up once for very many lines. */
enum { REGISTER_VERDICTS = 5 };
typedef struct RegisterLines {
    Buf *out;
    Str kinds[ENTRY_WITHDRAWN + 1], verdicts[REGISTER_VERDICTS];
    int count; /* lines so far */
} RegisterLines;
RegisterLines register_lines(Buf *out, const Catalogue *words);
void register_line(const Entry *entry, void *context); /* a RegisterEach; context: the lines */
/* One entry in full, a field a line. */
void register_text(Buf *out, const Catalogue *words, const Entry *entry);
/* A JSON list of entries. */
void register_json(Buf *out, const Entries *entries);
/* All entries with a line of column names, for a spreadsheet: commas, quotes where needed, lines ended as RFC
 * 4180 has it; a cell that a spreadsheet would run as a formula gets an apostrophe before it. */
void register_csv(Buf *out, const Entries *entries);

#endif
