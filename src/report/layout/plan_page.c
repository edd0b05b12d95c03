/* The plan on paper: the table with its marks numbered in working order, the tape table beside it. One
 * drawing in millimetres of paper, 178 mm wide (A4 less its margins): the plan on the left, the panel on the
 * right. */
#include "report/layout/plan_page.h"

#include "report/write/font.h"

#include <math.h>

static const uint32_t INK = 0x1c1f22, PALE = 0x5d666e, PAPER = 0xffffff, GOOD = 0x1a6b3c, BAD = 0xb0231b,
                      ACCENT = 0x1d4d40;

enum { SIDE = 16, SIDE_TOP = 12, PANEL = 129, PAGE_WIDTH = 178, BED_WIDTH = 95, BED_HEIGHT = 191 }; /* mm */

typedef struct Plan {
    const LayoutSheet *sheet;
    Drawing *drawing;
    MarkPen pen;
    double bed_width, bed_height; /* mm, of the extent of the bed */
    double y;                     /* the panel's pen */
} Plan;

static Shape *put(Plan *plan, double x, double y, double size, TextAlign align, uint32_t color, Str text) {
    return drawing_text(plan->drawing, LAYER_TEXT, (Vec2){x, y}, size, align, color, text);
}

static void put_bold(Plan *plan, double x, double y, double size, TextAlign align, uint32_t color, Str text) {
    put(plan, x, y, size, align, color, text)->bold = true;
}

/* A text no wider than that many millimetres: set smaller if need be. */
static void put_within(Plan *plan, double x, double y, double size, double width, uint32_t color, Str text) {
    double needed = font_width(FACE_PLAIN, size, text);
    put(plan, x, y, needed > width ? size * width / needed : size, ALIGN_LEFT, color, text);
}

static void put_rule(Plan *plan, Vec2 from, Vec2 to, double width, uint32_t color) {
    drawing_line(plan->drawing, LAYER_TEXT, S(""), from, to,
                 (Style){.stroked = true, .stroke = color, .width = width});
}

/* ---- the plan ---- */

/* The smallest whole scale at which the bed has room; width and height are in mm. */
static int find_scale(double width, double height, double room_width, double room_height) {
    return (int)ceil(fmax(fmax(width / room_width, height / room_height), 1) - 1e-9);
}

static void bed_extent(const Bed *bed, Vec2 *least, Vec2 *most) {
    *least = *most = bed->corners[0];
    for (int i = 1; i < CORNER_COUNT; i++) {
        *least = (Vec2){fmin(least->x, bed->corners[i].x), fmin(least->y, bed->corners[i].y)};
        *most = (Vec2){fmax(most->x, bed->corners[i].x), fmax(most->y, bed->corners[i].y)};
    }
}

static int start_plan(Plan *plan, const LayoutSheet *sheet, double room_width, double room_height) {
    Vec2 least, most;
    bed_extent(&sheet->layouts[0]->bed, &least, &most);
    int scale = find_scale(10 * (most.y - least.y), 10 * (most.x - least.x), room_width, room_height);
    *plan = (Plan){.sheet = sheet, .drawing = NEW(sheet->arena, Drawing)};
    *plan->drawing = (Drawing){.arena = sheet->arena, .layers = mark_layers, .layer_count = LAYER_COUNT};
    plan->pen = (MarkPen){plan->drawing, sheet, 10.0 / scale, {0, 0}, 0.25, 0.6, 1.6};
    plan->pen.origin = (Vec2){SIDE - plan->pen.scale * least.y, SIDE_TOP - plan->pen.scale * least.x};
    plan->bed_width = plan->pen.scale * (most.y - least.y);
    plan->bed_height = plan->pen.scale * (most.x - least.x);
    return scale;
}

