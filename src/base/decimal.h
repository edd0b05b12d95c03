/* Numbers as people type them, held exactly: a rational whose denominator is a power of ten, or a power of
 * ten times the denominator of a typed fraction. One reader; no strtod, no locale, no floating point. */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include "base/str.h"

__extension__ typedef __int128 int128;

typedef struct Decimal {
    int128 num, den;           /* the value; den > 0 */
    int128 step_num, step_den; /* its resolution: one in the last place typed (61.50: 1/100; 5e3: 1000/1) */
    bool exponent;             /* typed in exponent form */
    int significant;           /* significant digits typed */
} Decimal;

typedef enum DecimalFault {
    DECIMAL_OK,
    DECIMAL_EMPTY,   /* no digits at all */
    DECIMAL_NOT,     /* no number: letters, two signs, an en dash, hex, nan, … */
    DECIMAL_GROUPS,  /* groups that are no exact groups of three, or two different group signs */
    DECIMAL_OVERFLOW /* more digits than any quantity holds */
} DecimalFault;

/* Reads the whole of `text` as one number with the given decimal sign ('.' or ','): optional sign (+ -
 * U+2212), digits with optional exact groups of three (the other sign, blank, NBSP, narrow NBSP, thin space,
 * apostrophe, U+2019), optional fraction part, optional exponent. No blanks around it. Source:
 * read/csv/README.md, Numbers. */
DecimalFault decimal_parse(Str text, char sign, Decimal *out);
/* The common case fast: optional '-', plain digits, at most one decimal sign among them, at most 17 digits.
 * True where decimal_parse would read digits / 10^places from it; false means nothing but "not plain". */
bool decimal_plain(Str text, char sign, int64_t *digits, int *places);
/* As above for a mixed fraction: "1/4", "2 1/4", "29 1/4". */
DecimalFault decimal_parse_fraction(Str text, Decimal *out);

/* value × num/den + add/den, rounded half to even to a 64-bit integer. *exact tells whether nothing was lost.
 * False on overflow. */
bool decimal_scale(int128 value_num, int128 value_den, int128 num, int128 den, int128 add, int64_t *out,
                   bool *exact);
/* num/den (den > 0) rounded half to even. */
int128 round_half_even(int128 num, int128 den);
/* 10^n for n in 0..38. */
int128 power_of_ten(int n);
/* num/den printed with `places` decimals, rounded half to even, '.' as the sign; never "-0". */
Str decimal_print(Arena *arena, int128 num, int128 den, int places);
/* num/den printed with as many decimals as it needs, at least `least`, at most `most` (then rounded). */
Str decimal_print_shortest(Arena *arena, int128 num, int128 den, int least, int most);

#endif
