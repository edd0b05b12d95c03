/* See balkline.h. */
#include "marking/balkline.h"

static double along_cushion(const Bed *bed, Cushion cushion, Vec2 at) {
    Ray ray = cushion_ray(bed, cushion);
    return vec_dot(vec_sub(at, ray.at), ray.along);
}

static Foot foot_at(Arena *arena, const Bed *bed, const Family *family, Str line, Cushion cushion, Vec2 at) {
    Str mark = str_fmt(arena, "%.*s@%.*s", SARG(line), SARG(cushion_name(family, cushion)));
    return (Foot){mark, cushion, along_cushion(bed, cushion, at), at};
}

Foot foot_make(Arena *arena, const Bed *bed, const Family *family, Str line, Ray ray, Cushion cushion) {
    return foot_at(arena, bed, family, line, cushion, ray_meet(ray, cushion_ray(bed, cushion)));
}

static Line line_between(Arena *arena, const Bed *bed, const Family *family, Str name, Ray ray, Cushion from,
                         Cushion to) {
    return (Line){.name = name,
                  .feet = {foot_make(arena, bed, family, name, ray, from),
                           foot_make(arena, bed, family, name, ray, to)}};
}

Line line_across(Arena *arena, const Bed *bed, const Family *family, Str name, Ray ray) {
    return line_between(arena, bed, family, name, ray, CUSHION_LEFT, CUSHION_RIGHT);
}

Ray line_ray(const Line *line) {
    return (Ray){line->feet[0].at, vec_unit(vec_sub(line->feet[1].at, line->feet[0].at))};
}

/* ---- balklines ---- */

/* The long lines end at the middles of the short cushions exactly, whatever rounding makes of their crossing.
 */
static Line middle_line(Arena *arena, const Bed *bed, const Family *family) {
    Line line = {.name = S("middle")};
    static const Cushion ends[2] = {CUSHION_BOTTOM, CUSHION_TOP};
    for (int i = 0; i < 2; i++) {
        double half = cushion_length(bed, ends[i]) / 2;
        line.feet[i] = foot_at(arena, bed, family, line.name, ends[i], cushion_point(bed, ends[i], half));
    }
    return line;
}

int balkline_lines(Arena *arena, const Bed *bed, const Game *game, double offset, Line *lines) {
    static const struct {
        Str name;
        Cushion parallel, from, to;
    } rules[MOST_LINES] = {
        {S_INIT("bottom"), CUSHION_BOTTOM, CUSHION_LEFT, CUSHION_RIGHT},
        {S_INIT("top"), CUSHION_TOP, CUSHION_LEFT, CUSHION_RIGHT},
        {S_INIT("left"), CUSHION_LEFT, CUSHION_BOTTOM, CUSHION_TOP},
        {S_INIT("right"), CUSHION_RIGHT, CUSHION_BOTTOM, CUSHION_TOP},
    };
    int across = 2, count = game->fields == 9 ? MOST_LINES : across;
    for (int i = 0; i < count; i++)
        lines[i] = line_between(arena, bed, game->family, rules[i].name,
                                cushion_parallel(bed, rules[i].parallel, offset), rules[i].from, rules[i].to);
    if (game->fields == 6) lines[count++] = middle_line(arena, bed, game->family);
    return count;
}

/* ---- fields ---- */

static void field_polygon(Area *area, const Ray across[2], const Ray lengthwise[2]) {
    area->polygon[0] = ray_meet(across[0], lengthwise[0]);
    area->polygon[1] = ray_meet(across[1], lengthwise[0]);
    area->polygon[2] = ray_meet(across[1], lengthwise[1]);
    area->polygon[3] = ray_meet(across[0], lengthwise[1]);
    area->n = 4;
}

int balkline_fields(const Bed *bed, const Line *lines, bool centre_free, Area *areas, const Game *game) {
    static const Str nine[] = {S_INIT("bottom-left"), S_INIT("bottom-centre"), S_INIT("bottom-right"),
                               S_INIT("centre-left"), S_INIT("centre"),        S_INIT("centre-right"),
                               S_INIT("top-left"),    S_INIT("top-centre"),    S_INIT("top-right")};
    enum { ROWS = 3, CENTRE = 4 };
    Ray across[ROWS + 1] = {cushion_ray(bed, CUSHION_BOTTOM), line_ray(&lines[0]), line_ray(&lines[1]),
                            cushion_ray(bed, CUSHION_TOP)};
    Ray lengthwise[ROWS + 1] = {cushion_ray(bed, CUSHION_LEFT)};
    int columns = game->fields / ROWS, n = 0;
    for (int i = 1; i < columns; i++) lengthwise[i] = line_ray(&lines[1 + i]);
    lengthwise[columns] = cushion_ray(bed, CUSHION_RIGHT);
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < columns; column++) {
            int name = row * ROWS + (columns == ROWS ? column : 2 * column);
            areas[n] = (Area){.name = nine[name], .restricted = !(centre_free && name == CENTRE)};
            field_polygon(&areas[n++], &across[row], &lengthwise[column]);
        }
    return n;
}

