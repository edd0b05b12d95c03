/* See quantity.h. */
#include "base/quantity.h"

static const Str blanks[] = {S_INIT(" "), S_INIT("\t"), S_INIT("\xC2\xA0"), S_INIT("\xE2\x80\xAF"),
                             S_INIT("\xE2\x80\x89")};
static const Str apostrophes[] = {S_INIT("'"), S_INIT("\xE2\x80\x99")};
static const Str signs[] = {S_INIT("-"), S_INIT("+"), S_INIT("\xE2\x88\x92")};

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Bytes of the first of `list` that the text begins with; 0: none. */
static ptrdiff_t starts_with_any(Str text, const Str *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (str_starts(text, list[i])) return list[i].len;
    return 0;
}

static bool digit_at(Str text, ptrdiff_t i) { return i < text.len && text.at[i] >= '0' && text.at[i] <= '9'; }

static Str skip_blanks(Str text) {
    for (ptrdiff_t n; (n = starts_with_any(text, blanks, COUNT(blanks)));) text = str_skip(text, n);
    return text;
}

static Str trim(Str text) {
    text = skip_blanks(text);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < COUNT(blanks); i++)
            if (str_ends(text, blanks[i])) text.len -= blanks[i].len, more = true;
    }
    return text;
}

/* Blanks belong to the number where a digit follows. */
static ptrdiff_t blanks_inside(Str rest) {
    Str behind = skip_blanks(rest);
    return digit_at(behind, 0) ? rest.len - behind.len : 0;
}

/* An apostrophe groups only before exactly three digits; otherwise it is the mark of feet. */
static ptrdiff_t apostrophe_inside(Str rest) {
    ptrdiff_t n = starts_with_any(rest, apostrophes, COUNT(apostrophes));
    return n && digit_at(rest, n) && digit_at(rest, n + 1) && digit_at(rest, n + 2) && !digit_at(rest, n + 3)
               ? n
               : 0;
}

static ptrdiff_t exponent_inside(Str rest) {
    if (rest.at[0] != 'e' && rest.at[0] != 'E') return 0;
    ptrdiff_t sign = starts_with_any(str_skip(rest, 1), signs, COUNT(signs));
    return digit_at(rest, 1 + sign) ? 1 + sign : 0;
}

/* Cuts the number off the front of *rest, by its characters alone. */
static Str cut_number(Str *rest) {
    Str text = *rest;
    for (ptrdiff_t n; (n = starts_with_any(*rest, signs, COUNT(signs)));) *rest = str_skip(*rest, n);
    while (rest->len) {
        char c = rest->at[0];
        ptrdiff_t n = 1;
        if (!digit_at(*rest, 0) && c != '.' && c != ',' && c != '/' && !(n = blanks_inside(*rest)) &&
            !(n = apostrophe_inside(*rest)) && !(n = exponent_inside(*rest)))
            break;
        *rest = str_skip(*rest, n);
    }
    return str_slice(text, 0, text.len - rest->len);
}

static AmountFault parse_number(Str text, char sign, Amount *out) {
    static const AmountFault faults[] = {
        [DECIMAL_OK] = AMOUNT_OK,         [DECIMAL_EMPTY] = AMOUNT_NOT,         [DECIMAL_NOT] = AMOUNT_NOT,
        [DECIMAL_GROUPS] = AMOUNT_GROUPS, [DECIMAL_OVERFLOW] = AMOUNT_OVERFLOW,
    };
    out->fraction = str_find_byte(text, '/') >= 0;
    return faults[out->fraction ? decimal_parse_fraction(text, &out->number)
                                : decimal_parse(text, sign, &out->number)];
}

static bool is_as_long(const Unit *unit, Str other) {
    return unit->quantity == QUANTITY_LENGTH && unit->num == unit_find(other)->num;
}
static bool is_feet(const Unit *unit) { return is_as_long(unit, S("ft")); }
static bool is_inches(const Unit *unit) { return is_as_long(unit, S("in")); }

/* What follows the feet: the inches with their mark. */
static AmountFault add_inches(Str text, char sign, Amount *out) {
    Amount inches = {0};
    Decimal feet = out->number;
    Str number = cut_number(&text);
    AmountFault fault = parse_number(number, sign, &inches);
    if (fault) return fault;
    inches.unit = unit_find(trim(text));
    if (!inches.unit || !is_inches(inches.unit) || feet.den != 1 || out->fraction || inches.number.exponent ||
        !digit_at(number, 0))
        return AMOUNT_INCHES;
    if (inches.number.num >= 12 * inches.number.den) return AMOUNT_INCHES;
    int128 whole = feet.num < 0 ? -feet.num : feet.num, sum;
    if (__builtin_mul_overflow(whole * 12, inches.number.den, &sum)) return AMOUNT_OVERFLOW;
    sum += inches.number.num;
    *out = inches;
    out->number.num = feet.num < 0 ? -sum : sum;
    return AMOUNT_OK;
}

