/* Plain text in columns, each as wide as its widest cell. Used by the verdict, the profile lists, the form.
 */
#ifndef REPORT_WRITE_COLUMNS_H
#define REPORT_WRITE_COLUMNS_H

#include "base/buf.h"
#include "base/text.h"

enum { MOST_TEXT_COLUMNS = 12 };

typedef struct TextCell {
    Str text;
    const char *color; /* an escape sequence, NULL none */
} TextCell;

typedef struct Columns {
    Arena *arena;
    int count;
    bool right[MOST_TEXT_COLUMNS]; /* set flush right */
    int most[MOST_TEXT_COLUMNS];   /* a longer text is cut and ends in "…"; 0: never */
    VEC(TextCell) cells;           /* row by row */
} Columns;

Columns columns_new(Arena *arena, int count);
void columns_add(Columns *columns, Str text, const char *color); /* the next cell */
void columns_put(Buf *out, Columns *columns, int indent);

/* At most `most` columns on a terminal; what is cut ends in "…". */
Str text_shortened(Arena *arena, Str text, int most);

#endif
