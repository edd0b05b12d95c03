/* See spots.h. */
#include "marking/spots.h"

#include "marking/balkline.h"

static Ray station_line(const Bed *bed, const Station *at) {
    if (at->kind == STATION_FROM_FAR) return cushion_parallel(bed, CUSHION_TOP, at->value);
    return cushion_parallel(bed, CUSHION_BOTTOM,
                            at->kind == STATION_PART ? at->value * bed->length : at->value);
}

int spots_lines(Arena *arena, const Bed *bed, const Family *family, Line *lines) {
    for (int i = 0; i < family->line_count; i++)
        lines[i] =
            line_across(arena, bed, family, family->lines[i].name, station_line(bed, &family->lines[i].at));
    return family->line_count;
}

static const Line *line_named(const Family *family, const Line *lines, Str name) {
    for (int i = 0; i < family->line_count; i++)
        if (str_eq(lines[i].name, name)) return &lines[i];
    return NULL;
}

/* The place on the long axis, and the direction that is "beside" there: square to the axis, or along the
 * line. */
static Ray station_ray(const Bed *bed, const Family *family, const Line *lines, const Station *at) {
    double length;
    Ray axis = bed_axis(bed, &length);
    Vec2 square = vec_right(axis.along);
    if (at->kind == STATION_PART)
        return (Ray){vec_add(axis.at, vec_scale(axis.along, at->value * length)), square};
    if (at->kind != STATION_LINE) return (Ray){ray_meet(axis, station_line(bed, at)), square};
    Ray line = line_ray(line_named(family, lines, at->line));
    return (Ray){ray_meet(axis, line), line.along};
}

int spots_make(const Bed *bed, const Family *family, const Line *lines, bool has_start, double start,
               Spot *spots) {
    int n = 0;
    for (int i = 0; i < family->spot_count; i++) {
        const SpotRule *rule = &family->spots[i];
        if (rule->by_start && !has_start) continue;
        Ray ray = station_ray(bed, family, lines, &rule->at);
        double side = rule->by_start ? rule->side * start : rule->side;
        spots[n++] = (Spot){rule->name, vec_add(ray.at, vec_scale(ray.along, side))};
    }
    return n;
}

int spots_arcs(const Bed *bed, const Family *family, const Line *lines, Arc *arcs) {
    for (int i = 0; i < family->arc_count; i++) {
        const ArcRule *rule = &family->arcs[i];
        Station at = {.kind = STATION_LINE, .line = rule->line};
        Ray ray = station_ray(bed, family, lines, &at);
        arcs[i] = (Arc){.name = rule->name,
                        .centre = ray.at,
                        .from = vec_sub(ray.at, vec_scale(ray.along, rule->radius)),
                        .to = vec_add(ray.at, vec_scale(ray.along, rule->radius)),
                        .radius = rule->radius};
    }
    return family->arc_count;
}
