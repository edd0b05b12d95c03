/* The layout for programs: JSON and CSV. Numbers are in cm with four decimals, always with a decimal point.
 */
#include "base/json.h"
#include "report/layout/words.h"

#include <math.h>

enum { PLACES = 4 };

/* ---- JSON ---- */

static void json_point(Json *json, const char *key, Vec2 point) {
    json_open_object(json, key);
    json_real(json, "x", point.x, PLACES);
    json_real(json, "y", point.y, PLACES);
    json_close_object(json);
}

static void json_polygon(Json *json, const char *key, const Vec2 *points, int n) {
    json_open_list(json, key);
    for (int i = 0; i < n; i++) json_point(json, NULL, points[i]);
    json_close_list(json);
}

static void json_bed(Json *json, const Bed *bed) {
    json_open_object(json, "bed");
    json_real(json, "length", bed->length, PLACES);
    json_real(json, "width", bed->width, PLACES);
    json_polygon(json, "corners", bed->corners, CORNER_COUNT);
    json_close_object(json);
}

static void json_offset(Json *json, const Layout *layout) {
    if (layout->offset_rule == OFFSET_NONE) {
        json_null(json, "offset");
        json_null(json, "offset_rule");
        json_null(json, "offsets");
        return;
    }
    json_real(json, "offset", layout->offset, PLACES);
    json_z(json, "offset_rule", offset_rule_name(layout->offset_rule));
    json_open_object(json, "offsets");
    json_real(json, "exact", layout->exact, PLACES);
    json_real(json, "label", layout->game->label, PLACES);
    json_real(json, "difference_mm", 10 * (layout->exact - layout->game->label), PLACES);
    json_close_object(json);
}

static void json_lines(Json *json, const Layout *layout) {
    json_open_list(json, "lines");
    for (int i = 0; i < layout->line_count; i++) {
        json_open_object(json, NULL);
        json_str(json, "name", layout->lines[i].name);
        json_point(json, "from", layout->lines[i].feet[0].at);
        json_point(json, "to", layout->lines[i].feet[1].at);
        json_close_object(json);
    }
    json_close_list(json);
}

static void json_arcs(Json *json, const Layout *layout) {
    json_open_list(json, "arcs");
    for (int i = 0; i < layout->arc_count; i++) {
        const Arc *arc = &layout->arcs[i];
        json_open_object(json, NULL);
        json_str(json, "name", arc->name);
        json_point(json, "centre", arc->centre);
        json_real(json, "radius", arc->radius, PLACES);
        json_point(json, "from", arc->from);
        json_point(json, "to", arc->to);
        json_close_object(json);
    }
    json_close_list(json);
}

static void json_areas(Json *json, const Layout *layout) {
    json_open_list(json, "anchors");
    for (int i = 0; i < layout->anchor_count; i++) {
        json_open_object(json, NULL);
        json_str(json, "name", layout->anchors[i].name);
        json_polygon(json, "corners", layout->anchors[i].polygon, layout->anchors[i].n);
        json_close_object(json);
    }
    json_close_list(json);
    json_open_list(json, "areas");
    for (int i = 0; i < layout->field_count; i++) {
        json_open_object(json, NULL);
        json_str(json, "name", layout->areas[i].name);
        json_polygon(json, "polygon", layout->areas[i].polygon, layout->areas[i].n);
        json_bool(json, "restricted", layout->areas[i].restricted);
        json_close_object(json);
    }
    json_close_list(json);
}

static void json_spots(Json *json, const Layout *layout) {
    json_open_list(json, "spots");
    for (int i = 0; i < layout->spot_count; i++) {
        json_open_object(json, NULL);
        json_str(json, "name", layout->spots[i].name);
        json_real(json, "x", layout->spots[i].at.x, PLACES);
        json_real(json, "y", layout->spots[i].at.y, PLACES);
        json_close_object(json);
    }
    json_close_list(json);
}

static void json_tape(Json *json, const Layout *layout) {
    json_open_list(json, "tape");
    for (int i = 0; i < layout->tape_count; i++) {
        const TapeRow *row = &layout->tape[i];
        json_open_object(json, NULL);
        json_str(json, "mark", row->mark);
        json_str(json, "cushion", cushion_name(layout->game->family, row->cushion));
        json_str(json, "from", tape_from(layout->game->family, row));
        json_real(json, "cm", row->cm, PLACES);
        if (row->has_anchor) {
            json_open_list(json, "anchor");
            json_real(json, NULL, row->near, PLACES);
            json_real(json, NULL, row->far, PLACES);
            json_close_list(json);
        }
        json_close_object(json);
    }
    json_close_list(json);
}

