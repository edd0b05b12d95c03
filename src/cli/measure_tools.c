/* The instruments of a guided session: connected, polled, listened to, connected again after the plug was
 * pulled; and which of their readings counts. By itself one counts when the operator pressed the instrument's
 * key, or when a stable mass arrives after the old load was removed (so two balls of equal weight are two
 * readings); on Enter the next good one counts. Nothing else ever does. */
#include "cli/measure.h"

#include "base/moment.h"
#include "cli/signals.h"
#include "read/driver/table.h"

enum {
    RETRY_MS = 1000,
    RETRY_SLOW_MS = 20000,
    TAKE_MS = 10000,
    TAKE_KEY_MS = 60000,
    KEYED_MS = 500,
    KEYED_POLL_MS = 2000
};

/* ---- connecting */

static Live *connect_tool(Measure *m, const Tool *tool, Diag *diag) {
    const LiveOrder order = {m->run->arena, tool->driver, tool->instrument->port, &tool->line, S(""),
                             signals_fd(),  diag};
    return live_open(&order);
}

/* The first message of an attempt that failed, without the arena of the session growing by every attempt. */
static void try_tool(Measure *m, Tool *tool, int64_t now_ms) {
    ArenaMark mark = arena_mark(m->run->arena);
    Diag diag = {.arena = m->run->arena};
    tool->live = connect_tool(m, tool, &diag);
    bool slow =
        clock_monotonic_ms() - now_ms > RETRY_MS; /* a host that does not answer: the keys come first */
    tool->retry_ms = clock_monotonic_ms() + (slow ? RETRY_SLOW_MS : RETRY_MS);
    tool->heard = false;
    tool->heard_ms = now_ms - KEYED_MS;
    if (tool->live) {
        measure_say(m, MEASURE_FILL(m, "connected", tool->instrument->id,
                                    line_settings_print(m->run->arena, &tool->line)));
        if (!tool->noted && tool->driver->note)
            measure_say(m,
                        str_fmt(m->run->arena, "%.*s: %s", SARG(tool->instrument->id), tool->driver->note));
        tool->told = false;
        tool->noted = true;
        if (m->taking && m->chosen >= 0 && tool == &m->tools[m->chosen]) live_ask(tool->live);
        measure_set_polling(m);
        return;
    }
    char why[256] = "";
    if (diag.messages.n) snprintf(why, sizeof why, "%.*s", SARG(diag.messages.at[0].text));
    arena_reset(m->run->arena, mark);
    if (!tool->told)
        measure_say(m, str_fmt(m->run->arena, "%.*s (%.*s): %s", SARG(tool->instrument->id),
                               SARG(tool->instrument->port), why));
    tool->told = true;
}

void measure_tell_overdue(Measure *m) {
    Moment now = moment_now();
    for (int i = 0; i < m->tool_count; i++) {
        const Instrument *instrument = m->tools[i].instrument;
        Str due = str_fmt(m->run->arena, "%04d-%02d-%02d", instrument->due.year, instrument->due.month,
                          instrument->due.day);
        if (instrument_overdue(instrument, now))
            measure_say(m, MEASURE_FILL(m, "overdue", instrument->id, due));
    }
}

void measure_retry_tools(Measure *m, int64_t now_ms) {
    for (int i = 0; i < m->tool_count; i++) {
        Tool *tool = &m->tools[i];
        if (tool->driver && !tool->live && now_ms >= tool->retry_ms) try_tool(m, tool, now_ms);
    }
}

static bool find_driver(Measure *m, Tool *tool) {
    const Instrument *instrument = tool->instrument;
    const DriverSetup setup = {instrument->unit, instrument->prefix};
    const char *why;
    if (!instrument->driver.len || !instrument->port.len) return true;
    tool->driver = driver_find(m->run->arena, instrument->driver, &setup, &m->run->diag);
    if (!tool->driver)
        return diag_error(&m->run->diag, instrument->place, "instrument '%.*s' has no usable driver",
                          SARG(instrument->id));
    tool->line = driver_settings(tool->driver);
    if (!instrument->settings.len || line_settings_read(instrument->settings, &tool->line, &why)) return true;
    return diag_error(&m->run->diag, instrument->place, "settings: '%.*s': %s", SARG(instrument->settings),
                      why);
}

