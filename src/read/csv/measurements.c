/* See measurements.h. */
#include "read/csv/measurements.h"

#include "base/text.h"
#include "read/csv/numbers.h"

enum { ITEM, VALUE, UNIT, TABLE, POINT, U, INSTRUMENT, TIME, STATE, NOTE };

const char *const measurement_columns[] = {
    [ITEM] = "item",  [VALUE] = "value",           [UNIT] = "unit", [TABLE] = "table", [POINT] = "point",
    [U] = "u",        [INSTRUMENT] = "instrument", [TIME] = "time", [STATE] = "state", [NOTE] = "note",
    [NOTE + 1] = NULL};
static const char *const header_words[] = {"item", "value", NULL};
static const char *const free_text[] = {"note", NULL};

/* One file being read. */
typedef struct Sheet {
    Arena *arena;
    Session *session;
    Diag *diag;
    CsvReader *csv;
    CsvRow row;
    Items items;
    Names unit_names;
    VEC(const Unit *) units; /* by number of the name; NULL: no unit */
    const Unit *header_unit, *header_U_unit;
    NumberReader numbers;
    int named_line, unnamed_line; /* where a table was first named, and first not */
    int64_t usable, empty;
    Answers answers;  /* words for yes and no, when needed */
    Names tables;     /* named so far */
    Moment now;       /* when the reading began */
    bool local_times; /* one without an offset was met: told */
} Sheet;

static const CsvCell *cell(const Sheet *sheet, int column) { return &sheet->row.cells[column]; }

static Str text(const Sheet *sheet, int column) {
    const CsvCell *c = cell(sheet, column);
    return c->quoted ? str_trim(c->text) : c->text;
}

static Place place(const Sheet *sheet, int column) { return csv_place(sheet->csv, cell(sheet, column)); }

/* ---- units ---- */

static const Unit *find_unit(Sheet *sheet, Str name) {
    uint32_t number = names_add(&sheet->unit_names, name);
    if (number > (size_t)sheet->units.n)
        *VEC_PUSH(sheet->arena, &sheet->units) = unit_find(name); /* NOLINT(bugprone-sizeof-expression) */
    return sheet->units.at[number - 1];
}

static bool same_unit(const Unit *a, const Unit *b) {
    return a->quantity == b->quantity && a->num == b->num && a->den == b->den && a->add == b->add;
}

static bool tell_unknown_unit(Diag *diag, Place place, Str name) {
    Str meant = unit_nearest(name);
    if (meant.len)
        return diag_error(diag, place, "unknown unit '%.*s'; did you mean '%.*s'?", SARG(name), SARG(meant));
    return diag_error(diag, place, "unknown unit '%.*s'", SARG(name));
}

/* The unit of the row's number: behind it, in its column or in the header; they may not contradict each
 * other. */
static bool choose_unit(Sheet *sheet, const Unit *typed, Quantity quantity, const Unit **out) {
    Str name = text(sheet, UNIT);
    const Unit *named = name.len ? find_unit(sheet, name) : NULL, *header = sheet->header_unit;
    if (name.len && !named) return tell_unknown_unit(sheet->diag, place(sheet, UNIT), name);
    const Unit *unit = typed ? typed : named ? named : header;
    if (!unit)
        return diag_error(sheet->diag, place(sheet, VALUE),
                          "'%.*s' has no unit, neither behind it nor in a column 'unit' nor in the header",
                          SARG(text(sheet, VALUE)));
    if (named && !same_unit(unit, named))
        return diag_error(sheet->diag, place(sheet, UNIT),
                          "two units for one reading: %.*s behind the number, %.*s here", SARG(unit->name),
                          SARG(named->name));
    if (header && !same_unit(unit, header))
        return diag_error(sheet->diag, place(sheet, named ? UNIT : VALUE),
                          "two units for one reading: %.*s here, %.*s in the header", SARG(unit->name),
                          SARG(header->name));
    *out = unit;
    if (unit->quantity == quantity) return true;
    return diag_error(sheet->diag, place(sheet, named ? UNIT : VALUE),
                      "%.*s is a unit of %s, expected one of %s", SARG(unit->name),
                      diag_word(sheet->diag, quantity_name(unit->quantity)),
                      diag_word(sheet->diag, quantity_name(quantity)));
}

