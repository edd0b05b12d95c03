/* A judged value and its U as they stand on paper; see verdict.h. */
#include "judge/uncertainty.h"
#include "judge/verdict.h"

Str judged_U_in(Arena *arena, const Judged *judged, const Unit *unit) {
    int places;
    return judged->u > 0 ? U_print(arena, 2 * judged->u, unit, &places) : S("");
}

static int first_places(Arena *arena, const Unit *unit, const Judged *judged, Fraction value) {
    int places = 0;
    if (judged->u > 0) {
        U_print(arena, 2 * judged->u, unit, &places);
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

/* The limits in any unit of the quantity, exactly as the document's own numbers make them. */
static Interval limits_in(Arena *arena, const Requirement *r, int64_t w, const Unit *unit) {
    Interval own = interval_printed(arena, r, w);
    Fraction *const parts[] = {&own.lower, &own.upper, &own.w};
    if (unit == r->unit) return own;
    Fraction factor =
        fraction_div(arena, fraction_of(r->unit->num, r->unit->den), fraction_of(unit->num, unit->den));
    for (int i = 0; i < 3; i++) *parts[i] = fraction_mul(arena, *parts[i], factor);
    return own;
}

Str judged_value_in(Arena *arena, const Requirement *r, const Judged *judged, const Unit *unit) {
    enum { FINEST = 40 };
    Fraction value = in_unit(arena, judged->value, unit, requirement_difference(r));
    int first = first_places(arena, unit, judged, value);
    if (!requirement_has_limit(r)) return fraction_print(arena, value, first);
    Interval exact = interval_exact(r, judged->w), limits = limits_in(arena, r, judged->w, unit);
    unsigned wanted = sides(arena, &exact, judged->value);
    for (int places = first; places <= FINEST; places++)
        if (sides(arena, &limits, fraction_round(arena, value, places)) == wanted)
            return fraction_print(arena, value, places);
    return fraction_print(arena, value, first); /* the limit itself was rounded to the smallest unit */
}

Str judged_value(Arena *arena, const Requirement *r, const Judged *judged) {
    return judged_value_in(arena, r, judged, r->unit);
}

Str judged_U(Arena *arena, const Requirement *r, const Judged *judged) {
    return judged_U_in(arena, judged, r->unit);
}
