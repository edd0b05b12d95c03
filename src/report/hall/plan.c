/* The plan: what stands where, each table with its name, angle and sign, the nearest distances with their
 * figures. Sizes are those of paper, so that everything can be read at arm's length; at true scale they grow
 * with the scale's number. Nothing is told by colour alone. */
#include "report/hall/plan.h"

#include "report/write/font.h"

#include <math.h>

static const uint32_t INK = 0x1c1f22, PALE = 0x5d666e, PAPER = 0xffffff, CLOTH = 0xe9eeeb, STONE = 0xb4b9bd;
static const double NAME = 4.2, LEAST_NAME = 2.4, SMALL = 2.8; /* mm on paper */

static const char *const layers[HALL_LAYERS] = {"WALLS",  "DOORS",      "OBSTACLES",
                                                "TABLES", "CLEARANCES", "TEXT"};

Vec2 hall_pen_point(const HallPen *pen, Vec2 metres) {
    return (Vec2){pen->metre * (metres.x - pen->least.x), pen->metre * (metres.y - pen->least.y)};
}

Box hall_outline_box(const Outline *outline) {
    Box box = {outline->points[0], outline->points[0]};
    for (int i = 1; i < outline->n; i++) {
        Vec2 p = outline->points[i];
        box.least = (Vec2){fmin(box.least.x, p.x), fmin(box.least.y, p.y)};
        box.most = (Vec2){fmax(box.most.x, p.x), fmax(box.most.y, p.y)};
    }
    return box;
}

bool hall_take(HallPen *pen, Box box) {
    for (ptrdiff_t i = 0; i < pen->taken.n; i++) {
        const Box *other = &pen->taken.at[i];
        if (box.least.x < other->most.x && other->least.x < box.most.x && box.least.y < other->most.y &&
            other->least.y < box.most.y)
            return false;
    }
    *VEC_PUSH(pen->drawing->arena, &pen->taken) = box;
    return true;
}

static Style stroke(const HallPen *pen, double width, uint32_t color) {
    return (Style){.stroked = true, .stroke = color, .width = width * pen->unit};
}

static Shape *put_text(const HallPen *pen, Vec2 at, double size, TextAlign align, uint32_t color, Str text) {
    return drawing_text(pen->drawing, HALL_TEXT_LAYER, at, size * pen->unit, align, color, text);
}

static void polygon(const HallPen *pen, int layer, Str name, const Vec2 *points, int n, Style style) {
    Vec2 *on_sheet = NEW_ARRAY(pen->drawing->arena, Vec2, n + 1);
    for (int i = 0; i < n; i++) on_sheet[i] = hall_pen_point(pen, points[i]);
    drawing_polygon(pen->drawing, layer, name, on_sheet, n, style);
}

/* ---- the room ---- */

static void draw_door(const HallPen *pen, const Door *door) {
    Vec2 from = hall_pen_point(pen, door->from), to = hall_pen_point(pen, door->to);
    double length = hypot(to.x - from.x, to.y - from.y), tick = 1.6 * pen->unit;
    if (length <= 0) return;
    Vec2 across = {-(to.y - from.y) / length * tick, (to.x - from.x) / length * tick}, ends[2] = {from, to};
    drawing_line(pen->drawing, HALL_DOORS, door->name, from, to, stroke(pen, 1.6, PAPER));
    drawing_line(pen->drawing, HALL_DOORS, door->name, from, to, stroke(pen, 0.2, INK));
    for (int i = 0; i < 2; i++)
        drawing_line(pen->drawing, HALL_DOORS, door->name, (Vec2){ends[i].x - across.x, ends[i].y - across.y},
                     (Vec2){ends[i].x + across.x, ends[i].y + across.y}, stroke(pen, 0.6, INK));
}

