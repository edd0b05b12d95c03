/* See probe.h. */
#include "read/driver/probe.h"

#include "base/moment.h"

#include <poll.h>

void probe_open(Arena *arena, Probe *probe, const Driver *const *drivers, int n) {
    *probe = (Probe){.lanes = NEW_ARRAY(arena, ProbeLane, n + 1), .n = n};
    for (int i = 0; i < n; i++) framer_open(&probe->lanes[i].framer, drivers[i], 0);
}

static void keep_sample(void *context, const Heard *heard) {
    ProbeLane *lane = context;
    if (heard->decoded.kind == DECODED_BAD && heard->decoded.fitted > lane->fitted) {
        lane->fitted = heard->decoded.fitted;
        snprintf(lane->nearly, sizeof lane->nearly, "%s", heard->decoded.reason);
    }
    for (int i = 0; i < heard->decoded.n; i++)
        if (heard->decoded.indications[i].state == STATE_OK)
            lane->sample = heard->decoded.indications[i], lane->heard = true;
}

static void take(Probe *probe, const PortChunk *chunk) {
    for (int i = 0; i < chunk->n && probe->first_count < (int)sizeof probe->first; i++)
        probe->first[probe->first_count++] = chunk->bytes[i];
    if (probe->all.len + (size_t)chunk->n <= PROBE_KEEPS) buf_put(&probe->all, (Str){chunk->bytes, chunk->n});
    for (int i = 0; i < probe->n; i++)
        framer_put(&probe->lanes[i].framer, (Str){chunk->bytes, chunk->n}, chunk->at_ms, keep_sample,
                   &probe->lanes[i]);
}

static void mark_asked(Probe *probe) {
    for (int i = 0; i < probe->n; i++) framer_asked(&probe->lanes[i].framer);
}

/* Sends what the named driver sends: its start once, then a request after each answer's time. */
static int64_t ask(const Probe *probe, Port *port, bool first, int64_t now) {
    const Driver *driver = probe->asking;
    if (!driver || port_is_replay(port)) return INT64_MAX;
    if (first && driver->start.len) return (void)port_write(port, driver->start), now + driver->start_ms;
    if (driver->poll.len) (void)port_write(port, driver->poll);
    return now + (driver->answer_ms > 0 ? driver->answer_ms : 1000);
}

static void wait(const Port *port, int stop_fd, int64_t until, bool *stopped) {
    struct pollfd fds[] = {{.fd = stop_fd, .events = POLLIN}, {.fd = port->fd, .events = POLLIN}};
    int64_t left = until - clock_monotonic_ms();
    if (!port_is_replay(port)) (void)poll(fds, 2, left < 0 ? 0 : (int)left);
    *stopped = fds[0].revents != 0;
}

void probe_listen(Probe *probe, Port *port, int64_t ms, int stop_fd) {
    int64_t from = clock_monotonic_ms(), until = from + ms, next = ask(probe, port, true, from);
    PortEvent event = PORT_NOTHING;
    for (int i = 0; i < probe->n; i++) probe->lanes[i].framer.last_ms = port_is_replay(port) ? 0 : from;
    while (event != PORT_END && event != PORT_GONE && !probe->stopped && clock_monotonic_ms() < until) {
        PortChunk chunk;
        wait(port, stop_fd, next < until ? next : until, &probe->stopped);
        event = port_read(port, &chunk);
        if (event == PORT_BYTES) take(probe, &chunk);
        if (event == PORT_ASKED && !chunk.n) mark_asked(probe);
        int64_t now = clock_monotonic_ms();
        if (now >= next) next = ask(probe, port, false, now);
    }
    probe->gone = event == PORT_GONE;
    for (int i = 0; i < probe->n; i++) (void)framer_end(&probe->lanes[i].framer);
}

const ProbeLane *probe_best(const Probe *probe) {
    const ProbeLane *best = NULL;
    for (int i = 0; i < probe->n; i++) {
        const FramerCounts *now = &probe->lanes[i].framer.counts, *then = best ? &best->framer.counts : NULL;
        if (now->ok && (!then || now->ok > then->ok || (now->ok == then->ok && now->bad < then->bad)))
            best = &probe->lanes[i];
    }
    return best;
}
