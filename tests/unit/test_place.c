/* Where the names of measuring points lie on the plan. */
#include "unit.h"

#include "model/place.h"

#include <math.h>

static const NominalBed bed = {2840, 1420, true};

static PointPlace place_of(const char *item, const char *name) {
    Str names[] = {str_of(name)};
    return point_place(&bed, str_of(item), names, 1, 0);
}

static void is_at(PointPlace place, double x, double y) {
    ck_assert_int_eq(place.kind, PLACE_POINT);
    ck_assert_msg(fabs(place.a.x - x) < 1e-6 && fabs(place.a.y - y) < 1e-6, "%g, %g instead of %g, %g",
                  place.a.x, place.a.y, x, y);
}

START_TEST(cushions) {
    Str names[] = {S("left-1"), S("left-2"), S("right-1"), S("right-2"), S("bottom"), S("top")};
    is_at(point_place(&bed, S("cushion.height"), names, 6, 0), 2840 / 3.0, 0);
    is_at(point_place(&bed, S("cushion.height"), names, 6, 3), 2840 * 2 / 3.0, 1420);
    is_at(point_place(&bed, S("cushion.height"), names, 6, 4), 0, 710);
    is_at(point_place(&bed, S("cushion.height"), names, 6, 5), 2840, 710);
}
END_TEST

START_TEST(corners) {
    is_at(place_of("rail.height", "bottom-left"), -62, -62);
    is_at(place_of("rail.height", "NE"), 2902, 1482);
    is_at(place_of("rail.height", "foot-right"), 2902, 1482);
    is_at(place_of("rail.height", "Top Left"), 2902, -62);
}
END_TEST

START_TEST(lengths) {
    PointPlace length = place_of("bed.length", "left"), diagonal = place_of("bed.diagonal", "bottom-right");
    ck_assert_int_eq(length.kind, PLACE_SPAN);
    ck_assert(length.a.y < 710 && length.b.x == 2840 && length.a.x == 0);
    ck_assert(diagonal.a.x == 0 && diagonal.a.y == 1420 && diagonal.b.x == 2840 && diagonal.b.y == 0);
    ck_assert_int_eq(place_of("bed.width", "head").kind, PLACE_SPAN);
    ck_assert_int_eq(place_of("bed.width", "left").kind, PLACE_NONE);
}
END_TEST

START_TEST(grids) {
    Str names[] = {S("grid 1.1"), S("grid 7.4")};
    is_at(point_place(&bed, S("light.bed"), names, 2, 0), 2840 / 14.0, 1420 / 8.0);
    is_at(point_place(&bed, S("light.bed"), names, 2, 1), 2840 * 13 / 14.0, 1420 * 7 / 8.0);
    int column, row;
    ck_assert(point_grid(S("grid 3.2"), &column, &row) && column == 3 && row == 2);
    ck_assert(!point_grid(S("grid 3"), &column, &row) && !point_grid(S("grid 0.1"), &column, &row));
    ck_assert(!point_grid(S("grid 3.2.1"), &column, &row) &&
              !point_grid(S("grid 999999999999.1"), &column, &row));
}
END_TEST

START_TEST(no_place) {
    static const char *const names[] = {"",         "white", "p1x", "somewhere",
                                        "grid x.y", "\xFF",  "-",   "left right middle north"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_int_eq(place_of("ball.mass", names[i]).kind, PLACE_NONE);
    ck_assert_int_eq(place_of("bed.length", "somewhere").kind, PLACE_NONE);
}
END_TEST

START_TEST(all_numbers_round_the_table) {
    Str names[40];
    Arena arena = {0};
    for (int i = 0; i < 40; i++) names[i] = str_fmt(&arena, "%d", i + 1);
    for (int i = 0; i < 40; i++) {
        PointPlace place = point_place(&bed, S("rail.width"), names, 40, i);
        ck_assert_int_eq(place.kind, PLACE_POINT);
        ck_assert(place.a.x >= -63 && place.a.x <= 2903 && place.a.y >= -63 && place.a.y <= 1483);
    }
    arena_free(&arena);
}
END_TEST

UNIT_MAIN("place", cushions, corners, lengths, grids, no_place, all_numbers_round_the_table)
