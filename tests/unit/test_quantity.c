/* base/quantity: numbers with units as people type them. Right values by hand from the definitions of the
 * units. */
#include "unit.h"

#include "base/quantity.h"

static Arena arena;

static int64_t nm(const char *text, char sign) {
    Amount amount;
    int64_t out = INT64_MIN;
    bool lost;
    AmountFault fault = quantity_parse(str_of(text), sign, &amount);
    ck_assert_msg(fault == AMOUNT_OK, "'%s': %s", text, amount_fault_text(fault));
    ck_assert(amount_to_smallest(&amount, unit_find(S("mm")), &out, &lost));
    return out;
}

START_TEST(numbers_with_units) {
    ck_assert_int_eq(nm("79,5 cm", ','), 795000000);
    ck_assert_int_eq(nm("795mm", '.'), 795000000);
    ck_assert_int_eq(nm(" 79.5\xC2\xA0"
                        "cm ",
                        '.'),
                     795000000);
    ck_assert_int_eq(nm("61.5", '.'), 61500000);
    ck_assert_int_eq(nm("29 1/4 in", '.'), 742950000);
    ck_assert_int_eq(nm("29 1/4\"", ','), 742950000);
    ck_assert_int_eq(nm("7/8\"", '.'), 22225000);
    ck_assert_int_eq(nm("4' 2 1/2\"", '.'), 1282700000);
    ck_assert_int_eq(nm("7' 8\"", ','), 2336800000);
    ck_assert_int_eq(nm("7'8\"", ','), 2336800000);
    ck_assert_int_eq(nm("4 ft 2.5 in", '.'), 1282700000);
    ck_assert_int_eq(nm("6.5 ft", '.'), 1981200000);
    ck_assert_int_eq(nm("6.5'", '.'), 1981200000);
    ck_assert_int_eq(nm("-1' 6\"", '.'), -457200000);
    ck_assert_int_eq(nm("2'540.4 mm", '.'), 2540400000);
    ck_assert_int_eq(nm("2 540,4 mm", ','), 2540400000);
    ck_assert_int_eq(nm("6.15e1 mm", '.'), 61500000);
    ck_assert_int_eq(nm("\xE2\x88\x92"
                        "0,5 mm",
                        ','),
                     -500000);
}
END_TEST

START_TEST(no_quantities) {
    static const struct {
        const char *text;
        AmountFault fault;
    } cases[] = {
        {"", AMOUNT_EMPTY},
        {"  ", AMOUNT_EMPTY},
        {"mm", AMOUNT_NOT},
        {"nan", AMOUNT_NOT},
        {"--1 mm", AMOUNT_NOT},
        {"- 1", AMOUNT_NOT},
        {"\xE2\x80\x93"
         "1",
         AMOUNT_NOT},
        {"0x3D", AMOUNT_UNIT},
        {"61.5abc", AMOUNT_UNIT},
        {"1 furlong", AMOUNT_UNIT},
        {"1 Mm", AMOUNT_UNIT},
        {"1,23", AMOUNT_GROUPS},
        {"1,234e2", AMOUNT_GROUPS},
        {"1e300", AMOUNT_OVERFLOW},
        {"1 2 mm", AMOUNT_GROUPS},
        {"4' 2", AMOUNT_INCHES},
        {"4' 12\"", AMOUNT_INCHES},
        {"4.5' 2\"", AMOUNT_INCHES},
        {"4' 2 cm", AMOUNT_INCHES},
        {"4' -2\"", AMOUNT_UNIT},
        {"1/0 in", AMOUNT_NOT},
        {"1.5/2 in", AMOUNT_NOT},
        {"99999999999999999999999999999999999999999999", AMOUNT_OVERFLOW},
        {"9. Okt", AMOUNT_NOT},
        {"1.#INF", AMOUNT_NOT},
    };
    Amount amount;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AmountFault fault = quantity_parse(str_of(cases[i].text), '.', &amount);
        ck_assert_msg(fault == cases[i].fault, "'%s': %s", cases[i].text, amount_fault_text(fault));
    }
}
END_TEST

