/* The rack as a drawing at full size: the balls where they were measured, the foot spot, the long string, and
 * a bar across every gap that is too wide. See rack.h. */
#include "report/referee/rack_report.h"

#include <math.h>

enum { LAYER_STRING, LAYER_BALLS, LAYER_GAPS, LAYER_TEXT, LAYER_COUNT };
static const char *const layers[LAYER_COUNT] = {"STRING", "BALLS", "GAPS", "TEXT"};

enum {
    INK = 0x1c1f22,
    GREY = 0x7a8288,
    PAPER = 0xffffff,
    IVORY = 0xfbf8ef,
    RED = 0xc62828,
    AMBER = 0xe08a00
};
/* 8 and 1..7, which 9..15 repeat as stripes. */
static const uint32_t colors[8] = {0x1c1c1c, 0xf2b705, 0x1b4fa0, 0xc22525,
                                   0x5b2d82, 0xe8641b, 0x1d7a3e, 0x7b1e26};
static const double LETTERS = 6, LEADING = 9, AROUND = 30;

static Vec2 on_paper(Vec2 cm) { return (Vec2){10 * cm.y, 10 * cm.x}; }

static void draw_stripe(Drawing *drawing, Str name, Vec2 at, double radius, uint32_t color) {
    enum { STEPS = 8, CORNERS = 2 * (STEPS + 1) };
    static const double half = 0.56; /* of the radius */
    Vec2 band[CORNERS];
    double from = asin(half);
    for (int i = 0; i <= STEPS; i++) {
        double angle = -from + 2 * from * i / STEPS;
        band[i] = (Vec2){at.x + radius * cos(angle), at.y + radius * sin(angle)};
        band[STEPS + 1 + i] = (Vec2){at.x - radius * cos(angle), at.y - radius * sin(angle)};
    }
    drawing_polygon(drawing, LAYER_BALLS, name, band, CORNERS, (Style){.fill = color, .filled = true});
}

static void draw_ball(Drawing *drawing, const RackBall *ball) {
    Str name = str_fmt(drawing->arena, "%d", ball->ball);
    Vec2 at = on_paper(ball->at);
    double radius = ball->diameter / 2;
    uint32_t color = colors[ball->ball % 8];
    bool stripe = ball->ball > 8;
    drawing_circle(drawing, LAYER_BALLS, name, at, radius,
                   (Style){.fill = stripe ? IVORY : color, .filled = true});
    if (stripe) draw_stripe(drawing, name, at, radius, color);
    drawing_circle(drawing, LAYER_BALLS, name, at, radius,
                   (Style){.stroke = INK, .stroked = true, .width = 0.25});
    drawing_circle(drawing, LAYER_BALLS, name, at, radius * 0.42, (Style){.fill = PAPER, .filled = true});
    drawing_text(drawing, LAYER_TEXT, (Vec2){at.x, at.y - radius * 0.17}, radius * 0.46, ALIGN_CENTRE, INK,
                 name)
        ->bold = true;
}

/* Its width in mm, on a small plate that can be read on any ball. */
static void label_gap(Drawing *drawing, const RackReport *report, const RackGap *gap, Str name, Vec2 at) {
    Str text = catalogue_number(report->catalogue, str_fmt(drawing->arena, "%.2f", gap->mm));
    double half = 1.6 * (double)text.len;
    const Vec2 plate[] = {
        {at.x - half, at.y - 3}, {at.x - half, at.y + 3}, {at.x + half, at.y + 3}, {at.x + half, at.y - 3}};
    uint32_t color = gap->wide ? RED : AMBER;
    drawing_polygon(drawing, LAYER_GAPS, name, plate, 4,
                    (Style){.fill = PAPER, .filled = true, .stroke = color, .stroked = true, .width = 0.3});
    drawing_text(drawing, LAYER_TEXT, (Vec2){at.x, at.y - 1.6}, 4.4, ALIGN_CENTRE, color, text);
}

