/* The bed between the cushion noses as a quadrilateral, and the plane geometry that lies on it. Centimetres;
 * the left cushion is the x axis, bottom-left corner at (0,0), y across to the right. Source: marking/README.md 1,
 * 14, 15. */
#ifndef MARKING_BED_H
#define MARKING_BED_H

#include "model/drawing.h"
#include "model/marking.h"

typedef enum Corner { BOTTOM_LEFT, TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, CORNER_COUNT } Corner;

/* In the order in which a technician walks round the table. */
typedef enum Cushion { CUSHION_LEFT, CUSHION_TOP, CUSHION_RIGHT, CUSHION_BOTTOM, CUSHION_COUNT } Cushion;

typedef struct Bed {
    Vec2 corners[CORNER_COUNT];
    double length, width; /* means of the two sides each */
} Bed;

/* A straight line through `at`, `along` being a unit vector. */
typedef struct Ray {
    Vec2 at, along;
} Ray;

/* Where a line meets a cushion. */
typedef struct Foot {
    Str mark; /* line@cushion */
    Cushion cushion;
    double along; /* cm from the cushion's bottom or left end */
    Vec2 at;
} Foot;

typedef struct Line {
    Str name;
    bool corner;  /* a free game's stroke */
    Foot feet[2]; /* left or bottom end first; a corner: long cushion first */
} Line;

/* "left" "top" "right" "bottom", or the family's names of the two ends. */
Str cushion_name(const Family *family, Cushion cushion);

Bed bed_rectangle(double length, double width);
/* A bed from its corners; the means are computed. */
Bed bed_of_corners(const Vec2 corners[CORNER_COUNT]);

Vec2 vec_add(Vec2 a, Vec2 b);
Vec2 vec_sub(Vec2 a, Vec2 b);
Vec2 vec_scale(Vec2 a, double factor);
double vec_dot(Vec2 a, Vec2 b);
double vec_cross(Vec2 a, Vec2 b); /* positive when b lies to the right of a, seen from above */
double vec_distance(Vec2 a, Vec2 b);
Vec2 vec_unit(Vec2 a);
Vec2 vec_right(Vec2 a); /* a turned a quarter to the right (left cushion's direction to +y) */
Vec2 vec_between(Vec2 a, Vec2 b, double part);

/* From its bottom or left end; `along` points to the top or right end. */
Ray cushion_ray(const Bed *bed, Cushion cushion);
double cushion_length(const Bed *bed, Cushion cushion);
Vec2 cushion_inward(const Bed *bed, Cushion cushion); /* unit vector square to it, into the bed */
Vec2 cushion_point(const Bed *bed, Cushion cushion, double along);
/* The line parallel to a cushion at a distance into the bed. */
Ray cushion_parallel(const Bed *bed, Cushion cushion, double distance);
/* The long axis: from the middle of the bottom cushion to the middle of the top one; not a unit vector's
 * length. */
Ray bed_axis(const Bed *bed, double *length);
/* Where two lines meet; they must not be parallel. */
Vec2 ray_meet(Ray a, Ray b);

#endif
