/* The validation report: published worked examples against what the program computes, by the functions that
 * judge tables. A row passes when ours agrees within half a unit of the last digit published. Prints
 * Markdown; exit 1 when a row fails. Made into tests/validation.md by `make validation`, compared with it by
 * `make check`. */
#include "judge/rule.h"
#include "judge/statistics.h"
#include "judge/uncertainty.h"

#include <math.h>

typedef struct Case {
    const char *source, *input, *quantity, *published;
    double (*ours)(const double *in);
    double in[6];
} Case;

/* ---- what is computed: lengths in a unit of which SCALE smallest ones are one ---- */

static const double SCALE = 1e6;
static Arena arena;

static double both(const double *in) { return conformance_probability(in[0] - in[2], in[3] - in[0], in[1]); }
static double at_most(const double *in) { return conformance_probability(INFINITY, in[2] - in[0], in[1]); }
static double at_least(const double *in) { return conformance_probability(in[0] - in[2], INFINITY, in[1]); }
static double risk(const double *in) { return 1 - both(in); }
static double risk_below(const double *in) { return 1 - at_least(in); }
static double risk_above(const double *in) {
    const double upper[] = {in[0], in[1], in[3]};
    return 1 - at_most(upper);
}
static double phi(const double *in) { return normal_cdf(in[0]); }

/* The acceptance limit below an upper limit in[0] with U = in[1] and w = in[2] hundredths of U. */
static double acceptance(const double *in) {
    Decimal guard = {.num = (int128)lround(in[2]), .den = 100};
    return in[0] - (double)guard_band(RULE_GUARDED, guard, in[1] * SCALE) / SCALE;
}
/* The specific risk of a value on that limit. */
static double risk_at_limit(const double *in) {
    const double upper = 0, U = 1000, at[] = {upper, U, in[0]};
    return normal_cdf((acceptance(at) - upper) / (U / 2));
}
static double ratio(const double *in) { return uncertainty_ratio(in[1] - in[0], in[2]); }

/* One reading with nothing but a resolution, or repeated readings. */
static Point point_of(const double *values, int n, double resolution) {
    Point point = {.n = n,
                   .resolution = (int64_t)lround(resolution * SCALE),
                   .first_value = (int64_t)lround(values[0] * SCALE)};
    for (int i = 0; i < n; i++) {
        int64_t value = (int64_t)lround(values[i] * SCALE);
        int128 d = value - point.first_value;
        point.sum += value;
        point.sum_d += d;
        point.sum_d2 += d * d;
    }
    return point;
}
static double resolution_u(const double *in) {
    Point point = point_of((const double[]){1}, 1, in[0]);
    return point_value(&point, NULL).u / SCALE;
}

/* GUM 4.4.3 */
static const double temperatures[] = {96.90,  98.18,  98.25,  98.61,  99.03,  99.49,  99.56,
                                      99.74,  99.89,  100.07, 100.33, 100.42, 100.68, 100.95,
                                      101.11, 101.20, 101.57, 101.84, 102.36, 102.72};
static double temperature_mean(const double *in) {
    Point point = point_of(temperatures, 20, in[0]);
    return fraction_double(point_value(&point, NULL).value) / SCALE;
}
static double temperature_u(const double *in) {
    Point point = point_of(temperatures, 20, in[0]);
    return point_value(&point, NULL).u / SCALE;
}

/* U = 2u as it is printed. */
static double printed_U(const double *in) {
    int places;
    Decimal number;
    Str text = U_print(&arena, 2 * in[0] * SCALE, unit_find(S("mm")), &places); /* mm: a million nm */
    decimal_parse(text, '.', &number);
    return (double)number.num / (double)number.den;
}

