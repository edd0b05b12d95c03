/* Exact fractions: small and wide ones give the same answers, and both those of school. */
#include "base/fraction.h"
#include "unit.h"

static Arena arena;

static const int primes[] = {1000003, 1000033, 1000037, 1000039, 1000081, 1000099, 1000117, 1000121, 1000133};

/* Σ 1/p: its denominator is the product of the primes, beyond 128 bits. */
static Fraction beyond(void) {
    Fraction sum = fraction_of(0, 1);
    for (int i = 0; i < 9; i++) sum = fraction_add(&arena, sum, fraction_of(1, primes[i]));
    ck_assert_ptr_nonnull(sum.wide);
    return sum;
}

/* The same value in many words. */
static Fraction widen(Fraction a) {
    return fraction_sub(&arena, fraction_add(&arena, a, beyond()), beyond());
}

START_TEST(wide_ones_are_like_small_ones) {
    const int values[] = {-1000001, -7, -1, 0, 1, 2, 3, 10, 999999};
    enum { N = sizeof values / sizeof *values };
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            Fraction a = fraction_of(values[i], 7), b = fraction_of(values[j], 12), A = widen(a),
                     B = widen(b);
            ck_assert_int_eq(fraction_cmp(&arena, a, b), fraction_cmp(&arena, A, B));
            ck_assert_int_eq(fraction_cmp(&arena, fraction_add(&arena, a, b), fraction_add(&arena, A, B)), 0);
            ck_assert_int_eq(fraction_cmp(&arena, fraction_sub(&arena, a, b), fraction_sub(&arena, A, b)), 0);
            ck_assert_int_eq(fraction_cmp(&arena, fraction_mul(&arena, a, b), fraction_mul(&arena, a, B)), 0);
            if (values[j])
                ck_assert_int_eq(fraction_cmp(&arena, fraction_div(&arena, a, b), fraction_div(&arena, A, B)),
                                 0);
            ck_assert_double_eq_tol(fraction_double(A), values[i] / 7.0, 1e-9);
            for (int places = -4; places < 12; places++) {
                ck_assert(str_eq(fraction_print(&arena, a, places), fraction_print(&arena, A, places)));
                ck_assert_int_eq(fraction_cmp(&arena, fraction_round(&arena, a, places),
                                              fraction_round(&arena, A, places)),
                                 0);
            }
        }
}
END_TEST

START_TEST(printing) {
    ASSERT_STR(fraction_print(&arena, fraction_of(1, 3), 4), "0.3333");
    ASSERT_STR(fraction_print(&arena, fraction_of(-1, 3), 0), "0");
    ASSERT_STR(fraction_print(&arena, fraction_of(5, 2), 0), "2"); /* half to even */
    ASSERT_STR(fraction_print(&arena, fraction_of(7, 2), 0), "4");
    ASSERT_STR(fraction_print(&arena, fraction_of(-25, 100), 1), "-0.2");
    ASSERT_STR(fraction_print(&arena, fraction_of(1250, 1), -2), "1200");
    ASSERT_STR(fraction_print(&arena, fraction_of(49, 1), -2), "0");
    ASSERT_STR(fraction_print(&arena, fraction_of(-1350, 1), -2), "-1400");
    ASSERT_STR(fraction_print(&arena, fraction_of(2, 3), 50),
               "0.66666666666666666666666666666666666666666666666667");
    ASSERT_STR(fraction_print(&arena, widen(fraction_of(-1, 400)), 3), "-0.002");
}
END_TEST

START_TEST(a_mean_no_128_bits_hold) {
    Fraction sum = beyond(), back = sum;
    for (int i = 0; i < 9; i++) back = fraction_sub(&arena, back, fraction_of(1, primes[i]));
    ck_assert_int_eq(fraction_sign(back), 0);
    Fraction more = fraction_add(&arena, sum, fraction_of(1, (int128)1 << 126));
    ck_assert_int_gt(fraction_cmp(&arena, more, sum), 0);
    ck_assert_double_eq_tol(fraction_double(sum), 8.99933e-6, 1e-10);
}
END_TEST

UNIT_MAIN("fraction", wide_ones_are_like_small_ones, printing, a_mean_no_128_bits_hold)