/* A bar across the line of centres, where the balls should touch. */
static void draw_gap(Drawing *drawing, const RackReport *report, const RackGap *gap) {
    const RackBall *a = &report->balls[report->result->at[gap->a]],
                   *b = &report->balls[report->result->at[gap->b]];
    Vec2 p = on_paper(a->at), q = on_paper(b->at);
    double length = hypot(q.x - p.x, q.y - p.y), bar = 0.45 * a->diameter / 2;
    Vec2 across = {-(q.y - p.y) / length * bar, (q.x - p.x) / length * bar};
    double part = (a->diameter / 2 + gap->mm / 2) / length;
    Vec2 middle = {p.x + (q.x - p.x) * part, p.y + (q.y - p.y) * part};
    Str name = str_fmt(drawing->arena, "gap %d-%d", a->ball, b->ball);
    drawing_line(drawing, LAYER_GAPS, name, (Vec2){middle.x - across.x, middle.y - across.y},
                 (Vec2){middle.x + across.x, middle.y + across.y},
                 (Style){.stroke = gap->wide ? RED : AMBER, .stroked = true, .width = 2});
    label_gap(drawing, report, gap, name, (Vec2){middle.x + 1.4 * across.x, middle.y + 1.4 * across.y});
}

static void draw_string(Drawing *drawing, const RackReport *report) {
    Vec2 foot = on_paper(
        (Vec2){(double)report->table->foot.x / NM_PER_CM, (double)report->table->foot.y / NM_PER_CM});
    drawing_line(drawing, LAYER_STRING, S("long string"), foot, (Vec2){foot.x, drawing->most.y - LEADING},
                 (Style){.stroke = GREY, .stroked = true, .width = 0.3, .dash = 4});
    Shape *spot = drawing_add(drawing, SHAPE_CROSS, LAYER_STRING, S("foot spot"), 1);
    spot->points[0] = foot;
    spot->radius = 38;
    spot->style = (Style){.stroke = GREY, .stroked = true, .width = 0.3};
    drawing_text(drawing, LAYER_TEXT, (Vec2){foot.x, drawing->most.y - LETTERS}, LETTERS, ALIGN_CENTRE, GREY,
                 str_fmt(drawing->arena, "%.*s ↑", SARG(catalogue_text(report->catalogue, "rack.to_foot"))));
}

static void extend(Drawing *drawing, Vec2 at, double by) {
    drawing->least = (Vec2){fmin(drawing->least.x, at.x - by), fmin(drawing->least.y, at.y - by)};
    drawing->most = (Vec2){fmax(drawing->most.x, at.x + by), fmax(drawing->most.y, at.y + by)};
}

static void set_extent(Drawing *drawing, const RackReport *report) {
    Vec2 foot = on_paper(
        (Vec2){(double)report->table->foot.x / NM_PER_CM, (double)report->table->foot.y / NM_PER_CM});
    drawing->least = drawing->most = foot;
    extend(drawing, foot, 1.8 * AROUND);
    for (int i = 0; i < report->count; i++) extend(drawing, on_paper(report->balls[i].at), 2 * AROUND);
}

static void draw_legend(Drawing *drawing, const RackReport *report) {
    Str verdict = str_fmt(drawing->arena, "%s: %.*s", report->game->name, SARG(rack_verdict_text(report)));
    uint32_t color = report->result->right ? INK : report->result->open ? AMBER : RED;
    Vec2 at = {drawing->least.x, drawing->least.y + LETTERS};
    drawing_text(drawing, LAYER_TEXT, at, LETTERS, ALIGN_LEFT, color, verdict)->bold = true;
}

