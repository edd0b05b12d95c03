/* See session.h. The store holds points, items and tables as small records linked by numbers (0: none); names
 * and the ways of measuring that many readings share are kept once. */
#include "model/session.h"

#include "base/names.h"

#include <assert.h>
#include <math.h>

enum { FEW_POINTS = 16, FEW_SEEN = 8, TEXTS_KEPT = 256 * 1024 };

#define SUM_MOST ((int128)INT64_MAX << 64)

/* What many readings have in common. */
typedef struct Manner {
    const Unit *unit;
    int64_t resolution, U;
    uint32_t instrument;
    int16_t places;
    bool has_U;
} Manner;

typedef struct Clock { /* a Moment, packed */
    int64_t ms;
    int16_t offset;
    bool given, date_only, to_the_second;
} Clock;

typedef struct Seen {
    int64_t ms, value;
} Seen;

typedef struct InstrumentLink {
    uint32_t instrument, next;
} InstrumentLink;

typedef struct StoredPoint {
    int64_t first_value, first_ms; /* first_ms: of the earliest time */
    uint32_t name, manner, more, next;
    int32_t line;
    uint16_t column, file;
    int16_t offset;
    bool given, date_only, to_the_second;
} StoredPoint;

/* What a point needs from its second reading on. */
typedef struct More {
    int128 sum_d, sum_d2;
    Seen *seen; /* timed readings: a list, from FEW_SEEN on a hash table; value 0 and ms 0: free */
    uint32_t seen_n, seen_cap;
    int n;
    uint32_t instruments; /* further ones */
    int64_t last_ms;
    int16_t last_offset;
    bool last_date_only, last_to_the_second;
} More;

typedef struct StoredItem {
    uint32_t name, first, last, next, points, readings;
    uint32_t *index;    /* hash table of points by name, when there are many; 0: free */
    uint32_t *unusable; /* by state, when there are any */
} StoredItem;

typedef struct StoredTable {
    uint32_t name, first, last, items;
} StoredTable;

struct Store {
    Names names, files;
    Pool tables, items, points, manners, mores, links;
    VEC(uint32_t) table_of_name; /* by number of the name; 0: none */
    uint32_t *manner_slots, manner_cap;
    uint32_t table, item; /* of the last reading */
    uint32_t last_manner;
    VEC(Str) texts; /* lines of the first points, while they are few */
    ptrdiff_t texts_len;
};

static const char *const state_names[STATE_COUNT] = {
    [STATE_OK] = "ok",
    [STATE_UNSTABLE] = "unstable",
    [STATE_OVERLOAD] = "overload",
    [STATE_UNDERRANGE] = "underrange",
    [STATE_ERROR] = "error",
};

const char *state_name(ReadingState state) { return state_names[state]; }

static struct Store *store_of(Session *session) {
    if (session->store) return session->store;
    struct Store *store = session->store = NEW(session->arena, struct Store);
    store->names.arena = store->files.arena = session->arena;
    store->tables.size = sizeof(StoredTable);
    store->items.size = sizeof(StoredItem);
    store->points.size = sizeof(StoredPoint);
    store->manners.size = sizeof(Manner);
    store->mores.size = sizeof(More);
    store->links.size = sizeof(InstrumentLink);
    return store;
}

static StoredTable *table_at(const struct Store *store, uint32_t n) { return pool_at(&store->tables, n); }
static StoredItem *item_at(const struct Store *store, uint32_t n) { return pool_at(&store->items, n); }
static StoredPoint *point_at(const struct Store *store, uint32_t n) { return pool_at(&store->points, n); }
static Manner *manner_at(const struct Store *store, uint32_t n) { return pool_at(&store->manners, n); }
static More *more_at(const struct Store *store, uint32_t n) { return pool_at(&store->mores, n); }

/* ---- finding ---- */

static uint32_t find_table(Session *session, Str name) {
    struct Store *store = session->store;
    if (store->table && str_eq(names_get(&store->names, table_at(store, store->table)->name), name))
        return store->table;
    uint32_t number = names_add(&store->names, name);
    while (store->table_of_name.n < number) *VEC_PUSH(session->arena, &store->table_of_name) = 0;
    uint32_t *table = &store->table_of_name.at[number - 1];
    if (!*table) {
        *table = pool_add(session->arena, &store->tables);
        table_at(store, *table)->name = number;
        session->table_count++;
    }
    store->item = 0;
    return store->table = *table;
}

