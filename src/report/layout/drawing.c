/* The layout at true scale for SVG and DXF: the marks, and on the layer TEXT their names, the measures of the
 * tape table, a bar of 100 mm to check a print with. Numbers have a decimal point in every language: these
 * are data. */
#include "report/layout/draw.h"
#include "report/layout/words.h"
#include "report/write/font.h"

#include <math.h>

static const double LETTERS = 34, GAP = 14; /* mm: font size of the labels, their distance from the nose */
static const uint32_t INK = 0x1c1f22, PALE = 0x9aa3a9;

typedef struct Labels {
    MarkPen *pen;
    double longest;                   /* mm: of all labels outside the bed */
    VEC(double) taken[CUSHION_COUNT]; /* where along the cushion a label stands already */
} Labels;

static double text_length(Str text, double size) { return font_width(FACE_PLAIN, size, text); }

/* The nearest free place along the cushion, so that coinciding feet have their labels side by side. */
static double free_place(Labels *labels, Cushion cushion, double wanted) {
    double place = wanted;
    for (ptrdiff_t i = 0; i < labels->taken[cushion].n; i++)
        if (fabs(labels->taken[cushion].at[i] - place) < LETTERS)
            place = labels->taken[cushion].at[i] + LETTERS * 1.15, i = -1;
    *VEC_PUSH(labels->pen->drawing->arena, &labels->taken[cushion]) = place;
    return place;
}

static Str line_part(Str mark) { return str_slice(mark, 0, str_find_byte(mark, '@')); }

static Str label_text(const Labels *labels, int game, const TapeRow *row) {
    const LayoutSheet *sheet = labels->pen->sheet;
    const Layout *layout = sheet->layouts[game];
    bool corner = layout->game->corner_length > 0;
    Str name = corner ? S("") : line_part(row->mark);
    if (sheet->count == 1) return str_fmt(sheet->arena, "%.*s%s%.2f", SARG(name), corner ? "" : " ", row->cm);
    return str_fmt(sheet->arena, "%.*s %.*s%s%.2f", SARG(layout->game->id), SARG(name), corner ? "" : " ",
                   row->cm);
}

/* Beside the long cushions along the sheet, at the short ones upright. */
static void draw_label(Labels *labels, int game, const TapeRow *row) {
    const MarkPen *pen = labels->pen;
    Vec2 at = pen_point(pen, row->at);
    bool beside = row->cushion == CUSHION_LEFT || row->cushion == CUSHION_RIGHT;
    bool before = row->cushion == CUSHION_LEFT || row->cushion == CUSHION_BOTTOM;
    double place = free_place(labels, row->cushion, beside ? at.y : at.x), drop = LETTERS * 0.36;
    if (beside)
        at = (Vec2){at.x + (before ? -GAP : GAP), place - drop};
    else
        at = (Vec2){place + drop, at.y + (before ? -GAP : GAP)};
    Str text = label_text(labels, game, row);
    Shape *shape = drawing_text(pen->drawing, LAYER_TEXT, at, LETTERS, before ? ALIGN_RIGHT : ALIGN_LEFT,
                                game_color(pen->sheet, game), text);
    if (!beside) shape->turn = 90;
    labels->longest = fmax(labels->longest, text_length(text, LETTERS));
}

static void draw_spot_names(const MarkPen *pen, int game) {
    const Layout *layout = pen->sheet->layouts[game];
    double length;
    Ray axis = bed_axis(&layout->bed, &length);
    for (int i = 0; i < layout->spot_count; i++) {
        const Spot *spot = &layout->spots[i];
        if (!spot_games(pen->sheet->arena, pen->sheet->layouts, pen->sheet->count, game, spot).len) continue;
        bool beside = fabs(vec_cross(axis.along, vec_sub(spot->at, axis.at))) > 1;
        Vec2 at = pen_point(pen, spot->at);
        if (beside)
            at.y += pen->spot + 8;
        else
            at.x += pen->spot + 4, at.y -= pen->spot + LETTERS * 0.8;
        drawing_text(pen->drawing, LAYER_TEXT, at, LETTERS, beside ? ALIGN_CENTRE : ALIGN_LEFT, INK,
                     spot->name);
    }
}

static Vec2 area_middle(const Area *area) {
    Vec2 sum = {0, 0};
    for (int i = 0; i < area->n; i++) sum = vec_add(sum, area->polygon[i]);
    return vec_scale(sum, 1.0 / area->n);
}

