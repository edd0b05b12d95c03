/* The light map: the bed in fields, each with its lux, coloured from dark to bright, with the scale beside
 * it. The numbers stand in the fields, so that it can be read without colour. See plan.h. */
#include "report/certificate/plan.h"

#include <math.h>

enum { BED_HEIGHT = 142, LAYER = 0, STEPS = 40 };

static const char *const layers[] = {"LIGHT"};

/* Dark blue over green to pale yellow: brightness rises evenly, also in grey. */
static const double scale_colors[][3] = {{0.16, 0.20, 0.42}, {0.14, 0.38, 0.53}, {0.18, 0.56, 0.53},
                                         {0.45, 0.73, 0.45}, {0.78, 0.85, 0.40}, {0.99, 0.95, 0.62}};
enum { COLOR_COUNT = sizeof scale_colors / sizeof *scale_colors };

static uint32_t color_of(double share) {
    double at = fmin(fmax(share, 0), 1) * (COLOR_COUNT - 1);
    int k = (int)fmin(floor(at), COLOR_COUNT - 2);
    uint32_t color = 0;
    for (int c = 0; c < 3; c++) {
        double value = scale_colors[k][c] + (at - k) * (scale_colors[k + 1][c] - scale_colors[k][c]);
        color = color << 8 | (uint32_t)lround(value * 255);
    }
    return color;
}

static uint32_t ink_on(double share) { return share < 0.5 ? 0xffffff : 0x1c1f22; }

/* The scale's ends: round numbers round all values and the limit. */
typedef struct Range {
    double from, to, step;
} Range;

static double nice_step(double span) {
    double power = pow(10, floor(log10(span / 5))), ratio = span / 5 / power;
    return power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
}

static Range range_of(const LightPoint *points, int count, double limit) {
    double least = isnan(limit) ? INFINITY : limit, most = isnan(limit) ? -INFINITY : limit;
    for (int i = 0; i < count; i++) {
        least = fmin(least, points[i].lux);
        most = fmax(most, points[i].lux);
    }
    if (!(most > least)) least -= 1, most += 1;
    double step = nice_step(most - least);
    return (Range){floor(least / step) * step, ceil(most / step) * step, step};
}

static void field(Drawing *drawing, const NominalBed *bed, double scale, int columns, int rows,
                  const LightPoint *point, Range range) {
    double height = bed->length * scale / columns, width = bed->width * scale / rows;
    double x = (point->row - 1) * width, y = (point->column - 1) * height,
           share = (point->lux - range.from) / (range.to - range.from);
    Vec2 corners[] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    uint32_t color = color_of(share), ink = ink_on(share);
    drawing_polygon(
        drawing, LAYER, S(""), corners, 4,
        (Style){.stroke = 0xffffff, .fill = color, .stroked = true, .filled = true, .width = 0.3});
    double letters = fmin(3.6, fmin(height / 3.2, width / fmax(3, 0.72 * (double)point->text.len)));
    Shape *value = drawing_text(drawing, LAYER, (Vec2){x + width / 2, y + height / 2 - letters * 0.36},
                                letters, ALIGN_CENTRE, ink, point->text);
    value->bold = point->bad;
    if (point->number > 0)
        drawing_text(drawing, LAYER, (Vec2){x + 0.8, y + height - letters * 0.62 - 0.8}, letters * 0.62,
                     ALIGN_LEFT, ink, str_fmt(drawing->arena, "%d", point->number));
}

/* Drawn after all fields, so that a neighbour does not hide it. */
static void bad_mark(Drawing *drawing, const NominalBed *bed, double scale, int columns, int rows,
                     const LightPoint *point) {
    double height = bed->length * scale / columns, width = bed->width * scale / rows, in = 0.6;
    double x = (point->row - 1) * width, y = (point->column - 1) * height;
    Vec2 corners[] = {{x + in, y + in},
                      {x + width - in, y + in},
                      {x + width - in, y + height - in},
                      {x + in, y + height - in}};
    drawing_polygon(drawing, LAYER, S(""), corners, 4,
                    (Style){.stroke = 0xb0231b, .stroked = true, .width = 0.9});
}

static Str tick_text(Drawing *drawing, double value, double step) {
    int places = step >= 1 ? 0 : (int)fmin(6, ceil(-log10(step)));
    return str_fmt(drawing->arena, "%.*f", places, value);
}

