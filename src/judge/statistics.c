/* See statistics.h. */
#include "judge/statistics.h"

#include <assert.h>
#include <math.h>

static const int128 RATIO = 1000000000; /* the smallest unit of a ratio is 1e-9 */

typedef struct Values {
    Judged *at;
    int n;
} Values;

/* ---- points ---- */

static Judged value_only(const Point *point) {
    int128 num, den;
    point_mean(point, &num, &den);
    return (Judged){.point = point, .value = fraction_of(num, den)};
}

Judged point_value(const Point *point, const Instruments *instruments) {
    Judged out = value_only(point);
    out.u = instruments_u(instruments, point, &out.resolution_only);
    return out;
}

static Values item_values(Arena *arena, const Measured *measured, Str id) {
    const Item *item = table_item(measured->table, id);
    Values out = {NULL, 0};
    if (!item) return out;
    out.at = NEW_ARRAY(arena, Judged, item->points.n + 1);
    for (int i = 0; i < item->points.n; i++)
        if (item->points.at[i].n > 0)
            out.at[out.n++] = measured->values_only ? value_only(&item->points.at[i])
                                                    : point_value(&item->points.at[i], measured->instruments);
    return out;
}

/* ---- statistics over points, which are independent ---- */

static double square_sum(Values values) {
    double sum = 0;
    for (int i = 0; i < values.n; i++) sum += values.at[i].u * values.at[i].u;
    return sum;
}

static bool all_resolution_only(Values values) {
    for (int i = 0; i < values.n; i++)
        if (!values.at[i].resolution_only) return false;
    return true;
}

static Judged mean_of(Arena *arena, Values values) {
    Fraction *parts = NEW_ARRAY(arena, Fraction, values.n);
    for (int i = 0; i < values.n; i++) parts[i] = values.at[i].value;
    Fraction sum = fraction_sum(arena, parts, values.n);
    return (Judged){.value = fraction_mul(arena, sum, fraction_of(1, values.n)),
                    .u = sqrt(square_sum(values)) / values.n,
                    .resolution_only = all_resolution_only(values)};
}

/* side −1: the least, 1: the greatest; of equal ones the first in the file. */
static Judged extreme_of(Arena *arena, Values values, int side) {
    int best = 0;
    for (int i = 1; i < values.n; i++)
        if (fraction_cmp(arena, values.at[i].value, values.at[best].value) * side > 0) best = i;
    return values.at[best];
}

static Judged range_of(Arena *arena, Values values) {
    Judged most = extreme_of(arena, values, 1), least = extreme_of(arena, values, -1);
    return (Judged){.value = fraction_sub(arena, most.value, least.value),
                    .u = hypot(most.u, least.u),
                    .resolution_only = most.resolution_only && least.resolution_only};
}

/* Least over mean: the least is a part of the mean too, so its own weight is 1/m − y/(n m²), that of the
 * others −y/(n m²). */
static Judged uniformity_of(Arena *arena, Values values) {
    Judged mean = mean_of(arena, values), least = extreme_of(arena, values, -1);
    double m = fraction_double(mean.value), y = fraction_double(least.value), share = y / (values.n * m * m);
    double others = square_sum(values) - least.u * least.u, own = (1 / m - share) * least.u;
    Fraction ratio = fraction_div(arena, least.value, mean.value);
    return (Judged){.value = fraction_mul(arena, ratio, fraction_of(RATIO, 1)),
                    .u = (double)RATIO * sqrt(own * own + share * share * (others > 0 ? others : 0)),
                    .resolution_only = mean.resolution_only};
}

static Values one(Arena *arena, Judged value) {
    Values out = {NEW(arena, Judged), 1};
    *out.at = value;
    return out;
}

static Values take_statistic(Arena *arena, Statistic statistic, Values values) {
    switch (statistic) {
    case STATISTIC_MEAN:
        return one(arena, mean_of(arena, values));
    case STATISTIC_MIN:
        return one(arena, extreme_of(arena, values, -1));
    case STATISTIC_MAX:
        return one(arena, extreme_of(arena, values, 1));
    case STATISTIC_RANGE:
        return one(arena, range_of(arena, values));
    case STATISTIC_UNIFORMITY:
        return one(arena, uniformity_of(arena, values));
    case STATISTIC_EACH:
        return values;
    case STATISTIC_ATTEST:
        break;
    }
    assert(statistic != STATISTIC_ATTEST);
    return values;
}

/* ---- derived values: the other item's mean is one quantity for all points ---- */

static void subtract(Arena *arena, Judged *value, const Judged *other, Decimal times) {
    Fraction part = fraction_mul(arena, other->value, fraction_of(times.num, times.den));
    value->value = fraction_sub(arena, value->value, part);
    value->u = hypot(value->u, other->u * (double)times.num / (double)times.den);
    value->resolution_only &= other->resolution_only;
}

static void divide_by(Arena *arena, Judged *value, const Judged *other) {
    double y = fraction_double(value->value), m = fraction_double(other->value);
    value->value =
        fraction_mul(arena, fraction_div(arena, value->value, other->value), fraction_of(RATIO, 1));
    value->u = (double)RATIO * hypot(value->u / m, y * other->u / (m * m));
    value->resolution_only &= other->resolution_only;
}

static bool derive(Arena *arena, const Measured *measured, const Requirement *r, Values values,
                   bool *zero_mean) {
    Str id = r->minus.len ? r->minus : r->over;
    if (!id.len) return true;
    Values others = item_values(arena, measured, id);
    if (!others.n) return false;
    Judged other = mean_of(arena, others);
    *zero_mean = r->over.len && fraction_sign(other.value) <= 0;
    if (*zero_mean) return false;
    for (int i = 0; i < values.n; i++) {
        if (r->over.len)
            divide_by(arena, &values.at[i], &other);
        else
            subtract(arena, &values.at[i], &other, r->times);
    }
    return true;
}

int statistic_least(Statistic statistic) {
    return statistic == STATISTIC_RANGE || statistic == STATISTIC_UNIFORMITY ? 2 : 1;
}

int statistic_values(Arena *arena, const Measured *measured, const Requirement *r, Judged **out,
                     bool *zero_mean) {
    Values values = item_values(arena, measured, requirement_derived(r) ? r->of : r->id);
    *zero_mean = false;
    if (values.n < statistic_least(r->statistic)) return 0;
    *zero_mean = r->statistic == STATISTIC_UNIFORMITY && fraction_sign(mean_of(arena, values).value) <= 0;
    if (*zero_mean) return 0;
    values = take_statistic(arena, r->statistic, values);
    *out = values.at;
    return derive(arena, measured, r, values, zero_mean) ? values.n : 0;
}