/* Outside of the walls, beside the door, along the wall. */
static void name_door(const HallPen *pen, const Door *door) {
    Vec2 from = hall_pen_point(pen, door->from), to = hall_pen_point(pen, door->to);
    Vec2 middle = {(from.x + to.x) / 2, (from.y + to.y) / 2}, room = hall_pen_point(pen, pen->most);
    bool upright = fabs(to.y - from.y) > fabs(to.x - from.x);
    double away = 3 * pen->unit, size = SMALL * pen->unit;
    if (upright)
        middle.x += middle.x > room.x / 2 ? away + size * 0.7 : -away;
    else
        middle.y += middle.y > room.y / 2 ? away : -away - size * 0.7;
    put_text(pen, middle, SMALL, ALIGN_CENTRE, PALE, door->name)->turn = upright ? 90 : 0;
}

static void name_obstacle(HallPen *pen, const Obstacle *obstacle) {
    Box box = hall_outline_box(&obstacle->outline);
    Vec2 least = hall_pen_point(pen, box.least), most = hall_pen_point(pen, box.most);
    double size = SMALL * pen->unit, wide = font_width(FACE_PLAIN, size, obstacle->name);
    hall_take(pen, (Box){least, most});
    Vec2 at = {(least.x + most.x) / 2, (least.y + most.y) / 2 - size * 0.36};
    if (wide > most.x - least.x || size > most.y - least.y) at.y = most.y + size * 0.4;
    if (at.y > hall_pen_point(pen, pen->most).y - size) at.y = least.y - size;
    hall_take(pen, (Box){{at.x - wide / 2, at.y - size * 0.2}, {at.x + wide / 2, at.y + size}});
    put_text(pen, at, SMALL, ALIGN_CENTRE, INK, obstacle->name);
}

static void draw_room(HallPen *pen) {
    const Plan *plan = pen->sheet->approval->plan;
    Style stone = stroke(pen, 0.35, INK);
    stone.filled = true, stone.fill = STONE;
    polygon(pen, HALL_WALLS, S("walls"), plan->walls.points, plan->walls.n, stroke(pen, 1.1, INK));
    for (int i = 0; i < plan->door_count; i++)
        draw_door(pen, &plan->doors[i]), name_door(pen, &plan->doors[i]);
    for (int i = 0; i < plan->obstacle_count; i++) {
        const Obstacle *obstacle = &plan->obstacles[i];
        polygon(pen, HALL_OBSTACLES, obstacle->name, obstacle->outline.points, obstacle->outline.n, stone);
    }
    for (int i = 0; i < plan->obstacle_count; i++) name_obstacle(pen, &plan->obstacles[i]);
}

/* ---- tables ---- */

/* As a reader of the sheet holds it: never upside down. */
static double readable(double degrees) {
    double turn = fmod(degrees, 180);
    if (turn > 90 + 1e-9) turn -= 180;
    if (turn <= -90 + 1e-9) turn += 180;
    return turn;
}

typedef struct Label {
    Str lines[4];
    int n;
    double size; /* mm on paper */
} Label;

static ptrdiff_t next_letter(Str text, ptrdiff_t at) {
    do at++;
    while (at < text.len && ((unsigned char)text.at[at] & 0xc0) == 0x80);
    return at;
}

/* Where the first line ends: behind the last blank that fits, else in the middle of the word. */
static ptrdiff_t line_end(Str text, double size, double room) {
    ptrdiff_t fits = 0, blank = 0;
    for (ptrdiff_t at = next_letter(text, 0); at <= text.len; at = next_letter(text, at)) {
        if (font_width(FACE_BOLD, size, str_slice(text, 0, at)) > room) break;
        fits = at;
        if (at == text.len || text.at[at] == ' ') blank = at;
        if (at == text.len) break;
    }
    return blank ? blank : fits;
}

/* The name in as few lines and as large as the frame has room for; false: not even in small letters. */
static bool set_name(Str name, double room_wide, double room_high, Label *label) {
    for (double size = NAME; size >= LEAST_NAME - 1e-9; size -= 0.2) {
        Str rest = name;
        *label = (Label){.size = size};
        while (rest.len && label->n < 3 && (label->n + 2) * 1.2 * size <= room_high) {
            ptrdiff_t end = line_end(rest, size, room_wide);
            if (!end) break;
            label->lines[label->n++] = str_trim(str_slice(rest, 0, end));
            rest = str_trim(str_skip(rest, end));
        }
        if (!rest.len && label->n) return true;
    }
    return false;
}

