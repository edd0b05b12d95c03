/* The cushion profile: the height of the nose at every point round the table over the band of its limits,
 * with U as a bar. See plan.h. */
#include "report/certificate/plan.h"

#include <math.h>

enum { WIDTH = 170, HEIGHT = 50, LAYER = 0, MOST_TICKS = 20 };

static const char *const layers[] = {"PROFILE"};

typedef struct Axis {
    double from, to, step;
} Axis;

static Axis axis_of(const ProfilePoint *points, int count, double lower, double upper) {
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < count; i++) {
        least = fmin(least, points[i].value - points[i].spread);
        most = fmax(most, points[i].value + points[i].spread);
    }
    if (!isnan(lower)) least = fmin(least, lower), most = fmax(most, lower);
    if (!isnan(upper)) least = fmin(least, upper), most = fmax(most, upper);
    double room = (most - least) * 0.12;
    if (!(room > 0)) room = fmax(fabs(most) * 0.01, 0.5);
    least -= room, most += room;
    double power = pow(10, floor(log10((most - least) / 4))), ratio = (most - least) / 4 / power;
    return (Axis){least, most, power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10)};
}

static double height_of(Axis axis, double value) {
    return (value - axis.from) / (axis.to - axis.from) * HEIGHT;
}

static void draw_axis(Drawing *drawing, Axis axis, Str unit, const Catalogue *words) {
    int places = axis.step >= 1 ? 0 : (int)fmin(6, ceil(-log10(axis.step) - 1e-9));
    int64_t first = llround(ceil(axis.from / axis.step)), last = llround(floor(axis.to / axis.step));
    for (int64_t k = first; k <= last && k < first + MOST_TICKS; k++) {
        double value = (double)k * axis.step;
        double y = height_of(axis, value);
        drawing_line(drawing, LAYER, S(""), (Vec2){0, y}, (Vec2){WIDTH, y},
                     (Style){.stroke = 0xd7dde1, .stroked = true, .width = 0.15});
        Str text = str_fmt(drawing->arena, "%.*f", places, value);
        drawing_text(drawing, LAYER, (Vec2){-1.5, y - 0.9}, 2.5, ALIGN_RIGHT, 0x5d666e,
                     catalogue_number(words, text));
    }
    drawing_text(drawing, LAYER, (Vec2){-1.5, HEIGHT + 1.5}, 2.5, ALIGN_RIGHT, 0x5d666e, unit);
}

static void draw_limit(Drawing *drawing, Axis axis, double limit) {
    if (isnan(limit)) return;
    double y = height_of(axis, limit);
    drawing_line(drawing, LAYER, S(""), (Vec2){0, y}, (Vec2){WIDTH, y},
                 (Style){.stroke = 0x1d4d40, .stroked = true, .width = 0.4});
}

static void draw_band(Drawing *drawing, Axis axis, double lower, double upper) {
    double from = isnan(lower) ? 0 : height_of(axis, lower),
           to = isnan(upper) ? HEIGHT : height_of(axis, upper);
    Vec2 corners[] = {{0, from}, {WIDTH, from}, {WIDTH, to}, {0, to}};
    drawing_polygon(drawing, LAYER, S(""), corners, 4, (Style){.fill = 0xdcebe2, .filled = true});
}

static void draw_point(Drawing *drawing, Axis axis, double x, double room, const ProfilePoint *point) {
    uint32_t color = point->bad ? 0xb0231b : 0x1a6b3c;
    double y = height_of(axis, point->value), low = height_of(axis, point->value - point->spread),
           high = height_of(axis, point->value + point->spread);
    Style bar = {.stroke = color, .stroked = true, .width = 0.35};
    if (point->spread > 0) {
        drawing_line(drawing, LAYER, S(""), (Vec2){x, low}, (Vec2){x, high}, bar);
        drawing_line(drawing, LAYER, S(""), (Vec2){x - 1, low}, (Vec2){x + 1, low}, bar);
        drawing_line(drawing, LAYER, S(""), (Vec2){x - 1, high}, (Vec2){x + 1, high}, bar);
    }
    Style dot = {.stroke = color,
                 .fill = point->bad ? 0xffffff : color,
                 .stroked = true,
                 .filled = true,
                 .width = 0.4};
    drawing_circle(drawing, LAYER, S(""), (Vec2){x, y}, 1.1, dot);
    double letters = fmin(2.6, room / fmax(3, 0.68 * (double)point->name.len));
    Shape *name =
        drawing_text(drawing, LAYER, (Vec2){x, -4}, fmax(letters, 1.6), ALIGN_CENTRE, 0x1c1f22, point->name);
    if (letters >= 1.6) return;
    name->align = ALIGN_RIGHT;
    name->turn = 60;
    name->points[0] = (Vec2){x + 0.6, -1.6};
}

Drawing *cushion_profile_drawing(Arena *arena, const ProfilePoint *points, int count, double lower,
                                 double upper, Str unit, const Catalogue *words) {
    Drawing *drawing = NEW(arena, Drawing);
    Axis axis = axis_of(points, count, lower, upper);
    double room = (double)WIDTH / count;
    *drawing = (Drawing){.arena = arena, .title = S(""), .layers = layers, .layer_count = 1, .margin = 1};
    drawing->least = (Vec2){-14, room < 12 ? -14 : -6};
    drawing->most = (Vec2){WIDTH, HEIGHT + 4};
    draw_band(drawing, axis, lower, upper);
    draw_axis(drawing, axis, unit, words);
    draw_limit(drawing, axis, lower);
    draw_limit(drawing, axis, upper);
    for (int i = 0; i < count; i++) draw_point(drawing, axis, (i + 0.5) * room, room, &points[i]);
    return drawing;
}
