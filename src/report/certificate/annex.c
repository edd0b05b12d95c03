/* The annex of a certificate: remarks, instruments, the plan and the light map, every point, the cushion
 * profile, every reading with its file and line, the input files. See certificate.h. */
#include "report/certificate/pieces.h"

#include "base/names.h"
#include "base/text.h"
#include "judge/uncertainty.h"
#include "read/driver.h"
#include "read/driver/table.h"
#include "report/certificate/history.h"
#include "report/certificate/result.h"

#include <math.h>

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
    const InstrumentCheck *check = part_reference_check(making, id);
    if (!check) return;
    Str text = part_reference_text(making, check);
    table_note(table, str_fmt(making->arena, "↳ %.*s", SARG(text)))->tone =
        check->good ? TONE_MUTED : TONE_BAD;
}

static void add_instruments(Making *making) {
    Names used = part_instruments(making);
    if (!used.all.n) return;
    const Column columns[] = {part_column(making, "id", 20, 0, ALIGN_LEFT),
                              part_column(making, "maker", 0, 1, ALIGN_LEFT),
                              part_column(making, "serial", 20, 0, ALIGN_LEFT),
                              part_column(making, "certificate", 24, 0, ALIGN_LEFT),
                              part_column(making, "calibrated", 20, 0, ALIGN_LEFT),
                              part_column(making, "due", 20, 0, ALIGN_LEFT),
                              part_column(making, "uncertainty", 24, 0, ALIGN_LEFT),
                              part_column(making, "driver", 24, 0, ALIGN_LEFT)};
    document_heading(making->document, 2, part_text(making, "instruments"));
    Table *table = document_table(making->document, columns, 8);
    table->size = 7.2;
    for (ptrdiff_t i = 0; i < used.all.n; i++) add_instrument(making, table, used.all.at[i]);
}

/* ---- readings ---- */

/* The file without its folders where that is clear: all paths stand below, under the input files. */
static Str short_file(const Making *making, Str file) {
    const Session *session = making->certificate->session;
    Str base = str_file_name(file);
    int same = 0;
    for (ptrdiff_t i = 0; i < session->inputs.n; i++) same += str_ends(session->inputs.at[i].file, base);
    return same > 1 ? file : base;
}

static Str reading_source(const Making *making, const Reading *reading) {
    Str file = short_file(making, reading->place.file);
    return str_fmt(making->arena, "%.*s:%d", SARG(file), reading->place.line);
}

/* Columns that no reading fills are left out. */
typedef struct Filled {
    bool U, time, instrument;
    double item, point, source; /* the longest texts, for the columns' widths */
} Filled;

static Filled filled_columns(const Making *making) {
    const Certificate *c = making->certificate;
    Filled filled = {.item = 8, .point = 6, .source = 10};
    for (ptrdiff_t i = 0; i < c->reading_count; i++) {
        const Reading *r = c->readings[i];
        filled.U |= r->has_U;
        filled.time |= r->time.given;
        filled.instrument |= r->instrument.len > 0;
        filled.item = part_longest(filled.item, part_item(making, r->item));
        filled.point = part_longest(filled.point, catalogue_point(making->words, r->point));
        filled.source = part_longest(filled.source, reading_source(making, r));
    }
    return filled;
}

static bool is_of_point(const Numbered *p, const Reading *reading) {
    return str_eq(p->point->name, reading->point) && str_eq(p->item->id, reading->item);
}

/* The number of a reading's point, 0 for none; looked for from the last one found (*last) on, as readings of
 * a point and of its neighbours follow each other. */
