/* See instruments.h. */
#include "model/instruments.h"

#include "base/names.h"

static const char *const keys[] = {
    "id",         "driver", "port",          "settings",    "maker",
    "model",      "serial", "serial_number", "certificate", "calibration_certificate",
    "date",       "due",    "quantity",      "uncertainty", "includes_resolution",
    "resolution", "offset", "unit",          "prefix",      "items",
    NULL};

/* ---- values ---- */

/* A number and its unit, "0.5 mm" or "0.01%". */
static bool amount_parse(Str text, Decimal *number, const Unit **unit) {
    ptrdiff_t digits = 0;
    text = str_trim(text);
    while (digits < text.len && (str_find_byte(S("+-.0123456789"), text.at[digits]) >= 0)) digits++;
    *unit = unit_find(str_trim(str_skip(text, digits)));
    return *unit && decimal_parse(str_slice(text, 0, digits), '.', number) == DECIMAL_OK;
}

/* All amounts of one instrument are of one quantity. */
static bool set_quantity(Instrument *out, const Unit *unit, const Yaml *node, Diag *diag) {
    if (out->quantity == QUANTITY_NONE || out->quantity == unit->quantity) {
        out->quantity = unit->quantity;
        return true;
    }
    return diag_error(diag, yaml_place(node), "'%.*s' is a unit of %s; this instrument measures %s",
                      SARG(unit->name), diag_word(diag, quantity_name(unit->quantity)),
                      diag_word(diag, quantity_name(out->quantity)));
}

static bool read_amount(const Yaml *map, const char *key, bool negative, Instrument *out, int64_t *into,
                        Diag *diag) {
    const Yaml *node = yaml_get(map, key);
    Decimal number;
    const Unit *unit;
    bool exact;
    if (!node) return true;
    if (!yaml_expect(node, YAML_SCALAR, key, diag)) return false;
    if (!amount_parse(node->text, &number, &unit))
        return diag_error(diag, yaml_place(node),
                          "%s: '%.*s' is no number with a unit; expected one as \"0.1 mm\"", key,
                          SARG(node->text));
    if (!set_quantity(out, unit, node, diag)) return false;
    if (!unit_to_smallest_difference(&number, unit, into, &exact))
        return diag_error(diag, yaml_place(node), "%s: '%.*s' is too large", key, SARG(node->text));
    return negative || *into >= 0 || diag_error(diag, yaml_place(node), "%s is negative", key);
}

static bool add_term(Str term, const Yaml *node, Instrument *out, Diag *diag) {
    Decimal number;
    const Unit *unit;
    bool exact;
    if (!amount_parse(term, &number, &unit) || number.num < 0)
        return diag_error(diag, yaml_place(node),
                          "uncertainty: '%.*s' is no amount; expected one as \"0.5 mm + 0.01 %%\"",
                          SARG(str_trim(term)));
    int64_t *into =
        unit->quantity == QUANTITY_RATIO && out->quantity != QUANTITY_RATIO ? &out->relative : &out->constant;
    if (*into) return diag_error(diag, yaml_place(node), "uncertainty: two parts of one kind");
    if (into == &out->constant && !set_quantity(out, unit, node, diag)) return false;
    return unit_to_smallest_difference(&number, unit, into, &exact) ||
           diag_error(diag, yaml_place(node), "uncertainty: '%.*s' is too large", SARG(term));
}

static bool read_uncertainty(const Yaml *map, Instrument *out, Diag *diag) {
    const Yaml *node = yaml_get(map, "uncertainty");
    bool ok = true;
    if (!node) return true;
    if (!yaml_expect(node, YAML_SCALAR, "uncertainty", diag)) return false;
    out->uncertainty = node->text;
    for (Str rest = node->text; ok && rest.len;) ok = add_term(str_cut(&rest, '+'), node, out, diag);
    if (ok && !out->constant && !out->relative)
        ok = diag_error(diag, yaml_place(node),
                        "an uncertainty of nothing: leave it out when it is not known");
    return ok;
}

static bool read_date(const Yaml *map, const char *key, Date *out, Diag *diag) {
    const Yaml *node = yaml_get(map, key);
    Moment moment;
    const char *reason;
    if (!node) return true;
    if (!yaml_expect(node, YAML_SCALAR, key, diag)) return false;
    if (!moment_parse(node->text, &moment, &reason) || !moment.date_only)
        return diag_error(diag, yaml_place(node), "%s: '%.*s' is no date; expected one as 2026-11-30", key,
                          SARG(node->text));
    *out = moment_date(moment);
    return true;
}

static bool read_dates(const Yaml *map, Instrument *out, Diag *diag) {
    bool ok = read_date(map, "date", &out->date, diag);
    ok &= read_date(map, "due", &out->due, diag);
    if (ok && out->date.year && out->due.year && date_days(out->due) < date_days(out->date))
        ok = diag_error(diag, yaml_place(yaml_get(map, "due")), "due before the calibration itself");
    return ok;
}

