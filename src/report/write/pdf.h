/* A Document as a PDF: pages of A4 with fonts embedded, bookmarks, "page n of m" and the footer on every
 * page. */
#ifndef REPORT_WRITE_PDF_H
#define REPORT_WRITE_PDF_H

#include "model/document.h"

#include "base/diag.h"

/* The file's bytes, in the arena. Text that the fonts cannot show is an error (of the input), told for all of
 * the document at once; nothing is made then. A library fault is the machine's. */
bool pdf_write(Arena *arena, const Document *document, Diag *diag, Str *bytes);

#endif
