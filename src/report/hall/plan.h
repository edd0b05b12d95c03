/* The hall as a Drawing, on paper or at true scale. Source: hall/README.md, Results. */
#ifndef REPORT_HALL_PLAN_H
#define REPORT_HALL_PLAN_H

#include "report/hall/words.h"

typedef enum HallLayer {
    HALL_WALLS,
    HALL_DOORS,
    HALL_OBSTACLES,
    HALL_TABLES,
    HALL_CLEARANCES,
    HALL_TEXT_LAYER,
    HALL_LAYERS
} HallLayer;

typedef struct Box {
    Vec2 least, most;
} Box;

typedef struct HallPen {
    const HallSheet *sheet;
    Drawing *drawing;
    double unit;      /* mm of the drawing to a mm of paper: 1 on paper, the scale's number at true scale */
    double metre;     /* mm of the drawing to a metre of the hall */
    Vec2 least, most; /* of the walls, m */
    Str numbered;     /* "#1: name · #2: name" of tables whose names have no room */
    struct {
        Box *at;
        ptrdiff_t n, cap;
    } taken; /* where labels stand */
} HallPen;

Vec2 hall_pen_point(const HallPen *pen, Vec2 metres);
Box hall_outline_box(const Outline *outline);
/* plan_clearances.c: the distances with their figures, out of each other's way. */
void hall_draw_clearances(HallPen *pen);
/* Is there room for a label? If so it is taken. */
bool hall_take(HallPen *pen, Box box);

/* The largest usual scale (1:N) at which the plan goes into width × height mm of paper. */
int hall_scale(const Plan *plan, double width, double height);
/* On paper (true_scale false) or with 1 mm of the drawing for 1 mm of the hall. */
/* numbered (may be NULL): the names that had no room on their tables, by their numbers. */
const Drawing *hall_plan(const HallSheet *sheet, int scale, bool true_scale, Str *numbered);

#endif
