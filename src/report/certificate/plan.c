/* The plan of a table with its measuring points. Sheet frame: right is the table's right (y), up is its top
 * (x), so that nothing is mirrored (marking/README.md, settled 2). Scale 1 : 20 or what makes the bed 142 mm high.
 */
#include "report/certificate/plan.h"

#include "base/str.h"

#include <math.h>

enum { BED_HEIGHT = 142, LAYER_TABLE = 0, LAYER_POINTS = 1 };

static const char *const layers[] = {"TABLE", "POINTS"};

typedef struct Label { /* a point's number */
    const PlanPoint *point;
    Vec2 at, place; /* where it belongs, and where there was room */
    uint32_t color;
} Label;

typedef struct Plan {
    Drawing *drawing;
    const NominalBed *bed;
    double scale; /* sheet mm to table mm */
    double dot;   /* radius of a numbered point */
    Vec2 dots[256];
    int dot_count;
} Plan;

static Vec2 sheet(const Plan *plan, Vec2 p) { return (Vec2){p.y * plan->scale, p.x * plan->scale}; }

static void rectangle(Plan *plan, double out, Style style) {
    double L = plan->bed->length + out, W = plan->bed->width + out;
    Vec2 corners[] = {sheet(plan, (Vec2){-out, -out}), sheet(plan, (Vec2){L, -out}),
                      sheet(plan, (Vec2){L, W}), sheet(plan, (Vec2){-out, W})};
    drawing_polygon(plan->drawing, LAYER_TABLE, S(""), corners, 4, style);
}

static void side_name(Plan *plan, const Catalogue *words, const char *key, Vec2 at, double turn) {
    Shape *shape =
        drawing_text(plan->drawing, LAYER_TABLE, at, 2.8, ALIGN_CENTRE, 0x5d666e, catalogue_text(words, key));
    shape->turn = turn;
}

static void draw_table(Plan *plan, const Catalogue *words) {
    double L = plan->bed->length * plan->scale, W = plan->bed->width * plan->scale,
           out = 125 * plan->scale + 1.2;
    rectangle(plan, 125,
              (Style){.stroke = 0x6b4a2b, .fill = 0xe9dccb, .stroked = true, .filled = true, .width = 0.3});
    rectangle(plan, 0,
              (Style){.stroke = 0x1d4d40, .fill = 0xe6f1ec, .stroked = true, .filled = true, .width = 0.5});
    for (int k = 1; k <= 3; k++) {
        Vec2 at = {W / 2, L * k / 4};
        Style spot = {.stroke = 0x8aa79c, .stroked = true, .width = 0.2};
        drawing_line(plan->drawing, LAYER_TABLE, S(""), (Vec2){at.x - 1.5, at.y}, (Vec2){at.x + 1.5, at.y},
                     spot);
        drawing_line(plan->drawing, LAYER_TABLE, S(""), (Vec2){at.x, at.y - 1.5}, (Vec2){at.x, at.y + 1.5},
                     spot);
    }
    side_name(plan, words, "plan.bottom", (Vec2){W / 2, -out - 2.6}, 0);
    side_name(plan, words, "plan.top", (Vec2){W / 2, L + out + 0.6}, 0);
    side_name(plan, words, "plan.left", (Vec2){-out - 0.6, L / 2}, 90);
    side_name(plan, words, "plan.right", (Vec2){W + out + 0.6, L / 2}, -90);
}

static bool is_free(const Plan *plan, Vec2 at) {
    for (int i = 0; i < plan->dot_count; i++)
        if (hypot(plan->dots[i].x - at.x, plan->dots[i].y - at.y) < 2 * plan->dot + 0.3) return false;
    return true;
}

/* The nearest free place round `at`: points of several items often lie on one spot. */
static Vec2 free_place(Plan *plan, Vec2 at) {
    Vec2 best = at;
    bool found = is_free(plan, at);
    for (int ring = 1; ring <= 8 && !found; ring++)
        for (int k = 0; k < 8 * ring && !found; k++) {
            double angle = 2 * M_PI * k / (8 * ring), r = ring * (2 * plan->dot + 0.4);
            Vec2 here = {at.x + r * cos(angle), at.y + r * sin(angle)};
            if (is_free(plan, here)) best = here, found = true;
        }
    if (plan->dot_count < (int)(sizeof plan->dots / sizeof *plan->dots)) plan->dots[plan->dot_count++] = best;
    return best;
}

/* A leader from the place a point belongs to. All leaders are drawn before the numbers, whose discs cover
 * what would run over them. */
