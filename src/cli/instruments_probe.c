/* instruments probe: listens on the port that the user named, at the settings of the drivers in turn, and
 * tells which drivers understand what arrives, or why nothing does. It asks nothing, unless --driver says
 * whom it may ask. */
#include "base/moment.h"
#include "cli/instruments.h"
#include "cli/signals.h"
#include "read/driver/probe.h"
#include "read/driver/table.h"
#include "read/port/capture.h"
#include "report/write/columns.h"

#include <unistd.h>

enum { LISTEN_MS = 3000, LINES_MOST = 24 };

typedef struct Prober {
    Run *run;
    const Catalogue *catalogue;
    Buf *out;
    Str port;
    const Driver *const *drivers;
    int n;
    const Driver *asking;
    int64_t ms;
    bool failed;
} Prober;

static Str word(const Prober *prober, const char *key) {
    Arena *arena = prober->run->arena;
    return catalogue_text(prober->catalogue, str_z(arena, str_fmt(arena, "instruments.probe.%s", key)));
}

/* ---- at which settings */

static bool same_line(const LineSettings *a, const LineSettings *b) {
    return a->baud == b->baud && a->bits == b->bits && a->parity == b->parity && a->stop == b->stop &&
           a->dtr == b->dtr && a->rts == b->rts && a->flow == b->flow;
}

/* Those of the user or of the driver that may ask; else each that some driver has, once. */
static int choose_lines(const Prober *prober, LineSettings *lines, bool *ok) {
    const char *why;
    int n = 0;
    Str serial = verb_serial();
    *ok = true;
    if (prober->asking || serial.len || str_find_byte(prober->port, ':') >= 0) {
        lines[0] = driver_settings(prober->asking ? prober->asking : prober->drivers[0]);
        if (serial.len && !line_settings_read(serial, &lines[0], &why))
            *ok = run_usage(prober->run, "--serial: '%.*s': %s", SARG(serial), why);
        return 1;
    }
    for (int i = 0; i < prober->n && n < LINES_MOST; i++) {
        lines[n] = driver_settings(prober->drivers[i]);
        int k = 0;
        while (!same_line(&lines[k], &lines[n])) k++;
        n += k == n;
    }
    return n;
}

/* ---- what came of it */

static void put_hex(Buf *out, const Probe *probe) {
    for (int i = 0; i < probe->first_count; i++) buf_printf(out, " %02x", (unsigned char)probe->first[i]);
    buf_byte(out, '\n');
}

static void put_drivers(const Prober *prober, const Probe *probe) {
    static const char *const heads[] = {"driver", "good", "bad", "last"};
    Arena *arena = prober->run->arena;
    Columns columns = columns_new(arena, 4);
    columns.right[1] = columns.right[2] = true;
    for (int i = 0; i < 4; i++) columns_add(&columns, word(prober, heads[i]), NULL);
    for (int i = 0; i < probe->n; i++) {
        const ProbeLane *lane = &probe->lanes[i];
        const FramerCounts *counts = &lane->framer.counts;
        if (!counts->ok) continue;
        columns_add(&columns, str_of(lane->framer.driver->id), NULL);
        columns_add(&columns, str_fmt(arena, "%lld", (long long)counts->ok), NULL);
        columns_add(&columns, str_fmt(arena, "%lld", (long long)counts->bad), NULL);
        columns_add(&columns, lane->heard ? indication_print(arena, &lane->sample) : S(""), NULL);
    }
    columns_put(prober->out, &columns, 2);
}

/* The advice is that of the driver that may ask, else of any: the counts of bytes are the same for all. */
static Str find_advice(const Prober *prober, const Probe *probe) {
    const ProbeLane *lane = &probe->lanes[0];
    for (int i = 0; i < probe->n; i++)
        if (probe->lanes[i].framer.driver == prober->asking) lane = &probe->lanes[i];
    return str_of(framer_advice(&lane->framer));
}

