/* marking/: the games' lines and areas on whole and crooked beds. Coordinates are those of the worked
 * examples (UMB 5.3, a third and a half of the width); areas are tried at 100,000 points, on every line and
 * at every crossing. */
#include "unit.h"

#include "marking/layout.h"
#include "report/layout/sheet.h"
#include "report/write/drawing_file.h"

#include <math.h>

static Arena arena;
static Diag diag = {.arena = &arena};

static const MarkingRules *rules(void) {
    static const MarkingRules *loaded;
    if (!loaded) loaded = marking_rules(&arena, &diag);
    ck_assert_ptr_nonnull(loaded);
    return loaded;
}

static const Layout *lay_on(const char *game, Bed bed, LayoutChoices choices) {
    return layout_make(&arena, rules(), marking_game(rules(), str_of(game)), &bed, NULL, &choices, &diag);
}

static const Layout *lay(const char *game, double length, double width) {
    const Layout *layout = lay_on(game, bed_rectangle(length, width), (LayoutChoices){0});
    ck_assert_ptr_nonnull(layout);
    return layout;
}

static void at(Vec2 got, double x, double y) {
    ck_assert_double_eq_tol(got.x, x, 1e-9);
    ck_assert_double_eq_tol(got.y, y, 1e-9);
}

START_TEST(worked_example_47_2) {
    const Layout *layout = lay("47/2", 284, 142);
    const double d = 142.0 / 3;
    ck_assert_int_eq(layout->line_count, 4);
    ck_assert_int_eq(layout->field_count, 9);
    ck_assert_int_eq(layout->anchor_count, 8);
    at(layout->lines[1].feet[1].at, 284 - d, 142);
    at(layout->lines[3].feet[0].at, 0, 142 - d);
    ASSERT_STR(layout->anchors[0].name, "bottom@left");
    at(layout->anchors[0].polygon[0], d - 8.9, 0);
    at(layout->anchors[0].polygon[2], d + 8.9, 17.8);
    ASSERT_STR(layout->anchors[5].name, "left@top");
    at(layout->anchors[5].polygon[0], 284 - 17.8, d - 8.9);
    at(layout->anchors[5].polygon[2], 284, d + 8.9);
}
END_TEST

/* DBU Cadre 3(1): six squares and three rectangles of the same width. */
START_TEST(fields_are_squares_and_rectangles) {
    static const char *const nine[] = {"47/1", "47/2", "42/2", "38/2", "35/1", "35/2"};
    for (size_t i = 0; i < sizeof nine / sizeof *nine; i++) {
        const Game *game = marking_game(rules(), str_of(nine[i]));
        const TableSize *size = NULL;
        for (int k = 0; k < game->family->size_count; k++)
            if (str_eq(game->family->sizes[k].id, game->size)) size = &game->family->sizes[k];
        const Layout *layout = lay(nine[i], size->length, size->width);
        for (int k = 0; k < 9; k++) {
            const Vec2 *p = layout->areas[k].polygon;
            ck_assert_double_eq_tol(vec_distance(p[0], p[3]), size->width / 3, 1e-9);
            ck_assert_double_eq_tol(vec_distance(p[0], p[1]),
                                    k / 3 == 1 ? size->length - 2 * size->width / 3 : size->width / 3, 1e-9);
        }
        ck_assert_double_eq_tol(floor(layout->exact), game->label, 1e-9); /* the name is d cut to whole cm */
    }
}
END_TEST

static const Vec2 crooked[CORNER_COUNT] = {{0, 0}, {285.0, 0}, {282.9, 141.6}, {1.2, 142.8}};

static double next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static Vec2 random_point(const Bed *bed, uint64_t *state) {
    double part = next_random(state), side = next_random(state);
    return vec_between(vec_between(bed->corners[BOTTOM_LEFT], bed->corners[TOP_LEFT], part),
                       vec_between(bed->corners[BOTTOM_RIGHT], bed->corners[TOP_RIGHT], part), side);
}

static double nearest_line(const Layout *layout, Vec2 p) {
    double least = 1e9;
    for (int i = 0; i < layout->line_count; i++) {
        Vec2 from = layout->lines[i].feet[0].at, along = vec_unit(vec_sub(layout->lines[i].feet[1].at, from));
        least = fmin(least, fabs(vec_cross(along, vec_sub(p, from))));
    }
    return least;
}

