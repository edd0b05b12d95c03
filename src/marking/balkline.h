/* Balklines, their anchors and fields, and the corners of the free game, laid on a bed as it is. Each line is
 * parallel to its own cushion, so that a tape from the nose is right everywhere. Source: marking/README.md 3, 14 to
 * 16; UMB 5.3. */
#ifndef MARKING_BALKLINE_H
#define MARKING_BALKLINE_H

#include "marking/area.h"

enum { MOST_LINES = 4, MOST_FIELDS = 9 };

/* Where a straight line meets a cushion; mark is LINE@CUSHION. */
Foot foot_make(Arena *arena, const Bed *bed, const Family *family, Str line, Ray ray, Cushion cushion);
/* A line across the table between the left and the right cushion. */
Line line_across(Arena *arena, const Bed *bed, const Family *family, Str name, Ray ray);
Ray line_ray(const Line *line);

/* Nine-field games: bottom, top, left, right; six-field ones: bottom, top, middle. Returns how many. */
int balkline_lines(Arena *arena, const Bed *bed, const Game *game, double offset, Line *lines);
/* The fields between those lines, bottom row first, left to right. Returns how many. */
int balkline_fields(const Bed *bed, const Line *lines, bool centre_free, Area *areas, const Game *game);
/* An anchor at each foot of each line, line by line. Returns how many. */
int balkline_anchors(const Bed *bed, const Line *lines, int count, double side, Area *areas);
/* The free game's strokes and triangles: bottom-left, bottom-right, top-left, top-right. Returns 4. */
int corner_lines(Arena *arena, const Bed *bed, const Game *game, Line *lines);
int corner_areas(const Bed *bed, const Line *lines, Area *areas);

#endif
