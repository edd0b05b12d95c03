/* The `line:` part of a description, turned into forms, words and units (line.h). Every fault is told at its
 * place; what the keys mean is explained to users in profiles/instruments/line.yaml. */
#include "read/driver/describe.h"

#include "base/arena.h"
#include "read/driver/line.h"

typedef struct Build {
    Arena *arena;
    Diag *diag;
    Driver *driver;
    Line *line;
    bool whole; /* of forms that do not say */
} Build;

static const char *const line_keys[] = {"end",   "longest", "lengths",   "decimal", "whole",
                                        "units", "words",   "plausible", "forms",   NULL};
static const char *const form_keys[] = {"line", "means", "unit", "whole", "apart", NULL};

static bool wrong(const Build *build, const Yaml *node, const char *what) {
    return diag_error(build->diag, yaml_place(node), "%s", what);
}

/* ---- meanings */
typedef struct Simple {
    Str text;
    Meaning means;
} Simple;
static const Simple simple[] = {
    {S_INIT("nothing"), {.note = false}},
    {S_INIT("stable"), {.settles = true, .stability = STABILITY_STABLE}},
    {S_INIT("unstable"), {.settles = true, .stability = STABILITY_UNSTABLE}},
    {S_INIT("not stated"), {.settles = true, .stability = STABILITY_NOT_STATED}},
    {S_INIT("overload"), {.state = STATE_OVERLOAD, .reason = S_INIT("overload")}},
    {S_INIT("underrange"), {.state = STATE_UNDERRANGE, .reason = S_INIT("below the range")}},
    {S_INIT("net"), {.flags = FLAG_NET}},
    {S_INIT("battery low"), {.flags = FLAG_BATTERY}},
    {S_INIT("weak signal"), {.flags = FLAG_WEAK}},
};

static bool one_meaning(const Build *build, const Yaml *node, Meaning *sum) {
    const Str error = S("error: "), info = S("info: ");
    if (node->kind != YAML_SCALAR) return wrong(build, node, "expected a meaning, or a list of them");
    if (str_starts(node->text, error) || str_starts(node->text, info)) {
        sum->note |= str_starts(node->text, info);
        if (!sum->note) sum->state = STATE_ERROR;
        sum->reason = str_dup(build->arena, str_skip(node->text, sum->note ? info.len : error.len));
        return true;
    }
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++) {
        if (!str_eq(node->text, simple[i].text)) continue;
        const Meaning *means = &simple[i].means;
        if (means->settles) sum->settles = true, sum->stability = means->stability;
        if (means->state != STATE_OK) sum->state = means->state, sum->reason = means->reason;
        sum->flags |= means->flags;
        return true;
    }
    return wrong(build, node,
                 "unknown meaning; expected nothing, stable, unstable, not stated, overload, underrange, "
                 "net, battery low, weak signal, 'error: why' or 'info: what'");
}

static bool read_meaning(const Build *build, const Yaml *node, Meaning *sum) {
    if (!node) return true;
    if (node->kind != YAML_LIST) return one_meaning(build, node, sum);
    bool good = true;
    for (int i = 0; i < node->n; i++) good &= one_meaning(build, node->items[i], sum);
    return good;
}

static bool no_value(const Meaning *means) { return means->note || means->state != STATE_OK; }

/* ---- words and units */
static bool read_words(const Build *build, const Yaml *node, Words *words) {
    bool good = true;
    if (!yaml_expect(node, YAML_MAP, "words", build->diag)) return false;
    words->at = NEW_ARRAY(build->arena, Word, node->n);
    for (int i = 0; i < node->n; i++) {
        Word *word = &words->at[words->n++];
        word->text = str_dup(build->arena, node->keys[i]->text);
        if (!word->text.len) good = wrong(build, node->keys[i], "an empty word would match everywhere");
        good &= read_meaning(build, node->items[i], &word->means);
    }
    return good;
}

static bool read_all_words(Build *build, const Yaml *node) {
    bool good = true;
    if (!node) return true;
    if (!yaml_expect(node, YAML_MAP, "words", build->diag)) return false;
    build->line->words = NEW_ARRAY(build->arena, Words, node->n);
    for (int i = 0; i < node->n; i++) {
        Words *words = &build->line->words[build->line->words_count++];
        words->name = str_dup(build->arena, node->keys[i]->text);
        good &= read_words(build, node->items[i], words);
    }
    return good;
}