/* The step's number in a disc outside the cushion, and the measure beyond it. */
static void draw_step(Plan *plan, const TapeRow *row, int number, uint32_t color) {
    static const Vec2 outwards[CUSHION_COUNT] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    const double disc = 2.3, size = 3.2;
    Vec2 out = outwards[row->cushion], at = pen_point(&plan->pen, row->at);
    Vec2 centre = {at.x + out.x * (disc + 1.2), at.y + out.y * (disc + 1.2)};
    drawing_circle(plan->drawing, LAYER_TEXT, S(""), centre, disc, (Style){.filled = true, .fill = color});
    put_bold(plan, centre.x, centre.y - size * 0.36, size, ALIGN_CENTRE, PAPER,
             str_fmt(plan->sheet->arena, "%d", number));
    Str measure = layout_cm(plan->sheet, row->cm);
    TextAlign align = out.x < 0 ? ALIGN_RIGHT : out.x > 0 ? ALIGN_LEFT : ALIGN_CENTRE;
    double below = out.y > 0 ? disc + 0.9 : out.y < 0 ? -disc - 3.2 : -size * 0.36;
    put(plan, centre.x + out.x * (disc + 0.8), centre.y + below, size, align, INK, measure);
}

static void name_line(Plan *plan, const Line *line, uint32_t color) {
    const double size = 2.9;
    Vec2 from = pen_point(&plan->pen, line->feet[0].at), to = pen_point(&plan->pen, line->feet[1].at);
    bool across = fabs(to.x - from.x) > fabs(to.y - from.y);
    Vec2 at = vec_between(from, to, across ? 0.14 : 0.42);
    if (line->corner) return;
    if (across)
        put(plan, at.x, at.y + 0.9, size, ALIGN_LEFT, color, line->name);
    else
        put(plan, at.x - 0.9, at.y, size, ALIGN_LEFT, color, line->name)->turn = 90;
}

static void name_spots(Plan *plan, const Layout *layout) {
    double length;
    Ray axis = bed_axis(&layout->bed, &length);
    for (int i = 0; i < layout->spot_count; i++) {
        bool beside = fabs(vec_cross(axis.along, vec_sub(layout->spots[i].at, axis.at))) > 1;
        Vec2 at = pen_point(&plan->pen, layout->spots[i].at);
        if (beside)
            put(plan, at.x, at.y + 2.4, 2.8, ALIGN_CENTRE, PALE, layout->spots[i].name);
        else
            put(plan, at.x + 1.8, at.y - 3.6, 2.8, ALIGN_LEFT, PALE, layout->spots[i].name);
    }
}

/* Which end is which, where the numbers begin, and their unit: on the page itself. */
static void name_ends(Plan *plan) {
    const Layout *layout = plan->sheet->layouts[0];
    const Family *family = layout->game->family;
    Vec2 corner = pen_point(&plan->pen, layout->bed.corners[BOTTOM_LEFT]);
    double x = SIDE + 0.86 * plan->bed_width, top = SIDE_TOP + plan->bed_height;
    put(plan, x, SIDE_TOP + 1.4, 3, ALIGN_CENTRE, PALE, cushion_name(family, CUSHION_BOTTOM));
    put(plan, x, top - 3.6, 3, ALIGN_CENTRE, PALE, cushion_name(family, CUSHION_TOP));
    drawing_circle(plan->drawing, LAYER_TEXT, S(""), corner, 1, (Style){.filled = true, .fill = INK});
    put(plan, SIDE, 0.5, 2.7, ALIGN_LEFT, PALE, layout_word(plan->sheet, "plan.origin"));
}

static void draw_bed(Plan *plan, int scale) {
    Str words =
        CATALOGUE_FILL(plan->sheet->catalogue, "layout.plan.scale", str_fmt(plan->sheet->arena, "%d", scale));
    pen_marks(&plan->pen);
    put(plan, SIDE + plan->bed_width, 0.5, 2.7, ALIGN_RIGHT, PALE, words);
    name_ends(plan);
}

/* ---- the panel ---- */

