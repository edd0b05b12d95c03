/* See fraction.h. Each operation first tries 128 bits with overflow checks, then both sides in lowest terms,
 * then goes over to words of 32 bits (schoolbook; the least word first). */
#include "base/fraction.h"

#include <assert.h>
#include <math.h>

__extension__ typedef unsigned __int128 uint128;

typedef struct Whole { /* sign and magnitude; no leading zero words; 0 has n = 0 */
    bool negative;
    int n;
    uint32_t *at;
} Whole;

typedef struct Wide {
    Whole num, den;
} Wide;

/* ---- whole numbers of words ---- */

static Whole trimmed(Whole a) {
    while (a.n && !a.at[a.n - 1]) a.n--;
    if (!a.n) a.negative = false;
    return a;
}

static Whole whole_of(Arena *arena, int128 value) {
    Whole out = {value < 0, 4, NEW_ARRAY(arena, uint32_t, 4)};
    uint128 rest = value < 0 ? -(uint128)value : (uint128)value;
    for (int i = 0; i < 4; i++, rest >>= 32) out.at[i] = (uint32_t)rest;
    return trimmed(out);
}

static int cmp_magnitude(Whole a, Whole b) {
    if (a.n != b.n) return a.n < b.n ? -1 : 1;
    for (int i = a.n; i-- > 0;)
        if (a.at[i] != b.at[i]) return a.at[i] < b.at[i] ? -1 : 1;
    return 0;
}

static Whole add_magnitude(Arena *arena, Whole a, Whole b) {
    int n = (a.n > b.n ? a.n : b.n) + 1;
    Whole out = {false, n, NEW_ARRAY(arena, uint32_t, n)};
    uint64_t carry = 0;
    for (int i = 0; i < n; i++, carry >>= 32) {
        carry += (uint64_t)(i < a.n ? a.at[i] : 0) + (i < b.n ? b.at[i] : 0);
        out.at[i] = (uint32_t)carry;
    }
    return trimmed(out);
}

/* a − b for |a| ≥ |b| */
static Whole sub_magnitude(Arena *arena, Whole a, Whole b) {
    Whole out = {false, a.n, NEW_ARRAY(arena, uint32_t, a.n + 1)};
    int64_t borrow = 0;
    for (int i = 0; i < a.n; i++) {
        int64_t word = (int64_t)a.at[i] - (i < b.n ? b.at[i] : 0) + borrow;
        borrow = word < 0 ? -1 : 0;
        out.at[i] = (uint32_t)word;
    }
    return trimmed(out);
}

static Whole whole_add(Arena *arena, Whole a, Whole b) {
    if (a.negative == b.negative) {
        Whole sum = add_magnitude(arena, a, b);
        sum.negative = a.negative && sum.n;
        return sum;
    }
    bool first = cmp_magnitude(a, b) >= 0;
    Whole out = first ? sub_magnitude(arena, a, b) : sub_magnitude(arena, b, a);
    out.negative = (first ? a.negative : b.negative) && out.n;
    return out;
}

static Whole whole_mul(Arena *arena, Whole a, Whole b) {
    Whole out = {a.negative != b.negative, a.n + b.n, NEW_ARRAY(arena, uint32_t, a.n + b.n + 1)};
    for (int i = 0; i < a.n; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b.n || carry; j++, carry >>= 32) {
            carry += out.at[i + j] + (j < b.n ? (uint64_t)a.at[i] * b.at[j] : 0);
            out.at[i + j] = (uint32_t)carry;
        }
    }
    return trimmed(out);
}

static bool bit_of(Whole a, int bit) { return (a.at[bit / 32] >> (bit % 32)) & 1; }

/* a = 2 × a + bit, in place; a has room for it. */
static void shift_in(Whole *a, bool bit) {
    uint32_t carry = bit;
    for (int i = 0; i < a->n; i++) {
        uint32_t word = a->at[i];
        a->at[i] = word << 1 | carry;
        carry = word >> 31;
    }
    if (carry) a->at[a->n++] = carry;
}

static void take_away(Whole *a, Whole b) { /* a −= b for a ≥ b, in place */
    int64_t borrow = 0;
    for (int i = 0; i < a->n; i++) {
        int64_t word = (int64_t)a->at[i] - (i < b.n ? b.at[i] : 0) + borrow;
        borrow = word < 0 ? -1 : 0;
        a->at[i] = (uint32_t)word;
    }
    *a = trimmed(*a);
}

/* |a| / |b| and the rest, bit by bit: only for what is printed. */
static Whole divide(Arena *arena, Whole a, Whole b, Whole *rest) {
    Whole out = {false, a.n, NEW_ARRAY(arena, uint32_t, a.n + 1)};
    *rest = (Whole){false, 0, NEW_ARRAY(arena, uint32_t, b.n + 2)};
    for (int bit = a.n * 32; bit-- > 0;) {
        shift_in(rest, bit_of(a, bit));
        if (cmp_magnitude(*rest, b) < 0) continue;
        take_away(rest, b);
        out.at[bit / 32] |= (uint32_t)1 << (bit % 32);
    }
    return trimmed(out);
}

