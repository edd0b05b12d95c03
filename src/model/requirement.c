/* See requirement.h. One small reader a key; each tells its error at the value's place, and all keys are read
 * even after an error, so that one run shows everything that is wrong. */
#include "model/requirement.h"

#include "base/text.h"

enum { MOST_POINTS = 100000, MOST_GRID = 100 };

static const char *const statistic_names[] = {
    [STATISTIC_EACH] = "each",     [STATISTIC_MEAN] = "mean",   [STATISTIC_MIN] = "min",
    [STATISTIC_MAX] = "max",       [STATISTIC_RANGE] = "range", [STATISTIC_UNIFORMITY] = "uniformity",
    [STATISTIC_ATTEST] = "attest",
};
enum { STATISTICS = sizeof statistic_names / sizeof *statistic_names };

static const char *const keys[] = {"id",     "title",   "aliases",   "quantity",  "unit",       "lower",
                                   "upper",  "nominal", "tolerance", "statistic", "severity",   "points",
                                   "of",     "minus",   "times",     "over",      "applies_to", "when",
                                   "unless", "clause",  "source",    "note",      NULL};

Str texts_get(const Texts *texts, int language) {
    if (texts->in[language].len) return texts->in[language];
    for (int i = 0; i < language_count(); i++)
        if (texts->in[i].len) return texts->in[i];
    return S("");
}

const char *statistic_name(Statistic statistic) { return statistic_names[statistic]; }

bool requirement_derived(const Requirement *requirement) { return requirement->of.len > 0; }

bool requirement_has_limit(const Requirement *requirement) {
    return requirement->lower.given || requirement->upper.given;
}

bool requirement_difference(const Requirement *requirement) {
    return requirement->statistic == STATISTIC_RANGE || requirement->minus.len > 0;
}

/* ---- values ---- */

static bool clean_text(const Yaml *node, const char *what, Diag *diag) {
    if (!yaml_expect(node, YAML_SCALAR, what, diag)) return false;
    if (!str_trim(node->text).len) return diag_error(diag, yaml_place(node), "%s is empty", what);
    if (text_control(node->text, true) >= 0)
        return diag_error(diag, yaml_place(node), "%s holds a control character", what);
    return true;
}

bool texts_read(const Yaml *node, const char *what, Texts *out, Diag *diag) {
    if (!node) return true;
    if (node->kind == YAML_SCALAR) {
        out->in[LANGUAGE_EN] = node->text;
        return clean_text(node, what, diag);
    }
    if (!yaml_expect(node, YAML_MAP, what, diag)) return false;
    bool ok = yaml_check_keys(node, language_codes(), what, diag);
    for (int i = 0; i < node->n; i++) {
        ok &= clean_text(node->items[i], what, diag);
        for (int l = 0; l < language_count(); l++)
            if (str_eq(node->keys[i]->text, str_of(language_code(l)))) out->in[l] = node->items[i]->text;
    }
    return ok;
}

bool yaml_decimal(const Yaml *node, const char *what, Decimal *out, Diag *diag) {
    const int128 most = power_of_ten(18);
    if (!yaml_expect(node, YAML_SCALAR, what, diag)) return false;
    DecimalFault fault = decimal_parse(node->text, '.', out);
    if (fault && str_find_byte(node->text, '/') >= 0) fault = decimal_parse_fraction(node->text, out);
    if (fault == DECIMAL_OK && (out->num > most || out->num < -most || out->den > most))
        fault = DECIMAL_OVERFLOW;
    if (fault == DECIMAL_OK) return true;
    return diag_error(diag, yaml_place(node),
                      fault == DECIMAL_OVERFLOW ? "%s: '%.*s' has too many digits"
                                                : "%s: '%.*s' is no decimal number; expected one as \"79.5\"",
                      what, SARG(node->text));
}

static bool read_word(const Yaml *map, const char *key, Str *out, Diag *diag) {
    const Yaml *node = yaml_get(map, key);
    if (!node) return true;
    if (!clean_text(node, key, diag)) return false;
    *out = str_trim(node->text);
    return true;
}

