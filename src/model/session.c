/* See session.h: adding readings. What is kept is in store.h. */
#include "model/store.h"

#include "base/text.h"

enum { TEXTS_KEPT = 256 * 1024 };

static const char *const state_names[STATE_COUNT] = {
    [STATE_OK] = "ok",
    [STATE_UNSTABLE] = "unstable",
    [STATE_OVERLOAD] = "overload",
    [STATE_UNDERRANGE] = "underrange",
    [STATE_ERROR] = "error",
};

const char *state_name(ReadingState state) { return state_names[state]; }

static Manner manner_of(Session *session, const Reading *reading) {
    uint32_t instrument =
        reading->instrument.len ? names_add(&session->store->instruments, reading->instrument) : 0;
    if (instrument) session->instruments = true;
    return (Manner){reading->unit, reading->resolution, reading->U, instrument, 0, (int16_t)reading->places,
                    reading->has_U};
}

static int32_t clamp(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

static void keep_text(Session *session, Str text) {
    struct Store *store = session->store;
    if (store->texts_len > TEXTS_KEPT) return;
    store->texts_len += text.len;
    *VEC_PUSH(session->arena, &store->texts) = str_dup(session->arena, text);
}

static void add_point(Session *session, StoredItem *item, uint32_t name, const Reading *reading) {
    struct Store *store = session->store;
    Manner manner = manner_of(session, reading);
    uint32_t number = pool_add(session->arena, &store->points);
    *store_point(store, number) = (StoredPoint){
        .value = store_value(reading),
        .ms = reading->time.utc_ms,
        .clock = store_clock(&reading->time),
        .name = name,
        .manner = store_add_manner(session, &manner),
        .line = reading->place.line,
        .column = (uint16_t)clamp(reading->place.column, UINT16_MAX),
        .file = (uint16_t)clamp((int)names_add(&store->files, reading->place.file), UINT16_MAX),
    };
    keep_text(session, reading->place.text);
    if (item->last)
        store_point(store, item->last)->next = number;
    else
        item->first = number;
    item->last = number;
    item->points++;
    store_index_point(session, item, number);
}

static void add_instrument(Session *session, Manner *manner, uint32_t instrument) {
    struct Store *store = session->store;
    if (!manner->instrument) manner->instrument = instrument;
    if (!instrument || instrument == manner->instrument) return;
    for (uint32_t i = manner->further; i; i = store_link(store, i)->next)
        if (store_link(store, i)->instrument == instrument) return;
    uint32_t link = pool_add(session->arena, &store->links);
    *store_link(store, link) = (InstrumentLink){instrument, manner->further};
    manner->further = link;
}

/* The largest uncertainty and resolution count. */
static void add_to_manner(Session *session, StoredPoint *point, const Reading *reading) {
    Manner added = manner_of(session, reading), manner = *store_manner(session->store, point->manner);
    if (store_same_manner(&added, &manner)) return;
    add_instrument(session, &manner, added.instrument);
    if (added.resolution > manner.resolution) manner.resolution = added.resolution;
    if (added.has_U && (!manner.has_U || added.U > manner.U)) manner.U = added.U;
    manner.has_U = manner.has_U || added.has_U;
    point->manner = store_add_manner(session, &manner);
}

static Str kept(Names *names, Str s) { return names_get(names, names_add(names, s)); }

static void keep_reading(Session *session, const Reading *reading) {
    struct Store *store = session->store;
    Reading *copy = VEC_PUSH(session->arena, &session->readings);
    *copy = *reading;
    copy->table = kept(&store->table_names, reading->table);
    copy->item = kept(&store->item_names, reading->item);
    copy->point = kept(&store->point_names, reading->point);
    copy->instrument = kept(&store->instruments, reading->instrument);
    copy->typed = str_dup(session->arena, reading->typed);
    copy->note = str_dup(session->arena, reading->note);
    copy->place.file = kept(&store->files, reading->place.file);
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
    const StoredPoint *first = store_point(store, item->first);
    if (first->value == reading->answer) return true;
    Str file = names_get(&store->files, first->file);
    if (str_eq(file, reading->place.file))
        return diag_error(diag, reading->place, "'%.*s' is answered %s here and %s in line %d",
                          SARG(reading->item), diag_word(diag, reading->answer ? "yes" : "no"),
                          diag_word(diag, reading->answer ? "no" : "yes"), first->line);
    return diag_error(diag, reading->place, "'%.*s' is answered %s here and %s in %.*s:%d",
                      SARG(reading->item), diag_word(diag, reading->answer ? "yes" : "no"),
                      diag_word(diag, reading->answer ? "no" : "yes"), SARG(file), first->line);
}

void session_doubt(Session *session, const Reading *reading, Str typed) {
    struct Store *store = store_of(session);
    Doubt *doubt = VEC_PUSH(session->arena, &session->doubts);
    *doubt = (Doubt){.table = kept(&store->table_names, reading->table),
                     .item = kept(&store->item_names, reading->item),
                     .point = kept(&store->point_names, reading->point),
                     .typed = str_dup(session->arena, typed),
                     .place = reading->place};
    doubt->place.file = kept(&store->files, reading->place.file);
    doubt->place.text = str_dup(session->arena, reading->place.text);
}

Str session_alike(Session *session, Str table) {
    struct Store *store = store_of(session);
    Str skeleton = text_skeleton(session->arena, table);
    uint32_t number = names_add(&store->skeletons, skeleton);
    if (number > (size_t)store->alike.n)
        *VEC_PUSH(session->arena, &store->alike) = str_dup(session->arena, table);
    Str first = store->alike.at[number - 1];
    return str_eq(first, table) ? S("") : first;
}

void session_expect(Session *session, Str table, Str item) {
    struct Store *store = store_of(session);
    (void)store_find_item(session, store_table(store, store_find_table(session, table)), item);
}

bool session_add(Session *session, const Reading *reading, Diag *diag) {
    struct Store *store = store_of(session);
    StoredTable *table = store_table(store, store_find_table(session, reading->table));
    StoredItem *item = store_item(store, store_find_item(session, table, reading->item));
    if (reading->state != STATE_OK) {
        add_unusable(session, item, reading);
        return true;
    }
    if (!check_answer(session, item, reading, diag)) return false;
    uint32_t name = names_add(&store->point_names, reading->point),
             number = store_find_point(store, item, name);
    if (!number) {
        add_point(session, item, name, reading);
    } else if (store_is_duplicate(store, store_point(store, number), reading)) {
        return diag_warning(diag, reading->place,
                            "the same table, item, point, time and value were read already; used once");
    } else {
        store_add_later(session, store_point(store, number), reading);
        add_to_manner(session, store_point(store, number), reading);
    }
    item->readings++;
    if (session->keep) keep_reading(session, reading);
    return true;
}