static bool check_ports(Measure *m) {
    bool ok = true;
    for (int i = 0; i < m->tool_count; i++)
        for (int j = 0; j < i; j++)
            if (m->tools[i].driver && m->tools[j].driver &&
                str_eq(m->tools[i].instrument->port, m->tools[j].instrument->port))
                ok = diag_error(&m->run->diag, m->tools[i].instrument->place,
                                "instruments '%.*s' and '%.*s' have the same port",
                                SARG(m->tools[j].instrument->id), SARG(m->tools[i].instrument->id));
    return ok;
}

bool measure_open_tools(Measure *m, const Instruments *list) {
    bool ok = true;
    int n = list ? list->n : 0;
    if (n > TOOLS_MOST)
        return diag_error(&m->run->diag, list->at[TOOLS_MOST].place,
                          "more than %d instruments in one session", TOOLS_MOST);
    const Driver **drivers = NEW_ARRAY(m->run->arena, const Driver *, n + 1);
    for (int i = 0; i < n; i++) {
        m->tools[i] = (Tool){.instrument = &list->at[i], .armed = true};
        ok &= find_driver(m, &m->tools[i]);
        drivers[i] = m->tools[i].driver;
    }
    m->tool_count = n;
    m->list = (Tools){list, drivers};
    return check_ports(m) && ok;
}

void measure_close_tools(Measure *m) {
    for (int i = 0; i < m->tool_count; i++) {
        live_close(m->tools[i].live);
        m->tools[i].live = NULL;
    }
}

static const Step *step_now(const Measure *m) { return m->at < m->walk.n ? &m->walk.steps[m->at] : NULL; }

/* A balance is asked all the time while it is its turn, for its load must be seen going; nothing else is. */
void measure_set_polling(Measure *m) {
    const Step *step = step_now(m);
    for (int i = 0; i < m->tool_count; i++)
        if (m->tools[i].live)
            m->tools[i].live->repeat = step && i == m->chosen && step->quantity == QUANTITY_MASS;
}

/* The lines to wait for. A replay gives its next reading only when one is to be taken. */
int measure_live(const Measure *m, Live *lives[TOOLS_MOST], int64_t *until_ms) {
    int n = 0;
    for (int i = 0; i < m->tool_count; i++) {
        const Tool *tool = &m->tools[i];
        if (!tool->live) {
            if (tool->driver && tool->retry_ms < *until_ms) *until_ms = tool->retry_ms;
        } else if (!port_is_replay(tool->live->port) || (m->taking && i == m->chosen))
            lives[n++] = tool->live;
    }
    return n;
}

/* ---- which reading counts */

/* A load is there above half of what is expected, gone below a quarter of it; 0: nothing is expected. */
static int64_t expected_load(const Measure *m, const Step *step) {
    const Requirement *r = step->requirement;
    if (r && r->lower.given) return r->lower.value;
    if (r && r->upper.given) return r->upper.value;
    for (int i = m->at - 1; i >= 0; i--)
        if (m->row_of[i] >= 0 && m->walk.steps[i].quantity == QUANTITY_MASS) return m->value_of[i];
    return 0;
}

static void watch_load(Measure *m, Tool *tool, const Indication *indication) {
    const Step *step = step_now(m);
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
    const Step *step = step_now(m);
    return step->quantity == QUANTITY_MASS && tool->armed && tool->loaded && expected_load(m, step) > 0 &&
           indication->stability == STABILITY_STABLE;
}

/* Sent without having been asked, after a silence: somebody pressed its key. An instrument that sends all the
 * time has no key to press, whatever its driver says. */
static bool is_keyed(const Tool *tool, const LiveEvent *event) {
    const Live *live = tool->live;
    bool polled = live->driver->talk == TALK_POLL;
    if (port_is_replay(live->port) || event->asked || (polled && live->repeat)) return false;
    if (!polled && live->driver->talk != TALK_KEY) return false;
    return event->heard->ms - tool->heard_ms >= (polled ? KEYED_POLL_MS : KEYED_MS);
}

/* Enter before the ball lies on the balance: its mass is waited for. */
static bool is_empty(const Measure *m, const Indication *indication) {
    const Step *step = step_now(m);
    return step->quantity == QUANTITY_MASS && indication->value < expected_load(m, step) / 20;
}

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
        measure_say(m, MEASURE_FILL(m, "odd_unit", tool->instrument->id, indication->unit->name));
        return;
    }
    if (tool->instrument->offset)
        value =
            unit_print_shortest(m->run->arena, smallest, indication->unit, places_of(indication->digits), 9);
    m->chosen = t;
    tool->armed = false;
    measure_confirm(m, value, indication->unit->name, t, smallest,
                    flags_print(m->run->arena, indication->flags));
}

