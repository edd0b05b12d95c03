/* The sides and diagonals of a measured table, and the shape that fits them. Points are named as in carom
 * (bottom, top), pool (head, foot) or snooker (baulk, top). Source: marking/README.md, "A real table is no
 * rectangle". */
#include "marking/measured.h"

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
    Arena *arena;
    Diag *diag;
    const Instruments *instruments; /* NULL: none */
    Place file;
    Distance distances[SIDE_COUNT];
    MeasuredBed *bed;
} Measured;

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
    Diag *diag = measured->diag;
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
                          SARG(measured->bed->keys[side]), SARG(item->id), SARG(point->name));
    point_mean(point, &num, &den);
    double nm = (double)num / (double)den;
    if (!is_length_of_table(nm))
        return diag_error(diag, point->place, "%.*s is no length of a table", SARG(item->id));
    bool resolution_only;
    double u = instruments_u(measured->instruments, point, &resolution_only);
    measured->distances[side] = (Distance){true, nm / 1e7, fmax(u, 1) / 1e7};
    measured->bed->keys[side] = str_fmt(measured->arena, "%.*s@%.*s", SARG(item->id), SARG(point->name));
    measured->bed->places[side] = point->place;
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
    diag_warning(measured->diag, measured->file, "incomplete: no usable reading of %s, expected one at %s",
                 item, points);
    return false;
}

static bool fit_shape(Measured *measured, bool *incomplete) {
    Diag *diag = measured->diag;
    Fit *fit = NEW(measured->arena, Fit);
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
    measured->bed->fit = fit;
    measured->bed->bed = fit->bed;
    if (!fit->angles_fitted)
        diag_note(diag, measured->file,
                  "the angles are assumed to be right: five distances are needed to fit them");
    if (fit->bed.length > fit->bed.width) return true;
    return diag_error(diag, measured->file, "the bed's length %.2f cm is not more than its width %.2f cm",
                      fit->bed.length, fit->bed.width);
}

bool measured_bed(Arena *arena, const SessionTable *table, const Instruments *instruments, Place file,
                  MeasuredBed *bed, bool *incomplete, Diag *diag) {
    Measured measured = {.arena = arena, .diag = diag, .instruments = instruments, .file = file, .bed = bed};
    *bed = (MeasuredBed){0};
    *incomplete = false;
    return take_sides(&measured, table) && fit_shape(&measured, incomplete);
}
