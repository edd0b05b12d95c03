/* See store.h: finding tables, items, points and manners. */
#include "model/store.h"

enum { FEW_POINTS = 64 }; /* up to here looking through them costs less than an index */

struct Store *store_of(Session *session) {
    if (session->store) return session->store;
    struct Store *store = session->store = NEW(session->arena, struct Store);
    store->table_names.arena = store->item_names.arena = store->point_names.arena = session->arena;
    store->instruments.arena = store->files.arena = store->skeletons.arena = session->arena;
    store->tables.size = sizeof(StoredTable);
    store->items.size = sizeof(StoredItem);
    store->points.size = sizeof(StoredPoint);
    store->manners.size = sizeof(Manner);
    store->links.size = sizeof(InstrumentLink);
    store->laters.size = sizeof(Later);
    store->manies.size = sizeof(Many);
    return store;
}

uint32_t store_find_table(Session *session, Str name) {
    struct Store *store = session->store;
    if (store->table && short_eq(names_get(&store->table_names, store->table), name)) return store->table;
    uint32_t number = names_add(&store->table_names, name);
    if (number > store->tables.n) {
        (void)pool_add(session->arena, &store->tables);
        session->table_count++;
    }
    store->item = 0;
    return store->table = number;
}

static uint32_t add_item(Session *session, StoredTable *table, uint32_t name) {
    struct Store *store = session->store;
    uint32_t number = pool_add(session->arena, &store->items);
    store_item(store, number)->name = name;
    if (table->last)
        store_item(store, table->last)->next = number;
    else
        table->first = number;
    table->last = number;
    table->items++;
    return number;
}

uint32_t store_find_item(Session *session, StoredTable *table, Str id) {
    struct Store *store = session->store;
    if (store->item && short_eq(names_get(&store->item_names, store_item(store, store->item)->name), id))
        return store->item;
    uint32_t name = names_add(&store->item_names, id), number = table->first;
    while (number && store_item(store, number)->name != name) number = store_item(store, number)->next;
    return store->item = number ? number : add_item(session, table, name);
}

/* ---- points of an item: a chain, and an index when it is long ---- */

/* Of the index: at most half full. */
static uint32_t index_capacity(const StoredItem *item) {
    uint32_t capacity = 4 * FEW_POINTS;
    while (capacity < 2 * item->points) capacity *= 2;
    return capacity;
}

static void index_put(const struct Store *store, StoredItem *item, uint32_t capacity, uint32_t number) {
    uint32_t i = number_hash(store_point(store, number)->name, 0) & (capacity - 1);
    while (item->index[i]) i = (i + 1) & (capacity - 1);
    item->index[i] = number;
}

void store_index_point(Session *session, StoredItem *item, uint32_t number) {
    struct Store *store = session->store;
    if (item->points <= FEW_POINTS) return;
    uint32_t capacity = index_capacity(item);
    bool grown = ((item->points - 1) & (item->points - 2)) == 0; /* just past a power of two */
    if (!grown) {
        index_put(store, item, capacity, number);
        return;
    }
    item->index = NEW_ARRAY(session->arena, uint32_t, capacity);
    for (uint32_t p = item->first; p; p = store_point(store, p)->next) index_put(store, item, capacity, p);
}

uint32_t store_find_point(const struct Store *store, const StoredItem *item, uint32_t name) {
    if (!item->index) {
        uint32_t p = item->first;
        while (p && store_point(store, p)->name != name) p = store_point(store, p)->next;
        return p;
    }
    uint32_t mask = index_capacity(item) - 1, i = number_hash(name, 0) & mask;
    while (item->index[i] && store_point(store, item->index[i])->name != name) i = (i + 1) & mask;
    return item->index[i];
}

/* ---- manners ---- */

bool store_same_manner(const Manner *a, const Manner *b) {
    return a->unit == b->unit && a->resolution == b->resolution && a->U == b->U && a->has_U == b->has_U &&
           a->instrument == b->instrument && a->further == b->further && a->places == b->places;
}

static uint32_t manner_slot(const struct Store *store, const Manner *manner) {
    uint32_t h = number_hash((uint64_t)manner->resolution, (uint64_t)manner->U);
    uint32_t mask = store->manner_cap - 1;
    uint32_t i = (h ^ number_hash(manner->instrument, manner->further)) & mask;
    while (store->manner_slots[i] && !store_same_manner(store_manner(store, store->manner_slots[i]), manner))
        i = (i + 1) & mask;
    return i;
}

static void grow_manners(Session *session, struct Store *store) {
    store->manner_cap = store->manner_cap ? store->manner_cap * 2 : 64;
    store->manner_slots = NEW_ARRAY(session->arena, uint32_t, store->manner_cap);
    for (uint32_t i = 1; i <= store->manners.n; i++)
        store->manner_slots[manner_slot(store, store_manner(store, i))] = i;
}

uint32_t store_add_manner(Session *session, const Manner *manner) {
    struct Store *store = session->store;
    if (store->last_manner && store_same_manner(store_manner(store, store->last_manner), manner))
        return store->last_manner;
    if (2 * store->manners.n >= store->manner_cap) grow_manners(session, store);
    uint32_t slot = manner_slot(store, manner);
    if (!store->manner_slots[slot]) {
        uint32_t number = pool_add(session->arena, &store->manners);
        *store_manner(store, number) = *manner;
        store->manner_slots[slot] = number;
    }
    return store->last_manner = store->manner_slots[slot];
}