/* ---- the value and its uncertainty ---- */

static bool tell_overflow(Sheet *sheet, int column) {
    return diag_error(sheet->diag, place(sheet, column), "'%.*s' is larger than any quantity holds",
                      SARG(text(sheet, column)));
}

static void warn_of_lost_digits(Sheet *sheet, int column) {
    diag_warning(sheet->diag, place(sheet, column),
                 "'%.*s' has more digits than are held; rounded, half to even", SARG(text(sheet, column)));
}

/* A plain number in a unit of which its last digit is a whole number of smallest units: the usual case. */
static bool plain_value(Sheet *sheet, const Unit *unit, Reading *out) {
    static const int64_t powers[] = {1,      10,      100,      1000,      10000,
                                     100000, 1000000, 10000000, 100000000, 1000000000};
    int64_t digits, step;
    int places;
    if (!sheet->numbers.sign || sheet->numbers.last_exponent || unit->den != 1 || unit->add ||
        unit->num > INT64_MAX)
        return false;
    if (!decimal_plain(cell(sheet, VALUE)->text, sheet->numbers.sign, &digits, &places) || places > 9)
        return false;
    if ((int64_t)unit->num % powers[places]) return false;
    step = (int64_t)unit->num / powers[places];
    if (__builtin_mul_overflow(digits, step, &out->value)) return false;
    out->resolution = step;
    out->places = places;
    out->unit = unit;
    number_note_plain(&sheet->numbers, digits);
    return true;
}

static bool take_number(Sheet *sheet, Quantity quantity, Reading *out) {
    Amount amount;
    bool lost;
    if (!number_value(&sheet->numbers, cell(sheet, VALUE), &amount) ||
        !choose_unit(sheet, amount.unit, quantity, &out->unit))
        return false;
    if (!amount_to_smallest(&amount, out->unit, &out->value, &lost)) return tell_overflow(sheet, VALUE);
    if (lost) warn_of_lost_digits(sheet, VALUE);
    out->resolution = amount_resolution(&amount, out->unit);
    out->places = amount_places(&amount);
    return true;
}

static bool take_value(Sheet *sheet, Quantity quantity, Reading *out) {
    Str name = cell(sheet, UNIT)->text;
    const Unit *unit = name.len ? find_unit(sheet, name) : sheet->header_unit;
    bool agree = unit && unit->quantity == quantity && (!sheet->header_unit || unit == sheet->header_unit);
    return (agree && plain_value(sheet, unit, out)) || take_number(sheet, quantity, out);
}

static bool is_whole(Str s) {
    int64_t value;
    return str_to_count(s, INT64_MAX, &value);
}

/* 2540,4 in a comma file becomes 2540 with an uncertainty of 4, where the columns let it. */
static void warn_of_split_number(Sheet *sheet) {
    const CsvCell *value = cell(sheet, VALUE), *u = cell(sheet, U);
    if (sheet->numbers.delimiter != ',' || value->quoted || u->quoted || u->line != value->line) return;
    if (u->column != value->column + (int)value->text.len + 1 || !is_whole(value->text) || !is_whole(u->text))
        return;
    diag_warning(sheet->diag, place(sheet, VALUE),
                 "%.*s followed by an uncertainty of %.*s: was this %.*s,%.*s, split at its decimal comma?",
                 SARG(value->text), SARG(u->text), SARG(value->text), SARG(u->text));
}

static bool take_uncertainty(Sheet *sheet, Reading *out) {
    Amount amount;
    bool lost;
    if (!text(sheet, U).len) return true;
    if (!number_other(&sheet->numbers, cell(sheet, U), &amount)) return false;
    if (amount.number.num < 0)
        return diag_error(sheet->diag, place(sheet, U), "an uncertainty is not negative");
    if (!out->unit) return true; /* told at the value */
    const Unit *unit = amount.unit ? amount.unit : sheet->header_U_unit;
    if (unit && !same_unit(unit, out->unit))
        return diag_error(sheet->diag, place(sheet, U), "the uncertainty is in %.*s, the reading in %.*s",
                          SARG(unit->name), SARG(out->unit->name));
    if (!amount_to_smallest_difference(&amount, out->unit, &out->U, &lost)) return tell_overflow(sheet, U);
    if (lost) warn_of_lost_digits(sheet, U);
    out->has_U = true;
    warn_of_split_number(sheet);
    return true;
}