static bool read_words(const Yaml *map, Instrument *out, Diag *diag) {
    const struct {
        const char *key;
        Str *into;
    } words[] = {{"id", &out->id},
                 {"driver", &out->driver},
                 {"port", &out->port},
                 {"settings", &out->settings},
                 {"maker", &out->maker},
                 {"model", &out->model},
                 {"serial", &out->serial},
                 {"certificate", &out->certificate},
                 {"unit", &out->unit},
                 {"prefix", &out->prefix},
                 {"serial_number", &out->serial},
                 {"calibration_certificate", &out->certificate}};
    bool ok = true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) *words[i].into = S("");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const Yaml *node = yaml_get(map, words[i].key);
        if (!node) continue;
        if (words[i].into->len)
            ok = diag_error(diag, yaml_place(node), "'%s' says again what another key says", words[i].key);
        ok &= yaml_expect(node, YAML_SCALAR, words[i].key, diag);
        *words[i].into = str_trim(yaml_text(map, words[i].key));
    }
    if (!out->id.len) ok = diag_error(diag, yaml_place(map), "'id' is missing");
    return ok;
}

static bool read_flags(const Yaml *map, Instrument *out, Diag *diag) {
    const Yaml *quantity = yaml_get(map, "quantity"), *includes = yaml_get(map, "includes_resolution");
    Str word = yaml_text(map, "includes_resolution");
    bool ok = true;
    if (quantity && !quantity_find(yaml_text(map, "quantity"), &out->quantity))
        ok = diag_error(diag, yaml_place(quantity),
                        "unknown quantity; expected length, mass, illuminance, temperature, angle or ratio");
    out->includes_resolution = str_eq(word, S("true")) || str_eq(word, S("yes"));
    if (includes && !out->includes_resolution && !str_eq(word, S("false")) && !str_eq(word, S("no")))
        ok = diag_error(diag, yaml_place(includes), "includes_resolution: expected true or false");
    return ok;
}

/* The items this instrument is for: ids, or their first words ("bed" for all of the bed). */
static bool read_items(Arena *arena, const Yaml *map, Instrument *out, Diag *diag) {
    const Yaml *list = yaml_get(map, "items");
    bool ok = true;
    if (!list) return true;
    if (!yaml_expect(list, YAML_LIST, "items", diag)) return false;
    Str *items = NEW_ARRAY(arena, Str, list->n + 1);
    for (int i = 0; i < list->n; i++) {
        ok &= yaml_expect(list->items[i], YAML_SCALAR, "an item's id", diag);
        items[i] = list->items[i]->text;
    }
    out->items = items, out->item_count = list->n;
    return ok;
}

/* ---- the list ---- */

static bool read_instrument(Arena *arena, const Yaml *map, Instrument *out, Diag *diag) {
    *out = (Instrument){.node = map, .place = yaml_place(map)};
    if (!yaml_expect(map, YAML_MAP, "an instrument", diag)) return false;
    bool ok = yaml_check_keys(map, keys, "an instrument", diag);
    ok &= read_words(map, out, diag);
    ok &= read_flags(map, out, diag);
    ok &= read_amount(map, "resolution", false, out, &out->resolution, diag);
    ok &= read_amount(map, "offset", true, out, &out->offset, diag);
    ok &= read_uncertainty(map, out, diag);
    ok &= read_items(arena, map, out, diag);
    return read_dates(map, out, diag) && ok;
}

static bool read_list(Arena *arena, const Yaml *list, Instruments *out, Diag *diag) {
    if (!yaml_expect(list, YAML_LIST, "instruments", diag)) return false;
    Instrument *at = NEW_ARRAY(arena, Instrument, list->n + 1);
    bool ok = true;
    out->at = at;
    for (int i = 0; i < list->n; i++) {
        ok &= read_instrument(arena, list->items[i], &at[i], diag);
        const Instrument *same = at[i].id.len ? instruments_find(out, at[i].id) : NULL;
        if (same)
            ok = diag_error(diag, at[i].place, "instrument '%.*s' stands twice, first in line %d",
                            SARG(at[i].id), same->place.line);
        out->n++;
    }
    return ok;
}

static Instruments *read_source(Arena *arena, const Source *source, Diag *diag) {
    static const char *const top[] = {"instruments", NULL};
    Instruments *out = NEW(arena, Instruments);
    out->source = source;
    const Yaml *root = yaml_parse(arena, source, diag);
    if (!root) return NULL;
    if (root->kind == YAML_LIST) return read_list(arena, root, out, diag) ? out : NULL;
    if (!yaml_expect(root, YAML_MAP, "an instrument list", diag)) return NULL;
    bool ok = yaml_check_keys(root, top, "an instrument list", diag);
    const Yaml *list = yaml_get(root, "instruments");
    if (!list) ok = diag_error(diag, yaml_place(root), "'instruments' is missing");
    return list && read_list(arena, list, out, diag) && ok ? out : NULL;
}

const Instruments *instruments_read(Arena *arena, const Source *source, Diag *diag) {
    return read_source(arena, source, diag);
}

