/* Quantities as people type them: a number, its unit behind it or not, glued or after a blank: "79,5 cm",
 * "795mm", "29 1/4 in", "7' 8\"", "4' 2 1/2\"". For the cells of measurements and for options such as --bed
 * alike. Source: read/csv/README.md, Numbers, Units, "Settled details" 5. */
#ifndef BASE_QUANTITY_H
#define BASE_QUANTITY_H

#include "base/unit.h"

typedef struct Amount {
    Decimal number;   /* in `unit`; feet and inches are given in inches */
    const Unit *unit; /* NULL: none typed */
    Str rest;         /* what stands behind the number */
    bool fraction;    /* typed with a fraction: nothing typed can be lost by rounding */
} Amount;

typedef enum AmountFault {
    AMOUNT_OK,
    AMOUNT_EMPTY,
    AMOUNT_NOT,      /* no number */
    AMOUNT_GROUPS,   /* digits grouped otherwise than by exactly three */
    AMOUNT_OVERFLOW, /* more digits than any quantity holds */
    AMOUNT_UNIT,     /* a number, and behind it something that is no unit */
    AMOUNT_INCHES    /* after feet: no inches, or not below twelve, or without their mark */
} AmountFault;

/* Reads the whole of `text` with the given decimal sign. Blanks around it are allowed. */
AmountFault quantity_parse(Str text, char sign, Amount *out);
/* What is wrong, for a message: "is no number" … */
const char *amount_fault_text(AmountFault fault);

/* How a text can be read before the decimal sign is known. */
typedef enum SignReading {
    SIGN_NEITHER, /* no quantity at all */
    SIGN_ANY,     /* the same either way */
    SIGN_POINT,   /* only with a decimal point */
    SIGN_COMMA,   /* only with a decimal comma */
    SIGN_UNCLEAR  /* either way, and they differ: 1,234 */
} SignReading;
SignReading quantity_sign(Str text);

/* The amount as the quantity's integer, in its own unit or in `otherwise`. *lost: typed digits were rounded
 * away. False on overflow. */
bool amount_to_smallest(const Amount *amount, const Unit *otherwise, int64_t *out, bool *lost);
/* The same of a difference (an uncertainty, a tolerance). */
bool amount_to_smallest_difference(const Amount *amount, const Unit *otherwise, int64_t *out, bool *lost);
/* One in the last digit typed, at least 1. */
int64_t amount_resolution(const Amount *amount, const Unit *otherwise);
/* Decimals of the digits typed (79.50: 2); of a fraction, as many as its denominator needs, at most 6. */
int amount_places(const Amount *amount);

#endif
