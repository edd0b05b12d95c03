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

Str judged_value(Arena *arena, const Requirement *r, Rule rule, const Judged *judged) {
    enum { FINEST = 40 };
    Fraction value = in_unit(arena, judged->value, r->unit, requirement_difference(r));
    int first = first_places(arena, r, judged, value);
    if (!requirement_has_limit(r)) return fraction_print(arena, value, first);
    Interval limits = interval_printed(arena, r, judged->w);
    for (int places = first; places <= FINEST; places++) {
        bool upper;
        Fraction margin = interval_margin(arena, &limits, fraction_round(arena, value, places), &upper);
        if (interval_verdict(arena, &limits, rule, margin) == judged->verdict)
            return fraction_print(arena, value, places);
    }
    return fraction_print(arena, value, first); /* the limit itself was rounded to the smallest unit */
}
