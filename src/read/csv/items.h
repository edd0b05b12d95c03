/* The column `item`: names as typed to the items the profiles know. Each spelling is looked up once.
 * Source: read/csv/README.md, Columns and "Settled details" 1. */
#ifndef READ_CSV_ITEMS_H
#define READ_CSV_ITEMS_H

#include "base/names.h"
#include "model/plausible.h"

typedef bool ItemFinder(void *context, Str name, ItemKind *out);

typedef struct KnownItem {
    ItemKind kind;
    enum {
        ITEM_KNOWN,
        ITEM_ELSEWHERE,
        ITEM_UNKNOWN
    } where;       /* ELSEWHERE: only a shipped profile not asked for knows it */
    Bounds bounds; /* of a known one */
    Str nearest;   /* of an unknown one, or "" */
    bool told;     /* an item known elsewhere is told of once */
} KnownItem;

typedef struct Items {
    Arena *arena;
    const Profile *const *profiles;
    int profile_count;
    ItemFinder *find; /* instead of profiles, when not NULL */
    void *context;
    Names names;
    VEC(KnownItem) known; /* by number of the name */
    const Profile **shipped;
    int shipped_count; /* -1: not loaded yet */
} Items;

/* Good until the next call. */
KnownItem *items_find(Items *items, Str name);

#endif