static bool read_statistic(const Yaml *map, Requirement *out, Diag *diag) {
    const Yaml *node = yaml_get(map, "statistic");
    if (!node) {
        out->statistic = STATISTIC_EACH;
        return yaml_get(map, "quantity") || diag_error(diag, yaml_place(map), "'statistic' is missing");
    }
    if (!yaml_expect(node, YAML_SCALAR, "statistic", diag)) return false;
    for (int i = 0; i < STATISTICS; i++) {
        if (!str_eq(node->text, str_of(statistic_names[i]))) continue;
        out->statistic = (Statistic)i;
        return true;
    }
    return diag_error(diag, yaml_place(node),
                      "unknown statistic '%.*s'; expected each, mean, min, max, range, uniformity or attest",
                      SARG(node->text));
}

static bool read_severity(const Yaml *map, Requirement *out, Diag *diag) {
    const Yaml *node = yaml_get(map, "severity");
    if (!node) return true;
    if (!yaml_expect(node, YAML_SCALAR, "severity", diag)) return false;
    out->severity = str_eq(node->text, S("advisory")) ? ADVISORY : REQUIRED;
    return out->severity == ADVISORY || str_eq(node->text, S("required")) ||
           diag_error(diag, yaml_place(node), "unknown severity '%.*s'; expected required or advisory",
                      SARG(node->text));
}

/* ---- quantity, unit, limits ---- */

static bool read_unit(const Yaml *map, Requirement *out, Diag *diag) {
    const Yaml *node = yaml_get(map, "unit");
    if (!node) return diag_error(diag, yaml_place(map), "'unit' is missing");
    if (!yaml_expect(node, YAML_SCALAR, "unit", diag)) return false;
    out->unit = unit_find(node->text);
    if (!out->unit) return diag_error(diag, yaml_place(node), "unknown unit '%.*s'", SARG(node->text));
    if (out->unit->quantity == out->quantity) return true;
    Str name = out->unit->name;
    const char *of = diag_word(diag, quantity_name(out->unit->quantity));
    out->unit = NULL;
    return diag_error(diag, yaml_place(node), "'%.*s' is a unit of %s, not of %s", SARG(name), of,
                      diag_word(diag, quantity_name(out->quantity)));
}

static bool read_quantity(const Yaml *map, Requirement *out, Diag *diag) {
    const Yaml *node = yaml_get(map, "quantity");
    if (!node) return diag_error(diag, yaml_place(map), "'quantity' is missing");
    if (!yaml_expect(node, YAML_SCALAR, "quantity", diag)) return false;
    if (quantity_find(node->text, &out->quantity)) return read_unit(map, out, diag);
    return diag_error(
        diag, yaml_place(node),
        "unknown quantity '%.*s'; expected length, mass, illuminance, temperature, angle or ratio",
        SARG(node->text));
}

static bool set_limit(Arena *arena, const Requirement *of, Decimal value, const Yaml *node, Limit *out,
                      Diag *diag) {
    bool exact;
    out->given = true;
    out->exact = value;
    out->place = yaml_place(node);
    out->text = decimal_print_shortest(arena, value.num, value.den, 0, 9);
    return (requirement_difference(of) ? unit_to_smallest_difference(&value, of->unit, &out->value, &exact)
                                       : unit_to_smallest(&value, of->unit, &out->value, &exact)) ||
           diag_error(diag, out->place, "the limit is larger than any %s can be",
                      diag_word(diag, quantity_name(of->quantity)));
}

static bool read_side(Arena *arena, const Yaml *map, const char *key, Requirement *of, Limit *out,
                      Diag *diag) {
    const Yaml *node = yaml_get(map, key);
    Decimal value;
    return !node || (yaml_decimal(node, key, &value, diag) && of->unit &&
                     set_limit(arena, of, value, node, out, diag));
}

/* nominal ± tolerance, both limits at the tolerance's place. At most 18 digits each: no overflow but the
 * product's. */