static void draw_leader(Plan *plan, const Label *label) {
    Style style = {.stroke = label->color, .stroked = true, .width = 0.2};
    if (hypot(label->place.x - label->at.x, label->place.y - label->at.y) > 0.1)
        drawing_line(plan->drawing, LAYER_POINTS, S(""), label->at, label->place, style);
}

static void draw_label(Plan *plan, const Label *label) {
    const PlanPoint *point = label->point;
    Vec2 place = label->place;
    Style disc = {.stroke = label->color,
                  .fill = point->bad ? 0xb0231b : 0xffffff,
                  .stroked = true,
                  .filled = true,
                  .width = 0.3};
    drawing_circle(plan->drawing, LAYER_POINTS, S(""), place, plan->dot, disc);
    double height = plan->dot * (point->number > 99 ? 0.92 : 1.15);
    drawing_text(plan->drawing, LAYER_POINTS, (Vec2){place.x, place.y - height * 0.36}, height, ALIGN_CENTRE,
                 point->bad ? 0xffffff : 0x1c1f22, str_fmt(plan->drawing->arena, "%d", point->number));
}

static void arrow_head(Plan *plan, Vec2 tip, Vec2 direction, uint32_t color) {
    Vec2 side = {-direction.y, direction.x};
    Vec2 corners[] = {tip,
                      {tip.x - 2.2 * direction.x + 0.7 * side.x, tip.y - 2.2 * direction.y + 0.7 * side.y},
                      {tip.x - 2.2 * direction.x - 0.7 * side.x, tip.y - 2.2 * direction.y - 0.7 * side.y}};
    drawing_polygon(plan->drawing, LAYER_POINTS, S(""), corners, 3, (Style){.fill = color, .filled = true});
}

/* A length or a diagonal: an arrow with both heads, its number a third along. */
static void draw_span(Plan *plan, const PlanPoint *point) {
    Vec2 a = sheet(plan, point->place.a), b = sheet(plan, point->place.b);
    double length = hypot(b.x - a.x, b.y - a.y);
    if (length < 1) return;
    Vec2 direction = {(b.x - a.x) / length, (b.y - a.y) / length}, back = {-direction.x, -direction.y};
    uint32_t color = point->bad ? 0xb0231b : 0x5b8577;
    drawing_line(plan->drawing, LAYER_POINTS, S(""), a, b,
                 (Style){.stroke = color, .stroked = true, .width = 0.25});
    arrow_head(plan, b, direction, color);
    arrow_head(plan, a, back, color);
}

static Vec2 span_label(const Plan *plan, const PointPlace *place) {
    Vec2 a = sheet(plan, place->a), b = sheet(plan, place->b);
    return (Vec2){a.x + (b.x - a.x) * 0.3, a.y + (b.y - a.y) * 0.3};
}

Drawing *plan_drawing(Arena *arena, const NominalBed *bed, const PlanPoint *points, int count,
                      const Catalogue *words) {
    Drawing *drawing = NEW(arena, Drawing);
    Plan plan = {.drawing = drawing,
                 .bed = bed,
                 .scale = BED_HEIGHT / bed->length,
                 .dot = count > PLAN_FEW ? 1.6 : 2.6};
    double out = fmax(125 * plan.scale, 330 * plan.scale + plan.dot) + 1;
    *drawing = (Drawing){.arena = arena, .title = S(""), .layers = layers, .layer_count = 2, .margin = 1};
    drawing->least = (Vec2){-out, -out};
    drawing->most = (Vec2){bed->width * plan.scale + out, bed->length * plan.scale + out};
    draw_table(&plan, words);
    for (int i = 0; i < count; i++)
        if (points[i].place.kind == PLACE_SPAN) draw_span(&plan, &points[i]);
    Label *labels = NEW_ARRAY(arena, Label, count + 1);
    int n = 0;
    for (int i = 0; i < count; i++) {
        const PointPlace *place = &points[i].place;
        if (place->kind == PLACE_NONE) continue;
        Vec2 at = place->kind == PLACE_SPAN ? span_label(&plan, place) : sheet(&plan, place->a);
        labels[n++] = (Label){&points[i], at, free_place(&plan, at), points[i].bad ? 0xb0231b : 0x1d4d40};
    }
    for (int i = 0; i < n; i++) draw_leader(&plan, &labels[i]);
    for (int i = 0; i < n; i++) draw_label(&plan, &labels[i]);
    return drawing;
}
