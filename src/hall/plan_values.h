/* The values of a hall file: numbers, points, outlines, words. Each reader tells its fault at its place and
 * goes on. Source: hall/README.md, Errors. */
#ifndef HALL_PLAN_VALUES_H
#define HALL_PLAN_VALUES_H

#include "base/names.h"
#include "hall/plan.h"

typedef struct ValueReader {
    Arena *arena;
    Diag *diag;
    Str file;
} ValueReader;

/* node NULL (the key is not there) gives false or "" without an error, unless the name says "wanted". */
Str want_text(ValueReader *reader, const Yaml *node, const char *what);
Str want_name(ValueReader *reader, const Yaml *map,
              const char *what); /* its key `name`, which must be there */
/* A plain decimal in metres or degrees, not beyond 10 km. */
bool want_number(ValueReader *reader, const Yaml *node, const char *what, double *out);
bool want_point(ValueReader *reader, const Yaml *node, const char *what, Vec2 *out);
bool want_wanted_point(ValueReader *reader, const Yaml *map, const char *key, Vec2 *out);
/* At least three points, none twice running. What crosses itself is found by geometry.h. */
bool want_outline(ValueReader *reader, const Yaml *map, const char *key, Outline *out);
/* One reading or a list of them. */
void want_readings(ValueReader *reader, const Yaml *node, const char *what, const char *unit,
                   RoomValues *out);
bool want_answer(ValueReader *reader, const Yaml *node, const char *what, bool *out);
/* Is there a file that can be read? */
bool want_file(ValueReader *reader, const Yaml *node, const char *path);
/* Another table with the faulty profile: a short error at its place. */
void want_again(ValueReader *reader, const Yaml *node, Str name);

#endif
