/* See previous.h. */
#include "model/previous.h"

#include "base/source.h"
#include "base/text.h"

#include <jansson.h>

typedef struct Loader {
    Arena *arena;
    const Source *source;
    Diag *diag;
    bool ok;
} Loader;

static bool fault(Loader *loader, const char *what) {
    return loader->ok =
               diag_error(loader->diag, place_file(loader->source->name), "is no result of check: %s", what);
}

/* A string member; null and absent give "". */
static Str text_of(Loader *loader, const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (!value || json_is_null(value)) return S("");
    if (!json_is_string(value)) {
        fault(loader, str_z(loader->arena, str_fmt(loader->arena, "'%s' is no string", key)));
        return S("");
    }
    Str text = {json_string_value(value), (ptrdiff_t)json_string_length(value)};
    if (text_control(text, false) >= 0)
        fault(loader, str_z(loader->arena, str_fmt(loader->arena, "'%s' holds a control character", key)));
    return str_dup(loader->arena, text);
}

static Str needed_text(Loader *loader, const json_t *object, const char *key) {
    if (!json_is_string(json_object_get(object, key)))
        fault(loader, str_z(loader->arena, str_fmt(loader->arena, "'%s' is missing", key)));
    return text_of(loader, object, key);
}

static bool number_of(const json_t *object, const char *key, double *out) {
    const json_t *value = json_object_get(object, key);
    if (json_is_number(value)) *out = json_number_value(value);
    return json_is_number(value);
}

static int count_of(const json_t *object, const char *key) {
    json_int_t value = json_integer_value(json_object_get(object, key));
    return value > 0 && value < 1000000000 ? (int)value : 0;
}

static PreviousRequirement read_requirement(Loader *loader, const json_t *object) {
    PreviousRequirement out = {.id = needed_text(loader, object, "id"),
                               .verdict = needed_text(loader, object, "verdict")};
    out.value = text_of(loader, object, "value");
    out.U = text_of(loader, object, "U");
    out.point = text_of(loader, object, "point");
    out.has_point = json_is_string(json_object_get(object, "point"));
    out.lower = text_of(loader, object, "lower");
    out.upper = text_of(loader, object, "upper");
    out.reason = text_of(loader, object, "reason");
    out.measured = text_of(loader, object, "measured");
    out.has_probability = number_of(object, "p_conform", &out.probability);
    out.has_tur = number_of(object, "tur", &out.tur);
    out.points = count_of(object, "points");
    out.readings = count_of(object, "readings");
    return out;
}

static void read_overdue(Loader *loader, const json_t *list, PreviousTable *out) {
    size_t n = json_array_size(list);
    Str *ids = NEW_ARRAY(loader->arena, Str, n + 1);
    for (size_t i = 0; i < n; i++) {
        const json_t *id = json_array_get(list, i);
        if (json_is_string(id))
            ids[out->overdue_count++] = str_dup(loader->arena, str_of(json_string_value(id)));
        else
            fault(loader, "'overdue' is no list of strings");
    }
    out->overdue = ids;
}

static PreviousTable read_table(Loader *loader, const json_t *object) {
    PreviousTable out = {.name = needed_text(loader, object, "table"),
                         .profile = needed_text(loader, object, "profile")};
    out.rule = needed_text(loader, object, "rule");
    out.verdict = needed_text(loader, object, "verdict");
    out.guard = text_of(loader, object, "guard");
    out.partial = json_is_true(json_object_get(object, "partial"));
    read_overdue(loader, json_object_get(object, "overdue"), &out);
    const json_t *list = json_object_get(object, "requirements");
    if (!json_is_array(list)) fault(loader, "'requirements' is no list");
    size_t n = json_array_size(list);
    PreviousRequirement *requirements = NEW_ARRAY(loader->arena, PreviousRequirement, n + 1);
    for (size_t i = 0; i < n; i++) requirements[i] = read_requirement(loader, json_array_get(list, i));
    out.requirements = requirements;
    out.count = (int)n;
    return out;
}

static void read_root(Loader *loader, const json_t *root, Previous *out) {
    const json_t *list = json_object_get(root, "tables");
    if (!str_eq(text_of(loader, root, "schema"), S("tablecert.result/1")))
        fault(loader, "its schema is not tablecert.result/1");
    else if (!json_is_array(list))
        fault(loader, "'tables' is no list");
    if (!loader->ok) return;
    size_t n = json_array_size(list);
    PreviousTable *tables = NEW_ARRAY(loader->arena, PreviousTable, n + 1);
    for (size_t i = 0; i < n; i++) tables[i] = read_table(loader, json_array_get(list, i));
    out->tables = tables;
    out->count = (int)n;
}

const Previous *previous_load(Arena *arena, const char *path, Diag *diag) {
    Source *source = NEW(arena, Source);
    json_error_t error;
    if (!source_load(arena, path, source, diag)) return NULL;
    json_t *root = json_loadb(source->bytes.at, (size_t)source->bytes.len, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        diag_error(diag,
                   source_place(source, error.line > 0 ? error.line : 1, error.column > 0 ? error.column : 1),
                   "is no valid JSON");
        return NULL;
    }
    Loader loader = {arena, source, diag, true};
    Previous *out = NEW(arena, Previous);
    out->file = source->name;
    read_root(&loader, root, out);
    json_decref(root);
    return loader.ok ? out : NULL;
}

const PreviousTable *previous_table(const Previous *previous, Str name, Str profile) {
    for (int i = 0; previous && i < previous->count; i++)
        if (str_eq(previous->tables[i].name, name) && str_eq(previous->tables[i].profile, profile))
            return &previous->tables[i];
    return NULL;
}

const PreviousRequirement *previous_requirement(const PreviousTable *table, Str id) {
    for (int i = 0; table && i < table->count; i++)
        if (str_eq(table->requirements[i].id, id)) return &table->requirements[i];
    return NULL;
}
