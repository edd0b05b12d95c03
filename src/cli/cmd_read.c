/* tablecert read: readings from one instrument to standard output, as CSV or as JSON lines. */
#include "base/json.h"
#include "base/moment.h"
#include "base/out.h"
#include "cli/cli.h"
#include "cli/signals.h"
#include "read/driver/table.h"
#include "read/port/live.h"

static struct {
    const char *driver, *port, *timeout, *serial, *record, *format, *unit, *prefix;
    int n;
    bool stable;
} options = {.timeout = "10", .format = "csv", .n = -1};

static const Option table[] = {
    {'d', "driver", "ID|FILE.yaml", "how the instrument speaks ('tablecert instruments list')", OPTION_TEXT,
     (void *)&options.driver},
    {'p', "port", "PORT", "device, tcp:HOST:PORT or replay:FILE", OPTION_TEXT, (void *)&options.port},
    {'n', "count", "N", "end after N usable readings", OPTION_MANY, &options.n},
    {0, "stable", NULL, "only readings that the instrument calls stable are usable", OPTION_FLAG,
     &options.stable},
    {0, "timeout", "SECONDS", "end when no usable reading came for so long (10)", OPTION_TEXT,
     (void *)&options.timeout},
    {0, "serial", "2400/7e1/dtr=1", "line settings other than the driver's, all or some", OPTION_TEXT,
     (void *)&options.serial},
    {0, "record", "FILE", "record all that passes, as a capture", OPTION_TEXT, (void *)&options.record},
    {0, "unit", "UNIT", "for instruments whose frames name none", OPTION_TEXT, (void *)&options.unit},
    {0, "prefix", "TEXT", "for the driver 'line': the text before the number", OPTION_TEXT,
     (void *)&options.prefix},
    {'f', "format", "csv|jsonl", "what to write (csv)", OPTION_TEXT, (void *)&options.format},
    {0},
};

typedef struct Reader {
    Run *run;
    bool jsonl, failed; /* failed: standard output cannot be written */
    Buf out;            /* what came in one go, written in one go */
    int usable, unusable;
    int64_t last_ms;  /* of the last usable reading */
    char reason[256]; /* of the last one that was not */
} Reader;

static void put_hex(Buf *out, Str raw) {
    for (ptrdiff_t i = 0; i < raw.len; i++) {
        unsigned char byte = (unsigned char)raw.at[i];
        buf_byte(out, "0123456789abcdef"[byte >> 4]);
        buf_byte(out, "0123456789abcdef"[byte & 15]);
    }
}

static const char *state_of(const Decoded *decoded, const Indication *indication) {
    if (indication) return state_name(indication->state);
    return decoded->kind == DECODED_NOTE ? "note" : "error";
}

static Str unit_of(const Indication *indication) {
    return indication->unit ? indication->unit->name : str_of(indication->unit_sent);
}

/* indication is NULL for a frame that holds none. */
static void put_json(Buf *out, const Heard *heard, const Indication *indication) {
    static const Indication none;
    const Indication *i = indication ? indication : &none;
    Json json = {.out = out};
    Buf raw = {0};
    put_hex(&raw, heard->raw);
    json_open_object(&json, NULL);
    if (i->channel && *i->channel) json_z(&json, "channel", i->channel);
    json_z(&json, "quantity", quantity_name(i->quantity));
    json_z(&json, "value", i->digits);
    json_str(&json, "unit", unit_of(i));
    if (i->stability == STABILITY_NOT_STATED)
        json_null(&json, "stable");
    else
        json_bool(&json, "stable", i->stability == STABILITY_STABLE);
    json_z(&json, "state", state_of(&heard->decoded, indication));
    json_z(&json, "reason", indication ? i->reason : heard->decoded.reason);
    json_str(&json, "raw", buf_str(&raw));
    json_close_object(&json);
    buf_byte(out, '\n');
    buf_free(&raw);
}

static void put_cell(Buf *out, Str text) {
    bool quoted = str_find_byte(text, ',') >= 0 || str_find_byte(text, '"') >= 0;
    if (quoted) buf_byte(out, '"');
    for (ptrdiff_t i = 0; i < text.len; i++) {
        if (text.at[i] == '"') buf_byte(out, '"');
        buf_byte(out, text.at[i]);
    }
    buf_put(out, quoted ? S("\",") : S(","));
}