static void put_result(const Prober *prober, const Probe *probe, const LineSettings *line) {
    Str bytes = str_fmt(prober->run->arena, "%lld", (long long)probe->lanes[0].framer.counts.bytes);
    bool is_line = str_find_byte(prober->port, ':') < 0;
    Str settings = is_line ? line_settings_print(prober->run->arena, line) : prober->port;
    buf_printf(prober->out, "%.*s\n",
               SARG(CATALOGUE_FILL(prober->catalogue, "instruments.probe.heard", settings, bytes)));
    if (probe->first_count) {
        buf_put(prober->out, S("  "));
        buf_put(prober->out, word(prober, "first"));
        put_hex(prober->out, probe);
    }
    if (probe_best(probe))
        put_drivers(prober, probe);
    else
        buf_printf(prober->out, "  %.*s\n", SARG(find_advice(prober, probe)));
    if (!probe->first_count && !prober->asking)
        buf_printf(prober->out, "  %.*s\n", SARG(word(prober, "unasked")));
}

/* ---- listening */

static void tell_progress(const Prober *prober, const LineSettings *line) {
    if (isatty(STDERR_FILENO) && !prober->run->quiet)
        fprintf(stderr, "\r\033[K%.*s %.*s …", SARG(prober->port),
                SARG(line_settings_print(prober->run->arena, line)));
}

/* True when some driver understood what came. */
static bool listen_at(Prober *prober, const LineSettings *line, Probe *probe) {
    Run *run = prober->run;
    tell_progress(prober, line);
    Port *port = port_open(run->arena, prober->port, *line, signals_fd(), &run->diag);
    probe_open(run->arena, probe, prober->drivers, prober->n);
    probe->asking = prober->asking;
    prober->failed = !port;
    if (!port) return false;
    probe_listen(probe, port, prober->ms, signals_fd());
    port_close(port);
    if (probe->gone)
        prober->failed = !diag_machine(&run->diag, place_file(prober->port),
                                       "the line is gone (cable pulled, instrument switched off?)");
    return probe_best(probe) != NULL;
}

/* What one setting heard is worth more than the silence of the others: the one with the most text is shown
 * too. */
static int tell_loudest(Prober *prober, const Probe *loudest, const LineSettings *line, bool found) {
    if (!loudest->n) return EXIT_MACHINE;
    if (verb_shows()->n) {
        Str settings = line_settings_print(prober->run->arena, line);
        Str poll = prober->asking ? prober->asking->poll : S("");
        return verb_propose(prober->run, prober->catalogue, loudest, settings, poll, prober->out);
    }
    put_result(prober, loudest, line);
    return found ? EXIT_YES : EXIT_INCOMPLETE;
}

static int listen_at_all(Prober *prober, const LineSettings *lines, int n) {
    Probe loudest = {0};
    int at = 0;
    bool found = false, stopped = false;
    for (int i = 0; i < n && !prober->failed && !found && !stopped; i++) {
        Probe probe = {0};
        found = listen_at(prober, &lines[i], &probe);
        stopped = probe.stopped;
        bool louder = found || !loudest.n || probe.first_count > loudest.first_count;
        buf_free(!prober->failed && louder ? &loudest.all : &probe.all);
        if (!prober->failed && louder) loudest = probe, at = i;
    }
    if (isatty(STDERR_FILENO) && !prober->run->quiet) fputs("\r\033[K", stderr);
    int status = stopped ? signals_status() : tell_loudest(prober, &loudest, &lines[at], found);
    buf_free(&loudest.all);
    return status;
}

int verb_probe(Run *run, const Catalogue *catalogue, Buf *out) {
    LineSettings lines[LINES_MOST + 1];
    Prober prober = {.run = run, .catalogue = catalogue, .out = out, .port = verb_port(), .ms = LISTEN_MS};
    bool ok;
    if (!prober.port.len)
        return run_usage(run, "--port is missing: only a port that you name is listened to"), EXIT_INPUT;
    prober.n = driver_all(run->arena, &prober.drivers, &run->diag);
    if (verb_driver().len) {
        const DriverSetup setup = {verb_unit(), S("")};
        prober.asking = driver_find(run->arena, verb_driver(), &setup, &run->diag);
        if (!prober.asking) return EXIT_INPUT;
        const Driver **one = NEW_ARRAY(run->arena, const Driver *, 1);
        one[0] = prober.asking;
        prober.drivers = one, prober.n = 1;
    }
    int n = choose_lines(&prober, lines, &ok);
    return ok ? listen_at_all(&prober, lines, n) : EXIT_INPUT;
}
