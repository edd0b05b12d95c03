/* Which reading counts. By itself one counts when the person pressed the key of an instrument that has one,
 * or when a stable mass arrives after the old load was removed (so two balls of equal weight are two
 * readings); when one was asked for, the next good one counts. An answer belongs to its request: one that was
 * asked for at another step, or before another request, is shown and never taken. Source: read/README.md,
 * measure. */
#include "measure/inside.h"

#include "base/moment.h"

static const int64_t SMALLEST_LOAD = 40000000000; /* 40 g */

enum { TAKE_MS = 10000, TAKE_KEY_MS = 60000, KEYED_MS = 500 };

/* ---- the load of a balance */

/* A load is there above half of what is expected, gone below a quarter of it. No ball is lighter than what
 * stands in for an expectation. */
static int64_t expected_load(const Measure *m, const Step *step) {
    const Requirement *r = step->requirement;
    if (r && r->lower.given) return r->lower.value;
    if (r && r->upper.given) return r->upper.value;
    for (int i = m->at - 1; i >= 0; i--)
        if (m->row_of[i] >= 0 && m->walk.steps[i].quantity == QUANTITY_MASS) return m->value_of[i];
    return SMALLEST_LOAD;
}

static void watch_load(Measure *m, Tool *tool, const Indication *indication) {
    const Step *step = measure_step(m);
    int64_t expected = step && step->quantity == QUANTITY_MASS ? expected_load(m, step) : 0;
    if (expected <= 0 || indication->quantity != QUANTITY_MASS) return;
    if (indication->state == STATE_UNDERRANGE) tool->loaded = false;
    if (indication->state == STATE_OVERLOAD) tool->loaded = true;
    if (indication->state == STATE_OK || indication->state == STATE_UNSTABLE) {
        if (indication->value >= expected / 2) tool->loaded = true;
        if (indication->value <= expected / 4) tool->loaded = false;
    }
    if (!tool->loaded) tool->armed = true;
}

static bool is_weighed(const Measure *m, const Tool *tool, const Indication *indication) {
    const Step *step = measure_step(m);
    return step->quantity == QUANTITY_MASS && tool->armed && tool->loaded && expected_load(m, step) > 0 &&
           indication->stability == STABILITY_STABLE;
}

/* Asked for before the ball lies on the balance: its mass is waited for. */
static bool is_empty(const Measure *m, const Indication *indication) {
    const Step *step = measure_step(m);
    return step->quantity == QUANTITY_MASS && indication->value < expected_load(m, step) / 20;
}

/* What was weighed last still lies there: nobody can tell whether it is meant again. A replay has no pan. */
static bool is_old_load(const Measure *m, const Tool *tool) {
    return measure_step(m)->quantity == QUANTITY_MASS && tool->loaded && !tool->armed && !m->old_load &&
           !port_is_replay(tool->live->port);
}

/* ---- accepting */

static int places_of(const char *digits) {
    const char *point = strchr(digits, '.');
    return point ? (int)strlen(point + 1) : 0;
}

static void accept(Measure *m, int t, const Indication *indication) {
    Tool *tool = &m->tools[t];
    Str value = str_of(indication->digits);
    int64_t smallest = indication->value + tool->instrument->offset;
    if (!unit_find(indication->unit->name)) {
        m->taking = false;
        measure_say(m, ABOUT_STEP, MEASURE_FILL(m, "odd_unit", tool->instrument->id, indication->unit->name));
        return;
    }
    if (tool->instrument->offset)
        value = unit_print_shortest(m->arena, smallest, indication->unit, places_of(indication->digits), 9);
    m->chosen = t;
    tool->armed = false;
    measure_put_down(m, value, indication->unit->name, t, smallest, flags_print(m->arena, indication->flags));
}

static void say_of(Measure *m, const Tool *tool, const char *key, const Indication *indication) {
    char path[64];
    Str unit = indication->unit ? indication->unit->name : str_of(indication->unit_sent);
    Str shown = str_fmt(m->arena, "%s %.*s", indication->digits, SARG(unit));
    snprintf(path, sizeof path, "measure.%s", key);
    measure_say(m, ABOUT_STEP, CATALOGUE_FILL(m->words, path, tool->instrument->id, shown));
}

/* Overload, error and their like end the wait for a reading: the person must do something. */
static void refuse(Measure *m, const Tool *tool, const char *reason) {
    measure_say(m, ABOUT_STEP, str_fmt(m->arena, "%.*s: %s", SARG(tool->instrument->id), reason));
    m->taking = false;
}

static void ask_for_new_load(Measure *m, const Tool *tool) {
    m->taking = false;
    m->old_load = true;
    measure_say(m, ABOUT_STEP, MEASURE_FILL(m, "old_load", tool->instrument->id));
}

typedef enum Claim { CLAIM_NONE, CLAIM_WEIGHED, CLAIM_KEYED, CLAIM_ASKED } Claim;

