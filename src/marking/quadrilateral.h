/* The bed as it really is: a quadrilateral from two lengths, two widths and two diagonals. Five distances fix
 * its shape, the sixth is a check. Least squares by Gauss-Newton, weights 1/u². Source: marking/README.md, "A real
 * table is no rectangle", Fit 8 to 14. */
#ifndef MARKING_QUADRILATERAL_H
#define MARKING_QUADRILATERAL_H

#include "marking/bed.h"

typedef enum Side {
    LENGTH_LEFT,
    LENGTH_RIGHT,
    WIDTH_BOTTOM,
    WIDTH_TOP,
    DIAGONAL_BOTTOM_LEFT, /* starts from the bottom-left corner */
    DIAGONAL_BOTTOM_RIGHT,
    SIDE_COUNT
} Side;

typedef struct Distance {
    bool given;
    double value, u; /* cm; the standard uncertainty is more than 0 */
} Distance;

typedef enum FitResult {
    FIT_DONE,
    FIT_NO_LENGTH, /* neither length was read: nothing can be laid out */
    FIT_NO_WIDTH,
    FIT_IMPOSSIBLE /* no convex quadrilateral has these sides and diagonals */
} FitResult;

typedef struct Fit {
    Bed bed;
    bool angles_fitted;  /* else taken as right: fewer than five distances */
    bool checked;        /* all six: the following four are set */
    double misclosure;   /* cm: the bottom-left diagonal as read minus as it follows from the other five */
    double misclosure_u; /* cm: its standard uncertainty, by propagation of all six */
    bool consistent;     /* |misclosure| ≤ 3 u */
    int suspect;         /* when not consistent: the side without which the other five make the shape nearest
                            a rectangle; -1 none */
    bool given[SIDE_COUNT];
    double residuals[SIDE_COUNT]; /* cm, read minus fitted, of the given ones */
} Fit;

FitResult quadrilateral_fit(const Distance distances[SIDE_COUNT], Fit *fit);

#endif