static void json_misclosure(Json *json, const LayoutSheet *sheet) {
    const Fit *fit = sheet->fit;
    json_real(json, "misclosure_mm", fit->checked ? 10 * fit->misclosure : NAN, PLACES);
    json_real(json, "misclosure_u_mm", fit->checked ? 10 * fit->misclosure_u : NAN, PLACES);
    if (fit->checked)
        json_bool(json, "consistent", fit->consistent);
    else
        json_null(json, "consistent");
    if (fit->suspect >= 0)
        json_str(json, "suspect", sheet->keys[fit->suspect]);
    else
        json_null(json, "suspect");
}

static void json_fit(Json *json, const LayoutSheet *sheet) {
    const Fit *fit = sheet->fit;
    if (!fit) {
        json_null(json, "fit");
        return;
    }
    json_open_object(json, "fit");
    json_z(json, "angles", fit->angles_fitted ? "fitted" : "assumed");
    json_misclosure(json, sheet);
    json_open_object(json, "residuals_mm");
    for (int i = 0; i < SIDE_COUNT; i++)
        if (fit->given[i])
            json_real(json, str_z(sheet->arena, sheet->keys[i]), 10 * fit->residuals[i], PLACES);
    json_close_object(json);
    json_close_object(json);
}

static void json_layout(Json *json, const LayoutSheet *sheet, const Layout *layout) {
    json_open_object(json, NULL);
    json_str(json, "game", layout->game->id);
    json_bed(json, &layout->bed);
    json_offset(json, layout);
    json_lines(json, layout);
    json_arcs(json, layout);
    json_areas(json, layout);
    json_spots(json, layout);
    json_tape(json, layout);
    json_fit(json, sheet);
    json_close_object(json);
}

static void json_close_marks(Json *json, const LayoutSheet *sheet) {
    json_open_list(json, "close");
    for (int i = 0; i < sheet->close_count; i++) {
        const CloseMarks *pair = &sheet->close[i];
        json_open_object(json, NULL);
        json_open_list(json, "marks");
        json_str(json, NULL, str_fmt(sheet->arena, "%.*s %.*s", SARG(pair->a_game), SARG(pair->a)));
        json_str(json, NULL, str_fmt(sheet->arena, "%.*s %.*s", SARG(pair->b_game), SARG(pair->b)));
        json_close_list(json);
        json_real(json, "distance_mm", 10 * pair->distance, PLACES);
        json_close_object(json);
    }
    json_close_list(json);
}

void layout_json(const LayoutSheet *sheet, Buf *out) {
    Json json = {.out = out};
    if (sheet->count == 1) {
        json_layout(&json, sheet, sheet->layouts[0]);
    } else {
        json_open_object(&json, NULL);
        json_open_list(&json, "layouts");
        for (int i = 0; i < sheet->count; i++) json_layout(&json, sheet, sheet->layouts[i]);
        json_close_list(&json);
        json_close_marks(&json, sheet);
        json_close_object(&json);
    }
    buf_byte(out, '\n');
}

void layout_check_json(const LayoutSheet *sheet, Buf *out) {
    const MarkCheck *check = sheet->check;
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_str(&json, "game", sheet->layouts[0]->game->id);
    json_z(&json, "verdict", check_verdict_name(check->verdict));
    json_z(&json, "offset_rule", offset_rule_name(sheet->layouts[0]->offset_rule));
    json_real(&json, "tolerance_mm", 10 * check->tolerance, 6);
    json_open_list(&json, "marks");
    for (int i = 0; i < check->count; i++) {
        json_open_object(&json, NULL);
        json_str(&json, "mark", check->marks[i].mark);
        json_real(&json, "deviation_mm", 10 * check->marks[i].deviation,
                  deviation_places(check, &check->marks[i], PLACES));
        json_z(&json, "verdict", check_verdict_name(check->marks[i].verdict));
        json_close_object(&json);
    }
    json_close_list(&json);
    json_open_list(&json, "missing");
    for (int i = 0; i < check->missing_count; i++) json_str(&json, NULL, check->missing[i]);
    json_close_list(&json);
    json_close_object(&json);
    buf_byte(out, '\n');
}

