/* See report/layout/draw.h. */
#include "report/layout/draw.h"

#include <math.h>

const char *const mark_layers[LAYER_COUNT] = {"BED", "LINES", "ANCHORS", "CORNERS", "SPOTS", "TEXT"};

Vec2 pen_point(const MarkPen *pen, Vec2 bed) {
    return (Vec2){pen->origin.x + pen->scale * bed.y, pen->origin.y + pen->scale * bed.x};
}

uint32_t game_color(const LayoutSheet *sheet, int game) {
    static const uint32_t colors[] = {0x1c1f22, 0x0b5fa5, 0xb0231b, 0x1a6b3c, 0x8f5600, 0x6a3d9a};
    return sheet->count == 1 ? colors[0] : colors[game % (int)(sizeof colors / sizeof *colors)];
}

static Style stroke(double width, uint32_t color) {
    return (Style){.stroked = true, .stroke = color, .width = width};
}

/* The mark's name, with its games where there are several; empty when it is drawn already. */
static Str mark_name(const MarkPen *pen, Str games, Str name) {
    if (pen->sheet->count == 1 || !games.len) return games.len ? name : games;
    return str_fmt(pen->sheet->arena, "%.*s %.*s", SARG(games), SARG(name));
}

static void draw_bed(const MarkPen *pen) {
    const Bed *bed = &pen->sheet->layouts[0]->bed;
    Vec2 corners[CORNER_COUNT];
    for (int i = 0; i < CORNER_COUNT; i++) corners[i] = pen_point(pen, bed->corners[i]);
    drawing_polygon(pen->drawing, LAYER_BED, S("bed"), corners, CORNER_COUNT, stroke(pen->bold, 0x1d4d40));
}

static void draw_line(const MarkPen *pen, int game, const Line *line) {
    const LayoutSheet *sheet = pen->sheet;
    Str name = mark_name(pen, line_games(sheet->arena, sheet->layouts, sheet->count, game, line), line->name);
    if (!name.len) return;
    drawing_line(pen->drawing, line->corner ? LAYER_CORNERS : LAYER_LINES, name,
                 pen_point(pen, line->feet[0].at), pen_point(pen, line->feet[1].at),
                 stroke(pen->thin, game_color(sheet, game)));
}

static void draw_anchor(const MarkPen *pen, int game, const Area *anchor) {
    const LayoutSheet *sheet = pen->sheet;
    Str name =
        mark_name(pen, anchor_games(sheet->arena, sheet->layouts, sheet->count, game, anchor), anchor->name);
    Vec2 corners[4];
    if (!name.len) return;
    for (int i = 0; i < anchor->n; i++) corners[i] = pen_point(pen, anchor->polygon[i]);
    drawing_polygon(pen->drawing, LAYER_ANCHORS, name, corners, anchor->n,
                    stroke(pen->thin, game_color(sheet, game)));
}

static double direction(Vec2 from, Vec2 to) {
    double degrees = atan2(to.y - from.y, to.x - from.x) * 180 / acos(-1);
    return degrees < 0 ? degrees + 360 : degrees;
}

static void draw_arc(const MarkPen *pen, int game, const Arc *arc) {
    Vec2 centre = pen_point(pen, arc->centre);
    Shape *shape = drawing_circle(pen->drawing, LAYER_LINES, arc->name, centre, pen->scale * arc->radius,
                                  stroke(pen->thin, game_color(pen->sheet, game)));
    shape->kind = SHAPE_ARC;
    shape->from_degrees = direction(centre, pen_point(pen, arc->from));
    shape->to_degrees = direction(centre, pen_point(pen, arc->to));
}

static void draw_spot(const MarkPen *pen, int game, const Spot *spot) {
    const LayoutSheet *sheet = pen->sheet;
    Str games = spot_games(sheet->arena, sheet->layouts, sheet->count, game, spot);
    if (!games.len) return;
    Shape *shape =
        drawing_circle(pen->drawing, LAYER_SPOTS, mark_name(pen, games, spot->name), pen_point(pen, spot->at),
                       pen->spot, stroke(pen->thin, game_color(sheet, game)));
    shape->kind = SHAPE_CROSS;
}

void pen_marks(const MarkPen *pen) {
    draw_bed(pen);
    for (int game = 0; game < pen->sheet->count; game++) {
        const Layout *layout = pen->sheet->layouts[game];
        for (int i = 0; i < layout->anchor_count; i++) draw_anchor(pen, game, &layout->anchors[i]);
        for (int i = 0; i < layout->line_count; i++) draw_line(pen, game, &layout->lines[i]);
        for (int i = 0; i < layout->arc_count; i++) draw_arc(pen, game, &layout->arcs[i]);
        for (int i = 0; i < layout->spot_count; i++) draw_spot(pen, game, &layout->spots[i]);
    }
}
