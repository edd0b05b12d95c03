/* The pen that lays blocks on pages from top to bottom, shared by pdf.c (blocks), pdf_table.c and
 * pdf_drawing.c. A dry flow only measures: it has no canvas and counts pages. Lengths are mm, letters points.
 */
#ifndef REPORT_WRITE_PDF_FLOW_H
#define REPORT_WRITE_PDF_FLOW_H

#include "model/document.h"
#include "report/write/canvas.h"
#include "report/write/lines.h"

enum {
    INK = 0x1c1f22,
    INK_MUTED = 0x5d666e,
    INK_LINE = 0xc3cad0,
    INK_SHADE = 0xf3f5f4,
    INK_ACCENT = 0x1d4d40,
    INK_GOOD = 0x1a6b3c,
    INK_DOUBT = 0x8f5600,
    INK_BAD = 0xb0231b,
    INK_PAPER = 0xffffff
};

#define LEAST_LETTERS 6.5 /* points */

enum { LOGO_WIDTH = 34, LOGO_HEIGHT = 17 };               /* mm */
enum { PAGE_SIDE = 16, PAGE_TOP = 15, PAGE_BOTTOM = 19 }; /* margins, mm */

typedef struct Flow {
    Arena *arena;
    const Document *document;
    Canvas *canvas; /* NULL: dry */
    double page_width, page_height;
    double left, width; /* of the text */
    double top, bottom; /* y of the text's upper and lower edge */
    double y;           /* pen: upper edge of what comes next */
    double density;     /* factor on letters and distances, 0.75 to 1.15 */
    int pages;
    bool fresh; /* nothing stands on this page yet */
} Flow;

uint32_t tone_color(Tone tone);
double points_to_mm(double points);
double line_height(double size); /* mm, of a line of letters of this size */

void flow_page(Flow *flow); /* a new page of the document's size */
void flow_page_sized(Flow *flow, double width, double height);
void flow_need(Flow *flow, double height); /* a new page if less than that is left */
void flow_down(Flow *flow, double height);
double flow_left_over(const Flow *flow);
double flow_whole(const Flow *flow);             /* height of an empty page's text */
double flow_size(const Flow *flow, double size); /* times the density */
/* The size of letters: the same, but never smaller than can be read on a wall. */
double flow_letters(const Flow *flow, double size);
/* Baseline of a line of letters whose upper edge is at y. */
double flow_baseline(double y, double size);
void flow_text(Flow *flow, Vec2 at, double size, Face face, uint32_t color, TextAlign align, Str text);
void flow_fill(Flow *flow, double x, double y, double width, double height,
               uint32_t color); /* y: lower edge */
void flow_rule(Flow *flow, Vec2 from, Vec2 to, double width, uint32_t color);

/* A block of the flow's document; a heading stays with what comes after it. */
void flow_block(Flow *flow, const Block *block);
void flow_table(Flow *flow, const Table *table);
double flow_table_least(Flow *flow, const Table *table); /* height that its header and two rows need */
/* Label and value side by side, in `columns` columns. */
void flow_facts(Flow *flow, const Block *block, int columns);
void flow_gauge(Flow *flow, const Gauge *gauge, double x, double y, double width, double height);
/* lower left corner of the drawing's extent at (x, y), scale in mm of paper to mm of the drawing */
void flow_drawing(Flow *flow, const Drawing *drawing, double x, double y, double scale);

#endif
