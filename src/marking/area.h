/* The areas of a game on a bed: fields, corners of the free game, anchors; and which of them hold a point.
 * The one geometry that both the technician's drawing and the carom referee use. Source: marking/README.md;
 * UMB 5.1.3 (a ball on a line counts as inside); rules/carom/README.md 4.5. */
#ifndef MARKING_AREA_H
#define MARKING_AREA_H

#include "marking/bed.h"

typedef struct Area {
    Str name;        /* "bottom-left", "corner-top-right", "bottom@left" */
    Vec2 polygon[4]; /* cm; convex, bottom-left, top-left, top-right, bottom-right; a triangle: the corner,
                        its point on the long cushion, its point on the short one */
    int n;           /* 4, or 3 */
    bool restricted;
    bool anchor;
} Area;

/* Is the point (cm) in the area, or nearer than half_line (cm) to the line around it? Areas are closed sets,
 * every edge moved outwards by half_line: a point on the line between two fields is in both, one on a
 * crossing in four. */
bool area_holds(const Area *area, Vec2 point, double half_line);
/* An area as half planes, for who asks often: a point is inside where x·px + y·py - least >= -half_line for
 * every edge, (x, y) being the edge's inward unit vector. */
typedef struct AreaEdges {
    int n;
    double x[4], y[4], least[4];
} AreaEdges;
AreaEdges area_edges(const Area *area);
/* What rounding may do to a coordinate of a few metres: a thousandth of a micrometre. */
#define AREA_ROUNDING 1e-7
/* The same answer as area_holds; inline, as every ball of every stroke is asked for every area. */
static inline bool edges_hold(const AreaEdges *e, Vec2 p, double half_line) {
    double limit = -half_line - AREA_ROUNDING;
    for (int i = 0; i < e->n; i++)
        if (e->x[i] * p.x + e->y[i] * p.y - e->least[i] < limit) return false;
    return true;
}
/* Indices of the areas that hold the point, in their order; returns how many. held must have room for count.
 */
int areas_of_point(const Area *areas, int count, Vec2 point, double half_line, int *held);

#endif
