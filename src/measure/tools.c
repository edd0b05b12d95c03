/* The instruments of a session: connected, polled, listened to, connected again after the plug was pulled.
 * Which of their readings counts is decided in take.c. */
#include "measure/inside.h"

#include "base/moment.h"
#include "read/driver/table.h"

enum { RETRY_MS = 1000, RETRY_SLOW_MS = 20000 };

/* ---- connecting */

static void connected(Measure *m, int t) {
    Tool *tool = &m->tools[t];
    Str id = tool->instrument->id;
    measure_unsay(m, ABOUT_TOOL, t);
    measure_say_tool(m, t, MEASURE_FILL(m, "connected", id, line_settings_print(m->arena, &tool->line)));
    if (!tool->noted && tool->driver->note)
        measure_say_tool(m, t, str_fmt(m->arena, "%.*s: %s", SARG(id), tool->driver->note));
    tool->told = false, tool->noted = true;
    tool->live->turn = m->turn;
    if (m->taking && t == m->chosen) live_ask(tool->live);
    tools_set_polling(m);
}

/* The first message of an attempt that failed, without the arena of the session growing by every attempt. */
static void refused(Measure *m, int t, const Diag *diag, ArenaMark mark) {
    char why[256] = "";
    Tool *tool = &m->tools[t];
    if (diag->messages.n) snprintf(why, sizeof why, "%.*s", SARG(diag->messages.at[0].text));
    arena_reset(m->arena, mark);
    if (!tool->told)
        measure_say_tool(m, t,
                         str_fmt(m->arena, "%.*s (%.*s): %s", SARG(tool->instrument->id),
                                 SARG(tool->instrument->port), why));
    tool->told = true;
}

static void try_tool(Measure *m, int t, int64_t now_ms) {
    Tool *tool = &m->tools[t];
    ArenaMark mark = arena_mark(m->arena);
    Diag diag = {.arena = m->arena};
    const LiveOrder order = {m->arena,   tool->driver, tool->instrument->port, &tool->line, S(""),
                             m->stop_fd, &diag};
    tool->live = live_open(&order);
    bool slow =
        clock_monotonic_ms() - now_ms > RETRY_MS; /* a host that does not answer: the person comes first */
    tool->retry_ms = clock_monotonic_ms() + (slow ? RETRY_SLOW_MS : RETRY_MS);
    tool->heard = false;
    tool->heard_ms = now_ms;
    if (tool->live)
        connected(m, t);
    else
        refused(m, t, &diag, mark);
}

void tools_tell_overdue(Measure *m) {
    Moment now = moment_now();
    for (int i = 0; i < m->tool_count; i++) {
        const Instrument *instrument = m->tools[i].instrument;
        Str due = str_fmt(m->arena, "%04d-%02d-%02d", instrument->due.year, instrument->due.month,
                          instrument->due.day);
        if (instrument_overdue(instrument, now))
            measure_say(m, ABOUT_SESSION, MEASURE_FILL(m, "overdue", instrument->id, due));
    }
}

/* ---- the list */

static bool find_driver(Measure *m, Tool *tool) {
    const Instrument *instrument = tool->instrument;
    const DriverSetup setup = {instrument->unit, instrument->prefix};
    const char *why;
    if (!instrument->driver.len || !instrument->port.len) return true;
    tool->driver = driver_find(m->arena, instrument->driver, &setup, m->diag);
    if (!tool->driver)
        return diag_error(m->diag, instrument->place, "instrument '%.*s' has no usable driver",
                          SARG(instrument->id));
    tool->line = driver_settings(tool->driver);
    if (!instrument->settings.len || line_settings_read(instrument->settings, &tool->line, &why)) return true;
    return diag_error(m->diag, instrument->place, "settings: '%.*s': %s", SARG(instrument->settings), why);
}

static bool check_ports(const Measure *m) {
    bool ok = true;
    for (int i = 0; i < m->tool_count; i++)
        for (int j = 0; j < i; j++)
            if (m->tools[i].driver && m->tools[j].driver &&
                str_eq(m->tools[i].instrument->port, m->tools[j].instrument->port))
                ok = diag_error(m->diag, m->tools[i].instrument->place,
                                "instruments '%.*s' and '%.*s' have the same port",
                                SARG(m->tools[j].instrument->id), SARG(m->tools[i].instrument->id));
    return ok;
}

