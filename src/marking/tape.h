/* The tape table: every mark on a cushion in the order in which somebody walks once round the table (left,
 * top, right, bottom cushion), measured from the nearer end. Source: marking/README.md 3, 17. */
#ifndef MARKING_TAPE_H
#define MARKING_TAPE_H

#include "marking/layout.h"

void tape_make(Arena *arena, Layout *layout); /* fills layout->tape */

#endif
