/* A neutral drawing on a page: every shape mapped to millimetres of paper. See pdf_flow.h. */
#include "report/write/pdf_flow.h"

#include <math.h>

typedef struct Map {
    Canvas *canvas;
    Vec2 origin; /* paper's place of the drawing's lower left corner, margin included */
    Vec2 least;
    double scale;
} Map;

enum { LEAST_LINE_UM = 80 };

static Vec2 map_point(const Map *map, Vec2 p) {
    return (Vec2){map->origin.x + (p.x - map->least.x) * map->scale,
                  map->origin.y + (p.y - map->least.y) * map->scale};
}

static Style map_style(const Map *map, const Style *style) {
    Style mapped = *style;
    mapped.width = fmax(style->width * map->scale, LEAST_LINE_UM / 1000.0);
    mapped.dash = style->dash * map->scale;
    return mapped;
}

static void draw_points(const Map *map, Arena *arena, const Shape *shape, const Style *style) {
    Vec2 *points = NEW_ARRAY(arena, Vec2, shape->n);
    for (int i = 0; i < shape->n; i++) points[i] = map_point(map, shape->points[i]);
    canvas_path(map->canvas, points, shape->n, shape->kind == SHAPE_POLYGON, style);
}

static void draw_cross(const Map *map, const Shape *shape, const Style *style) {
    Vec2 c = map_point(map, shape->points[0]);
    double r = shape->radius * map->scale;
    canvas_path(map->canvas, (Vec2[]){{c.x - r, c.y}, {c.x + r, c.y}}, 2, false, style);
    canvas_path(map->canvas, (Vec2[]){{c.x, c.y - r}, {c.x, c.y + r}}, 2, false, style);
}

static void draw_text(const Map *map, const Shape *shape) {
    TextStyle text = {shape->height * map->scale * 72 / 25.4, shape->bold ? FACE_BOLD : FACE_PLAIN,
                      shape->style.fill, shape->align, shape->turn};
    canvas_text(map->canvas, map_point(map, shape->points[0]), &text, shape->text);
}

static void draw_shape(const Map *map, Arena *arena, const Shape *shape) {
    Style style = map_style(map, &shape->style);
    double radius = shape->radius * map->scale;
    switch (shape->kind) {
    case SHAPE_LINE:
    case SHAPE_POLYGON:
        draw_points(map, arena, shape, &style);
        break;
    case SHAPE_CIRCLE:
        canvas_circle(map->canvas, map_point(map, shape->points[0]), radius, &style);
        break;
    case SHAPE_ARC:
        canvas_arc(map->canvas, map_point(map, shape->points[0]), radius, shape->from_degrees,
                   shape->to_degrees, &style);
        break;
    case SHAPE_CROSS:
        draw_cross(map, shape, &style);
        break;
    case SHAPE_TEXT:
        draw_text(map, shape);
        break;
    }
}

void flow_drawing(Flow *flow, const Drawing *drawing, double x, double y, double scale) {
    if (!flow->canvas) return;
    Map map = {
        flow->canvas, {x + drawing->margin * scale, y + drawing->margin * scale}, drawing->least, scale};
    for (ptrdiff_t i = 0; i < drawing->shapes.n; i++) draw_shape(&map, flow->arena, &drawing->shapes.at[i]);
}
