/* marking/quadrilateral: the fit of a bed to its six distances. Right values: distances computed from known
 * corners; hand calculation on a rectangle; least-squares solutions by an independent program
 * (tests/scripts/layout_fit.py). */
#include "unit.h"

#include "marking/quadrilateral.h"

#include <math.h>

static void from_corners(const Vec2 c[CORNER_COUNT], double u, Distance d[SIDE_COUNT]) {
    const double value[SIDE_COUNT] = {
        [LENGTH_LEFT] = vec_distance(c[BOTTOM_LEFT], c[TOP_LEFT]),
        [LENGTH_RIGHT] = vec_distance(c[BOTTOM_RIGHT], c[TOP_RIGHT]),
        [WIDTH_BOTTOM] = vec_distance(c[BOTTOM_LEFT], c[BOTTOM_RIGHT]),
        [WIDTH_TOP] = vec_distance(c[TOP_LEFT], c[TOP_RIGHT]),
        [DIAGONAL_BOTTOM_LEFT] = vec_distance(c[BOTTOM_LEFT], c[TOP_RIGHT]),
        [DIAGONAL_BOTTOM_RIGHT] = vec_distance(c[BOTTOM_RIGHT], c[TOP_LEFT]),
    };
    for (int i = 0; i < SIDE_COUNT; i++) d[i] = (Distance){true, value[i], u};
}

static void readings(const double mm[SIDE_COUNT], const double u_mm[SIDE_COUNT], Distance d[SIDE_COUNT]) {
    for (int i = 0; i < SIDE_COUNT; i++) d[i] = (Distance){true, mm[i] / 10, u_mm[i] / 10};
}

static const Vec2 crooked[CORNER_COUNT] = {{0, 0}, {285.0, 0}, {282.9, 141.6}, {1.2, 142.8}};

START_TEST(true_distances_give_the_true_shape) {
    Distance d[SIDE_COUNT];
    Fit fit;
    from_corners(crooked, 0.05, d);
    ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_DONE);
    for (int i = 0; i < CORNER_COUNT; i++)
        ck_assert_double_eq_tol(vec_distance(fit.bed.corners[i], crooked[i]), 0, 1e-8);
    for (int i = 0; i < SIDE_COUNT; i++) ck_assert_double_eq_tol(fit.residuals[i], 0, 1e-8);
    ck_assert(fit.checked && fit.consistent && fit.suspect < 0);
    ck_assert_double_eq_tol(fit.misclosure, 0, 1e-8);
}
END_TEST

START_TEST(any_five_fix_the_shape) {
    for (int left_out = 0; left_out < SIDE_COUNT; left_out++) {
        Distance d[SIDE_COUNT];
        Fit fit;
        from_corners(crooked, 0.05, d);
        d[left_out].given = false;
        ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_DONE);
        ck_assert(fit.angles_fitted && !fit.checked);
        for (int i = 0; i < CORNER_COUNT; i++)
            ck_assert_double_eq_tol(vec_distance(fit.bed.corners[i], crooked[i]), 0, 1e-7);
    }
}
END_TEST

/* On a rectangle a diagonal follows from the five with the sensitivities L/D, L/D, W/D, W/D, -1 to first
 * order, so with equal u the variance of the misclosure is u² (1 + 2 (L² + W²)/D² + 1) = 4 u². */
START_TEST(misclosure_u_by_hand) {
    Distance d[SIDE_COUNT];
    Fit fit;
    Bed bed = bed_rectangle(284, 142);
    from_corners(bed.corners, 0.05, d);
    ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_DONE);
    ck_assert_double_eq_tol(fit.misclosure_u, 0.1, 1e-9);
    d[LENGTH_LEFT].u = 0.3;
    quadrilateral_fit(d, &fit);
    double D2 = 284.0 * 284 + 142.0 * 142, c2 = 284.0 * 284 / D2;
    ck_assert_double_eq_tol(fit.misclosure_u, sqrt(4 * 0.0025 + c2 * (0.09 - 0.0025)), 1e-9);
}
END_TEST

