/* See session.h: laying out one table for use, and the statistics of a point. */
#include "model/store.h"

#include <assert.h>
#include <math.h>

static void lay_out_instruments(const struct Store *store, const Manner *manner, Point *out, Arena *into) {
    if (manner->instrument)
        *VEC_PUSH(into, &out->instruments) = names_get(&store->instruments, manner->instrument);
    for (uint32_t i = manner->further; i; i = store_link(store, i)->next)
        *VEC_PUSH(into, &out->instruments) = names_get(&store->instruments, store_link(store, i)->instrument);
}

static void lay_out_point(const struct Store *store, uint32_t number, Point *out, Arena *into) {
    const StoredPoint *point = store_point(store, number);
    const Manner *manner = store_manner(store, point->manner);
    store_sum_up(store, point, out);
    out->name = names_get(&store->point_names, point->name);
    out->first_value = point->value;
    out->sum = (int128)point->value * out->n + out->sum_d;
    out->resolution = manner->resolution;
    out->U = manner->U;
    out->has_U = manner->has_U;
    out->unit = manner->unit;
    out->places = manner->places;
    out->place = (Place){names_get(&store->files, point->file), point->line, point->column, {"", 0}};
    if (number <= (size_t)store->texts.n) out->place.text = store->texts.at[number - 1];
    lay_out_instruments(store, manner, out, into);
}

static void lay_out_item(const struct Store *store, const StoredItem *item, Item *out, Arena *into) {
    out->id = names_get(&store->item_names, item->name);
    out->readings = (int)item->readings;
    out->points.at = NEW_ARRAY(into, Point, item->points);
    out->points.cap = (ptrdiff_t)item->points;
    for (uint32_t p = item->first; p; p = store_point(store, p)->next)
        lay_out_point(store, p, &out->points.at[out->points.n++], into);
    for (int s = 0; item->unusable && s < STATE_COUNT; s++) out->unusable[s] = (int)item->unusable[s];
    if (!out->points.n || out->points.at[0].unit) return;
    out->answered = true; /* no unit: attested */
    out->answer = out->points.at[0].first_value != 0;
    out->answer_place = out->points.at[0].place;
}

const SessionTable *session_table_at(const Session *session, int number, Arena *into) {
    assert(number >= 0 && number < session->table_count);
    const struct Store *store = session->store;
    const StoredTable *table = store_table(store, (uint32_t)number + 1);
    SessionTable *out = NEW(into, SessionTable);
    out->name = names_get(&store->table_names, (uint32_t)number + 1);
    out->items.at = NEW_ARRAY(into, Item, table->items);
    out->items.cap = (ptrdiff_t)table->items;
    for (uint32_t i = table->first; i; i = store_item(store, i)->next)
        lay_out_item(store, store_item(store, i), &out->items.at[out->items.n++], into);
    for (const Doubt *d = session->doubts.at; d < session->doubts.at + session->doubts.n; d++)
        if (str_eq(d->table, out->name)) *VEC_PUSH(into, &out->doubts) = *d;
    return out;
}

const SessionTable *session_table(const Session *session, Str name, Arena *into) {
    uint32_t number = session->store ? names_find(&session->store->table_names, name) : 0;
    return number ? session_table_at(session, (int)number - 1, into) : NULL;
}

const Item *table_item(const SessionTable *table, Str id) {
    for (ptrdiff_t i = 0; i < table->items.n; i++)
        if (str_eq(table->items.at[i].id, id)) return &table->items.at[i];
    return NULL;
}

const Point *item_point(const Item *item, Str name) {
    for (ptrdiff_t i = 0; i < item->points.n; i++)
        if (str_eq(item->points.at[i].name, name)) return &item->points.at[i];
    return NULL;
}

void point_mean(const Point *point, int128 *num, int128 *den) {
    *num = point->sum;
    *den = point->n;
}

/* s²/n = (n Σd² − (Σd)²) / (n² (n − 1)), exactly as far as it fits. */
static double type_a_variance(const Point *point) {
    int128 n = point->n, left, right, difference;
    if (n < 2) return 0;
    if (point->sum_d2 >= SUM_MOST) return (double)point->sum_d2;
    long double bottom = (long double)n * (long double)n * (long double)(n - 1);
    if (!__builtin_mul_overflow(n, point->sum_d2, &left) &&
        !__builtin_mul_overflow(point->sum_d, point->sum_d, &right) &&
        !__builtin_sub_overflow(left, right, &difference))
        return (double)((long double)difference / bottom);
    long double wide =
        (long double)n * (long double)point->sum_d2 - (long double)point->sum_d * (long double)point->sum_d;
    return wide > 0 ? (double)(wide / bottom) : 0;
}

double point_u(const Point *point, double U_instrument, bool without_resolution) {
    double half = (point->has_U ? (double)point->U : U_instrument) / 2, d = (double)point->resolution;
    if (without_resolution && !point->has_U) d = 0;
    return sqrt(type_a_variance(point) + half * half + d * d / 12);
}
