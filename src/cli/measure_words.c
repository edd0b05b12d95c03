/* What the guided session says, in the language of the user. */
#include "cli/measure.h"

Str measure_word(const Measure *m, const char *key) {
    char path[128];
    snprintf(path, sizeof path, "measure.%s", key);
    return catalogue_text(m->words, path);
}

Str measure_point(const Measure *m, Str point) { return catalogue_point(m->words, point); }

Str measure_title(const Measure *m, const Step *step) {
    Str title = step->requirement ? texts_get(&step->requirement->title, m->language) : step->item;
    return title.len ? title : step->item;
}

Str measure_limit(const Measure *m, const Requirement *r) {
    if (!r || !requirement_has_limit(r) || r->quantity == QUANTITY_NONE) return S("");
    Str unit = r->unit->name, lower = catalogue_number(m->words, r->lower.text),
        upper = catalogue_number(m->words, r->upper.text);
    if (r->lower.given && r->upper.given) return MEASURE_FILL(m, "limit.both", lower, upper, unit);
    return r->lower.given ? MEASURE_FILL(m, "limit.lower", lower, unit)
                          : MEASURE_FILL(m, "limit.upper", upper, unit);
}

/* The value of a confirmed step, in the unit of its limits. */
Str measure_value(const Measure *m, int step) {
    if (m->row_of[step] < 0) return S("");
    const Row *row = &m->rows->at.at[m->row_of[step]];
    if (m->walk.steps[step].quantity == QUANTITY_NONE)
        return measure_word(m, m->value_of[step] ? "yes" : "no");
    const Unit *unit = m->walk.steps[step].unit;
    Str value = str_eq(row->unit, unit->name)
                    ? row->value
                    : unit_print_shortest(m->run->arena, m->value_of[step], unit, 0, 3);
    return str_fmt(m->run->arena, "%.*s %.*s", SARG(catalogue_number(m->words, value)), SARG(unit->name));
}

void measure_say(Measure *m, Str text) {
    if (!m->screen) {
        printf("  %.*s\n", SARG(text));
        fflush(stdout);
        return;
    }
    memmove(m->talk, m->talk + 1, sizeof m->talk - sizeof *m->talk);
    m->talk[TALK_LINES - 1] = str_dup(m->run->arena, text);
    m->dirty = true;
}
