/* The same session for a front behind a network: a request names the row it makes, so one that comes twice
 * counts once, and one that comes after the file has gone another way is told so. */
#include "measure/inside.h"

#include "base/text.h"

/* What n means for the file as it is: ACCEPTED when it is the next row. */
static MeasureAnswer place_of(const Measure *m, int n) {
    int rows = (int)m->rows->at.n;
    if (n < 1 || n > rows + 1) return MEASURE_CONFLICT;
    return n == rows + 1 ? MEASURE_ACCEPTED : MEASURE_KNOWN;
}

/* The step of a point: the first without a reading, else the last of its repeats. */
static int find_step(const Measure *m, Str item, Str point) {
    int last = -1;
    for (int i = 0; i < m->walk.n; i++) {
        const Step *step = &m->walk.steps[i];
        if (!str_eq(step->item, item) || !str_eq(step->point, point)) continue;
        if (m->row_of[i] < 0) return i;
        last = i;
    }
    return last;
}

static bool same_row(const Measure *m, const Row *row, const Step *step, Str text) {
    Typed typed;
    bool yes;
    const char *why;
    if (!str_eq(row->item, step->item) || !str_eq(row->point, step->point)) return false;
    if (step->quantity == QUANTITY_NONE)
        return typed_answer(m->arena, text, &yes) && str_eq(row->value, yes ? S("yes") : S("no"));
    return typed_parse(m->arena, text, step, &typed, &why) && str_eq(row->value, typed.value) &&
           str_eq(row->unit, typed.unit_text);
}

/* What would be put down, looked at first: a message is of no use behind a network. */
static bool is_value(const Measure *m, const Step *step, Str text, const char **why) {
    Typed typed;
    bool yes;
    *why = "no plain text";
    if (text_utf8_fault(text) >= 0) return false;
    *why = "a letter before a number";
    if (typed_letter_and_number(text)) return false;
    *why = "expected yes or no";
    return step->quantity == QUANTITY_NONE ? typed_answer(m->arena, text, &yes)
                                           : typed_parse(m->arena, text, step, &typed, why);
}

MeasureAnswer measure_record(Measure *m, int n, Str item, Str point, Str text, const char **why) {
    int at = find_step(m, item, point);
    MeasureAnswer place = place_of(m, n);
    *why = "no such point in this walk";
    text = str_trim(text);
    if (at < 0) return MEASURE_REFUSED;
    const Step *step = &m->walk.steps[at];
    if (!is_value(m, step, text, why)) return MEASURE_REFUSED;
    if (place == MEASURE_KNOWN)
        return same_row(m, &m->rows->at.at[n - 1], step, text) ? MEASURE_KNOWN : MEASURE_CONFLICT;
    if (place != MEASURE_ACCEPTED || m->row_of[at] >= 0) return MEASURE_CONFLICT;
    if (m->at != at) measure_go_to(m, at);
    measure_type(m, text);
    return m->failed ? MEASURE_FAILED : MEASURE_ACCEPTED;
}

MeasureAnswer measure_take_numbered(Measure *m, int n) {
    MeasureAnswer place = place_of(m, n);
    if (place == MEASURE_ACCEPTED) measure_take(m);
    return m->failed ? MEASURE_FAILED : place;
}

MeasureAnswer measure_delete(Measure *m, int n) {
    int rows = (int)m->rows->at.n;
    if (n == rows + 1) return MEASURE_KNOWN;
    if (n != rows || n < 1) return MEASURE_CONFLICT;
    int at = measure_last(m);
    if (!measure_withdraw(m, n - 1)) return MEASURE_FAILED;
    if (at >= 0) measure_go_to(m, at);
    return MEASURE_ACCEPTED;
}