static bool take_answer(Sheet *sheet, Reading *out) {
    if (!sheet->answers.yes_count) sheet->answers = language_answers(sheet->arena);
    out->attested = true;
    if (answer_find(sheet->arena, &sheet->answers, text(sheet, VALUE), &out->answer)) return true;
    return diag_error(sheet->diag, place(sheet, VALUE),
                      "'%.*s' is no answer; '%.*s' is answered by one of %.*s", SARG(text(sheet, VALUE)),
                      SARG(out->item), SARG(answers_list(sheet->arena, &sheet->answers)));
}

/* ---- the other columns ---- */

static bool take_state(Sheet *sheet, Reading *out) {
    Str name = text(sheet, STATE);
    out->state = STATE_OK;
    if (!name.len) return true;
    for (int s = 0; s < STATE_COUNT; s++) {
        out->state = (ReadingState)s;
        if (str_eq_fold(name, str_of(state_name(out->state)))) return true;
    }
    return diag_error(sheet->diag, place(sheet, STATE),
                      "unknown state '%.*s', expected ok, unstable, overload, underrange or error",
                      SARG(name));
}

/* Clocks may differ by a few minutes; a day in the future has not been measured. */
static bool is_to_come(const Moment *time, const Moment *now) {
    enum { CLOCKS_DIFFER_MS = 15 * 60 * 1000 };
    if (time->date_only) return date_days(moment_date(*time)) > date_days(moment_date(*now));
    return time->utc_ms > now->utc_ms + CLOCKS_DIFFER_MS;
}

static bool take_time(Sheet *sheet, Reading *out) {
    const char *reason;
    Str time = text(sheet, TIME);
    out->time = (Moment){0};
    if (!time.len) return true;
    if (!moment_parse(time, &out->time, &reason))
        return diag_error(sheet->diag, place(sheet, TIME), "'%.*s': %s", SARG(time),
                          diag_word(sheet->diag, reason));
    if (out->time.local && !sheet->local_times)
        diag_note(sheet->diag, place(sheet, TIME),
                  "times without an offset from UTC are taken in the zone %s, here and below", moment_zone());
    sheet->local_times |= out->time.local;
    return !is_to_come(&out->time, &sheet->now) ||
           diag_error(sheet->diag, place(sheet, TIME), "'%.*s' has not come yet", SARG(time));
}

/* A name that was nearly used before is probably the same table. */
static void warn_of_alike(Sheet *sheet, Str table) {
    ptrdiff_t before = sheet->tables.all.n;
    names_add(&sheet->tables, table);
    if (sheet->tables.all.n == before) return;
    Str other = session_alike(sheet->session, table);
    if (other.len)
        diag_warning(sheet->diag, place(sheet, TABLE),
                     "'%.*s' and '%.*s' are two tables here; is it one, written in two ways?", SARG(other),
                     SARG(table));
}

/* A table named in some rows and not in others is told once: the rows without a name are a table of their
 * own. */
static void take_table(Sheet *sheet, Reading *out) {
    out->table = text(sheet, TABLE);
    if (!csv_info(sheet->csv)->has[TABLE]) return;
    warn_of_alike(sheet, out->table);
    int *line = out->table.len ? &sheet->named_line : &sheet->unnamed_line;
    int other = out->table.len ? sheet->unnamed_line : sheet->named_line;
    if (*line) return;
    *line = cell(sheet, TABLE)->line;
    if (!other) return;
    if (out->table.len)
        diag_warning(
            sheet->diag, place(sheet, TABLE),
            "a table is named here, but not in line %d: rows without a name are a table of their own", other);
    else
        diag_warning(
            sheet->diag, place(sheet, TABLE),
            "no table is named here, but one is in line %d: rows without a name are a table of their own",
            other);
}

