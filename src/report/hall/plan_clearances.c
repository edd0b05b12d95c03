/* Distances on the plan: from the frame to what is nearest, each pair of tables once, the short ones always,
 * the rest as long as they do not crowd the sheet. */
#include "hall/reason.h"
#include "report/hall/plan.h"
#include "report/write/font.h"

#include <math.h>

static const uint32_t INK = 0x1c1f22, PAPER = 0xffffff;
static const double FIGURE = 3.2, FINE = 2.6; /* mm on paper */
enum { CROWDED = 12 };                        /* tables: beyond this only what is short, and the walls */

static bool is_short(const Clearance *clearance) {
    return clearance->verdict == HALL_FAIL || clearance->verdict == HALL_REMARK;
}

/* The same distance seen from the other table. */
static const Clearance *seen_from(const Approval *approval, int other, int table) {
    const TableApproval *from = &approval->tables[other];
    for (int i = 0; i < from->clearance_count; i++)
        if (from->clearances[i].kind == TO_TABLE && from->clearances[i].index == table)
            return &from->clearances[i];
    return NULL;
}

/* Of a pair the graver view is drawn, of equal ones the first table's. */
static bool is_drawn(const Approval *approval, int table, const Clearance *clearance) {
    bool nearest = clearance == &approval->tables[table].clearances[0];
    if (clearance->kind == TO_TABLE) {
        const Clearance *other = seen_from(approval, clearance->index, table);
        int own = is_short(clearance) ? (int)clearance->verdict : 0,
            its = other && is_short(other) ? (int)other->verdict : 0;
        if (other && (its > own || (its == own && clearance->index < table))) return false;
    }
    if (is_short(clearance)) return true;
    if (approval->table_count > CROWDED) return nearest;
    return clearance->kind == TO_WALL || nearest || clearance->metres <= clearance->required * 1.5;
}

static Str figure(const HallSheet *sheet, const Clearance *clearance) {
    if (!is_short(clearance)) return hall_metres(sheet, clearance->metres);
    Str metres = catalogue_number(sheet->catalogue, metres_down(sheet->arena, clearance->metres));
    Str wanted = catalogue_number(sheet->catalogue, str_fmt(sheet->arena, "%g", clearance->required));
    return str_fmt(sheet->arena, "%.*s %.*s (%.*s)", SARG(hall_sign(clearance->verdict)), SARG(metres),
                   SARG(wanted));
}

static void put_figure(const HallPen *pen, Vec2 at, double size, bool bold, Str text) {
    double wide = font_width(bold ? FACE_BOLD : FACE_PLAIN, size, text) / 2 + 0.4 * pen->unit;
    Vec2 box[4] = {{at.x - wide, at.y - 0.2 * size},
                   {at.x + wide, at.y - 0.2 * size},
                   {at.x + wide, at.y + 0.95 * size},
                   {at.x - wide, at.y + 0.95 * size}};
    drawing_polygon(pen->drawing, HALL_TEXT_LAYER, S(""), box, 4, (Style){.filled = true, .fill = PAPER});
    drawing_text(pen->drawing, HALL_TEXT_LAYER, at, size, ALIGN_CENTRE, INK, text)->bold = bold;
}

/* On the line, or beside it, where nothing stands yet; a short one is never left out. */
static void place_figure(HallPen *pen, Vec2 from, Vec2 to, const Clearance *clearance) {
    static const double along[] = {0.5, 0.35, 0.65, 0.2, 0.8};
    bool wanted = is_short(clearance);
    double size = (wanted ? FIGURE : FINE) * pen->unit;
    Str text = figure(pen->sheet, clearance);
    double wide = font_width(wanted ? FACE_BOLD : FACE_PLAIN, size, text) / 2 + 0.5 * pen->unit;
    for (int side = 0; side < 7; side++) {
        double off = (side + 1) / 2 * (side % 2 ? 1 : -1) * size * 1.2;
        for (size_t i = 0; i < sizeof along / sizeof *along; i++) {
            Vec2 at = {from.x + along[i] * (to.x - from.x),
                       from.y + along[i] * (to.y - from.y) - 0.36 * size + off};
            Box box = {{at.x - wide, at.y - 0.2 * size}, {at.x + wide, at.y + 0.95 * size}};
            if (!hall_take(pen, box)) continue;
            put_figure(pen, at, size, wanted, text);
            return;
        }
    }
    if (!wanted) return;
    put_figure(pen, (Vec2){(from.x + to.x) / 2, (from.y + to.y) / 2 - 0.36 * size}, size, true, text);
}

static void draw_one(HallPen *pen, const TableApproval *table, const Clearance *clearance) {
    Vec2 from = hall_pen_point(pen, clearance->from), to = hall_pen_point(pen, clearance->at);
    bool fail = clearance->verdict == HALL_FAIL, remark = clearance->verdict == HALL_REMARK;
    Style style = {.stroked = true, .stroke = INK, .width = (fail ? 0.9 : remark ? 0.5 : 0.2) * pen->unit};
    if (remark) style.dash = 1.4 * pen->unit;
    Str name = str_fmt(pen->sheet->arena, "%.*s – %.*s", SARG(table->table->name), SARG(clearance->to));
    drawing_line(pen->drawing, HALL_CLEARANCES, name, from, to, style);
}

static void each(HallPen *pen, bool short_ones, bool figures) {
    const Approval *approval = pen->sheet->approval;
    for (int i = 0; i < approval->table_count; i++)
        for (int k = 0; k < approval->tables[i].clearance_count; k++) {
            const Clearance *clearance = &approval->tables[i].clearances[k];
            if (is_short(clearance) != short_ones || !is_drawn(approval, i, clearance)) continue;
            if (figures)
                place_figure(pen, hall_pen_point(pen, clearance->from), hall_pen_point(pen, clearance->at),
                             clearance);
            else
                draw_one(pen, &approval->tables[i], clearance);
        }
}

void hall_draw_clearances(HallPen *pen) {
    each(pen, false, false);
    each(pen, true, false);
    each(pen, true, true); /* short ones choose their places first */
    each(pen, false, true);
}