static uint32_t add_item(Session *session, StoredTable *table, uint32_t name) {
    struct Store *store = session->store;
    uint32_t number = pool_add(session->arena, &store->items);
    item_at(store, number)->name = name;
    if (table->last)
        item_at(store, table->last)->next = number;
    else
        table->first = number;
    table->last = number;
    table->items++;
    return number;
}

static uint32_t find_item(Session *session, StoredTable *table, Str id) {
    struct Store *store = session->store;
    if (store->item && str_eq(names_get(&store->names, item_at(store, store->item)->name), id))
        return store->item;
    uint32_t name = names_add(&store->names, id), number = table->first;
    while (number && item_at(store, number)->name != name) number = item_at(store, number)->next;
    return store->item = number ? number : add_item(session, table, name);
}

static uint32_t spread(uint32_t x) { return x * 2654435761u ^ x >> 7; }

static uint32_t index_capacity(const StoredItem *item) {
    uint32_t capacity = 4 * FEW_POINTS;
    while (capacity < 2 * item->points) capacity *= 2;
    return capacity;
}

static void index_put(const struct Store *store, StoredItem *item, uint32_t capacity, uint32_t number) {
    uint32_t i = spread(point_at(store, number)->name) & (capacity - 1);
    while (item->index[i]) i = (i + 1) & (capacity - 1);
    item->index[i] = number;
}

/* Keeps the index at most half full; made when the points are no longer few. */
static void index_point(Session *session, StoredItem *item, uint32_t number) {
    struct Store *store = session->store;
    if (item->points <= FEW_POINTS) return;
    uint32_t capacity = index_capacity(item);
    bool full = ((item->points - 1) & (item->points - 2)) == 0 || !item->index; /* just past a power of two */
    if (!full) {
        index_put(store, item, capacity, number);
        return;
    }
    item->index = NEW_ARRAY(session->arena, uint32_t, capacity);
    for (uint32_t p = item->first; p; p = point_at(store, p)->next) index_put(store, item, capacity, p);
}

static uint32_t find_point(const struct Store *store, const StoredItem *item, uint32_t name) {
    if (!item->index) {
        uint32_t p = item->first;
        while (p && point_at(store, p)->name != name) p = point_at(store, p)->next;
        return p;
    }
    uint32_t mask = index_capacity(item) - 1, i = spread(name) & mask;
    while (item->index[i] && point_at(store, item->index[i])->name != name) i = (i + 1) & mask;
    return item->index[i];
}

/* ---- manners ---- */

static bool same_manner(const Manner *a, const Manner *b) {
    return a->unit == b->unit && a->resolution == b->resolution && a->U == b->U && a->has_U == b->has_U &&
           a->instrument == b->instrument && a->places == b->places;
}

static uint32_t manner_slot(const struct Store *store, const Manner *manner) {
    uint64_t h = (uint64_t)manner->resolution * 0x9E3779B97F4A7C15u ^
                 (uint64_t)manner->U * 0xC2B2AE3D27D4EB4Fu ^ manner->instrument;
    uint32_t mask = store->manner_cap - 1, i = (uint32_t)(h >> 32 ^ h) & mask;
    while (store->manner_slots[i] && !same_manner(manner_at(store, store->manner_slots[i]), manner))
        i = (i + 1) & mask;
    return i;
}

static void grow_manners(Session *session, struct Store *store) {
    store->manner_cap = store->manner_cap ? store->manner_cap * 2 : 64;
    store->manner_slots = NEW_ARRAY(session->arena, uint32_t, store->manner_cap);
    for (uint32_t i = 1; i <= store->manners.n; i++)
        store->manner_slots[manner_slot(store, manner_at(store, i))] = i;
}

static uint32_t add_manner(Session *session, const Manner *manner) {
    struct Store *store = session->store;
    if (store->last_manner && same_manner(manner_at(store, store->last_manner), manner))
        return store->last_manner;
    if (2 * store->manners.n >= store->manner_cap) grow_manners(session, store);
    uint32_t slot = manner_slot(store, manner);
    if (!store->manner_slots[slot]) {
        uint32_t number = pool_add(session->arena, &store->manners);
        *manner_at(store, number) = *manner;
        store->manner_slots[slot] = number;
    }
    return store->last_manner = store->manner_slots[slot];
}

