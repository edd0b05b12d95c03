/* The shortest shift of a table after which it stands where it may.
 *
 * For the table's centre each wall, pillar edge and other table is a forbidden zone (zone.h). The nearest
 * allowed place lies on the edge of one zone, where that edge is nearest to the table, or where the edges of
 * two zones cross. Crossings that no third zone covers are the same for all tables of one kind (size, angle,
 * document): they are gathered once a kind, those that only a table's own zone covers for that table. So a
 * hall in which nothing fits is told in n log n, like one in which everything does.
 *
 * One thing differs from table to table: another table's limit counts only where it holds now. Where it asks
 * for more than the table's own document and is broken, the zones are made for this one table. */
#include "hall/space.h"
#include "hall/zone.h"

#include <math.h>

typedef struct Places {
    VEC(Vec2) list;
} Places;

typedef struct Kind { /* tables alike, and where their centres may not be */
    const Space *space;
    const Approval *approval;
    const PlannedTable *like;
    int only;           /* the table it is made for; -1: all that are alike */
    Vec2 frame[4];      /* seen from the centre */
    double wall, table; /* required limits, 0 none */
    VEC(Zone) zones;
    Neighbours *tree; /* of the zones */
    Found found, covering;
    Places open; /* crossings that nothing covers */
    Places *own; /* by table: covered by its own zone alone */
} Kind;

typedef struct Kinds {
    VEC(Kind *) list;
} Kinds;

static double far_from(Vec2 a, Vec2 b) { return hypot(a.x - b.x, a.y - b.y); }

/* ---- limits ---- */

static double required_limit(const PlannedTable *table, ClearanceKind kind) {
    const Requirement *requirement = clearance_requirement(table, kind);
    bool required = requirement && requirement->severity == REQUIRED;
    return required ? (double)requirement->lower.value / 1e9 : 0;
}

/* Is the other table's own limit to this one broken now? */
static bool broken(const Approval *approval, int other, int table) {
    const TableApproval *from = &approval->tables[other];
    for (int i = 0; i < from->clearance_count; i++)
        if (from->clearances[i].kind == TO_TABLE && from->clearances[i].index == table)
            return from->clearances[i].verdict == HALL_FAIL;
    return false;
}

static double margin_to(const Kind *kind, int other) {
    double limit = required_limit(kind->approval->tables[other].table, TO_TABLE);
    if (kind->only >= 0 && broken(kind->approval, other, kind->only)) limit = 0;
    return fmax(kind->table, limit);
}

/* Some broken limit of another's asks for more than the table's own. */
static bool is_special(const Approval *approval, int table) {
    const TableApproval *self = &approval->tables[table];
    double own = required_limit(self->table, TO_TABLE);
    for (int i = 0; i < self->clearance_count; i++) {
        const Clearance *clearance = &self->clearances[i];
        if (clearance->kind == TO_TABLE && broken(approval, clearance->index, table) &&
            required_limit(approval->tables[clearance->index].table, TO_TABLE) > own)
            return true;
    }
    return false;
}

/* ---- zones ---- */

static void add_zone(Kind *kind, const Vec2 *points, int n, double margin, int table) {
    *VEC_PUSH(kind->space->arena, &kind->zones) = zone_make(kind->frame, points, n, margin, table);
}

static void add_edges(Kind *kind, const Vec2 *points, int n) {
    for (int i = 0; i < n; i++) add_zone(kind, (Vec2[]){points[i], points[(i + 1) % n]}, 2, kind->wall, -1);
}

static void plant(Kind *kind) {
    const Space *space = kind->space;
    int n = (int)kind->zones.n;
    const GeoShape **shapes = NEW_ARRAY(space->arena, const GeoShape *, n + 1);
    for (int i = 0; i < n; i++) {
        Vec2 m = kind->zones.at[i].middle;
        double r = kind->zones.at[i].radius;
        Vec2 box[4] = {{m.x - r, m.y - r}, {m.x + r, m.y - r}, {m.x + r, m.y + r}, {m.x - r, m.y + r}};
        shapes[i] = geometry_polygon(space->geometry, box, 4);
    }
    kind->tree = neighbours_build(space->geometry, shapes, n);
}

