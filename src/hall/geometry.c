/* GEOS, reentrant C API. Everything made is noted and given back by geometry_close; a call that fails for
 * lack of memory ends the program like every other (base/memory.h). */
#include "hall/geometry.h"

#include "base/memory.h"

#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

struct Shape_ {
    GEOSGeometry *geometry;
    const GEOSPreparedGeometry *prepared; /* made when first asked */
};

struct Neighbours {
    Geometry *owner;
    GEOSSTRtree *tree;
    int *numbers;
};

struct Geometry {
    Arena *arena;
    GEOSContextHandle_t geos;
    VEC(GeoShape *) shapes;
    VEC(Neighbours *) trees;
    GeoShape scratch;
};

static void silent(const char *message, void *context) { (void)message, (void)context; }

Geometry *geometry_open(Arena *arena) {
    Geometry *geometry = NEW(arena, Geometry);
    *geometry = (Geometry){.arena = arena, .geos = GEOS_init_r()};
    if (!geometry->geos) memory_out();
    GEOSContext_setErrorMessageHandler_r(geometry->geos, silent, NULL);
    GEOSContext_setNoticeMessageHandler_r(geometry->geos, silent, NULL);
    return geometry;
}

static void drop(const Geometry *geometry, GeoShape *shape) {
    if (shape->prepared) GEOSPreparedGeom_destroy_r(geometry->geos, shape->prepared);
    if (shape->geometry) GEOSGeom_destroy_r(geometry->geos, shape->geometry);
    *shape = (GeoShape){0};
}

void geometry_close(Geometry *geometry) {
    if (!geometry) return;
    for (ptrdiff_t i = 0; i < geometry->trees.n; i++)
        GEOSSTRtree_destroy_r(geometry->geos, geometry->trees.at[i]->tree);
    for (ptrdiff_t i = 0; i < geometry->shapes.n; i++) drop(geometry, geometry->shapes.at[i]);
    drop(geometry, &geometry->scratch);
    GEOS_finish_r(geometry->geos);
}

/* ---- making ---- */

static void *made(void *thing) {
    if (!thing) memory_out();
    return thing;
}

/* The points as a closed sequence. */
static GEOSCoordSequence *sequence(const Geometry *geometry, const Vec2 *points, int n) {
    GEOSCoordSequence *coords = made(GEOSCoordSeq_create_r(geometry->geos, (unsigned)n + 1, 2));
    for (int i = 0; i <= n; i++)
        GEOSCoordSeq_setXY_r(geometry->geos, coords, (unsigned)i, points[i % n].x, points[i % n].y);
    return coords;
}

static GEOSGeometry *ring_of(const Geometry *geometry, const Vec2 *points, int n) {
    return made(GEOSGeom_createLinearRing_r(geometry->geos, sequence(geometry, points, n)));
}

static GEOSGeometry *polygon_of(const Geometry *geometry, const Vec2 *points, int n) {
    return made(GEOSGeom_createPolygon_r(geometry->geos, ring_of(geometry, points, n), NULL, 0));
}

static const GeoShape *keep(Geometry *geometry, GEOSGeometry *made_one) {
    GeoShape *shape = NEW(geometry->arena, GeoShape);
    shape->geometry = made_one;
    *VEC_PUSH(geometry->arena, &geometry->shapes) = shape; /* NOLINT(bugprone-sizeof-expression) */
    return shape;
}

const GeoShape *geometry_polygon(Geometry *geometry, const Vec2 *points, int n) {
    return keep(geometry, polygon_of(geometry, points, n));
}

const GeoShape *geometry_ring(Geometry *geometry, const Vec2 *points, int n) {
    return keep(geometry, ring_of(geometry, points, n));
}

const GeoShape *geometry_scratch(Geometry *geometry, const Vec2 *points, int n) {
    drop(geometry, &geometry->scratch);
    geometry->scratch.geometry = polygon_of(geometry, points, n);
    return &geometry->scratch;
}

