/* Rows, as somebody would lay them with a tape: for each angle the places where something begins to be far
 * enough (a wall's corner, a pillar, a table, plus clearance and half a table) are where rows and tables may
 * begin. Along a row tables are set one after the other, each as near as it may; which rows together hold the
 * most is found by going through the rows from the far side. */
#include "hall/suggest.h"

#include "hall/space.h"

#include <math.h>

static const double STEP = 1e-4; /* m: what is printed */
enum { FINE_STEPS = 8, MOST_PLACES = 2000 };

typedef struct Places {
    VEC(double) list;
} Places;

typedef struct Row {
    double across; /* its place */
    Vec2 *centres;
    int n, next, best; /* the row after it, and how many tables from here on */
} Row;

typedef struct Layer {
    Arena *arena;
    const Space *space;
    PlannedTable kind;
    double to_wall, to_table, half_length, half_width;
    double slack; /* for coordinates that are rounded when printed */
    Vec2 along, left;
    Places lengthwise, across;
    Found found;
} Layer;

static double limit_of(const PlannedTable *table, ClearanceKind kind) {
    const Requirement *requirement = clearance_requirement(table, kind);
    return requirement ? (double)requirement->lower.value / 1e9 : 0;
}

static double up(double value) { return ceil(value / STEP - 1e-6) * STEP; }
static double rounded(double value) { return round(value / STEP) * STEP; }
static double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }

static Vec2 centre_at(const Layer *layer, double along, double across) {
    Vec2 centre = {along * layer->along.x + across * layer->left.x,
                   along * layer->along.y + across * layer->left.y};
    return (Vec2){rounded(centre.x), rounded(centre.y)};
}

/* ---- does a table fit there? ---- */

static bool far_enough(const Layer *layer, const GeoShape *shape, const Thing *thing) {
    double wanted = layer->to_wall;
    if (thing->kind == TO_TABLE)
        wanted = fmax(layer->to_table, limit_of(&layer->space->plan->tables[thing->index], TO_TABLE));
    return geometry_distance(layer->space->geometry, thing->shape, shape) >= wanted - MICROMETRE / 2;
}

static bool fits(Layer *layer, Vec2 centre) {
    const Space *space = layer->space;
    layer->kind.centre = centre;
    Frame frame = frame_inset(&layer->kind, MICROMETRE / 4); /* touching is no overlap */
    if (!geometry_holds(space->geometry, space->room, centre)) return false;
    const GeoShape *shape = geometry_scratch(space->geometry, frame.corners, 4);
    if (!geometry_covers(space->geometry, space->room, shape)) return false;
    if (geometry_distance(space->geometry, space->walls, shape) < layer->to_wall - MICROMETRE / 2)
        return false;
    double reach = fmax(layer->to_wall, layer->to_table);
    for (int i = 0; i < space->plan->table_count; i++)
        reach = fmax(reach, limit_of(&space->plan->tables[i], TO_TABLE));
    neighbours_find(space->neighbours, frame.least, frame.most, reach, &layer->found);
    for (ptrdiff_t i = 0; i < layer->found.numbers.n; i++) {
        const Thing *thing = &space->things[layer->found.numbers.at[i]];
        if (geometry_meet(space->geometry, thing->shape, shape) || !far_enough(layer, shape, thing))
            return false;
    }
    return true;
}

/* ---- where rows and tables may begin ---- */

static void note(Layer *layer, Places *places, double place) {
    if (places->list.n < MOST_PLACES) *VEC_PUSH(layer->arena, &places->list) = up(place);
}

