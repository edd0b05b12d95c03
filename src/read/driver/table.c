/* The table of the drivers that are code, and the way to those that are data: profiles/instruments
 * inside the program, or a description that the user names by its path. A unit or prefix of the user is
 * checked here against what the driver takes. */
#include "read/driver/table.h"

#include <assert.h>

#include "base/source.h"
#include "read/driver/describe.h"
#include "read/driver/frames.h"

static const Driver *const coded[] = {
    &driver_center, &driver_center_300, &driver_disto,        &driver_dxl360s, &driver_gm1020,
    &driver_km,     &driver_km_cl200a,  &driver_laser_dollar, &driver_lutron,  &driver_nivel210,
    &driver_pce174, &driver_skd,        &driver_ut32x,        &driver_ut382,   NULL,
};

#define FOLDER "profiles/instruments/"

/* ---- all of them */
enum { DRIVERS_MOST = 128 };

typedef struct Gather {
    Arena *arena;
    Diag *diag;
    const Driver **drivers;
    int n;
} Gather;

static void gather(Gather *all, const Driver *driver) {
    assert(all->n < DRIVERS_MOST);
    all->drivers[all->n++] = driver;
}

static void gather_described(const Source *source, void *context) {
    Gather *all = context;
    const Driver *driver = describe_driver(all->arena, source, all->diag);
    if (driver) gather(all, driver);
}

static int by_id(const void *a, const void *b) {
    return strcmp((*(const Driver *const *)a)->id, (*(const Driver *const *)b)->id);
}

int driver_all(Arena *arena, const Driver *const **all, Diag *diag) {
    Gather found = {.arena = arena, .diag = diag, .drivers = NEW_ARRAY(arena, const Driver *, DRIVERS_MOST)};
    for (const Driver *const *row = coded; *row; row++) gather(&found, *row);
    data_each(S(FOLDER), gather_described, &found);
    qsort(found.drivers, (size_t)found.n, sizeof(const Driver *), by_id);
    *all = found.drivers;
    return found.n;
}

/* ---- one of them */
static const Driver *unknown(Arena *arena, Str name, Diag *diag) {
    const Driver *const *all, *nearest = NULL;
    int n = driver_all(arena, &all, diag), least = 4;
    for (int i = 0; i < n; i++) {
        int distance = str_distance(name, str_of(all[i]->id));
        if (distance < least) least = distance, nearest = all[i];
    }
    if (nearest)
        diag_error(diag, NO_PLACE, "unknown driver '%.*s'; did you mean '%s'?", SARG(name), nearest->id);
    else
        diag_error(diag, NO_PLACE, "unknown driver '%.*s'; 'tablecert instruments list' names all",
                   SARG(name));
    return NULL;
}

static const Driver *load(Arena *arena, Str name, Diag *diag) {
    Source *source = NEW(arena, Source);
    for (const Driver *const *row = coded; *row; row++)
        if (str_eq(name, str_of((*row)->id))) return *row;
    if (str_ends(name, S(".yaml")) || str_ends(name, S(".yml")))
        return source_load(arena, str_z(arena, name), source, diag) ? describe_driver(arena, source, diag)
                                                                    : NULL;
    if (data_find(str_fmt(arena, FOLDER "%.*s.yaml", SARG(name)), source))
        return describe_driver(arena, source, diag);
    if (str_eq(name, S("modbus"))) {
        diag_error(diag, NO_PLACE,
                   "driver 'modbus' needs to know the registers: copy one of the shipped maps "
                   "(modbus-xy-md02, …), change it, and name the file as the driver");
        return NULL;
    }
    return unknown(arena, name, diag);
}

static bool set_unit(Driver *driver, Str name, Diag *diag) {
    if (!driver->wants_unit && !driver->takes_unit)
        return diag_error(diag, NO_PLACE,
                          "driver '%s' reads the unit from the instrument; leave the unit out", driver->id);
    driver->unit = driver_unit(name);
    if (!driver->unit) return diag_error(diag, NO_PLACE, "unknown unit '%.*s'", SARG(name));
    if (driver_measures(driver, driver->unit->quantity)) return true;
    return diag_error(diag, NO_PLACE, "'%.*s' is no unit of what driver '%s' measures", SARG(name),
                      driver->id);
}

const Driver *driver_row(Arena *arena, Str name) {
    Diag unheard = {.arena = arena};
    return load(arena, name, &unheard);
}

const Driver *driver_find(Arena *arena, Str name, const DriverSetup *setup, Diag *diag) {
    const Driver *found = load(arena, name, diag);
    if (!found) return NULL;
    Driver *driver = NEW(arena, Driver);
    *driver = *found;
    if (setup && setup->unit.len && !set_unit(driver, setup->unit, diag)) return NULL;
    if (setup) driver->prefix = setup->prefix;
    if (driver->prefix.len && !driver->takes_prefix) {
        diag_error(diag, NO_PLACE, "driver '%s' takes no prefix", driver->id);
        return NULL;
    }
    if (!driver->wants_unit || driver->unit) return driver;
    diag_error(diag, NO_PLACE,
               "the frames of driver '%s' name no unit: say which one the instrument shows, as in "
               "--unit mm (in an instrument list: unit: mm)",
               driver->id);
    return NULL;
}
