/* See live.h. */
#include "read/port/live.h"

#include "base/moment.h"

#include <poll.h>

enum {
    QUIET_MS = 30,        /* a line is quiet, and may be asked, after this silence */
    QUIET_MOST_MS = 1000, /* a line that never is quiet is asked all the same */
    TRIES = 3,
    LOST_LEAST_MS = 20000, /* an answer not come after this, and after … */
    LOST_TIMES = 6,        /* … so many times the driver's time, comes no more */
    LIVES_MOST = 16
};

static void send(Live *live, Str bytes, int64_t now_ms) {
    if (!bytes.len || live->state != LIVE_OPEN || port_is_replay(live->port)) return;
    if (!port_write(live->port, bytes)) {
        live->state = LIVE_GONE;
        return;
    }
    capture_bytes(&live->capture, '>', bytes, now_ms);
    live->echo = bytes, live->echoed = 0;
}

Live *live_open(const LiveOrder *order) {
    LineSettings line = order->line ? *order->line : driver_settings(order->driver);
    Port *port = port_open(order->arena, order->port, line, order->stop_fd, order->diag);
    if (!port) return NULL;
    int64_t now = clock_monotonic_ms();
    Live *live = NEW(order->arena, Live);
    *live = (Live){.driver = order->driver, .port = port, .capture.fd = -1};
    int64_t opened = port_is_replay(port) ? 0 : now; /* a replay has a clock of its own */
    framer_open(&live->framer, order->driver, opened);
    if (order->record.len && !capture_open(order->arena, &live->capture, order->record, order->driver, port,
                                           opened, order->diag)) {
        live_close(live);
        return NULL;
    }
    send(live, order->driver->start, now);
    live->ask_ms = now + order->driver->start_ms;
    live->quiet_ms = now;
    return live;
}

bool live_close(Live *live) {
    if (!live) return true;
    send(live, live->driver->stop, clock_monotonic_ms());
    port_close(live->port);
    return capture_close(&live->capture);
}

static bool is_polled(const Live *live) {
    return live->driver->talk == TALK_POLL && !port_is_replay(live->port);
}

void live_ask(Live *live) {
    if (!is_polled(live)) return;
    live->wanted = true;
    live->asked_ms = 0;
    live->tries = 0;
}

void live_forget(Live *live) {
    live->wanted = false;
    live->tries = TRIES; /* nor after the time-out of the one under way */
}

void live_drop(Live *live) {
    if (live->state != LIVE_OPEN || port_is_replay(live->port)) return;
    port_drop_input(live->port);
    (void)framer_end(&live->framer);
}

/* ---- requests */

static bool wants_to_ask(const Live *live) {
    return live->state == LIVE_OPEN && is_polled(live) && (live->wanted || live->repeat) && !live->asked_ms;
}

/* When the next request may go out: after the pause, when the line has been quiet, but not for ever later. */
static int64_t ask_due(const Live *live) {
    int64_t quiet = live->quiet_ms + QUIET_MS, most = live->ask_ms + QUIET_MOST_MS;
    if (quiet > most) quiet = most;
    return live->ask_ms > quiet ? live->ask_ms : quiet;
}

/* ---- what is owed */

static void drop_owed(Live *live, int n) {
    if (n <= 0) return;
    live->owed_count -= n;
    memmove(live->owed, live->owed + n, (size_t)live->owed_count * sizeof *live->owed);
}

static void owe(Live *live, int64_t now, bool wanted) {
    if (live->owed_count == LIVE_OWED) drop_owed(live, 1);
    live->owed[live->owed_count++] = (LiveOwed){now, live->turn, wanted};
}

/* Answers that will not come any more. */
static void write_off(Live *live, int64_t now) {
    int64_t most = LOST_TIMES * (int64_t)live->driver->answer_ms;
    if (most < LOST_LEAST_MS) most = LOST_LEAST_MS;
    while (live->owed_count && now - live->owed[0].at_ms > most) drop_owed(live, 1);
}

static void ask(Live *live, int64_t now) {
    live_drop(live);
    send(live, live->driver->poll, now);
    if (now - live->quiet_ms >= QUIET_MS) framer_asked(&live->framer);
    owe(live, now, live->wanted);
    live->asked_ms = now;
    live->wanted = live->heard_since = false;
}

/* No answer in time: asked again. The answer may still come, late; the request stays owed. Where all requests
 * are for the same, the last one does at the most, and where one has come since (late itself) and nothing
 * more in a whole time-out, nothing is owed any more. */
static void give_up_waiting(Live *live, int64_t now, LiveFn *each, void *context) {
    live->asked_ms = 0;
    live->ask_ms = now;
    if (!live->turn) drop_owed(live, live->heard_since ? live->owed_count : live->owed_count - 1);
    if (live->tries < TRIES && ++live->tries < TRIES && !live->repeat) live->wanted = true;
    LiveEvent event = {.kind = LIVE_EVENT_NO_ANSWER};
    each(context, live, &event);
}