/* ---- anchors ---- */

/* Corners bottom-left, top-left, top-right, bottom-right of a square that stands on a cushion: which of them
 * are towards the cushion's top or right end, and which lie away from the nose. */
static const struct {
    signed char along[4];
    bool away[4];
} anchor_corners[CUSHION_COUNT] = {
    [CUSHION_LEFT] = {{-1, 1, 1, -1}, {0, 0, 1, 1}},
    [CUSHION_TOP] = {{-1, -1, 1, 1}, {1, 0, 0, 1}},
    [CUSHION_RIGHT] = {{-1, 1, 1, -1}, {1, 1, 0, 0}},
    [CUSHION_BOTTOM] = {{-1, -1, 1, 1}, {0, 1, 1, 0}},
};

static Area anchor_at(const Bed *bed, const Foot *foot, double side) {
    Area area = {.name = foot->mark, .n = 4, .restricted = true, .anchor = true};
    Vec2 along = cushion_ray(bed, foot->cushion).along, inward = cushion_inward(bed, foot->cushion);
    for (int i = 0; i < 4; i++) {
        area.polygon[i] =
            vec_add(foot->at, vec_scale(along, anchor_corners[foot->cushion].along[i] * side / 2));
        if (anchor_corners[foot->cushion].away[i])
            area.polygon[i] = vec_add(area.polygon[i], vec_scale(inward, side));
    }
    return area;
}

int balkline_anchors(const Bed *bed, const Line *lines, int count, double side, Area *areas) {
    int n = 0;
    for (int i = 0; i < count; i++)
        for (int end = 0; end < 2; end++) areas[n++] = anchor_at(bed, &lines[i].feet[end], side);
    return n;
}

/* ---- corners of the free game ---- */

typedef struct CornerRule {
    Str name;
    Corner corner;
    Cushion along, across;      /* the long and the short cushion that meet there */
    bool far_along, far_across; /* at that cushion's top or right end */
} CornerRule;

static const CornerRule corner_rules[4] = {
    {S_INIT("corner-bottom-left"), BOTTOM_LEFT, CUSHION_LEFT, CUSHION_BOTTOM, false, false},
    {S_INIT("corner-bottom-right"), BOTTOM_RIGHT, CUSHION_RIGHT, CUSHION_BOTTOM, false, true},
    {S_INIT("corner-top-left"), TOP_LEFT, CUSHION_LEFT, CUSHION_TOP, true, false},
    {S_INIT("corner-top-right"), TOP_RIGHT, CUSHION_RIGHT, CUSHION_TOP, true, true},
};

static Foot leg_end(Arena *arena, const Bed *bed, const Family *family, Str name, Cushion cushion, bool far,
                    double leg) {
    double along = far ? cushion_length(bed, cushion) - leg : leg;
    return foot_at(arena, bed, family, name, cushion, cushion_point(bed, cushion, along));
}

int corner_lines(Arena *arena, const Bed *bed, const Game *game, Line *lines) {
    double along = bed->length * game->corner_length, across = bed->width * game->corner_width;
    for (int i = 0; i < 4; i++) {
        const CornerRule *rule = &corner_rules[i];
        lines[i] = (Line){.name = rule->name, .corner = true};
        lines[i].feet[0] = leg_end(arena, bed, game->family, rule->name, rule->along, rule->far_along, along);
        lines[i].feet[1] =
            leg_end(arena, bed, game->family, rule->name, rule->across, rule->far_across, across);
    }
    return 4;
}

int corner_areas(const Bed *bed, const Line *lines, Area *areas) {
    for (int i = 0; i < 4; i++)
        areas[i] = (Area){
            .name = corner_rules[i].name,
            .polygon = {bed->corners[corner_rules[i].corner], lines[i].feet[0].at, lines[i].feet[1].at},
            .n = 3,
            .restricted = true};
    return 4;
}
