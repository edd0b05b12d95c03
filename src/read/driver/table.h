/* All drivers: the const rows in C and those described in YAML (profiles/instruments/). Source:
 * read/README.md, Drivers. */
#ifndef READ_DRIVER_TABLE_H
#define READ_DRIVER_TABLE_H

#include "read/driver.h"

typedef struct DriverSetup {
    Str unit;   /* --unit: for instruments whose frames name none */
    Str prefix; /* --prefix: for `line` */
} DriverSetup;

/* A driver by its id, or by the path of a description (a name that ends in .yaml). setup may be NULL. NULL
 * after errors (told; an unknown id names the nearest; a missing or needless unit is an error). */
const Driver *driver_find(Arena *arena, Str name, const DriverSetup *setup, Diag *diag);
/* The row of that name, without any setup; NULL when there is none, which is told to nobody. */
const Driver *driver_row(Arena *arena, Str name);
/* All shipped drivers, sorted by id; those that want a unit come without. Their number. */
int driver_all(Arena *arena, const Driver *const **all, Diag *diag);

#endif
