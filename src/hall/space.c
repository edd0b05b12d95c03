/* The errors that only geometry can tell: polygons that cross themselves, tables in the wall, in a pillar, in
 * each other. Touching is no overlap: what overlaps by less than a micrometre touches. */
#include "hall/space.h"

static bool check_outline(const Space *space, const Outline *outline, const char *what, Str name,
                          Diag *diag) {
    Vec2 where;
    Str fault = geometry_fault(space->geometry, outline->points, outline->n, &where);
    if (!fault.len) return true;
    Place place = outline->place;
    for (int i = 0; i < outline->n; i++)
        if (outline->points[i].x == where.x && outline->points[i].y == where.y) place = outline->places[i];
    return diag_error(diag, place, "%s%s%.*s%s: the polygon %.*s at [%g, %g]", what, name.len ? " '" : "",
                      SARG(name), name.len ? "'" : "", SARG(fault), where.x, where.y);
}

static bool check_outlines(const Space *space, Diag *diag) {
    const Plan *plan = space->plan;
    bool good = check_outline(space, &plan->walls, "walls", S(""), diag);
    for (int i = 0; i < plan->obstacle_count; i++)
        good = check_outline(space, &plan->obstacles[i].outline, "obstacle", plan->obstacles[i].name, diag) &&
               good;
    return good;
}

static void make_things(Space *space) {
    const Plan *plan = space->plan;
    space->things = NEW_ARRAY(space->arena, Thing, plan->obstacle_count + plan->table_count + 1);
    space->frames = NEW_ARRAY(space->arena, Frame, plan->table_count + 1);
    for (int i = 0; i < plan->obstacle_count; i++) {
        const Obstacle *obstacle = &plan->obstacles[i];
        const Outline *outline = &obstacle->outline;
        space->things[space->count++] = (Thing){
            TO_OBSTACLE,     i,          geometry_polygon(space->geometry, outline->points, outline->n),
            outline->points, outline->n, obstacle->name,
            obstacle->order};
    }
    for (int i = 0; i < plan->table_count; i++) {
        Frame *frame = &space->frames[i];
        *frame = frame_of(&plan->tables[i]);
        space->things[space->count++] = (Thing){TO_TABLE,
                                                i,
                                                geometry_polygon(space->geometry, frame->corners, 4),
                                                frame->corners,
                                                4,
                                                plan->tables[i].name,
                                                plan->tables[i].order};
    }
}

static void plant(Space *space) {
    const GeoShape **shapes = NEW_ARRAY(space->arena, const GeoShape *, space->count + 1);
    for (int i = 0; i < space->count; i++) shapes[i] = space->things[i].shape;
    space->neighbours = neighbours_build(space->geometry, shapes, space->count);
}

static bool check_obstacles(const Space *space, Diag *diag) {
    bool good = true;
    for (int i = 0; i < space->plan->obstacle_count; i++)
        if (!geometry_meet(space->geometry, space->room, space->things[i].shape))
            good = diag_error(diag, space->plan->obstacles[i].place,
                              "obstacle '%.*s' is wholly outside the walls", SARG(space->things[i].name));
    return good;
}

/* A table against the room and against what comes before it in the list of things. */
static bool check_table(const Space *space, int table, Found *found, Diag *diag) {
    const PlannedTable *planned = &space->plan->tables[table];
    Frame inner = frame_inset(planned, MICROMETRE / 2);
    const GeoShape *shape = geometry_scratch(space->geometry, inner.corners, 4);
    int self = space->plan->obstacle_count + table;
    bool good = true;
    if (!geometry_meet(space->geometry, space->room, shape))
        return diag_error(diag, planned->place, "table '%.*s' lies outside the walls", SARG(planned->name));
    if (!geometry_covers(space->geometry, space->room, shape))
        good = diag_error(diag, planned->place, "table '%.*s' overlaps a wall", SARG(planned->name));
    neighbours_find(space->neighbours, inner.least, inner.most, 0, found);
    for (ptrdiff_t i = 0; i < found->numbers.n && found->numbers.at[i] < self; i++) {
        const Thing *other = &space->things[found->numbers.at[i]];
        if (!geometry_meet(space->geometry, other->shape, shape)) continue;
        good = diag_error(diag, planned->place, "table '%.*s' overlaps %s '%.*s'", SARG(planned->name),
                          other->kind == TO_TABLE ? "table" : "obstacle", SARG(other->name));
    }
    return good;
}

static bool check_tables(const Space *space, Diag *diag) {
    Found found = {.arena = space->arena};
    bool good = true;
    for (int i = 0; i < space->plan->table_count; i++) good = check_table(space, i, &found, diag) && good;
    return good;
}

bool space_open(Arena *arena, const Plan *plan, Space *space, Diag *diag) {
    *space = (Space){.arena = arena, .geometry = geometry_open(arena), .plan = plan};
    if (!check_outlines(space, diag)) return false;
    space->room = geometry_polygon(space->geometry, plan->walls.points, plan->walls.n);
    space->walls = geometry_ring(space->geometry, plan->walls.points, plan->walls.n);
    make_things(space);
    plant(space);
    bool good = check_obstacles(space, diag);
    return check_tables(space, diag) && good;
}

void space_close(Space *space) { geometry_close(space->geometry); }