static void scale_bar(Drawing *drawing, double x, double height, Range range, double limit,
                      const Catalogue *words) {
    double width = 5, step = height / STEPS, span = range.to - range.from;
    for (int k = 0; k < STEPS; k++) {
        Vec2 corners[] = {{x, k * step},
                          {x + width, k * step},
                          {x + width, (k + 1) * step + (k + 1 < STEPS ? 0.2 : 0)},
                          {x, (k + 1) * step + (k + 1 < STEPS ? 0.2 : 0)}};
        drawing_polygon(drawing, LAYER, S(""), corners, 4,
                        (Style){.fill = color_of((k + 0.5) / STEPS), .filled = true});
    }
    int ticks = (int)lround((range.to - range.from) / range.step);
    for (int k = 0; k <= ticks; k++) {
        double value = range.from + k * range.step;
        double y = (value - range.from) / span * height;
        drawing_line(drawing, LAYER, S(""), (Vec2){x + width, y}, (Vec2){x + width + 1, y},
                     (Style){.stroke = 0x5d666e, .stroked = true, .width = 0.2});
        drawing_text(drawing, LAYER, (Vec2){x + width + 1.6, y - 0.9}, 2.5, ALIGN_LEFT, 0x1c1f22,
                     catalogue_number(words, tick_text(drawing, value, range.step)));
    }
    drawing_text(drawing, LAYER, (Vec2){x, height + 2}, 2.8, ALIGN_LEFT, 0x1c1f22, S("lx"));
    if (isnan(limit)) return;
    double y = (limit - range.from) / span * height;
    drawing_line(drawing, LAYER, S(""), (Vec2){x - 1.4, y}, (Vec2){x + width + 1, y},
                 (Style){.stroke = 0xb0231b, .stroked = true, .width = 0.6});
    Vec2 wedge[] = {{x - 1.2, y}, {x - 3, y + 1}, {x - 3, y - 1}};
    drawing_polygon(drawing, LAYER, S(""), wedge, 3, (Style){.fill = 0xb0231b, .filled = true});
}

static void side_names(Drawing *drawing, double width, const Catalogue *words) {
    drawing_text(drawing, LAYER, (Vec2){width / 2, -4.4}, 2.8, ALIGN_CENTRE, 0x5d666e,
                 catalogue_text(words, "plan.bottom"));
    drawing_text(drawing, LAYER, (Vec2){width / 2, BED_HEIGHT + 2}, 2.8, ALIGN_CENTRE, 0x5d666e,
                 catalogue_text(words, "plan.top"));
}

static void empty_field(Drawing *drawing, const NominalBed *bed, int columns, int rows,
                        const LightPoint *point) {
    double height = (double)BED_HEIGHT / columns, width = bed->width * BED_HEIGHT / bed->length / rows;
    double x = (point->row - 1) * width, y = (point->column - 1) * height, letters = fmin(3, width / 4);
    Vec2 corners[] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    drawing_polygon(drawing, LAYER, S(""), corners, 4,
                    (Style){.stroke = 0xc3cad0, .stroked = true, .width = 0.2});
    drawing_text(drawing, LAYER, (Vec2){x + 0.9, y + height - letters - 0.3}, letters, ALIGN_LEFT, 0x1c1f22,
                 str_fmt(drawing->arena, "%d", point->number));
    drawing_text(drawing, LAYER, (Vec2){x + width / 2, y + 1}, letters * 0.75, ALIGN_CENTRE, 0x5d666e,
                 point->text);
}

Drawing *grid_drawing(Arena *arena, const NominalBed *bed, int columns, int rows, const LightPoint *points,
                      int count, const Catalogue *words) {
    Drawing *drawing = NEW(arena, Drawing);
    double width = bed->width * BED_HEIGHT / bed->length;
    *drawing = (Drawing){.arena = arena, .title = S(""), .layers = layers, .layer_count = 1, .margin = 1};
    drawing->least = (Vec2){-1, -6};
    drawing->most = (Vec2){width + 1, BED_HEIGHT + 6};
    for (int i = 0; i < count; i++) empty_field(drawing, bed, columns, rows, &points[i]);
    Vec2 rim[] = {{0, 0}, {width, 0}, {width, BED_HEIGHT}, {0, BED_HEIGHT}};
    drawing_polygon(drawing, LAYER, S(""), rim, 4,
                    (Style){.stroke = 0x1d4d40, .stroked = true, .width = 0.6});
    side_names(drawing, width, words);
    return drawing;
}

Drawing *light_map_drawing(Arena *arena, const NominalBed *bed, int columns, int rows,
                           const LightPoint *points, int count, double limit, const Catalogue *words) {
    Drawing *drawing = NEW(arena, Drawing);
    double scale = BED_HEIGHT / bed->length, width = bed->width * scale;
    Range range = range_of(points, count, limit);
    *drawing = (Drawing){.arena = arena, .title = S(""), .layers = layers, .layer_count = 1, .margin = 1};
    drawing->least = (Vec2){-1, -6};
    drawing->most = (Vec2){width + 24, BED_HEIGHT + 6};
    Vec2 rim[] = {{0, 0}, {width, 0}, {width, BED_HEIGHT}, {0, BED_HEIGHT}};
    drawing_polygon(drawing, LAYER, S(""), rim, 4,
                    (Style){.stroke = 0x1d4d40, .stroked = true, .width = 0.6});
    for (int i = 0; i < count; i++) field(drawing, bed, scale, columns, rows, &points[i], range);
    for (int i = 0; i < count; i++)
        if (points[i].bad) bad_mark(drawing, bed, scale, columns, rows, &points[i]);
    scale_bar(drawing, width + 8, BED_HEIGHT, range, limit, words);
    side_names(drawing, width, words);
    return drawing;
}
