/* See describe.h. Here: what every description says about its instrument and its line; what it sends is read
 * by describe_line.c and describe_modbus.c. */
#include "read/driver/describe.h"

#include "base/arena.h"

static const char *const keys[] = {"id",     "maker", "models", "quantities", "trust",  "source",
                                   "serial", "talks", "start",  "poll",       "stop",   "timing",
                                   "kin",    "note",  "unit",   "line",       "modbus", NULL};
static const char *const timing_keys[] = {"start", "answer", "pause", NULL};

enum { MOST_MS = 60000 };

static bool wrong(const Yaml *map, const char *key, const char *what, Diag *diag) {
    const Yaml *value = yaml_get(map, key);
    return diag_error(diag, yaml_place(value ? value : map), "'%s': %s", key, what);
}

static bool read_id(const Yaml *root, Driver *driver, Arena *arena, Diag *diag) {
    Str id = yaml_text(root, "id");
    bool good = id.len > 0 && id.len <= 40;
    for (ptrdiff_t i = 0; i < id.len; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789-", id.at[i]) || !id.at[i]) good = false;
    driver->id = str_z(arena, id);
    return good || wrong(root, "id", "expected a short name of small letters, digits and hyphens", diag);
}

/* One of the names that `name_of` gives to 0..count-1. */
static bool read_choice(const Yaml *root, const char *key, const char *(*name_of)(int), int count, int *out,
                        Diag *diag) {
    Str text = yaml_text(root, key), list = S("");
    for (int i = 0; i < count; i++)
        if (str_eq(text, str_of(name_of(i)))) return *out = i, true;
    for (int i = 0; i < count; i++)
        list = str_fmt(diag->arena, "%.*s%s%s", SARG(list), i ? ", " : "", name_of(i));
    return wrong(root, key, str_z(diag->arena, str_fmt(diag->arena, "expected one of %.*s", SARG(list))),
                 diag);
}
static const char *talk_of(int i) { return talk_name((Talk)i); }
static const char *trust_of(int i) { return trust_name((Trust)i); }

static bool read_quantities(const Yaml *root, Driver *driver, Diag *diag) {
    const Yaml *list = yaml_get(root, "quantities");
    bool good = list && list->kind == YAML_LIST && list->n >= 1 && list->n <= QUANTITIES_MOST;
    for (int i = 0; good && i < list->n; i++)
        good = list->items[i]->kind == YAML_SCALAR &&
               quantity_find(list->items[i]->text, &driver->quantities[i]);
    return good || wrong(root, "quantities",
                         "expected a list of one to five of length, mass, illuminance, "
                         "temperature, angle, ratio",
                         diag);
}

static bool read_serial(const Yaml *root, Driver *driver, Arena *arena, Diag *diag) {
    LineSettings settings = {0, 8, 'n', 1, true, true, FLOW_NONE};
    const char *why = "";
    Str text = yaml_text(root, "serial");
    if (!line_settings_read(text, &settings, &why)) return wrong(root, "serial", why, diag);
    if (!settings.baud)
        return wrong(root, "serial", "the speed is missing, as in 9600/8n1/dtr=1/rts=1", diag);
    driver->settings = str_z(arena, line_settings_print(arena, &settings));
    return true;
}

static bool read_ms(const Yaml *timing, const char *key, int *out, Diag *diag) {
    int64_t ms;
    if (!yaml_get(timing, key)) return true;
    if (!str_to_count(yaml_text(timing, key), MOST_MS, &ms))
        return wrong(timing, key, "expected milliseconds, at most 60000", diag);
    *out = (int)ms;
    return true;
}

static bool read_timing(const Yaml *root, Driver *driver, Diag *diag) {
    const Yaml *timing = yaml_get(root, "timing");
    driver->answer_ms = 1000;
    if (!timing) return true;
    if (!yaml_expect(timing, YAML_MAP, "timing", diag)) return false;
    bool good = yaml_check_keys(timing, timing_keys, "timing", diag);
    good &= read_ms(timing, "start", &driver->start_ms, diag);
    good &= read_ms(timing, "answer", &driver->answer_ms, diag);
    return read_ms(timing, "pause", &driver->pause_ms, diag) && good;
}

/* A list of texts, or one text; NULL-terminated. */
static const char *const *read_texts(const Yaml *node, Arena *arena) {
    int n = !node ? 0 : node->kind == YAML_LIST ? node->n : 1;
    const char **texts = NEW_ARRAY(arena, const char *, n + 1);
    for (int i = 0; i < n; i++)
        texts[i] = str_z(arena, node->kind == YAML_LIST ? node->items[i]->text : node->text);
    return texts;
}

static const char *read_models(const Yaml *root, Arena *arena) {
    Str text = S("");
    for (const char *const *model = read_texts(yaml_get(root, "models"), arena); *model; model++)
        text = str_fmt(arena, "%.*s%s%s", SARG(text), text.len ? ", " : "", *model);
    return str_z(arena, text);
}

static void read_unit(const Yaml *root, Driver *driver, bool *good, Diag *diag) {
    Str unit = yaml_text(root, "unit");
    driver->wants_unit = str_eq(unit, S("asked"));
    driver->takes_unit = str_eq(unit, S("may be given"));
    if (!yaml_get(root, "unit") || driver->wants_unit || driver->takes_unit) return;
    driver->unit = driver_unit(unit);
    if (!driver->unit) *good = wrong(root, "unit", "expected a unit, 'asked' or 'may be given'", diag);
}

static bool read_talk(const Yaml *root, Driver *driver, Arena *arena, Diag *diag) {
    int talk = 0;
    bool good = read_choice(root, "talks", talk_of, 3, &talk, diag);
    driver->talk = (Talk)talk;
    driver->start = str_dup(arena, yaml_text(root, "start"));
    driver->poll = str_dup(arena, yaml_text(root, "poll"));
    driver->stop = str_dup(arena, yaml_text(root, "stop"));
    if (good && driver->talk == TALK_POLL && !driver->poll.len && !yaml_get(root, "modbus"))
        return diag_error(diag, yaml_place(yaml_get(root, "talks")),
                          "'poll' is missing: the bytes that ask for a value");
    return good;
}

static bool read_row(const Yaml *root, Driver *driver, Arena *arena, Diag *diag) {
    int trust = 0;
    bool good = read_id(root, driver, arena, diag);
    good &= read_choice(root, "trust", trust_of, 3, &trust, diag);
    good &= read_quantities(root, driver, diag);
    good &= read_serial(root, driver, arena, diag);
    good &= read_timing(root, driver, diag);
    good &= read_talk(root, driver, arena, diag);
    read_unit(root, driver, &good, diag);
    driver->trust = (Trust)trust;
    driver->maker = str_z(arena, yaml_text(root, "maker"));
    driver->models = read_models(root, arena);
    driver->kin = read_texts(yaml_get(root, "kin"), arena);
    driver->note = yaml_get(root, "note") ? str_z(arena, yaml_text(root, "note")) : NULL;
    return good;
}

const Driver *describe_driver(Arena *arena, const Source *source, Diag *diag) {
    Driver *driver = NEW(arena, Driver);
    const Yaml *root = yaml_parse(arena, source, diag);
    if (!root || !yaml_expect(root, YAML_MAP, "an instrument description", diag)) return NULL;
    const Yaml *line = yaml_get(root, "line"), *modbus = yaml_get(root, "modbus");
    bool good = yaml_check_keys(root, keys, "an instrument description", diag);
    good &= read_row(root, driver, arena, diag);
    if (!line == !modbus)
        good = diag_error(diag, place_file(source->name),
                          "expected either 'line' or 'modbus', what the instrument sends");
    else if (line)
        good &= describe_line(arena, line, driver, diag);
    else
        good &= describe_modbus(arena, modbus, driver, diag);
    return good ? driver : NULL;
}