static Whole half_even(Arena *arena, Whole num, Whole den) {
    Whole rest;
    Whole out = divide(arena, num, den, &rest);
    int side = cmp_magnitude(add_magnitude(arena, rest, rest), den);
    if (side > 0 || (side == 0 && out.n && out.at[0] & 1))
        out = add_magnitude(arena, out, whole_of(arena, 1));
    out.negative = num.negative && out.n;
    return out;
}

static Whole whole_power(Arena *arena, int tens) {
    Whole out = whole_of(arena, 1);
    for (; tens > 0; tens -= 30)
        out = whole_mul(arena, out, whole_of(arena, power_of_ten(tens < 30 ? tens : 30)));
    return out;
}

static double whole_double(Whole a, int *exponent) {
    double out = 0;
    *exponent = a.n > 3 ? (a.n - 3) * 32 : 0;
    for (int i = a.n; i-- > a.n - 3 && i >= 0;) out = out * 4294967296.0 + a.at[i];
    return a.negative ? -out : out;
}

/* ---- fractions ---- */

Fraction fraction_of(int128 num, int128 den) {
    assert(den > 0);
    return (Fraction){num, den, NULL};
}

static Fraction lowest(Fraction a) {
    int128 x = a.num < 0 ? -a.num : a.num, y = a.den;
    while (y) {
        int128 rest = x % y;
        x = y;
        y = rest;
    }
    return x > 1 ? fraction_of(a.num / x, a.den / x) : a;
}

static const Wide *widened(Arena *arena, Fraction a) {
    if (a.wide) return a.wide;
    Wide *out = NEW(arena, Wide);
    *out = (Wide){whole_of(arena, a.num), whole_of(arena, a.den)};
    return out;
}

static bool small_add(Fraction a, Fraction b, Fraction *out) {
    int128 left, right;
    if (a.wide || b.wide) return false;
    *out = a;
    if (a.den == b.den) return !__builtin_add_overflow(a.num, b.num, &out->num);
    return !(__builtin_mul_overflow(a.num, b.den, &left) || __builtin_mul_overflow(b.num, a.den, &right) ||
             __builtin_add_overflow(left, right, &out->num) ||
             __builtin_mul_overflow(a.den, b.den, &out->den));
}

Fraction fraction_add(Arena *arena, Fraction a, Fraction b) {
    Fraction out;
    if (small_add(a, b, &out)) return out;
    if (!a.wide && !b.wide && small_add(lowest(a), lowest(b), &out)) return out;
    const Wide *x = widened(arena, a), *y = widened(arena, b);
    Wide *sum = NEW(arena, Wide);
    sum->num = whole_add(arena, whole_mul(arena, x->num, y->den), whole_mul(arena, y->num, x->den));
    sum->den = whole_mul(arena, x->den, y->den);
    return (Fraction){0, 1, sum};
}

static int by_denominator(const void *a, const void *b) {
    const Fraction *x = a, *y = b;
    if (x->wide || y->wide) return !!x->wide - !!y->wide;
    return (x->den > y->den) - (x->den < y->den);
}

Fraction fraction_sum(Arena *arena, Fraction *values, ptrdiff_t n) {
    Fraction sum = fraction_of(0, 1);
    if (n) qsort(values, (size_t)n, sizeof *values, by_denominator);
    for (ptrdiff_t i = 0; i < n;) {
        Fraction part = values[i++];
        while (i < n && !part.wide && !values[i].wide && values[i].den == part.den)
            part = fraction_add(arena, part, values[i++]);
        sum = fraction_add(arena, sum, part);
    }
    return sum;
}

static Fraction negative(Arena *arena, Fraction a) {
    if (!a.wide) return (Fraction){-a.num, a.den, NULL};
    Wide *out = NEW(arena, Wide);
    *out = *a.wide;
    out->num.negative = !out->num.negative && out->num.n;
    return (Fraction){0, 1, out};
}

Fraction fraction_sub(Arena *arena, Fraction a, Fraction b) {
    return fraction_add(arena, a, negative(arena, b));
}

static bool small_mul(Fraction a, Fraction b, Fraction *out) {
    *out = a;
    return !a.wide && !b.wide && !__builtin_mul_overflow(a.num, b.num, &out->num) &&
           !__builtin_mul_overflow(a.den, b.den, &out->den);
}

Fraction fraction_mul(Arena *arena, Fraction a, Fraction b) {
    Fraction out;
    if (small_mul(a, b, &out)) return out;
    if (!a.wide && !b.wide && small_mul(lowest(a), lowest(b), &out)) return out;
    const Wide *x = widened(arena, a), *y = widened(arena, b);
    Wide *product = NEW(arena, Wide);
    *product = (Wide){whole_mul(arena, x->num, y->num), whole_mul(arena, x->den, y->den)};
    return (Fraction){0, 1, product};
}

