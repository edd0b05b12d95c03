/* A neutral drawing: shapes on named layers in millimetres on paper or at full size, y upwards. Built by
 * marking, rack, certificate; written by report/write/svg.c, report/write/dxf.c, report/write/pdf.c, which
 * compute nothing. */
#ifndef MODEL_DRAWING_H
#define MODEL_DRAWING_H

#include "base/arena.h"

typedef struct Vec2 {
    double x, y;
} Vec2;

typedef enum ShapeKind {
    SHAPE_LINE,    /* open polyline through points */
    SHAPE_POLYGON, /* closed outline, filled if the style says so */
    SHAPE_CIRCLE,  /* points[0], radius */
    SHAPE_ARC,     /* points[0] centre, radius, counter-clockwise from from_degrees to to_degrees */
    SHAPE_CROSS,   /* a spot: points[0], radius = half its size */
    SHAPE_TEXT     /* points[0] anchor on the baseline, text, height */
} ShapeKind;

typedef enum TextAlign { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT } TextAlign;

typedef struct Style {
    uint32_t stroke, fill; /* 0xRRGGBB */
    bool stroked, filled;
    double width; /* mm */
    double dash;  /* mm; 0: solid */
} Style;

typedef struct Shape {
    ShapeKind kind;
    int layer; /* index into Drawing.layers */
    Str name;  /* of the mark it belongs to (data-name in SVG); consecutive shapes of one name and
                  layer are one group; "" none */
    Vec2 *points;
    int n;
    double radius, from_degrees, to_degrees;
    Str text;
    double height; /* of capital letters' line, mm (font size) */
    double turn;   /* text: degrees counter-clockwise */
    TextAlign align;
    bool bold;
    Style style;
} Shape;

typedef struct Drawing {
    Arena *arena;
    Str title;
    Vec2 least, most; /* extent of the content, mm (without the margin) */
    double margin;    /* mm, added on every side */
    const char *const *layers;
    int layer_count;
    VEC(Shape) shapes;
} Drawing;

Shape *drawing_add(Drawing *drawing, ShapeKind kind, int layer, Str name, int points); /* points zeroed */
Shape *drawing_line(Drawing *drawing, int layer, Str name, Vec2 from, Vec2 to, Style style);
Shape *drawing_polygon(Drawing *drawing, int layer, Str name, const Vec2 *points, int n, Style style);
Shape *drawing_circle(Drawing *drawing, int layer, Str name, Vec2 centre, double radius, Style style);
Shape *drawing_text(Drawing *drawing, int layer, Vec2 at, double height, TextAlign align, uint32_t color,
                    Str text);

#endif
