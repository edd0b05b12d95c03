/* The annex of a certificate: remarks, instruments, the plan and the light map, every point, the cushion
 * profile, every reading with its file and line, the input files. See certificate.h. */
#include "report/certificate_part.h"

#include "base/names.h"
#include "judge/uncertainty.h"
#include "read/driver.h"
#include "report/result.h"

#include <math.h>

static Column column(const Making *making, const char *key, double width, double weight, TextAlign align) {
    Str full = str_fmt(making->arena, "column.%s", key);
    return (Column){part_text(making, str_z(making->arena, full)), width, weight, align};
}

/* ---- remarks ---- */

static bool wants_reason(const RequirementResult *r) {
    return r->reason_count > 0 && r->verdict != VERDICT_PASS && r->verdict != VERDICT_NOT_APPLICABLE;
}

static void add_remarks(Making *making) {
    const TableResult *result = making->result;
    int language = language_index(making->words->language), n = 0;
    for (int i = 0; i < result->count; i++) n += wants_reason(&result->requirements[i]);
    if (!result->remark_count && !n) return;
    document_heading(making->document, 2, part_text(making, "remarks"));
    for (int i = 0; i < result->remark_count; i++) {
        Str text =
            str_fmt(making->arena, "%d. %.*s", i + 1, SARG(phrase_text(making->words, &result->remarks[i])));
        document_paragraph(making->document, text)->size = 8;
    }
    for (int i = 0; i < result->count; i++) {
        const RequirementResult *r = &result->requirements[i];
        if (!wants_reason(r)) continue;
        Str title = texts_get(&r->requirement->title, language), reasons = reasons_text(making->words, r);
        Block *block = document_paragraph(
            making->document,
            str_fmt(making->arena, "%s %.*s: %.*s", verdict_sign(r->verdict), SARG(title), SARG(reasons)));
        block->size = 8;
        block->tone = verdict_tone(r->verdict);
    }
}

/* ---- instruments ---- */

static Str date_digits(const Making *making, Date date) {
    return date.year ? str_fmt(making->arena, "%04d-%02d-%02d", date.year, date.month, date.day) : S("–");
}

static Str either(Str a, Str b) { return a.len ? a : b; }

/* Which driver read it, and how far that one is to be trusted. */
static Str driver_text(const Making *making, Str id) {
    const Driver *driver = id.len ? driver_row(making->arena, id) : NULL;
    if (!driver) return either(id, S("–"));
    Str key = str_fmt(making->arena, "instruments.trust.%s", trust_name(driver->trust));
    Str trust = catalogue_text(making->words, str_z(making->arena, key));
    return str_fmt(making->arena, "%s, %.*s", driver->id, SARG(trust));
}

static void add_instrument(Making *making, Table *table, Str id) {
    const Instrument *instrument = instruments_find(making->certificate->instruments, id);
    Cell *cells = table_row(table);
    cells[0].text = id;
    if (!instrument) return;
    cells[1].text =
        str_trim(str_fmt(making->arena, "%.*s %.*s", SARG(instrument->maker), SARG(instrument->model)));
    cells[2].text = either(instrument->serial, S("–"));
    cells[3].text = either(instrument->certificate, S("–"));
    cells[4].text = date_digits(making, instrument->date);
    cells[5].text = date_digits(making, instrument->due);
    cells[6].text = either(part_number(making, instrument->uncertainty), S("–"));
    cells[7].text = driver_text(making, instrument->driver);
}

static void add_instruments(Making *making) {
    const Certificate *c = making->certificate;
    Names used = {.arena = making->arena};
    for (ptrdiff_t i = 0; i < c->reading_count; i++)
        if (c->readings[i]->instrument.len) names_add(&used, c->readings[i]->instrument);
    if (!used.all.n) return;
    const Column columns[] = {
        column(making, "id", 20, 0, ALIGN_LEFT),          column(making, "maker", 0, 1, ALIGN_LEFT),
        column(making, "serial", 20, 0, ALIGN_LEFT),      column(making, "certificate", 24, 0, ALIGN_LEFT),
        column(making, "calibrated", 20, 0, ALIGN_LEFT),  column(making, "due", 20, 0, ALIGN_LEFT),
        column(making, "uncertainty", 24, 0, ALIGN_LEFT), column(making, "driver", 24, 0, ALIGN_LEFT)};
    document_heading(making->document, 2, part_text(making, "instruments"));
    Table *table = document_table(making->document, columns, 8);
    table->size = 7.2;
    for (ptrdiff_t i = 0; i < used.all.n; i++) add_instrument(making, table, used.all.at[i]);
}

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
    if (p->judged) {
        *U = judged_U(making->arena, p->judge->requirement, p->judged);
        return judged_value(making->arena, p->judge->requirement, making->result->rule, p->judged);
    }
    if (!p->point->n || !unit) return S("");
    Judged own = point_value(p->point, making->certificate->instruments);
    int places = p->point->places;
    if (own.u > 0) *U = U_print(making->arena, 2 * own.u, unit, &places);
    return fraction_print(making->arena, in_unit(making->arena, own.value, unit, false), places);
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
        Str U;
        out[(*count)++] = (LightPoint){
            p->number, column_, row_, lux, part_number(making, mean_text(making, p, &U)), p->bad};
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

