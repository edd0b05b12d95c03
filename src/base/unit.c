/* See unit.h. Factors are exact where the unit is defined exactly; the degree is π/180 to 19 digits. */
#include "base/unit.h"

#define MICRO 1000000
#define GIGA 1000000000

static const char *const quantity_names[QUANTITY_COUNT] = {
    [QUANTITY_NONE] = "",
    [QUANTITY_LENGTH] = "length",
    [QUANTITY_MASS] = "mass",
    [QUANTITY_ILLUMINANCE] = "illuminance",
    [QUANTITY_TEMPERATURE] = "temperature",
    [QUANTITY_ANGLE] = "angle",
    [QUANTITY_RATIO] = "ratio",
};

#define DEGREE                                                                                               \
    { S_INIT("°"), QUANTITY_ANGLE, (int128)17453292519943295769u, 1000000000000, 0 }

static const Unit units[] = {
    {S_INIT("nm"), QUANTITY_LENGTH, 1, 1, 0},
    {S_INIT("µm"), QUANTITY_LENGTH, 1000, 1, 0},
    {S_INIT("μm"), QUANTITY_LENGTH, 1000, 1, 0}, /* U+03BC */
    {S_INIT("um"), QUANTITY_LENGTH, 1000, 1, 0},
    {S_INIT("mm"), QUANTITY_LENGTH, MICRO, 1, 0},
    {S_INIT("cm"), QUANTITY_LENGTH, 10 * MICRO, 1, 0},
    {S_INIT("m"), QUANTITY_LENGTH, GIGA, 1, 0},
    {S_INIT("in"), QUANTITY_LENGTH, 25400000, 1, 0},
    {S_INIT("inch"), QUANTITY_LENGTH, 25400000, 1, 0},
    {S_INIT("\""), QUANTITY_LENGTH, 25400000, 1, 0},
    {S_INIT("ft"), QUANTITY_LENGTH, 304800000, 1, 0},
    {S_INIT("'"), QUANTITY_LENGTH, 304800000, 1, 0},
    {S_INIT("″"), QUANTITY_LENGTH, 25400000, 1, 0},
    {S_INIT("′"), QUANTITY_LENGTH, 304800000, 1, 0},
    {S_INIT("мм"), QUANTITY_LENGTH, MICRO, 1, 0},
    {S_INIT("см"), QUANTITY_LENGTH, 10 * MICRO, 1, 0},
    {S_INIT("м"), QUANTITY_LENGTH, GIGA, 1, 0},
    {S_INIT("ng"), QUANTITY_MASS, 1, 1, 0},
    {S_INIT("mg"), QUANTITY_MASS, MICRO, 1, 0},
    {S_INIT("g"), QUANTITY_MASS, GIGA, 1, 0},
    {S_INIT("kg"), QUANTITY_MASS, (int128)1000 * GIGA, 1, 0},
    {S_INIT("oz"), QUANTITY_MASS, 28349523125, 1, 0},
    {S_INIT("lb"), QUANTITY_MASS, 453592370000, 1, 0},
    {S_INIT("г"), QUANTITY_MASS, GIGA, 1, 0},
    {S_INIT("кг"), QUANTITY_MASS, (int128)1000 * GIGA, 1, 0},
    {S_INIT("µlx"), QUANTITY_ILLUMINANCE, 1, 1, 0},
    {S_INIT("lx"), QUANTITY_ILLUMINANCE, MICRO, 1, 0},
    {S_INIT("lux"), QUANTITY_ILLUMINANCE, MICRO, 1, 0},
    {S_INIT("лк"), QUANTITY_ILLUMINANCE, MICRO, 1, 0},
    {S_INIT("klx"), QUANTITY_ILLUMINANCE, GIGA, 1, 0},
    {S_INIT("fc"), QUANTITY_ILLUMINANCE, (int128)MICRO * 100000000, 9290304, 0},
    {S_INIT("µ°C"), QUANTITY_TEMPERATURE, 1, 1, 0},
    {S_INIT("°C"), QUANTITY_TEMPERATURE, MICRO, 1, 0},
    {S_INIT("C"), QUANTITY_TEMPERATURE, MICRO, 1, 0},
    {S_INIT("degC"), QUANTITY_TEMPERATURE, MICRO, 1, 0},
    {S_INIT("°F"), QUANTITY_TEMPERATURE, 5 * MICRO, 9, -(int128)160 * MICRO},
    {S_INIT("F"), QUANTITY_TEMPERATURE, 5 * MICRO, 9, -(int128)160 * MICRO},
    {S_INIT("K"), QUANTITY_TEMPERATURE, MICRO, 1, -273150000},
    {S_INIT("nrad"), QUANTITY_ANGLE, 1, 1, 0},
    DEGREE,
    {S_INIT("deg"), QUANTITY_ANGLE, (int128)17453292519943295769u, 1000000000000, 0},
    {S_INIT("mm/m"), QUANTITY_ANGLE, MICRO, 1, 0},
    {S_INIT("1e-9"), QUANTITY_RATIO, 1, 1, 0},
    {S_INIT("%"), QUANTITY_RATIO, 10 * MICRO, 1, 0},
    {S_INIT("1"), QUANTITY_RATIO, GIGA, 1, 0},
};
enum { UNIT_COUNT = sizeof units / sizeof *units };

