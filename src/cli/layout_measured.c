/* The measured table: the sides and diagonals of a session's file, and the shape that fits them. Points are
 * named as in carom (bottom, top), pool (head, foot) or snooker (baulk, top). Source: marking.md, "A real
 * table is no rectangle". */
#include "cli/layout.h"
#include "model/config.h"
#include "model/instruments.h"
#include "read/csv/measurements.h"

#include <math.h>

/* What a side is called in the file: the item, and the names of its point. */
static const struct {
    Str item;
    Str points[3];
} sides[SIDE_COUNT] = {
    [LENGTH_LEFT] = {S_INIT("bed.length"), {S_INIT("left")}},
    [LENGTH_RIGHT] = {S_INIT("bed.length"), {S_INIT("right")}},
    [WIDTH_BOTTOM] = {S_INIT("bed.width"), {S_INIT("bottom"), S_INIT("head"), S_INIT("baulk")}},
    [WIDTH_TOP] = {S_INIT("bed.width"), {S_INIT("top"), S_INIT("foot")}},
    [DIAGONAL_BOTTOM_LEFT] = {S_INIT("bed.diagonal"),
                              {S_INIT("bottom-left"), S_INIT("head-left"), S_INIT("baulk-left")}},
    [DIAGONAL_BOTTOM_RIGHT] = {S_INIT("bed.diagonal"),
                               {S_INIT("bottom-right"), S_INIT("head-right"), S_INIT("baulk-right")}},
};

typedef struct Measured {
    Run *run;
    LayoutTable *table;
    const Instruments *instruments; /* NULL: none */
    Place file;
    Distance distances[SIDE_COUNT];
    bool good;
} Measured;

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

/* ---- sides ---- */

static int side_of_point(Str item, Str point) {
    for (int side = 0; side < SIDE_COUNT; side++)
        for (int k = 0; k < 3 && sides[side].points[k].len; k++)
            if (str_eq(sides[side].item, item) && str_eq_fold(sides[side].points[k], point)) return side;
    return -1;
}

/* Between 10 cm and 100 m, in nm: anything else is a slip of the pen. */
static bool is_length_of_table(double nm) { return nm >= 1e8 && nm <= 1e11; }

static bool take_point(Measured *measured, const Item *item, const Point *point) {
    Diag *diag = &measured->run->diag;
    int side = side_of_point(item->id, point->name);
    int128 num, den;
    if (side < 0) {
        const char *where = point->name.len ? "" : " (none is named)";
        return diag_note(diag, point->place, "%.*s at the point '%.*s'%s is not used for the layout",
                         SARG(item->id), SARG(point->name), where),
               true;
    }
    if (measured->distances[side].given)
        return diag_error(diag, point->place, "%.*s and %.*s@%.*s are the same distance under two names",
                          SARG(measured->table->keys[side]), SARG(item->id), SARG(point->name));
    point_mean(point, &num, &den);
    double nm = (double)num / (double)den;
    if (!is_length_of_table(nm))
        return diag_error(diag, point->place, "%.*s is no length of a table", SARG(item->id));
    bool resolution_only;
    double u = instruments_u(measured->instruments, point, &resolution_only);
    measured->distances[side] = (Distance){true, nm / 1e7, fmax(u, 1) / 1e7};
    measured->table->keys[side] =
        str_fmt(measured->run->arena, "%.*s@%.*s", SARG(item->id), SARG(point->name));
    measured->table->places[side] = point->place;
    return true;
}

static bool take_item(Measured *measured, const SessionTable *table, Str id) {
    const Item *item = table_item(table, id);
    bool good = true;
    for (ptrdiff_t i = 0; item && i < item->points.n; i++)
        if (item->points.at[i].n > 0) good = take_point(measured, item, &item->points.at[i]) && good;
    return good;
}

static bool take_sides(Measured *measured, const SessionTable *table) {
    bool good = take_item(measured, table, S("bed.length"));
    good = take_item(measured, table, S("bed.width")) && good;
    return take_item(measured, table, S("bed.diagonal")) && good;
}

/* ---- the shape ---- */

static bool tell_incomplete(Measured *measured, const char *item, const char *points, bool *incomplete) {
    *incomplete = true;
    diag_warning(&measured->run->diag, measured->file,
                 "incomplete: no usable reading of %s, expected one at %s", item, points);
    return false;
}

static bool fit_shape(Measured *measured, bool *incomplete) {
    Diag *diag = &measured->run->diag;
    Fit *fit = NEW(measured->run->arena, Fit);
    switch (quadrilateral_fit(measured->distances, fit)) {
    case FIT_NO_LENGTH:
        return tell_incomplete(measured, "bed.length", "left or right", incomplete);
    case FIT_NO_WIDTH:
        return tell_incomplete(measured, "bed.width", "bottom or top", incomplete);
    case FIT_IMPOSSIBLE:
        return diag_error(diag, measured->file,
                          "no quadrilateral has these sides and diagonals; a reading must be wrong");
    case FIT_DONE:
        break;
    }
    measured->table->fit = fit;
    measured->table->bed = fit->bed;
    if (!fit->angles_fitted)
        diag_note(diag, measured->file,
                  "the angles are assumed to be right: five distances are needed to fit them");
    if (fit->bed.length > fit->bed.width) return true;
    return diag_error(diag, measured->file, "the bed's length %.2f cm is not more than its width %.2f cm",
                      fit->bed.length, fit->bed.width);
}

/* The list named, or the one of the configuration; without any, only the rows tell their uncertainty. */
static bool load_instruments(Measured *measured, const TableRequest *request, const Session *session) {
    Run *run = measured->run;
    const char *path = request->instruments ? request->instruments : config_path(run->config, "instruments");
    if (!path) return true;
    measured->instruments = instruments_load(run->arena, path, &run->diag);
    return measured->instruments && instruments_check(measured->instruments, session, false, &run->diag);
}

bool layout_measured(Run *run, const TableRequest *request, LayoutTable *table, bool *incomplete) {
    Session session = {.arena = run->arena};
    MeasurementSpec spec = {0};
    Measured measured = {.run = run, .table = table, .file = place_file(str_of(request->measured))};
    if (!read_dialect(run, request, &spec) || !load_profiles(run, request->folder, &spec)) return false;
    if (!measurements_read(&session, request->measured, &spec, &run->diag)) return false;
    if (!load_instruments(&measured, request, &session)) return false;
    const SessionTable *chosen = choose_table(run, request, &session);
    if (!chosen || !take_sides(&measured, chosen)) return false;
    table->origin =
        str_fmt(run->arena, "%s%s%.*s", request->measured, chosen->name.len ? " · " : "", SARG(chosen->name));
    return fit_shape(&measured, incomplete);
}
