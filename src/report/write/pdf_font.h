/* The shipped fonts inside a PDF: composite fonts whose codes are the letters' Unicode numbers, cut down to
 * the letters that are used. libharu makes such a font by asking for each of 65,536 letters, half the time a
 * page takes; here its dictionaries are made of the letters used alone, and libharu cuts the outlines. Its
 * map to Unicode is wrong besides (begincidrange instead of beginbfrange: poppler warns, some viewers copy
 * rubbish). Source: ISO 32000-1, 9.7 and 9.10.3; src/README.md. */
#ifndef REPORT_WRITE_PDF_FONT_H
#define REPORT_WRITE_PDF_FONT_H

#include "report/write/font.h"

#include <hpdf.h>

/* The letters a document shows, by face: a bit each. */
typedef struct UsedLetters {
    unsigned char bits[FACE_COUNT][65536 / 8];
} UsedLetters;

void letters_add(UsedLetters *used, Face face, Str text);

/* A font to be named on pages, still without letters. Faults go to the document's error handler. */
HPDF_Dict pdf_font_open(HPDF_Doc doc, Face face);
/* Its widths, outlines and maps, when all letters are known. */
void pdf_font_complete(HPDF_Doc doc, HPDF_Dict font, Face face, const UsedLetters *used);

#endif