static void panel_heading(Plan *plan, const char *key) {
    plan->y -= 6;
    put_bold(plan, PANEL, plan->y, 4, ALIGN_LEFT, ACCENT, layout_word(plan->sheet, key));
    plan->y -= 1.6;
    put_rule(plan, (Vec2){PANEL, plan->y}, (Vec2){PAGE_WIDTH, plan->y}, 0.3, ACCENT);
}

static void panel_small(Plan *plan, double x, Str text) {
    plan->y -= 4.3;
    put_within(plan, x, plan->y, 3.1, PAGE_WIDTH - x, PALE, text);
}

static Str anchor_words(const LayoutSheet *sheet, const TapeRow *row, bool inches) {
    Str (*number)(const LayoutSheet *, double) = inches ? layout_inches : layout_cm;
    return CATALOGUE_FILL(sheet->catalogue, "layout.plan.anchor", number(sheet, row->near),
                          number(sheet, row->far));
}

static void panel_disc(Plan *plan, int number) {
    const double disc = 2.3;
    Vec2 centre = {PANEL + disc, plan->y + 1.2};
    drawing_circle(plan->drawing, LAYER_TEXT, S(""), centre, disc, (Style){.filled = true, .fill = INK});
    put_bold(plan, centre.x, centre.y - 1.2, 3.3, ALIGN_CENTRE, PAPER,
             str_fmt(plan->sheet->arena, "%d", number));
}

static Str step_notes(const LayoutSheet *sheet, const Layout *layout, const TapeRow *row) {
    Str from = CATALOGUE_FILL(sheet->catalogue, "layout.plan.from", tape_from(layout->game->family, row));
    if (!row->has_anchor) return from;
    return str_fmt(sheet->arena, "%.*s · %.*s", SARG(from), SARG(anchor_words(sheet, row, false)));
}

/* Do all names of the tape table go into a line with their measure? Else each has a line of its own, so that
 * all steps look alike. */
static const double STEP_NAME = 3.9, STEP_ROOM = PAGE_WIDTH - PANEL - 6.1 - 17;
static bool names_fit(const Layout *layout) {
    for (int i = 0; i < layout->tape_count; i++)
        if (font_width(FACE_PLAIN, STEP_NAME, layout->tape[i].mark) > 1.3 * STEP_ROOM) return false;
    return true;
}

/* Number, name and measure; below, from which end, and the anchor's edges. */
static void panel_step(Plan *plan, const Layout *layout, const TapeRow *row, int number, bool one_line) {
    const LayoutSheet *sheet = plan->sheet;
    const double text = PANEL + 6.1;
    plan->y -= 6.8;
    panel_disc(plan, number);
    put_within(plan, text, plan->y, STEP_NAME, one_line ? STEP_ROOM : PAGE_WIDTH - text, INK, row->mark);
    if (!one_line) plan->y -= 5.4;
    put_bold(plan, PAGE_WIDTH, plan->y, 5, ALIGN_RIGHT, INK, layout_cm(sheet, row->cm));
    if (one_line) plan->y -= 4.3;
    put_within(plan, text, plan->y, 3.1, one_line ? PAGE_WIDTH - text : STEP_ROOM, PALE,
               step_notes(sheet, layout, row));
    if (!sheet->inches) return;
    Str inches = str_fmt(sheet->arena, "%.*s in", SARG(layout_inches(sheet, row->cm)));
    if (row->has_anchor)
        inches = str_fmt(sheet->arena, "%.*s · %.*s", SARG(inches), SARG(anchor_words(sheet, row, true)));
    panel_small(plan, text, inches);
}

static void panel_tape(Plan *plan, const Layout *layout) {
    if (!layout->tape_count) return;
    panel_heading(plan, "plan.tape");
    bool one_line = names_fit(layout);
    for (int i = 0; i < layout->tape_count; i++) panel_step(plan, layout, &layout->tape[i], i + 1, one_line);
    plan->y -= 2;
}

static int step_number(const Layout *layout, Str mark) {
    int i = 0;
    while (!str_eq(layout->tape[i].mark, mark)) i++;
    return i + 1;
}

