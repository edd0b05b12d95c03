/* See items.h. */
#include "read/csv/items.h"

#include "base/near.h"

static Bounds bounds_by(const Profile *profile, const ItemKind *kind) {
    return plausible_bounds(profile, kind->requirement, kind->id, kind->quantity);
}

/* Of several profiles that know the item each may find the value plausible. */
static void widen_bounds(Bounds *bounds, Bounds other) {
    if (other.least < bounds->least) bounds->least = other.least;
    if (other.most > bounds->most) bounds->most = other.most;
    if (other.possible < bounds->possible) bounds->possible = other.possible;
}

static bool find_known(const Items *items, Str name, KnownItem *out) {
    bool found = false;
    if (items->find) {
        found = items->find(items->context, name, &out->kind);
        if (found) out->bounds = bounds_by(NULL, &out->kind);
        return found;
    }
    for (int i = 0; i < items->profile_count; i++) {
        ItemKind kind;
        if (!profile_item(items->profiles[i], name, &kind)) continue;
        Bounds bounds = bounds_by(items->profiles[i], &kind);
        if (found) widen_bounds(&out->bounds, bounds);
        if (!found) out->kind = kind, out->bounds = bounds;
        found = true;
    }
    return found;
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

static Str find_nearest(const Items *items, Str name) {
    Near near = near_to(name);
    for (int p = 0; !items->find && p < items->profile_count; p++) {
        const Profile *profile = items->profiles[p];
        for (int i = 0; i < profile->count; i++) {
            const Requirement *requirement = &profile->requirements[i];
            if (requirement_derived(requirement)) continue;
            near_try(&near, requirement->id);
            for (int a = 0; a < requirement->alias_count; a++) near_try(&near, requirement->aliases[a]);
        }
        for (int i = 0; i < profile->fact_count; i++) near_try(&near, profile->facts[i]);
    }
    return near.best;
}

static KnownItem look_up(Items *items, Str name) {
    KnownItem known = {.where = ITEM_KNOWN, .nearest = S("")};
    if (find_known(items, name, &known)) return known;
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
