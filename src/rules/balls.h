/* A list of balls as somebody measured them: BALLS.csv with the columns ball,x,y (cm) and, where it was
 * measured, diameter (mm). Source: scoresheet.md, `rack`. */
#ifndef RULES_BALLS_H
#define RULES_BALLS_H

#include "rules/sheet.h"

typedef struct MeasuredBall {
    int ball;         /* index into SheetWords.balls */
    int64_t x, y;     /* nm */
    int64_t diameter; /* nm; 0: not measured */
    Place place;      /* of the row's x */
} MeasuredBall;

/* Every ball at most once; an unknown or doubled one, a bad number, a missing coordinate is an error. most:
 * room in out. Returns how many, or -1 after errors (told). */
int balls_read(Arena *arena, const char *path, const SheetWords *words, MeasuredBall *out, int most,
               Diag *diag);
/* Balls that overlap by more than gap_nm cannot be: an error for each pair. diameter: of a ball without its
 * own. */
bool balls_check_overlap(const MeasuredBall *balls, int count, const SheetWords *words, int64_t diameter,
                         int64_t gap_nm, Diag *diag);

#endif