START_TEST(decimal_signs) {
    ck_assert_int_eq(quantity_sign(S("61,5")), SIGN_COMMA);
    ck_assert_int_eq(quantity_sign(S("61.5 cm")), SIGN_POINT);
    ck_assert_int_eq(quantity_sign(S("1.234,5")), SIGN_COMMA);
    ck_assert_int_eq(quantity_sign(S("1,234.5")), SIGN_POINT);
    ck_assert_int_eq(quantity_sign(S("0,500")), SIGN_COMMA);
    ck_assert_int_eq(quantity_sign(S("1,234,567")), SIGN_POINT);
    ck_assert_int_eq(quantity_sign(S("1,025E+02")), SIGN_COMMA);
    ck_assert_int_eq(quantity_sign(S("1,234")), SIGN_UNCLEAR);
    ck_assert_int_eq(quantity_sign(S("2.840 m")), SIGN_UNCLEAR);
    ck_assert_int_eq(quantity_sign(S("25")), SIGN_ANY);
    ck_assert_int_eq(quantity_sign(S("2 1/4 in")), SIGN_ANY);
    ck_assert_int_eq(quantity_sign(S("12 345")), SIGN_ANY);
    ck_assert_int_eq(quantity_sign(S("abc")), SIGN_NEITHER);
}
END_TEST

START_TEST(resolution_and_lost_digits) {
    Amount amount;
    int64_t out;
    bool lost;
    quantity_parse(S("79.50 cm"), '.', &amount);
    ck_assert_int_eq(amount_resolution(&amount, NULL), 100000);
    ck_assert_int_eq(amount_places(&amount), 2);
    quantity_parse(S("29 1/4 in"), '.', &amount);
    ck_assert_int_eq(amount_resolution(&amount, NULL), 6350000);
    ck_assert_int_eq(amount_places(&amount), 2);
    quantity_parse(S("25.0 F"), '.', &amount);
    ck_assert_int_eq(amount_resolution(&amount, NULL), 55556); /* 0.1 × 5/9 K */
    quantity_parse(S("61.5000005 mm"), '.', &amount);
    ck_assert(amount_to_smallest(&amount, NULL, &out, &lost) && lost && out == 61500000);
    quantity_parse(S("61.50000000 mm"), '.', &amount);
    ck_assert(amount_to_smallest(&amount, NULL, &out, &lost) && !lost);
    quantity_parse(S("48.4 fc"), '.', &amount);
    ck_assert(amount_to_smallest(&amount, NULL, &out, &lost) && !lost && out == 520973264);
    quantity_parse(S("1/3 in"), '.', &amount);
    ck_assert(amount_to_smallest(&amount, NULL, &out, &lost) && !lost);
    quantity_parse(S("99999999999 m"), '.', &amount);
    ck_assert(!amount_to_smallest(&amount, NULL, &out, &lost));
}
END_TEST

/* print(parse(x)) = x, and the fast reader agrees with the thorough one. */
START_TEST(print_and_parse) {
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        ArenaMark mark = arena_mark(&arena);
        int places = (int)(seed % 7);
        int64_t number = (int64_t)(seed >> 8) % 100000000000;
        if (seed & 128) number = -number;
        Str text = decimal_print(&arena, number, power_of_ten(places), places);
        Decimal d;
        ck_assert_int_eq(decimal_parse(text, '.', &d), DECIMAL_OK);
        ASSERT_STR(decimal_print(&arena, d.num, d.den, places), str_z(&arena, text));
        int64_t digits;
        int got;
        ck_assert(decimal_plain(text, '.', &digits, &got));
        ck_assert(digits == d.num && power_of_ten(got) == d.den);
        arena_reset(&arena, mark);
    }
}
END_TEST

/* Every short text over the number's alphabet: plain only where the thorough reader reads the same. */
START_TEST(plain_is_never_more_than_decimal) {
    static const char alphabet[] = "-+.,07e' ";
    char text[6];
    for (int code = 0; code < 9 * 9 * 9 * 9 * 9 * 9; code++) {
        int n = 0;
        for (int rest = code; rest; rest /= 9) text[n++] = alphabet[rest % 9];
        int64_t digits;
        int places;
        Decimal d;
        if (!decimal_plain((Str){text, n}, ',', &digits, &places)) continue;
        ck_assert_int_eq(decimal_parse((Str){text, n}, ',', &d), DECIMAL_OK);
        ck_assert(d.num == digits && d.den == power_of_ten(places));
    }
}
END_TEST

UNIT_MAIN("quantity", numbers_with_units, no_quantities, decimal_signs, resolution_and_lost_digits,
          print_and_parse, plain_is_never_more_than_decimal)
