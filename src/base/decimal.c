/* See decimal.h. The text is walked once; digits go into a 128-bit integer, so that 38 of them fit. */
#include "base/decimal.h"

#include "base/arena.h"

typedef struct Scan {
    Str rest;
    char sign;
    int128 digits;
    int count, significant, places;
    bool overflow, leading_zero, grouped;
} Scan;

static const Str group_signs[] = {
    S_INIT(" "), S_INIT("\xC2\xA0"),    S_INIT("\xE2\x80\xAF"), S_INIT("\xE2\x80\x89"),
    S_INIT("'"), S_INIT("\xE2\x80\x99")};

static bool is_digit(Str s) { return s.len && s.at[0] >= '0' && s.at[0] <= '9'; }

static void take_digit(Scan *scan) {
    int digit = scan->rest.at[0] - '0';
    if (scan->count == 0) scan->leading_zero = digit == 0;
    scan->count++;
    if (scan->significant || digit) scan->significant++;
    if (__builtin_mul_overflow(scan->digits, 10, &scan->digits) ||
        __builtin_add_overflow(scan->digits, digit, &scan->digits))
        scan->overflow = true;
    scan->rest = str_skip(scan->rest, 1);
}

static int take_digits(Scan *scan) {
    int n = 0;
    for (; is_digit(scan->rest); n++) take_digit(scan);
    return n;
}

/* The group sign at the start of the rest, or an empty string. */
static Str group_sign_at(const Scan *scan) {
    char other = scan->sign == '.' ? ',' : '.';
    if (scan->rest.len && scan->rest.at[0] == other) return str_slice(scan->rest, 0, 1);
    for (size_t i = 0; i < sizeof group_signs / sizeof *group_signs; i++)
        if (str_starts(scan->rest, group_signs[i])) return group_signs[i];
    return S("");
}

static DecimalFault take_whole_part(Scan *scan) {
    int first = take_digits(scan);
    Str used = S("");
    for (Str group = group_sign_at(scan); group.len; group = group_sign_at(scan)) {
        if (!is_digit(str_skip(scan->rest, group.len))) return DECIMAL_NOT;
        if (used.len && !str_eq(used, group)) return DECIMAL_GROUPS;
        if (first < 1) return DECIMAL_NOT;
        if (first > 3 || scan->leading_zero) return DECIMAL_GROUPS;
        used = group;
        scan->grouped = true;
        scan->rest = str_skip(scan->rest, group.len);
        if (take_digits(scan) != 3) return DECIMAL_GROUPS;
    }
    return DECIMAL_OK;
}

static bool take_sign(Str *rest) {
    const Str minus = S("\xE2\x88\x92");
    bool negative = rest->len && rest->at[0] == '-';
    if (negative || (rest->len && rest->at[0] == '+')) {
        *rest = str_skip(*rest, 1);
    } else if (str_starts(*rest, minus)) {
        *rest = str_skip(*rest, minus.len);
        negative = true;
    }
    return negative;
}

static bool take_exponent(Scan *scan, int *exponent) {
    Str rest = str_skip(scan->rest, 1);
    bool negative = take_sign(&rest);
    int64_t value;
    if (!str_to_count(rest, 400, &value)) return false;
    *exponent = negative ? -(int)value : (int)value;
    scan->rest = str_skip(rest, rest.len);
    return true;
}

int128 power_of_ten(int n) {
    int128 power = 1;
    while (n-- > 0) power *= 10;
    return power;
}

static DecimalFault finish(const Scan *scan, bool negative, int exponent, Decimal *out) {
    int shift = exponent - scan->places; /* value = digits × 10^shift */
    if (scan->overflow || shift > 30 || shift < -36) return DECIMAL_OVERFLOW;
    out->num = negative ? -scan->digits : scan->digits;
    out->den = out->step_num = out->step_den = 1;
    if (shift < 0) out->den = out->step_den = power_of_ten(-shift);
    if (shift > 0) {
        out->step_num = power_of_ten(shift);
        if (__builtin_mul_overflow(out->num, out->step_num, &out->num)) return DECIMAL_OVERFLOW;
    }
    out->significant = scan->significant;
    return DECIMAL_OK;
}

