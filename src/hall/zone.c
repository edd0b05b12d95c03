/* See zone.h. */
#include "hall/zone.h"

#include <math.h>
#include <stdlib.h>

static const double SLACK = 1e-7; /* m: free is free although rounding says not quite */

static double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
static double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
static Vec2 sub(Vec2 a, Vec2 b) { return (Vec2){a.x - b.x, a.y - b.y}; }
static Vec2 plus(Vec2 a, Vec2 b, double times) { return (Vec2){a.x + times * b.x, a.y + times * b.y}; }
static double size_of(Vec2 a) { return sqrt(a.x * a.x + a.y * a.y); }
static Vec2 unit(Vec2 a) {
    double size = size_of(a);
    return (Vec2){a.x / size, a.y / size};
}

static int by_place(const void *a, const void *b) {
    const Vec2 *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->y < q->y ? -1 : p->y > q->y;
}

/* Andrew's monotone chain; points that are no corners by less than rounding are left out. */
static int hull(Vec2 *points, int n, Vec2 *out) {
    int count = 0;
    qsort(points, (size_t)n, sizeof *points, by_place);
    for (int pass = 0; pass < 2; pass++) {
        int start = count;
        for (int i = 0; i < n; i++) {
            Vec2 p = points[pass ? n - 1 - i : i];
            while (count >= start + 2 &&
                   cross(sub(out[count - 1], out[count - 2]), sub(p, out[count - 2])) <= 1e-12)
                count--;
            out[count++] = p;
        }
        count--; /* the other pass begins with it */
    }
    return count;
}

Zone zone_make(const Vec2 frame[4], const Vec2 *points, int n, double margin, int table) {
    Vec2 all[ZONE_CORNERS], out[2 * ZONE_CORNERS];
    Zone zone = {.margin = margin, .table = table};
    int count = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) all[count++] = sub(points[i], frame[k]);
    zone.n = hull(all, count, out);
    for (int i = 0; i < zone.n; i++) {
        zone.corners[i] = out[i];
        zone.middle = plus(zone.middle, out[i], 1.0 / zone.n);
    }
    for (int i = 0; i < zone.n; i++) zone.radius = fmax(zone.radius, size_of(sub(out[i], zone.middle)));
    zone.radius += margin;
    return zone;
}

static double to_edge(Vec2 p, Vec2 a, Vec2 b) {
    Vec2 edge = sub(b, a), to = sub(p, a);
    double part = fmin(fmax(dot(to, edge) / dot(edge, edge), 0), 1);
    return size_of(sub(to, (Vec2){part * edge.x, part * edge.y}));
}

bool zone_holds(const Zone *zone, Vec2 place) {
    double least = INFINITY, deepest = INFINITY;
    if (size_of(sub(place, zone->middle)) >= zone->radius) return false;
    for (int i = 0; i < zone->n; i++) {
        Vec2 a = zone->corners[i], b = zone->corners[(i + 1) % zone->n];
        deepest = fmin(deepest, cross(unit(sub(b, a)), sub(place, a)));
    }
    if (deepest > 0) return zone->margin > 0 || deepest > SLACK;
    if (-deepest >= zone->margin - SLACK) return false;
    for (int i = 0; i < zone->n; i++)
        least = fmin(least, to_edge(place, zone->corners[i], zone->corners[(i + 1) % zone->n]));
    return least < zone->margin - SLACK;
}

/* ---- its edge ---- */

int zone_pieces(const Zone *zone, Piece out[ZONE_PIECES]) {
    int count = 0;
    for (int i = 0; i < zone->n; i++) {
        Vec2 a = zone->corners[i], b = zone->corners[(i + 1) % zone->n], c = zone->corners[(i + 2) % zone->n];
        Vec2 along = unit(sub(b, a)), next = unit(sub(c, b));
        Vec2 outwards = {along.y, -along.x}, after = {next.y, -next.x};
        out[count++] = (Piece){.a = plus(a, outwards, zone->margin), .b = plus(b, outwards, zone->margin)};
        if (zone->margin > 0)
            out[count++] =
                (Piece){.arc = true, .a = b, .from = outwards, .to = after, .radius = zone->margin};
    }
    return count;
}

/* Is the direction within the arc? Arcs at a convex corner turn by less than half a circle. */
static bool on_arc(const Piece *arc, Vec2 direction) {
    return cross(arc->from, direction) >= -1e-9 && cross(direction, arc->to) >= -1e-9;
}

bool piece_nearest(const Piece *piece, Vec2 origin, Vec2 *out) {
    Vec2 to = sub(origin, piece->a);
    if (piece->arc) {
        double size = size_of(to);
        Vec2 towards = size > 0 ? (Vec2){to.x / size, to.y / size} : piece->from;
        *out = plus(piece->a, towards, piece->radius);
        return on_arc(piece, towards);
    }
    Vec2 edge = sub(piece->b, piece->a);
    double part = dot(to, edge) / dot(edge, edge);
    *out = plus(piece->a, edge, fmin(fmax(part, 0), 1));
    return true;
}

static int cross_edges(const Piece *p, const Piece *q, Vec2 *out) {
    Vec2 u = sub(p->b, p->a), v = sub(q->b, q->a), between = sub(q->a, p->a);
    double across = cross(u, v);
    if (fabs(across) < 1e-15) return 0;
    double s = cross(between, v) / across, t = cross(between, u) / across;
    *out = plus(p->a, u, s);
    return s >= -1e-9 && s <= 1 + 1e-9 && t >= -1e-9 && t <= 1 + 1e-9;
}

static int cross_edge_arc(const Piece *edge, const Piece *arc, Vec2 *out) {
    Vec2 u = sub(edge->b, edge->a), to = sub(arc->a, edge->a);
    double length = size_of(u), rest;
    int count = 0;
    u = (Vec2){u.x / length, u.y / length};
    double foot = dot(to, u), off = cross(u, to);
    rest = arc->radius * arc->radius - off * off;
    if (rest < -1e-12) return 0;
    double half = sqrt(fmax(rest, 0));
    for (int sign = -1; sign <= 1; sign += 2) {
        double at = foot + sign * half;
        Vec2 place = plus(edge->a, u, at);
        if (at >= -1e-9 && at <= length + 1e-9 && on_arc(arc, sub(place, arc->a))) out[count++] = place;
    }
    return count;
}

static int cross_arcs(const Piece *p, const Piece *q, Vec2 *out) {
    Vec2 between = sub(q->a, p->a);
    double distance = size_of(between);
    int count = 0;
    if (distance < 1e-12 || distance > p->radius + q->radius + 1e-9) return 0;
    double along = (distance * distance + p->radius * p->radius - q->radius * q->radius) / (2 * distance);
    double rest = p->radius * p->radius - along * along;
    if (rest < -1e-12) return 0;
    Vec2 u = unit(between), side = {-u.y, u.x}, foot = plus(p->a, u, along);
    for (int sign = -1; sign <= 1; sign += 2) {
        Vec2 place = plus(foot, side, sign * sqrt(fmax(rest, 0)));
        if (on_arc(p, sub(place, p->a)) && on_arc(q, sub(place, q->a))) out[count++] = place;
    }
    return count;
}

int pieces_cross(const Piece *p, const Piece *q, Vec2 out[2]) {
    if (!p->arc && !q->arc) return cross_edges(p, q, out);
    if (p->arc && q->arc) return cross_arcs(p, q, out);
    return cross_edge_arc(p->arc ? q : p, p->arc ? p : q, out);
}
