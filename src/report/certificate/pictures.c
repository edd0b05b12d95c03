/* The annex of a certificate, its pictures: the plan and the light map, every point with its number, the
 * cushion profile. See report/certificate/pieces.h. */
#include "report/certificate/pieces.h"

#include "judge/uncertainty.h"
#include "report/certificate/result.h"

#include <math.h>

/* ---- pictures ---- */

static PlanPoint *plan_points(const Making *making, const NominalBed *bed, int *count) {
    PlanPoint *out = NEW_ARRAY(making->arena, PlanPoint, making->points.n + 1);
    *count = 0;
    for (ptrdiff_t i = 0; i < making->points.n;) {
        const Item *item = making->points.at[i].item;
        int n = (int)item->points.n;
        Str *names = NEW_ARRAY(making->arena, Str, n);
        for (int k = 0; k < n; k++) names[k] = item->points.at[k].name;
        for (int k = 0; k < n; k++, i++) {
            const Numbered *point = &making->points.at[i];
            int column_, row_;
            if (str_starts(item->id, S("light.bed")) && point_grid(names[k], &column_, &row_))
                continue; /* on the light map */
            PointPlace place = point_place(bed, item->id, names, n, k);
            if (place.kind != PLACE_NONE)
                out[(*count)++] = (PlanPoint){point->number, item->id, names[k], place, point->bad};
        }
    }
    return out;
}

static double in_unit_double(const Making *making, const Requirement *requirement, Fraction value) {
    return fraction_double(in_unit(making->arena, value, requirement->unit, false));
}

/* Mean and U of a point as printed: the judged ones, or for points that are judged only together their own.
 */
static Str mean_text(const Making *making, const Numbered *p, Str *U) {
    const Unit *unit = p->point->unit;
    *U = S("");
    if (p->judge && p->judged) {
        *U = judged_U(making->arena, p->judge->requirement, p->judged);
        return judged_value(making->arena, p->judge->requirement, p->judged);
    }
    if (!p->point->n || !unit) return S("");
    Judged own = point_value(p->point, making->certificate->instruments);
    int places = p->point->places;
    if (own.u > 0) *U = U_print(making->arena, 2 * own.u, unit, &places);
    return fraction_print(making->arena, in_unit(making->arena, own.value, unit, false), places);
}

/* The lux of a field, to the place that was typed; near the limit as exactly as the verdict needs it. */
static Str light_text(const Making *making, const Numbered *p, double lux) {
    Str U;
    const Limit *limit = p->judged->nearest;
    bool near = limit && fabs(lux - (double)limit->value / 1e6) < 1;
    if (near || !str_eq(p->point->unit->name, S("lx"))) return mean_text(making, p, &U);
    return fraction_print(making->arena, in_unit(making->arena, p->judged->value, p->point->unit, false),
                          p->point->places);
}

/* Points of light.bed that lie on a grid; NULL when there are none. */
static LightPoint *light_points(const Making *making, int *count, int *columns, int *rows,
                                const Requirement **requirement) {
    LightPoint *out = NEW_ARRAY(making->arena, LightPoint, making->points.n + 1);
    *count = *columns = *rows = 0;
    for (ptrdiff_t i = 0; i < making->points.n; i++) {
        const Numbered *p = &making->points.at[i];
        int column_, row_;
        if (!str_eq(p->item->id, S("light.bed")) || !p->judged ||
            !point_grid(p->point->name, &column_, &row_))
            continue;
        double lux = fraction_double(p->judged->value) / 1e6;
        out[(*count)++] = (LightPoint){
            p->number, column_, row_, lux, part_number(making, light_text(making, p, lux)), p->bad};
        if (column_ > *columns) *columns = column_;
        if (row_ > *rows) *rows = row_;
        *requirement = p->judge->requirement;
    }
    return out;
}

static const Drawing *light_map(const Making *making, const NominalBed *bed, Str *caption) {
    int count, columns, rows;
    const Requirement *requirement = NULL;
    LightPoint *points = light_points(making, &count, &columns, &rows, &requirement);
    if (!count) return NULL;
    bool limited = requirement->lower.given;
    double limit = limited ? (double)requirement->lower.value / 1e6 : NAN;
    if (requirement->points.kind == POINTS_GRID) {
        columns = columns > requirement->points.columns ? columns : requirement->points.columns;
        rows = rows > requirement->points.rows ? rows : requirement->points.rows;
    }
    *caption = limited ? CATALOGUE_FILL(making->words, "certificate.light_caption",
                                        catalogue_number(making->words, str_fmt(making->arena, "%g", limit)))
                       : part_text(making, "light_caption_free");
    return light_map_drawing(making->arena, bed, columns, rows, points, count, limit, making->words);
}

