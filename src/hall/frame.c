/* The nearest side is found side by side: along one side the distance to one edge of the outline is a convex
 * function, so the places that are nearest are an interval whose ends are an end of the side or the foot of
 * an end of the edge. */
#include "hall/frame.h"

#include <math.h>

const char *frame_side_name(FrameSide side) {
    static const char *const names[] = {"bottom",      "top",          "left",     "right",
                                        "bottom-left", "bottom-right", "top-left", "top-right"};
    return names[side];
}

/* Exact for quarter turns, so that a table along the walls is along the walls. */
Vec2 frame_direction(double degrees) {
    double quarter = fmod(degrees, 360) / 90;
    if (quarter < 0) quarter += 4;
    static const Vec2 exact[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    if (quarter == floor(quarter)) return exact[(int)quarter];
    double angle = degrees * acos(-1) / 180;
    return (Vec2){cos(angle), sin(angle)};
}

Frame frame_inset(const PlannedTable *table, double inset) {
    Vec2 along = frame_direction(table->angle), left = {-along.y, along.x};
    double half_length = table->length / 2 + table->frame - inset;
    double half_width = table->width / 2 + table->frame - inset;
    static const signed char ends[4] = {-1, 1, 1, -1}, sides[4] = {1, 1, -1, -1};
    Frame frame;
    for (int i = 0; i < 4; i++) {
        double x = ends[i] * half_length, y = sides[i] * half_width;
        frame.corners[i] =
            (Vec2){table->centre.x + x * along.x + y * left.x, table->centre.y + x * along.y + y * left.y};
    }
    frame.least = frame.most = frame.corners[0];
    for (int i = 1; i < 4; i++) {
        Vec2 corner = frame.corners[i];
        frame.least = (Vec2){fmin(frame.least.x, corner.x), fmin(frame.least.y, corner.y)};
        frame.most = (Vec2){fmax(frame.most.x, corner.x), fmax(frame.most.y, corner.y)};
    }
    return frame;
}

Frame frame_of(const PlannedTable *table) { return frame_inset(table, 0); }

Frame frame_moved(const Frame *frame, Vec2 shift) {
    Frame moved = *frame;
    for (int i = 0; i < 4; i++) moved.corners[i].x += shift.x, moved.corners[i].y += shift.y;
    moved.least.x += shift.x, moved.least.y += shift.y, moved.most.x += shift.x, moved.most.y += shift.y;
    return moved;
}

/* ---- the nearest side ---- */

typedef struct Span { /* the nearest places along a side, from its first corner */
    double from, to;
} Span;

static double from_segment(Vec2 p, Vec2 a, Vec2 b) {
    Vec2 edge = {b.x - a.x, b.y - a.y}, to = {p.x - a.x, p.y - a.y};
    double size = edge.x * edge.x + edge.y * edge.y;
    double part = size > 0 ? (to.x * edge.x + to.y * edge.y) / size : 0;
    part = fmin(fmax(part, 0), 1);
    return hypot(to.x - part * edge.x, to.y - part * edge.y);
}

static void widen(Span *span, double at) { *span = (Span){fmin(span->from, at), fmax(span->to, at)}; }

/* The places on the side a–b that are within `reach` of the edge p–q. */
static Span near_span(Vec2 a, Vec2 b, Vec2 p, Vec2 q, double reach) {
    double length = hypot(b.x - a.x, b.y - a.y);
    Vec2 along = {(b.x - a.x) / length, (b.y - a.y) / length}, ends[2] = {p, q};
    Span span = {INFINITY, -INFINITY};
    if (from_segment(a, p, q) <= reach) widen(&span, 0);
    if (from_segment(b, p, q) <= reach) widen(&span, length);
    for (int i = 0; i < 2; i++) {
        double at = (ends[i].x - a.x) * along.x + (ends[i].y - a.y) * along.y;
        if (at >= 0 && at <= length && from_segment(ends[i], a, b) <= reach) widen(&span, at);
    }
    return span;
}

/* Sides by their corners; a corner by the side and the end of it where it lies. */
static const struct {
    FrameSide side;
    int from, to;
    FrameSide corners[2];
} sides[4] = {{SIDE_BOTTOM, 3, 0, {SIDE_BOTTOM_RIGHT, SIDE_BOTTOM_LEFT}},
              {SIDE_TOP, 1, 2, {SIDE_TOP_LEFT, SIDE_TOP_RIGHT}},
              {SIDE_LEFT, 0, 1, {SIDE_BOTTOM_LEFT, SIDE_TOP_LEFT}},
              {SIDE_RIGHT, 2, 3, {SIDE_TOP_RIGHT, SIDE_BOTTOM_RIGHT}}};

typedef struct Kinds { /* what was found on the four sides, as bits of FrameSide */
    unsigned stretches, points;
} Kinds;

static void note_span(Kinds *kinds, int side, Span span, double length) {
    if (span.to < span.from) return;
    if (span.to - span.from > MICROMETRE)
        kinds->stretches |= 1u << sides[side].side;
    else if (span.from <= MICROMETRE)
        kinds->points |= 1u << sides[side].corners[0];
    else if (span.to >= length - MICROMETRE)
        kinds->points |= 1u << sides[side].corners[1];
    else
        kinds->points |= 1u << sides[side].side;
}

static bool far_off(const Frame *frame, Vec2 p, Vec2 q, double reach) {
    return fmax(p.x, q.x) < frame->least.x - reach || fmin(p.x, q.x) > frame->most.x + reach ||
           fmax(p.y, q.y) < frame->least.y - reach || fmin(p.y, q.y) > frame->most.y + reach;
}

static FrameSide first(unsigned bits) {
    int side = 0;
    while (!(bits >> side & 1)) side++;
    return (FrameSide)side;
}

FrameSide frame_nearest_side(const Frame *frame, const Vec2 *outline, int n, double least) {
    double reach = least + MICROMETRE;
    Kinds kinds = {0, 0};
    for (int i = 0; i < n; i++) {
        Vec2 p = outline[i], q = outline[(i + 1) % n];
        if (far_off(frame, p, q, reach)) continue;
        for (int side = 0; side < 4; side++) {
            Vec2 a = frame->corners[sides[side].from], b = frame->corners[sides[side].to];
            note_span(&kinds, side, near_span(a, b, p, q, reach), hypot(b.x - a.x, b.y - a.y));
        }
    }
    if (kinds.stretches) return first(kinds.stretches);
    return kinds.points ? first(kinds.points) : SIDE_BOTTOM;
}
