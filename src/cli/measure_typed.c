/* A value as a person types it: "208,4", "79.5 cm", "29 1/4 in". Point and comma are both decimal signs here, and
 * nothing groups thousands, so that no number can be read in two ways. */
#include "cli/measure.h"

static bool is_number_part(char c) { return (c >= '0' && c <= '9') || str_find_byte(S("+-.,/ "), c) >= 0; }

/* Number and unit apart; the minus of typographers is one too. */
static Str split_unit(Str typed, Str *unit) {
    ptrdiff_t i = 0;
    while (i < typed.len && (is_number_part(typed.at[i]) || str_starts(str_skip(typed, i), S("\xe2\x88\x92"))))
        i += typed.at[i] == '\xe2' ? 3 : 1;
    *unit = str_trim(str_skip(typed, i));
    return str_trim(str_slice(typed, 0, i));
}

/* "1,234" is a thousand to some and one and a bit to others. */
static bool is_ambiguous(Str number) {
    ptrdiff_t comma = str_find_byte(number, ',');
    return comma > 0 && number.len - comma == 4 && number.at[comma - 1] != '0';
}

static bool parse_number(Arena *arena, Str *number, Decimal *out, const char **why) {
    char *text = str_z(arena, *number);
    *why = "expected a number such as 208.4 or 208,4, its unit may follow";
    if (str_find_byte(*number, '/') >= 0) return decimal_parse_fraction(*number, out) == DECIMAL_OK;
    if (is_ambiguous(*number)) {
        *why = "this can be read in two ways; write 1234 or 1.234";
        return false;
    }
    for (ptrdiff_t i = 0; i < number->len; i++)
        if (text[i] == ',') text[i] = '.';
        else if (text[i] == ' ') return false;
    *number = (Str){text, number->len};
    return decimal_parse(*number, '.', out) == DECIMAL_OK;
}

bool measure_parse_typed(Arena *arena, Str typed, const Step *step, Str *value, const Unit **unit, int64_t *smallest,
                         const char **why) {
    Str name;
    Decimal number;
    bool exact;
    *value = split_unit(str_trim(typed), &name);
    if (!parse_number(arena, value, &number, why)) return false;
    *unit = name.len ? unit_find(name) : step->unit;
    *why = "unknown unit";
    if (!*unit) return false;
    *why = "a unit of another quantity";
    if ((*unit)->quantity != step->quantity) return false;
    *why = "the number is too large";
    return unit_to_smallest(&number, *unit, smallest, &exact);
}
