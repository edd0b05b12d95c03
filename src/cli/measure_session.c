/* The guided session itself: what each key does, where the way goes on, what is written when. */
#include "cli/measure.h"

#include "base/moment.h"
#include "base/text.h"
#include "cli/signals.h"

static const Step *step_now(const Measure *m) { return m->at < m->walk.n ? &m->walk.steps[m->at] : NULL; }

/* ---- the way */

static void enter_step(Measure *m, int at) {
    m->at = at;
    m->taking = false;
    const Step *step = step_now(m);
    m->keyboard.question = step && step->quantity == QUANTITY_NONE;
    if (step && (m->chosen < 0 || !tools_fit(&m->list, m->chosen, step->quantity)))
        m->chosen = step->instrument;
    /* Another item proposes its own instrument; along one item the operator's choice stays. */
    if (step && (at == 0 || !str_eq(m->walk.steps[at - 1].item, step->item))) m->chosen = step->instrument;
    for (int i = 0; i < m->tool_count; i++)
        if (m->tools[i].loaded) m->tools[i].armed = false;
    measure_set_polling(m);
    measure_show_step(m);
}

/* The next step without a reading; the end when there is none ahead. */
static void go_on(Measure *m) {
    int at = m->at + 1;
    while (at < m->walk.n && (m->row_of[at] >= 0 || m->skipped[at])) at++;
    enter_step(m, at > m->walk.n ? m->walk.n : at);
}

static void drop_row_index(Measure *m, int index) {
    for (int i = 0; i < m->walk.n; i++) {
        if (m->row_of[i] == index)
            m->row_of[i] = -1;
        else if (m->row_of[i] > index)
            m->row_of[i]--;
    }
}

static Str join_notes(Measure *m, Str flags) {
    if (!flags.len || !m->note.len) return flags.len ? flags : m->note;
    return str_fmt(m->run->arena, "%.*s; %.*s", SARG(flags), SARG(m->note));
}

static void tell_confirmed(Measure *m, int at) {
    Opinion opinion = measure_opinion(m, at), more[MEASURE_CONSEQUENCES];
    Str lines[MEASURE_CONSEQUENCES];
    if (m->screen) return; /* it stands there anyway */
    measure_say(m, str_fmt(m->run->arena, "%.*s%s%.*s", SARG(measure_value(m, at)),
                           opinion.text.len ? "  " : "", SARG(opinion.text)));
    int n = measure_consequences(m, at, lines, more, MEASURE_CONSEQUENCES);
    for (int i = 0; i < n; i++) measure_say(m, lines[i]);
}

void measure_confirm(Measure *m, Str value, Str unit, int tool, int64_t smallest, Str flags) {
    const Step *step = step_now(m);
    int at = m->at, old = m->row_of[at];
    Str id = tool >= 0 ? m->tools[tool].instrument->id : S("");
    Row row = {m->table, step->item, step->point, value, unit, id, join_notes(m, flags), 0, 0};
    m->taking = false;
    if (!(old < 0 ? rows_append(m->rows, row) : rows_replace(m->rows, old, &row))) {
        m->failed = m->done = true;
        return;
    }
    if (old >= 0) drop_row_index(m, old);
    m->row_of[at] = (int)m->rows->at.n - 1;
    m->value_of[at] = smallest;
    m->skipped[at] = false;
    m->note = S("");
    measure_judge(m);
    tell_confirmed(m, at);
    go_on(m);
}

/* ---- what is typed */

static bool find_answer(Str text, bool *yes) {
    static const struct {
        const char *word;
        bool yes;
    } words[] = {{"yes", true}, {"y", true},  {"áno", true},  {"ano", true}, {"a", true},
                 {"no", false}, {"n", false}, {"nie", false}, {"ne", false}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_eq(text, str_of(words[i].word))) return *yes = words[i].yes, true;
    return false;
}

static void answer(Measure *m, Str text) {
    bool yes;
    if (find_answer(text_fold(m->run->arena, text), &yes))
        measure_confirm(m, yes ? S("yes") : S("no"), S(""), -1, yes, S(""));
    else
        measure_say(m, measure_word(m, "question"));
}