static int number_of_point(const Making *making, const Reading *reading, ptrdiff_t *last) {
    ptrdiff_t n = making->points.n;
    for (ptrdiff_t step = 0; step < n; step++) {
        ptrdiff_t i = (*last + step) % n;
        if (!is_of_point(&making->points.at[i], reading)) continue;
        *last = i;
        return making->points.at[i].number;
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

static void add_reading(Making *making, Table *table, const Reading *reading, Filled filled,
                        ptrdiff_t *last) {
    Cell *cells = table_row(table);
    int c = 4, number = number_of_point(making, reading, last);
    if (number) cells[0].text = str_fmt(making->arena, "%d", number);
    cells[1].text = part_item(making, reading->item);
    cells[2].text = catalogue_point(making->words, reading->point);
    cells[3] = (Cell){.text = typed_with_unit(making, reading),
                      .tone = reading->state == STATE_OK ? TONE_PLAIN : TONE_MUTED};
    if (filled.U) cells[c++].text = stated_U(making, reading);
    if (filled.time) cells[c++].text = part_moment(making, reading->time);
    if (filled.instrument) cells[c++].text = reading->instrument;
    cells[c].text = reading_source(making, reading);
    Str note = state_and_note(making, reading);
    if (note.len)
        table_note(table, str_fmt(making->arena, "↳ %.*s", SARG(note)))->tone =
            reading->state == STATE_OK ? TONE_MUTED : TONE_DOUBT;
}

static void add_readings(Making *making) {
    const Certificate *certificate = making->certificate;
    Filled filled = filled_columns(making);
    Column columns[8] = {part_column(making, "point_number", 9, 0, ALIGN_RIGHT),
                         part_column(making, "item", 0, filled.item, ALIGN_LEFT),
                         part_column(making, "point", 0, filled.point, ALIGN_LEFT),
                         part_column(making, "reading", 20, 0, ALIGN_RIGHT)};
    int n = 4;
    if (filled.U) columns[n++] = part_column(making, "stated_uncertainty", 15, 0, ALIGN_RIGHT);
    if (filled.time) columns[n++] = part_column(making, "time", 40, 0, ALIGN_LEFT);
    if (filled.instrument) columns[n++] = part_column(making, "instrument", 21, 0, ALIGN_LEFT);
    columns[n++] = part_column(making, "source", 0, filled.source, ALIGN_LEFT);
    document_heading(making->document, 2, part_text(making, "readings"));
    document_paragraph(making->document, part_text(making, "readings_means"))->quiet = true;
    Table *table = document_table(making->document, columns, n);
    table->size = 6.8;
    ptrdiff_t last = 0;
    for (ptrdiff_t i = 0; i < certificate->reading_count; i++)
        add_reading(making, table, certificate->readings[i], filled, &last);
}

/* ---- history ---- */

static void add_history(Making *making) {
    const Certificate *c = making->certificate;
    if (!c->history || c->history->list.n < 2) return;
    const Drawing *drawing = history_drawing(making->arena, history_of(making->arena, c->history),
                                             making->result->profile, making->words);
    if (!drawing) return;
    document_heading(making->document, 2, part_text(making, "history"));
    document_drawing(making->document, drawing, 0, 230, part_text(making, "history_caption"));
}

/* ---- input files ---- */

static Str delimiter_name(char delimiter) {
    return delimiter == '\t' ? S("tab") : delimiter == ';' ? S(";") : delimiter == '|' ? S("|") : S(",");
}

static void add_inputs(Making *making) {
    const Session *session = making->certificate->session;
    const Column columns[] = {
        part_column(making, "file", 0, 1, ALIGN_LEFT), part_column(making, "sha256", 88, 0, ALIGN_LEFT),
        part_column(making, "rows", 14, 0, ALIGN_RIGHT), part_column(making, "form", 36, 0, ALIGN_LEFT)};
    document_heading(making->document, 2, part_text(making, "inputs"));
    Table *table = document_table(making->document, columns, 4);
    table->size = 6.8;
    for (ptrdiff_t i = 0; i < session->inputs.n; i++) {
        const Input *input = &session->inputs.at[i];
        Cell *cells = table_row(table);
        cells[0].text = short_file(making, input->file);
        cells[1].text = str_of(input->sha256);
        cells[2].text = str_fmt(making->arena, "%lld", (long long)input->rows);
        cells[3].text =
            str_fmt(making->arena, "%.*s, „%.*s“, 0%c0", SARG(input->encoding),
                    SARG(delimiter_name(input->delimiter)), input->decimal ? input->decimal : '.');
    }
}

static void add_photographs(Making *making) {
    const Certificate *c = making->certificate;
    if (!c->photo_count) return;
    document_heading(making->document, 2, part_text(making, "photographs"));
    for (int i = 0; i < c->photo_count; i++)
        document_picture(making->document, c->photos[i], PHOTO_WIDTH, PHOTO_HEIGHT, c->photo_names[i]);
}

void add_annex(Making *making) {
    document_heading(making->document, 1, part_text(making, "annex"));
    add_remarks(making);
    add_instruments(making);
    add_pictures(making);
    add_points(making);
    add_cushion_profile(making);
    add_history(making);
    add_photographs(making);
    add_readings(making);
    add_inputs(making);
    Block *end = document_paragraph(making->document,
                                    str_fmt(making->arena, "— %.*s —", SARG(part_text(making, "end"))));
    end->quiet = true;
}
