/* Fits per second: 64 measured tables over and over, six readings each with their own uncertainties. */
#include "marking/quadrilateral.h"

#include <stdio.h>
#include <time.h>

enum { TABLES = 64, ROUNDS = 2000 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double noise(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0 - 0.5;
}

int main(void) {
    static Distance tables[TABLES][SIDE_COUNT];
    static const double nominal[SIDE_COUNT] = {284, 284, 142, 142, 317.521, 317.521};
    uint64_t state = 71;
    for (int i = 0; i < TABLES; i++)
        for (int k = 0; k < SIDE_COUNT; k++)
            tables[i][k] = (Distance){true, nominal[k] + 0.3 * noise(&state), 0.05 + 0.04 * noise(&state)};
    double start = now(), sum = 0;
    for (int n = 0; n < ROUNDS; n++)
        for (int i = 0; i < TABLES; i++) {
            Fit fit;
            if (quadrilateral_fit(tables[i], &fit) != FIT_DONE) return 1;
            sum += fit.misclosure;
        }
    double seconds = now() - start;
    printf("%.0f fits per second (mean misclosure %.4f cm)\n", TABLES * ROUNDS / seconds, sum / TABLES / ROUNDS);
    return 0;
}