static void make_zones(Kind *kind) {
    const Space *space = kind->space;
    add_edges(kind, space->plan->walls.points, space->plan->walls.n);
    for (int i = 0; i < space->count; i++) {
        const Thing *thing = &space->things[i];
        if (thing->kind == TO_OBSTACLE)
            add_edges(kind, thing->outline, thing->n);
        else if (thing->index != kind->only)
            add_zone(kind, thing->outline, thing->n, margin_to(kind, thing->index), thing->index);
    }
    plant(kind);
}

/* ---- crossings ---- */

enum { NOBODY = -1, SOMETHING = -2 };

/* Which table's zone covers the place, of the zones in the list; NOBODY, or SOMETHING that no shift takes
 * away.
 */
static int covered_by(const Kind *kind, const Found *list, Vec2 place) {
    int cover = NOBODY;
    for (ptrdiff_t i = 0; i < list->numbers.n; i++) {
        const Zone *zone = &kind->zones.at[list->numbers.at[i]];
        if (!zone_holds(zone, place)) continue;
        if (zone->table < 0 || cover != NOBODY) return SOMETHING;
        cover = zone->table;
    }
    return cover;
}

static void note_crossing(Kind *kind, Vec2 place) {
    int cover = covered_by(kind, &kind->found, place);
    if (cover == SOMETHING) return;
    *VEC_PUSH(kind->space->arena, cover == NOBODY ? &kind->open.list : &kind->own[cover].list) = place;
}

static void cross_zones(Kind *kind, int a, int b) {
    const Zone *x = &kind->zones.at[a], *y = &kind->zones.at[b];
    Piece p[ZONE_PIECES], q[ZONE_PIECES];
    Vec2 places[2];
    if (far_from(x->middle, y->middle) > x->radius + y->radius) return;
    int n = zone_pieces(x, p), m = zone_pieces(y, q);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            for (int count = pieces_cross(&p[i], &q[k], places); count > 0; count--)
                note_crossing(kind, places[count - 1]);
}

static void find_crossings(Kind *kind) {
    kind->own = NEW_ARRAY(kind->space->arena, Places, kind->space->plan->table_count + 1);
    for (int a = 0; a < (int)kind->zones.n; a++) {
        const Zone *zone = &kind->zones.at[a];
        neighbours_find(kind->tree, zone->middle, zone->middle, zone->radius, &kind->found);
        for (ptrdiff_t i = 0; i < kind->found.numbers.n && kind->found.numbers.at[i] < a; i++)
            cross_zones(kind, a, kind->found.numbers.at[i]);
    }
}

/* ---- kinds ---- */

static bool alike(const PlannedTable *a, const PlannedTable *b) {
    return a->profile == b->profile && a->length == b->length && a->width == b->width &&
           a->frame == b->frame && a->angle == b->angle &&
           required_limit(a, TO_WALL) == required_limit(b, TO_WALL) &&
           required_limit(a, TO_TABLE) == required_limit(b, TO_TABLE);
}

static Kind *make_kind(const Space *space, const Approval *approval, int table, bool special) {
    Kind *kind = NEW(space->arena, Kind);
    const PlannedTable *like = &space->plan->tables[table];
    *kind = (Kind){.space = space,
                   .approval = approval,
                   .like = like,
                   .only = special ? table : -1,
                   .wall = required_limit(like, TO_WALL),
                   .table = required_limit(like, TO_TABLE),
                   .found = {.arena = space->arena},
                   .covering = {.arena = space->arena}};
    Frame frame = frame_moved(&space->frames[table], (Vec2){-like->centre.x, -like->centre.y});
    for (int i = 0; i < 4; i++) kind->frame[i] = frame.corners[i];
    make_zones(kind);
    find_crossings(kind);
    return kind;
}