static void put_csv(Arena *arena, Buf *out, const Heard *heard, const Indication *indication) {
    static const Indication none;
    const Indication *i = indication ? indication : &none;
    ArenaMark mark = arena_mark(arena);
    put_cell(out, moment_iso(arena, moment_now()));
    put_cell(out, str_of(i->channel));
    put_cell(out, str_of(quantity_name(i->quantity)));
    put_cell(out, str_of(i->digits));
    put_cell(out, unit_of(i));
    put_cell(out, indication ? str_of(stability_name(i->stability)) : S(""));
    put_cell(out, str_of(state_of(&heard->decoded, indication)));
    put_cell(out, str_of(indication ? i->reason : heard->decoded.reason));
    put_hex(out, heard->raw);
    buf_byte(out, '\n');
    arena_reset(arena, mark);
}

static void print_heard(Reader *reader, const Heard *heard) {
    int n = heard->decoded.n;
    for (int i = 0; i < (n ? n : 1); i++) {
        const Indication *indication = n ? &heard->decoded.indications[i] : NULL;
        if (reader->jsonl)
            put_json(&reader->out, heard, indication);
        else
            put_csv(reader->run->arena, &reader->out, heard, indication);
    }
}

/* Nothing that was read waits in memory for the next reading. */
static void flush(Reader *reader) {
    if (reader->out.len && !reader->failed)
        reader->failed = !out_stdout(buf_str(&reader->out), &reader->run->diag);
    buf_clear(&reader->out);
}

static bool is_usable(const Decoded *decoded) {
    for (int i = 0; i < decoded->n; i++) {
        const Indication *indication = &decoded->indications[i];
        if (indication->state == STATE_OK && (!options.stable || indication->stability == STABILITY_STABLE))
            return true;
    }
    return false;
}

static void count(Reader *reader, const Decoded *decoded) {
    if (is_usable(decoded)) {
        reader->usable++;
        reader->last_ms = clock_monotonic_ms();
    } else if (decoded->kind != DECODED_NOTE) {
        reader->unusable++;
        snprintf(reader->reason, sizeof reader->reason, "%s",
                 decoded->n ? decoded->indications[0].reason : decoded->reason);
        if (options.stable && decoded->n && decoded->indications[0].stability == STABILITY_NOT_STATED)
            snprintf(reader->reason, sizeof reader->reason,
                     "this instrument does not state that a reading is stable");
    }
}

static bool is_done(const Reader *reader) {
    return reader->failed || (options.n >= 0 && reader->usable >= options.n);
}

static void take(void *context, Live *live, const LiveEvent *event) {
    Reader *reader = context;
    if (event->kind != LIVE_EVENT_HEARD || is_done(reader)) return;
    if (event->late) {
        diag_note(&reader->run->diag, place_file(live->port->name),
                  "an answer that came after its time was dropped");
        return;
    }
    print_heard(reader, event->heard);
    count(reader, &event->heard->decoded);
}

/* Why there were too few readings. */
static void explain(Reader *reader, const Live *live) {
    Place place = place_file(live->port->name);
    const char *advice = framer_advice(&live->framer);
    if (options.n >= 0)
        diag_warning(&reader->run->diag, place, "%d of %d usable readings came", reader->usable, options.n);
    else
        diag_warning(&reader->run->diag, place, "no usable reading came");
    if (reader->unusable)
        diag_note(&reader->run->diag, place, "%d readings were not usable; the last: %s", reader->unusable,
                  reader->reason);
    else if (advice && *advice)
        diag_note(&reader->run->diag, place, "%s", advice);
}

static int finish(Reader *reader, const Live *live) {
    Run *run = reader->run;
    const FramerCounts *counts = &live->framer.counts;
    if (counts->partial)
        diag_note(&run->diag, place_file(live->port->name), "%lld begun frames were dropped",
                  (long long)counts->partial);
    if (counts->first)
        diag_note(&run->diag, place_file(live->port->name),
                  "the first frame was dropped: it may have been the end of one");
    if (reader->failed) return EXIT_MACHINE;
    if (options.n >= 0 ? reader->usable >= options.n : reader->usable > 0) {
        if (live->state != LIVE_GONE || options.n >= 0) return EXIT_YES;
    } else
        explain(reader, live);
    if (live->state == LIVE_GONE)
        diag_machine(&run->diag, place_file(live->port->name),
                     "the line is gone (cable pulled, instrument switched off?) after %d usable readings",
                     reader->usable);
    return EXIT_INCOMPLETE;
}

