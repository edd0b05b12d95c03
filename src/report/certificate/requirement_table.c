/* The requirements on the first page: a row each, with its clause, limits, value and U, probability, place in
 * the band and verdict; below a row that is no plain pass why, and every point outside. See pieces.h. */
#include "report/certificate/amount.h"
#include "report/certificate/pieces.h"
#include "report/certificate/result.h"

#include <math.h>

/* The axis shows the band, the value, and half a band's width around. */
static const Gauge *gauge_of(const Making *making, const RequirementResult *r) {
    const Requirement *q = r->requirement;
    if (!r->decided || !q->unit || (!q->lower.given && !q->upper.given)) return NULL;
    Gauge *gauge = NEW(making->arena, Gauge);
    double lower = q->lower.given ? (double)q->lower.value : NAN,
           upper = q->upper.given ? (double)q->upper.value : NAN;
    double value = fraction_double(r->deciding.value), U = 2 * r->deciding.u;
    double least = fmin(fmin(lower, upper), value), most = fmax(fmax(lower, upper), value);
    double room = fmax(fmax((most - least) * 0.4, fmin(U * 1.2, most - least)), fmax(fabs(most) * 1e-6, 1));
    *gauge = (Gauge){least - room, most + room, lower, upper, value, U, verdict_tone(r->verdict)};
    return gauge;
}

/* "2 537 to 2 543 mm (99.9 to 100.1 in)" in two: SI first, the document's own unit small below it. */
static void split_units(Str text, Cell *cell) {
    ptrdiff_t at = str_find(text, S(" ("));
    cell->text = at < 0 ? text : str_slice(text, 0, at);
    cell->small = at < 0 ? S("") : str_trim(str_skip(text, at));
}

static void fill_limits(const Making *making, Cell *cell, const RequirementResult *r) {
    Str limits = limits_text(making->words, r->requirement);
    split_units(limits.len ? limits : part_text(making, "yes"), cell);
}

static Str point_words(const Making *making, const RequirementResult *r) {
    const Point *point = r->decided ? r->deciding.point : NULL;
    if (point && point->name.len && r->points > 1)
        return CATALOGUE_FILL(making->words, "certificate.at_point",
                              catalogue_point(making->words, point->name));
    if (r->points > 1)
        return CATALOGUE_FILL(making->words, "certificate.of_points",
                              str_fmt(making->arena, "%d", r->points));
    return S("");
}

/* "2 540,0 ± 0,5 mm", and below it the point and the value in the document's own unit. */
static void fill_value(const Making *making, Cell *cell, const RequirementResult *r) {
    Arena *arena = making->arena;
    const Requirement *q = r->requirement;
    const Unit *si = q->unit ? unit_si(q->unit) : NULL;
    Str where = point_words(making, r);
    if (!q->unit) {
        cell->text = value_text(making->words, r);
        return;
    }
    Str own = part_value(making, r->value, r->U, q);
    *cell = (Cell){.text = own, .small = where};
    if (!si || !r->decided) return;
    Str value = value_text(making->words, r), U = U_text(making->words, r);
    value = part_number(making, str_slice(value, 0, str_find_byte(value, ' ')));
    cell->text = U.len ? str_fmt(arena, "%.*s ± %.*s %.*s", SARG(value), SARG(U), SARG(si->name))
                       : str_fmt(arena, "%.*s %.*s", SARG(value), SARG(si->name));
    own = number_text(making->words, r->value, q->unit);
    cell->small = where.len ? str_fmt(arena, "%.*s · %.*s", SARG(own), SARG(where)) : own;
}

/* A row without a value says itself that nothing was measured. */
static bool says_enough(const RequirementResult *r) {
    return r->verdict == VERDICT_INCOMPLETE && !r->value.len && r->reason_count == 1 && r->readings == 0;
}

