/* Files inside a PDF: the readings and the result go with the certificate. Source: trust/README.md, "What
 * makes it trustworthy"; ISO 32000-2 7.11.4. */
#ifndef REPORT_WRITE_ATTACHMENT_H
#define REPORT_WRITE_ATTACHMENT_H

#include "base/buf.h"
#include "model/document.h"

/* Compresses bytes once for however many documents carry them; the arena keeps what is needed. */
Attachment attachment_make(Arena *arena, Str name, Str description, const char *media, const char *relation,
                           Str bytes);

/* Members of the catalogue that name the attachments; their objects are numbered from `first` on, two each.
 */
void attachments_catalogue(Buf *out, Arena *arena, const Attachment *attachments, int count, int first);
/* The two objects of one attachment: the file's content, and its description. *second: where that begins. */
void attachment_objects(Buf *out, const Attachment *attachment, int number, Moment when, size_t *second);

#endif
