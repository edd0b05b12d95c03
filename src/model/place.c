/* See place.h. */
#include "model/place.h"

#include "base/text.h"

enum { RAIL_MM = 62, WALL_MM = 330 }; /* how far outside the noses rails and walls are shown */

/* What a name's words say: along -1 bottom, 0 not said, 1 top; across -1 left, 1 right; middle; a number. */
typedef struct Spot {
    int along, across;
    bool middle, other;
    int64_t number;
} Spot;

static const struct Word {
    const char *word;
    int along, across;
    bool middle;
} words[] = {
    {"bottom", -1, 0, false}, {"head", -1, 0, false}, {"baulk", -1, 0, false}, {"s", -1, 0, false},
    {"top", 1, 0, false},     {"foot", 1, 0, false},  {"n", 1, 0, false},      {"left", 0, -1, false},
    {"w", 0, -1, false},      {"right", 0, 1, false}, {"e", 0, 1, false},      {"middle", 0, 0, true},
    {"centre", 0, 0, true},   {"center", 0, 0, true}, {"ne", 1, 1, false},     {"nw", 1, -1, false},
    {"se", -1, 1, false},     {"sw", -1, -1, false},
};

static void read_word(Str word, Spot *spot) {
    if (!word.len || str_to_count(word, 1000, &spot->number)) return;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!str_eq_fold(word, str_of(words[i].word))) continue;
        if (words[i].along) spot->along = words[i].along;
        if (words[i].across) spot->across = words[i].across;
        spot->middle |= words[i].middle;
        return;
    }
    spot->other = true;
}

static Spot read_name(Str name) {
    Spot spot = {0};
    while (name.len) {
        ptrdiff_t end = 0;
        while (end < name.len && !strchr(" -_.", name.at[end])) end++;
        read_word(str_slice(name, 0, end), &spot);
        name = str_skip(name, end + 1);
    }
    return spot;
}

static double middle_of(const Profile *profile, const char *id, double otherwise, bool *known) {
    const Requirement *r = profile_requirement(profile, str_of(id));
    if (!r || r->quantity != QUANTITY_LENGTH || !r->lower.given || !r->upper.given) {
        *known = false;
        return otherwise;
    }
    return ((double)r->lower.value + (double)r->upper.value) / 2e6;
}

NominalBed nominal_bed(const Profile *profile) {
    bool known = true;
    NominalBed bed = {.length = middle_of(profile, "bed.length", 2840, &known),
                      .width = middle_of(profile, "bed.width", 1420, &known)};
    if (!known || bed.length < 100 || bed.width < 100 || bed.length > 20000 || bed.width > bed.length)
        return (NominalBed){2840, 1420, false};
    bed.known = true;
    return bed;
}

bool point_grid(Str name, int *column, int *row) {
    int64_t i = 0, j = 0;
    if (!str_starts(name, S("grid "))) return false;
    Str rest = str_skip(name, 5), first = str_cut(&rest, '.');
    if (!str_to_count(first, 100, &i) || !str_to_count(rest, 100, &j) || i < 1 || j < 1) return false;
    *column = (int)i;
    *row = (int)j;
    return true;
}

Vec2 grid_centre(const NominalBed *bed, int columns, int rows, int column, int row) {
    return (Vec2){(column - 0.5) / columns * bed->length, (row - 0.5) / rows * bed->width};
}

static PointPlace grid_place(const NominalBed *bed, const Str *names, int count, int column, int row) {
    int columns = 1, rows = 1, c = 0, r = 0;
    for (int i = 0; i < count; i++) {
        if (!point_grid(names[i], &c, &r)) continue;
        if (c > columns) columns = c;
        if (r > rows) rows = r;
    }
    return (PointPlace){PLACE_POINT, grid_centre(bed, columns, rows, column, row), {0, 0}};
}

static bool starts(Str s, const char *prefix) { return str_starts(s, str_of(prefix)); }

/* Along a side: the k-th of the names that lie on the same side, evenly. */
static double share_of_side(const Str *names, int count, int i) {
    Spot self = read_name(names[i]);
    int before = 0, all = 0;
    for (int k = 0; k < count; k++) {
        Spot other = read_name(names[k]);
        if (other.along != self.along || other.across != self.across || other.other ||
            !other.number != !self.number)
            continue;
        all++;
        before += other.number ? other.number < self.number : k < i;
    }
    return self.number || all > 1 ? (before + 1.0) / (all + 1) : 0.5;
}