static const Case cases[] = {
    {"JCGM 106:2012, 7.4", "y = 13.6, u = 1.8, 12.5 to 16.3", "p", "0.66", both, {13.6, 1.8, 12.5, 16.3}},
    {"JCGM 106:2012, 7.4, recomputed", "the same", "p", "0.6626298", both, {13.6, 1.8, 12.5, 16.3}},
    {"JCGM 106:2012, 7.4, recomputed",
     "the same",
     "p above the upper limit",
     "0.0668072",
     risk_above,
     {13.6, 1.8, 12.5, 16.3}},
    {"JCGM 106:2012, 7.4, recomputed",
     "the same",
     "p below the lower limit",
     "0.2705630",
     risk_below,
     {13.6, 1.8, 12.5, 16.3}},
    {"JCGM 106:2012, 7.3.3, example 1",
     "y = -5.47, u = 0.05, at most -5.40",
     "p",
     "0.92",
     at_most,
     {-5.47, 0.05, -5.40}},
    {"JCGM 106:2012, 7.3.3, recomputed", "the same", "p", "0.9192433", at_most, {-5.47, 0.05, -5.40}},
    {"JCGM 106:2012, 7.3.3, example 2",
     "y = 509.7, u = 8.6, at least 490",
     "p",
     "0.99",
     at_least,
     {509.7, 8.6, 490}},
    {"JCGM 106:2012, 7.3.3, recomputed", "the same", "p", "0.9890095", at_least, {509.7, 8.6, 490}},
    {"JCGM 106:2012, 8.3.3.2, recomputed",
     "v = 106.588, u = 2 % of it, limit 100",
     "p above the limit",
     "0.999",
     at_least,
     {106.588, 2.13176, 100}},
    {"JCGM 106:2012, table 1", "z = 0.841621", "p", "0.80", phi, {0.841621}},
    {"JCGM 106:2012, table 1", "z = 1.281552", "p", "0.90", phi, {1.281552}},
    {"JCGM 106:2012, table 1", "z = 1.644854", "p", "0.95", phi, {1.644854}},
    {"JCGM 106:2012, table 1", "z = 1.959964", "p", "0.975", phi, {1.959964}},
    {"JCGM 106:2012, table 1", "z = 2.326348", "p", "0.99", phi, {2.326348}},
    {"JCGM 106:2012, table 1", "z = 3.090232", "p", "0.999", phi, {3.090232}},
    {"two-sided p = 0.95, recomputed",
     "T/u = 4, y 0.20379 u from the middle",
     "p",
     "0.95000",
     both,
     {0.20379, 1, -2, 2}},
    {"two-sided p = 0.95, recomputed",
     "T/u = 5, y 0.85123 u from the middle",
     "p",
     "0.95000",
     both,
     {0.85123, 1, -2.5, 2.5}},
    {"two-sided p = 0.95, recomputed",
     "T/u = 6, y 1.35508 u from the middle",
     "p",
     "0.95000",
     both,
     {1.35508, 1, -3, 3}},
    {"two-sided p = 0.95, recomputed",
     "T/u = 8, y 2.35515 u from the middle",
     "p",
     "0.95000",
     both,
     {2.35515, 1, -4, 4}},
    {"ILAC-G8:09/2019, 6 sigma",
     "w = 3 U, value on the acceptance limit",
     "specific risk",
     "9.8659e-10",
     risk_at_limit,
     {300}},
    {"ILAC-G8:09/2019, 3 sigma", "w = 1.5 U, the same", "specific risk", "0.00134990", risk_at_limit, {150}},
    {"ILAC-G8:2009", "w = U, the same", "specific risk", "0.02275013", risk_at_limit, {100}},
    {"ISO 14253-1:2017", "w = 0.83 U, the same", "specific risk", "0.04845723", risk_at_limit, {83}},
    {"ILAC-G8:09/2019, simple acceptance", "w = 0, the same", "specific risk", "0.5", risk_at_limit, {0}},
    {"HarperMetrology, decision rules",
     "10 ± 1, U = 0.2, w = 0.83 U",
     "acceptance limit",
     "10.834",
     acceptance,
     {11, 0.2, 83}},
    {"HarperMetrology, decision rules",
     "10 ± 1, U = 0.2, w = U",
     "acceptance limit",
     "10.8",
     acceptance,
     {11, 0.2, 100}},
    {"HarperMetrology, decision rules",
     "10 ± 1, U = 0.2, w = 1.5 U",
     "acceptance limit",
     "10.7",
     acceptance,
     {11, 0.2, 150}},
    {"HarperMetrology, decision rules",
     "10 ± 1, U = 0.2, w = 3 U",
     "acceptance limit",
     "10.4",
     acceptance,
     {11, 0.2, 300}},
    {"HarperMetrology, decision rules", "10 ± 1, U = 0.2", "TUR", "5", ratio, {9, 11, 0.2}},
    {"talalspecialbolt, micrometer",
     "limit 0.003, U = 0.0010, w = U",
     "acceptance limit",
     "0.002",
     acceptance,
     {0.003, 0.001, 100}},
    {"talalspecialbolt, recomputed",
     "deviation 0.0017, limits ± 0.003",
     "p",
     "0.9953388",
     both,
     {0.0017, 0.0005, -0.003, 0.003}},
    {"talalspecialbolt, recomputed",
     "deviation 0.0025, the same",
     "p",
     "0.8413447",
     both,
     {0.0025, 0.0005, -0.003, 0.003}},
    {"Sandia suncal 1.7, API manual 6",
     "y = 9.8, u = 0.1, 9 to 10",
     "specific risk",
     "0.022750131948",
     risk,
     {9.8, 0.1, 9, 10}},
    {"Sandia suncal 1.7, test_cpk",
     "y = 10, u = 0.4, 9 to 11",
     "risk, both sides",
     "0.01242",
     risk,
     {10, 0.4, 9, 11}},
    {"Sandia suncal 1.7, test_cpk", "the same", "risk below", "0.00621", risk_below, {10, 0.4, 9, 11}},
    {"Sandia suncal 1.7, test_cpk", "the same", "risk above", "0.00621", risk_above, {10, 0.4, 9, 11}},
    {"Sandia suncal 1.7, test_cpk",
     "y = 10.5, u = 0.4, 9 to 11",
     "risk, both sides",
     "0.10574",
     risk,
     {10.5, 0.4, 9, 11}},
    {"Sandia suncal 1.7, test_cpk", "the same", "risk below", "0.00009", risk_below, {10.5, 0.4, 9, 11}},
    {"Sandia suncal 1.7, test_cpk", "the same", "risk above", "0.10565", risk_above, {10.5, 0.4, 9, 11}},
    {"Sandia suncal 1.7, test_cpk",
     "y = 12, u = 0.4, 9 to 11",
     "risk, both sides",
     "0.99379",
     risk,
     {12, 0.4, 9, 11}},
    {"Sandia suncal 1.7, test_cpk",
     "y = 51, u = 0.5, 50 to 55",
     "risk, both sides",
     "0.0227501319",
     risk,
     {51, 0.5, 50, 55}},
    {"WPA light, recomputed",
     "545 lx, U = 25 lx, at least 520 lx",
     "p",
     "0.9772499",
     at_least,
     {545, 12.5, 520}},
    {"WPA light, recomputed", "530 lx, the same", "p", "0.7881446", at_least, {530, 12.5, 520}},
    {"WPA light, recomputed", "520 lx, the same", "p", "0.5", at_least, {520, 12.5, 520}},
    {"WPA light, recomputed", "510 lx, the same", "p", "0.2118554", at_least, {510, 12.5, 520}},
    {"GUM (JCGM 100:2008), 4.4.3", "20 temperatures", "mean", "100.145", temperature_mean, {0.01}},
    {"GUM (JCGM 100:2008), 4.4.3", "the same, read to 0.01 °C", "u", "0.333", temperature_u, {0.01}},
    {"GUM (JCGM 100:2008), 4.4.3, recomputed",
     "the same, type A alone",
     "u",
     "0.3329157",
     temperature_u,
     {0}},
    {"GUM (JCGM 100:2008), F.2.2.1", "resolution 1", "u", "0.29", resolution_u, {1}},
    {"GUM (JCGM 100:2008), F.2.2.1, recomputed", "resolution 0.01", "u", "0.002887", resolution_u, {0.01}},
    {"GUM (JCGM 100:2008), 4.4.5, recomputed", "rectangular, 96 to 104", "u", "2.3094011", resolution_u, {8}},
    {"EA-4/02 M:2022, S2 (metrodata.de)", "u = 29.147 mg", "U, two digits", "58", printed_U, {29.147}},
    {"EA-4/02 M:2022, S2", "u = 29.2617 mg", "U, two digits", "59", printed_U, {29.2617}},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static bool agrees(const Case *c, double ours) {
    Decimal published;
    if (decimal_parse(str_of(c->published), '.', &published) != DECIMAL_OK) return false;
    double value = (double)published.num / (double)published.den;
    double half = (double)published.step_num / (double)published.step_den / 2;
    return fabs(ours - value) <= half * (1 + 1e-9);
}

int main(void) {
    int bad = 0;
    printf("# Validation\n\n"
           "Published worked examples against what the program computes. Made by `make validation` from\n"
           "`tests/validation/validation.c`; a row passes when ours agrees within half a unit of the last "
           "digit published.\n"
           "“Recomputed”: the source prints fewer digits; the digits here were computed independently of "
           "this program.\n"
           "Global risks (JCGM 106 9, RP-19) need a prior for a fleet of tables; the program computes none, "
           "so none stand here.\n\n"
           "| source | input | quantity | published | ours | |\n| --- | --- | --- | --- | --- | --- |\n");
    for (int i = 0; i < CASES; i++) {
        const Case *c = &cases[i];
        double ours = c->ours(c->in);
        bool ok = agrees(c, ours);
        bad += !ok;
        printf("| %s | %s | %s | %s | %.9g | %s |\n", c->source, c->input, c->quantity, c->published, ours,
               ok ? "pass" : "**FAIL**");
    }
    printf("\n%d of %d pass.\n", CASES - bad, CASES);
    arena_free(&arena);
    return bad ? 1 : 0;
}
