/* Quantities and units. A value is an exact 64-bit integer of its quantity's smallest unit: length nm, mass
 * ng, illuminance µlx, temperature µ°C, angle nrad, ratio 1e-9. Source: read/csv/README.md, Numbers and Units.
 */
#ifndef BASE_UNIT_H
#define BASE_UNIT_H

#include "base/decimal.h"

typedef enum Quantity {
    QUANTITY_NONE, /* attested: yes or no */
    QUANTITY_LENGTH,
    QUANTITY_MASS,
    QUANTITY_ILLUMINANCE,
    QUANTITY_TEMPERATURE,
    QUANTITY_ANGLE,
    QUANTITY_RATIO,
    QUANTITY_COUNT
} Quantity;

/* smallest = typed × num/den + add/den, rounded half to even. A difference (U, a tolerance, a range) of the
 * same unit leaves `add` out. */
typedef struct Unit {
    Str name;
    Quantity quantity;
    int128 num, den, add;
} Unit;

const char *quantity_name(Quantity quantity); /* "length" … ; "" for none */
bool quantity_find(Str name, Quantity *out);
const Unit *unit_find(Str name); /* exactly as listed; NULL if unknown */
/* The unit that somebody who wrote `name` (MM, inches, Lx) means; "" when none suggests itself. */
Str unit_nearest(Str name);
/* The SI unit (with its usual prefix) that stands for a unit of another system: mm for inches, m for feet, g
 * for ounces, kg for pounds, lx for foot-candles; NULL for all others. */
const Unit *unit_si(const Unit *unit);
const Unit *unit_smallest(Quantity quantity); /* the unit whose count is the integer itself (nm, ng, …) */

/* Typed number and unit to the quantity's integer; false on overflow. *exact: no typed digit was lost. */
bool unit_to_smallest(const Decimal *typed, const Unit *unit, int64_t *out, bool *exact);
bool unit_to_smallest_difference(const Decimal *typed, const Unit *unit, int64_t *out, bool *exact);
/* Back: the value in `unit` as num/den of that unit (exact). */
void unit_from_smallest(int64_t value, const Unit *unit, int128 *num, int128 *den);
/* The value in `unit` with `places` decimals, or as many as it needs (least..most). */
Str unit_print(Arena *arena, int64_t value, const Unit *unit, int places);
Str unit_print_shortest(Arena *arena, int64_t value, const Unit *unit, int least, int most);
/* Same for differences (no offset of °F and K). */
Str unit_print_difference(Arena *arena, int64_t value, const Unit *unit, int places);

#endif
