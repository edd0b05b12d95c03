/* The names of what a frame says, and the units that instruments send. The drivers themselves, coded and
 * described, are in driver/table.c. */
#include "read/driver.h"

#include "base/arena.h"

static const char *const stability_names[] = {"not stated", "stable", "unstable"};
static const char *const talk_names[] = {"poll", "stream", "key"};
static const char *const trust_names[] = {"captured", "documented", "reported"};
const char *stability_name(Stability stability) { return stability_names[stability]; }
const char *talk_name(Talk talk) { return talk_names[talk]; }
const char *trust_name(Trust trust) { return trust_names[trust]; }

Str flags_print(Arena *arena, unsigned flags) {
    static const char *const names[] = {"net", "battery low", "last digit not verified", "weak signal"};
    Str text = S("");
    for (int i = 0; i < 4; i++)
        if (flags & 1u << i) text = str_fmt(arena, "%.*s%s%s", SARG(text), text.len ? ", " : "", names[i]);
    return text;
}

/* Units that instruments send and a measuring form does not know. The carat, the grain (64.79891 mg) and what
 * is made of it are exact by definition; mom: 3.75 g. */
static const Unit more_units[] = {
    {S_INIT("ct"), QUANTITY_MASS, 200000000, 1, 0},   {S_INIT("GN"), QUANTITY_MASS, 64798910, 1, 0},
    {S_INIT("dwt"), QUANTITY_MASS, 1555173840, 1, 0}, {S_INIT("ozt"), QUANTITY_MASS, 31103476800, 1, 0},
    {S_INIT("mom"), QUANTITY_MASS, 3750000000, 1, 0}, {S_INIT("t"), QUANTITY_MASS, 1000000000000000, 1, 0},
    {S_INIT("mrad"), QUANTITY_ANGLE, 1000000, 1, 0},
};

const Unit *driver_unit(Str name) {
    for (size_t i = 0; i < sizeof more_units / sizeof *more_units; i++)
        if (str_eq(more_units[i].name, name)) return &more_units[i];
    return unit_find(name);
}

bool driver_measures(const Driver *driver, Quantity quantity) {
    for (const Quantity *q = driver->quantities; *q; q++)
        if (*q == quantity) return true;
    return false;
}

static bool lists(const Driver *driver, const char *id) {
    for (const char *const *kin = driver->kin; kin && *kin; kin++)
        if (!strcmp(*kin, id)) return true;
    return false;
}

bool driver_is_kin(const Driver *driver, const Driver *other) {
    return !strcmp(driver->id, other->id) || lists(driver, other->id) || lists(other, driver->id);
}
