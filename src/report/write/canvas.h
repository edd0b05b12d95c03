/* The libharu side of the PDF, all of it: a document of pages to draw on, in millimetres with y upwards from
 * the lower left corner. Letters, NaN and libharu's return values are looked after here: after the first
 * fault nothing more is drawn and canvas_close() tells. Source: facts of libharu 2.3.0: return values are
 * unreliable (the error handler counts), saving to a file hides a full disk, NaN breaks the page, coordinates
 * are clamped. */
#ifndef REPORT_WRITE_CANVAS_H
#define REPORT_WRITE_CANVAS_H

#include "base/moment.h"
#include "model/document.h"
#include "report/write/font.h"

typedef struct Canvas Canvas;

typedef struct CanvasInfo {
    const char *language;
    Str title, author, subject;
    Moment created; /* not given: no dates */
    const Attachment *attachments;
    int attachment_count;
} CanvasInfo;

typedef struct TextStyle {
    double size; /* points */
    Face face;
    uint32_t color; /* 0xRRGGBB */
    TextAlign align;
    double turn; /* degrees counter-clockwise round the anchor */
} TextStyle;

enum { CANVAS_MOST_MM = 5080 }; /* 14400 points, what the format allows for a page side */

/* NULL after errors (told). */
Canvas *canvas_open(Arena *arena, const CanvasInfo *info, Diag *diag);
/* Adds a page of this size in mm and selects it. */
void canvas_page(Canvas *canvas, double width, double height);
int canvas_pages(const Canvas *canvas);
void canvas_select(Canvas *canvas, int page); /* from 0 */
double canvas_width(const Canvas *canvas);    /* of the selected page, mm */

/* The anchor is on the baseline. */
void canvas_text(Canvas *canvas, Vec2 at, const TextStyle *style, Str text);
void canvas_path(Canvas *canvas, const Vec2 *points, int n, bool closed, const Style *style);
void canvas_rectangle(Canvas *canvas, double x, double y, double width, double height, const Style *style);
void canvas_circle(Canvas *canvas, Vec2 centre, double radius, const Style *style);
void canvas_arc(Canvas *canvas, Vec2 centre, double radius, double from_degrees, double to_degrees,
                const Style *style);
/* An entry of the outline that leads to height y of the selected page; level 2 goes below the last of
 * level 1. */
void canvas_bookmark(Canvas *canvas, int level, double y, Str title);

/* A picture with its lower left corner at (x, y). */
void canvas_picture(Canvas *canvas, double x, double y, double width, double height, const Picture *picture);
/* A QR code (trust/qr.h) with its lower left corner at (x, y), `side` mm wide: one object however many pages
 * show it. */
void canvas_code(Canvas *canvas, double x, double y, double side, int modules, Str squares);
/* Where an electronic signature will stand on the selected page, and the lines that show in it: one a
 * document. */
void canvas_signature_field(Canvas *canvas, double x, double y, double width, double height, const Str *lines,
                            int count);

/* The finished file in the arena, or false after errors (told). The canvas is gone afterwards either way. */
bool canvas_close(Canvas *canvas, Str *bytes);

#endif
