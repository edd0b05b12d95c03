/* From the points of an item to the values a requirement judges: each point, or their mean, least, greatest,
 * range, uniformity; derived values with the mean of another item. Values are exact, uncertainties are
 * propagated. Source: judge/README.md 2, 4, settled 2; GUM 5.1. */
#ifndef JUDGE_STATISTICS_H
#define JUDGE_STATISTICS_H

#include "judge/rule.h"
#include "model/instruments.h"
#include "model/session.h"

/* One point, or the one value of a mean, range, …; the verdict's part is filled in by judging. */
typedef struct Judged {
    const Point *point;   /* NULL: mean, range, uniformity */
    Fraction value;       /* smallest unit of the requirement's quantity (a ratio: 1e-9) */
    double u;             /* standard uncertainty, same unit; 0: not known */
    bool resolution_only; /* nothing but the resolution is known of its uncertainty */
    Fraction margin;      /* to the nearest limit, negative beyond it */
    const Limit *nearest; /* that limit */
    int64_t w;            /* guard band, smallest unit */
    Verdict verdict;      /* PASS … FAIL by the rule, whatever the severity */
} Judged;

typedef struct Measured { /* what is measured of a table, and with what */
    const SessionTable *table;
    const Instruments *instruments; /* NULL: none */
    bool values_only;               /* leave the uncertainties out: nobody asks for them */
} Measured;

/* Mean and standard uncertainty of one point. */
Judged point_value(const Point *point, const Instruments *instruments);
/* How many points the statistic needs at the least: two for range and uniformity, else one. */
int statistic_least(Statistic statistic);
/* The values to judge: one a point with statistic each, else one. 0 when there is nothing to judge;
 * *zero_mean then tells that the mean to divide by is not above zero. */
int statistic_values(Arena *arena, const Measured *measured, const Requirement *requirement, Judged **out,
                     bool *zero_mean);

#endif
