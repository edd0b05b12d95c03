/* See bed.h. */
#include "marking/bed.h"

#include <assert.h>
#include <math.h>

Vec2 vec_add(Vec2 a, Vec2 b) { return (Vec2){a.x + b.x, a.y + b.y}; }
Vec2 vec_sub(Vec2 a, Vec2 b) { return (Vec2){a.x - b.x, a.y - b.y}; }
Vec2 vec_scale(Vec2 a, double factor) { return (Vec2){a.x * factor, a.y * factor}; }
double vec_dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
double vec_cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
double vec_distance(Vec2 a, Vec2 b) { return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)); }
Vec2 vec_unit(Vec2 a) { return vec_scale(a, 1 / sqrt(a.x * a.x + a.y * a.y)); }
Vec2 vec_right(Vec2 a) { return (Vec2){-a.y, a.x}; }
Vec2 vec_between(Vec2 a, Vec2 b, double part) { return vec_add(a, vec_scale(vec_sub(b, a), part)); }

/* The corners a cushion runs between: bottom or left end first. */
static const Corner cushion_ends[CUSHION_COUNT][2] = {
    [CUSHION_LEFT] = {BOTTOM_LEFT, TOP_LEFT},
    [CUSHION_TOP] = {TOP_LEFT, TOP_RIGHT},
    [CUSHION_RIGHT] = {BOTTOM_RIGHT, TOP_RIGHT},
    [CUSHION_BOTTOM] = {BOTTOM_LEFT, BOTTOM_RIGHT},
};

static Vec2 cushion_end(const Bed *bed, Cushion cushion, int end) {
    return bed->corners[cushion_ends[cushion][end]];
}

Bed bed_rectangle(double length, double width) {
    return (Bed){{{0, 0}, {length, 0}, {length, width}, {0, width}}, length, width};
}

Bed bed_of_corners(const Vec2 corners[CORNER_COUNT]) {
    Bed bed = {0};
    for (int i = 0; i < CORNER_COUNT; i++) bed.corners[i] = corners[i];
    bed.length = (cushion_length(&bed, CUSHION_LEFT) + cushion_length(&bed, CUSHION_RIGHT)) / 2;
    bed.width = (cushion_length(&bed, CUSHION_BOTTOM) + cushion_length(&bed, CUSHION_TOP)) / 2;
    return bed;
}

double cushion_length(const Bed *bed, Cushion cushion) {
    return vec_distance(cushion_end(bed, cushion, 0), cushion_end(bed, cushion, 1));
}

Str cushion_name(const Family *family, Cushion cushion) {
    if (cushion == CUSHION_BOTTOM) return family->ends[0];
    if (cushion == CUSHION_TOP) return family->ends[1];
    return cushion == CUSHION_LEFT ? S("left") : S("right");
}

Ray cushion_ray(const Bed *bed, Cushion cushion) {
    Vec2 from = cushion_end(bed, cushion, 0);
    return (Ray){from, vec_unit(vec_sub(cushion_end(bed, cushion, 1), from))};
}

Vec2 cushion_inward(const Bed *bed, Cushion cushion) {
    Vec2 right = vec_right(cushion_ray(bed, cushion).along);
    bool turned = cushion == CUSHION_RIGHT || cushion == CUSHION_BOTTOM;
    return vec_scale(right, turned ? -1 : 1);
}

Vec2 cushion_point(const Bed *bed, Cushion cushion, double along) {
    Ray ray = cushion_ray(bed, cushion);
    return vec_add(ray.at, vec_scale(ray.along, along));
}

Ray cushion_parallel(const Bed *bed, Cushion cushion, double distance) {
    Ray ray = cushion_ray(bed, cushion);
    ray.at = vec_add(ray.at, vec_scale(cushion_inward(bed, cushion), distance));
    return ray;
}

Ray bed_axis(const Bed *bed, double *length) {
    Vec2 from = vec_between(bed->corners[BOTTOM_LEFT], bed->corners[BOTTOM_RIGHT], 0.5);
    Vec2 to = vec_between(bed->corners[TOP_LEFT], bed->corners[TOP_RIGHT], 0.5);
    *length = vec_distance(from, to);
    return (Ray){from, vec_unit(vec_sub(to, from))};
}

Vec2 ray_meet(Ray a, Ray b) {
    double across = vec_cross(a.along, b.along);
    assert(across != 0);
    return vec_add(a.at, vec_scale(a.along, vec_cross(vec_sub(b.at, a.at), b.along) / across));
}