/* The misclosure's uncertainty is what a small change of each reading does to the misclosure itself. */
START_TEST(propagation_agrees_with_differences) {
    Distance d[SIDE_COUNT];
    Fit base, moved;
    from_corners(crooked, 0.02, d);
    d[WIDTH_TOP].u = 0.09, d[DIAGONAL_BOTTOM_RIGHT].u = 0.05;
    quadrilateral_fit(d, &base);
    double sum = 0;
    for (int i = 0; i < SIDE_COUNT; i++) {
        Distance shifted[SIDE_COUNT];
        for (int k = 0; k < SIDE_COUNT; k++) shifted[k] = d[k];
        shifted[i].value += 1e-4;
        quadrilateral_fit(shifted, &moved);
        sum += pow((moved.misclosure - base.misclosure) / 1e-4 * d[i].u, 2);
    }
    ck_assert_double_eq_tol(base.misclosure_u, sqrt(sum), 1e-5);
}
END_TEST

/* One redundancy: residual over its own standard deviation is the same number for all six. */
START_TEST(standardised_residuals_are_equal) {
    Distance d[SIDE_COUNT];
    Fit base, fit, moved;
    from_corners(crooked, 0.02, d);
    d[LENGTH_RIGHT].u = 0.07;
    d[WIDTH_TOP].value += 0.15;
    quadrilateral_fit(d, &fit);
    base = fit;
    double first = 0;
    for (int i = 0; i < SIDE_COUNT; i++) {
        double variance = 0;
        for (int k = 0; k < SIDE_COUNT; k++) {
            Distance shifted[SIDE_COUNT];
            for (int n = 0; n < SIDE_COUNT; n++) shifted[n] = d[n];
            shifted[k].value += 1e-4;
            quadrilateral_fit(shifted, &moved);
            variance += pow((moved.residuals[i] - base.residuals[i]) / 1e-4 * d[k].u, 2);
        }
        double standardised = fabs(fit.residuals[i]) / sqrt(variance);
        if (i == 0) first = standardised;
        ck_assert_double_eq_tol(standardised, first, 0.01 * first);
    }
}
END_TEST

/* Solved by tests/scripts/layout_fit.py. */
START_TEST(weights_move_the_worst_reading_most) {
    const double mm[SIDE_COUNT] = {2841.4, 2840.6, 1418.7, 1422.0, 3177.5, 3177.8}, u = 0.1 / sqrt(12);
    const double U[SIDE_COUNT] = {0.4, 1.0, 0.4, 1.0, 3.0, 1.0};
    static const double residuals[SIDE_COUNT] = {-0.0362, -0.2223, -0.0181, -0.1110, 2.2289, 0.2486};
    double us[SIDE_COUNT];
    Distance d[SIDE_COUNT];
    Fit fit;
    for (int i = 0; i < SIDE_COUNT; i++) us[i] = hypot(U[i] / 2, u);
    readings(mm, us, d);
    ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_DONE);
    ck_assert_double_eq_tol(10 * fit.misclosure, 2.7667, 0.0001);
    ck_assert_double_eq_tol(10 * fit.misclosure_u, 1.6715, 0.0001);
    for (int i = 0; i < SIDE_COUNT; i++) ck_assert_double_eq_tol(10 * fit.residuals[i], residuals[i], 0.0001);
}
END_TEST

/* 20 mm too much in any one reading of a good table: that reading is the suspect. */
START_TEST(the_wrong_reading_is_the_suspect) {
    for (int wrong = 0; wrong < SIDE_COUNT; wrong++) {
        const Vec2 good[CORNER_COUNT] = {{0, 0}, {284.1, 0}, {284.0, 142.1}, {-0.05, 141.95}};
        Distance d[SIDE_COUNT];
        Fit fit;
        from_corners(good, 0.05, d);
        d[wrong].value += 2;
        ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_DONE);
        ck_assert(!fit.consistent);
        ck_assert_int_eq(fit.suspect, wrong);
    }
}
END_TEST

START_TEST(three_u_is_the_limit) {
    Distance d[SIDE_COUNT];
    Fit fit;
    Bed bed = bed_rectangle(284, 142);
    from_corners(bed.corners, 0.05, d);
    d[DIAGONAL_BOTTOM_LEFT].value += 0.3 - 1e-7;
    quadrilateral_fit(d, &fit);
    ck_assert(fit.consistent);
    d[DIAGONAL_BOTTOM_LEFT].value += 2e-7;
    quadrilateral_fit(d, &fit);
    ck_assert(!fit.consistent);
}
END_TEST