static Manner manner_of(Session *session, const Reading *reading) {
    uint32_t instrument =
        reading->instrument.len ? names_add(&session->store->names, reading->instrument) : 0;
    if (instrument) session->instruments = true;
    return (Manner){reading->unit, reading->resolution,      reading->U,
                    instrument,    (int16_t)reading->places, reading->has_U};
}

/* ---- duplicates ---- */

static bool is_free(const Seen *seen) { return seen->ms == INT64_MIN; }

static uint32_t seen_slot(const Seen *at, uint32_t cap, Seen wanted) {
    uint64_t h = (uint64_t)wanted.ms * 0x9E3779B97F4A7C15u + (uint64_t)wanted.value * 0xC2B2AE3D27D4EB4Fu;
    uint32_t i = (uint32_t)(h >> 32 ^ h) & (cap - 1);
    while (!is_free(&at[i]) && (at[i].ms != wanted.ms || at[i].value != wanted.value))
        i = (i + 1) & (cap - 1);
    return i;
}

static bool was_seen(const More *more, Seen wanted) {
    if (more->seen_cap > FEW_SEEN)
        return !is_free(&more->seen[seen_slot(more->seen, more->seen_cap, wanted)]);
    for (uint32_t i = 0; i < more->seen_n; i++)
        if (more->seen[i].ms == wanted.ms && more->seen[i].value == wanted.value) return true;
    return false;
}

static void grow_seen(Arena *arena, More *more) {
    uint32_t cap = more->seen_cap ? more->seen_cap * 4 : 2;
    Seen *at = NEW_ARRAY(arena, Seen, cap), *old = more->seen;
    for (uint32_t i = 0; i < cap; i++) at[i].ms = INT64_MIN;
    for (uint32_t i = 0; i < more->seen_cap; i++)
        if (!is_free(&old[i])) at[cap > FEW_SEEN ? seen_slot(at, cap, old[i]) : i] = old[i];
    more->seen = at;
    more->seen_cap = cap;
}

static void remember(Arena *arena, More *more, Seen seen) {
    bool full =
        more->seen_cap > FEW_SEEN ? 2 * more->seen_n >= more->seen_cap : more->seen_n == more->seen_cap;
    if (full) grow_seen(arena, more);
    more->seen[more->seen_cap > FEW_SEEN ? seen_slot(more->seen, more->seen_cap, seen) : more->seen_n] = seen;
    more->seen_n++;
}

static int64_t value_of(const Reading *reading) {
    return reading->attested ? reading->answer : reading->value;
}

static bool is_duplicate(const struct Store *store, const StoredPoint *point, const Reading *reading) {
    if (!reading->time.to_the_second) return false;
    int64_t value = value_of(reading);
    if (point->more) return was_seen(more_at(store, point->more), (Seen){reading->time.utc_ms, value});
    return point->to_the_second && point->first_ms == reading->time.utc_ms && point->first_value == value;
}

/* ---- adding ---- */

