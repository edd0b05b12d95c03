/* The measured table: which file, which table of it, which instruments; marking/measured.h fits its shape. */
#include "base/text.h"
#include "cli/layout.h"
#include "marking/measured.h"
#include "model/config.h"
#include "read/csv/measurements.h"

/* ---- reading the file ---- */

static bool read_dialect(Run *run, const TableRequest *request, MeasurementSpec *spec) {
    const char *decimal = request->decimal, *delimiter = request->delimiter;
    if (decimal && strcmp(decimal, ".") && strcmp(decimal, ","))
        return run_usage(run, "--decimal '%s': expected . or ,", decimal);
    if (decimal) spec->decimal = decimal[0];
    if (delimiter && !strcmp(delimiter, "tab")) delimiter = "\t";
    if (delimiter && (strlen(delimiter) != 1 || !strchr(",;|\t", delimiter[0])))
        return run_usage(run, "--delimiter '%s': expected , ; | or tab", delimiter);
    if (delimiter) spec->delimiter = delimiter[0];
    spec->encoding = request->encoding;
    return true;
}

/* A session may hold anything that some profile asks for; the bed is all that matters here. */
static bool load_profiles(Run *run, const char *folder, MeasurementSpec *spec) {
    const Str *ids;
    int count = profile_ids(run->arena, folder, &ids, &run->diag);
    if (diag_failed(&run->diag)) return false;
    const Profile **profiles = NEW_ARRAY(run->arena, const Profile *, count);
    for (int i = 0; i < count; i++) {
        profiles[spec->profile_count] =
            profile_load(run->arena, str_z(run->arena, ids[i]), folder, &run->diag);
        if (profiles[spec->profile_count]) spec->profile_count++;
    }
    spec->profiles = profiles;
    return !diag_failed(&run->diag);
}

static Str table_names(Run *run, const Session *session) {
    Str names = S("");
    for (int i = 0; i < session->table_count; i++) {
        Str name = session_table_at(session, i, run->arena)->name;
        names = str_fmt(run->arena, "%.*s%s'%.*s'", SARG(names), i ? ", " : "", SARG(name));
    }
    return names;
}

static const SessionTable *choose_table(Run *run, const TableRequest *request, const Session *session) {
    Place file = place_file(str_of(request->measured));
    const SessionTable *table = NULL;
    if (request->table)
        table = session_table(session, str_of(request->table), run->arena);
    else if (session->table_count == 1)
        table = session_table_at(session, 0, run->arena);
    if (table) return table;
    Str names = table_names(run, session);
    if (request->table)
        diag_error(&run->diag, file, "no table '%s'; there is %.*s", request->table, SARG(names));
    else
        diag_error(&run->diag, file, "which table? expected --table with one of %.*s", SARG(names));
    return NULL;
}

/* The list named, or the one of the configuration; without any, only the rows tell their uncertainty. */
static bool load_instruments(Run *run, const TableRequest *request, const Session *session,
                             const Instruments **out) {
    const char *path = request->instruments ? request->instruments : config_path(run->config, "instruments");
    *out = NULL;
    if (!path) return true;
    *out = instruments_load(run->arena, path, &run->diag);
    return *out && instruments_check(*out, session, false, &run->diag);
}

bool layout_measured(Run *run, const TableRequest *request, LayoutTable *table, bool *incomplete) {
    Session session = {.arena = run->arena};
    MeasurementSpec spec = {0};
    const Instruments *instruments;
    MeasuredBed bed;
    if (!read_dialect(run, request, &spec) || !load_profiles(run, request->folder, &spec)) return false;
    if (!measurements_read(&session, request->measured, &spec, &run->diag)) return false;
    if (!load_instruments(run, request, &session, &instruments)) return false;
    const SessionTable *chosen = choose_table(run, request, &session);
    if (!chosen || !measured_bed(run->arena, chosen, instruments, place_file(str_of(request->measured)), &bed,
                                 incomplete, &run->diag))
        return false;
    table->origin =
        str_fmt(run->arena, "%.*s%s%.*s", SARG(text_harmless(run->arena, str_of(request->measured))),
                chosen->name.len ? " · " : "", SARG(chosen->name));
    table->bed = bed.bed, table->fit = bed.fit;
    for (int i = 0; i < SIDE_COUNT; i++) table->keys[i] = bed.keys[i], table->places[i] = bed.places[i];
    return true;
}
