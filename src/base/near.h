/* "Did you mean …?": the name most like what was typed, if one is like it at all. A third of the letters may
 * differ, of short names one: `xyz` is not nearly `top`. Letter case is no difference. */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include "base/arena.h"

typedef struct Near {
    Str typed, best; /* best: "" as long as nothing is near */
    int least;       /* its distance */
} Near;

Near near_to(Str typed);
void near_try(Near *near, Str candidate); /* of equally near ones the first stays */

#endif
