/* Where on the table a measuring point lies, told from its item and name ("left-1", "top-right", "grid 3.2"):
 * for the plan of a certificate, the light map and the form. Frame of marking/README.md: x in mm along the length
 * from the bottom cushion, y across from the left one. */
#ifndef MODEL_PLACE_H
#define MODEL_PLACE_H

#include "model/drawing.h"
#include "model/profile.h"

typedef struct NominalBed {
    double length,
        width; /* mm, between the noses; where the profile has no such limits a bed of 2840 × 1420 */
    bool known;
} NominalBed;

typedef enum PlaceKind { PLACE_NONE, PLACE_POINT, PLACE_SPAN } PlaceKind;

typedef struct PointPlace {
    PlaceKind kind;
    Vec2 a, b; /* b: the other end of a span (a length, a diagonal) */
} PointPlace;

/* From the middle of the limits of bed.length and bed.width. */
NominalBed nominal_bed(const Profile *profile);
/* Place of the point names[i]; names: all points of the item (they share a cushion evenly). A name that tells
 * no place, or an item that has none (a ball), gives PLACE_NONE. */
PointPlace point_place(const NominalBed *bed, Str item, const Str *names, int count, int i);
/* "grid 3.2": column along the length and row across, from 1. */
bool point_grid(Str name, int *column, int *row);
/* Centre of a grid's field, in mm. */
Vec2 grid_centre(const NominalBed *bed, int columns, int rows, int column, int row);

#endif