static bool read_tolerance(Arena *arena, const Yaml *map, Requirement *out, Diag *diag) {
    const Yaml *nominal = yaml_get(map, "nominal"), *tolerance = yaml_get(map, "tolerance");
    Decimal at, width;
    if (!nominal && !tolerance) return true;
    if (!nominal) return diag_error(diag, yaml_place(tolerance), "'tolerance' needs 'nominal'");
    if (!tolerance)
        return diag_error(diag, yaml_place(nominal), "'nominal' needs 'tolerance': the limits are missing");
    if (out->lower.given || out->upper.given)
        return diag_error(diag, yaml_place(nominal),
                          "either 'nominal' and 'tolerance' or 'lower' and 'upper', not both");
    bool read = yaml_decimal(nominal, "nominal", &at, diag);
    if (!yaml_decimal(tolerance, "tolerance", &width, diag) || !read || !out->unit) return false;
    if (width.num < 0) return diag_error(diag, yaml_place(tolerance), "the tolerance is negative");
    Decimal low = {.num = at.num * width.den - width.num * at.den, .den = at.den * width.den};
    Decimal high = {.num = at.num * width.den + width.num * at.den, .den = low.den};
    return set_limit(arena, out, low, tolerance, &out->lower, diag) &&
           set_limit(arena, out, high, tolerance, &out->upper, diag);
}

static bool read_limits(Arena *arena, const Yaml *map, Requirement *out, Diag *diag) {
    bool ok = read_side(arena, map, "lower", out, &out->lower, diag);
    ok &= read_side(arena, map, "upper", out, &out->upper, diag);
    ok &= read_tolerance(arena, map, out, diag);
    if (ok && out->lower.given && out->upper.given && out->lower.value > out->upper.value)
        ok = diag_error(diag, out->upper.place, "the limits are reversed: lower %.*s, upper %.*s",
                        SARG(out->lower.text), SARG(out->upper.text));
    return ok;
}

/* ---- points ---- */

static bool read_grid(Arena *arena, const Yaml *node, Points *out, Diag *diag) {
    Str rest = str_skip(node->text, 5);
    int64_t columns, rows;
    if (!str_to_count(str_cut(&rest, 'x'), MOST_GRID, &columns) || !str_to_count(rest, MOST_GRID, &rows) ||
        !columns || !rows)
        return diag_error(diag, yaml_place(node), "points: '%.*s' is no grid; expected one as \"grid 7x4\"",
                          SARG(node->text));
    *out = (Points){
        .kind = POINTS_GRID, .least = (int)(columns * rows), .columns = (int)columns, .rows = (int)rows};
    Str *names = NEW_ARRAY(arena, Str, out->least);
    for (int i = 0; i < out->least; i++)
        names[i] = str_fmt(arena, "grid %d.%d", i / out->rows + 1, i % out->rows + 1);
    out->names = names;
    return true;
}

static bool read_names(Arena *arena, const Yaml *node, Points *out, Diag *diag) {
    VEC(Str) names = {0};
    for (Str rest = node->text; rest.len || !names.n;) {
        Str name = str_trim(str_cut(&rest, ','));
        if (!name.len) return diag_error(diag, yaml_place(node), "points: a name is empty");
        for (int i = 0; i < names.n; i++)
            if (str_eq(names.at[i], name))
                return diag_error(diag, yaml_place(node), "points: '%.*s' stands twice", SARG(name));
        *VEC_PUSH(arena, &names) = text_nfc(arena, name);
    }
    if (str_ends(str_trim(node->text), S(",")))
        return diag_error(diag, yaml_place(node), "points: a name is empty");
    *out = (Points){.kind = POINTS_NAMED, .least = (int)names.n, .names = names.at};
    return true;
}

static bool read_points(Arena *arena, const Yaml *map, Requirement *out, Diag *diag) {
    const Yaml *node = yaml_get(map, "points");
    int64_t least;
    out->points = (Points){.kind = POINTS_NUMBER, .least = 1};
    if (!node) return true;
    if (!clean_text(node, "points", diag)) return false;
    if (str_starts(node->text, S("grid "))) return read_grid(arena, node, &out->points, diag);
    if (str_to_count(node->text, MOST_POINTS, &least)) {
        out->points.least = (int)least;
        return true;
    }
    char first = node->text.at[0];
    if ((first >= '0' && first <= '9') || first == '-')
        if (str_find_byte(node->text, ',') < 0)
            return diag_error(diag, yaml_place(node),
                              "points: '%.*s' is neither a number (0 to %d), names nor a grid",
                              SARG(node->text), MOST_POINTS);
    return read_names(arena, node, &out->points, diag);
}

/* ---- lists ---- */

