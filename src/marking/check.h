/* What somebody chalked, against where it should be. Source: marking.md, Verify 24, 25. */
#ifndef MARKING_CHECK_H
#define MARKING_CHECK_H

#include "marking/layout.h"

typedef struct Chalked { /* one row of a marks file */
    Str mark;
    bool given;      /* false: its numbers were left empty */
    bool along_form; /* mark,cushion,along; else mark,x,y */
    Str cushion;
    double along; /* cm on the tape, from the tape's own corner */
    Vec2 at;      /* cm */
    Place place, cushion_place;
} Chalked;

typedef enum CheckVerdict { CHECK_PASS, CHECK_FAIL, CHECK_INCOMPLETE } CheckVerdict;
const char *check_verdict_name(CheckVerdict verdict);

typedef struct CheckedMark {
    Str mark;
    double deviation; /* cm; x,y: the distance; along: along minus expected */
    CheckVerdict verdict;
    Vec2 wanted, found; /* cm on the bed */
} CheckedMark;

typedef struct MarkCheck {
    const CheckedMark *marks; /* in the file's order */
    int count;
    const Str *missing; /* of the tape's marks, in the tape's order */
    int missing_count;
    double tolerance;     /* cm; a deviation of just this passes */
    CheckVerdict verdict; /* fail beats incomplete */
} MarkCheck;

/* NULL after errors (told, all of them): unknown marks, a mark twice, a cushion that is not the mark's own.
 * partial: missing marks do not make it incomplete. */
const MarkCheck *check_marks(Arena *arena, const Layout *layout, const Chalked *rows, int count,
                             double tolerance, bool partial, Diag *diag);

#endif