static void add_pictures(Making *making) {
    NominalBed bed = nominal_bed(making->result->profile);
    int count;
    PlanPoint *points = plan_points(making, &bed, &count);
    Str caption = S("");
    const Drawing *map = light_map(making, &bed, &caption);
    if (!count && !map) return;
    document_heading(making->document, 2, part_text(making, "pictures"));
    const Drawing *plan = plan_drawing(making->arena, &bed, points, count, making->words);
    if (map)
        document_drawings(making->document, plan, map, 150, part_text(making, "plan_caption"), caption);
    else
        document_drawing(making->document, plan, 0, 140, part_text(making, "plan_caption"));
}

/* ---- points ---- */

static void fill_point(const Making *making, Cell *cells, const Numbered *p) {
    const Requirement *r = p->judge ? p->judge->requirement : NULL;
    Str unit = r && r->unit ? r->unit->name : p->point->unit ? p->point->unit->name : S("");
    Str U, value = part_number(making, mean_text(making, p, &U));
    cells[0].text = str_fmt(making->arena, "%d", p->number);
    cells[1].text = p->item->id;
    cells[2].text = p->point->name;
    cells[3].text = str_eq(unit, S("1")) || !value.len
                        ? value
                        : str_fmt(making->arena, "%.*s %.*s", SARG(value), SARG(unit));
    cells[4].text = part_number(making, U);
    cells[5].text = str_fmt(making->arena, "%d", p->point->n);
    cells[3].tone = p->bad ? TONE_BAD : TONE_PLAIN;
    cells[3].bold = p->bad;
}