static void note_point(Layer *layer, Vec2 point, double clearance) {
    double x = dot(point, layer->along), y = dot(point, layer->left);
    double length = layer->half_length + clearance + layer->slack,
           width = layer->half_width + clearance + layer->slack;
    note(layer, &layer->lengthwise, x + length), note(layer, &layer->lengthwise, x - length - STEP);
    note(layer, &layer->across, y + width), note(layer, &layer->across, y - width - STEP);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Sorted, each once. */
static void tidy(Places *places) {
    ptrdiff_t n = 0;
    if (!places->list.n) return;
    qsort(places->list.at, (size_t)places->list.n, sizeof *places->list.at, by_size);
    for (ptrdiff_t i = 0; i < places->list.n; i++)
        if (!n || places->list.at[i] > places->list.at[n - 1] + STEP / 2)
            places->list.at[n++] = places->list.at[i];
    places->list.n = n;
}

static void note_between(Layer *layer, Places *places, double step) {
    tidy(places);
    double from = places->list.at[0], to = places->list.at[places->list.n - 1];
    for (double place = from; place < to && places->list.n < MOST_PLACES;
         place += fmax(step, (to - from) / MOST_PLACES))
        note(layer, places, place);
    tidy(places);
}

static void find_places(Layer *layer) {
    const Plan *plan = layer->space->plan;
    for (int i = 0; i < plan->walls.n; i++) note_point(layer, plan->walls.points[i], layer->to_wall);
    for (int i = 0; i < layer->space->count; i++) {
        const Thing *thing = &layer->space->things[i];
        double clearance = thing->kind == TO_TABLE
                               ? fmax(layer->to_table, limit_of(&plan->tables[thing->index], TO_TABLE))
                               : layer->to_wall;
        for (int k = 0; k < thing->n; k++) note_point(layer, thing->outline[k], clearance);
    }
    note_between(layer, &layer->lengthwise, 2 * layer->half_length / FINE_STEPS);
    note_between(layer, &layer->across, 2 * layer->half_width / FINE_STEPS);
}

/* ---- rows ---- */

static double spacing(const Layer *layer, double half) {
    return up(2 * half + layer->to_table + 2 * layer->slack);
}

/* The first place from `from` on where a table fits; INFINITY: none. */
static double next_place(Layer *layer, double from, double across) {
    if (from > -INFINITY && fits(layer, centre_at(layer, from, across))) return from;
    for (ptrdiff_t i = 0; i < layer->lengthwise.list.n; i++) {
        double place = layer->lengthwise.list.at[i];
        if (place > from && fits(layer, centre_at(layer, place, across))) return place;
    }
    return INFINITY;
}

static void fill_row(Layer *layer, Row *row) {
    VEC(Vec2) centres = {0};
    double place = next_place(layer, -INFINITY, row->across);
    while (place < INFINITY) {
        *VEC_PUSH(layer->arena, &centres) = centre_at(layer, place, row->across);
        place = next_place(layer, place + spacing(layer, layer->half_length), row->across);
    }
    row->centres = centres.at, row->n = (int)centres.n;
}

/* From the last row back: take this row and the best of those far enough behind it, or leave it. */
static void choose_rows(const Layer *layer, Row *rows, int n) {
    double apart = spacing(layer, layer->half_width) - STEP / 2;
    for (int i = n - 1, behind = n; i >= 0; i--) {
        while (behind > 0 && rows[behind - 1].across >= rows[i].across + apart) behind--;
        rows[i].next = behind;
        rows[i].best = rows[i].n + (behind < n ? rows[behind].best : 0);
        if (i + 1 < n && rows[i + 1].best > rows[i].best) rows[i].best = rows[i + 1].best, rows[i].n = -1;
    }
}

static void take_rows(Layer *layer, const Row *rows, int n, Suggestion *out) {
    Vec2 *centres = NEW_ARRAY(layer->arena, Vec2, n ? rows[0].best + 1 : 1);
    out->n = 0;
    for (int i = 0; i < n;) {
        if (rows[i].n < 0) {
            i++;
            continue;
        }
        for (int k = 0; k < rows[i].n; k++) centres[out->n++] = rows[i].centres[k];
        i = rows[i].next;
    }
    out->centres = centres;
}

static void lay(Arena *arena, const Space *space, const PlannedTable *kind, double angle, Suggestion *out) {
    Layer layer = {.arena = arena, .space = space, .kind = *kind, .found = {.arena = arena}};
    layer.kind.angle = angle;
    layer.to_wall = limit_of(kind, TO_WALL), layer.to_table = limit_of(kind, TO_TABLE);
    layer.half_length = kind->length / 2 + kind->frame, layer.half_width = kind->width / 2 + kind->frame;
    layer.along = frame_direction(angle), layer.left = (Vec2){-layer.along.y, layer.along.x};
    layer.slack = fmod(angle, 90) == 0 ? 0 : STEP;
    find_places(&layer);
    int n = (int)layer.across.list.n;
    Row *rows = NEW_ARRAY(arena, Row, n + 1);
    for (int i = 0; i < n; i++) {
        rows[i].across = layer.across.list.at[i];
        fill_row(&layer, &rows[i]);
    }
    choose_rows(&layer, rows, n);
    *out = (Suggestion){.angle = angle};
    take_rows(&layer, rows, n, out);
}

/* ---- angles ---- */

/* 0, 90 and the walls' directions, each once; printed to a thousandth of a degree. */
static int angles_of(const Plan *plan, double *angles, int most) {
    int n = 0;
    angles[n++] = 0, angles[n++] = 90;
    for (int i = 0; i < plan->walls.n; i++) {
        Vec2 a = plan->walls.points[i], b = plan->walls.points[(i + 1) % plan->walls.n];
        double angle = atan2(b.y - a.y, b.x - a.x) * 180 / acos(-1);
        for (int turn = 0; turn < 2; turn++) {
            double own = fmod(round((angle + 90 * turn) * 1000) / 1000 + 360, 180);
            bool known = n >= most;
            for (int k = 0; k < n; k++) known = known || fabs(angles[k] - own) < 5e-4;
            if (!known) angles[n++] = own;
        }
    }
    return n;
}

bool hall_suggest(Arena *arena, const Plan *plan, const PlannedTable *kind, int most, Suggestion *out,
                  Diag *diag) {
    enum { MOST_ANGLES = 12 };
    double angles[MOST_ANGLES];
    Space space;
    bool good = space_open(arena, plan, &space, diag);
    int n = good ? angles_of(plan, angles, MOST_ANGLES) : 0;
    *out = (Suggestion){0};
    for (int i = 0; i < n; i++) {
        Suggestion laid;
        lay(arena, &space, kind, angles[i], &laid);
        if (laid.n > out->n) *out = laid;
    }
    if (most && out->n > most) out->n = most;
    space_close(&space);
    return good;
}