static bool known_unit(const Build *build, const Yaml *node, const Unit **out) {
    *out = driver_unit(node->text);
    if (!*out) return wrong(build, node, "unknown unit");
    if (driver_measures(build->driver, (*out)->quantity)) return true;
    return wrong(build, node, "a unit of a quantity that is not in 'quantities'");
}

static bool read_units(Build *build, const Yaml *node) {
    bool good = true;
    Words *units = &build->line->units;
    if (!node) return true;
    if (!yaml_expect(node, YAML_MAP, "units", build->diag)) return false;
    units->at = NEW_ARRAY(build->arena, Word, node->n);
    for (int i = 0; i < node->n; i++) {
        Word *unit = &units->at[units->n++];
        const Yaml *value = node->items[i];
        unit->text = str_dup(build->arena, node->keys[i]->text);
        bool refused = value->kind == YAML_SCALAR && str_starts(value->text, S("error: "));
        if (value->kind != YAML_SCALAR)
            good = wrong(build, value, "expected a unit or 'error: why'");
        else if (refused)
            good &= one_meaning(build, value, &unit->means);
        else
            good &= known_unit(build, value, &unit->unit);
    }
    return good;
}

/* ---- the parts of a form */
static bool add_literal(Form *form, Str text) {
    if (!text.len) return true;
    if (form->n == PARTS_MOST) return false;
    form->parts[form->n++] = (Part){.kind = PART_LITERAL, .literal = text};
    return true;
}

/* "8", "9|10": column widths. */
static bool read_widths(Str text, Part *part) {
    int64_t width;
    while (text.len) {
        if (part->width_count == WIDTHS_MOST || !str_to_count(str_cut(&text, '|'), 40, &width) || !width)
            return false;
        part->widths[part->width_count++] = (int)width;
    }
    return part->width_count > 0;
}

static bool read_decimals(Str *rest, Part *part) {
    int64_t shift;
    if (!str_to_count(str_cut(rest, ' '), 12, &shift) || !shift) return false;
    part->shift = (int)shift;
    return true;
}

/* "{number 9|10 decimals 1}", "{number 11 brackets}", "{number 6 hex}" */
static bool read_number_words(Str rest, Part *part) {
    while (rest.len) {
        Str word = str_cut(&rest, ' ');
        bool good = str_eq(word, S("decimals"))   ? read_decimals(&rest, part)
                    : str_eq(word, S("brackets")) ? (part->brackets = true)
                    : str_eq(word, S("slash"))    ? (part->slash = true)
                    : str_eq(word, S("sign"))     ? (part->sign = true)
                    : str_eq(word, S("column"))   ? (part->column = true)
                    : str_eq(word, S("point"))    ? (part->point = true)
                    : str_eq(word, S("filled"))   ? (part->filled = true)
                    : str_eq(word, S("hex"))      ? (part->hex = true)
                                                  : !part->width_count && read_widths(word, part);
        if (!good) return false;
    }
    return !part->hex || part->width_count;
}

static const Words *words_named(const Line *line, Str name) {
    for (int i = 0; i < line->words_count; i++)
        if (str_eq(line->words[i].name, name)) return &line->words[i];
    return NULL;
}

static bool read_field(const Build *build, Str text, Part *part) {
    Str rest = text, name = str_cut(&rest, ' ');
    if (str_eq(name, S("number"))) return part->kind = PART_NUMBER, read_number_words(rest, part);
    if (str_eq(name, S("unit")))
        return part->kind = PART_UNIT, !rest.len || (read_widths(rest, part) && part->width_count == 1);
    if (str_eq(name, S("digits")))
        return part->kind = PART_DIGITS, read_widths(rest, part) && part->width_count == 1;
    if (rest.len) return false;
    if (str_eq(name, S("blank"))) return part->kind = PART_BLANK, true;
    if (str_eq(name, S("gap"))) return part->kind = PART_GAP, true;
    if (str_eq(name, S("any"))) return part->kind = PART_ANY, true;
    if (str_eq(name, S("prefix"))) return part->kind = PART_PREFIX, true;
    part->kind = PART_WORD;
    part->words = words_named(build->line, name);
    return part->words != NULL;
}

