/* See walk.h. */
#include "measure/walk.h"

enum { GROUP_TYPED = 1000, GROUP_QUESTION = 2000 };

/* ---- where points lie */

static const struct {
    const char *name;
    double x, y;
} places[] = {
    {"left", 0, 0.5},   {"right", 1, 0.5},   {"bottom", 0.5, 0},    {"top", 0.5, 1},
    {"head", 0.5, 0},   {"foot", 0.5, 1},    {"bottom-left", 0, 0}, {"bottom-right", 1, 0},
    {"top-left", 0, 1}, {"top-right", 1, 1}, {"centre", 0.5, 0.5},  {"middle", 0.5, 0.5},
};

/* Round the table clockwise from the bottom left corner, which is how a person walks: t in 0 … 6, for a bed
 * twice as long as it is wide. */
static Spot on_edge(double t) {
    if (t < 2) return (Spot){true, 0, t / 2};
    if (t < 3) return (Spot){true, t - 2, 1};
    if (t < 5) return (Spot){true, 1, 1 - (t - 3) / 2};
    return (Spot){true, 6 - t, 0};
}

static bool begins(Str item, const char *word) { return str_starts(item, str_of(word)); }

/* Things measured beside the table are shown outside it. */
static Spot outside(Str item, Spot spot) {
    if (!begins(item, "clearance.") && !begins(item, "light.room")) return spot;
    spot.x = 0.5 + (spot.x - 0.5) * 1.6, spot.y = 0.5 + (spot.y - 0.5) * 1.3;
    return spot;
}

/* The names of points that the profile only counts: places where there are obvious ones, else numbers. */
static Str counted_name(Arena *arena, Str item, int k, int n) {
    static const struct {
        const char *item;
        int n;
        const char *names[3];
    } known[] = {{"bed.length", 2, {"left", "right"}},
                 {"bed.width", 2, {"bottom", "top"}},
                 {"bed.temperature", 3, {"bottom", "middle", "top"}}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].n == n && str_eq(item, str_of(known[i].item))) return str_of(known[i].names[k]);
    return str_fmt(arena, "%d", k + 1);
}

static bool has_no_place(Str item) {
    return begins(item, "ball.") || begins(item, "balls.") || begins(item, "hall.");
}

static Spot named_spot(Str name) {
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (str_eq(name, str_of(places[i].name))) return (Spot){true, places[i].x, places[i].y};
    return (Spot){0};
}

/* Points that only have a number are spread over where such an item is measured. */
static Spot numbered_spot(Str item, int k, int n) {
    double t = (k + 0.5) / n;
    if (n == 1) return (Spot){true, 0.5, 0.5};
    if (str_eq(item, S("bed.length")) && n == 2) return named_spot(k ? S("right") : S("left"));
    if (str_eq(item, S("bed.width")) && n == 2) return named_spot(k ? S("top") : S("bottom"));
    if (begins(item, "pocket.side")) return named_spot(k ? S("right") : S("left"));
    if (begins(item, "pocket.corner") || (begins(item, "light.room") && n == 4) ||
        (begins(item, "bed.height") && n == 4)) {
        static const double corners[] = {0, 2, 3, 5};
        return on_edge(corners[k % 4]);
    }
    if (begins(item, "bed.") || begins(item, "slate.")) return (Spot){true, 0.5, t};
    return on_edge(t * 6);
}

/* "grid I.J" */
static bool grid_place(Str name, int64_t *i, int64_t *j) {
    if (!str_starts(name, S("grid "))) return false;
    Str rest = str_skip(name, 5), first = str_cut(&rest, '.');
    return str_to_count(first, 1000, i) && str_to_count(rest, 1000, j) && *i > 0 && *j > 0;
}

static Spot find_spot(Str item, const Points *points, int k) {
    int64_t i, j;
    if (has_no_place(item)) return (Spot){0};
    if (points->kind == POINTS_NUMBER) return outside(item, numbered_spot(item, k, points->least));
    if (points->kind == POINTS_GRID && grid_place(points->names[k], &i, &j))
        return (Spot){true, ((double)j - 0.5) / points->rows, ((double)i - 0.5) / points->columns};
    return outside(item, named_spot(points->names[k]));
}