/* These name the integer itself; they are not for typing. */
static bool is_internal(const Unit *unit) {
    return unit->num == 1 && unit->den == 1 && unit->quantity != QUANTITY_LENGTH;
}

const char *quantity_name(Quantity quantity) { return quantity_names[quantity]; }

bool quantity_find(Str name, Quantity *out) {
    for (int q = QUANTITY_LENGTH; q < QUANTITY_COUNT; q++) {
        if (!str_eq(name, str_of(quantity_names[q]))) continue;
        *out = (Quantity)q;
        return true;
    }
    return false;
}

const Unit *unit_find(Str name) {
    for (int i = 0; i < UNIT_COUNT; i++)
        if (str_eq(units[i].name, name)) return is_internal(&units[i]) ? NULL : &units[i];
    return NULL;
}

/* Words that people write for units. */
static const struct Spelling {
    Str word, unit;
} spellings[] = {
    {S_INIT("inches"), S_INIT("in")},   {S_INIT("inche"), S_INIT("in")},
    {S_INIT("palec"), S_INIT("in")},    {S_INIT("palce"), S_INIT("in")},
    {S_INIT("feet"), S_INIT("ft")},     {S_INIT("foot"), S_INIT("ft")},
    {S_INIT("stopa"), S_INIT("ft")},    {S_INIT("metre"), S_INIT("m")},
    {S_INIT("meter"), S_INIT("m")},     {S_INIT("metres"), S_INIT("m")},
    {S_INIT("meters"), S_INIT("m")},    {S_INIT("mtr"), S_INIT("m")},
    {S_INIT("gram"), S_INIT("g")},      {S_INIT("grams"), S_INIT("g")},
    {S_INIT("gr"), S_INIT("g")},        {S_INIT("kilo"), S_INIT("kg")},
    {S_INIT("kilogram"), S_INIT("kg")}, {S_INIT("kgs"), S_INIT("kg")},
    {S_INIT("ounce"), S_INIT("oz")},    {S_INIT("ounces"), S_INIT("oz")},
    {S_INIT("pound"), S_INIT("lb")},    {S_INIT("pounds"), S_INIT("lb")},
    {S_INIT("lbs"), S_INIT("lb")},      {S_INIT("footcandle"), S_INIT("fc")},
    {S_INIT("fcd"), S_INIT("fc")},      {S_INIT("ftcd"), S_INIT("fc")},
    {S_INIT("celsius"), S_INIT("°C")},  {S_INIT("fahrenheit"), S_INIT("°F")},
    {S_INIT("kelvin"), S_INIT("K")},    {S_INIT("degree"), S_INIT("°")},
    {S_INIT("degrees"), S_INIT("°")},   {S_INIT("percent"), S_INIT("%")},
    {S_INIT("pct"), S_INIT("%")},
};

Str unit_nearest(Str name) {
    while (str_ends(name, S("."))) name.len--;
    for (int i = 0; i < UNIT_COUNT; i++)
        if (str_eq_fold(units[i].name, name) && !is_internal(&units[i])) return units[i].name;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (str_eq_fold(spellings[i].word, name)) return spellings[i].unit;
    return S("");
}

const Unit *unit_si(const Unit *unit) {
    static const Str pairs[][2] = {{S_INIT("in"), S_INIT("mm")}, {S_INIT("inch"), S_INIT("mm")},
                                   {S_INIT("\""), S_INIT("mm")}, {S_INIT("ft"), S_INIT("m")},
                                   {S_INIT("'"), S_INIT("m")},   {S_INIT("oz"), S_INIT("g")},
                                   {S_INIT("lb"), S_INIT("kg")}, {S_INIT("fc"), S_INIT("lx")}};
    for (size_t i = 0; unit && i < sizeof pairs / sizeof *pairs; i++)
        if (str_eq(unit->name, pairs[i][0])) return unit_find(pairs[i][1]);
    return NULL;
}

const Unit *unit_smallest(Quantity quantity) {
    for (int i = 0; i < UNIT_COUNT; i++)
        if (units[i].quantity == quantity && units[i].num == 1 && units[i].den == 1) return &units[i];
    return NULL;
}

bool unit_to_smallest(const Decimal *typed, const Unit *unit, int64_t *out, bool *exact) {
    return decimal_scale(typed->num, typed->den, unit->num, unit->den, unit->add, out, exact);
}

bool unit_to_smallest_difference(const Decimal *typed, const Unit *unit, int64_t *out, bool *exact) {
    return decimal_scale(typed->num, typed->den, unit->num, unit->den, 0, out, exact);
}

void unit_from_smallest(int64_t value, const Unit *unit, int128 *num, int128 *den) {
    *num = (int128)value * unit->den - unit->add;
    *den = unit->num;
}

Str unit_print(Arena *arena, int64_t value, const Unit *unit, int places) {
    int128 num, den;
    unit_from_smallest(value, unit, &num, &den);
    return decimal_print(arena, num, den, places);
}

Str unit_print_shortest(Arena *arena, int64_t value, const Unit *unit, int least, int most) {
    int128 num, den;
    unit_from_smallest(value, unit, &num, &den);
    return decimal_print_shortest(arena, num, den, least, most);
}

Str unit_print_difference(Arena *arena, int64_t value, const Unit *unit, int places) {
    return decimal_print(arena, (int128)value * unit->den, unit->num, places);
}
