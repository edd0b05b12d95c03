/* The pool table as the referee needs it: bed, ball, spots and head string from the profile, and which places
 * are on the bed, in the head area, near a cushion or in the way of the rack. See pool.h. */
#include "rules/pool/rack.h"

#include "marking/layout.h"

#include <math.h>

static int64_t nm_of_cm(double cm) { return (int64_t)llround(cm * NM_PER_CM); }

static PoolPoint point_of(Vec2 at) { return (PoolPoint){nm_of_cm(at.x), nm_of_cm(at.y)}; }

/* The widest mouth the profile allows, or a fallback in proportion to the ball. */
static int64_t mouth(const Profile *profile, const char *id, double balls, int64_t ball) {
    const Requirement *requirement = profile_requirement(profile, str_of(id));
    if (requirement && requirement->upper.given) return requirement->upper.value;
    return (int64_t)((double)ball * balls);
}

static bool spot(const Layout *layout, const char *name, PoolPoint *out) {
    const Spot *found = layout_spot(layout, str_of(name));
    if (found) *out = point_of(found->at);
    return found != NULL;
}

static bool lay_out(Arena *arena, const MarkingRules *rules, const Marking *marking, PoolTable *out,
                    Diag *diag) {
    Bed bed = bed_rectangle(marking->length, marking->width);
    const Layout *layout =
        layout_make(arena, rules, marking_game(rules, S("pool")), &bed, marking, &(LayoutChoices){0}, diag);
    if (!layout) return false;
    bool spots = spot(layout, "head", &out->head) && spot(layout, "centre", &out->centre) &&
                 spot(layout, "foot", &out->foot);
    if (!spots || !layout->line_count)
        return diag_error(diag, NO_PLACE, "the marking of pool has no spots or no head string");
    out->string = nm_of_cm(layout->lines[0].feet[0].at.x);
    out->length = nm_of_cm(bed.length);
    out->width = nm_of_cm(bed.width);
    return true;
}

bool pool_table_load(Arena *arena, const MatchSetup *setup, PoolTable *out, Diag *diag) {
    const char *name = setup->table ? setup->table : discipline_pool.default_table;
    const Profile *profile = profile_load(arena, name, setup->profile_folder, diag);
    const MarkingRules *rules = marking_rules(arena, diag);
    if (!profile || !rules) return false;
    const Marking *marking = marking_of(arena, rules, profile, diag);
    if (!marking) return false;
    if (!str_eq(marking->family->id, S("pool")))
        return diag_error(diag, NO_PLACE,
                          "pool is not played on '%.*s', a table of %.*s; take pool-wpa-9ft or pool-wpa-8ft",
                          SARG(profile->id), SARG(marking->family->id));
    out->ball = marking->ball;
    out->corner_mouth = mouth(profile, "pocket.corner.mouth", 2.1, out->ball);
    out->side_mouth = mouth(profile, "pocket.side.mouth", 2.3, out->ball);
    return lay_out(arena, rules, marking, out, diag);
}

/* The string itself is not in the area. */
bool pool_in_head(const PoolTable *table, PoolPoint at) { return at.x < table->string; }

int64_t pool_distance(PoolPoint a, PoolPoint b) {
    return (int64_t)llround(hypot((double)(a.x - b.x), (double)(a.y - b.y)));
}

/* Past the nose line, but between the two noses of a pocket and no deeper than a ball. */
static bool in_mouth(const PoolTable *table, PoolPoint at) {
    double leg = (double)table->corner_mouth / sqrt(2.0);
    double from_end = (double)(at.x < table->length / 2 ? at.x : table->length - at.x);
    double from_side = (double)(at.y < table->width / 2 ? at.y : table->width - at.y);
    double depth = (double)table->ball;
    bool corner = from_end <= leg && from_side <= leg && from_end >= -depth && from_side >= -depth;
    bool side =
        from_side >= -depth && llabs(at.x - table->length / 2) <= table->side_mouth / 2 && from_end >= 0;
    return corner || side;
}

bool pool_on_bed(const PoolTable *table, PoolPoint at) {
    bool on = at.x >= 0 && at.x <= table->length && at.y >= 0 && at.y <= table->width;
    return on || in_mouth(table, at);
}

bool pool_near_cushion(const PoolTable *table, PoolPoint at) {
    int64_t x = at.x < table->length - at.x ? at.x : table->length - at.x;
    int64_t y = at.y < table->width - at.y ? at.y : table->width - at.y;
    int64_t nearest = x < y ? x : y;
    return 2 * nearest - table->ball <=
           2 * table->ball; /* centre to nose less the radius: at most one diameter */
}

static double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
    double dx = b.x - a.x, dy = b.y - a.y;
    double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

static double side_of(Vec2 p, Vec2 a, Vec2 b) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* The triangle through the outermost centres; a ball nearer to it than one diameter would overlap the racked
 * ones or stand among them. */
bool pool_in_rack(const PoolTable *table, PoolPoint at) {
    const RackShape *shape = rack_shape(GAME_14_1);
    Vec2 corners[3] = {rack_place(table, shape, 0), rack_place(table, shape, 10),
                       rack_place(table, shape, 14)};
    Vec2 p = {(double)at.x / NM_PER_CM, (double)at.y / NM_PER_CM};
    bool inside = true;
    double nearest = INFINITY, first = side_of(p, corners[0], corners[1]);
    for (int i = 0; i < 3; i++) {
        Vec2 a = corners[i], b = corners[(i + 1) % 3];
        if (side_of(p, a, b) * first < 0) inside = false;
        double d = distance_to_segment(p, a, b);
        if (d < nearest) nearest = d;
    }
    return inside || nearest * NM_PER_CM < (double)table->ball;
}
