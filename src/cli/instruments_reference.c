/* instruments check --reference: the check before the day's work. An instrument of the list is read against a
 * known value and judged by its uncertainty, or by its resolution when the list states none; the outcome is
 * kept in the log beside the list. instruments history shows that log over time. */
#include "base/moment.h"
#include "base/quantity.h"
#include "cli/instruments.h"
#include "cli/signals.h"
#include "model/instruments.h"
#include "read/driver/table.h"
#include "read/port/live.h"
#include "report/write/columns.h"

enum { WAIT_MS = 10000, WAIT_KEY_MS = 60000, PLOT_HALF = 12 };

typedef struct Reference {
    const Instrument *instrument;
    Str text; /* "200 g" */
    Amount amount;
    int64_t value; /* smallest unit */
} Reference;

/* ---- what is to be checked */

/* The longest id of the list that the text begins with. */
static const Instrument *find_instrument(const Instruments *list, Str *text) {
    const Instrument *best = NULL;
    for (int i = 0; i < list->n; i++) {
        Str id = list->at[i].id;
        if (str_starts(*text, id) && text->len > id.len && text->at[id.len] == ' ' &&
            (!best || id.len > best->id.len))
            best = &list->at[i];
    }
    if (best) *text = str_trim(str_skip(*text, best->id.len));
    return best;
}

static bool read_reference(Run *run, const Instruments *list, const char *typed, Reference *out) {
    Str text = str_trim(str_of(typed));
    bool lost;
    out->instrument = find_instrument(list, &text);
    out->text = text;
    if (!out->instrument)
        return run_usage(run, "--reference '%s': expected an id of %.*s and the value, as in 'scale 200 g'",
                         typed, SARG(list->source->name));
    if (!out->instrument->driver.len || !out->instrument->port.len)
        return run_usage(run, "--reference '%s': this instrument has no driver and port in the list", typed);
    char sign = quantity_sign(text) == SIGN_COMMA ? ',' : '.';
    AmountFault fault = quantity_parse(text, sign, &out->amount);
    if (fault != AMOUNT_OK)
        return run_usage(run, "--reference '%s': '%.*s' %s", typed, SARG(text), amount_fault_text(fault));
    if (!out->amount.unit) return run_usage(run, "--reference '%s': the unit is missing", typed);
    return amount_to_smallest(&out->amount, out->amount.unit, &out->value, &lost) ||
           run_usage(run, "--reference '%s': too large a value", typed);
}

/* ---- one good reading */

typedef struct Taking {
    const Reference *reference;
    Indication reading;
    bool done;
    char reason[256];
} Taking;

static void take(void *context, Live *live, const LiveEvent *event) {
    Taking *taking = context;
    (void)live;
    if (event->kind != LIVE_EVENT_HEARD || taking->done || event->late) return;
    const Decoded *decoded = &event->heard->decoded;
    if (decoded->kind == DECODED_BAD) snprintf(taking->reason, sizeof taking->reason, "%s", decoded->reason);
    for (int i = 0; i < decoded->n && !taking->done; i++) {
        const Indication *in = &decoded->indications[i];
        if (in->state != STATE_OK)
            snprintf(taking->reason, sizeof taking->reason, "%s", in->reason);
        else if (in->quantity == taking->reference->amount.unit->quantity)
            taking->reading = *in, taking->done = true;
    }
}

static int64_t patience(const Driver *driver) {
    int64_t answer = 3 * (int64_t)driver->answer_ms;
    return driver->talk == TALK_KEY ? WAIT_KEY_MS : answer > WAIT_MS ? answer : WAIT_MS;
}

static void wait_for_reading(Live *live, Taking *taking) {
    const int also[2] = {signals_fd(), -1};
    int64_t until = clock_monotonic_ms() + patience(live->driver);
    live->repeat = true;
    while (!taking->done && live->state == LIVE_OPEN && clock_monotonic_ms() < until && !signals_came()) {
        if (live_wait(&live, 1, also, until)) return;
        live_step(live, take, taking);
    }
}