static void panel_row(Plan *plan, Str name, Str what, bool bold) {
    plan->y -= 5.2;
    put_within(plan, PANEL, plan->y, 3.4, 34, INK, name);
    put(plan, PAGE_WIDTH, plan->y, 3.4, ALIGN_RIGHT, INK, what)->bold = bold;
}

/* Lines by the numbers of their steps. */
static void panel_strikes(Plan *plan, const Layout *layout) {
    Arena *arena = plan->sheet->arena;
    if (!layout->line_count) return;
    panel_heading(plan, "strike");
    for (int i = 0; i < layout->line_count; i++) {
        const Line *line = &layout->lines[i];
        int from = step_number(layout, line->feet[0].mark), to = step_number(layout, line->feet[1].mark);
        panel_row(plan, line->name, str_fmt(arena, "%d – %d", from, to), true);
    }
    for (int i = 0; i < layout->arc_count; i++) {
        Str radius = layout_cm(plan->sheet, layout->arcs[i].radius);
        panel_row(plan, layout->arcs[i].name,
                  CATALOGUE_FILL(plan->sheet->catalogue, "layout.plan.arc", radius), false);
    }
    plan->y -= 2;
}

static void panel_spots(Plan *plan, const Layout *layout) {
    if (!layout->spot_count) return;
    panel_heading(plan, "plan.spots");
    for (int i = 0; i < layout->spot_count; i++) {
        plan->y -= 5.2;
        put(plan, PANEL, plan->y, 3.4, ALIGN_LEFT, INK, layout->spots[i].name);
        put(plan, PAGE_WIDTH - 17, plan->y, 3.4, ALIGN_RIGHT, INK,
            layout_cm(plan->sheet, layout->spots[i].at.x));
        put(plan, PAGE_WIDTH, plan->y, 3.4, ALIGN_RIGHT, INK, layout_cm(plan->sheet, layout->spots[i].at.y));
    }
}

/* The extent: the plan with its measures, or the panel if that is longer. */
static const Drawing *finish(Plan *plan, double width) {
    plan->drawing->least = (Vec2){0, fmin(0, plan->y - 1)};
    plan->drawing->most = (Vec2){width, plan->bed_height + 2 * SIDE_TOP};
    return plan->drawing;
}

const Drawing *plan_of_one(const LayoutSheet *sheet) {
    Plan plan;
    const Layout *layout = sheet->layouts[0];
    int scale = start_plan(&plan, sheet, BED_WIDTH, BED_HEIGHT);
    draw_bed(&plan, scale);
    for (int i = 0; i < layout->tape_count; i++) draw_step(&plan, &layout->tape[i], i + 1, INK);
    for (int i = 0; i < layout->line_count; i++) name_line(&plan, &layout->lines[i], PALE);
    name_spots(&plan, layout);
    plan.y = plan.bed_height + 2 * SIDE_TOP;
    panel_tape(&plan, layout);
    panel_strikes(&plan, layout);
    panel_spots(&plan, layout);
    return finish(&plan, PAGE_WIDTH);
}

static bool stands_before(const LayoutSheet *sheet, int game, const TapeRow *row) {
    for (int g = 0; g < game; g++)
        for (int i = 0; i < sheet->layouts[g]->tape_count; i++)
            if (vec_distance(sheet->layouts[g]->tape[i].at, row->at) < SAME_MARK) return true;
    return false;
}

/* How many measures of the games before stand on the same cushion where this one would: its row's number. */
static int crowd(const Plan *plan, int game, const TapeRow *row) {
    const LayoutSheet *sheet = plan->sheet;
    bool side = row->cushion == CUSHION_LEFT || row->cushion == CUSHION_RIGHT;
    double room = (side ? 3.2 : 10) / plan->pen.scale; /* mm of paper; at the bed's scale */
    int count = 0;
    for (int g = 0; g < game; g++)
        for (int i = 0; i < sheet->layouts[g]->tape_count; i++) {
            const TapeRow *other = &sheet->layouts[g]->tape[i];
            bool near = other->cushion == row->cushion && vec_distance(other->at, row->at) < room;
            count += near && !stands_before(sheet, g, other);
        }
    return count;
}

