/* See plan_values.h. */
#include "hall/plan_values.h"

#include <errno.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static const double FARTHEST = 10000; /* m: no hall, and no surveyor's grid of one, is larger */

Str want_text(ValueReader *reader, const Yaml *node, const char *what) {
    if (!node || !yaml_expect(node, YAML_SCALAR, what, reader->diag)) return S("");
    for (ptrdiff_t i = 0; i < node->text.len; i++)
        if ((unsigned char)node->text.at[i] < 0x20 || node->text.at[i] == 0x7f) {
            diag_error(reader->diag, yaml_place(node), "%s: a control character in a text", what);
            return S("");
        }
    return str_trim(node->text);
}

Str want_name(ValueReader *reader, const Yaml *map, const char *what) {
    Str name = want_text(reader, yaml_get(map, "name"), "name");
    if (!name.len) diag_error(reader->diag, yaml_place(map), "%s without a name", what);
    return name;
}

static bool plain_decimal(Str text, Decimal *value) {
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if ((c < '0' || c > '9') && c != '.' && !(i == 0 && (c == '-' || c == '+'))) return false;
    }
    return decimal_parse(text, '.', value) == DECIMAL_OK;
}

bool want_number(ValueReader *reader, const Yaml *node, const char *what, double *out) {
    Decimal value;
    if (!node || !yaml_expect(node, YAML_SCALAR, what, reader->diag)) return false;
    if (!plain_decimal(node->text, &value))
        return diag_error(reader->diag, yaml_place(node), "%s: '%.*s' is no number, expected one as 4.5",
                          what, SARG(node->text));
    double number = (double)value.num / (double)value.den;
    if (fabs(number) > FARTHEST)
        return diag_error(reader->diag, yaml_place(node), "%s: %.*s is beyond 10 km", what, SARG(node->text));
    *out = number;
    return true;
}

bool want_point(ValueReader *reader, const Yaml *node, const char *what, Vec2 *out) {
    if (!node || !yaml_expect(node, YAML_LIST, what, reader->diag)) return false;
    if (node->n != 2) return diag_error(reader->diag, yaml_place(node), "%s: expected a point [x, y]", what);
    bool good = want_number(reader, node->items[0], what, &out->x);
    return want_number(reader, node->items[1], what, &out->y) && good;
}

bool want_wanted_point(ValueReader *reader, const Yaml *map, const char *key, Vec2 *out) {
    const Yaml *node = yaml_get(map, key);
    if (!node) return diag_error(reader->diag, yaml_place(map), "a door without '%s: [x, y]'", key);
    return want_point(reader, node, key, out);
}

/* A ring may be closed by repeating its first point; the repetition is left out. */
static int without_closing(const Vec2 *points, int n) {
    bool closed = n > 1 && points[0].x == points[n - 1].x && points[0].y == points[n - 1].y;
    return closed ? n - 1 : n;
}

static bool read_points(ValueReader *reader, const Yaml *node, const char *key, Vec2 *points, Place *places) {
    bool good = true;
    for (int i = 0; i < node->n; i++) {
        places[i] = yaml_place(node->items[i]);
        good = want_point(reader, node->items[i], key, &points[i]) && good;
    }
    return good;
}

bool want_outline(ValueReader *reader, const Yaml *map, const char *key, Outline *out) {
    const Yaml *node = yaml_get(map, key);
    if (!node)
        return diag_error(reader->diag, map->line > 1 ? yaml_place(map) : place_file(reader->file),
                          "'%s: [[x, y], …]' is missing", key);
    if (!yaml_expect(node, YAML_LIST, key, reader->diag)) return false;
    Vec2 *points = NEW_ARRAY(reader->arena, Vec2, node->n + 1);
    Place *places = NEW_ARRAY(reader->arena, Place, node->n + 1);
    if (!read_points(reader, node, key, points, places)) return false;
    *out = (Outline){points, without_closing(points, node->n), yaml_place(node), places};
    if (out->n >= 3) return true;
    return diag_error(reader->diag, out->place, "%s: a polygon has at least three points", key);
}

static bool read_reading(ValueReader *reader, const Yaml *node, const char *what, const Unit *unit,
                         int64_t *out) {
    Decimal value;
    bool exact;
    if (!yaml_expect(node, YAML_SCALAR, what, reader->diag)) return false;
    if (!plain_decimal(node->text, &value) || !unit_to_smallest(&value, unit, out, &exact))
        return diag_error(reader->diag, yaml_place(node), "%s: '%.*s' is no number of %.*s", what,
                          SARG(node->text), SARG(unit->name));
    if (unit->quantity == QUANTITY_ILLUMINANCE && *out < 0)
        return diag_error(reader->diag, yaml_place(node), "%s: light cannot be negative", what);
    return true;
}

void want_readings(ValueReader *reader, const Yaml *node, const char *what, const char *unit,
                   RoomValues *out) {
    if (!node) return;
    bool list = node->kind == YAML_LIST;
    int n = list ? node->n : 1;
    int64_t *values = NEW_ARRAY(reader->arena, int64_t, n + 1);
    for (int i = 0; i < n; i++)
        read_reading(reader, list ? node->items[i] : node, what, unit_find(str_of(unit)), &values[i]);
    *out = (RoomValues){true, values, n};
}

bool want_answer(ValueReader *reader, const Yaml *node, const char *what, bool *out) {
    static const Str words[2][4] = {{S_INIT("no"), S_INIT("false"), S_INIT("nie"), S_INIT("ne")},
                                    {S_INIT("yes"), S_INIT("true"), S_INIT("áno"), S_INIT("ano")}};
    if (!node || !yaml_expect(node, YAML_SCALAR, what, reader->diag)) return false;
    for (int answer = 0; answer < 2; answer++)
        for (int i = 0; i < 4; i++)
            if (str_eq_fold(node->text, words[answer][i])) return *out = answer, true;
    return diag_error(reader->diag, yaml_place(node), "%s: expected yes or no", what);
}

bool want_file(ValueReader *reader, const Yaml *node, const char *path) {
    struct stat status;
    if (stat(path, &status) || access(path, R_OK))
        return diag_unreadable(reader->diag, yaml_place(node), errno);
    return S_ISREG(status.st_mode) || diag_error(reader->diag, yaml_place(node), "'%s' is no file", path);
}

void want_again(ValueReader *reader, const Yaml *node, Str name) {
    Place place = yaml_place(node);
    for (ptrdiff_t i = 0; i < reader->diag->messages.n; i++) {
        const Place *told = &reader->diag->messages.at[i].place;
        if (told->line == place.line && told->column == place.column) return; /* its first table */
    }
    diag_error(reader->diag, place, "profile '%.*s' cannot be used", SARG(name));
}