static void consider(Measure *m, int t, const Indication *indication, Claim claim) {
    const Tool *tool = &m->tools[t];
    const Step *step = measure_step(m);
    bool asked = claim == CLAIM_ASKED || claim == CLAIM_KEYED;
    if (indication->state != STATE_OK) {
        if (asked && indication->state != STATE_UNSTABLE) refuse(m, tool, indication->reason);
    } else if (indication->quantity != step->quantity || !indication->unit) {
        if (asked) say_of(m, tool, "wrong_quantity", indication);
    } else if (is_empty(m, indication)) {
        return;
    } else if (claim == CLAIM_ASKED && is_old_load(m, tool)) {
        ask_for_new_load(m, tool);
    } else if (asked || (t == m->chosen && is_weighed(m, tool, indication))) {
        accept(m, t, indication);
    }
}

/* ---- whose reading it is */

/* Sent without having been asked, after a silence: somebody pressed its key. An instrument that sends all the
 * time has no key to press, whatever its driver says. */
static bool is_keyed(const Measure *m, int t, const LiveEvent *event) {
    const Live *live = m->tools[t].live;
    const Step *step = measure_step(m);
    if (port_is_replay(live->port) || live->driver->talk != TALK_KEY) return false;
    return tools_fit(&m->list, t, step->quantity) && event->heard->ms - m->tools[t].heard_ms >= KEYED_MS;
}

/* An answer to a request that was made for something else, or to none. */
static bool is_strange(const Live *live, const LiveEvent *event, int turn) {
    return live->driver->talk == TALK_POLL && !port_is_replay(live->port) &&
           (!event->asked || event->turn != turn);
}

static Claim claim_of(const Measure *m, int t, const LiveEvent *event) {
    if (m->taking && t == m->chosen) return CLAIM_ASKED;
    return is_keyed(m, t, event) ? CLAIM_KEYED : CLAIM_WEIGHED;
}

static void show(Measure *m, int t, const Indication *indication) {
    Tool *tool = &m->tools[t];
    tool->last = *indication;
    tool->heard = true;
}

/* A climate meter's line has two values: the one that the step does not ask for is no wrong quantity. */
static bool is_beside(const Measure *m, const Decoded *decoded, const Indication *indication) {
    const Step *step = measure_step(m);
    for (int i = 0; step && i < decoded->n; i++)
        if (decoded->indications[i].quantity == step->quantity) return indication->quantity != step->quantity;
    return false;
}

static void hear(Measure *m, int t, const LiveEvent *event) {
    const Decoded *decoded = &event->heard->decoded;
    Tool *tool = &m->tools[t];
    bool strange = is_strange(tool->live, event, m->turn);
    Claim claim = measure_step(m) ? claim_of(m, t, event) : CLAIM_NONE;
    int before = m->turn;
    if (decoded->kind == DECODED_BAD && claim == CLAIM_ASKED && !strange) refuse(m, tool, decoded->reason);
    for (int i = 0; i < decoded->n; i++) {
        const Indication *indication = &decoded->indications[i];
        if (indication->unit) m->shown[t] |= 1u << indication->quantity;
        if (is_beside(m, decoded, indication)) continue;
        show(m, t, indication);
        watch_load(m, tool, indication);
        if (strange && (!event->asked || event->wanted))
            say_of(m, tool, event->asked ? "late" : "unasked", indication);
        const Step *step = measure_step(m);
        if (step && step->quantity != QUANTITY_NONE && !m->busy && !strange && m->turn == before)
            consider(m, t, indication, claim);
    }
}

void take_event(void *context, Live *live, const LiveEvent *event) {
    Measure *m = context;
    int t = 0;
    while (t < m->tool_count && m->tools[t].live != live) t++;
    if (t == m->tool_count || event->kind != LIVE_EVENT_HEARD) return;
    hear(m, t, event);
    m->tools[t].heard_ms = event->heard->ms;
}

/* ---- asking */

void take_time_out(Measure *m) {
    const Tool *tool = &m->tools[m->chosen];
    const char *advice = tool->live ? framer_advice(&tool->live->framer) : "";
    m->taking = false;
    if (tool->live) live_forget(tool->live);
    measure_say(m, ABOUT_STEP, MEASURE_FILL(m, "no_reading", tool->instrument->id, str_of(advice)));
}

static int64_t patience(const Tool *tool) {
    int64_t long_enough = 3 * (int64_t)tool->driver->answer_ms;
    if (tool->driver->talk == TALK_KEY && tool->live) return TAKE_KEY_MS;
    return long_enough < TAKE_MS ? TAKE_MS : long_enough;
}

void measure_take(Measure *m) {
    const Step *step = measure_step(m);
    const Tool *tool = m->chosen >= 0 ? &m->tools[m->chosen] : NULL;
    if (!step || m->taking) return; /* one request at a time */
    if (step->quantity == QUANTITY_NONE || !tool || !tool->driver) {
        bool question = step->quantity == QUANTITY_NONE;
        measure_say(m, ABOUT_STEP, measure_word(m, question ? "question" : "type_it"));
        return;
    }
    bool insisted = m->old_load;
    measure_unsay(m, ABOUT_STEP, 0);
    tools_new_turn(m);
    m->old_load = insisted;
    m->taking = true;
    m->since_ms = clock_monotonic_ms();
    m->until_ms = m->since_ms + patience(tool);
    if (!tool->live) return;
    if (tool->driver->talk == TALK_STREAM) live_drop(tool->live); /* what it sent while nobody looked */
    if (!tool->live->repeat) live_ask(tool->live);
}