static bool read_parts(const Build *build, const Yaml *node, Form *form) {
    Str rest = str_dup(build->arena, node->text);
    while (rest.len) {
        ptrdiff_t open = str_find_byte(rest, '{');
        if (!add_literal(form, open < 0 ? rest : str_slice(rest, 0, open)))
            return wrong(build, node, "too many parts");
        if (open < 0) break;
        ptrdiff_t close = str_find_byte(rest, '}');
        if (close < open) return wrong(build, node, "a '{' without its '}'");
        if (form->n == PARTS_MOST) return wrong(build, node, "too many parts");
        Str field = str_slice(rest, open + 1, close);
        if (!read_field(build, field, &form->parts[form->n++]))
            return diag_error(build->diag, yaml_place(node),
                              "'{%.*s}' is neither a field (number, unit, digits, blank, "
                              "gap, any, prefix) as line.yaml explains them, nor the name of a list of words",
                              SARG(field));
        rest = str_skip(rest, close + 1);
    }
    return form->n > 0 || wrong(build, node, "an empty form");
}

static int count_parts(const Form *form, PartKind kind) {
    int n = 0;
    for (int i = 0; i < form->n; i++) n += form->parts[i].kind == kind;
    return n;
}

static bool always_refused(const Words *words) {
    for (int i = 0; i < words->n; i++)
        if (!no_value(&words->at[i].means)) return false;
    return true;
}

static bool is_refusal(const Form *form) {
    if (no_value(&form->means)) return true;
    for (int i = 0; i < form->n; i++)
        if (form->parts[i].kind == PART_WORD && always_refused(form->parts[i].words)) return true;
    return false;
}

/* Two numbers are told apart by their units: each stands behind its own. */
static bool is_pair(const Form *form) {
    int n = 0;
    for (int i = 0; i < form->n; i++) {
        PartKind kind = form->parts[i].kind;
        if ((kind == PART_NUMBER || kind == PART_UNIT) && kind != (n++ % 2 ? PART_UNIT : PART_NUMBER))
            return false;
    }
    return n == 2 * NUMBERS_MOST;
}

/* A form that yields a value must hold a number, and its unit must come from somewhere. */
static bool check_form(const Build *build, const Yaml *node, const Form *form) {
    const Driver *driver = build->driver;
    int numbers = count_parts(form, PART_NUMBER), units = count_parts(form, PART_UNIT);
    if (count_parts(form, PART_WORD) > WORDS_MOST)
        return wrong(build, node, "more than four words in a form");
    if (count_parts(form, PART_ANY) > 1 || ((numbers > 1 || units > 1) && !is_pair(form)))
        return wrong(build, node,
                     "more than one {any}, or numbers and units that are neither one of each nor two numbers "
                     "with a {unit} behind each");
    if (numbers > 1 && form->unit)
        return wrong(build, node, "'unit' of two numbers: the line names them itself");
    if (is_refusal(form)) return true;
    if (!numbers)
        return wrong(build, node, "a form without {number} must mean an error, overload, underrange or info");
    if (form->means.settles && form->means.stability == STABILITY_UNSTABLE) return true;
    if (!units && !form->unit && !driver->unit && !driver->wants_unit && !driver->takes_unit)
        return wrong(
            build, node,
            "where is the unit? Add {unit}, 'unit' to the form or the description, or 'unit: asked'");
    return true;
}

static bool read_yes(const Build *build, const Yaml *map, const char *key, bool *out) {
    const Yaml *node = yaml_get(map, key);
    if (!node) return true;
    *out = node->kind == YAML_SCALAR && str_eq(node->text, S("yes"));
    return *out || (node->kind == YAML_SCALAR && str_eq(node->text, S("no"))) ||
           wrong(build, node, "expected yes or no");
}

static bool read_form(const Build *build, const Yaml *node, Form *form) {
    form->whole = build->whole;
    if (!yaml_expect(node, YAML_MAP, "a form", build->diag)) return false;
    bool good = yaml_check_keys(node, form_keys, "a form", build->diag);
    const Yaml *text = yaml_get(node, "line"), *unit = yaml_get(node, "unit");
    if (!text || text->kind != YAML_SCALAR)
        return wrong(build, node, "'line' is missing: what such a line looks like");
    form->text = text->text;
    good &= read_meaning(build, yaml_get(node, "means"), &form->means);
    good &= read_yes(build, node, "whole", &form->whole);
    good &= read_yes(build, node, "apart", &form->apart);
    if (unit) {
        good &= yaml_expect(unit, YAML_SCALAR, "unit", build->diag) && known_unit(build, unit, &form->unit);
        form->unit_text = str_dup(build->arena, unit->text);
    }
    build->driver->takes_prefix |= str_find(text->text, S("{prefix}")) >= 0;
    return read_parts(build, text, form) && check_form(build, text, form) && good;
}

