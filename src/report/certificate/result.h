/* Verdicts as people and programs read them: the result JSON of judge/README.md, and the text an inspector
 * reads at a glance. One table at a time, so that fifty thousand of them need no more memory than one. Words
 * come from section `check` of reports/text; JSON speaks English whatever the language. */
#ifndef REPORT_CERTIFICATE_RESULT_H
#define REPORT_CERTIFICATE_RESULT_H

#include "base/json.h"
#include "report/certificate/amount.h"

/* A reason or remark in words, numbers in the language's form. */
Str phrase_text(const Catalogue *catalogue, const Phrase *phrase);
/* All reasons of a requirement, joined by "; "; "" none. */
Str reasons_text(const Catalogue *catalogue, const RequirementResult *result);
Str rule_text(const Catalogue *catalogue, const TableResult *table);

/* {"schema":…,"tables":[ one call of result_json_table each ],"inputs":[…]}; english is the catalogue of
 * "en". */
void result_json_open(Json *json);
void result_json_table(Json *json, const Catalogue *english, const TableResult *table);
void result_json_close(Json *json, const Session *session);
/* The same with a member "changes", a list of what result_json_changes has written into another buffer. */
void result_json_close_changed(Json *json, const Session *session, Str changes);
/* One object for every requirement whose verdict or value has changed; *count of them so far. */
void result_json_changes(Buf *out, int *count, const TableResult *before, const TableResult *now);

/* The verdict of one table as text. */
void result_text(Buf *out, const Catalogue *catalogue, const TableResult *table, bool color);
/* Its first line alone. */
void result_line(Buf *out, const Catalogue *catalogue, const TableResult *table, bool color);
/* What has changed since `file`, where the table was found as `before`. */
void result_changes(Buf *out, const Catalogue *catalogue, const char *file, const TableResult *before,
                    const TableResult *now, bool color);
/* Has it another verdict or value than before? */
bool result_changed(const RequirementResult *before, const RequirementResult *now);
/* Several profiles against the same readings, side by side. */
void result_compare(Buf *out, const Catalogue *catalogue, const TableResult *const *tables, int count,
                    bool color);

#endif