static int read_it(Run *run, const Reference *reference, Taking *taking) {
    const Instrument *instrument = reference->instrument;
    const DriverSetup setup = {instrument->unit, instrument->prefix};
    const char *why;
    const Driver *driver = driver_find(run->arena, instrument->driver, &setup, &run->diag);
    if (!driver) return EXIT_INPUT;
    LineSettings line = driver_settings(driver);
    if (instrument->settings.len && !line_settings_read(instrument->settings, &line, &why))
        return diag_error(&run->diag, instrument->place, "settings: %s", why), EXIT_INPUT;
    const LiveOrder order = {run->arena, driver, instrument->port, &line, S(""), signals_fd(), &run->diag};
    Live *live = live_open(&order);
    if (!live) return EXIT_MACHINE;
    *taking = (Taking){.reference = reference};
    wait_for_reading(live, taking);
    if (!taking->done && !signals_came()) {
        const char *advice = taking->reason[0] ? taking->reason : framer_advice(&live->framer);
        diag_warning(&run->diag, place_file(instrument->port), "'%.*s': no usable reading came: %s",
                     SARG(instrument->id), advice);
    }
    live_close(live);
    return taking->done ? EXIT_YES : signals_came() ? signals_status() : EXIT_INCOMPLETE;
}

/* ---- the verdict */

static Str with_unit(Arena *arena, Str number, const Unit *unit) {
    return str_fmt(arena, "%.*s %.*s", SARG(number), SARG(unit->name));
}

/* The degrees of a difference have no zero of their own; a digit more than the display shows. */
static Str print_difference(Arena *arena, int64_t value, const Unit *unit, int places) {
    Str text = unit->quantity == QUANTITY_TEMPERATURE ? unit_print_difference(arena, value, unit, places + 1)
                                                      : unit_print_shortest(arena, value, unit, places, 9);
    return with_unit(arena, text, unit);
}

static int places_of(const char *digits) {
    const char *point = strchr(digits, '.');
    return point ? (int)strlen(point + 1) : 0;
}

static InstrumentCheck judge(Arena *arena, const Reference *reference, const Indication *reading) {
    const Instrument *instrument = reference->instrument;
    const Unit *unit = reading->unit;
    int places = places_of(reading->digits);
    double U = instrument_U(instrument, (double)reference->value);
    int64_t resolution =
        instrument->resolution > reading->resolution ? instrument->resolution : reading->resolution;
    InstrumentCheck check = {
        .time = moment_now(), .instrument = instrument->id, .reference = reference->text};
    check.off = reading->value + instrument->offset - reference->value;
    check.most = U > 0 ? (int64_t)(U + 0.5) : resolution;
    check.good = check.off <= check.most && check.off >= -check.most;
    Str shown = unit_print_shortest(arena, reading->value + instrument->offset, unit, places, 9);
    check.reading = with_unit(arena, shown, unit);
    check.difference = str_fmt(arena, "%s%.*s", check.off > 0 ? "+" : "",
                               SARG(print_difference(arena, check.off, unit, places)));
    check.allowed = print_difference(arena, check.most, unit, places);
    return check;
}

static int check_one(Run *run, const Catalogue *catalogue, const Reference *reference, Buf *out) {
    Taking taking;
    int status = read_it(run, reference, &taking);
    if (status != EXIT_YES) return status;
    if (!taking.reading.unit) return EXIT_INCOMPLETE;
    if (!unit_find(taking.reading.unit->name))
        return diag_error(&run->diag, reference->instrument->place, "it shows %.*s: set another unit",
                          SARG(taking.reading.unit->name)),
               EXIT_INPUT;
    InstrumentCheck check = judge(run->arena, reference, &taking.reading);
    Str verdict =
        catalogue_text(catalogue, check.good ? "instruments.reference.good" : "instruments.reference.bad");
    Str line = CATALOGUE_FILL(catalogue, "instruments.reference.line", check.instrument, check.reading,
                              check.reference, check.difference, check.allowed, verdict);
    buf_printf(out, "%.*s\n", SARG(line));
    if (!checks_append(run->arena, run->arguments.at[1], &check, &run->diag)) return EXIT_MACHINE;
    return check.good ? EXIT_YES : EXIT_NO;
}

