/* A mark as somebody chalked it, as a row of a marks file tells it: read by read/csv/marks.h, judged by
 * marking/check.h. Source: marking/README.md, Verify 24. */
#ifndef MODEL_CHALKED_H
#define MODEL_CHALKED_H

#include "base/diag.h"
#include "model/drawing.h"

typedef struct Chalked { /* one row of a marks file */
    Str mark;
    bool given;      /* false: its numbers were left empty */
    bool along_form; /* mark,cushion,along; else mark,x,y */
    Str cushion;
    double along; /* cm on the tape, from the tape's own corner */
    Vec2 at;      /* cm */
    Place place, cushion_place;
} Chalked;

#endif