static Kind *kind_of(Kinds *kinds, const Space *space, const Approval *approval, int table) {
    if (is_special(approval, table)) return make_kind(space, approval, table, true);
    for (ptrdiff_t i = 0; i < kinds->list.n; i++)
        if (alike(kinds->list.at[i]->like, &space->plan->tables[table])) return kinds->list.at[i];
    /* NOLINTNEXTLINE(bugprone-sizeof-expression) */
    return *VEC_PUSH(space->arena, &kinds->list) = make_kind(space, approval, table, false);
}

/* ---- the shortest shift ---- */

typedef struct Search {
    Kind *kind;
    int table;
    Vec2 from, best;
    double distance; /* of the best; INFINITY: none yet */
} Search;

/* No edge is touched; so the table is inside or outside as its centre is. */
static bool inside_room(const Search *search, Vec2 centre) {
    const Space *space = search->kind->space;
    Found *found = &search->kind->covering;
    if (!geometry_holds(space->geometry, space->room, centre)) return false;
    neighbours_find(space->neighbours, centre, centre, 0, found);
    for (ptrdiff_t i = 0; i < found->numbers.n; i++) {
        const Thing *thing = &space->things[found->numbers.at[i]];
        if (thing->kind == TO_OBSTACLE && geometry_holds(space->geometry, thing->shape, centre)) return false;
    }
    return true;
}

static void try_place(Search *search, Vec2 place) {
    double distance = far_from(place, search->from);
    if (distance >= search->distance || !inside_room(search, place)) return;
    search->distance = distance, search->best = place;
}

static void try_crossings(Search *search, const Places *places) {
    for (ptrdiff_t i = 0; i < places->list.n; i++) try_place(search, places->list.at[i]);
}

static bool is_open(const Search *search, Vec2 place) {
    Kind *kind = search->kind;
    neighbours_find(kind->tree, place, place, 0, &kind->covering);
    int cover = covered_by(kind, &kind->covering, place);
    return cover == NOBODY || cover == search->table;
}

/* Places on one zone's edge count only where they are nearer than the nearest crossing: a free place is
 * always bounded by some. */
static void try_edges(Search *search) {
    Kind *kind = search->kind;
    if (search->distance == INFINITY) return;
    neighbours_find(kind->tree, search->from, search->from, search->distance, &kind->found);
    for (ptrdiff_t i = 0; i < kind->found.numbers.n; i++) {
        const Zone *zone = &kind->zones.at[kind->found.numbers.at[i]];
        Piece pieces[ZONE_PIECES];
        Vec2 place;
        if (zone->table == search->table) continue;
        int n = zone_pieces(zone, pieces);
        for (int k = 0; k < n; k++)
            if (piece_nearest(&pieces[k], search->from, &place) &&
                far_from(place, search->from) < search->distance && is_open(search, place))
                try_place(search, place);
    }
}

static void find_move(Kind *kind, int table, TableApproval *out) {
    Search search = {
        .kind = kind, .table = table, .from = kind->space->plan->tables[table].centre, .distance = INFINITY};
    try_crossings(&search, &kind->open);
    try_crossings(&search, &kind->own[table]);
    try_edges(&search);
    out->move = search.distance < INFINITY ? MOVE_FOUND : MOVE_IMPOSSIBLE;
    if (out->move == MOVE_FOUND)
        out->shift = (Vec2){search.best.x - search.from.x, search.best.y - search.from.y};
}

static bool must_move(const TableApproval *table) {
    for (int i = 0; i < table->clearance_count; i++)
        if (table->clearances[i].verdict == HALL_FAIL) return true;
    return false;
}

void find_moves(const Space *space, Approval *approval) {
    Kinds kinds = {0};
    for (int i = 0; i < approval->table_count; i++)
        if (must_move(&approval->tables[i]))
            find_move(kind_of(&kinds, space, approval, i), i, &approval->tables[i]);
}
