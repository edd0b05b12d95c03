/* The empty measuring form of a profile: every item and point to measure, in the order a person walks, to be
 * filled in by hand or in a spreadsheet and read back by check. Source: read/csv/README.md, "form". */
#ifndef REPORT_CERTIFICATE_FORM_H
#define REPORT_CERTIFICATE_FORM_H

#include "base/buf.h"
#include "measure/walk.h"

typedef struct FormDialect {
    char delimiter;
    bool excel; /* byte order mark and CRLF: what a spreadsheet opens without asking */
} FormDialect;

/* One row a point, for each table (count 0: one table without a name). Items are called by their first alias
 * in the language, else by their id. */
void form_csv(Buf *out, Arena *arena, const Profile *profile, int language, const Str *tables, int count,
              FormDialect dialect);
/* What the form calls an item. */
Str form_item(const Step *step, int language);

#endif