/* ---- CSV ---- */

/* Four decimals, never "-0.0000". */
static double clean(double value) { return fabs(value) < 0.00005 ? 0 : value; }

static void csv_row(Buf *out, const char *kind, Str name, Vec2 a, Vec2 b) {
    buf_printf(out, "%s,%.*s,%.4f,%.4f,%.4f,%.4f\n", kind, SARG(name), clean(a.x), clean(a.y), clean(b.x),
               clean(b.y));
}

/* The name, with the games it belongs to when the sheet holds several. Empty: it stands above already. */
static Str csv_name(const LayoutSheet *sheet, Str games, Str name) {
    if (sheet->count == 1 || !games.len) return games.len ? name : games;
    return str_fmt(sheet->arena, "%.*s %.*s", SARG(games), SARG(name));
}

static void csv_cushions(const LayoutSheet *sheet, Buf *out) {
    const Layout *layout = sheet->layouts[0];
    for (int i = 0; i < CUSHION_COUNT; i++) {
        double length = cushion_length(&layout->bed, (Cushion)i);
        csv_row(out, "cushion", cushion_name(layout->game->family, (Cushion)i),
                cushion_point(&layout->bed, (Cushion)i, 0), cushion_point(&layout->bed, (Cushion)i, length));
    }
}

static void csv_lines(const LayoutSheet *sheet, Buf *out) {
    for (int g = 0; g < sheet->count; g++)
        for (int i = 0; i < sheet->layouts[g]->line_count; i++) {
            const Line *line = &sheet->layouts[g]->lines[i];
            Str name =
                csv_name(sheet, line_games(sheet->arena, sheet->layouts, sheet->count, g, line), line->name);
            if (name.len)
                csv_row(out, line->corner ? "corner" : "line", name, line->feet[0].at, line->feet[1].at);
        }
}

static void csv_anchors(const LayoutSheet *sheet, Buf *out) {
    for (int g = 0; g < sheet->count; g++)
        for (int i = 0; i < sheet->layouts[g]->anchor_count; i++) {
            const Area *anchor = &sheet->layouts[g]->anchors[i];
            Str name = csv_name(sheet, anchor_games(sheet->arena, sheet->layouts, sheet->count, g, anchor),
                                anchor->name);
            if (name.len) csv_row(out, "anchor", name, anchor->polygon[0], anchor->polygon[2]);
        }
}

static void csv_spots(const LayoutSheet *sheet, Buf *out) {
    for (int g = 0; g < sheet->count; g++)
        for (int i = 0; i < sheet->layouts[g]->spot_count; i++) {
            const Spot *spot = &sheet->layouts[g]->spots[i];
            Str name =
                csv_name(sheet, spot_games(sheet->arena, sheet->layouts, sheet->count, g, spot), spot->name);
            if (name.len)
                buf_printf(out, "spot,%.*s,%.4f,%.4f,,\n", SARG(name), clean(spot->at.x), clean(spot->at.y));
        }
}

void layout_csv(const LayoutSheet *sheet, Buf *out) {
    buf_put(out, S("kind,name,x1,y1,x2,y2\n"));
    csv_cushions(sheet, out);
    csv_lines(sheet, out);
    csv_anchors(sheet, out);
    for (int i = 0; i < sheet->layouts[0]->arc_count; i++) {
        const Arc *arc = &sheet->layouts[0]->arcs[i];
        csv_row(out, "arc", arc->name, arc->from, arc->to);
    }
    csv_spots(sheet, out);
}

void layout_check_csv(const LayoutSheet *sheet, Buf *out) {
    buf_put(out, S("mark,deviation_mm,verdict\n"));
    for (int i = 0; i < sheet->check->count; i++) {
        const CheckedMark *mark = &sheet->check->marks[i];
        buf_printf(out, "%.*s,%.*f,%s\n", SARG(mark->mark), deviation_places(sheet->check, mark, 4),
                   clean(10 * mark->deviation), check_verdict_name(mark->verdict));
    }
    for (int i = 0; i < sheet->check->missing_count; i++)
        buf_printf(out, "%.*s,,missing\n", SARG(sheet->check->missing[i]));
}
