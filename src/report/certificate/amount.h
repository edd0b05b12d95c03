/* Amounts in words: a number with its unit, in the language's form. Lengths, masses and light of a document
 * in inches, feet, ounces or foot-candles stand in SI units first, the document's own beside them where it
 * governs: "2 540 mm (100 in)". Source: cli/README.md, Time, locale, names. */
#ifndef REPORT_CERTIFICATE_AMOUNT_H
#define REPORT_CERTIFICATE_AMOUNT_H

#include "base/buf.h"
#include "judge/verdict.h"
#include "model/catalogue.h"

/* "78,9 cm" as it stands; a bare ratio has no unit. */
Str number_text(const Catalogue *catalogue, Str decimal, const Unit *unit);
/* The same, SI first. */
Str amount_text(const Catalogue *catalogue, Str decimal, const Unit *unit);
/* "79 to 80 cm", "at least 1 828.8 mm (6 ft)"; "" without limits. */
Str limits_text(const Catalogue *catalogue, const Requirement *requirement);
/* The value that decides: "78,9 cm", "2 540.0 mm (100.00 in)", "áno"; "" none. */
Str value_text(const Catalogue *catalogue, const RequirementResult *result);
/* Its U in the unit that stands first, without the unit; "" none. */
Str U_text(const Catalogue *catalogue, const RequirementResult *result);
/* The blanks between thousands, which break no line on paper, become plain ones, easy to search for on a
 * terminal: in what was put out from `from` on. */
void amounts_plain(Buf *out, size_t from);

#endif