const Instruments *instruments_load(Arena *arena, const char *path, Diag *diag) {
    Source *source = NEW(arena, Source);
    Instruments *list = source_load(arena, path, source, diag) ? read_source(arena, source, diag) : NULL;
    if (list) list->checks = checks_load(arena, path, diag);
    return list;
}

const Instrument *instruments_find(const Instruments *list, Str id) {
    for (int i = 0; list && i < list->n; i++)
        if (str_eq(list->at[i].id, id)) return &list->at[i];
    return NULL;
}

double instrument_U(const Instrument *instrument, double value) {
    double part = (double)instrument->relative * 1e-9 * value;
    return (double)instrument->constant + (part < 0 ? -part : part);
}

static int64_t day_of(Moment time) { return date_days(moment_date(time.given ? time : moment_now())); }

bool instrument_overdue(const Instrument *instrument, Moment time) {
    return instrument->due.year && day_of(time) > date_days(instrument->due);
}

Calibration instrument_calibration(const Instrument *instrument, Moment first, Moment last) {
    if (!instrument->date.year && !instrument->due.year) return CALIBRATION_UNDATED;
    if (instrument_overdue(instrument, last)) return CALIBRATION_OVERDUE;
    bool later = instrument->date.year && day_of(first) < date_days(instrument->date);
    return later ? CALIBRATION_LATER : CALIBRATION_COVERS;
}

/* ---- against a session ---- */

typedef struct Checking {
    const Instruments *list;
    bool strict;
    Diag *diag;
    Names told; /* each instrument's fault is told once, at its first reading */
    bool ok;
} Checking;

static void tell_calibration(Diag *diag, const Instrument *instrument, Calibration calibration, Place place) {
    Date due = instrument->due, date = instrument->date;
    if (calibration == CALIBRATION_OVERDUE)
        diag_error(diag, place, "the calibration of instrument '%.*s' was due on %04d-%02d-%02d",
                   SARG(instrument->id), due.year, due.month, due.day);
    else if (calibration == CALIBRATION_LATER)
        diag_error(diag, place, "instrument '%.*s' was calibrated only on %04d-%02d-%02d, after this reading",
                   SARG(instrument->id), date.year, date.month, date.day);
    else
        diag_error(diag, place, "the list gives no dates of a calibration of instrument '%.*s'",
                   SARG(instrument->id));
}

static void check_one(Checking *checking, Str id, const Point *point) {
    const Instrument *instrument = instruments_find(checking->list, id);
    Calibration calibration = CALIBRATION_COVERS;
    if (instrument && checking->strict)
        calibration = instrument_calibration(instrument, point->first_time, point->last_time);
    if ((instrument && calibration == CALIBRATION_COVERS) || names_find(&checking->told, id)) return;
    names_add(&checking->told, id);
    checking->ok = false;
    if (instrument)
        tell_calibration(checking->diag, instrument, calibration, point->place);
    else if (checking->list)
        diag_error(checking->diag, point->place, "instrument '%.*s' is not in %.*s", SARG(id),
                   SARG(checking->list->source->name));
    else
        diag_error(checking->diag, point->place,
                   "instrument '%.*s': no instrument list was given (--instruments)", SARG(id));
}

static void check_table(Checking *checking, const SessionTable *table) {
    for (const Item *item = table->items.at; item < table->items.at + table->items.n; item++)
        for (const Point *point = item->points.at; point < item->points.at + item->points.n; point++)
            for (int i = 0; i < point->instruments.n; i++)
                check_one(checking, point->instruments.at[i], point);
}

bool instruments_check(const Instruments *list, const Session *session, bool strict, Diag *diag) {
    Arena scratch = {0}, names = {0};
    Checking checking = {list, strict, diag, {.arena = &names}, true};
    for (int i = 0; session->instruments && i < session->table_count; i++) {
        ArenaMark mark = arena_mark(&scratch);
        check_table(&checking, session_table_at(session, i, &scratch));
        arena_reset(&scratch, mark);
    }
    arena_free(&scratch);
    arena_free(&names);
    return checking.ok;
}

/* ---- the point ---- */

static double calibration_U(const Instruments *list, const Point *point, double mean,
                            bool *includes_resolution, int64_t *resolution) {
    double most = 0;
    for (int i = 0; i < point->instruments.n; i++) {
        const Instrument *instrument = instruments_find(list, point->instruments.at[i]);
        if (!instrument) continue;
        if (instrument->resolution > *resolution) *resolution = instrument->resolution;
        double U = instrument_U(instrument, mean);
        if (U <= most) continue;
        most = U;
        *includes_resolution = instrument->includes_resolution;
    }
    return most;
}

double instruments_u(const Instruments *list, const Point *point, bool *resolution_only) {
    Point own = *point;
    bool includes = false;
    int128 num, den;
    point_mean(point, &num, &den);
    double U = calibration_U(list, point, (double)num / (double)den, &includes, &own.resolution);
    *resolution_only = !point->has_U && U <= 0 && point->n < 2;
    return point_u(&own, U, includes);
}
