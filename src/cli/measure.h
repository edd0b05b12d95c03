/* The guided session on a terminal: the screen, the keys, the bell. What a session does is in
 * measure/measure.h; this is one front of it. Source: read/README.md, measure. */
#ifndef CLI_MEASURE_H
#define CLI_MEASURE_H

#include "cli/cli.h"
#include "cli/keyboard.h"
#include "measure/measure.h"

enum { MEASURE_DRAW_MS = 40 };

typedef struct Guide {
    Run *run;
    Measure *m;
    Keyboard keyboard;
    bool screen; /* a terminal: drawn anew at every change; else plain lines */
    bool bell;   /* the person's hand is told what its eye does not see */
    bool dirty, done;
    int64_t drawn_ms;
    int rings; /* of the bell, still to come */
    int64_t ring_ms;
} Guide;

/* ---- measure_judge.c: the table as it stands in the file, judged as `check` would */
typedef struct MeasureJudge MeasureJudge;
MeasureVerdict measure_judge_open(Arena *arena);
void measure_judge_close(const MeasureVerdict *verdict);

/* ---- measure_keys.c */
/* Leads through the walk; the exit status. */
int guide_run(Guide *guide);

/* ---- measure_screen.c */
void guide_show_step(Guide *guide);         /* after a step has changed */
void guide_tell(Guide *guide, Str text);    /* plain lines only */
void guide_draw(Guide *guide);              /* the whole screen, if it is one and anything changed */
int64_t guide_draw_due(const Guide *guide); /* monotonic; INT64_MAX: not */
void guide_open_screen(Guide *guide);
void guide_close_screen(Guide *guide);

/* ---- measure_plan.c: the table in characters; lines of PLAN_WIDTH columns, `height` of them. */
enum { PLAN_WIDTH = 25, PLAN_HEIGHT = 17, PLAN_LEAST = 9 };
void guide_plan(const Guide *guide, Str lines[PLAN_HEIGHT], int height, Arena *arena);

#endif
