/* What a session keeps, compactly: small records linked by numbers (0: none). Names, and the ways of
 * measuring that many readings share, are kept once. For the files session*.c and store*.c alone. */
#ifndef MODEL_STORE_H
#define MODEL_STORE_H

#include "base/names.h"
#include "model/session.h"

/* What many readings have in common. */
typedef struct Manner {
    const Unit *unit;
    int64_t resolution, U;
    uint32_t instrument, further; /* further: first of a chain of InstrumentLink */
    int16_t places;
    bool has_U;
} Manner;

typedef struct InstrumentLink {
    uint32_t instrument, next;
} InstrumentLink;

/* A Moment without its milliseconds. */
typedef struct Clock {
    int16_t offset;
    bool given : 1, date_only : 1, to_the_second : 1;
} Clock;

typedef struct StoredPoint {
    int64_t value, ms; /* of the first reading */
    uint32_t name, manner, next;
    uint32_t later; /* further readings: the first Later, or the Many */
    int32_t line;
    uint16_t column, file;
    Clock clock;
    bool many;
} StoredPoint;

/* A further reading of a point, while they are few. */
typedef struct Later {
    int64_t value, ms;
    uint32_t next;
    Clock clock;
} Later;

typedef struct Seen {
    int64_t ms, value;
} Seen;

/* A point with many readings. */
typedef struct Many {
    int128 sum_d, sum_d2;
    Seen *seen; /* timed readings, a hash table; ms INT64_MIN: free */
    uint32_t seen_n, seen_cap;
    int n;
    int64_t earliest, latest;
    Clock earliest_clock, latest_clock;
} Many;

typedef struct StoredItem {
    uint32_t name, first, last, next, points, readings;
    uint32_t *index;    /* hash table of points by name, when there are many; 0: free */
    uint32_t *unusable; /* by state, when there are any */
} StoredItem;

typedef struct StoredTable { /* its number is that of its name */
    uint32_t first, last, items;
} StoredTable;

struct Store {
    Names table_names, item_names, point_names, instruments, files;
    Names skeletons; /* of the table names asked for (session_alike) */
    VEC(Str) alike;  /* by skeleton: the first name that has it */
    Pool tables, items, points, manners, links, laters, manies;
    uint32_t *manner_slots, manner_cap;
    uint32_t table, item; /* of the last reading */
    uint32_t last_manner;
    VEC(Str) texts; /* lines of the first points, while they are few */
    ptrdiff_t texts_len;
};

#define SUM_MOST ((int128)INT64_MAX << 64) /* a Σd² that would not fit */

struct Store *store_of(Session *session); /* made when needed */
static inline StoredTable *store_table(const struct Store *store, uint32_t n) {
    return pool_at(&store->tables, n);
}
static inline StoredItem *store_item(const struct Store *store, uint32_t n) {
    return pool_at(&store->items, n);
}
static inline StoredPoint *store_point(const struct Store *store, uint32_t n) {
    return pool_at(&store->points, n);
}
static inline Manner *store_manner(const struct Store *store, uint32_t n) {
    return pool_at(&store->manners, n);
}
static inline InstrumentLink *store_link(const struct Store *store, uint32_t n) {
    return pool_at(&store->links, n);
}
static inline Later *store_later(const struct Store *store, uint32_t n) { return pool_at(&store->laters, n); }
static inline Many *store_many(const struct Store *store, uint32_t n) { return pool_at(&store->manies, n); }

/* Each finds, or adds what is new; numbers. */
uint32_t store_find_table(Session *session, Str name);
uint32_t store_find_item(Session *session, StoredTable *table, Str id);
uint32_t store_find_point(const struct Store *store, const StoredItem *item, uint32_t name); /* 0: new */
void store_index_point(Session *session, StoredItem *item, uint32_t number); /* after it was linked */
uint32_t store_add_manner(Session *session, const Manner *manner);
bool store_same_manner(const Manner *a, const Manner *b);

/* Further readings of a point (store_repeat.c). */
int64_t store_value(const Reading *reading); /* the answer, of an attested item */
Clock store_clock(const Moment *time);
bool store_is_duplicate(const struct Store *store, const StoredPoint *point, const Reading *reading);
void store_add_later(Session *session, StoredPoint *point, const Reading *reading);
/* n, Σd, Σd², the earliest and the latest time, into the laid out point. */
void store_sum_up(const struct Store *store, const StoredPoint *point, Point *out);

#endif