Fraction fraction_div(Arena *arena, Fraction a, Fraction b) {
    assert(fraction_sign(b) != 0);
    bool below = fraction_sign(b) < 0;
    Fraction over = below ? negative(arena, b) : b, turned;
    if (!over.wide) {
        turned = fraction_of(over.den, over.num);
    } else {
        Wide *wide = NEW(arena, Wide);
        *wide = (Wide){over.wide->den, over.wide->num};
        turned = (Fraction){0, 1, wide};
    }
    Fraction out = fraction_mul(arena, a, turned);
    return below ? negative(arena, out) : out;
}

int fraction_sign(Fraction a) {
    if (!a.wide) return (a.num > 0) - (a.num < 0);
    return a.wide->num.n ? (a.wide->num.negative ? -1 : 1) : 0;
}

int fraction_cmp(Arena *arena, Fraction a, Fraction b) {
    int128 left, right;
    if (!a.wide && !b.wide) {
        if (a.den == b.den) return (a.num > b.num) - (a.num < b.num);
        if (!__builtin_mul_overflow(a.num, b.den, &left) && !__builtin_mul_overflow(b.num, a.den, &right))
            return (left > right) - (left < right);
    }
    return fraction_sign(fraction_sub(arena, a, b));
}

double fraction_double(Fraction a) {
    if (!a.wide) return (double)a.num / (double)a.den;
    int up, down;
    double num = whole_double(a.wide->num, &up), den = whole_double(a.wide->den, &down);
    return ldexp(num / den, up - down);
}

/* a × 10^places, rounded half to even. */
static Whole scaled(Arena *arena, Fraction a, int places) {
    const Wide *wide = widened(arena, a);
    Whole num = wide->num, den = wide->den;
    if (places > 0) num = whole_mul(arena, num, whole_power(arena, places));
    if (places < 0) den = whole_mul(arena, den, whole_power(arena, -places));
    return half_even(arena, num, den);
}

static bool small_round(Fraction a, int places, int128 *out) {
    int128 num = a.num, den = a.den;
    if (a.wide || places > 30 || places < -30) return false;
    if (places > 0 && __builtin_mul_overflow(num, power_of_ten(places), &num)) return false;
    if (places < 0 && __builtin_mul_overflow(den, power_of_ten(-places), &den)) return false;
    *out = round_half_even(num, den);
    return true;
}

Fraction fraction_round(Arena *arena, Fraction a, int places) {
    int128 whole;
    bool small = small_round(a, places, &whole);
    if (small && places < 0) small = !__builtin_mul_overflow(whole, power_of_ten(-places), &whole);
    if (small) return fraction_of(whole, power_of_ten(places));
    Wide *out = NEW(arena, Wide);
    *out = (Wide){scaled(arena, a, places), whole_power(arena, places)};
    if (places < 0)
        *out = (Wide){whole_mul(arena, out->num, whole_power(arena, -places)), whole_of(arena, 1)};
    return (Fraction){0, 1, out};
}

/* The digits of a whole number, least first; returns how many. */
static int digits_of(Arena *arena, Whole a, char **out) {
    int n = 0;
    char *digits = arena_alloc(arena, (size_t)a.n * 10 + 1);
    Whole rest = {false, a.n, NEW_ARRAY(arena, uint32_t, a.n + 1)};
    if (a.n) memcpy(rest.at, a.at, sizeof *a.at * (size_t)a.n);
    for (; rest.n; rest = trimmed(rest)) {
        uint64_t carry = 0;
        for (int i = rest.n; i-- > 0; carry %= 10) {
            carry = carry << 32 | rest.at[i];
            rest.at[i] = (uint32_t)(carry / 10);
        }
        digits[n++] = (char)('0' + carry);
    }
    *out = digits;
    return n;
}

Str fraction_print(Arena *arena, Fraction a, int places) {
    assert(places <= 60);
    int128 whole;
    if (places >= 0 && small_round(a, places, &whole))
        return decimal_print(arena, whole, power_of_ten(places), places);
    char *digits;
    Whole number = scaled(arena, a, places);
    int n = digits_of(arena, number, &digits), zeros = places < 0 && n ? -places : 0;
    int least = places > 0 ? places + 1 : 1;
    char *text = arena_alloc(arena, (size_t)n + (size_t)zeros + (size_t)least + 4), *at = text;
    if (number.negative) *at++ = '-';
    for (int i = (n > least ? n : least); i-- > 0;) {
        *at++ = i < n ? digits[i] : '0';
        if (i == places && places > 0) *at++ = '.';
    }
    while (zeros-- > 0) *at++ = '0';
    return (Str){text, at - text};
}
