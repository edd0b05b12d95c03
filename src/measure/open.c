/* Opening a session: the walk is planned, the file opened, and what it holds already is put to its steps. */
#include "measure/inside.h"

#include "base/text.h"

/* ---- an earlier session */

static bool restore_value(Measure *m, int at, const Row *row) {
    const Step *step = &m->walk.steps[at];
    Typed typed;
    bool yes;
    const char *why = "expected yes or no";
    Str text = row->value;
    if (step->quantity == QUANTITY_NONE) {
        if (typed_answer(m->arena, row->value, &yes)) return m->value_of[at] = yes, true;
    } else {
        text = str_fmt(m->arena, "%.*s %.*s", SARG(row->value), SARG(row->unit));
        if (typed_parse(m->arena, text, step, &typed, &why)) return m->value_of[at] = typed.smallest, true;
    }
    return diag_error(m->diag, rows_place(m->rows, row), "'%.*s': %s", SARG(text), why);
}

static bool restore_row(Measure *m, int index) {
    const Row *row = &m->rows->at.at[index];
    ItemKind kind;
    if (!str_eq(row->table, m->table)) return true;
    if (!profile_item(m->profile, row->item, &kind))
        return diag_error(m->diag, rows_place(m->rows, row), "item '%.*s' is unknown to the profile %.*s",
                          SARG(row->item), SARG(m->profile->id));
    for (int i = 0; i < m->walk.n; i++) {
        const Step *step = &m->walk.steps[i];
        if (m->row_of[i] >= 0 || !str_eq(step->item, row->item) || !str_eq(step->point, row->point)) continue;
        m->row_of[i] = index;
        return restore_value(m, i, row);
    }
    return true; /* one more reading of a point than this session asks for: it counts all the same */
}

static bool restore(Measure *m) {
    bool ok = true;
    m->row_of = NEW_ARRAY(m->arena, int, m->walk.n + 1);
    m->value_of = NEW_ARRAY(m->arena, int64_t, m->walk.n + 1);
    m->skipped = NEW_ARRAY(m->arena, bool, m->walk.n + 1);
    for (int i = 0; i < m->walk.n; i++) m->row_of[i] = -1;
    for (int i = 0; i < (int)m->rows->at.n; i++) ok &= restore_row(m, i);
    if (ok && m->verdict.judge) m->verdict.judge(m->verdict.context, m);
    return ok;
}

bool measure_open(Measure *m, const MeasureOrder *order) {
    *m = (Measure){.arena = order->arena,
                   .diag = order->diag,
                   .words = order->words,
                   .profile = order->profile,
                   .table = text_nfc(order->arena, str_trim(order->table)),
                   .stop_fd = order->stop_fd,
                   .front = order->front,
                   .verdict = order->verdict};
    if (!tools_open(m, order->list)) return false;
    m->walk = walk_plan(m->arena, m->profile, &m->list, order->repeats);
    m->rows = rows_open(m->arena, order->file, order->resume, m->diag);
    return m->rows && restore(m);
}

void measure_close(Measure *m) {
    tools_close(m);
    rows_close(m->rows);
    m->rows = NULL;
}

/* ---- how far it is */

int measure_done(const Measure *m) {
    int n = 0;
    for (int i = 0; i < m->walk.n; i++) n += m->row_of[i] >= 0;
    return n;
}

int measure_missing(const Measure *m) {
    int n = 0;
    for (int i = 0; i < m->walk.n; i++) {
        const Requirement *r = m->walk.steps[i].requirement;
        bool optional =
            !r || (r->points.kind == POINTS_NUMBER && r->points.least == 0 && r->quantity != QUANTITY_NONE);
        n += m->row_of[i] < 0 && !optional;
    }
    return n;
}