START_TEST(what_makes_no_quadrilateral) {
    Distance d[SIDE_COUNT];
    Fit fit;
    Bed bed = bed_rectangle(284, 142);
    from_corners(bed.corners, 0.05, d);
    d[DIAGONAL_BOTTOM_RIGHT].value *= 10;
    ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_IMPOSSIBLE);
    from_corners(bed.corners, 0.05, d);
    d[DIAGONAL_BOTTOM_LEFT].value = 141.9; /* shorter than the difference of the sides */
    ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_IMPOSSIBLE);
    from_corners(bed.corners, 0.05, d);
    d[WIDTH_TOP].value = d[WIDTH_TOP].value * 1e6;
    ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_IMPOSSIBLE);
    d[LENGTH_LEFT].given = d[LENGTH_RIGHT].given = false;
    ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_NO_LENGTH);
}
END_TEST

START_TEST(few_distances_make_a_rectangle) {
    Distance d[SIDE_COUNT] = {{0}};
    Fit fit;
    d[LENGTH_LEFT] = (Distance){true, 283.8, 0.1};
    d[LENGTH_RIGHT] = (Distance){true, 284.3, 0.2}; /* weights 4 : 1 */
    d[WIDTH_TOP] = (Distance){true, 142, 0.1};
    ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_DONE);
    ck_assert(!fit.angles_fitted && !fit.checked);
    ck_assert_double_eq_tol(fit.bed.length, 283.9, 1e-9);
    ck_assert_double_eq_tol(fit.bed.width, 142, 1e-9);
    ck_assert_double_eq_tol(fit.residuals[LENGTH_RIGHT], 0.4, 1e-9);
}
END_TEST

static double next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static double squares(const Distance d[SIDE_COUNT], const Vec2 corners[CORNER_COUNT]) {
    Distance of[SIDE_COUNT];
    double sum = 0;
    from_corners(corners, 1, of);
    for (int i = 0; i < SIDE_COUNT; i++) sum += pow((d[i].value - of[i].value) / d[i].u, 2);
    return sum;
}

/* Up to 20 cm wrong, uncertainties from 0.01 mm to 10 cm: there is always a shape, and no shape near it is
 * better. */
START_TEST(gross_readings_still_have_a_best_shape) {
    uint64_t state = 5;
    for (int n = 0; n < 3000; n++) {
        Distance d[SIDE_COUNT];
        Fit fit;
        Bed bed = bed_rectangle(284, 142);
        from_corners(bed.corners, 1, d);
        for (int i = 0; i < SIDE_COUNT; i++) {
            d[i].u = 0.001 * pow(10, 4 * next_random(&state));
            d[i].value += (next_random(&state) - 0.5) * (next_random(&state) < 0.3 ? 40 : 0.5);
        }
        ck_assert_int_eq(quadrilateral_fit(d, &fit), FIT_DONE);
        double best = squares(d, fit.bed.corners);
        for (int k = 0; k < 6; k++) {
            Vec2 moved[CORNER_COUNT];
            for (int i = 0; i < CORNER_COUNT; i++) moved[i] = fit.bed.corners[i];
            double step = k % 2 ? 1e-3 : -1e-3;
            if (k < 2)
                moved[TOP_LEFT].x += step;
            else if (k < 4)
                moved[TOP_RIGHT].y += step;
            else
                moved[BOTTOM_RIGHT].x += step, moved[TOP_RIGHT].x += step;
            ck_assert_double_ge(squares(d, moved), best * (1 - 1e-9));
        }
    }
}
END_TEST

UNIT_MAIN("quadrilateral", gross_readings_still_have_a_best_shape, true_distances_give_the_true_shape,
          any_five_fix_the_shape, misclosure_u_by_hand, propagation_agrees_with_differences,
          standardised_residuals_are_equal, weights_move_the_worst_reading_most,
          the_wrong_reading_is_the_suspect, three_u_is_the_limit, what_makes_no_quadrilateral,
          few_distances_make_a_rectangle)