/* The measures of one game of several, beside the cushions, in its colour. */
static void draw_measures(Plan *plan, int game) {
    const Layout *layout = plan->sheet->layouts[game];
    const double size = 2.7;
    for (int i = 0; i < layout->tape_count; i++) {
        const TapeRow *row = &layout->tape[i];
        Vec2 at = pen_point(&plan->pen, row->at);
        bool left = row->cushion == CUSHION_LEFT, right = row->cushion == CUSHION_RIGHT;
        if (stands_before(plan->sheet, game, row)) continue;
        at.x += left ? -1.2 : right ? 1.2 : 0;
        double step = 3.2 * crowd(plan, game, row);
        at.y += left || right                 ? -size * 0.36 - step
                : row->cushion == CUSHION_TOP ? 1.2 + step
                                              : -size - 0.4 - step;
        put(plan, at.x, at.y, size,
            left    ? ALIGN_RIGHT
            : right ? ALIGN_LEFT
                    : ALIGN_CENTRE,
            game_color(plan->sheet, game), layout_cm(plan->sheet, row->cm));
    }
}

/* Several games: the plan alone, games in their colours; the tape tables stand on the pages behind it. */
const Drawing *plan_of_all(const LayoutSheet *sheet) {
    Plan plan;
    int scale = start_plan(&plan, sheet, PAGE_WIDTH - 2 * SIDE, BED_HEIGHT);
    draw_bed(&plan, scale);
    double x = SIDE + plan.bed_width + 18;
    for (int game = 0; game < sheet->count; game++) {
        double y = SIDE_TOP + plan.bed_height - 4 - 6 * game;
        put_bold(&plan, x, y, 4, ALIGN_LEFT, game_color(sheet, game),
                 layout_game_word(sheet, sheet->layouts[game]->game));
        draw_measures(&plan, game);
        for (int i = 0; i < sheet->layouts[game]->line_count; i++)
            if (line_games(sheet->arena, sheet->layouts, sheet->count, game, &sheet->layouts[game]->lines[i])
                    .len)
                name_line(&plan, &sheet->layouts[game]->lines[i], game_color(sheet, game));
    }
    name_spots(&plan, sheet->layouts[0]);
    return finish(&plan, fmax(PAGE_WIDTH, x + 30));
}

/* ---- what was chalked ---- */

static const double TOLERANCE_RADIUS = 3.5, FARTHEST = 13; /* mm on paper */

/* The tolerance as a circle round the wanted place, the found one as a dot, both enlarged alike; what would
 * leave the sheet ends in an arrow's length of 13 mm. */
static void draw_deviation(Plan *plan, const CheckedMark *mark, double tolerance) {
    bool good = mark->verdict == CHECK_PASS;
    uint32_t color = good ? GOOD : BAD;
    Vec2 at = pen_point(&plan->pen, mark->wanted), away = vec_sub(mark->found, mark->wanted);
    double size = hypot(away.x, away.y), enlarge = TOLERANCE_RADIUS / tolerance;
    drawing_circle(plan->drawing, LAYER_TEXT, S(""), at, TOLERANCE_RADIUS,
                   (Style){.stroked = true, .stroke = color, .width = 0.35});
    if (size <= 0) {
        drawing_circle(plan->drawing, LAYER_TEXT, S(""), at, 0.8, (Style){.filled = true, .fill = color});
        return;
    }
    double length = fmin(size * enlarge, FARTHEST) / size;
    Vec2 end = {at.x + away.y * length, at.y + away.x * length};
    put_rule(plan, at, end, 0.5, color);
    drawing_circle(plan->drawing, LAYER_TEXT, S(""), end, 0.8, (Style){.filled = true, .fill = color});
    if (good) return;
    bool right = at.x > SIDE + plan->bed_width / 2;
    put_bold(plan, at.x + (right ? -4.5 : 4.5), at.y - 4.5, 3.4, right ? ALIGN_RIGHT : ALIGN_LEFT, BAD,
             layout_deviation(plan->sheet, mark));
}