/* Below a row that is no plain pass: why, and every point outside. */
static Str note_words(const Making *making, const RequirementResult *r) {
    Arena *arena = making->arena;
    Str reasons = reasons_text(making->words, r), points = S("");
    if (r->verdict == VERDICT_PASS || r->verdict == VERDICT_NOT_APPLICABLE || says_enough(r)) return S("");
    for (int i = 0; i < r->failing_count; i++) {
        Str point = catalogue_point(making->words, r->failing[i].point),
            value = part_number(making, r->failing[i].value);
        points = str_fmt(arena, "%.*s%s%.*s %.*s", SARG(points), i ? "; " : "", SARG(point), SARG(value));
    }
    if (r->failing_count < 2) return reasons;
    Str list = CATALOGUE_FILL(making->words, "certificate.points_outside", points);
    return reasons.len ? str_fmt(arena, "%.*s; %.*s", SARG(reasons), SARG(list)) : list;
}

static void fill_row(const Making *making, Cell *cells, const RequirementResult *r) {
    const Requirement *q = r->requirement;
    cells[0].text = texts_get(&q->title, language_index(making->words->language));
    if (q->unit)
        cells[0].small = q->clause;
    else
        cells[4].small = q->clause; /* an answer has no place in a band */
    fill_limits(making, &cells[1], r);
    fill_value(making, &cells[2], r);
    if (r->has_probability) cells[3].text = part_percent(making, r->probability);
    if (q->unit) cells[4].gauge = gauge_of(making, r);
    cells[5] = (Cell){.text = part_verdict(making, r->verdict),
                      .tone = verdict_tone(r->verdict),
                      .bold = verdict_tone(r->verdict) == TONE_BAD};
}

/* ---- the table ---- */

typedef struct TableShape {
    bool two_units; /* limits in two units want more room */
    bool crowded;   /* so many rows that each must do with a line */
} TableShape;

static bool is_shown(const Requirement *q) { return !q->unit || requirement_has_limit(q); }

static TableShape shape_of(const TableResult *result) {
    enum { MOST_IN_TWO_LINES = 26 };
    TableShape shape = {0};
    int rows = 0;
    for (int i = 0; i < result->count; i++) {
        const Requirement *q = result->requirements[i].requirement;
        if (!is_shown(q)) continue;
        rows++;
        shape.two_units |= q->unit && unit_si(q->unit);
    }
    shape.crowded = rows > MOST_IN_TWO_LINES;
    return shape;
}

/* In a line: the clause after the title, the document's own limits after those in SI; where the value lies is
 * in the annex. */
static void press(const Making *making, Cell *cells, const RequirementResult *r) {
    cells[0].text = str_fmt(making->arena, "%.*s · %.*s", SARG(cells[0].text), SARG(r->requirement->clause));
    if (cells[1].small.len)
        cells[1].text = str_fmt(making->arena, "%.*s %.*s", SARG(cells[1].text), SARG(cells[1].small));
    for (int c = 0; c < 5; c++) cells[c].small = S("");
}

static void add_requirement(Making *making, Table *table, const RequirementResult *r, TableShape shape) {
    Cell *cells = table_row(table);
    fill_row(making, cells, r);
    if (shape.crowded) press(making, cells, r);
    Str note = note_words(making, r);
    if (note.len) table_note(table, note)->tone = verdict_tone(r->verdict);
}

void add_requirements(Making *making) {
    TableShape shape = shape_of(making->result);
    const double loose[] = {27, 32, 15, 28, 23}, wide[] = {38, 33, 15, 21, 23},
                 tight[] = {61, 26, 14, 12, 21}, single[] = {32, 27, 14, 22, 21};
    const double *w = shape.crowded ? (shape.two_units ? tight : single) : shape.two_units ? wide : loose;
    const Column columns[] = {
        {part_text(making, "column.requirement"), 0, 1, ALIGN_LEFT},
        {part_text(making, "column.limits"), w[0], 0, ALIGN_LEFT},
        {part_text(making, "column.value"), w[1], 0, ALIGN_RIGHT},
        {part_text(making, "column.probability"), w[2], 0, ALIGN_RIGHT},
        {w == tight ? S("") : part_text(making, "column.gauge"), w[3], 0, ALIGN_CENTRE},
        {part_text(making, "column.verdict"), w[4], 0, ALIGN_LEFT},
    };
    document_heading(making->document, 2, part_text(making, "requirements"));
    Table *table = document_table(making->document, columns, 6);
    table->size = 7.6;
    for (int i = 0; i < making->result->count; i++)
        if (is_shown(making->result->requirements[i].requirement))
            add_requirement(making, table, &making->result->requirements[i], shape);
}