/* Overload, error and their like end the wait for a reading: the operator must do something. */
static void refuse(Measure *m, const Tool *tool, const char *reason) {
    measure_say(m, str_fmt(m->run->arena, "%.*s: %s", SARG(tool->instrument->id), reason));
    m->taking = false;
}

static void consider(Measure *m, int t, const Indication *indication, bool keyed) {
    Tool *tool = &m->tools[t];
    const Step *step = step_now(m);
    bool wanted = m->taking && t == m->chosen;
    if (!step || step->quantity == QUANTITY_NONE || m->keyboard.noting) return;
    if (indication->state == STATE_OK && indication->quantity == step->quantity && indication->unit) {
        if (is_empty(m, indication)) return;
        if (wanted || keyed || (t == m->chosen && is_weighed(m, tool, indication))) accept(m, t, indication);
    } else if ((wanted || keyed) && indication->state != STATE_OK && indication->state != STATE_UNSTABLE)
        refuse(m, tool, indication->reason);
}

static void on_event(void *context, Live *live, const LiveEvent *event) {
    Measure *m = context;
    int t = 0, before = m->at;
    while (t < m->tool_count && m->tools[t].live != live) t++;
    if (t == m->tool_count || event->kind != LIVE_EVENT_HEARD || event->late) return;
    Tool *tool = &m->tools[t];
    const Decoded *decoded = &event->heard->decoded;
    bool keyed = is_keyed(tool, event);
    tool->heard_ms = event->heard->ms;
    if (decoded->kind == DECODED_BAD && m->taking && t == m->chosen) refuse(m, tool, decoded->reason);
    for (int i = 0; i < decoded->n && m->at == before; i++) {
        tool->last = decoded->indications[i];
        tool->heard = true;
        m->dirty = true;
        watch_load(m, tool, &tool->last);
        consider(m, t, &tool->last, keyed);
    }
}

static void check_line(Measure *m, Tool *tool) {
    if (tool->live->state == LIVE_OPEN) return;
    bool gone = tool->live->state == LIVE_GONE;
    measure_say(m, gone ? MEASURE_FILL(m, "gone", tool->instrument->id, tool->instrument->port)
                        : MEASURE_FILL(m, "replay_over", tool->instrument->id));
    live_close(tool->live);
    tool->live = NULL;
    tool->heard = false;
    tool->told = true;
    tool->retry_ms = gone ? clock_monotonic_ms() + RETRY_MS : INT64_MAX;
    if (!gone) m->taking = false;
}

void measure_step_tools(Measure *m) {
    for (int i = 0; i < m->tool_count && !m->failed; i++) {
        Tool *tool = &m->tools[i];
        if (!tool->live || (port_is_replay(tool->live->port) && !(m->taking && i == m->chosen))) continue;
        live_step(tool->live, on_event, m);
        check_line(m, tool);
    }
    int64_t now = clock_monotonic_ms();
    if (m->taking && now >= m->until_ms) {
        m->taking = false;
        const Tool *tool = &m->tools[m->chosen];
        const char *advice = tool->live ? framer_advice(&tool->live->framer) : "";
        measure_say(m, MEASURE_FILL(m, "no_reading", tool->instrument->id, str_of(advice ? advice : "")));
    }
}

void measure_take(Measure *m) {
    const Step *step = step_now(m);
    Tool *tool = m->chosen >= 0 ? &m->tools[m->chosen] : NULL;
    if (!step || step->quantity == QUANTITY_NONE || !tool || !tool->driver) {
        measure_say(m, measure_word(m, step && step->quantity == QUANTITY_NONE ? "question" : "type_it"));
        return;
    }
    bool key = tool->driver->talk == TALK_KEY;
    if (key && !tool->live) key = false;
    m->taking = true;
    m->until_ms =
        clock_monotonic_ms() + (key                                     ? TAKE_KEY_MS
                                : TAKE_MS > 3 * tool->driver->answer_ms ? TAKE_MS
                                                                        : 3 * tool->driver->answer_ms);
    if (tool->live && !tool->live->repeat) live_ask(tool->live);
    m->dirty = true;
}