bool tools_open(Measure *m, const Instruments *list) {
    bool ok = true;
    int n = list ? list->n : 0;
    if (n > TOOLS_MOST)
        return diag_error(m->diag, list->at[TOOLS_MOST].place, "more than %d instruments in one session",
                          TOOLS_MOST);
    const Driver **drivers = NEW_ARRAY(m->arena, const Driver *, n + 1);
    for (int i = 0; i < n; i++) {
        m->tools[i] = (Tool){.instrument = &list->at[i], .armed = true};
        ok &= find_driver(m, &m->tools[i]);
        drivers[i] = m->tools[i].driver;
    }
    m->tool_count = n;
    m->list = (Tools){list, drivers, m->shown};
    return check_ports(m) && ok;
}

void tools_close(Measure *m) {
    for (int i = 0; i < m->tool_count; i++) {
        live_close(m->tools[i].live);
        m->tools[i].live = NULL;
    }
}

/* ---- listening */

/* A balance is asked all the time while it is its turn, for its load must be seen going; nothing else is. */
void tools_set_polling(Measure *m) {
    const Step *step = measure_step(m);
    for (int i = 0; i < m->tool_count; i++)
        if (m->tools[i].live)
            m->tools[i].live->repeat = step && i == m->chosen && step->quantity == QUANTITY_MASS;
}

void tools_new_turn(Measure *m) {
    m->turn++;
    m->taking = m->old_load = false;
    for (int i = 0; i < m->tool_count; i++) {
        Live *live = m->tools[i].live;
        if (!live) continue;
        live->turn = m->turn;
        live_forget(live); /* it is not asked again for what was before */
    }
}

/* A replay gives its next reading only when one is to be taken. */
static bool is_listened_to(const Measure *m, int t) {
    const Live *live = m->tools[t].live;
    return live && (!port_is_replay(live->port) || (m->taking && t == m->chosen));
}

unsigned measure_wait(const Measure *m, const int also[2], int64_t until_ms) {
    Live *lives[TOOLS_MOST];
    int n = 0;
    if (m->taking && m->until_ms < until_ms) until_ms = m->until_ms;
    for (int i = 0; i < m->tool_count; i++) {
        const Tool *tool = &m->tools[i];
        if (is_listened_to(m, i))
            lives[n++] = tool->live;
        else if (tool->driver && !tool->live && tool->retry_ms < until_ms)
            until_ms = tool->retry_ms;
    }
    return live_wait(lives, n, also, until_ms);
}

static void check_line(Measure *m, int t) {
    Tool *tool = &m->tools[t];
    if (tool->live->state == LIVE_OPEN) return;
    bool gone = tool->live->state == LIVE_GONE;
    Str id = tool->instrument->id;
    measure_unsay(m, ABOUT_TOOL, t);
    measure_say_tool(m, t,
                     gone ? MEASURE_FILL(m, "gone", id, tool->instrument->port)
                          : MEASURE_FILL(m, "replay_over", id));
    live_close(tool->live);
    tool->live = NULL;
    tool->heard = false;
    tool->told = true;
    tool->retry_ms = gone ? clock_monotonic_ms() + RETRY_MS : INT64_MAX;
    if (!gone && t == m->chosen) m->taking = false;
}

void measure_turn(Measure *m) {
    int64_t now = clock_monotonic_ms();
    for (int i = 0; i < m->tool_count; i++)
        if (m->tools[i].driver && !m->tools[i].live && now >= m->tools[i].retry_ms) try_tool(m, i, now);
    for (int i = 0; i < m->tool_count && !m->failed; i++) {
        if (!is_listened_to(m, i)) continue;
        live_step(m->tools[i].live, take_event, m);
        check_line(m, i);
    }
    if (m->taking && clock_monotonic_ms() >= m->until_ms) take_time_out(m);
}