/* ---- the order along one item */

/* Smaller comes first: over a grid to and fro, round the table clockwise; the profile's order where nothing
 * has a place. */
static double order_of(const Points *points, int k, Spot spot) {
    int64_t i, j;
    if (points->kind == POINTS_GRID && grid_place(points->names[k], &i, &j))
        return (double)(i * 1000 + (i % 2 ? j : 1000 - j));
    if (points->kind != POINTS_NAMED || !spot.given) return k;
    double x = spot.x < 0 ? 0 : spot.x > 1 ? 1 : spot.x, y = spot.y < 0 ? 0 : spot.y > 1 ? 1 : spot.y;
    if (x <= 0) return y * 2;
    if (y >= 1) return 2 + x;
    if (x >= 1) return 5 - y * 2;
    return 6 - x;
}

static void sort_points(int *order, const double *keys, int n) {
    for (int a = 1; a < n; a++)
        for (int b = a; b > 0 && keys[order[b]] < keys[order[b - 1]]; b--) {
            int swap = order[b];
            order[b] = order[b - 1], order[b - 1] = swap;
        }
}

/* ---- which instrument */

bool tools_fit(const Tools *tools, int i, Quantity quantity) {
    const Driver *driver = tools->drivers[i];
    Quantity said = tools->list->at[i].quantity;
    if (quantity == QUANTITY_NONE) return false;
    if (said != QUANTITY_NONE || !driver) return said == quantity;
    if (!driver_measures(driver, quantity)) return false;
    bool only = driver->quantities[1] == QUANTITY_NONE;
    return only || (tools->shown && tools->shown[i] & 1u << quantity);
}

/* 2: meant for this item, 1: for all of its quantity, 0: for others only. */
static int meant_for(const Instrument *instrument, Str item) {
    if (!instrument->items) return 1;
    for (int i = 0; i < instrument->item_count; i++) {
        Str word = instrument->items[i];
        if (str_starts(item, word) && (item.len == word.len || item.at[word.len] == '.')) return 2;
    }
    return 0;
}

static bool suffices(const Instrument *instrument, const Requirement *requirement, double *U) {
    const Limit *lower = &requirement->lower, *upper = &requirement->upper;
    *U = instrument_U(instrument, (double)(upper->given ? upper->value : lower->value));
    if (*U <= 0) return false;
    return !lower->given || !upper->given || (double)(upper->value - lower->value) >= 8 * *U;
}

static int propose(const Tools *tools, Str item, const Requirement *requirement, Quantity quantity) {
    int best = -1;
    double best_rank = -1;
    for (int i = 0; tools->list && i < tools->list->n; i++) {
        double U = 0;
        if (!tools_fit(tools, i, quantity)) continue;
        bool enough = requirement && requirement_has_limit(requirement) &&
                      suffices(&tools->list->at[i], requirement, &U);
        double rank = meant_for(&tools->list->at[i], item) * 1e19 + (enough ? 1e18 + U : 0);
        if (rank > best_rank) best_rank = rank, best = i;
    }
    return best;
}

/* ---- the walk */

typedef struct Builder {
    Arena *arena;
    const Profile *profile;
    const Tools *tools;
    int repeats;
    VEC(Step) steps;
} Builder;

static void add_question(Builder *builder, Str item, const Requirement *requirement) {
    *VEC_PUSH(builder->arena, &builder->steps) =
        (Step){.item = item, .requirement = requirement, .point = S(""), .repeats = 1, .instrument = -1};
}

static void add_points(Builder *builder, Step step, const Points *points) {
    int n = points->least > 0 ? points->least : 1; /* "0 or more": one is offered */
    Points one = *points;
    one.least = n;
    int *order = NEW_ARRAY(builder->arena, int, n);
    double *keys = NEW_ARRAY(builder->arena, double, n);
    for (int k = 0; k < n; k++) order[k] = k, keys[k] = order_of(&one, k, find_spot(step.item, &one, k));
    sort_points(order, keys, n);
    for (int k = 0; k < n; k++) {
        step.point = one.kind == POINTS_NUMBER ? counted_name(builder->arena, step.item, order[k], n)
                                               : one.names[order[k]];
        step.spot = find_spot(step.item, &one, order[k]);
        for (step.repeat = 0; step.repeat < builder->repeats; step.repeat++)
            *VEC_PUSH(builder->arena, &builder->steps) = step;
    }
}