/* Names of the fields in pale letters, out of the way of the spots. */
static void draw_field_names(const MarkPen *pen) {
    const Layout *layout = pen->sheet->layouts[0];
    if (pen->sheet->count > 1 || !layout->game->fields) return;
    for (int i = 0; i < layout->field_count; i++) {
        Vec2 middle = area_middle(&layout->areas[i]);
        for (int k = 0; k < layout->spot_count; k++)
            if (vec_distance(layout->spots[k].at, middle) < 12) middle.x -= 20;
        drawing_text(pen->drawing, LAYER_TEXT, pen_point(pen, middle), LETTERS, ALIGN_CENTRE, PALE,
                     layout->areas[i].name);
    }
}

/* A bar of 100 mm, in the lower left corner of the sheet. */
static void draw_check_bar(const MarkPen *pen, Vec2 at) {
    Style style = {.stroked = true, .stroke = INK, .width = pen->thin};
    Drawing *drawing = pen->drawing;
    drawing_line(drawing, LAYER_TEXT, S(""), at, (Vec2){at.x + 100, at.y}, style);
    drawing_line(drawing, LAYER_TEXT, S(""), (Vec2){at.x, at.y - 8}, (Vec2){at.x, at.y + 8}, style);
    drawing_line(drawing, LAYER_TEXT, S(""), (Vec2){at.x + 100, at.y - 8}, (Vec2){at.x + 100, at.y + 8},
                 style);
    drawing_text(drawing, LAYER_TEXT, (Vec2){at.x + 115, at.y - LETTERS * 0.36}, LETTERS, ALIGN_LEFT, INK,
                 S("100 mm"));
}

static void draw_title(const MarkPen *pen, double y) {
    const LayoutSheet *sheet = pen->sheet;
    const Bed *bed = &sheet->layouts[0]->bed;
    double x = pen->drawing->least.x;
    for (int game = 0; game < sheet->count; game++) {
        Str id = layout_game_word(sheet, sheet->layouts[game]->game);
        drawing_text(pen->drawing, LAYER_TEXT, (Vec2){x, y}, LETTERS * 1.4, ALIGN_LEFT,
                     game_color(sheet, game), id)
            ->bold = true;
        x += font_width(FACE_BOLD, LETTERS * 1.4, id) + LETTERS;
    }
    Str size = str_fmt(sheet->arena, "%.2f × %.2f cm", bed->length, bed->width);
    drawing_text(pen->drawing, LAYER_TEXT, (Vec2){x, y}, LETTERS, ALIGN_LEFT, INK, size);
}

static void set_extent(Drawing *drawing, const MarkPen *pen) {
    const Bed *bed = &pen->sheet->layouts[0]->bed;
    drawing->least = drawing->most = pen_point(pen, bed->corners[0]);
    for (int i = 1; i < CORNER_COUNT; i++) {
        Vec2 corner = pen_point(pen, bed->corners[i]);
        drawing->least = (Vec2){fmin(drawing->least.x, corner.x), fmin(drawing->least.y, corner.y)};
        drawing->most = (Vec2){fmax(drawing->most.x, corner.x), fmax(drawing->most.y, corner.y)};
    }
}

const Drawing *layout_drawing(const LayoutSheet *sheet) {
    Drawing *drawing = NEW(sheet->arena, Drawing);
    *drawing = (Drawing){.arena = sheet->arena, .layers = mark_layers, .layer_count = LAYER_COUNT};
    drawing->title = layout_games(sheet);
    MarkPen pen = {.drawing = drawing, .sheet = sheet, .scale = 10, .thin = 2, .bold = 4, .spot = 12};
    Labels labels = {.pen = &pen};
    set_extent(drawing, &pen);
    pen_marks(&pen);
    draw_field_names(&pen);
    for (int game = 0; game < sheet->count; game++) {
        draw_spot_names(&pen, game);
        for (int i = 0; i < sheet->layouts[game]->tape_count; i++)
            draw_label(&labels, game, &sheet->layouts[game]->tape[i]);
    }
    drawing->margin = fmax(labels.longest + GAP, 60) + 3 * LETTERS;
    draw_title(&pen, drawing->most.y + drawing->margin - 2 * LETTERS);
    draw_check_bar(&pen, (Vec2){drawing->least.x - drawing->margin + LETTERS,
                                drawing->least.y - drawing->margin + LETTERS});
    return drawing;
}