/* Where the unit behind feet ends: the mark ', or the word ft. */
static Str cut_feet(Str *rest) {
    Str prime = S("′");
    ptrdiff_t n = str_starts(*rest, S("'")) ? 1 : str_starts(*rest, S("ft")) ? 2 : 0;
    if (str_starts(*rest, prime)) n = prime.len;
    Str unit = str_slice(*rest, 0, n);
    *rest = trim(str_skip(*rest, n));
    return unit;
}

AmountFault quantity_parse(Str text, char sign, Amount *out) {
    Str rest = trim(text);
    *out = (Amount){0};
    if (!rest.len) return AMOUNT_EMPTY;
    AmountFault fault = parse_number(cut_number(&rest), sign, out);
    out->rest = rest = trim(rest);
    if (fault || !rest.len) return fault;
    out->unit = unit_find(rest);
    if (out->unit) return AMOUNT_OK;
    out->unit = unit_find(cut_feet(&rest));
    if (!out->unit || !is_feet(out->unit) || !digit_at(rest, 0)) return AMOUNT_UNIT;
    return add_inches(rest, sign, out);
}

const char *amount_fault_text(AmountFault fault) {
    static const char *const texts[] = {
        [AMOUNT_OK] = "is right",
        [AMOUNT_EMPTY] = "is empty",
        [AMOUNT_NOT] = "is no number",
        [AMOUNT_GROUPS] = "is no number: digits are grouped by three, with one sign",
        [AMOUNT_OVERFLOW] = "is larger than any quantity holds",
        [AMOUNT_UNIT] = "is no number with a unit that is known",
        [AMOUNT_INCHES] =
            "is no length: whole feet are followed by inches below twelve with their mark (4' 2 1/2\")",
    };
    return texts[fault];
}

static bool same_number(const Decimal *a, const Decimal *b) { return a->num == b->num && a->den == b->den; }

SignReading quantity_sign(Str text) {
    Amount point, comma;
    bool with_point = quantity_parse(text, '.', &point) == AMOUNT_OK;
    bool with_comma = quantity_parse(text, ',', &comma) == AMOUNT_OK;
    if (with_point && with_comma) return same_number(&point.number, &comma.number) ? SIGN_ANY : SIGN_UNCLEAR;
    return with_point ? SIGN_POINT : with_comma ? SIGN_COMMA : SIGN_NEITHER;
}

/* Typed digits are lost where the result is not exact and the last digit is worth less than the smallest
 * unit. */
static bool digits_lost(const Amount *amount, const Unit *unit, bool exact) {
    const Decimal *d = &amount->number;
    int128 step, one;
    if (exact || amount->fraction) return false;
    if (__builtin_mul_overflow(d->step_num, unit->num, &step)) return false;
    return __builtin_mul_overflow(d->step_den, unit->den, &one) || step < one;
}

bool amount_to_smallest(const Amount *amount, const Unit *otherwise, int64_t *out, bool *lost) {
    const Unit *unit = amount->unit ? amount->unit : otherwise;
    bool exact;
    if (!unit_to_smallest(&amount->number, unit, out, &exact)) return false;
    *lost = digits_lost(amount, unit, exact);
    return true;
}

bool amount_to_smallest_difference(const Amount *amount, const Unit *otherwise, int64_t *out, bool *lost) {
    const Unit *unit = amount->unit ? amount->unit : otherwise;
    bool exact;
    if (!unit_to_smallest_difference(&amount->number, unit, out, &exact)) return false;
    *lost = digits_lost(amount, unit, exact);
    return true;
}

int64_t amount_resolution(const Amount *amount, const Unit *otherwise) {
    const Unit *unit = amount->unit ? amount->unit : otherwise;
    Decimal step = {.num = amount->number.step_num, .den = amount->number.step_den};
    int64_t resolution;
    bool exact;
    if (!unit_to_smallest_difference(&step, unit, &resolution, &exact)) return INT64_MAX;
    return resolution > 0 ? resolution : 1;
}

int amount_places(const Amount *amount) {
    int places = 0;
    for (int128 power = 1; power % amount->number.step_den != 0 && places < 6; power *= 10) places++;
    return places;
}