static int32_t clamp(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

static void keep_text(Session *session, Str text) {
    struct Store *store = session->store;
    if (store->texts_len > TEXTS_KEPT) return;
    store->texts_len += text.len;
    *VEC_PUSH(session->arena, &store->texts) = str_dup(session->arena, text);
}

static void set_first_time(StoredPoint *point, const Moment *time) {
    point->first_ms = time->utc_ms;
    point->offset = (int16_t)time->offset_minutes;
    point->given = time->given;
    point->date_only = time->date_only;
    point->to_the_second = time->to_the_second;
}

static void add_point(Session *session, StoredItem *item, uint32_t name, const Reading *reading) {
    struct Store *store = session->store;
    Manner manner = manner_of(session, reading);
    uint32_t number = pool_add(session->arena, &store->points);
    StoredPoint *point = point_at(store, number);
    *point =
        (StoredPoint){.first_value = value_of(reading), .name = name, .manner = add_manner(session, &manner)};
    point->line = reading->place.line;
    point->column = (uint16_t)clamp(reading->place.column, UINT16_MAX);
    point->file = (uint16_t)clamp((int)names_add(&store->files, reading->place.file), UINT16_MAX);
    set_first_time(point, &reading->time);
    keep_text(session, reading->place.text);
    if (item->last)
        point_at(store, item->last)->next = number;
    else
        item->first = number;
    item->last = number;
    item->points++;
    index_point(session, item, number);
}

static More *more_of(Session *session, StoredPoint *point) {
    struct Store *store = session->store;
    if (point->more) return more_at(store, point->more);
    point->more = pool_add(session->arena, &store->mores);
    More *more = more_at(store, point->more);
    more->n = 1;
    more->last_ms = point->first_ms;
    more->last_offset = point->offset;
    more->last_date_only = point->date_only;
    more->last_to_the_second = point->to_the_second;
    if (point->to_the_second) remember(session->arena, more, (Seen){point->first_ms, point->first_value});
    return more;
}

/* Σd² that would not fit stays at SUM_MOST: u is then huge, never wrong by wrapping round. */
static void add_deviation(More *more, int128 d) {
    int128 square;
    more->sum_d += d;
    if (__builtin_mul_overflow(d, d, &square) || __builtin_add_overflow(more->sum_d2, square, &more->sum_d2))
        more->sum_d2 = SUM_MOST;
}

static void add_time(StoredPoint *point, More *more, const Moment *time) {
    if (!time->given) return;
    if (!point->given || time->utc_ms > more->last_ms) {
        more->last_ms = time->utc_ms;
        more->last_offset = (int16_t)time->offset_minutes;
        more->last_date_only = time->date_only;
        more->last_to_the_second = time->to_the_second;
    }
    if (!point->given || time->utc_ms < point->first_ms) set_first_time(point, time);
}

static void add_instrument(Session *session, More *more, uint32_t first, uint32_t instrument) {
    struct Store *store = session->store;
    if (!instrument || instrument == first) return;
    for (uint32_t i = more->instruments; i; i = ((InstrumentLink *)pool_at(&store->links, i))->next)
        if (((InstrumentLink *)pool_at(&store->links, i))->instrument == instrument) return;
    uint32_t link = pool_add(session->arena, &store->links);
    *(InstrumentLink *)pool_at(&store->links, link) = (InstrumentLink){instrument, more->instruments};
    more->instruments = link;
}

/* The largest uncertainty and resolution count. */
static void add_to_manner(Session *session, StoredPoint *point, More *more, const Reading *reading) {
    Manner added = manner_of(session, reading), manner = *manner_at(session->store, point->manner);
    if (same_manner(&added, &manner)) return;
    if (!manner.instrument) manner.instrument = added.instrument;
    add_instrument(session, more, manner.instrument, added.instrument);
    if (added.resolution > manner.resolution) manner.resolution = added.resolution;
    if (added.has_U && (!manner.has_U || added.U > manner.U)) manner.U = added.U;
    manner.has_U = manner.has_U || added.has_U;
    point->manner = add_manner(session, &manner);
}

static void add_to_point(Session *session, StoredPoint *point, const Reading *reading) {
    More *more = more_of(session, point);
    more->n++;
    add_deviation(more, (int128)value_of(reading) - point->first_value);
    if (reading->time.to_the_second)
        remember(session->arena, more, (Seen){reading->time.utc_ms, value_of(reading)});
    add_time(point, more, &reading->time);
    add_to_manner(session, point, more, reading);
}

static void keep_reading(Session *session, const Reading *reading) {
    struct Store *store = session->store;
    Reading *copy = VEC_PUSH(session->arena, &session->readings);
    *copy = *reading;
    copy->table = names_get(&store->names, names_add(&store->names, reading->table));
    copy->item = names_get(&store->names, names_add(&store->names, reading->item));
    copy->point = names_get(&store->names, names_add(&store->names, reading->point));
    copy->instrument = names_get(&store->names, names_add(&store->names, reading->instrument));
    copy->typed = str_dup(session->arena, reading->typed);
    copy->note = str_dup(session->arena, reading->note);
    copy->place.file = names_get(&store->files, names_add(&store->files, reading->place.file));
    copy->place.text = S("");
}

static void add_unusable(Session *session, StoredItem *item, const Reading *reading) {
    if (!item->unusable) item->unusable = NEW_ARRAY(session->arena, uint32_t, STATE_COUNT);
    item->unusable[reading->state]++;
    if (session->keep) keep_reading(session, reading);
}

/* Two answers that cannot both be true. */
static bool check_answer(const Session *session, const StoredItem *item, const Reading *reading, Diag *diag) {
    const struct Store *store = session->store;
    if (!reading->attested || !item->first) return true;
    const StoredPoint *first = point_at(store, item->first);
    if (first->first_value == reading->answer) return true;
    Str file = names_get(&store->files, first->file);
    if (str_eq(file, reading->place.file))
        return diag_error(diag, reading->place, "'%.*s' is answered %s here and %s in line %d",
                          SARG(reading->item), reading->answer ? "yes" : "no", reading->answer ? "no" : "yes",
                          first->line);
    return diag_error(diag, reading->place, "'%.*s' is answered %s here and %s in %.*s:%d",
                      SARG(reading->item), reading->answer ? "yes" : "no", reading->answer ? "no" : "yes",
                      SARG(file), first->line);
}

bool session_add(Session *session, const Reading *reading, Diag *diag) {
    struct Store *store = store_of(session);
    StoredTable *table = table_at(store, find_table(session, reading->table));
    StoredItem *item = item_at(store, find_item(session, table, reading->item));
    if (reading->state != STATE_OK) {
        add_unusable(session, item, reading);
        return true;
    }
    if (!check_answer(session, item, reading, diag)) return false;
    uint32_t name = names_add(&store->names, reading->point), number = find_point(store, item, name);
    if (!number) {
        add_point(session, item, name, reading);
    } else if (is_duplicate(store, point_at(store, number), reading)) {
        return diag_warning(diag, reading->place,
                            "the same table, item, point, time and value were read already; used once");
    } else {
        add_to_point(session, point_at(store, number), reading);
    }
    item->readings++;
    if (session->keep) keep_reading(session, reading);
    return true;
}

/* ---- laying out a table ---- */

static void lay_out_instruments(const struct Store *store, const Manner *manner, const More *more, Point *out,
                                Arena *into) {
    if (manner->instrument) *VEC_PUSH(into, &out->instruments) = names_get(&store->names, manner->instrument);
    for (uint32_t i = more ? more->instruments : 0; i;) {
        const InstrumentLink *link = pool_at(&store->links, i);
        *VEC_PUSH(into, &out->instruments) = names_get(&store->names, link->instrument);
        i = link->next;
    }
}

static void lay_out_point(const struct Store *store, uint32_t number, Point *out, Arena *into) {
    const StoredPoint *point = point_at(store, number);
    const Manner *manner = manner_at(store, point->manner);
    const More *more = point->more ? more_at(store, point->more) : NULL;
    out->name = names_get(&store->names, point->name);
    out->n = more ? more->n : 1;
    out->sum_d = more ? more->sum_d : 0;
    out->sum_d2 = more ? more->sum_d2 : 0;
    out->first_value = point->first_value;
    out->sum = (int128)point->first_value * out->n + out->sum_d;
    out->resolution = manner->resolution;
    out->U = manner->U;
    out->has_U = manner->has_U;
    out->unit = manner->unit;
    out->places = manner->places;
    out->place = (Place){names_get(&store->files, point->file), point->line, point->column, {"", 0}};
    if (number <= (size_t)store->texts.n) out->place.text = store->texts.at[number - 1];
    out->first_time =
        (Moment){point->given, point->date_only, point->to_the_second, point->first_ms, point->offset};
    out->last_time = out->first_time;
    if (more && point->given)
        out->last_time =
            (Moment){true, more->last_date_only, more->last_to_the_second, more->last_ms, more->last_offset};
    lay_out_instruments(store, manner, more, out, into);
}

static void lay_out_item(const struct Store *store, const StoredItem *item, Item *out, Arena *into) {
    out->id = names_get(&store->names, item->name);
    out->readings = (int)item->readings;
    out->points.at = NEW_ARRAY(into, Point, item->points);
    out->points.cap = (ptrdiff_t)item->points;
    for (uint32_t p = item->first; p; p = point_at(store, p)->next)
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
    const StoredTable *table = table_at(store, (uint32_t)number + 1);
    SessionTable *out = NEW(into, SessionTable);
    out->name = names_get(&store->names, table->name);
    out->items.at = NEW_ARRAY(into, Item, table->items);
    out->items.cap = (ptrdiff_t)table->items;
    for (uint32_t i = table->first; i; i = item_at(store, i)->next)
        lay_out_item(store, item_at(store, i), &out->items.at[out->items.n++], into);
    return out;
}

const SessionTable *session_table(const Session *session, Str name, Arena *into) {
    uint32_t number = session->store ? names_find(&session->store->names, name) : 0;
    if (!number || number > (size_t)session->store->table_of_name.n) return NULL;
    uint32_t table = session->store->table_of_name.at[number - 1];
    return table ? session_table_at(session, (int)table - 1, into) : NULL;
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

/* ---- statistics of a point ---- */

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
