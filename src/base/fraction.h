/* Exact fractions, so that a verdict never rests on rounding: 128-bit as long as they fit, whole numbers of
 * any number of words where they do not (a mean of points with many different counts of readings). A wide
 * fraction's words live in the arena given. Source: judge/README.md 3. */
#ifndef BASE_FRACTION_H
#define BASE_FRACTION_H

#include "base/arena.h"
#include "base/decimal.h"

typedef struct Fraction {
    int128 num, den;         /* den > 0; both meaningless when wide */
    const struct Wide *wide; /* NULL: it fits */
} Fraction;

Fraction fraction_of(int128 num, int128 den); /* den > 0 */
Fraction fraction_add(Arena *arena, Fraction a, Fraction b);
Fraction fraction_sub(Arena *arena, Fraction a, Fraction b);
Fraction fraction_mul(Arena *arena, Fraction a, Fraction b);
Fraction fraction_div(Arena *arena, Fraction a, Fraction b); /* b must not be 0 */
/* The sum of n; those of one denominator are added first, so that it stays as small as it can. Reorders them.
 */
Fraction fraction_sum(Arena *arena, Fraction *values, ptrdiff_t n);
int fraction_cmp(Arena *arena, Fraction a, Fraction b); /* < 0, 0, > 0 */
int fraction_sign(Fraction a);
double fraction_double(Fraction a);
/* Rounded half to even to `places` decimals; negative places round to tens, hundreds, … */
Fraction fraction_round(Arena *arena, Fraction a, int places);
/* The same as text: "-0.50", "1200" (places -2); never "-0". At most 60 places. */
Str fraction_print(Arena *arena, Fraction a, int places);

#endif
