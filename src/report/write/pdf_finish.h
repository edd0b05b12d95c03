/* Adds what libharu 2.3.0 does not write: the document's language, an identifier, attachments as readers want
 * them, what an archive wants (archive.h), and a signature field that trust/sign.h can fill. The file's
 * objects are copied one by one, changed where needed, and a new cross-reference table is written.
 */
#ifndef REPORT_WRITE_PDF_FINISH_H
#define REPORT_WRITE_PDF_FINISH_H

#include "base/diag.h"
#include "model/document.h"
#include "report/write/archive.h"
#include "report/write/font.h"

/* An empty signature field, and what shows in it. */
typedef struct PdfField {
    int page, fonts[FACE_COUNT]; /* numbers of their objects; a font 0: not used */
    double x, y, width, height;  /* points */
    Str looks;                   /* operators, the origin in the field's lower left corner; fonts /F0 /F1 */
} PdfField;

typedef struct PdfFinish {
    ArchiveInfo info;
    const Attachment *attachments;
    int attachment_count;
    const PdfField *field; /* NULL: none */
} PdfFinish;

/* A file that does not look as libharu writes it is an error of the machine's (told). */
bool pdf_finish(Arena *arena, Str pdf, const PdfFinish *finish, Str *out, Diag *diag);

#endif
