/* The pictures of a table in a certificate and on a form: the plan with numbered measuring points, the light
 * map, the cushion profile. All are Drawings of about paper size, upright: bottom cushion below, left at the
 * left. */
#ifndef REPORT_CERTIFICATE_PLAN_H
#define REPORT_CERTIFICATE_PLAN_H

#include "model/catalogue.h"
#include "model/place.h"

typedef struct PlanPoint {
    int number;
    Str item, point;
    PointPlace place;
    bool bad; /* outside its limits */
} PlanPoint;

enum { PLAN_FEW = 45 }; /* more points are drawn smaller and want a larger picture */

/* Names of the sides come from the catalogue (plan.bottom …). Points without a place are left out. */
Drawing *plan_drawing(Arena *arena, const NominalBed *bed, const PlanPoint *points, int count,
                      const Catalogue *words);

typedef struct LightPoint {
    int number, column, row;
    double lux;
    Str text; /* the value as printed */
    bool bad;
} LightPoint;

/* columns × rows fields; fields without a reading stay white. limit: the lower limit in lux, NAN if none. */
Drawing *light_map_drawing(Arena *arena, const NominalBed *bed, int columns, int rows,
                           const LightPoint *points, int count, double limit, const Catalogue *words);

/* The same fields empty, with their numbers and names (point->text): where to measure. */
Drawing *grid_drawing(Arena *arena, const NominalBed *bed, int columns, int rows, const LightPoint *points,
                      int count, const Catalogue *words);

typedef struct ProfilePoint {
    Str name;
    double value, spread; /* in the unit shown; spread: U, 0 none */
    bool bad;
} ProfilePoint;

/* Values side by side over the band of their limits (NAN: open). */
Drawing *cushion_profile_drawing(Arena *arena, const ProfilePoint *points, int count, double lower,
                                 double upper, Str unit, const Catalogue *words);

#endif
