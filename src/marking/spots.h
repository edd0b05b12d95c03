/* Spots, lines across the table and the D: everything whose place along the table is given as data. Spots lie
 * on the long axis, start spots square to it, the D's ends on its line. Source: marking/README.md 15, 18. */
#ifndef MARKING_SPOTS_H
#define MARKING_SPOTS_H

#include "marking/bed.h"

typedef struct Arc { /* a half circle */
    Str name;
    Vec2 centre, from, to; /* from the left end of its line to the right; bulging to the bottom cushion */
    double radius;
} Arc;

typedef struct Spot {
    Str name;
    Vec2 at;
} Spot;

/* The lines across that the family gives (head string, baulk line). */
int spots_lines(Arena *arena, const Bed *bed, const Family *family, Line *lines);
/* lines: those of spots_lines. has_start false leaves out the spots that need the start offset. */
int spots_make(const Bed *bed, const Family *family, const Line *lines, bool has_start, double start,
               Spot *spots);
int spots_arcs(const Bed *bed, const Family *family, const Line *lines, Arc *arcs);

#endif