static void panel_deviation(Plan *plan, Str mark, Str deviation, uint32_t color) {
    plan->y -= 5;
    put_within(plan, PANEL, plan->y, 3.4, PAGE_WIDTH - PANEL - 20, INK, mark);
    put_bold(plan, PAGE_WIDTH, plan->y, 3.4, ALIGN_RIGHT, color, deviation);
}

const Drawing *plan_of_check(const LayoutSheet *sheet) {
    Plan plan;
    const MarkCheck *check = sheet->check;
    int scale = start_plan(&plan, sheet, BED_WIDTH, BED_HEIGHT - 30);
    plan.pen.thin = 0.12; /* the deviations are what matters */
    draw_bed(&plan, scale);
    double tolerance = fmax(check->tolerance, 0.001);
    for (int i = 0; i < check->count; i++) draw_deviation(&plan, &check->marks[i], tolerance);
    plan.y = plan.bed_height + 2 * SIDE_TOP;
    panel_heading(&plan, "column.deviation");
    for (int i = 0; i < check->count; i++) {
        const CheckedMark *mark = &check->marks[i];
        panel_deviation(&plan, mark->mark, layout_deviation(sheet, mark),
                        mark->verdict == CHECK_PASS ? GOOD : BAD);
    }
    for (int i = 0; i < check->missing_count; i++)
        panel_deviation(&plan, check->missing[i], layout_word(sheet, "check.missing"), PALE);
    return finish(&plan, PAGE_WIDTH);
}

/* ---- the template ---- */

const Drawing *plan_of_anchor(const LayoutSheet *sheet, double side) {
    const double bar = 100, gap = 22;
    Plan plan = {.sheet = sheet, .drawing = NEW(sheet->arena, Drawing)};
    Style outline = {.stroked = true, .stroke = INK, .width = 0.2},
          middle = {.stroked = true, .stroke = PALE, .width = 0.2, .dash = 3};
    *plan.drawing = (Drawing){.arena = sheet->arena, .layers = mark_layers, .layer_count = LAYER_COUNT};
    Vec2 square[4] = {{0, gap}, {0, gap + side}, {side, gap + side}, {side, gap}};
    drawing_polygon(plan.drawing, LAYER_ANCHORS, S("anchor"), square, 4, outline);
    drawing_line(plan.drawing, LAYER_TEXT, S(""), (Vec2){side / 2, gap + 8}, (Vec2){side / 2, gap + side},
                 middle);
    put_rule(&plan, (Vec2){side / 2, gap}, (Vec2){side / 2, gap + 8}, 0.4, INK);
    Str number = layout_number(sheet, side, 1);
    put_bold(&plan, side / 4, gap + side / 2, 6, ALIGN_CENTRE, INK,
             CATALOGUE_FILL(sheet->catalogue, "layout.template.size", number));
    put(&plan, side / 4, gap + 4, 4, ALIGN_CENTRE, INK, layout_word(sheet, "template.nose"));
    put(&plan, side * 3 / 4, gap + 4, 4, ALIGN_CENTRE, INK, layout_word(sheet, "template.nose"));
    put_rule(&plan, (Vec2){0, 8}, (Vec2){bar, 8}, 0.3, INK);
    for (int i = 0; i <= 10; i++)
        put_rule(&plan, (Vec2){i * bar / 10, 8}, (Vec2){i * bar / 10, i % 5 ? 10 : 12}, 0.25, INK);
    put(&plan, bar + 4, 7, 4, ALIGN_LEFT, INK, layout_word(sheet, "plan.bar"));
    plan.drawing->most = (Vec2){side, gap + side};
    return plan.drawing;
}
