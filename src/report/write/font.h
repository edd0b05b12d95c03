/* The letters and widths of the shipped fonts (DejaVu Sans and its bold, cut down by reports/font/subset),
 * read from their cmap, hmtx and hhea tables: for measuring lines and for refusing text the font cannot show.
 */
#ifndef REPORT_WRITE_FONT_H
#define REPORT_WRITE_FONT_H

#include "base/diag.h"
#include "base/source.h"

typedef enum Face { FACE_PLAIN, FACE_BOLD, FACE_COUNT } Face;

/* The font file inside the program. */
Str font_bytes(Face face);
/* The tables of a face, read once for as long as the program runs. */
typedef struct Font {
    Str bytes;
    const uint16_t *glyphs; /* by character */
    size_t metrics;         /* offset of hmtx */
    unsigned units;
} Font;
Font font_open(Face face);
unsigned font_glyph(const Font *font, uint32_t character);              /* its number in the file, 0: none */
double font_advance(const Font *font, double size, uint32_t character); /* points */
bool font_has(Face face, uint32_t character);
/* Width of a line of text in points at the size given in points. */
double font_width(Face face, double size, Str text);
/* An error naming every character of `text` (once each) that no face can show, and where it stands; `what`
 * says what the text is ("note", "--issuer"). True when all can be shown. */
bool font_check(Str text, Place place, const char *what, Diag *diag);

#endif