/* Whose reading a typed value is: that of the instrument which is read by hand, or cannot be read otherwise.
 * Next to a connected one nobody knows where a typed value comes from. */
static int typed_tool(const Measure *m) {
    return m->chosen >= 0 && !m->tools[m->chosen].live ? m->chosen : -1;
}

static void type_value(Measure *m, Str text) {
    const Step *step = step_now(m);
    Typed typed;
    const char *why;
    if (!step) return;
    if (text_utf8_fault(text) >= 0) text = S("?");
    if (step->quantity == QUANTITY_NONE)
        answer(m, text);
    else if (measure_parse_typed(m->run->arena, text, step, &typed, &why))
        measure_confirm(m, typed.value, typed.unit_text, typed_tool(m), typed.smallest, S(""));
    else
        measure_say(m, str_fmt(m->run->arena, "'%.*s': %s", SARG(text), why));
}

static void keep_note(Measure *m, Str text) {
    if (text_utf8_fault(text) >= 0 || text_control(text, false) >= 0) {
        measure_say(m, measure_word(m, "bad_note"));
        return;
    }
    m->note = text_nfc(m->run->arena, str_dup(m->run->arena, text));
    m->dirty = true;
}

/* ---- keys */

/* The step before, whatever became of it; its reading stays until a new one takes its place. */
static void go_back(Measure *m) {
    if (m->at == 0) {
        measure_say(m, measure_word(m, "at_start"));
        return;
    }
    m->skipped[m->at - 1] = false;
    enter_step(m, m->at - 1);
}

/* The reading of this step, or else the one confirmed last, is withdrawn and taken again. */
static void take_again(Measure *m) {
    int at = m->at;
    if (at == m->walk.n || m->row_of[at] < 0)
        for (at = 0; at < m->walk.n && (m->row_of[at] < 0 || m->row_of[at] != (int)m->rows->at.n - 1);) at++;
    if (at == m->walk.n) {
        measure_say(m, measure_word(m, "nothing_again"));
        return;
    }
    int index = m->row_of[at];
    Str value = measure_value(m, at);
    if (!rows_replace(m->rows, index, NULL)) {
        m->failed = m->done = true;
        return;
    }
    drop_row_index(m, index);
    measure_judge(m);
    measure_say(m, MEASURE_FILL(m, "withdrawn", value));
    enter_step(m, at);
}

static void skip_step(Measure *m) {
    if (m->at < m->walk.n) {
        m->skipped[m->at] = m->row_of[m->at] < 0;
        go_on(m);
    }
}

/* The next instrument that measures this, then none (typed), then round again. */
static void switch_tool(Measure *m) {
    const Step *step = step_now(m);
    if (!step || step->quantity == QUANTITY_NONE) return;
    m->taking = false;
    for (m->chosen++; m->chosen < m->tool_count && !tools_fit(&m->list, m->chosen, step->quantity);)
        m->chosen++;
    if (m->chosen >= m->tool_count) m->chosen = -1;
    measure_set_polling(m);
    measure_show_step(m);
}

static void do_key(Measure *m, Key key) {
    Str text = str_of(m->keyboard.text);
    m->dirty = true;
    if (key != KEY_TAKE && key != KEY_NOTE && key != KEY_NONE) m->taking = false;
    switch (key) {
    case KEY_TAKE:
        if (m->at == m->walk.n)
            m->done = true;
        else
            measure_take(m);
        break;
    case KEY_BACK:
        go_back(m);
        break;
    case KEY_AGAIN:
        take_again(m);
        break;
    case KEY_SKIP:
        skip_step(m);
        break;
    case KEY_NOTE:
        keep_note(m, text);
        break;
    case KEY_SWITCH:
        switch_tool(m);
        break;
    case KEY_QUIT:
        m->done = true;
        break;
    case KEY_TEXT:
        type_value(m, text);
        break;
    case KEY_NONE:
        break;
    }
}

/* Lines wait until the reading asked for has come, so that a script keeps step; keys do not. */
static bool may_read_keys(const Measure *m) { return !m->done && (m->keyboard.keys || !m->taking); }

