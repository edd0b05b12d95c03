/* A list of balls as somebody measured them: BALLS.csv with the columns ball,x,y (cm) and, where it was
 * measured, diameter (mm). Source: rules/README.md, Rack. */
#ifndef RULES_BALLS_H
#define RULES_BALLS_H

#include "rules/sheet.h"

enum { MEASURED_MOST = 16 };

typedef struct MeasuredBall {
    int ball;         /* index into SheetWords.balls */
    int64_t x, y;     /* nm */
    int64_t diameter; /* nm; the nominal one where it was not measured */
    Place place;      /* of the row's x */
} MeasuredBall;

typedef struct MeasuredBalls {
    MeasuredBall at[MEASURED_MOST];
    int count;
} MeasuredBalls;

/* What a list may hold. */
typedef struct BallsSpec {
    const SheetWords *words;
    int lowest, highest;  /* indices of the balls that may stand in it */
    int64_t diameter;     /* nominal, nm */
    SheetDialect dialect; /* how the list was written, where that is said */
    int64_t overlap;      /* balls that overlap by more than this cannot be, nm */
} BallsSpec;

/* Unknown, doubled and overlapping balls, bad numbers, missing coordinates, a diameter more than a tenth off
 * the nominal one, and an empty list are errors at their place. False then. */
bool balls_read(Arena *arena, const char *path, const BallsSpec *spec, MeasuredBalls *out, Diag *diag);

#endif