static void do_duties(Live *live, int64_t now, LiveFn *each, void *context) {
    write_off(live, now);
    if (live->asked_ms && now >= live->asked_ms + live->driver->answer_ms)
        give_up_waiting(live, now, each, context);
    if (wants_to_ask(live) && now >= ask_due(live)) ask(live, now);
    if (!port_is_replay(live->port)) (void)framer_tick(&live->framer, now);
}

/* ---- what comes */

typedef struct Passing {
    Live *live;
    LiveFn *each;
    void *context;
} Passing;

static void pass_on(void *context, const Heard *heard) {
    Passing *passing = context;
    Live *live = passing->live;
    bool answers = heard->decoded.kind != DECODED_NOTE && is_polled(live);
    LiveEvent event = {.kind = LIVE_EVENT_HEARD, .heard = heard};
    if (answers && live->owed_count) {
        event.asked = true;
        event.late = live->owed_count > 1;
        event.turn = live->owed[0].turn, event.wanted = live->owed[0].wanted;
        drop_owed(live, 1);
    }
    live->heard_since |= answers;
    if (answers && (!event.late || (live->repeat && live->turn)))
        live->asked_ms = 0, live->tries = 0, live->ask_ms = heard->ms + live->driver->pause_ms;
    capture_heard(&live->capture, &heard->decoded);
    passing->each(passing->context, live, &event);
}

/* Some RS-485 adapters send back what was sent: exactly that is discarded, once, when it comes first. */
static Str strip_echo(Passing *passing, Str bytes, int64_t at_ms) {
    Live *live = passing->live;
    while (live->echo.len && bytes.len && bytes.at[0] == live->echo.at[live->echoed]) {
        bytes = str_skip(bytes, 1);
        if (++live->echoed == live->echo.len) live->echo.len = 0;
    }
    if (live->echo.len && bytes.len) {
        Str begun = str_slice(live->echo, 0, live->echoed);
        live->echo.len = 0;
        framer_put(&live->framer, begun, at_ms, pass_on, passing);
    }
    return bytes;
}

static void take_chunk(Passing *passing, const PortChunk *chunk) {
    Live *live = passing->live;
    Str bytes = {chunk->bytes, chunk->n};
    live->quiet_ms = chunk->at_ms;
    capture_bytes(&live->capture, '<', bytes, chunk->at_ms);
    bytes = strip_echo(passing, bytes, chunk->at_ms);
    framer_put(&live->framer, bytes, chunk->at_ms, pass_on, passing);
}

/* A capture's request: what follows is its answer, its echo perhaps in front. */
static void take_sent(Live *live, Str bytes) {
    live->echoed = 0;
    live->echo = str_eq(bytes, live->driver->poll)    ? live->driver->poll
                 : str_eq(bytes, live->driver->start) ? live->driver->start
                                                      : S("");
    if (!bytes.len || str_eq(bytes, live->driver->poll)) framer_asked(&live->framer);
}

void live_step(Live *live, LiveFn *each, void *context) {
    PortChunk chunk;
    Passing passing = {live, each, context};
    PortEvent event = live->state == LIVE_OPEN ? port_read(live->port, &chunk) : PORT_NOTHING;
    switch (event) {
    case PORT_BYTES:
        take_chunk(&passing, &chunk);
        break;
    case PORT_ASKED:
        take_sent(live, (Str){chunk.bytes, chunk.n});
        break;
    case PORT_END:
        live->state = LIVE_ENDED;
        break;
    case PORT_GONE:
        live->state = LIVE_GONE;
        break;
    case PORT_NOTHING:
        break;
    }
    if (live->state == LIVE_OPEN)
        do_duties(live, clock_monotonic_ms(), each, context);
    else if (event == PORT_END || event == PORT_GONE)
        (void)framer_end(&live->framer);
}

/* ---- waiting */

static int64_t next_duty(const Live *live) {
    if (live->state != LIVE_OPEN) return INT64_MAX;
    if (port_is_replay(live->port)) return 0;
    int64_t due = live->framer.n ? live->framer.last_ms + FRAMER_SILENCE_MS + 1 : INT64_MAX;
    if (live->asked_ms && live->asked_ms + live->driver->answer_ms < due)
        due = live->asked_ms + live->driver->answer_ms;
    if (wants_to_ask(live) && ask_due(live) < due) due = ask_due(live);
    return due;
}

unsigned live_wait(Live *const *lives, int n, const int also[2], int64_t until_ms) {
    struct pollfd fds[LIVES_MOST + 2];
    int count = 0;
    for (; count < 2; count++) fds[count] = (struct pollfd){.fd = also[count], .events = POLLIN};
    for (int i = 0; i < n && count < LIVES_MOST + 2; i++) {
        int64_t due = next_duty(lives[i]);
        if (due < until_ms) until_ms = due;
        if (lives[i]->state == LIVE_OPEN)
            fds[count++] = (struct pollfd){.fd = lives[i]->port->fd, .events = POLLIN};
    }
    int64_t left = until_ms - clock_monotonic_ms();
    (void)poll(fds, (nfds_t)count, left < 0 ? 0 : left > 3600000 ? 3600000 : (int)left);
    return (fds[0].revents ? 1u : 0) | (fds[1].revents ? 2u : 0);
}