static Str status_line(const HallSheet *sheet, const TableApproval *table) {
    Str angle = str_fmt(sheet->arena, "%g", table->table->angle);
    return str_fmt(sheet->arena, "%.*s %.*s°", SARG(hall_sign(table->verdict)),
                   SARG(catalogue_number(sheet->catalogue, angle)));
}

static void draw_label(const HallPen *pen, const TableApproval *table, const Label *label) {
    double turn = readable(table->table->angle), angle = turn * acos(-1) / 180;
    Vec2 down = {sin(angle), -cos(angle)}, centre = hall_pen_point(pen, table->table->centre);
    double line = 1.2 * label->size * pen->unit,
           y = -(label->n - 1) * line / 2 + 0.36 * label->size * pen->unit;
    for (int i = 0; i < label->n; i++, y += line) {
        Shape *shape = put_text(pen, (Vec2){centre.x + y * down.x, centre.y + y * down.y}, label->size,
                                ALIGN_CENTRE, INK, label->lines[i]);
        shape->turn = turn, shape->bold = true;
    }
}

static void name_table(HallPen *pen, int index, const TableApproval *table) {
    const PlannedTable *planned = table->table;
    double long_side = pen->metre * (planned->length + 2 * planned->frame) / pen->unit - 4;
    double short_side = pen->metre * (planned->width + 2 * planned->frame) / pen->unit - 1;
    Label label;
    if (!set_name(planned->name, long_side, short_side, &label)) {
        label = (Label){.n = 1, .size = fmin(NAME, short_side / 2.4)};
        Str number = str_fmt(pen->sheet->arena, "%d", index + 1);
        Str told = CATALOGUE_FILL(pen->sheet->catalogue, "approval.numbered", number, planned->name);
        label.lines[0] = str_fmt(pen->sheet->arena, "#%.*s", SARG(number));
        pen->numbered = pen->numbered.len
                            ? str_fmt(pen->sheet->arena, "%.*s · %.*s", SARG(pen->numbered), SARG(told))
                            : told;
    }
    label.lines[label.n++] = status_line(pen->sheet, table);
    draw_label(pen, table, &label);
}

/* The frame, the bed in it, a bar along the bottom cushion: there one begins to count the sides. */
static void draw_table(HallPen *pen, int index) {
    const TableApproval *table = &pen->sheet->approval->tables[index];
    const PlannedTable *planned = table->table;
    bool fail = table->verdict == HALL_FAIL;
    Style outer = stroke(pen, fail ? 1.0 : 0.5, INK), inner = stroke(pen, 0.2, PALE);
    outer.filled = true, outer.fill = PAPER, inner.filled = true, inner.fill = CLOTH;
    Frame bed = frame_inset(planned, planned->frame);
    polygon(pen, HALL_TABLES, planned->name, table->frame.corners, 4, outer);
    polygon(pen, HALL_TABLES, planned->name, bed.corners, 4, inner);
    drawing_line(pen->drawing, HALL_TABLES, planned->name, hall_pen_point(pen, bed.corners[0]),
                 hall_pen_point(pen, bed.corners[3]), stroke(pen, 0.9, INK));
    name_table(pen, index, table);
    hall_take(pen, (Box){hall_pen_point(pen, table->frame.least), hall_pen_point(pen, table->frame.most)});
}

/* ---- the sheet's furniture ---- */

static void draw_north(const HallPen *pen, Vec2 at) {
    const Plan *plan = pen->sheet->approval->plan;
    double angle = plan->north * acos(-1) / 180, size = 6 * pen->unit;
    Vec2 ahead = {cos(angle), sin(angle)}, side = {-ahead.y, ahead.x};
    Vec2 arrow[3] = {
        {at.x + size * ahead.x, at.y + size * ahead.y},
        {at.x - size * ahead.x + 0.4 * size * side.x, at.y - size * ahead.y + 0.4 * size * side.y},
        {at.x - size * ahead.x - 0.4 * size * side.x, at.y - size * ahead.y - 0.4 * size * side.y}};
    Style black = {.filled = true, .fill = INK};
    drawing_polygon(pen->drawing, HALL_TEXT_LAYER, S(""), arrow, 3, black);
    double off = 1.7 * size;
    put_text(pen, (Vec2){at.x + off * ahead.x, at.y + off * ahead.y - 1.5 * pen->unit}, NAME, ALIGN_CENTRE,
             INK, hall_word(pen->sheet, "north"))
        ->bold = true;
}