bool read_word_list(Arena *arena, const Yaml *list, const char *what, const Str **out, int *count,
                    Diag *diag) {
    if (!yaml_expect(list, YAML_LIST, what, diag)) return false;
    if (!list->n) return diag_error(diag, yaml_place(list), "%s: the list is empty", what);
    Str *words = NEW_ARRAY(arena, Str, list->n + *count);
    if (*count) memcpy(words, *out, sizeof(Str) * (size_t)*count);
    bool ok = true;
    for (int i = 0; i < list->n; i++) {
        if (clean_text(list->items[i], what, diag))
            words[(*count)++] = text_nfc(arena, str_trim(list->items[i]->text));
        else
            ok = false;
    }
    *out = words;
    return ok;
}

static bool read_aliases(Arena *arena, const Yaml *map, Requirement *out, Diag *diag) {
    const Yaml *node = yaml_get(map, "aliases");
    if (!node) return true;
    if (!yaml_expect(node, YAML_MAP, "aliases", diag)) return false;
    bool ok = yaml_check_keys(node, language_codes(), "aliases", diag);
    for (int i = 0; i < node->n; i++)
        ok &= read_word_list(arena, node->items[i], "aliases", &out->aliases, &out->alias_count, diag);
    return ok;
}

static bool read_condition(const Yaml *map, Requirement *out, Diag *diag) {
    if (yaml_get(map, "when") && yaml_get(map, "unless"))
        return diag_error(diag, yaml_place(yaml_get(map, "unless")),
                          "'when' and 'unless' exclude each other");
    out->condition_wanted = yaml_get(map, "when") != NULL;
    return read_word(map, out->condition_wanted ? "when" : "unless", &out->condition, diag);
}

static bool read_derivation(const Yaml *map, Requirement *out, Diag *diag) {
    bool ok = read_word(map, "of", &out->of, diag);
    ok &= read_word(map, "minus", &out->minus, diag);
    ok &= read_word(map, "over", &out->over, diag);
    const Yaml *times = yaml_get(map, "times");
    out->times = (Decimal){.num = 1, .den = 1, .step_num = 1, .step_den = 1};
    if (times) ok &= yaml_decimal(times, "times", &out->times, diag);
    if (times && ok && (out->times.num <= 0 || out->times.num > 1000000 * out->times.den))
        ok = diag_error(diag, yaml_place(times), "times: expected a number above 0");
    if (times && !yaml_get(map, "minus")) ok = diag_error(diag, yaml_place(times), "'times' needs 'minus'");
    if (out->minus.len && out->over.len)
        ok = diag_error(diag, yaml_place(yaml_get(map, "over")), "'minus' and 'over' exclude each other");
    if ((out->minus.len || out->over.len) && !out->of.len)
        ok = diag_error(diag, yaml_place(map), "'minus' and 'over' need 'of'");
    return ok;
}

/* ---- an inherited entry, changed ---- */

/* A key that is to go: null, ~ or nothing behind it. */
static bool is_null(const Yaml *node) {
    return node->kind == YAML_SCALAR && node->plain &&
           (!node->text.len || str_eq(node->text, S("null")) || str_eq(node->text, S("~")));
}

static bool names_one_of(const Yaml *map, const char *a, const char *b) {
    const Yaml *first = yaml_get(map, a), *second = yaml_get(map, b);
    return (first && !is_null(first)) || (second && !is_null(second));
}

static bool is_one_of(Str key, const char *a, const char *b) {
    return str_eq(key, str_of(a)) || str_eq(key, str_of(b));
}

/* Does what `own` says leave no room for an inherited key? */
static bool displaces(const Yaml *own, Str key) {
    if (is_one_of(key, "lower", "upper")) return names_one_of(own, "nominal", "tolerance");
    return is_one_of(key, "nominal", "tolerance") && names_one_of(own, "lower", "upper");
}

static const Yaml *find_key(const Yaml *map, Str key) {
    for (int i = 0; i < map->n; i++)
        if (str_eq(map->keys[i]->text, key)) return map->items[i];
    return NULL;
}

