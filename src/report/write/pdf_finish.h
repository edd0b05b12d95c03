/* Adds what libharu 2.3.0 does not write: the document's language, an identifier, attachments as readers want
 * them. The file's objects are copied one by one, changed where needed, and a new cross-reference table is
 * written.
 */
#ifndef REPORT_WRITE_PDF_FINISH_H
#define REPORT_WRITE_PDF_FINISH_H

#include "base/diag.h"
#include "model/document.h"

typedef struct PdfFinish {
    const char *language;
    const Attachment *attachments;
    int attachment_count;
    Moment created;
} PdfFinish;

/* A file that does not look as libharu writes it is an error of the machine's (told). */
bool pdf_finish(Arena *arena, Str pdf, const PdfFinish *finish, Str *out, Diag *diag);

#endif
