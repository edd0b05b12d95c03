/* See area.h. */
#include "marking/area.h"

#include <math.h>

static double signed_size(const Area *area) {
    double sum = 0;
    for (int i = 0; i < area->n; i++) sum += vec_cross(area->polygon[i], area->polygon[(i + 1) % area->n]);
    return sum;
}

AreaEdges area_edges(const Area *area) {
    double sense = signed_size(area) < 0 ? -1 : 1;
    AreaEdges edges = {.n = area->n};
    for (int i = 0; i < area->n; i++) {
        Vec2 from = area->polygon[i], along = vec_unit(vec_sub(area->polygon[(i + 1) % area->n], from));
        edges.x[i] = -sense * along.y;
        edges.y[i] = sense * along.x;
        edges.least[i] = edges.x[i] * from.x + edges.y[i] * from.y;
    }
    return edges;
}

bool area_holds(const Area *area, Vec2 point, double half_line) {
    AreaEdges edges = area_edges(area);
    return edges_hold(&edges, point, half_line);
}

int areas_of_point(const Area *areas, int count, Vec2 point, double half_line, int *held) {
    int n = 0;
    for (int i = 0; i < count; i++)
        if (area_holds(&areas[i], point, half_line)) held[n++] = i;
    return n;
}