const Yaml *requirement_merge(Arena *arena, const Yaml *base, const Yaml *own) {
    if (own->kind != YAML_MAP) return own;
    int most = own->n + (base ? base->n : 0);
    const Yaml **names = NEW_ARRAY(arena, const Yaml *, most + 1);
    const Yaml **items = NEW_ARRAY(arena, const Yaml *, most + 1);
    Yaml *out = NEW(arena, Yaml);
    *out = *own;
    out->n = 0;
    for (int i = 0; base && i < base->n; i++) {
        Str key = base->keys[i]->text;
        if (find_key(own, key) || displaces(own, key)) continue;
        names[out->n] = base->keys[i];
        items[out->n++] = base->items[i];
    }
    for (int i = 0; i < own->n; i++) {
        if (is_null(own->items[i])) continue;
        names[out->n] = own->keys[i];
        items[out->n++] = own->items[i];
    }
    out->keys = names;
    out->items = items;
    return out;
}

/* ---- what goes together ---- */

static bool check_attest(const Yaml *map, Diag *diag) {
    static const char *const not_for[] = {"quantity", "unit",      "lower",  "upper",
                                          "nominal",  "tolerance", "points", "of"};
    bool ok = true;
    for (size_t i = 0; i < sizeof not_for / sizeof *not_for; i++) {
        const Yaml *node = yaml_get(map, not_for[i]);
        if (node) ok = diag_error(diag, yaml_place(node), "an attested requirement has no '%s'", not_for[i]);
    }
    return ok;
}

static bool check_statistic(const Yaml *map, const Requirement *out, Diag *diag) {
    bool ratio = out->quantity == QUANTITY_RATIO;
    const Yaml *node = yaml_get(map, "statistic");
    Place place = yaml_place(node ? node : map);
    if (out->statistic == STATISTIC_UNIFORMITY && !ratio)
        return diag_error(diag, place, "a uniformity is a ratio: 'quantity: ratio' expected");
    if (out->statistic == STATISTIC_UNIFORMITY && !out->of.len)
        return diag_error(diag, place, "a uniformity needs 'of': the item whose points it takes");
    if ((out->statistic == STATISTIC_UNIFORMITY || out->statistic == STATISTIC_RANGE) &&
        (out->minus.len || out->over.len))
        return diag_error(diag, place, "a %s takes the points as they are: no 'minus', no 'over'",
                          statistic_name(out->statistic));
    if (out->over.len && !ratio)
        return diag_error(diag, place, "a quotient is a ratio: 'quantity: ratio' expected");
    return true;
}

static bool read_measured(Arena *arena, const Yaml *map, Requirement *out, Diag *diag) {
    bool ok = read_quantity(map, out, diag);
    ok &= read_derivation(map, out, diag);
    ok &= read_points(arena, map, out, diag);
    ok &= read_limits(arena, map, out, diag);
    return check_statistic(map, out, diag) && ok;
}

bool requirement_read(Arena *arena, const Yaml *node, Requirement *out, Diag *diag) {
    *out = (Requirement){.node = node};
    if (!yaml_expect(node, YAML_MAP, "a requirement", diag)) return false;
    out->place = yaml_place(node);
    bool ok = yaml_check_keys(node, keys, "a requirement", diag);
    ok &= read_word(node, "id", &out->id, diag);
    if (!yaml_get(node, "id")) ok = diag_error(diag, out->place, "'id' is missing");
    bool statistic = read_statistic(node, out, diag);
    if (out->statistic == STATISTIC_ATTEST)
        ok &= check_attest(node, diag);
    else if (statistic)
        ok &= read_measured(arena, node, out, diag);
    ok &= read_severity(node, out, diag);
    ok &= read_condition(node, out, diag);
    ok &= read_aliases(arena, node, out, diag);
    if (yaml_get(node, "applies_to"))
        ok &= read_word_list(arena, yaml_get(node, "applies_to"), "applies_to", &out->applies_to,
                             &out->applies_count, diag);
    ok &= read_word(node, "clause", &out->clause, diag);
    if (!yaml_get(node, "clause")) ok = diag_error(diag, out->place, "'clause' is missing");
    ok &= read_word(node, "source", &out->source, diag);
    ok &= texts_read(yaml_get(node, "title"), "title", &out->title, diag);
    ok &= texts_read(yaml_get(node, "note"), "note", &out->note, diag);
    if (!texts_get(&out->title, LANGUAGE_EN).len) out->title.in[LANGUAGE_EN] = out->id;
    return ok && statistic;
}