static double bar_length(double width) {
    static const double lengths[] = {100, 50, 20, 10, 5, 2};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        if (lengths[i] <= 0.4 * width) return lengths[i];
    return 1;
}

static void draw_bar(const HallPen *pen, int scale, Vec2 at) {
    double metres = bar_length(pen->most.x - pen->least.x), part = pen->metre * metres / 2,
           high = 1.6 * pen->unit;
    for (int i = 0; i < 2; i++) {
        Vec2 from = {at.x + i * part, at.y};
        Vec2 box[4] = {
            from, {from.x + part, from.y}, {from.x + part, from.y + high}, {from.x, from.y + high}};
        Style style = stroke(pen, 0.25, INK);
        style.filled = true, style.fill = i ? PAPER : INK;
        drawing_polygon(pen->drawing, HALL_TEXT_LAYER, S(""), box, 4, style);
    }
    put_text(pen, (Vec2){at.x, at.y + high + pen->unit}, SMALL, ALIGN_LEFT, INK, S("0"));
    put_text(pen, (Vec2){at.x + 2 * part, at.y + high + pen->unit}, SMALL, ALIGN_CENTRE, INK,
             str_fmt(pen->sheet->arena, "%g m", metres));
    Str words =
        CATALOGUE_FILL(pen->sheet->catalogue, "approval.scale", str_fmt(pen->sheet->arena, "%d", scale));
    put_text(pen, (Vec2){at.x + 2 * part + 12 * pen->unit, at.y}, SMALL + 0.4, ALIGN_LEFT, INK, words);
}

int hall_scale(const Plan *plan, double width, double height) {
    static const int scales[] = {20, 25, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750};
    Box box = hall_outline_box(&plan->walls);
    double needed =
        fmax((box.most.x - box.least.x) * 1000 / width, (box.most.y - box.least.y) * 1000 / height);
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (scales[i] >= needed) return scales[i];
    return (int)(1000 * ceil(needed / 1000));
}

const Drawing *hall_plan(const HallSheet *sheet, int scale, bool true_scale, Str *numbered) {
    const Plan *plan = sheet->approval->plan;
    Drawing *drawing = NEW(sheet->arena, Drawing);
    Box walls = hall_outline_box(&plan->walls);
    double unit = true_scale ? scale : 1;
    *drawing =
        (Drawing){.arena = sheet->arena, .title = plan->name, .layers = layers, .layer_count = HALL_LAYERS};
    HallPen pen = {.sheet = sheet,
                   .drawing = drawing,
                   .unit = unit,
                   .metre = 1000.0 / scale * unit,
                   .least = walls.least,
                   .most = walls.most};
    drawing->most = hall_pen_point(&pen, walls.most);
    draw_room(&pen);
    for (int i = 0; i < sheet->approval->table_count; i++) draw_table(&pen, i);
    hall_draw_clearances(&pen);
    draw_bar(&pen, scale, (Vec2){0, -12 * unit});
    if (plan->has_north) draw_north(&pen, (Vec2){drawing->most.x + 9 * unit, drawing->most.y - 12 * unit});
    if (numbered) *numbered = pen.numbered;
    if (true_scale)
        drawing->margin = 22 * unit;
    else
        drawing->least = (Vec2){-5, -14}, drawing->most = (Vec2){drawing->most.x + 20, drawing->most.y + 6};
    return drawing;
}

const Drawing *hall_drawing(const HallSheet *sheet) {
    return hall_plan(sheet, hall_scale(sheet->approval->plan, 240, 150), true, NULL);
}