static void add_item(Builder *builder, Str item, const Requirement *requirement, Quantity quantity,
                     const Unit *unit, const Points *points) {
    Step step = {.item = item,
                 .requirement = requirement,
                 .quantity = quantity,
                 .unit = unit,
                 .repeats = builder->repeats};
    step.instrument = propose(builder->tools, item, requirement, quantity);
    add_points(builder, step, points);
}

/* An item that others are derived from, but for which the document itself has no entry (bed.diagonal). */
static void add_hidden(Builder *builder, const Requirement *derived, Str item) {
    static const Str diagonals[] = {S_INIT("bottom-left"), S_INIT("bottom-right")};
    const Points points = {POINTS_NAMED, 2, diagonals, 0, 0};
    if (!str_eq(item, S("bed.diagonal")) || profile_requirement(builder->profile, item)) return;
    for (ptrdiff_t i = 0; i < builder->steps.n; i++)
        if (str_eq(builder->steps.at[i].item, item)) return;
    add_item(builder, item, NULL, QUANTITY_LENGTH, derived->unit, &points);
}

/* The climate of the room has no limits; it is read where an instrument of the list is named for it
 * (items: [room]). */
static void add_climate(Builder *builder, Str item, Quantity quantity, Str unit) {
    const Tools *tools = builder->tools;
    const Points one = {POINTS_NUMBER, 1, NULL, 0, 0};
    for (int i = 0; tools->list && i < tools->list->n; i++)
        if (meant_for(&tools->list->at[i], item) == 2 &&
            (!tools->drivers[i] || driver_measures(tools->drivers[i], quantity))) {
            add_item(builder, item, NULL, quantity, unit_find(unit), &one);
            return;
        }
}

static int group_of(const Step *step) {
    if (step->quantity == QUANTITY_NONE) return GROUP_QUESTION;
    return step->instrument < 0 ? GROUP_TYPED : step->instrument;
}

static int count_pickups(const Step *steps, int n) {
    int count = 0, in_hand = -1;
    for (int i = 0; i < n; i++) {
        if (steps[i].instrument < 0 || steps[i].instrument == in_hand) continue;
        in_hand = steps[i].instrument;
        count++;
    }
    return count;
}

/* Instrument by instrument; what was in order within a group stays so. */
static Walk sort_groups(const Builder *builder) {
    Step *sorted = NEW_ARRAY(builder->arena, Step, builder->steps.n + 1);
    int n = 0;
    for (int group = 0; group <= GROUP_QUESTION; group++)
        for (ptrdiff_t i = 0; i < builder->steps.n; i++)
            if (group_of(&builder->steps.at[i]) == group) sorted[n++] = builder->steps.at[i];
    return (Walk){sorted, n, count_pickups(sorted, n), count_pickups(builder->steps.at, n)};
}

Walk walk_plan(Arena *arena, const Profile *profile, const Tools *tools, int repeats) {
    Builder builder = {arena, profile, tools, repeats < 1 ? 1 : repeats, {0}};
    for (int i = 0; i < profile->fact_count; i++) add_question(&builder, profile->facts[i], NULL);
    for (int i = 0; i < profile->count; i++) {
        const Requirement *r = &profile->requirements[i];
        if (requirement_derived(r))
            add_hidden(&builder, r, r->of);
        else if (r->quantity == QUANTITY_NONE)
            add_question(&builder, r->id, r);
        else
            add_item(&builder, r->id, r, r->quantity, r->unit, &r->points);
    }
    add_climate(&builder, S("room.temperature"), QUANTITY_TEMPERATURE, S("°C"));
    add_climate(&builder, S("room.humidity"), QUANTITY_RATIO, S("%"));
    return sort_groups(&builder);
}
