/* What a session says, and for how long it holds. A message carries its time; said again in a row it counts;
 * it goes when what it hangs on has changed, so that nothing stands there that is no longer so. */
#include "measure/inside.h"

#include "base/moment.h"

Str measure_word(const Measure *m, const char *key) {
    char path[128];
    snprintf(path, sizeof path, "measure.%s", key);
    return catalogue_text(m->words, path);
}

static void drop_saying(Measure *m, int index) {
    m->saying_count--;
    for (int i = index; i < m->saying_count; i++) m->sayings[i] = m->sayings[i + 1];
}

void measure_unsay(Measure *m, About about, int tool) {
    for (int i = m->saying_count - 1; i >= 0; i--)
        if (m->sayings[i].about == about && (about != ABOUT_TOOL || m->sayings[i].tool == tool))
            drop_saying(m, i);
}

static Saying *find_saying(Measure *m, Str text) {
    for (int i = 0; i < m->saying_count; i++)
        if (str_eq(m->sayings[i].text, text)) return &m->sayings[i];
    return NULL;
}

/* The newest stands last, also when it was said before. */
static Saying *newest(Measure *m, Saying message) {
    Saying *old = find_saying(m, message.text);
    if (old) {
        message.text = old->text, message.count = old->count + 1;
        drop_saying(m, (int)(old - m->sayings));
    } else {
        message.text = str_dup(m->arena, message.text);
        if (m->saying_count == SAYINGS_MOST) drop_saying(m, 0);
    }
    m->sayings[m->saying_count] = message;
    return &m->sayings[m->saying_count++];
}

static void say(Measure *m, Saying message) {
    message.count = 1, message.utc_ms = moment_now().utc_ms;
    const Saying *said = newest(m, message);
    if (m->front.said) m->front.said(m->front.context, said);
}

void measure_say(Measure *m, About about, Str text) {
    say(m, (Saying){.text = text, .about = about, .tool = -1});
}

void measure_say_tool(Measure *m, int tool, Str text) {
    say(m, (Saying){.text = text, .about = ABOUT_TOOL, .tool = tool});
}

/* ---- a step in words */

Str measure_point(const Measure *m, Str point) { return catalogue_point(m->words, point); }

Str measure_title(const Measure *m, const Step *step) {
    int language = language_index(m->words->language);
    Str title = step->requirement ? texts_get(&step->requirement->title, language) : step->item;
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

/* In the unit of the step's limits. */
Str measure_value(const Measure *m, int at) {
    if (m->row_of[at] < 0) return S("");
    const Row *row = &m->rows->at.at[m->row_of[at]];
    if (m->walk.steps[at].quantity == QUANTITY_NONE) return measure_word(m, m->value_of[at] ? "yes" : "no");
    const Unit *unit = m->walk.steps[at].unit;
    Str value = str_eq(row->unit, unit->name) ? row->value
                                              : unit_print_shortest(m->arena, m->value_of[at], unit, 0, 3);
    return str_fmt(m->arena, "%.*s %.*s", SARG(catalogue_number(m->words, value)), SARG(unit->name));
}

Opinion measure_opinion(const Measure *m, int at) {
    if (!m->verdict.opinion || m->row_of[at] < 0) return (Opinion){0};
    return m->verdict.opinion(m->verdict.context, m, at);
}

int measure_consequences(const Measure *m, int at, Str *lines, Opinion *opinions, int most) {
    if (!m->verdict.consequences) return 0;
    return m->verdict.consequences(m->verdict.context, m, at, lines, opinions, most);
}
