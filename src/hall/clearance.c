/* The space around a table, by its own document: to the walls, to each obstacle, to each other table. */
#include "hall/space.h"

#include <math.h>

static const double WITHOUT_LIMIT = 3; /* m: how far one looks where there is none */

const char *clearance_kind_name(ClearanceKind kind) {
    static const char *const names[] = {"wall", "obstacle", "table"};
    return names[kind];
}

static bool applies(const Requirement *requirement, const PlannedTable *table) {
    if (!requirement->applies_count || !table->game_count) return true;
    for (int i = 0; i < requirement->applies_count; i++)
        for (int k = 0; k < table->game_count; k++)
            if (str_eq_fold(requirement->applies_to[i], table->games[k])) return true;
    return false;
}

static const Requirement *limit_named(const PlannedTable *table, Str id) {
    const Requirement *requirement = profile_requirement(table->profile, id);
    bool limit = requirement && requirement->quantity == QUANTITY_LENGTH && requirement->lower.given;
    return limit && applies(requirement, table) ? requirement : NULL;
}

const Requirement *clearance_requirement(const PlannedTable *table, ClearanceKind kind) {
    const Requirement *own = kind == TO_TABLE ? limit_named(table, S("clearance.table")) : NULL;
    return own ? own : limit_named(table, S("clearance.wall"));
}

static double metres_of(const Requirement *requirement) { return (double)requirement->lower.value / 1e9; }

/* How far one has to look: twice the limit, or 3 m. */
static double reach_of(const PlannedTable *table, ClearanceKind kind) {
    const Requirement *requirement = clearance_requirement(table, kind);
    return requirement ? 2 * metres_of(requirement) : WITHOUT_LIMIT;
}

static void judge(const PlannedTable *table, Clearance *clearance) {
    const Requirement *requirement = clearance_requirement(table, clearance->kind);
    clearance->verdict = HALL_NOT_APPLICABLE;
    if (!requirement) return;
    clearance->limited = true;
    clearance->advisory = requirement->severity == ADVISORY;
    clearance->required = metres_of(requirement);
    clearance->verdict = clearance->metres >= clearance->required - MICROMETRE ? HALL_PASS
                         : clearance->advisory                                 ? HALL_REMARK
                                                                               : HALL_FAIL;
}

static Clearance measure(const Space *space, int table, const GeoShape *other, const Vec2 *outline, int n) {
    const GeoShape *own = space->things[space->plan->obstacle_count + table].shape;
    Clearance clearance = {.metres = geometry_distance(space->geometry, other, own)};
    geometry_nearest(space->geometry, other, own, &clearance.at, &clearance.from);
    clearance.side = frame_nearest_side(&space->frames[table], outline, n, clearance.metres);
    return clearance;
}

static Clearance to_wall(const Space *space, int table) {
    const Outline *walls = &space->plan->walls;
    Clearance clearance = measure(space, table, space->walls, walls->points, walls->n);
    clearance.kind = TO_WALL, clearance.to = S("wall"), clearance.index = -1, clearance.order = -1;
    judge(&space->plan->tables[table], &clearance);
    return clearance;
}

static Clearance to_thing(const Space *space, int table, const Thing *thing) {
    Clearance clearance = measure(space, table, thing->shape, thing->outline, thing->n);
    clearance.kind = thing->kind, clearance.to = thing->name;
    clearance.index = thing->index, clearance.order = thing->order;
    judge(&space->plan->tables[table], &clearance);
    return clearance;
}

static int by_distance(const void *a, const void *b) {
    const Clearance *x = a, *y = b;
    if (x->metres != y->metres) return x->metres < y->metres ? -1 : 1;
    return x->order - y->order;
}

static int by_order(const void *a, const void *b) {
    return ((const Clearance *)a)->order - ((const Clearance *)b)->order;
}

/* Nearest first; what is equally near, within a micrometre of the first of them, as the file has it. */
static void sort(Clearance *list, int n) {
    qsort(list, (size_t)n, sizeof *list, by_distance);
    for (int from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && list[to].metres - list[from].metres <= MICROMETRE; to++) {
        }
        qsort(list + from, (size_t)(to - from), sizeof *list, by_order);
    }
}

void clearances_of(const Space *space, int table, TableApproval *out) {
    const PlannedTable *planned = &space->plan->tables[table];
    Found found = {.arena = space->arena};
    double reach[] = {[TO_WALL] = 0,
                      [TO_OBSTACLE] = reach_of(planned, TO_OBSTACLE) + MICROMETRE,
                      [TO_TABLE] = reach_of(planned, TO_TABLE) + MICROMETRE};
    out->frame = space->frames[table];
    neighbours_find(space->neighbours, out->frame.least, out->frame.most,
                    fmax(reach[TO_OBSTACLE], reach[TO_TABLE]), &found);
    Clearance *list = NEW_ARRAY(space->arena, Clearance, found.numbers.n + 1);
    int n = 0;
    list[n++] = to_wall(space, table);
    for (ptrdiff_t i = 0; i < found.numbers.n; i++) {
        const Thing *thing = &space->things[found.numbers.at[i]];
        if (thing->kind == TO_TABLE && thing->index == table) continue;
        Clearance clearance = to_thing(space, table, thing);
        if (clearance.metres <= reach[thing->kind]) list[n++] = clearance;
    }
    sort(list, n);
    out->clearances = list, out->clearance_count = n;
}