/* Two points a row, so that all of a table stand on one page. */
static void add_points(Making *making) {
    ptrdiff_t n = making->points.n, half = (n + 1) / 2;
    if (!n) return;
    Column columns[12];
    for (int side = 0; side < 2; side++) {
        Column *c = columns + 6 * side;
        c[0] = column(making, "point_number", 8, 0, ALIGN_RIGHT);
        c[1] = column(making, "item", 0, 1.32, ALIGN_LEFT);
        c[2] = column(making, "point", 0, 1, ALIGN_LEFT);
        c[3] = column(making, "mean", 20.5, 0, ALIGN_RIGHT);
        c[4] = column(making, "uncertainty", 13.5, 0, ALIGN_RIGHT);
        c[5] = column(making, "readings", 6, 0, ALIGN_RIGHT);
    }
    document_heading(making->document, 2, part_text(making, "points"));
    Table *table = document_table(making->document, columns, 12);
    table->size = 6.3;
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

static void add_cushion_profile(Making *making) {
    const RequirementResult *r = result_of(making, S("cushion.height"));
    if (!r || r->each_count < 2 || !r->requirement->unit) return;
    const Requirement *q = r->requirement;
    ProfilePoint *points = NEW_ARRAY(making->arena, ProfilePoint, r->each_count);
    double per_unit = in_unit_double(making, q, fraction_of(1000000000, 1)) / 1e9;
    for (int i = 0; i < r->each_count; i++) {
        const Judged *judged = &r->each[i];
        bool bad = judged->verdict == VERDICT_FAIL || judged->verdict == VERDICT_CONDITIONAL_FAIL;
        points[i] = (ProfilePoint){judged->point ? judged->point->name : S(""),
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

/* ---- readings ---- */

/* Columns that no reading fills are left out. */
typedef struct Filled {
    bool U, time, instrument;
} Filled;

static Filled filled_columns(const Certificate *c) {
    Filled filled = {0};
    for (ptrdiff_t i = 0; i < c->reading_count; i++) {
        const Reading *r = c->readings[i];
        filled.U |= r->has_U;
        filled.time |= r->time.given;
        filled.instrument |= r->instrument.len > 0;
    }
    return filled;
}

static int number_of_point(const Making *making, const Reading *reading) {
    for (ptrdiff_t i = 0; i < making->points.n; i++) {
        const Numbered *p = &making->points.at[i];
        if (str_eq(p->item->id, reading->item) && str_eq(p->point->name, reading->point)) return p->number;
    }
    return 0;
}

static Str typed_with_unit(const Making *making, const Reading *reading) {
    bool bare = !reading->unit || str_eq(reading->unit->name, S("1")) ||
                str_ends(reading->typed, reading->unit->name);
    return bare ? reading->typed
                : str_fmt(making->arena, "%.*s %.*s", SARG(reading->typed), SARG(reading->unit->name));
}

static Str stated_U(const Making *making, const Reading *reading) {
    if (!reading->has_U || !reading->unit) return S("");
    Fraction U = in_unit(making->arena, fraction_of(reading->U, 1), reading->unit, true);
    Str number = U.wide ? S("") : decimal_print_shortest(making->arena, U.num, U.den, 0, 9);
    return str_fmt(making->arena, "%.*s %.*s", SARG(part_number(making, number)), SARG(reading->unit->name));
}

/* What stands below a reading: its state where it was not judged, and its note. */
static Str state_and_note(const Making *making, const Reading *reading) {
    if (reading->state == STATE_OK) return reading->note;
    Str key = str_fmt(making->arena, "state.%s", state_name(reading->state));
    Str state = part_text(making, str_z(making->arena, key));
    return reading->note.len ? str_fmt(making->arena, "%.*s; %.*s", SARG(state), SARG(reading->note)) : state;
}

/* The file without its folders where that is clear: all paths stand below, under the input files. */
static Str short_file(const Making *making, Str file) {
    const Session *session = making->certificate->session;
    Str base = file;
    int same = 0;
    for (ptrdiff_t slash; (slash = str_find_byte(base, '/')) >= 0;) base = str_skip(base, slash + 1);
    for (ptrdiff_t i = 0; i < session->inputs.n; i++) same += str_ends(session->inputs.at[i].file, base);
    return same > 1 ? file : base;
}

static void add_reading(Making *making, Table *table, const Reading *reading, Filled filled) {
    Cell *cells = table_row(table);
    int c = 4, number = number_of_point(making, reading);
    if (number) cells[0].text = str_fmt(making->arena, "%d", number);
    cells[1].text = reading->item;
    cells[2].text = reading->point;
    cells[3] = (Cell){.text = typed_with_unit(making, reading),
                      .tone = reading->state == STATE_OK ? TONE_PLAIN : TONE_MUTED};
    if (filled.U) cells[c++].text = stated_U(making, reading);
    if (filled.time) cells[c++].text = part_moment(making, reading->time);
    if (filled.instrument) cells[c++].text = reading->instrument;
    cells[c].text =
        str_fmt(making->arena, "%.*s:%d", SARG(short_file(making, reading->place.file)), reading->place.line);
    Str note = state_and_note(making, reading);
    if (note.len)
        table_note(table, str_fmt(making->arena, "↳ %.*s", SARG(note)))->tone =
            reading->state == STATE_OK ? TONE_MUTED : TONE_DOUBT;
}

static void add_readings(Making *making) {
    const Certificate *certificate = making->certificate;
    Filled filled = filled_columns(certificate);
    Column columns[8] = {
        column(making, "point_number", 9, 0, ALIGN_RIGHT), column(making, "item", 0, 1.25, ALIGN_LEFT),
        column(making, "point", 0, 0.9, ALIGN_LEFT), column(making, "reading", 20, 0, ALIGN_RIGHT)};
    int n = 4;
    if (filled.U) columns[n++] = column(making, "stated_uncertainty", 15, 0, ALIGN_RIGHT);
    if (filled.time) columns[n++] = column(making, "time", 40, 0, ALIGN_LEFT);
    if (filled.instrument) columns[n++] = column(making, "instrument", 21, 0, ALIGN_LEFT);
    columns[n++] = column(making, "source", 0, 1, ALIGN_LEFT);
    document_heading(making->document, 2, part_text(making, "readings"));
    document_paragraph(making->document, part_text(making, "readings_means"))->quiet = true;
    Table *table = document_table(making->document, columns, n);
    table->size = 6.8;
    for (ptrdiff_t i = 0; i < certificate->reading_count; i++)
        add_reading(making, table, certificate->readings[i], filled);
}

/* ---- input files ---- */

static Str delimiter_name(char delimiter) {
    return delimiter == '\t' ? S("tab") : delimiter == ';' ? S(";") : delimiter == '|' ? S("|") : S(",");
}

static void add_inputs(Making *making) {
    const Session *session = making->certificate->session;
    const Column columns[] = {
        column(making, "file", 0, 1, ALIGN_LEFT), column(making, "sha256", 88, 0, ALIGN_LEFT),
        column(making, "rows", 14, 0, ALIGN_RIGHT), column(making, "form", 36, 0, ALIGN_LEFT)};
    document_heading(making->document, 2, part_text(making, "inputs"));
    Table *table = document_table(making->document, columns, 4);
    table->size = 6.8;
    for (ptrdiff_t i = 0; i < session->inputs.n; i++) {
        const Input *input = &session->inputs.at[i];
        Cell *cells = table_row(table);
        cells[0].text = input->file;
        cells[1].text = str_of(input->sha256);
        cells[2].text = str_fmt(making->arena, "%lld", (long long)input->rows);
        cells[3].text =
            str_fmt(making->arena, "%.*s, „%.*s“, 0%c0", SARG(input->encoding),
                    SARG(delimiter_name(input->delimiter)), input->decimal ? input->decimal : '.');
    }
}

void add_annex(Making *making) {
    document_heading(making->document, 1, part_text(making, "annex"));
    add_remarks(making);
    add_instruments(making);
    add_pictures(making);
    add_points(making);
    add_cushion_profile(making);
    add_readings(making);
    add_inputs(making);
    Block *end = document_paragraph(making->document,
                                    str_fmt(making->arena, "— %.*s —", SARG(part_text(making, "end"))));
    end->quiet = true;
}
