/* See uncertainty.h. */
#include "judge/uncertainty.h"

#include <math.h>

double normal_cdf(double z) { return 0.5 * erfc(-z / sqrt(2)); }

/* Tails are subtracted from each other only when both are small, so that no digits are lost on either side.
 */
double conformance_probability(double below, double above, double u) {
    if (below < 0) return normal_cdf(below / u) - normal_cdf(-above / u);
    if (above < 0) return normal_cdf(above / u) - normal_cdf(-below / u);
    return 1 - normal_cdf(-below / u) - normal_cdf(-above / u);
}

double uncertainty_ratio(double width, double U) { return width / (2 * U); }

Fraction in_unit(Arena *arena, Fraction value, const Unit *unit, bool difference) {
    Fraction scaled = fraction_mul(arena, value, fraction_of(unit->den, 1));
    if (!difference && unit->add) scaled = fraction_sub(arena, scaled, fraction_of(unit->add, 1));
    return fraction_mul(arena, scaled, fraction_of(1, unit->num));
}

/* A double is a whole number times a power of two; 2^-20 of the smallest unit is fine enough to tell a tie,
 * and what is smaller is rounded up to it. */
static Fraction exact_U(double U) {
    const double fine = 1048576, most = 1e30;
    double steps = nearbyint((U < most ? U : most) * fine);
    return fraction_of(steps >= 1 ? (int128)steps : 1, (int128)fine);
}

static Fraction ten_to(int n) {
    return n >= 0 ? fraction_of(power_of_ten(n), 1) : fraction_of(1, power_of_ten(-n));
}

Str U_print(Arena *arena, double U, const Unit *unit, int *places) {
    Fraction exact = in_unit(arena, exact_U(U), unit, true);
    int first = (int)floor(log10(fraction_double(exact)));
    *places = 1 - first;
    if (fraction_cmp(arena, fraction_round(arena, exact, *places), ten_to(first + 1)) >= 0)
        (*places)--; /* 9.96 is 10 */
    return fraction_print(arena, exact, *places);
}
