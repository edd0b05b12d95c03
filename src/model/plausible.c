/* See plausible.h. Two limits above zero: a fifth of the lower to five times the upper, so that a nose of 30
 * mm or the ball of another game is a finding, and 3.56 mm or 210 kg a slip. One limit says less: a wall may
 * be far, a joint of the slate coarse. */
#include "model/plausible.h"

#include <math.h>

#define MILLION 1000000
#define METRE ((double)1000 * MILLION)
#define GRAM ((double)1000 * MILLION)

enum { BESIDE = 5, FAR = 50, NEAR_NOTHING = 200, COARSE = 100 };

/* What can be meant of a quantity at all. */
static const struct Meant {
    double least, most;
} of_quantity[QUANTITY_COUNT] = {
    [QUANTITY_LENGTH] = {-100 * METRE, 100 * METRE},
    [QUANTITY_MASS] = {1 * GRAM, 5000 * GRAM},
    [QUANTITY_ILLUMINANCE] = {0, 20000.0 * MILLION},
    [QUANTITY_TEMPERATURE] = {-40.0 * MILLION, 60.0 * MILLION},
    [QUANTITY_ANGLE] = {-7e9, 7e9},
    [QUANTITY_RATIO] = {-1e13, 1e13},
};

/* Limits of an item as far as they say where a value lies. */
typedef struct Limits {
    bool lower, upper;
    double low, high;
} Limits;

static Limits limits_of(const Requirement *r) {
    Limits out = {0};
    if (!r) return out;
    return (Limits){r->lower.given, r->upper.given, (double)r->lower.value, (double)r->upper.value};
}

/* An item without limits of its own may be limited by its ratio to another: a pool cushion to the ball. */
static Limits limits_by_ratio(const Profile *profile, Str item) {
    for (int i = 0; profile && i < profile->count; i++) {
        const Requirement *r = &profile->requirements[i];
        const Requirement *other = r->over.len ? profile_requirement(profile, r->over) : NULL;
        if (!other || !str_eq(r->of, item) || r->statistic != STATISTIC_EACH) continue;
        Limits ratio = limits_of(r), of = limits_of(other);
        if (!ratio.lower || !ratio.upper || !of.lower || !of.upper) continue;
        return (Limits){true, true, ratio.low * of.low / 1e9, ratio.high * of.high / 1e9};
    }
    return (Limits){0};
}

/* A diagonal is longer than the bed, and shorter than its length and width together. */
static Limits limits_of_diagonal(const Profile *profile) {
    Limits length = limits_of(profile ? profile_requirement(profile, S("bed.length")) : NULL);
    length.high *= 1.5;
    return length;
}

static Limits find_limits(const Profile *profile, const Requirement *r, Str item) {
    Limits own = limits_of(r);
    if (own.lower || own.upper) return own;
    return str_eq(item, S("bed.diagonal")) ? limits_of_diagonal(profile) : limits_by_ratio(profile, item);
}

static void widen(struct Meant *meant, const Limits *limits, Quantity quantity) {
    double size = fmax(fabs(limits->low), fabs(limits->high));
    if (quantity == QUANTITY_TEMPERATURE) {
        if (limits->lower) meant->least = fmin(meant->least, limits->low - 10.0 * MILLION);
        if (limits->upper) meant->most = fmax(meant->most, limits->high + 10.0 * MILLION);
    } else if (limits->lower && limits->upper && limits->low > 0) {
        *meant = (struct Meant){limits->low / BESIDE, limits->high * BESIDE};
    } else if (limits->upper || limits->low < 0) {
        *meant = (struct Meant){-COARSE * size, COARSE * size};
    } else if (limits->lower && limits->low > 0) {
        meant->least = limits->low / NEAR_NOTHING;
        meant->most =
            quantity == QUANTITY_ILLUMINANCE ? fmax(meant->most, 2 * limits->low) : limits->low * FAR;
    }
}