static PointPlace span_place(const NominalBed *bed, Str item, Spot spot) {
    double L = bed->length, W = bed->width;
    if (starts(item, "bed.length") && (spot.across || spot.middle)) {
        double y = W * (0.5 + 0.38 * spot.across);
        return (PointPlace){PLACE_SPAN, {0, y}, {L, y}};
    }
    if (starts(item, "bed.width") && (spot.along || spot.middle)) {
        double x = L * (0.5 + 0.42 * spot.along);
        return (PointPlace){PLACE_SPAN, {x, 0}, {x, W}};
    }
    if (starts(item, "bed.diagonal") && spot.along && spot.across) {
        Vec2 from = {spot.along < 0 ? 0 : L, spot.across < 0 ? 0 : W};
        return (PointPlace){PLACE_SPAN, from, {L - from.x, W - from.y}};
    }
    return (PointPlace){PLACE_NONE, {0, 0}, {0, 0}};
}

/* A point on or outside the rim, `out` mm from the noses. */
static PointPlace rim_place(const NominalBed *bed, Spot spot, double share, double out) {
    double L = bed->length, W = bed->width;
    double x = spot.along ? (spot.along < 0 ? -out : L + out) : share * L;
    double y = spot.across ? (spot.across < 0 ? -out : W + out) : share * W;
    return (PointPlace){PLACE_POINT, {x, y}, {0, 0}};
}

/* The i-th of n points evenly round the rim, from the bottom of the left side. */
static PointPlace round_place(const NominalBed *bed, int i, int n, double out) {
    double L = bed->length, W = bed->width, s = (i + 0.5) / n * 2 * (L + W);
    Vec2 at = s < L           ? (Vec2){s, -out}
              : s < L + W     ? (Vec2){L + out, s - L}
              : s < 2 * L + W ? (Vec2){2 * L + W - s, W + out}
                              : (Vec2){-out, 2 * (L + W) - s};
    return (PointPlace){PLACE_POINT, at, {0, 0}};
}

/* The middle of the i-th side: left, top, right, bottom. */
static PointPlace side_place(const NominalBed *bed, int i, double out) {
    static const Spot sides[] = {{0, -1, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {-1, 0, 0, 0, 0}};
    return rim_place(bed, sides[i % 4], 0.5, out);
}

/* Corners and middles of the long sides, for pockets that are only numbered. */
static PointPlace pocket_place(const NominalBed *bed, Str item, int i, int n) {
    static const Spot corners[] = {{-1, -1, 0, 0, 0}, {1, -1, 0, 0, 0}, {1, 1, 0, 0, 0}, {-1, 1, 0, 0, 0}};
    static const Spot sides[] = {{0, -1, 0, 0, 0}, {0, 1, 0, 0, 0}};
    static const Spot all[] = {{-1, -1, 0, 0, 0}, {0, -1, 0, 0, 0}, {1, -1, 0, 0, 0},
                               {1, 1, 0, 0, 0},   {0, 1, 0, 0, 0},  {-1, 1, 0, 0, 0}};
    if (starts(item, "pocket.corner") && n == 4) return rim_place(bed, corners[i], 0.5, 20);
    if (starts(item, "pocket.side") && n == 2) return rim_place(bed, sides[i], 0.5, 20);
    if (n == 6) return rim_place(bed, all[i], 0.5, 20);
    return (PointPlace){PLACE_NONE, {0, 0}, {0, 0}};
}

static PointPlace bed_place(const NominalBed *bed, Spot spot) {
    if (!spot.along && !spot.across && !spot.middle) return (PointPlace){PLACE_NONE, {0, 0}, {0, 0}};
    return (PointPlace){PLACE_POINT,
                        {bed->length * (0.5 + 0.3 * spot.along), bed->width * (0.5 + 0.3 * spot.across)},
                        {0, 0}};
}

PointPlace point_place(const NominalBed *bed, Str item, const Str *names, int count, int i) {
    const PointPlace none = {PLACE_NONE, {0, 0}, {0, 0}};
    Spot spot = read_name(names[i]);
    bool rim = starts(item, "cushion.") || starts(item, "rail.") || starts(item, "clearance.") ||
               starts(item, "light.rail");
    double out = starts(item, "cushion.") ? 0 : starts(item, "clearance.") ? WALL_MM : RAIL_MM;
    int column, row;
    if (point_grid(names[i], &column, &row)) return grid_place(bed, names, count, column, row);
    if (spot.other) return none;
    if (starts(item, "bed.length") || starts(item, "bed.width") || starts(item, "bed.diagonal"))
        return span_place(bed, item, spot);
    if (rim && (spot.along || spot.across))
        return rim_place(bed, spot, spot.along && spot.across ? 0 : share_of_side(names, count, i), out);
    if (rim && spot.number && starts(item, "clearance.") && count == 4) return side_place(bed, i, out);
    if (rim && spot.number) return round_place(bed, i, count, out);
    if (starts(item, "pocket.") && spot.number) return pocket_place(bed, item, i, count);
    return starts(item, "bed.") || starts(item, "slate.") ? bed_place(bed, spot) : none;
}