static int listen_to(Reader *reader, Live *live, int64_t timeout_ms) {
    const int also[2] = {signals_fd(), -1};
    live->repeat = true;
    reader->last_ms = clock_monotonic_ms();
    while (!is_done(reader) && live->state == LIVE_OPEN) {
        int64_t until = reader->last_ms + timeout_ms;
        if (clock_monotonic_ms() >= until) break;
        if (live_wait(&live, 1, also, until)) return signals_status();
        live_step(live, take, reader);
        flush(reader);
    }
    if (live->state == LIVE_OPEN) (void)framer_end(&live->framer);
    return finish(reader, live);
}

static bool read_timeout(Run *run, int64_t *ms) {
    Decimal seconds;
    bool exact;
    if (decimal_parse(str_of(options.timeout), '.', &seconds) == DECIMAL_OK &&
        decimal_scale(seconds.num, seconds.den, 1000, 1, 0, ms, &exact) && *ms > 0 && *ms <= 86400000)
        return true;
    return run_usage(run, "--timeout: '%s' is no number of seconds", options.timeout);
}

static bool check_options(Run *run) {
    bool ok = run_want_arguments(run, 0, 0, "no argument");
    if (!options.driver) ok = run_usage(run, "--driver is missing; 'tablecert instruments list' names them");
    if (!options.port) ok = run_usage(run, "--port is missing; 'tablecert instruments ports' lists them");
    if (options.n == 0) ok = run_usage(run, "--count: expected 1 or more");
    if (strcmp(options.format, "csv") && strcmp(options.format, "jsonl"))
        ok = run_usage(run, "--format: expected csv or jsonl");
    return ok;
}

static bool read_serial(Run *run, const Driver *driver, LineSettings *line) {
    const char *why;
    *line = driver_settings(driver);
    if (!options.serial || line_settings_read(str_of(options.serial), line, &why)) return true;
    return run_usage(run, "--serial: '%s': %s", options.serial, why);
}

static int read_instrument(Run *run) {
    int64_t timeout_ms = 0;
    LineSettings line;
    const DriverSetup setup = {str_of(options.unit), str_of(options.prefix)};
    if (!check_options(run) || !read_timeout(run, &timeout_ms)) return EXIT_INPUT;
    const Driver *driver = driver_find(run->arena, str_of(options.driver), &setup, &run->diag);
    if (!driver || !read_serial(run, driver, &line)) return EXIT_INPUT;
    if (run->verbose)
        diag_note(&run->diag, place_file(str_of(options.port)), "%s, %.*s", driver->id,
                  SARG(line_settings_print(run->arena, &line)));
    const LiveOrder order = {run->arena,   driver,    str_of(options.port), &line, str_of(options.record),
                             signals_fd(), &run->diag};
    Live *live = live_open(&order);
    if (!live) return EXIT_MACHINE;
    Reader reader = {.run = run, .jsonl = !strcmp(options.format, "jsonl")};
    if (!reader.jsonl)
        reader.failed =
            !out_stdout(S("time,channel,quantity,value,unit,stability,state,reason,raw\n"), &run->diag);
    run_print_messages(run);
    int status = listen_to(&reader, live, timeout_ms);
    buf_free(&reader.out);
    return live_close(live) ? status : EXIT_MACHINE;
}

const Command cmd_read = {
    .name = "read",
    .summary = "readings from one instrument, to standard output",
    .usage = "--driver D --port P [-n N] [options]",
    .description = "Every frame is written, also those that are no value, with their state: ok, unstable, "
                   "overload, underrange,\n"
                   "error; a note is an acknowledgement. Only ok is usable. Exit status: 0 when N usable "
                   "readings came (without\n"
                   "-n: at least one), 3 when too few, 4 when the port failed.\n"
                   "A recorded capture is replayed with --port replay:FILE.",
    .options = table,
    .run = read_instrument,
};