/* Side by side, or the plan on a page of its own where the points are many. */
void add_pictures(Making *making) {
    NominalBed bed = nominal_bed(making->result->profile);
    int count;
    PlanPoint *points = plan_points(making, &bed, &count);
    Str caption = S(""), plan_caption = part_text(making, "plan_caption");
    const Drawing *map = light_map(making, &bed, &caption);
    if (!count && !map) return;
    document_heading(making->document, 2, part_text(making, "pictures"));
    const Drawing *plan = plan_drawing(making->arena, &bed, points, count, making->words);
    if (map && count <= PLAN_FEW) {
        document_drawings(making->document, plan, map, 150, plan_caption, caption);
        return;
    }
    document_drawing(making->document, plan, 0, count <= PLAN_FEW ? 140 : 225, plan_caption);
    if (map) document_drawing(making->document, map, 0, 130, caption);
}

/* ---- points ---- */

static void fill_point(const Making *making, Cell *cells, const Numbered *p) {
    const Requirement *r = p->judge ? p->judge->requirement : NULL;
    Str unit = r && r->unit ? r->unit->name : p->point->unit ? p->point->unit->name : S("");
    Str U, value = part_number(making, mean_text(making, p, &U));
    cells[0].text = str_fmt(making->arena, "%d", p->number);
    cells[1].text = part_item(making, p->item->id);
    cells[2].text = catalogue_point(making->words, p->point->name);
    cells[3].text = str_eq(unit, S("1")) || !value.len
                        ? value
                        : str_fmt(making->arena, "%.*s %.*s", SARG(value), SARG(unit));
    cells[4].text = part_number(making, U);
    cells[5].text = str_fmt(making->arena, "%d", p->point->n);
    cells[3].tone = p->bad ? TONE_BAD : TONE_PLAIN;
    cells[3].bold = p->bad;
}

/* Two points a row, so that all of a table stand on one page. */
void add_points(Making *making) {
    ptrdiff_t n = making->points.n, half = (n + 1) / 2;
    if (!n) return;
    Column columns[12];
    double item = 8, point = 6;
    for (ptrdiff_t i = 0; i < n; i++) {
        item = part_longest(item, part_item(making, making->points.at[i].item->id));
        point = part_longest(point, catalogue_point(making->words, making->points.at[i].point->name));
    }
    for (int side = 0; side < 2; side++) {
        Column *c = columns + 6 * side;
        c[0] = part_column(making, "point_number", 8, 0, ALIGN_RIGHT);
        c[1] = part_column(making, "item", 0, fmin(item, 28), ALIGN_LEFT);
        c[2] = part_column(making, "point", 0, fmin(point, 28), ALIGN_LEFT);
        c[3] = part_column(making, "mean", 20.5, 0, ALIGN_RIGHT);
        c[4] = part_column(making, "uncertainty", 13.5, 0, ALIGN_RIGHT);
        c[5] = part_column(making, "readings", 6, 0, ALIGN_RIGHT);
    }
    document_heading(making->document, 2, part_text(making, "points"));
    Table *table = document_table(making->document, columns, 12);
    table->size = 6.5;
    for (ptrdiff_t i = 0; i < half; i++) {
        Cell *cells = table_row(table);
        fill_point(making, cells, &making->points.at[i]);
        if (half + i < n) fill_point(making, cells + 6, &making->points.at[half + i]);
    }
}

/* ---- cushion profile ---- */

static const RequirementResult *result_of(const Making *making, Str id) {
    for (int i = 0; i < making->result->count; i++)
        if (str_eq(making->result->requirements[i].requirement->id, id))
            return &making->result->requirements[i];
    return NULL;
}

static double limit_in_unit(const Making *making, const Requirement *r, const Limit *limit) {
    return limit->given ? in_unit_double(making, r, fraction_of(limit->value, 1)) : NAN;
}

void add_cushion_profile(Making *making) {
    const RequirementResult *r = result_of(making, S("cushion.height"));
    if (!r || r->each_count < 2 || !r->requirement->unit) return;
    const Requirement *q = r->requirement;
    ProfilePoint *points = NEW_ARRAY(making->arena, ProfilePoint, r->each_count);
    double per_unit = in_unit_double(making, q, fraction_of(1000000000, 1)) / 1e9;
    for (int i = 0; i < r->each_count; i++) {
        const Judged *judged = &r->each[i];
        bool bad = judged->verdict == VERDICT_FAIL || judged->verdict == VERDICT_CONDITIONAL_FAIL;
        points[i] =
            (ProfilePoint){judged->point ? catalogue_point(making->words, judged->point->name) : S(""),
                           in_unit_double(making, q, judged->value), 2 * judged->u * per_unit, bad};
    }
    Str title = texts_get(&q->title, language_index(making->words->language));
    document_heading(making->document, 2, part_text(making, "profile"));
    const Drawing *drawing =
        cushion_profile_drawing(making->arena, points, r->each_count, limit_in_unit(making, q, &q->lower),
                                limit_in_unit(making, q, &q->upper), q->unit->name, making->words);
    document_drawing(
        making->document, drawing, 0, 70,
        CATALOGUE_FILL(making->words, "certificate.profile_caption", title, limits_text(making->words, q)));
}
