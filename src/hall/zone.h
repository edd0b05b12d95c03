/* Forbidden zones: where a frame's centre must not be because of one wall, pillar edge or table. A convex
 * polygon (the Minkowski difference of the other and the frame) with a margin round it, rounded at its
 * corners.
 */
#ifndef HALL_ZONE_H
#define HALL_ZONE_H

#include "model/drawing.h"

enum { ZONE_CORNERS = 16, ZONE_PIECES = 2 * ZONE_CORNERS };

typedef struct Zone {
    Vec2 corners[ZONE_CORNERS]; /* counter-clockwise */
    int n;
    double margin;
    Vec2 middle; /* a circle round it that holds all, margin included */
    double radius;
    int table; /* whose it is; -1: a wall's or an obstacle's */
} Zone;

/* frame: the four corners, seen from its centre; points: at most four. */
Zone zone_make(const Vec2 frame[4], const Vec2 *points, int n, double margin, int table);
/* Is the place forbidden? Its edge is not, nor what rounding makes of it. */
bool zone_holds(const Zone *zone, Vec2 place);

typedef struct Piece { /* of a zone's edge: a straight one, or an arc round `a` */
    bool arc;
    Vec2 a, b;     /* straight: its ends */
    Vec2 from, to; /* arc: directions of its ends, counter-clockwise */
    double radius;
} Piece;

int zone_pieces(const Zone *zone, Piece out[ZONE_PIECES]);
/* Where two pieces cross; returns how many. */
int pieces_cross(const Piece *p, const Piece *q, Vec2 out[2]);
/* The place of the piece nearest to the origin's side of it; false: it is an end of the piece, which is a
 * place of its neighbour too. */
bool piece_nearest(const Piece *piece, Vec2 origin, Vec2 *out);

#endif
