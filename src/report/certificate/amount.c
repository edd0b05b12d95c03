/* See amount.h. What was judged is printed anew in the SI unit, so that it keeps the side of its limits there
 * too; other numbers are converted exactly and printed to a few decimals. */
#include "report/certificate/amount.h"

#include "judge/uncertainty.h"

#include <string.h>

#define GAP "\xC2\xA0" /* between thousands: a blank that no line is broken at */

/* "2540.5" -> "2 540.5" */
static Str grouped(Arena *arena, Str decimal) {
    ptrdiff_t sign = decimal.len && decimal.at[0] == '-', point = str_find_byte(decimal, '.');
    ptrdiff_t whole = (point < 0 ? decimal.len : point) - sign;
    Str out = str_slice(decimal, 0, sign);
    for (ptrdiff_t at = 0; at < whole;) {
        ptrdiff_t next = at + (whole - at - 1) % 3 + 1;
        out = str_fmt(arena, "%.*s%s%.*s", SARG(out), at ? GAP : "",
                      SARG(str_slice(decimal, sign + at, sign + next)));
        at = next;
    }
    return str_fmt(arena, "%.*s%.*s", SARG(out), SARG(str_skip(decimal, sign + whole)));
}

static bool is_bare(const Unit *unit) { return str_eq(unit->name, S("1")); }

static Str with_unit(const Catalogue *catalogue, Str text, const Unit *unit) {
    return is_bare(unit) ? text : str_fmt(catalogue->arena, "%.*s %.*s", SARG(text), SARG(unit->name));
}

Str number_text(const Catalogue *catalogue, Str decimal, const Unit *unit) {
    return with_unit(catalogue, catalogue_number(catalogue, decimal), unit);
}

/* A number of `unit` in `si`: at most four decimals of a length, three of a mass, one of light. */
static Str converted(const Catalogue *catalogue, Str decimal, const Unit *unit, const Unit *si) {
    int most = unit->quantity == QUANTITY_LENGTH ? 4 : unit->quantity == QUANTITY_MASS ? 3 : 1;
    Arena *arena = catalogue->arena;
    Decimal number;
    if (decimal_parse(decimal, '.', &number) != DECIMAL_OK) return decimal;
    Fraction value =
        fraction_mul(arena, fraction_of(number.num, number.den), fraction_of(unit->num, unit->den));
    value = fraction_mul(arena, value, fraction_div(arena, fraction_of(si->den, 1), fraction_of(si->num, 1)));
    Fraction shown = fraction_round(arena, value, most);
    while (most > 0 && fraction_cmp(arena, fraction_round(arena, shown, most - 1), shown) == 0) most--;
    return grouped(arena, fraction_print(arena, shown, most));
}

/* "FIRST SI (SECOND unit)" */
static Str both(const Catalogue *catalogue, Str first, const Unit *si, Str second, const Unit *unit) {
    return str_fmt(catalogue->arena, "%.*s %.*s (%.*s)", SARG(catalogue_number(catalogue, first)),
                   SARG(si->name), SARG(number_text(catalogue, second, unit)));
}

Str amount_text(const Catalogue *catalogue, Str decimal, const Unit *unit) {
    const Unit *si = unit_si(unit);
    if (!si) return number_text(catalogue, decimal, unit);
    return both(catalogue, converted(catalogue, decimal, unit, si), si, decimal, unit);
}

static Str bare_limits(const Catalogue *catalogue, const Requirement *r, Str lower, Str upper) {
    lower = catalogue_number(catalogue, lower);
    upper = catalogue_number(catalogue, upper);
    return !r->upper.given   ? CATALOGUE_FILL(catalogue, "check.limits.lower", lower)
           : !r->lower.given ? CATALOGUE_FILL(catalogue, "check.limits.upper", upper)
                             : CATALOGUE_FILL(catalogue, "check.limits.both", lower, upper);
}

/* Both limits as one number where they are the same distance from zero would hide which is which: they are
 * always written out. */
Str limits_text(const Catalogue *catalogue, const Requirement *r) {
    if (!requirement_has_limit(r)) return S("");
    const Unit *si = unit_si(r->unit);
    Str lower = r->lower.given ? r->lower.text : S(""), upper = r->upper.given ? r->upper.text : S("");
    if (!si) return with_unit(catalogue, bare_limits(catalogue, r, lower, upper), r->unit);
    Str first = bare_limits(catalogue, r, lower.len ? converted(catalogue, lower, r->unit, si) : lower,
                            upper.len ? converted(catalogue, upper, r->unit, si) : upper);
    Str second = !r->upper.given ? lower : upper;
    second = catalogue_number(catalogue, second);
    if (r->lower.given && r->upper.given)
        second = CATALOGUE_FILL(catalogue, "check.limits.both", catalogue_number(catalogue, lower), second);
    return str_fmt(catalogue->arena, "%.*s %.*s (%.*s %.*s)", SARG(first), SARG(si->name), SARG(second),
                   SARG(r->unit->name));
}

Str value_text(const Catalogue *catalogue, const RequirementResult *result) {
    const Requirement *r = result->requirement;
    if (!result->value.len) return S("");
    if (!r->unit) return catalogue_text(catalogue, result->answer ? "check.answer.yes" : "check.answer.no");
    const Unit *si = unit_si(r->unit);
    if (!si || !result->decided) return amount_text(catalogue, result->value, r->unit);
    Str first = judged_value_in(catalogue->arena, r, &result->deciding, si);
    return both(catalogue, grouped(catalogue->arena, first), si, result->value, r->unit);
}

Str U_text(const Catalogue *catalogue, const RequirementResult *result) {
    const Requirement *r = result->requirement;
    const Unit *si = result->U.len ? unit_si(r->unit) : NULL;
    if (!si) return catalogue_number(catalogue, result->U);
    if (!result->decided) return catalogue_number(catalogue, converted(catalogue, result->U, r->unit, si));
    return catalogue_number(catalogue, judged_U_in(catalogue->arena, &result->deciding, si));
}

void amounts_plain(Buf *out, size_t from) {
    size_t to = from;
    for (size_t i = from; i < out->len; i++) {
        bool wide = i + 1 < out->len && out->at[i] == '\xC2' && out->at[i + 1] == '\xA0';
        out->at[to++] = wide ? ' ' : out->at[i];
        i += wide;
    }
    out->len = to;
}
