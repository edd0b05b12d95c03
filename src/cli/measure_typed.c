/* A value as a person types it: "208,4", "79.5 cm", "29 1/4 in". Here point and comma are both decimal signs;
 * what can be read in two ways is refused. Read back from the file in the same way. */
#include "cli/measure.h"

#include "base/quantity.h"

/* 1,234 is a thousand to some and one and a bit to others; 1.234 is read one way everywhere
 * (measurements.md). */
static char find_sign(Str text) {
    switch (quantity_sign(text)) {
    case SIGN_COMMA:
        return ',';
    case SIGN_UNCLEAR:
        return str_find_byte(text, ',') >= 0 ? 0 : '.';
    default:
        return '.';
    }
}

/* Digits are written with a point; fractions, feet and inches as they were typed. */
static void write_down(Arena *arena, Str text, const Amount *amount, Typed *out) {
    bool marks =
        str_find_byte(text, '/') >= 0 || str_find_byte(text, '\'') >= 0 || str_find_byte(text, '"') >= 0;
    out->value = marks ? str_trim(text)
                       : decimal_print(arena, amount->number.num, amount->number.den, amount_places(amount));
    out->unit_text = marks && amount->unit ? S("") : out->unit->name;
}

bool measure_parse_typed(Arena *arena, Str text, const Step *step, Typed *out, const char **why) {
    Amount amount;
    bool lost;
    char sign = find_sign(text);
    *why = "this can be read in two ways; write 1234 or 1.234";
    if (!sign) return false;
    AmountFault fault = quantity_parse(text, sign, &amount);
    *why = amount_fault_text(fault);
    if (fault != AMOUNT_OK) return false;
    out->unit = amount.unit ? amount.unit : step->unit;
    *why = "a unit of another quantity";
    if (out->unit->quantity != step->quantity) return false;
    *why = "larger than any quantity holds";
    if (!amount_to_smallest(&amount, out->unit, &out->smallest, &lost)) return false;
    out->resolution = amount_resolution(&amount, out->unit);
    out->places = amount_places(&amount);
    write_down(arena, text, &amount, out);
    return true;
}