Drawing *rack_drawing(const RackReport *report, bool verdict) {
    Arena *arena = report->catalogue->arena;
    Drawing *drawing = NEW(arena, Drawing);
    *drawing = (Drawing){.arena = arena, .margin = 5, .layers = layers, .layer_count = LAYER_COUNT};
    drawing->title = CATALOGUE_FILL(report->catalogue, "rack.title", str_of(report->game->name));
    set_extent(drawing, report);
    draw_string(drawing, report);
    for (int i = 0; i < report->count; i++) draw_ball(drawing, &report->balls[i]);
    for (int i = 0; i < report->result->gap_count; i++)
        if (report->result->gaps[i].wide || report->result->gaps[i].open)
            draw_gap(drawing, report, &report->result->gaps[i]);
    if (verdict) draw_legend(drawing, report);
    return drawing;
}

/* ---- the document ---- */

static Str number(const RackReport *report, double value) {
    if (fabs(value) < 0.005) value = 0;
    return catalogue_number(report->catalogue, str_fmt(report->catalogue->arena, "%.2f", value));
}

static void add_faults(Document *document, const RackReport *report) {
    for (int i = 0; i < report->result->fault_count && i < 12; i++) {
        const RackFault *fault = &report->result->faults[i];
        document_paragraph(document, rack_fault_text(report, fault))->tone =
            fault->open ? TONE_DOUBT : TONE_BAD;
    }
}

static void add_gaps(Document *document, const RackReport *report) {
    const Column columns[] = {{.title = catalogue_text(report->catalogue, "rack.column_pair"), .weight = 1},
                              {.title = S("mm"), .weight = 1, .align = ALIGN_RIGHT},
                              {.title = catalogue_text(report->catalogue, "rack.column_pair"), .weight = 1},
                              {.title = S("mm"), .weight = 1, .align = ALIGN_RIGHT},
                              {.title = catalogue_text(report->catalogue, "rack.column_pair"), .weight = 1},
                              {.title = S("mm"), .weight = 1, .align = ALIGN_RIGHT}};
    const RackResult *result = report->result;
    Table *table = document_table(document, columns, 6);
    Cell *cells = NULL;
    for (int i = 0; i < result->gap_count; i++) {
        const RackGap *gap = &result->gaps[i];
        if (i % 3 == 0) cells = table_row(table);
        Cell *pair = &cells[i % 3 * 2], *value = pair + 1;
        pair->text = str_fmt(document->arena, "%d – %d", report->balls[result->at[gap->a]].ball,
                             report->balls[result->at[gap->b]].ball);
        value->text = number(report, gap->mm);
        value->tone = gap->wide ? TONE_BAD : gap->open ? TONE_DOUBT : TONE_PLAIN;
        value->bold = gap->wide || gap->open;
    }
}

Document *rack_document(const RackReport *report) {
    Arena *arena = report->catalogue->arena;
    const RackResult *result = report->result;
    Str title = CATALOGUE_FILL(report->catalogue, "rack.title", str_of(report->game->name));
    Document *document = document_new(arena, report->catalogue->language, title);
    document->page_label = catalogue_text(report->catalogue, "rack.page");
    document->footer = title;
    document->fit_first = true;
    document_title(document, title, S("pool.1.1"));
    Tone tone = result->right ? TONE_GOOD : result->open ? TONE_DOUBT : TONE_BAD;
    document_banner(document, tone,
                    result->right  ? S("✓")
                    : result->open ? S("?")
                                   : S("✗"),
                    rack_verdict_text(report), S(""));
    Block *facts = document_facts(document);
    block_fact(document, facts, catalogue_text(report->catalogue, "rack.fact_apex"),
               str_fmt(arena, "%.*s mm", SARG(number(report, result->offset))));
    block_fact(document, facts, catalogue_text(report->catalogue, "rack.fact_axis"),
               str_fmt(arena, "%.*s°", SARG(number(report, result->turn))));
    add_faults(document, report);
    document_drawing(document, rack_drawing(report, false), 0, 120, S(""));
    add_gaps(document, report);
    return document;
}
