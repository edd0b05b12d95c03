/* See drawing.h. */
#include "model/drawing.h"

Shape *drawing_add(Drawing *drawing, ShapeKind kind, int layer, Str name, int points) {
    Shape *shape = VEC_PUSH(drawing->arena, &drawing->shapes);
    *shape = (Shape){.kind = kind, .layer = layer, .name = name, .n = points, .text = S("")};
    shape->points = NEW_ARRAY(drawing->arena, Vec2, points);
    return shape;
}

Shape *drawing_polygon(Drawing *drawing, int layer, Str name, const Vec2 *points, int n, Style style) {
    Shape *shape = drawing_add(drawing, SHAPE_POLYGON, layer, name, n);
    for (int i = 0; i < n; i++) shape->points[i] = points[i];
    shape->style = style;
    return shape;
}

Shape *drawing_line(Drawing *drawing, int layer, Str name, Vec2 from, Vec2 to, Style style) {
    Shape *shape = drawing_polygon(drawing, layer, name, (Vec2[]){from, to}, 2, style);
    shape->kind = SHAPE_LINE;
    return shape;
}

Shape *drawing_circle(Drawing *drawing, int layer, Str name, Vec2 centre, double radius, Style style) {
    Shape *shape = drawing_polygon(drawing, layer, name, &centre, 1, style);
    shape->kind = SHAPE_CIRCLE;
    shape->radius = radius;
    return shape;
}

Shape *drawing_text(Drawing *drawing, int layer, Vec2 at, double height, TextAlign align, uint32_t color,
                    Str text) {
    Shape *shape = drawing_add(drawing, SHAPE_TEXT, layer, S(""), 1);
    shape->points[0] = at;
    shape->height = height;
    shape->align = align;
    shape->text = text;
    shape->style = (Style){.fill = color, .filled = true};
    return shape;
}