static void tile(const Layout *layout, int points) {
    uint64_t state = 47;
    int held[32];
    for (int i = 0; i < points; i++) {
        Vec2 p = random_point(&layout->bed, &state);
        int n = areas_of_point(layout->areas, layout->field_count, p, 0, held);
        ck_assert_int_ge(n, 1);
        if (nearest_line(layout, p) > 1e-6) ck_assert_int_eq(n, 1);
    }
}

START_TEST(areas_tile_the_bed) {
    tile(lay("47/2", 284, 142), 25000);
    tile(lay("71/2", 283.87, 141.96), 25000);
    tile(lay_on("47/2", bed_of_corners(crooked), (LayoutChoices){0}), 25000);
    tile(lay_on("71/2", bed_of_corners(crooked), (LayoutChoices){0}), 25000);
}
END_TEST

static int holding(const Layout *layout, Vec2 p, double half_line) {
    int held[32];
    return areas_of_point(layout->areas, layout->field_count, p, half_line, held);
}

/* On every line a point is in both its neighbours, on a crossing in four, at a foot in two, in a corner in
 * one. */
static void lines_belong_to_both(const Layout *layout) {
    for (int i = 0; i < layout->line_count; i++) {
        const Foot *feet = layout->lines[i].feet;
        ck_assert_int_eq(holding(layout, feet[0].at, 0), 2);
        ck_assert_int_eq(holding(layout, feet[1].at, 0), 2);
        for (int k = 1; k < 100; k++)
            ck_assert_int_ge(holding(layout, vec_between(feet[0].at, feet[1].at, k / 100.0), 0), 2);
        for (int j = 2; i < 2 && j < layout->line_count; j++) {
            Ray a = {feet[0].at, vec_unit(vec_sub(feet[1].at, feet[0].at))};
            Ray b = {layout->lines[j].feet[0].at,
                     vec_unit(vec_sub(layout->lines[j].feet[1].at, layout->lines[j].feet[0].at))};
            ck_assert_int_eq(holding(layout, ray_meet(a, b), 0), 4);
        }
    }
    for (int i = 0; i < CORNER_COUNT; i++) ck_assert_int_eq(holding(layout, layout->bed.corners[i], 0), 1);
}

START_TEST(a_point_on_a_line_is_in_both_fields) {
    lines_belong_to_both(lay("47/2", 284, 142));
    lines_belong_to_both(lay("52/2", 210, 105));
    lines_belong_to_both(lay_on("47/2", bed_of_corners(crooked), (LayoutChoices){0}));
    lines_belong_to_both(lay_on("71/2", bed_of_corners(crooked), (LayoutChoices){0}));
}
END_TEST

START_TEST(a_line_has_a_width) {
    const Layout *layout = lay("35/2", 210, 105);
    ck_assert_int_eq(holding(layout, (Vec2){35.0999, 10}, 0.1), 2);
    ck_assert_int_eq(holding(layout, (Vec2){35.1001, 10}, 0.1), 1);
    ck_assert_int_eq(holding(layout, (Vec2){34.9001, 10}, 0.1), 2);
    ck_assert_int_eq(holding(layout, (Vec2){35.09, 35.09}, 0.1), 4); /* on both lines, so in all four */
    ck_assert(area_holds(&layout->anchors[0], (Vec2){43.95, 10}, 0.1));
    ck_assert(!area_holds(&layout->anchors[0], (Vec2){43.95, 10}, 0));
}
END_TEST

START_TEST(free_corner_on_its_stroke) {
    const Layout *layout = lay("free", 284, 142);
    ck_assert_int_eq(layout->area_count, 4);
    for (int i = 0; i < 4; i++) {
        const Foot *feet = layout->lines[i].feet;
        ck_assert(area_holds(&layout->areas[i], vec_between(feet[0].at, feet[1].at, 0.3), 0));
        ck_assert_int_eq(holding(layout, (Vec2){142, 71}, 0), 0);
    }
    ck_assert(!area_holds(&layout->areas[0], (Vec2){35.6, 17.8}, 0));
    ck_assert(area_holds(&layout->areas[0], (Vec2){35.6, 17.8}, 0.1));
}
END_TEST

