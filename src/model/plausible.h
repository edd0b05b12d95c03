/* Can a reading be meant? A slip of the unit or of the decimal sign puts a value ten, a thousand or
 * twenty-five times beside the truth. Bounds come from the quantity and, wide, from the limits of the
 * profile, so that a bad table is never taken for a slip. Source: judge/README.md 12; read/csv/README.md, Units
 * ("what no instrument can show"). */
#ifndef MODEL_PLAUSIBLE_H
#define MODEL_PLAUSIBLE_H

#include "model/profile.h"

typedef struct Bounds {  /* in the quantity's smallest unit */
    int64_t least, most; /* what can be meant */
    int64_t possible;    /* what an instrument can show at the least; INT64_MIN: anything */
    double likely[2];    /* about where the value should lie, for naming the likely slip; 0, 0: not known */
} Bounds;

/* requirement NULL: the profile sets nothing for this item. profile may be NULL too. */
Bounds plausible_bounds(const Profile *profile, const Requirement *requirement, Str item, Quantity quantity);
/* What was probably meant instead of `number` (as typed, in `unit`): "1322 mm"; "" when nothing suggests
 * itself. */
Str plausible_slip(Arena *arena, const Bounds *bounds, int64_t value, Str number, const Unit *unit);

#endif
