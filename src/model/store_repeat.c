/* See store.h: further readings of a point. Few are kept as they are; many as sums, with a table of those
 * that carry a time, to know a duplicate by. */
#include "model/store.h"

enum { FEW_READINGS = 8 };

int64_t store_value(const Reading *reading) { return reading->attested ? reading->answer : reading->value; }

Clock store_clock(const Moment *time) {
    return (Clock){(int16_t)time->offset_minutes, time->given, time->date_only, time->to_the_second};
}

static Moment moment_of(int64_t ms, Clock clock) {
    return (Moment){clock.given, clock.date_only, clock.to_the_second, ms, clock.offset, false};
}

/* ---- timed readings of a point with many ---- */

static bool is_free(const Seen *seen) { return seen->ms == INT64_MIN; }

static Seen *seen_slot(Seen *at, uint32_t cap, Seen wanted) {
    uint32_t i = number_hash((uint64_t)wanted.ms, (uint64_t)wanted.value) & (cap - 1);
    while (!is_free(&at[i]) && (at[i].ms != wanted.ms || at[i].value != wanted.value))
        i = (i + 1) & (cap - 1);
    return &at[i];
}

static void grow_seen(Arena *arena, Many *many) {
    uint32_t cap = many->seen_cap ? many->seen_cap * 2 : 4 * FEW_READINGS;
    Seen *at = NEW_ARRAY(arena, Seen, cap);
    for (uint32_t i = 0; i < cap; i++) at[i].ms = INT64_MIN;
    for (uint32_t i = 0; i < many->seen_cap; i++)
        if (!is_free(&many->seen[i])) *seen_slot(at, cap, many->seen[i]) = many->seen[i];
    many->seen = at;
    many->seen_cap = cap;
}

static void remember(Arena *arena, Many *many, Seen seen) {
    if (2 * many->seen_n >= many->seen_cap) grow_seen(arena, many);
    *seen_slot(many->seen, many->seen_cap, seen) = seen;
    many->seen_n++;
}

/* ---- duplicates ---- */

bool store_is_duplicate(const struct Store *store, const StoredPoint *point, const Reading *reading) {
    if (!reading->time.to_the_second) return false;
    int64_t ms = reading->time.utc_ms, value = store_value(reading);
    if (point->many) {
        const Many *many = store_many(store, point->later);
        return many->seen_cap && !is_free(seen_slot(many->seen, many->seen_cap, (Seen){ms, value}));
    }
    if (point->clock.to_the_second && point->ms == ms && point->value == value) return true;
    for (uint32_t i = point->later; i; i = store_later(store, i)->next) {
        const Later *later = store_later(store, i);
        if (later->clock.to_the_second && later->ms == ms && later->value == value) return true;
    }
    return false;
}

/* ---- sums ---- */

/* Σd² that would not fit stays at SUM_MOST: u is then huge, never wrong by wrapping round. */
static void add_deviation(int128 *sum_d, int128 *sum_d2, int128 d) {
    int128 square;
    *sum_d += d;
    if (__builtin_mul_overflow(d, d, &square) || __builtin_add_overflow(*sum_d2, square, sum_d2))
        *sum_d2 = SUM_MOST;
}

static void add_time(Many *many, int64_t ms, Clock clock) {
    if (!clock.given) return;
    if (!many->earliest_clock.given || ms < many->earliest) many->earliest = ms, many->earliest_clock = clock;
    if (!many->latest_clock.given || ms > many->latest) many->latest = ms, many->latest_clock = clock;
}

static void add_to_many(Arena *arena, Many *many, int64_t first, int64_t value, int64_t ms, Clock clock) {
    many->n++;
    add_deviation(&many->sum_d, &many->sum_d2, (int128)value - first);
    add_time(many, ms, clock);
    if (clock.to_the_second) remember(arena, many, (Seen){ms, value});
}

static void make_many(Session *session, StoredPoint *point) {
    struct Store *store = session->store;
    uint32_t number = pool_add(session->arena, &store->manies);
    Many *many = store_many(store, number);
    add_to_many(session->arena, many, point->value, point->value, point->ms, point->clock);
    for (uint32_t i = point->later; i; i = store_later(store, i)->next) {
        const Later *later = store_later(store, i);
        add_to_many(session->arena, many, point->value, later->value, later->ms, later->clock);
    }
    point->later = number;
    point->many = true;
}

static int count_few(const struct Store *store, const StoredPoint *point) {
    int n = 1;
    for (uint32_t i = point->later; i; i = store_later(store, i)->next) n++;
    return n;
}

void store_add_later(Session *session, StoredPoint *point, const Reading *reading) {
    struct Store *store = session->store;
    int64_t value = store_value(reading), ms = reading->time.utc_ms;
    Clock clock = store_clock(&reading->time);
    if (!point->many && count_few(store, point) >= FEW_READINGS) make_many(session, point);
    if (point->many) {
        add_to_many(session->arena, store_many(store, point->later), point->value, value, ms, clock);
        return;
    }
    uint32_t number = pool_add(session->arena, &store->laters);
    *store_later(store, number) = (Later){value, ms, point->later, clock};
    point->later = number;
}

static void sum_up_few(const struct Store *store, const StoredPoint *point, Many *out) {
    out->n = 1;
    add_time(out, point->ms, point->clock);
    for (uint32_t i = point->later; i; i = store_later(store, i)->next) {
        const Later *later = store_later(store, i);
        out->n++;
        add_deviation(&out->sum_d, &out->sum_d2, (int128)later->value - point->value);
        add_time(out, later->ms, later->clock);
    }
}

void store_sum_up(const struct Store *store, const StoredPoint *point, Point *out) {
    Many few = {0};
    const Many *many = &few;
    if (point->many)
        many = store_many(store, point->later);
    else
        sum_up_few(store, point, &few);
    out->n = many->n;
    out->sum_d = many->sum_d;
    out->sum_d2 = many->sum_d2;
    out->first_time = moment_of(many->earliest, many->earliest_clock);
    out->last_time = moment_of(many->latest, many->latest_clock);
}
