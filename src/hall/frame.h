/* The frame of a table: its bed and the rail around it, a rectangle that may be turned. Which side or corner
 * of it is nearest to something. Source: hall/README.md, plan axes; `side`. */
#ifndef HALL_FRAME_H
#define HALL_FRAME_H

#include "hall/plan.h"

/* A micrometre: what is nearer than this to a limit, or to another distance, is that. Source: hall/README.md. */
#define MICROMETRE 1e-6

typedef enum FrameSide {
    SIDE_BOTTOM,
    SIDE_TOP,
    SIDE_LEFT,
    SIDE_RIGHT,
    SIDE_BOTTOM_LEFT,
    SIDE_BOTTOM_RIGHT,
    SIDE_TOP_LEFT,
    SIDE_TOP_RIGHT,
    FRAME_SIDES
} FrameSide;
const char *frame_side_name(FrameSide side); /* "bottom" … "top-right" */

typedef struct Frame {
    Vec2 corners[4]; /* bottom-left, top-left, top-right, bottom-right */
    Vec2 least, most;
} Frame;

/* The unit vector at so many degrees; exact for quarter turns. */
Vec2 frame_direction(double degrees);
Frame frame_of(const PlannedTable *table);
/* Drawn in by so much on every side. */
Frame frame_inset(const PlannedTable *table, double inset);
Frame frame_moved(const Frame *frame, Vec2 shift);

/* The side of the frame from which the distance `least` to an outline is measured: where the nearest places
 * form a stretch along a side, that side; else the side in whose middle the nearest point lies, or the
 * corner. Of several the first in the order of FrameSide. */
FrameSide frame_nearest_side(const Frame *frame, const Vec2 *outline, int n, double least);

#endif