static int64_t least_possible(Str item, Quantity quantity, const Limits *limits) {
    bool from_zero = limits->lower && limits->low >= 0;
    switch (quantity) {
    case QUANTITY_TEMPERATURE:
        return -(int64_t)273150000;
    case QUANTITY_MASS:
    case QUANTITY_ILLUMINANCE:
        return 0;
    case QUANTITY_LENGTH:
        return from_zero || str_eq(item, S("bed.diagonal")) ? 0 : INT64_MIN;
    case QUANTITY_RATIO:
        return str_eq(item, S("room.humidity")) ? 0 : INT64_MIN;
    case QUANTITY_NONE:
    case QUANTITY_ANGLE:
    case QUANTITY_COUNT:
        break;
    }
    return INT64_MIN;
}

static int64_t whole(double value) {
    return value <= -9e18 ? INT64_MIN : value >= 9e18 ? INT64_MAX : (int64_t)value;
}

Bounds plausible_bounds(const Profile *profile, const Requirement *r, Str item, Quantity quantity) {
    Bounds out = {INT64_MIN, INT64_MAX, INT64_MIN, {0, 0}};
    if (quantity == QUANTITY_NONE) return out;
    Limits limits = find_limits(profile, r, item);
    struct Meant meant = of_quantity[quantity];
    widen(&meant, &limits, quantity);
    if (str_eq(item, S("room.humidity"))) meant = (struct Meant){0, 1e9};
    out.least = whole(meant.least);
    out.most = whole(meant.most);
    out.possible = least_possible(item, quantity, &limits);
    if (out.least < out.possible) out.least = out.possible;
    if (limits.lower) out.likely[0] = limits.low * 0.8, out.likely[1] = limits.low * 10;
    if (limits.upper) out.likely[1] = limits.high * 1.2;
    return out;
}

/* ---- what was meant ---- */

typedef struct Guess {
    const Bounds *bounds;
    double least; /* how far the best guess lies from the middle of what is likely, as a logarithm */
    Str text;
} Guess;

static void try_value(Guess *guess, double value, Str text) {
    double low = guess->bounds->likely[0], high = guess->bounds->likely[1];
    if (low <= 0 || value < low || value > high) return;
    double far = fabs(log(value / sqrt(low * fmin(high, low * 2.5))));
    if (far >= guess->least) return;
    guess->least = far;
    guess->text = text;
}

/* The same number in another unit. */
static void try_units(Arena *arena, Guess *guess, int64_t value, Str number, const Unit *unit) {
    static const char *const names[] = {"mm", "cm", "m",  "in",  "ft", "g",
                                        "kg", "oz", "lx", "klx", "°C", "°F"};
    double typed = ((double)value * (double)unit->den - (double)unit->add) / (double)unit->num;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const Unit *other = unit_find(str_of(names[i]));
        if (other->quantity != unit->quantity || other->num == unit->num) continue;
        try_value(guess, (typed * (double)other->num + (double)other->add) / (double)other->den,
                  str_fmt(arena, "%.*s %s", SARG(number), names[i]));
    }
}

/* The decimal sign elsewhere, in the same unit. */
static void try_shifts(Arena *arena, Guess *guess, int64_t value, const Unit *unit) {
    static const int64_t powers[] = {10, 100, 1000};
    for (int i = 0; i < 3 && !unit->add; i++) {
        int64_t more;
        Str text = str_fmt(arena, "%.*s %.*s",
                           SARG(unit_print_shortest(arena, value / powers[i], unit, 0, 4)), SARG(unit->name));
        try_value(guess, (double)(value / powers[i]), text);
        if (__builtin_mul_overflow(value, powers[i], &more)) continue;
        text =
            str_fmt(arena, "%.*s %.*s", SARG(unit_print_shortest(arena, more, unit, 0, 4)), SARG(unit->name));
        try_value(guess, (double)more, text);
    }
}

Str plausible_slip(Arena *arena, const Bounds *bounds, int64_t value, Str number, const Unit *unit) {
    Guess guess = {bounds, INFINITY, S("")};
    try_units(arena, &guess, value, number, unit);
    try_shifts(arena, &guess, value, unit);
    return guess.text;
}
