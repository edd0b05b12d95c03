/* The position on a carom table as a drawing at 1:10: bed, restricted areas with the caroms counted in them,
 * spots, balls; below it what was ruled. Source: rules/carom/README.md 4 (what is marked). */
#ifndef REPORT_REFEREE_CAROM_DRAWING_H
#define REPORT_REFEREE_CAROM_DRAWING_H

#include "model/catalogue.h"
#include "model/drawing.h"
#include "rules/carom/carom.h"

/* After a ruling: the position the next player finds. */
const Drawing *carom_drawing(Arena *arena, const Catalogue *catalogue, const CaromMatch *match,
                             const CaromState *state, const CaromRuling *ruling);
/* Balls as somebody measured them (`rack`), with lines of text below. */
const Drawing *carom_start_drawing(Arena *arena, const CaromMatch *match, const CaromState *state,
                                   const Str *lines, int count);

#endif