Str geometry_fault(Geometry *geometry, const Vec2 *points, int n, Vec2 *where) {
    GEOSContextHandle_t geos = geometry->geos;
    GEOSGeometry *polygon = polygon_of(geometry, points, n), *location = NULL;
    char *reason = NULL;
    double area = 0;
    Str fault = S("");
    *where = points[0];
    if (GEOSisValidDetail_r(geos, polygon, 0, &reason, &location) != 1)
        fault = S("crosses or touches itself");
    if (location) {
        GEOSGeomGetX_r(geos, location, &where->x);
        GEOSGeomGetY_r(geos, location, &where->y);
        GEOSGeom_destroy_r(geos, location);
    }
    GEOSFree_r(geos, reason);
    if (!GEOSArea_r(geos, polygon, &area) || area < 1e-9) fault = S("has no area");
    GEOSGeom_destroy_r(geos, polygon);
    return fault;
}

/* ---- asking ---- */

static const GEOSPreparedGeometry *prepared(Geometry *geometry, const GeoShape *shape) {
    GeoShape *own = (GeoShape *)(uintptr_t)shape; /* all are made by keep() */
    if (!own->prepared) own->prepared = made((void *)(uintptr_t)GEOSPrepare_r(geometry->geos, own->geometry));
    return own->prepared;
}

static bool answer(char result) {
    if (result == 2) memory_out(); /* shapes are valid, so nothing else can fail */
    return result == 1;
}

bool geometry_covers(Geometry *geometry, const GeoShape *outer, const GeoShape *inner) {
    return answer(GEOSPreparedCovers_r(geometry->geos, prepared(geometry, outer), inner->geometry));
}

bool geometry_meet(Geometry *geometry, const GeoShape *a, const GeoShape *b) {
    return answer(GEOSPreparedIntersects_r(geometry->geos, prepared(geometry, a), b->geometry));
}

bool geometry_holds(Geometry *geometry, const GeoShape *polygon, Vec2 point) {
    GEOSGeometry *at = made(GEOSGeom_createPointFromXY_r(geometry->geos, point.x, point.y));
    bool inside = answer(GEOSPreparedIntersects_r(geometry->geos, prepared(geometry, polygon), at));
    GEOSGeom_destroy_r(geometry->geos, at);
    return inside;
}

double geometry_distance(Geometry *geometry, const GeoShape *a, const GeoShape *b) {
    double distance = 0;
    if (!GEOSPreparedDistance_r(geometry->geos, prepared(geometry, a), b->geometry, &distance)) memory_out();
    return distance;
}

void geometry_nearest(Geometry *geometry, const GeoShape *a, const GeoShape *b, Vec2 *on_a, Vec2 *on_b) {
    GEOSContextHandle_t geos = geometry->geos;
    GEOSCoordSequence *coords = made(GEOSPreparedNearestPoints_r(geos, prepared(geometry, a), b->geometry));
    GEOSCoordSeq_getXY_r(geos, coords, 0, &on_a->x, &on_a->y);
    GEOSCoordSeq_getXY_r(geos, coords, 1, &on_b->x, &on_b->y);
    GEOSCoordSeq_destroy_r(geos, coords);
}

/* ---- neighbours ---- */

Neighbours *neighbours_build(Geometry *geometry, const GeoShape *const *shapes, int n) {
    Neighbours *neighbours = NEW(geometry->arena, Neighbours);
    *neighbours = (Neighbours){.owner = geometry,
                               .tree = made(GEOSSTRtree_create_r(geometry->geos, 10)),
                               .numbers = NEW_ARRAY(geometry->arena, int, n + 1)};
    for (int i = 0; i < n; i++) {
        neighbours->numbers[i] = i;
        GEOSSTRtree_insert_r(geometry->geos, neighbours->tree, shapes[i]->geometry, &neighbours->numbers[i]);
    }
    *VEC_PUSH(geometry->arena, &geometry->trees) = neighbours; /* NOLINT(bugprone-sizeof-expression) */
    return neighbours;
}

static void note(void *item, void *context) {
    Found *found = context;
    *VEC_PUSH(found->arena, &found->numbers) = *(const int *)item;
}

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

void neighbours_find(Neighbours *neighbours, Vec2 least, Vec2 most, double reach, Found *found) {
    const Geometry *geometry = neighbours->owner;
    GEOSGeometry *box = made(GEOSGeom_createRectangle_r(geometry->geos, least.x - reach, least.y - reach,
                                                        most.x + reach, most.y + reach));
    found->numbers.n = 0;
    GEOSSTRtree_query_r(geometry->geos, neighbours->tree, box, note, found);
    GEOSGeom_destroy_r(geometry->geos, box);
    if (found->numbers.n > 1)
        qsort(found->numbers.at, (size_t)found->numbers.n, sizeof *found->numbers.at, by_number);
}
