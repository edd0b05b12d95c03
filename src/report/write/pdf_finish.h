/* Puts right what libharu 2.3.0 writes wrongly or not at all: its map from letters to Unicode (begincidrange
 * instead of beginbfrange: poppler warns, some viewers copy rubbish), the document's language, an identifier.
 * The file's objects are copied one by one, changed where needed, and a new cross-reference table is written.
 */
#ifndef REPORT_WRITE_PDF_FINISH_H
#define REPORT_WRITE_PDF_FINISH_H

#include "model/document.h"
#include "report/write/font.h"

/* The letters a document shows, by face: a bit each. */
typedef struct UsedLetters {
    unsigned char bits[FACE_COUNT][65536 / 8];
} UsedLetters;

typedef struct PdfFinish {
    const char *language;
    const UsedLetters *used;
    const Attachment *attachments;
    int attachment_count;
    Moment created;
} PdfFinish;

/* A file that does not look as libharu writes it is an error of the machine's (told). */
bool pdf_finish(Arena *arena, Str pdf, const PdfFinish *finish, Str *out, Diag *diag);

#endif
