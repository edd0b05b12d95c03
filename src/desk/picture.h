/* The table of a match as a picture a finger can point into: each area a path with its name, the balls where
 * they lie. Drawn by the same code as the layouts. Source: desk/README.md, The interface. */
#ifndef DESK_PICTURE_H
#define DESK_PICTURE_H

#include "desk/match.h"

/* NULL: the game has none. */
const Drawing *match_picture(Arena *arena, const DeskMatch *match);

#endif
