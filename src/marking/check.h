/* What somebody chalked, against where it should be. Source: marking/README.md, Verify 24, 25. */
#ifndef MARKING_CHECK_H
#define MARKING_CHECK_H

#include "marking/layout.h"
#include "model/chalked.h"

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
 * partial: missing marks do not make it incomplete, unless
 * no mark is given at all. */
const MarkCheck *check_marks(Arena *arena, const Layout *layout, const Chalked *rows, int count,
                             double tolerance, bool partial, Diag *diag);

/* Lays the game and checks the marks against it; *laid is the layout they were judged by: where the document
 * names the number itself as the offset, nothing was chosen, and no mark is nearer to the exact place but
 * some to the named one, that of the number. NULL after errors (told). */
const MarkCheck *check_chalked(Arena *arena, const MarkingRules *rules, const Game *game, const Bed *bed,
                               const Marking *marking, const LayoutChoices *choices, const Chalked *rows,
                               int count, double tolerance, bool partial, const Layout **laid, Diag *diag);

#endif