/* The gravest of what the single checks came to: machine, input, no reading, bad, good. */
static int graver(int a, int b) {
    static const int order[] = {EXIT_YES, EXIT_NO, EXIT_INCOMPLETE, EXIT_INPUT, EXIT_MACHINE};
    int rank_a = 5, rank_b = 5;
    for (int i = 0; i < 5; i++) {
        if (order[i] == a) rank_a = i;
        if (order[i] == b) rank_b = i;
    }
    return rank_a > rank_b ? a : b;
}

int check_references(Run *run, const Catalogue *catalogue, Buf *out) {
    const TextList *list = verb_references();
    if (!run_want_arguments(run, 2, 2, "the instrument list after 'check --reference …'")) return EXIT_INPUT;
    const Instruments *instruments = instruments_load(run->arena, run->arguments.at[1], &run->diag);
    Reference references[64];
    bool ok = instruments != NULL;
    for (int i = 0; ok && i < list->n; i++)
        ok &= read_reference(run, instruments, list->at[i], &references[i]);
    if (!ok) return EXIT_INPUT;
    int status = EXIT_YES;
    for (int i = 0; i < list->n && !signals_came(); i++)
        status = graver(status, check_one(run, catalogue, &references[i], out));
    return status;
}

/* ---- over time */

/* -------|---*---  : where the difference lies between what is allowed below and above; < and > are beyond.
 */
static Str plot_line(Arena *arena, const InstrumentCheck *check) {
    char text[2 * PLOT_HALF + 4];
    double part = check->most ? (double)check->off / (double)check->most : 0;
    int at = PLOT_HALF + 1 + (int)(part * PLOT_HALF + (part < 0 ? -0.5 : 0.5));
    memset(text, '-', sizeof text);
    text[0] = text[2 * PLOT_HALF + 2] = '|', text[PLOT_HALF + 1] = '+';
    if (at < 1 || at > 2 * PLOT_HALF + 1 || !check->good)
        text[part < 0 ? 0 : 2 * PLOT_HALF + 2] = part < 0 ? '<' : '>';
    else
        text[at] = '*';
    return str_dup(arena, (Str){text, 2 * PLOT_HALF + 3});
}

int verb_history(Run *run, const Catalogue *catalogue, Buf *out) {
    const Instruments *list = instruments_load(run->arena, run->arguments.at[1], &run->diag);
    if (!list) return EXIT_INPUT;
    bool any = false;
    for (int i = 0; i < list->n; i++) {
        Columns columns = columns_new(run->arena, 5);
        columns.right[1] = columns.right[3] = true;
        bool some = false;
        for (int k = 0; k < list->checks.n; k++) {
            const InstrumentCheck *check = &list->checks.at[k];
            if (!str_eq(check->instrument, list->at[i].id)) continue;
            columns_add(&columns, moment_iso(run->arena, check->time), NULL);
            columns_add(&columns, check->reference, NULL);
            columns_add(&columns, plot_line(run->arena, check), NULL);
            columns_add(&columns, check->difference, NULL);
            columns_add(&columns, str_fmt(run->arena, "± %.*s", SARG(check->allowed)), NULL);
            some = any = true;
        }
        if (!some) continue;
        buf_printf(out, "%.*s\n", SARG(list->at[i].id));
        columns_put(out, &columns, 2);
    }
    if (!any) buf_printf(out, "%.*s\n", SARG(catalogue_text(catalogue, "instruments.reference.none")));
    return EXIT_YES;
}
