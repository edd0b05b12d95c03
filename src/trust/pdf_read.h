/* A PDF as bytes, as far as this program's own certificates need reading: cross-reference tables and their
 * updates, objects, values of dictionaries, streams, attachments, what pages draw. Whatever is not of that
 * form is refused, never guessed at. Everything is bounded: hostile files come this way. Source: ISO
 * 32000-1, 7.5 and 7.11. */
#ifndef TRUST_PDF_READ_H
#define TRUST_PDF_READ_H

#include "base/arena.h"

typedef struct PdfFile {
    Arena *arena;
    Str bytes;
    int count;     /* numbers of objects are below it */
    int64_t *at;   /* by number: where its newest version stands; 0: nowhere */
    Str trailer;   /* the newest one's dictionary */
    int64_t start; /* of the newest cross-reference table */
    int revisions; /* 1: never updated */
} PdfFile;

/* False: no PDF of the expected form, torn, or with something behind its end. */
bool pdf_read(Arena *arena, Str bytes, PdfFile *out);

/* What stands between "N 0 obj" and "stream" or "endobj". False: there is no such object. */
bool pdf_object(const PdfFile *pdf, int number, Str *dictionary, Str *raw_stream);
/* The value of a key, as it stands in the file; "" where there is none. */
Str pdf_value(Str dictionary, const char *key);
/* "12 0 R": 12, anything else: 0. */
int pdf_reference(Str value);
/* The value, or the object it points to. */
Str pdf_resolved(const PdfFile *pdf, Str value);
/* The next value of an array's inside ("" at the end). */
Str pdf_next(Str *rest);
Str pdf_inside(Str array); /* without [ ] or << >> */
/* An object's stream, unpacked. */
bool pdf_stream(const PdfFile *pdf, int number, Str *out);
/* "<FEFF0041>" or "(text)" as UTF-8. */
Str pdf_text(Arena *arena, Str value);

typedef struct PdfAttachment {
    Str name, media; /* media as the file writes it, without the slash */
    Str bytes;
} PdfAttachment;
typedef struct PdfAttachments {
    VEC(PdfAttachment) list;
} PdfAttachments;
bool pdf_attachments(const PdfFile *pdf, PdfAttachments *out);

enum { PDF_MOST_PAGES = 10000 };
/* The numbers of the pages' objects, in order. */
bool pdf_pages(const PdfFile *pdf, int **pages, int *count);
/* What a page draws, all its streams one behind the other. */
bool pdf_page_content(const PdfFile *pdf, int page, Str *out);

#endif
