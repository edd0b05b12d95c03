/* Several games marked on one table: which lines coincide and are drawn once, which marks lie so near to each
 * other that they would be taken for one. Source: the technicians' wish for one drawing; 5 mm is theirs. */
#ifndef MARKING_TOGETHER_H
#define MARKING_TOGETHER_H

#include "marking/layout.h"

/* Two marks nearer than this (cm) are the same on cloth. The tape table is printed to 0.1 mm. */
#define SAME_MARK 0.01
/* Nearer than this (cm) two different marks are confused. */
#define CLOSE_MARK 0.5

typedef struct CloseMarks {
    Str a_game, a, b_game, b;
    double distance; /* cm */
} CloseMarks;

/* Do two lines run between the same points? */
bool lines_coincide(const Line *a, const Line *b);
bool areas_coincide(const Area *a, const Area *b);
/* The games whose line (anchor, spot) this also is, all of them in order, joined by " + "; empty when it
 * stands in an earlier layout already and is to be left out. */
Str line_games(Arena *arena, const Layout *const *layouts, int count, int layout, const Line *line);
Str anchor_games(Arena *arena, const Layout *const *layouts, int count, int layout, const Area *anchor);
Str spot_games(Arena *arena, const Layout *const *layouts, int count, int layout, const Spot *spot);
/* Marks on the cushions, of different games, nearer than CLOSE_MARK but not the same. Returns how many. */
int close_marks(Arena *arena, const Layout *const *layouts, int count, const CloseMarks **out);

#endif
