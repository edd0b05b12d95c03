/* The register as people and programs read it: a line a certificate, a certificate with all that befell it,
 * JSON. Source: certificates.md, register. */
#ifndef REPORT_CERTIFICATE_REGISTER_LIST_H
#define REPORT_CERTIFICATE_REGISTER_LIST_H

#include "base/json.h"
#include "trust/register.h"

void register_entry_json(Json *json, const Entry *entry);
/* One line: number, how it stands today, valid until, verdict, profile, hall and table. */
void register_entry_line(Buf *out, const Entry *entry, EntryKind standing);
/* One entry in full, a field a line. */
void register_entry_text(Buf *out, const Entry *entry);

#endif