DecimalFault decimal_parse(Str text, char sign, Decimal *out) {
    Scan scan = {.rest = text, .sign = sign};
    int exponent = 0;
    *out = (Decimal){.den = 1, .step_num = 1, .step_den = 1};
    bool negative = take_sign(&scan.rest);
    DecimalFault fault = take_whole_part(&scan);
    if (fault) return fault;
    if (scan.rest.len && scan.rest.at[0] == sign) {
        scan.rest = str_skip(scan.rest, 1);
        scan.places = take_digits(&scan);
        if (!scan.places) return DECIMAL_NOT;
    }
    if (!scan.count) return scan.rest.len || text.len ? DECIMAL_NOT : DECIMAL_EMPTY;
    if (scan.rest.len && (scan.rest.at[0] == 'e' || scan.rest.at[0] == 'E')) {
        out->exponent = true;
        if (scan.grouped) return DECIMAL_GROUPS;
        if (!take_exponent(&scan, &exponent)) return DECIMAL_NOT;
    }
    if (scan.rest.len) return DECIMAL_NOT;
    return finish(&scan, negative, exponent, out);
}

bool decimal_plain(Str text, char sign, int64_t *digits, int *places) {
    enum { MOST_DIGITS = 17 };
    ptrdiff_t i = text.len && text.at[0] == '-', from = i, point = -1;
    int64_t value = 0;
    if (text.len - from > MOST_DIGITS + 1) return false;
    for (; i < text.len; i++) {
        char c = text.at[i];
        if (c >= '0' && c <= '9')
            value = value * 10 + (c - '0');
        else if (c == sign && point < 0 && i > from)
            point = i;
        else
            return false;
    }
    if (i == from || point == i - 1) return false;
    *digits = from ? -value : value;
    *places = point < 0 ? 0 : (int)(i - point - 1);
    return true;
}

DecimalFault decimal_parse_fraction(Str text, Decimal *out) {
    int64_t whole = 0, top, bottom;
    Str rest = text;
    bool negative = take_sign(&rest);
    if (str_find_byte(rest, ' ') >= 0) {
        if (!str_to_count(str_cut(&rest, ' '), 1000000000, &whole)) return DECIMAL_NOT;
        rest = str_trim(rest);
    }
    Str above = str_cut(&rest, '/');
    if (!str_to_count(above, 1000000, &top) || !str_to_count(rest, 1000000, &bottom) || bottom == 0)
        return DECIMAL_NOT;
    int128 num = (int128)whole * bottom + top;
    *out = (Decimal){.num = negative ? -num : num, .den = bottom, .step_num = 1, .step_den = bottom};
    return DECIMAL_OK;
}

int128 round_half_even(int128 num, int128 den) {
    int128 quotient = num / den, rest = num % den;
    if (rest < 0) {
        quotient--;
        rest += den;
    }
    if (rest > den - rest || (rest == den - rest && quotient % 2 != 0)) quotient++;
    return quotient;
}

bool decimal_scale(int128 value_num, int128 value_den, int128 num, int128 den, int128 add, int64_t *out,
                   bool *exact) {
    int128 product, offset, bottom;
    if (__builtin_mul_overflow(value_num, num, &product) || __builtin_mul_overflow(add, value_den, &offset) ||
        __builtin_add_overflow(product, offset, &product) || __builtin_mul_overflow(value_den, den, &bottom))
        return false;
    int128 rounded = round_half_even(product, bottom);
    if (rounded > INT64_MAX || rounded < -INT64_MAX) return false;
    *out = (int64_t)rounded;
    *exact = rounded * bottom == product;
    return true;
}

static Str print_digits(Arena *arena, int128 scaled, int places) {
    char digits[48];
    int n = 0;
    bool negative = scaled < 0;
    for (int128 rest = negative ? -scaled : scaled; rest || n <= places; rest /= 10) {
        if (n == places && places) digits[n++] = '.', places = -1;
        digits[n++] = (char)('0' + (int)(rest % 10));
    }
    char *text = arena_alloc(arena, (size_t)n + 2), *at = text;
    if (negative) *at++ = '-';
    while (n) *at++ = digits[--n];
    return (Str){text, at - text};
}

Str decimal_print(Arena *arena, int128 num, int128 den, int places) {
    int128 scaled;
    while (places > 0 && __builtin_mul_overflow(num, power_of_ten(places), &scaled)) places--;
    if (places <= 0) scaled = num, places = 0;
    return print_digits(arena, round_half_even(scaled, den), places);
}

Str decimal_print_shortest(Arena *arena, int128 num, int128 den, int least, int most) {
    int places = least;
    int128 scaled;
    while (places < most && !__builtin_mul_overflow(num, power_of_ten(places), &scaled) && scaled % den != 0)
        places++;
    return decimal_print(arena, num, den, places);
}
