/* The plan as shapes: made once, asked by clearances, moves and suggestions. */
#ifndef HALL_SPACE_H
#define HALL_SPACE_H

#include "hall/approval.h"
#include "hall/geometry.h"

typedef struct Thing { /* an obstacle or a table */
    ClearanceKind kind;
    int index;
    const GeoShape *shape;
    const Vec2 *outline;
    int n;
    Str name;
    int order;
} Thing;

typedef struct Space {
    Arena *arena;
    Geometry *geometry;
    const Plan *plan;
    const GeoShape *room, *walls; /* the polygon, and its outline */
    Thing *things;                /* obstacles, then tables */
    int count;
    Frame *frames; /* of the tables */
    Neighbours *neighbours;
} Space;

/* False after errors (told): faulty polygons, overlaps, things outside. Call space_close in any case. */
bool space_open(Arena *arena, const Plan *plan, Space *space, Diag *diag);
void space_close(Space *space);

/* clearance.c: fills clearances of one table, nearest first. */
void clearances_of(const Space *space, int table, TableApproval *out);
/* move.c: the shortest shift; call after all clearances are known. */
void find_moves(const Space *space, Approval *approval);

#endif
