/* The way from step to step: what each wish of the person does, what is written when. A reading is on the
 * disk before the next step is entered; nothing is taken for a step that was left. */
#include "measure/inside.h"

#include "base/text.h"

const Step *measure_step(const Measure *m) {
    return m->at >= 0 && m->at < m->walk.n ? &m->walk.steps[m->at] : NULL;
}

/* ---- entering a step */

/* The walk's proposal, else the first that has shown such a quantity meanwhile. */
static int fitting_tool(const Measure *m, const Step *step) {
    if (step->instrument >= 0 || step->quantity == QUANTITY_NONE) return step->instrument;
    for (int i = 0; i < m->tool_count; i++)
        if (tools_fit(&m->list, i, step->quantity)) return i;
    return -1;
}

/* Another item proposes its own instrument; along one item the person's choice stays. */
static void choose_tool(Measure *m, const Step *step) {
    bool other_item = m->at == 0 || !str_eq(m->walk.steps[m->at - 1].item, step->item);
    if (other_item || m->chosen < 0 || !tools_fit(&m->list, m->chosen, step->quantity))
        m->chosen = fitting_tool(m, step);
}

static void entered(const Measure *m) {
    if (m->front.entered) m->front.entered(m->front.context);
}

static void enter(Measure *m, int at) {
    m->at = at;
    measure_unsay(m, ABOUT_STEP, 0);
    if (measure_step(m)) choose_tool(m, measure_step(m));
    for (int i = 0; i < m->tool_count; i++)
        if (m->tools[i].loaded) m->tools[i].armed = false;
    tools_new_turn(m);
    tools_set_polling(m);
    entered(m);
}

void measure_go_to(Measure *m, int at) {
    if (at < 0 || at > m->walk.n) return;
    if (at < m->walk.n) m->skipped[at] = false;
    enter(m, at);
}

/* The next step without a reading; the end when there is none ahead. */
static void go_on(Measure *m) {
    int at = m->at + 1;
    while (at < m->walk.n && (m->row_of[at] >= 0 || m->skipped[at])) at++;
    enter(m, at > m->walk.n ? m->walk.n : at);
}

/* A session that goes on finds the ball it weighed last still on the pan, for all it knows. */
static void distrust_loads(Measure *m) {
    bool weighed = false;
    for (int i = 0; i < m->walk.n; i++)
        weighed |= m->row_of[i] >= 0 && m->walk.steps[i].quantity == QUANTITY_MASS;
    for (int i = 0; i < m->tool_count; i++) m->tools[i].armed = !weighed;
}

void measure_start(Measure *m) {
    distrust_loads(m);
    m->at = -1, m->chosen = -1;
    tools_tell_overdue(m);
    go_on(m);
    if (m->walk.pickups < m->walk.pickups_by_document)
        measure_say(m, ABOUT_STEP,
                    MEASURE_FILL(m, "pickups", str_fmt(m->arena, "%d", m->walk.pickups),
                                 str_fmt(m->arena, "%d", m->walk.pickups_by_document)));
}

/* ---- a reading counts */

static void drop_row_index(Measure *m, int index) {
    for (int i = 0; i < m->walk.n; i++) {
        if (m->row_of[i] == index)
            m->row_of[i] = -1;
        else if (m->row_of[i] > index)
            m->row_of[i]--;
    }
}

static void judge(const Measure *m) {
    if (m->verdict.judge) m->verdict.judge(m->verdict.context, m);
}

static Str join_notes(Measure *m, Str flags) {
    if (!flags.len || !m->note.len) return flags.len ? flags : m->note;
    return str_fmt(m->arena, "%.*s; %.*s", SARG(flags), SARG(m->note));
}

void measure_put_down(Measure *m, Str value, Str unit, int tool, int64_t smallest, Str flags) {
    const Step *step = measure_step(m);
    int at = m->at, old = m->row_of[at];
    Str id = tool >= 0 ? m->tools[tool].instrument->id : S("");
    Row row = {m->table, step->item, step->point, value, unit, id, join_notes(m, flags), 0, 0};
    m->taking = false;
    if (!(old < 0 ? rows_append(m->rows, row) : rows_replace(m->rows, old, &row))) {
        m->failed = true;
        return;
    }
    if (old >= 0) drop_row_index(m, old);
    m->row_of[at] = (int)m->rows->at.n - 1;
    m->value_of[at] = smallest;
    m->skipped[at] = false;
    m->note = S("");
    measure_unsay(m, ABOUT_READING, 0);
    judge(m);
    if (m->front.put_down) m->front.put_down(m->front.context, at);
    go_on(m);
}

