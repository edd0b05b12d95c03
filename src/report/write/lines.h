/* Breaks text into lines of a given width. */
#ifndef REPORT_WRITE_LINES_H
#define REPORT_WRITE_LINES_H

#include "report/write/font.h"

typedef struct Lines {
    Str *at;
    int n;
} Lines;

/* Lines of at most `width` points: broken at line ends, at blanks, after hyphens, dashes and slashes, and
 * within a word only where it is wider than a line. Empty text gives no line, a letter wider than the line
 * stands alone. */
Lines lines_break(Arena *arena, Face face, double size, double width, Str text);
/* The text, cut and ended by "…" if it is wider than `width` points. */
Str lines_cut(Arena *arena, Face face, double size, double width, Str text);

#endif
