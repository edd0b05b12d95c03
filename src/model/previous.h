/* An earlier result (the JSON of check, or a certificate's twin), for a re-inspection of what failed:
 * whatever is not measured again is taken over from it. jansson lives in previous.c alone. Source:
 * judge/README.md, Commands;
 * --only-failed. */
#ifndef MODEL_PREVIOUS_H
#define MODEL_PREVIOUS_H

#include "base/diag.h"

typedef struct PreviousRequirement {
    Str id, verdict, value, U, point, lower, upper, reason; /* "" where null or absent */
    bool has_point, has_probability, has_tur;
    double probability, tur;
    int points, readings;
    Str measured; /* when its last reading was taken, as written; "" not known */
} PreviousRequirement;

typedef struct PreviousTable {
    Str name, profile, rule, guard, verdict; /* guard "" with rule simple */
    bool partial;
    const Str *overdue; /* instruments whose calibration was overdue */
    int overdue_count;
    const PreviousRequirement *requirements;
    int count;
} PreviousTable;

typedef struct Previous {
    Str file;
    const PreviousTable *tables;
    int count;
} Previous;

/* NULL after errors (told): no JSON, another schema, members missing or of the wrong kind. */
const Previous *previous_load(Arena *arena, const char *path, Diag *diag);
/* NULL: not in it. */
const PreviousTable *previous_table(const Previous *previous, Str name, Str profile);
const PreviousRequirement *previous_requirement(const PreviousTable *table, Str id);

#endif