bool measure_withdraw(Measure *m, int row) {
    if (!rows_replace(m->rows, row, NULL)) return m->failed = true, false;
    drop_row_index(m, row);
    measure_unsay(m, ABOUT_READING, 0);
    judge(m);
    return true;
}

/* ---- what is typed */

static void answer(Measure *m, Str text) {
    bool yes;
    if (typed_answer(m->arena, text, &yes))
        measure_put_down(m, yes ? S("yes") : S("no"), S(""), -1, yes, S(""));
    else
        measure_say(m, ABOUT_STEP,
                    str_fmt(m->arena, "'%.*s': %.*s", SARG(text), SARG(measure_word(m, "question"))));
}

/* Whose reading a typed value is: that of the instrument which is read by hand or types itself, or cannot be
 * read otherwise. Next to a connected one nobody knows where a typed value comes from. */
static int typed_tool(const Measure *m) {
    return m->chosen >= 0 && !m->tools[m->chosen].live ? m->chosen : -1;
}

static void type_value(Measure *m, Str text, const Step *step) {
    Typed typed;
    const char *why;
    int tool = typed_tool(m);
    if (!typed_parse(m->arena, text, step, &typed, &why)) {
        measure_say(m, ABOUT_STEP, str_fmt(m->arena, "'%.*s': %s", SARG(text), why));
        return;
    }
    int64_t offset = tool >= 0 ? m->tools[tool].instrument->offset : 0;
    if (offset) {
        typed.smallest += offset;
        typed.value = unit_print_shortest(m->arena, typed.smallest, typed.unit, typed.places, 9);
        typed.unit_text = typed.unit->name;
    }
    measure_put_down(m, typed.value, typed.unit_text, tool, typed.smallest, S(""));
}

void measure_type(Measure *m, Str text) {
    const Step *step = measure_step(m);
    m->taking = false;
    if (!step) return;
    text = text_utf8_fault(text) >= 0 ? S("?") : str_dup(m->arena, str_trim(text));
    if (typed_letter_and_number(text))
        measure_say(m, ABOUT_STEP, MEASURE_FILL(m, "letter_and_number", text));
    else if (step->quantity == QUANTITY_NONE)
        answer(m, text);
    else
        type_value(m, text, step);
}

void measure_note(Measure *m, Str text) {
    if (text_utf8_fault(text) >= 0 || text_control(text, false) >= 0)
        measure_say(m, ABOUT_STEP, measure_word(m, "bad_note"));
    else
        m->note = text_nfc(m->arena, str_dup(m->arena, str_trim(text)));
}

/* ---- to and fro */

/* The step before, whatever became of it; its reading stays until a new one takes its place. */
void measure_back(Measure *m) {
    if (m->at <= 0)
        measure_say(m, ABOUT_STEP, measure_word(m, "at_start"));
    else
        measure_go_to(m, m->at - 1);
}

int measure_last(const Measure *m) {
    for (int i = 0; i < m->walk.n; i++)
        if (m->row_of[i] >= 0 && m->row_of[i] == (int)m->rows->at.n - 1) return i;
    return -1;
}

/* The reading of this step, or else the one put down last, is withdrawn and taken again. */
void measure_again(Measure *m) {
    int at = measure_step(m) && m->row_of[m->at] >= 0 ? m->at : measure_last(m);
    if (at < 0) {
        measure_say(m, ABOUT_STEP, measure_word(m, "nothing_again"));
        return;
    }
    Str value = measure_value(m, at);
    if (!measure_withdraw(m, m->row_of[at])) return;
    measure_go_to(m, at);
    m->old_load = true; /* what lies on the balance is what is to be weighed again */
    measure_say(m, ABOUT_READING, MEASURE_FILL(m, "withdrawn", value));
}

void measure_skip(Measure *m) {
    if (!measure_step(m)) return;
    m->skipped[m->at] = m->row_of[m->at] < 0;
    go_on(m);
}

/* The next instrument that measures this, then none (typed), then round again. */
void measure_switch(Measure *m) {
    const Step *step = measure_step(m);
    if (!step || step->quantity == QUANTITY_NONE) return;
    do m->chosen++;
    while (m->chosen < m->tool_count && !tools_fit(&m->list, m->chosen, step->quantity));
    if (m->chosen >= m->tool_count) m->chosen = -1;
    measure_unsay(m, ABOUT_STEP, 0);
    tools_new_turn(m);
    tools_set_polling(m);
    entered(m);
}