static void read_keys(Measure *m) {
    Key key = KEY_NONE;
    do {
        key = may_read_keys(m) ? keyboard_next(&m->keyboard) : KEY_NONE;
        do_key(m, key);
    } while (key != KEY_NONE);
}

/* ---- the loop */

static void wait(Measure *m) {
    Live *lives[TOOLS_MOST];
    int64_t until = m->taking ? m->until_ms : INT64_MAX;
    int n = measure_live(m, lives, &until);
    if (m->screen && m->dirty && m->drawn_ms + MEASURE_DRAW_MS < until) until = m->drawn_ms + MEASURE_DRAW_MS;
    int also[2] = {signals_fd(), may_read_keys(m) ? keyboard_fd(&m->keyboard) : -1};
    if (may_read_keys(m) && keyboard_pending(&m->keyboard)) until = 0;
    unsigned ready = live_wait(lives, n, also, until);
    if (ready & 1) m->done = true;
    if (ready & 2) keyboard_read(&m->keyboard);
}

static int missing(const Measure *m) {
    int n = 0;
    for (int i = 0; i < m->walk.n; i++) {
        const Requirement *r = m->walk.steps[i].requirement;
        bool optional =
            !r || (r->points.kind == POINTS_NUMBER && r->points.least == 0 && r->quantity != QUANTITY_NONE);
        n += m->row_of[i] < 0 && !optional;
    }
    return n;
}

int measure_run(Measure *m) {
    m->at = -1;
    m->chosen = -1;
    measure_tell_overdue(m);
    go_on(m);
    while (!m->done) {
        measure_retry_tools(m, clock_monotonic_ms());
        measure_draw(m);
        wait(m);
        if (m->done) break;
        read_keys(m);
        if (!m->done) measure_step_tools(m);
        if (m->at == m->walk.n && !m->screen) m->done = true;
    }
    if (m->failed) return EXIT_MACHINE;
    if (signals_came()) return signals_status();
    return missing(m) ? EXIT_INCOMPLETE : EXIT_YES;
}

/* ---- an earlier session */

static bool restore_value(Measure *m, int at, const Row *row) {
    const Step *step = &m->walk.steps[at];
    Typed typed;
    bool yes;
    const char *why = "expected yes or no";
    if (step->quantity == QUANTITY_NONE) {
        if (find_answer(row->value, &yes)) return m->value_of[at] = yes, true;
        return diag_error(&m->run->diag, rows_place(m->rows, row), "'%.*s': %s", SARG(row->value), why);
    }
    Str text = str_fmt(m->run->arena, "%.*s %.*s", SARG(row->value), SARG(row->unit));
    if (measure_parse_typed(m->run->arena, text, step, &typed, &why))
        return m->value_of[at] = typed.smallest, true;
    return diag_error(&m->run->diag, rows_place(m->rows, row), "'%.*s': %s", SARG(text), why);
}

static bool restore_row(Measure *m, int index) {
    const Row *row = &m->rows->at.at[index];
    ItemKind kind;
    if (!str_eq(row->table, m->table)) return true;
    if (!profile_item(m->profile, row->item, &kind))
        return diag_error(&m->run->diag, rows_place(m->rows, row),
                          "item '%.*s' is unknown to the profile %.*s", SARG(row->item),
                          SARG(m->profile->id));
    for (int i = 0; i < m->walk.n; i++) {
        const Step *step = &m->walk.steps[i];
        if (m->row_of[i] >= 0 || !str_eq(step->item, row->item) || !str_eq(step->point, row->point)) continue;
        m->row_of[i] = index;
        return restore_value(m, i, row);
    }
    return true; /* one more reading of a point than this session asks for: it counts all the same */
}

bool measure_restore(Measure *m) {
    bool ok = true;
    m->row_of = NEW_ARRAY(m->run->arena, int, m->walk.n + 1);
    m->value_of = NEW_ARRAY(m->run->arena, int64_t, m->walk.n + 1);
    m->skipped = NEW_ARRAY(m->run->arena, bool, m->walk.n + 1);
    for (int i = 0; i < m->walk.n; i++) m->row_of[i] = -1;
    for (int i = 0; i < (int)m->rows->at.n; i++) ok &= restore_row(m, i);
    if (ok) measure_judge(m);
    return ok;
}
