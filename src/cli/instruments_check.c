/* instruments check: an instrument list, or the description of an instrument with example lines. */
#include "base/source.h"
#include "cli/instruments.h"
#include "model/instruments.h"
#include "read/driver/describe.h"
#include "read/driver/table.h"
#include "read/indication.h"

/* ---- an instrument list */

/* Errors that know no place get the instrument's. */
static void tell_at(Run *run, Place place, const Diag *diag) {
    for (int i = 0; i < diag->messages.n; i++) {
        const Message *message = &diag->messages.at[i];
        diag_error(&run->diag, message->place.file.len ? message->place : place, "%.*s", SARG(message->text));
    }
}

static const Driver *find_driver(Run *run, const Instrument *instrument) {
    Diag diag = {.arena = run->arena};
    const DriverSetup setup = {instrument->unit, instrument->prefix};
    const Yaml *node = yaml_get(instrument->node, "driver");
    const Driver *driver = driver_find(run->arena, instrument->driver, &setup, &diag);
    tell_at(run, node ? yaml_place(node) : instrument->place, &diag);
    return driver;
}

static void check_line(Run *run, const Instrument *instrument, const Driver *driver) {
    LineSettings settings = {.baud = 9600};
    const char *why;
    if (instrument->settings.len && !line_settings_read(instrument->settings, &settings, &why))
        diag_error(&run->diag, yaml_place(yaml_get(instrument->node, "settings")), "settings: %s", why);
    if (!driver) return;
    if (instrument->quantity != QUANTITY_NONE && !driver_measures(driver, instrument->quantity))
        diag_error(&run->diag, instrument->place,
                   "its uncertainty, resolution or offset is a %s, but driver '%s' measures none",
                   quantity_name(instrument->quantity), driver->id);
}

static void check_instrument(Run *run, const Instrument *instrument) {
    if (instrument->driver.len) {
        const Driver *driver = find_driver(run, instrument);
        check_line(run, instrument, driver);
        if (!instrument->port.len)
            diag_warning(&run->diag, instrument->place, "'%.*s' has a driver but no port",
                         SARG(instrument->id));
    } else if (instrument->port.len || instrument->settings.len) {
        diag_error(&run->diag, instrument->place, "'%.*s' has a port or settings but no driver",
                   SARG(instrument->id));
    }
    if (!instrument->due.year)
        diag_note(&run->diag, instrument->place, "'%.*s': no date when its calibration is due",
                  SARG(instrument->id));
    else if (instrument_overdue(instrument, moment_now()))
        diag_warning(&run->diag, instrument->place, "'%.*s': its calibration is overdue",
                     SARG(instrument->id));
    if (!instrument->uncertainty.len)
        diag_note(&run->diag, instrument->place, "'%.*s': no uncertainty; only its resolution will count",
                  SARG(instrument->id));
}

static int check_list(Run *run, const Catalogue *catalogue, Buf *out) {
    if (!run_want_arguments(run, 2, 2, "one instrument list after 'check'")) return EXIT_INPUT;
    const Instruments *list = instruments_load(run->arena, run->arguments.at[1], &run->diag);
    for (int i = 0; list && i < list->n; i++) check_instrument(run, &list->at[i]);
    if (diag_failed(&run->diag)) return EXIT_INPUT;
    Str count = str_fmt(run->arena, "%d", list ? list->n : 0);
    Str text = CATALOGUE_FILL(catalogue, "instruments.list_ok", str_of(run->arguments.at[1]), count);
    buf_printf(out, "%.*s\n", SARG(text));
    return EXIT_YES;
}

/* ---- a description */

static Str indication_text(Run *run, const Catalogue *catalogue, const Indication *in) {
    Str unit = in->unit ? in->unit->name : str_of(in->unit_sent);
    if (!in->digits[0]) return str_fmt(run->arena, "%s: %s", state_name(in->state), in->reason);
    Str value = catalogue_number(catalogue, str_of(in->digits));
    Str flags = flags_print(run->arena, in->flags);
    return str_fmt(run->arena, "%s%s%.*s %.*s, %s%s%.*s", in->channel, *in->channel ? " " : "", SARG(value),
                   SARG(unit), stability_name(in->stability), flags.len ? ", " : "", SARG(flags));
}

static Str decoded_text(Run *run, const Catalogue *catalogue, const Decoded *decoded) {
    Str text = S("");
    if (decoded->kind != DECODED_READING)
        return str_fmt(run->arena, "%s%s", decoded->kind == DECODED_NOTE ? "note: " : "", decoded->reason);
    for (int i = 0; i < decoded->n; i++)
        text = str_fmt(run->arena, "%.*s%s%.*s", SARG(text), i ? "; " : "",
                       SARG(indication_text(run, catalogue, &decoded->indications[i])));
    return text;
}

/* The line as typed, with the line end the description wants. */
static void try_line(Run *run, const Catalogue *catalogue, const Driver *driver, Str typed, Buf *out) {
    const Line *line = driver->description;
    Str frame = str_fmt(run->arena, "%.*s%.*s", SARG(typed), SARG(line->end));
    Decoded decoded = {.n = 0};
    char quoted[300];
    if (frame.len > driver->frame_max)
        decoded_bad(&decoded, frame, "longer than 'longest'");
    else
        driver->decode(driver, frame, &decoded);
    quote_bytes(quoted, sizeof quoted, typed);
    buf_printf(out, "%s\n    %.*s\n", quoted, SARG(decoded_text(run, catalogue, &decoded)));
}

static void try_lines(Run *run, const Catalogue *catalogue, Str path, Buf *out) {
    const DriverSetup setup = {.unit = verb_unit()};
    const Driver *driver = driver_find(run->arena, path, &setup, &run->diag);
    for (int i = 2; driver && i < run->arguments.n; i++)
        try_line(run, catalogue, driver, str_of(run->arguments.at[i]), out);
}

static int check_description(Run *run, const Catalogue *catalogue, const Source *source, Buf *out) {
    const Driver *driver = describe_driver(run->arena, source, &run->diag);
    if (!driver) return EXIT_INPUT;
    if (driver->frame != line_frame && run->arguments.n > 2) {
        run_usage(run, "example lines are for instruments that send lines");
        return EXIT_INPUT;
    }
    Str text = CATALOGUE_FILL(catalogue, "instruments.description_ok", source->name, str_of(driver->id));
    buf_printf(out, "%.*s\n", SARG(text));
    if (run->arguments.n > 2) try_lines(run, catalogue, source->name, out);
    return EXIT_YES;
}

int verb_check(Run *run, const Catalogue *catalogue, Buf *out) {
    if (verb_references()->n) return check_references(run, catalogue, out);
    Source *source = NEW(run->arena, Source);
    Diag quiet = {.arena = run->arena}; /* whoever reads it tells */
    if (!source_load(run->arena, run->arguments.at[1], source, &run->diag)) return EXIT_INPUT;
    const Yaml *root = yaml_parse(run->arena, source, &quiet);
    bool description = yaml_get(root, "line") || yaml_get(root, "modbus") || yaml_get(root, "id");
    return description ? check_description(run, catalogue, source, out) : check_list(run, catalogue, out);
}
