/* See items.h. */
#include "read/csv/items.h"

static bool find_known(const Items *items, Str name, ItemKind *out) {
    if (items->find) return items->find(items->context, name, out);
    for (int i = 0; i < items->profile_count; i++)
        if (profile_item(items->profiles[i], name, out)) return true;
    return false;
}

/* The shipped profiles are loaded when the first unknown name turns up. */
static void load_shipped(Items *items) {
    const Str *ids = NULL;
    Diag ignored = {.arena = items->arena};
    int count = profile_ids(items->arena, NULL, &ids, &ignored);
    items->shipped = NEW_ARRAY(items->arena, const Profile *, count > 0 ? count : 1);
    items->shipped_count = 0;
    for (int i = 0; i < count; i++) {
        const Profile *profile = profile_load(items->arena, str_z(items->arena, ids[i]), NULL, &ignored);
        if (profile) items->shipped[items->shipped_count++] = profile;
    }
}

static bool is_shipped(Items *items, Str name) {
    ItemKind kind;
    if (items->shipped_count < 0) load_shipped(items);
    for (int i = 0; i < items->shipped_count; i++)
        if (profile_item(items->shipped[i], name, &kind)) return true;
    return false;
}

static void try_nearest(Str candidate, Str name, int *least, Str *nearest) {
    int distance = str_distance(candidate, name);
    if (distance >= *least) return;
    *least = distance;
    *nearest = candidate;
}

/* Far-off names are no help: at most a third of the letters may differ, and two always. */
static Str find_nearest(const Items *items, Str name) {
    int least = name.len / 3 > 2 ? (int)(name.len / 3) + 1 : 3;
    Str nearest = S("");
    for (int p = 0; !items->find && p < items->profile_count; p++) {
        const Profile *profile = items->profiles[p];
        for (int i = 0; i < profile->count; i++) {
            const Requirement *requirement = &profile->requirements[i];
            if (requirement_derived(requirement)) continue;
            try_nearest(requirement->id, name, &least, &nearest);
            for (int a = 0; a < requirement->alias_count; a++)
                try_nearest(requirement->aliases[a], name, &least, &nearest);
        }
        for (int i = 0; i < profile->fact_count; i++) try_nearest(profile->facts[i], name, &least, &nearest);
    }
    return nearest;
}

static KnownItem look_up(Items *items, Str name) {
    KnownItem known = {.where = ITEM_KNOWN, .nearest = S("")};
    if (find_known(items, name, &known.kind)) return known;
    known.where = is_shipped(items, name) ? ITEM_ELSEWHERE : ITEM_UNKNOWN;
    if (known.where == ITEM_UNKNOWN) known.nearest = find_nearest(items, name);
    return known;
}

KnownItem *items_find(Items *items, Str name) {
    uint32_t number = names_add(&items->names, name);
    if (number > (size_t)items->known.n) {
        KnownItem known = look_up(items, name);
        *VEC_PUSH(items->arena, &items->known) = known;
    }
    return &items->known.at[number - 1];
}