static bool tell_unknown_item(Sheet *sheet, KnownItem *item) {
    Str name = text(sheet, ITEM);
    if (item->where == ITEM_UNKNOWN && item->nearest.len)
        return diag_error(sheet->diag, place(sheet, ITEM), "unknown item '%.*s'; did you mean '%.*s'?",
                          SARG(name), SARG(item->nearest));
    if (item->where == ITEM_UNKNOWN)
        return diag_error(sheet->diag, place(sheet, ITEM), "unknown item '%.*s'", SARG(name));
    if (!item->told)
        diag_note(sheet->diag, place(sheet, ITEM),
                  "'%.*s' belongs to another profile; its readings are left out", SARG(name));
    item->told = true;
    return false;
}

static const KnownItem *take_item(Sheet *sheet, Reading *out) {
    Str name = text(sheet, ITEM);
    if (!name.len) diag_error(sheet->diag, place(sheet, ITEM), "the item is empty");
    KnownItem *item = name.len ? items_find(&sheet->items, name) : NULL;
    if (item && item->where != ITEM_KNOWN) tell_unknown_item(sheet, item);
    if (!item || item->where != ITEM_KNOWN) return NULL;
    out->item = item->kind.id;
    return item;
}

/* ---- what can be meant ---- */

static Str typed_with_unit(Sheet *sheet, const Reading *reading) {
    Str typed = text(sheet, VALUE), unit = reading->unit->name;
    return str_ends(typed, unit) ? typed : str_fmt(sheet->arena, "%.*s %.*s", SARG(typed), SARG(unit));
}

static bool tell_impossible(Sheet *sheet, const Reading *reading) {
    Str typed = typed_with_unit(sheet, reading);
    if (reading->unit->quantity == QUANTITY_TEMPERATURE)
        return diag_error(sheet->diag, place(sheet, VALUE), "%.*s is below absolute zero", SARG(typed));
    return diag_error(sheet->diag, place(sheet, VALUE), "%.*s: this cannot be negative", SARG(typed));
}

static void tell_doubt(Sheet *sheet, const Bounds *bounds, const Reading *reading) {
    Str typed = typed_with_unit(sheet, reading);
    Str number = unit_print(sheet->arena, reading->value, reading->unit, reading->places);
    Str meant = plausible_slip(sheet->arena, bounds, reading->value, number, reading->unit);
    if (meant.len)
        diag_warning(sheet->diag, place(sheet, VALUE), "%.*s can hardly be meant for '%.*s'; was it %.*s?",
                     SARG(typed), SARG(reading->item), SARG(meant));
    else
        diag_warning(sheet->diag, place(sheet, VALUE),
                     "%.*s can hardly be meant for '%.*s'; are unit and decimal sign right?", SARG(typed),
                     SARG(reading->item));
    session_doubt(sheet->session, reading, typed);
}

/* False: told, no instrument can show this. */
static bool check_plausible(Sheet *sheet, const Bounds *bounds, const Reading *reading) {
    int64_t value = reading->value;
    if (value >= bounds->least && value <= bounds->most) return true;
    if (value < bounds->possible) return tell_impossible(sheet, reading);
    if (value) tell_doubt(sheet, bounds, reading); /* nothing at all is a finding: no light, no room */
    return true;
}

/* An empty value is a point not measured, as in a form half filled in. */
static bool is_empty_value(Sheet *sheet) {
    if (text(sheet, VALUE).len) return false;
    sheet->empty++;
    if (text(sheet, U).len)
        diag_warning(sheet->diag, place(sheet, U),
                     "an uncertainty without a value; is '%.*s' in the wrong column?", SARG(text(sheet, U)));
    else
        diag_note(sheet->diag, place(sheet, VALUE), "not measured");
    return true;
}

static void take_texts(Sheet *sheet, Reading *out) {
    out->point = text(sheet, POINT);
    out->instrument = text(sheet, INSTRUMENT);
    out->note = text(sheet, NOTE);
    out->typed = text(sheet, VALUE);
    out->place = place(sheet, VALUE);
}

