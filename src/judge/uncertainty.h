/* Uncertainty and what follows from it: U as it is printed, the probability of conformity, the test
 * uncertainty ratio. Source: judge/README.md 4, 6, settled 4; JCGM 106 7; ILAC-G8. */
#ifndef JUDGE_UNCERTAINTY_H
#define JUDGE_UNCERTAINTY_H

#include "base/fraction.h"
#include "model/profile.h"

/* Standard normal distribution function. */
double normal_cdf(double z);
/* Φ((upper − y)/u) − Φ((lower − y)/u) from the distances below = y − lower and above = upper − y, negative
 * beyond a limit; INFINITY on an open side. u > 0, all in one unit. */
double conformance_probability(double below, double above, double u);
/* (upper − lower)/(2U) */
double uncertainty_ratio(double width, double U);

/* A value of the smallest unit in `unit`, exactly. A difference has no offset. */
Fraction in_unit(Arena *arena, Fraction value, const Unit *unit, bool difference);
/* U (smallest unit, > 0) in `unit` with two significant digits, ties to even; *places is the last digit's
 * place (2: hundredths; −1: tens). */
Str U_print(Arena *arena, double U, const Unit *unit, int *places);

#endif