/* The table seen in a mirror has the mirrored marks. */
START_TEST(mirrored_table_mirrored_marks) {
    const Vec2 *c = crooked;
    double width = c[BOTTOM_RIGHT].y;
    Bed bed = bed_of_corners(crooked);
    Vec2 flipped[CORNER_COUNT] = {{c[3].x, width - c[3].y},
                                  {c[2].x, width - c[2].y},
                                  {c[1].x, width - c[1].y},
                                  {c[0].x, width - c[0].y}};
    Bed mirror = bed_of_corners(flipped);
    const Layout *a = lay_on("47/2", bed, (LayoutChoices){0}),
                 *b = lay_on("47/2", mirror, (LayoutChoices){0});
    static const int other_line[4] = {0, 1, 3, 2};
    for (int i = 0; i < 4; i++)
        for (int end = 0; end < 2; end++) {
            const Foot *foot = &a->lines[i].feet[end];
            const Foot *image = &b->lines[other_line[i]].feet[i < 2 ? 1 - end : end];
            at(image->at, foot->at.x, width - foot->at.y);
        }
    for (int i = 0; i < 3; i++) at(b->spots[i].at, a->spots[i].at.x, width - a->spots[i].at.y);
    at(b->spots[4].at, a->spots[3].at.x, width - a->spots[3].at.y);
}
END_TEST

/* A tape from the nose is right anywhere along the line. */
START_TEST(lines_are_parallel_to_their_cushions) {
    Bed bed = bed_of_corners(crooked);
    const Layout *layout = lay_on("47/2", bed, (LayoutChoices){0});
    static const Cushion own[4] = {CUSHION_BOTTOM, CUSHION_TOP, CUSHION_LEFT, CUSHION_RIGHT};
    for (int i = 0; i < 4; i++)
        for (int end = 0; end < 2; end++) {
            Vec2 from_nose = vec_sub(layout->lines[i].feet[end].at, cushion_ray(&bed, own[i]).at);
            ck_assert_double_eq_tol(vec_dot(from_nose, cushion_inward(&bed, own[i])), bed.width / 3, 1e-9);
        }
}
END_TEST

START_TEST(games_fit_by_size) {
    ASSERT_STR(games_fitting(&arena, rules(), NULL, 210, 105),
               "35/1, 35/2, 52/2, free, 1-cushion, 3-cushion");
    ASSERT_STR(games_fitting(&arena, rules(), NULL, 289, 144.5),
               "47/1, 47/2, 71/2, free, 1-cushion, 3-cushion");
    ASSERT_STR(games_fitting(&arena, rules(), NULL, 289.01, 142), "free, 1-cushion, 3-cushion");
    ck_assert_ptr_null(lay_on("47/2", bed_rectangle(210, 105), (LayoutChoices){0}));
    ck_assert_ptr_null(lay_on("71/2", bed_rectangle(284, 142), (LayoutChoices){.offset = OFFSET_THIRD}));
    ck_assert_ptr_null(
        lay_on("71/2", bed_rectangle(284, 142), (LayoutChoices){.has_centre = true, .centre_free = true}));
    ck_assert_ptr_null(lay_on("snooker", bed_rectangle(90, 45), (LayoutChoices){0}));
}
END_TEST

START_TEST(start_spots_by_size) {
    static const struct {
        double length, width, beside;
    } sizes[] = {{284, 142, 18.25}, {252, 126, 16.3}, {230, 115, 14.8}, {210, 105, 13.5}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const Layout *layout = lay("3-cushion", sizes[i].length, sizes[i].width);
        at(layout_spot(layout, S("start-left"))->at, sizes[i].length / 4,
           sizes[i].width / 2 - sizes[i].beside);
        at(layout_spot(layout, S("top"))->at, sizes[i].length * 3 / 4, sizes[i].width / 2);
    }
    ck_assert_ptr_null(layout_spot(lay("free", 300, 150), S("start-left")));
}
END_TEST

/* The picture to touch: every area once, under its own name, in the group above all ink. */
START_TEST(areas_are_named_shapes) {
    const Layout *layout = lay("71/2", 284, 142);
    const LayoutSheet sheet = {.arena = &arena, .layouts = &layout, .count = 1};
    Buf out = {0};
    svg_write(layout_areas_drawing(&sheet), &out);
    ptrdiff_t group = str_find(buf_str(&out), S("id=\"AREAS\""));
    ck_assert_int_gt(group, 0);
    for (int i = 0; i < layout->area_count; i++) {
        Str wanted = str_fmt(&arena, "data-name=\"%.*s\"", SARG(layout->areas[i].name));
        ck_assert_int_ge(str_find(str_skip(buf_str(&out), group), wanted), 0);
    }
    buf_free(&out);
}
END_TEST

UNIT_MAIN("marking", worked_example_47_2, fields_are_squares_and_rectangles, areas_tile_the_bed,
          a_point_on_a_line_is_in_both_fields, a_line_has_a_width, free_corner_on_its_stroke,
          mirrored_table_mirrored_marks, lines_are_parallel_to_their_cushions, games_fit_by_size,
          start_spots_by_size, areas_are_named_shapes)
