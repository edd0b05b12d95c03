/* The table as a picture to touch: everything that is marked, and over it every area (fields, corners,
 * anchors) as a shape of its own name without ink. A page gives them colour, and asks which one was touched.
 */
#include "report/layout/draw.h"

#include <math.h>

enum { LAYER_AREAS = LAYER_COUNT, ALL_LAYERS };

static const char *const area_layers[ALL_LAYERS] = {"BED",   "LINES", "ANCHORS", "CORNERS",
                                                    "SPOTS", "TEXT",  "AREAS"};

static void draw_area(const MarkPen *pen, const Area *area) {
    Vec2 corners[4];
    for (int i = 0; i < area->n; i++) corners[i] = pen_point(pen, area->polygon[i]);
    drawing_polygon(pen->drawing, LAYER_AREAS, area->name, corners, area->n, (Style){0});
}

const Drawing *layout_areas_drawing(const LayoutSheet *sheet) {
    const Layout *layout = sheet->layouts[0];
    Drawing *drawing = NEW(sheet->arena, Drawing);
    *drawing = (Drawing){.arena = sheet->arena,
                         .title = layout->game->id,
                         .margin = 40,
                         .layers = area_layers,
                         .layer_count = ALL_LAYERS};
    const MarkPen pen = {.drawing = drawing, .sheet = sheet, .scale = 10, .thin = 6, .bold = 12, .spot = 18};
    drawing->least = drawing->most = pen_point(&pen, layout->bed.corners[0]);
    for (int i = 1; i < CORNER_COUNT; i++) {
        Vec2 corner = pen_point(&pen, layout->bed.corners[i]);
        drawing->least = (Vec2){fmin(drawing->least.x, corner.x), fmin(drawing->least.y, corner.y)};
        drawing->most = (Vec2){fmax(drawing->most.x, corner.x), fmax(drawing->most.y, corner.y)};
    }
    pen_marks(&pen);
    for (int i = 0; i < layout->area_count; i++) draw_area(&pen, &layout->areas[i]);
    return drawing;
}
