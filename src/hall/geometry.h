/* Plane geometry by GEOS, which lives in geometry.c alone: validity and its place, containment, distances and
 * nearest points, neighbours. Metres. Source: hall/README.md, last paragraph. */
#ifndef HALL_GEOMETRY_H
#define HALL_GEOMETRY_H

#include "base/arena.h"
#include "model/drawing.h"

typedef struct Geometry Geometry; /* the context and everything made in it */
typedef struct Shape_ GeoShape;

Geometry *geometry_open(Arena *arena);
void geometry_close(Geometry *geometry); /* NULL is fine */

/* What is wrong with a polygon ("" nothing), and where. */
Str geometry_fault(Geometry *geometry, const Vec2 *points, int n, Vec2 *where);
/* Shapes live until geometry_close. The polygon must be without fault. */
const GeoShape *geometry_polygon(Geometry *geometry, const Vec2 *points, int n);
const GeoShape *geometry_ring(Geometry *geometry, const Vec2 *points, int n); /* only its outline */

/* A polygon for a moment: good until the next call of this function. */
const GeoShape *geometry_scratch(Geometry *geometry, const Vec2 *points, int n);

bool geometry_covers(Geometry *geometry, const GeoShape *outer, const GeoShape *inner);
bool geometry_meet(Geometry *geometry, const GeoShape *a, const GeoShape *b); /* have a point in common */
bool geometry_holds(Geometry *geometry, const GeoShape *polygon, Vec2 point);
/* Distance of the point sets, and a pair of nearest points (NULL: not wanted). */
double geometry_distance(Geometry *geometry, const GeoShape *a, const GeoShape *b);
void geometry_nearest(Geometry *geometry, const GeoShape *a, const GeoShape *b, Vec2 *on_a, Vec2 *on_b);

/* Neighbours: an STR tree of shapes, each with its number. */
typedef struct Neighbours Neighbours;
Neighbours *neighbours_build(Geometry *geometry, const GeoShape *const *shapes, int n);
typedef struct Found {
    Arena *arena;
    VEC(int) numbers;
} Found;
/* Those whose box comes within `reach` of the box from least to most; in rising order of their numbers. */
void neighbours_find(Neighbours *neighbours, Vec2 least, Vec2 most, double reach, Found *found);

#endif