static bool read_forms(const Build *build, const Yaml *map, const Yaml *node) {
    Line *line = build->line;
    if (!node || node->kind != YAML_LIST || !node->n)
        return wrong(build, map, "'forms': expected a list of forms");
    bool good = true;
    line->forms = NEW_ARRAY(build->arena, Form, node->n);
    for (int i = 0; i < node->n; i++)
        good &= read_form(build, node->items[i], &line->forms[line->form_count++]);
    return good;
}

/* ---- the line as a whole */
static bool typed_value(Str text, Quantity quantity, int64_t *out) {
    Str rest = text, number = str_cut(&rest, ' ');
    const Unit *unit = driver_unit(str_trim(rest));
    Decimal decimal;
    bool exact;
    return unit && unit->quantity == quantity && decimal_parse(number, '.', &decimal) == DECIMAL_OK &&
           unit_to_smallest(&decimal, unit, out, &exact);
}

bool range_read(Arena *arena, const Yaml *pair, Quantity quantity, Range *out, Diag *diag) {
    int64_t lower, upper;
    if (pair->kind != YAML_LIST || pair->n != 2 || !typed_value(pair->items[0]->text, quantity, &lower) ||
        !typed_value(pair->items[1]->text, quantity, &upper) || lower >= upper)
        return diag_error(diag, yaml_place(pair),
                          "expected the lowest and the highest value, as in [-40 °C, 80 °C]");
    *out = (Range){true, lower, upper,
                   str_fmt(arena, "%.*s to %.*s", SARG(pair->items[0]->text), SARG(pair->items[1]->text))};
    return true;
}

static bool read_ranges(const Build *build, const Yaml *node) {
    bool good = true;
    if (!node) return true;
    if (!yaml_expect(node, YAML_MAP, "plausible", build->diag)) return false;
    for (int i = 0; i < node->n; i++) {
        Quantity quantity;
        if (!quantity_find(node->keys[i]->text, &quantity))
            good = wrong(build, node->keys[i], "unknown quantity");
        else
            good &= range_read(build->arena, node->items[i], quantity, &build->line->ranges[quantity],
                               build->diag);
    }
    return good;
}

static bool read_lengths(const Build *build, const Yaml *node) {
    bool good = !node || (node->kind == YAML_LIST && node->n <= 4);
    int64_t length;
    for (int i = 0; node && good && i < node->n; i++) {
        good = str_to_count(node->items[i]->text, FRAME_MOST, &length);
        if (good) build->line->lengths[build->line->length_count++] = (int)length;
    }
    return good || wrong(build, node, "expected a list of at most four lengths in bytes");
}

static bool wrong_key(const Build *build, const Yaml *map, const char *key, const char *what) {
    const Yaml *value = yaml_get(map, key);
    return diag_error(build->diag, yaml_place(value ? value : map), "'%s': %s", key, what);
}

static bool read_ends(Build *build, const Yaml *node) {
    Line *line = build->line;
    int64_t longest = 64;
    bool good = true;
    Str end = yaml_get(node, "end") ? yaml_text(node, "end") : S("\r\n");
    Str decimal = yaml_get(node, "decimal") ? yaml_text(node, "decimal") : S(".");
    line->end = str_dup(build->arena, end);
    if (!end.len || end.len > 4)
        good = wrong_key(build, node, "end", "expected one to four bytes, as in \"\\r\\n\"");
    if (decimal.len != 1 || (decimal.at[0] != '.' && decimal.at[0] != ','))
        good = wrong_key(build, node, "decimal", "expected '.' or ','");
    line->decimal = decimal.len ? decimal.at[0] : '.';
    if (yaml_get(node, "longest") &&
        (!str_to_count(yaml_text(node, "longest"), FRAME_MOST, &longest) || longest < 4))
        good = wrong_key(build, node, "longest", "expected 4 to 128 bytes");
    build->driver->frame_max = (int)longest;
    return good;
}

bool describe_line(Arena *arena, const Yaml *node, Driver *driver, Diag *diag) {
    Build build = {arena, diag, driver, NEW(arena, Line), true};
    if (!yaml_expect(node, YAML_MAP, "line", diag)) return false;
    bool good = yaml_check_keys(node, line_keys, "line", diag);
    good &= read_ends(&build, node);
    good &= read_lengths(&build, yaml_get(node, "lengths"));
    good &= read_yes(&build, node, "whole", &build.whole);
    good &= read_units(&build, yaml_get(node, "units"));
    good &= read_all_words(&build, yaml_get(node, "words"));
    good &= read_ranges(&build, yaml_get(node, "plausible"));
    good &= read_forms(&build, node, yaml_get(node, "forms"));
    driver->frame = line_frame;
    driver->decode = line_decode;
    driver->description = build.line;
    return good;
}
