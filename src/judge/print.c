/* A judged value and its U as they stand on paper; see verdict.h. */
#include "judge/uncertainty.h"
#include "judge/verdict.h"

Str judged_U(Arena *arena, const Requirement *r, const Judged *judged) {
    int places;
    return judged->u > 0 ? U_print(arena, 2 * judged->u, r->unit, &places) : S("");
}

static int first_places(Arena *arena, const Requirement *r, const Judged *judged, Fraction value) {
    int places = 0;
    if (judged->u > 0) {
        U_print(arena, 2 * judged->u, r->unit, &places);
        return places;
    }
    while (places < 12 && fraction_cmp(arena, fraction_round(arena, value, places), value) != 0) places++;
    return places;
}

/* On which side of every limit it was compared with a value lies: bits, set where it lies within. Those of
 * the tolerance, of the acceptance interval (w inside) and of the conditional one (w outside). */
static unsigned sides(Arena *arena, const Interval *limits, Fraction value) {
    const Fraction none = fraction_of(0, 1), minus = fraction_sub(arena, none, limits->w);
    const Fraction shifts[] = {none, limits->w, minus};
    unsigned bits = 0;
    for (int i = 0; i < 3; i++) {
        Fraction lower = fraction_add(arena, limits->lower, shifts[i]);
        Fraction upper = fraction_sub(arena, limits->upper, shifts[i]);
        if (limits->has_lower && fraction_cmp(arena, value, lower) >= 0) bits |= 1u << i;
        if (limits->has_upper && fraction_cmp(arena, value, upper) <= 0) bits |= 8u << i;
    }
    return bits;
}

Str judged_value(Arena *arena, const Requirement *r, const Judged *judged) {
    enum { FINEST = 40 };
    Fraction value = in_unit(arena, judged->value, r->unit, requirement_difference(r));
    int first = first_places(arena, r, judged, value);
    if (!requirement_has_limit(r)) return fraction_print(arena, value, first);
    Interval exact = interval_exact(r, judged->w), limits = interval_printed(arena, r, judged->w);
    unsigned wanted = sides(arena, &exact, judged->value);
    for (int places = first; places <= FINEST; places++)
        if (sides(arena, &limits, fraction_round(arena, value, places)) == wanted)
            return fraction_print(arena, value, places);
    return fraction_print(arena, value, first); /* the limit itself was rounded to the smallest unit */
}
