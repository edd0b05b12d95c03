/* A value as a person types it: "208,4", "79.5 cm", "29 1/4 in". Here point and comma are both decimal signs;
 * what can be read in two ways is refused. Read back from the file in the same way. */
#ifndef MEASURE_TYPED_H
#define MEASURE_TYPED_H

#include "measure/walk.h"

/* A number as typed, and as it goes into the file. */
typedef struct Typed {
    Str value, unit_text; /* the cells */
    const Unit *unit;
    int64_t smallest, resolution; /* in the smallest unit */
    int places;
} Typed;

/* In the step's unit where none is named. False with a reason. */
bool typed_parse(Arena *arena, Str text, const Step *step, Typed *out, const char **why);
/* yes and no in the three languages. */
bool typed_answer(Arena *arena, Str text, bool *yes);
/* "N  61.52 mm", "S 12.3 g": a letter in front of what would be a reading, as keyboards of balances and
 * calipers type it; it is neither a command nor a note. "n: 61.52" is a note. */
bool typed_letter_and_number(Str line);

#endif
