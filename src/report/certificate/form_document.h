/* The empty measuring form to print and fill in by hand: the plan with numbered points, then a row for every
 * point, in the order of the CSV form. Source: read/csv/README.md, `form`. */
#ifndef REPORT_CERTIFICATE_FORM_DOCUMENT_H
#define REPORT_CERTIFICATE_FORM_DOCUMENT_H

#include "model/catalogue.h"
#include "model/document.h"
#include "model/profile.h"

/* One form after the other for each table (count 0: one without a name). words in the form's language. */
Document *form_document(Arena *arena, const Profile *profile, const Str *tables, int count,
                        const Catalogue *words);

#endif