static void take_row(Sheet *sheet) {
    Reading reading = {0};
    bool ok = take_state(sheet, &reading);
    ok &= take_time(sheet, &reading);
    const KnownItem *item = take_item(sheet, &reading);
    if (!item) return;
    Quantity quantity = item->kind.quantity;
    take_table(sheet, &reading);
    take_texts(sheet, &reading);
    reading.attested = quantity == QUANTITY_NONE;
    if (reading.state == STATE_OK) {
        if (is_empty_value(sheet)) {
            session_expect(sheet->session, reading.table, reading.item);
            return;
        }
        ok &= reading.attested ? take_answer(sheet, &reading) : take_value(sheet, quantity, &reading);
        if (!reading.attested) ok &= take_uncertainty(sheet, &reading);
        if (!reading.attested && ok) ok = check_plausible(sheet, &item->bounds, &reading);
    }
    sheet->usable++;
    if (ok) session_add(sheet->session, &reading, sheet->diag);
}

/* ---- the file ---- */

static bool take_header_unit(Sheet *sheet, int column, const Unit **out) {
    const CsvInfo *info = csv_info(sheet->csv);
    Place at = {info->file, info->header_line, 1, S("")};
    *out = NULL;
    if (!info->units[column].len) return true;
    *out = find_unit(sheet, info->units[column]);
    return *out || tell_unknown_unit(sheet->diag, at, info->units[column]);
}

static void add_input(const Sheet *sheet) {
    const CsvInfo *info = csv_info(sheet->csv);
    Input *input = VEC_PUSH(sheet->arena, &sheet->session->inputs);
    *input = (Input){.file = info->file,
                     .delimiter = info->delimiter,
                     .decimal = sheet->numbers.sign ? sheet->numbers.sign : '.',
                     .encoding = info->encoding,
                     .rows = info->rows,
                     .skipped = info->skipped};
    memcpy(input->sha256, info->sha256, sizeof input->sha256);
}

static void tell_no_readings(const Sheet *sheet) {
    const CsvInfo *info = csv_info(sheet->csv);
    Place at = {info->file, info->header_line, 1, S("")};
    if (sheet->empty)
        diag_error(sheet->diag, at, "no readings: every value is empty");
    else
        diag_error(sheet->diag, at, "no readings: no row below the header can be used");
}

static void read_rows(Sheet *sheet) {
    int before = sheet->diag->count[SEVERITY_ERROR];
    bool ok = take_header_unit(sheet, VALUE, &sheet->header_unit);
    if (!take_header_unit(sheet, U, &sheet->header_U_unit) || !ok) return;
    while (csv_next(sheet->csv, &sheet->row)) take_row(sheet);
    if (!sheet->usable && sheet->diag->count[SEVERITY_ERROR] == before) tell_no_readings(sheet);
    add_input(sheet);
}

bool measurements_read(Session *session, const char *path, const MeasurementSpec *spec, Diag *diag) {
    CsvSpec csv = {.columns = measurement_columns,
                   .header_words = header_words,
                   .units_in_header = true,
                   .free_text = free_text,
                   .delimiter = spec->delimiter,
                   .encoding = spec->encoding,
                   .digest = spec->digest};
    int before = diag->count[SEVERITY_ERROR];
    Sheet *sheet = NEW(session->arena, Sheet);
    sheet->arena = sheet->items.arena = sheet->items.names.arena = sheet->unit_names.arena = session->arena;
    sheet->tables.arena = session->arena;
    sheet->now = moment_now();
    sheet->session = session;
    sheet->diag = diag;
    sheet->csv = csv_open(session->arena, path, &csv, diag);
    if (!sheet->csv) return false;
    sheet->items.profiles = spec->profiles;
    sheet->items.profile_count = spec->profile_count;
    sheet->items.find = spec->find;
    sheet->items.context = spec->context;
    sheet->items.shipped_count = -1;
    sheet->numbers = (NumberReader){
        .csv = sheet->csv, .diag = diag, .delimiter = csv_info(sheet->csv)->delimiter, .sign = spec->decimal};
    read_rows(sheet);
    csv_close(sheet->csv);
    return diag->count[SEVERITY_ERROR] == before;
}
