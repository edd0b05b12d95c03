/* The guided session's parts: tools (instruments and what they say), the way (which step, which row), the
 * screen, the words. cmd_measure.c opens it, measure_session.c runs it. Source: instruments.md, measure. */
#ifndef CLI_MEASURE_H
#define CLI_MEASURE_H

#include "cli/cli.h"
#include "cli/keyboard.h"
#include "judge/verdict.h"
#include "measure/walk.h"
#include "model/catalogue.h"
#include "read/csv/rows.h"
#include "read/port/live.h"

typedef enum Passing { PASSING_NOTHING, PASSING_PASS, PASSING_REMARK, PASSING_FAIL } Passing;

/* What is thought of the readings so far: of the step's point, or of a requirement that follows from its
 * item. */
typedef struct Opinion {
    Passing passing;
    Str text; /* one line; "" none */
} Opinion;

/* A number as typed, and as it goes into the file. */
typedef struct Typed {
    Str value, unit_text; /* the cells */
    const Unit *unit;
    int64_t smallest, resolution; /* in the smallest unit */
    int places;
} Typed;

typedef struct Tool { /* one entry of the instrument list */
    const Instrument *instrument;
    const Driver *driver; /* NULL: read by hand */
    LineSettings line;
    Live *live;         /* NULL: not connected */
    int64_t retry_ms;   /* when to try again */
    bool noted;         /* what its operator must know was said */
    bool told;          /* that it is not connected */
    bool armed, loaded; /* mass: the old load was removed; there is one now */
    bool heard;
    int64_t heard_ms; /* the last frame */
    Indication last;
} Tool;

enum { TOOLS_MOST = 16, TALK_LINES = 4, MEASURE_CONSEQUENCES = 3, MEASURE_DRAW_MS = 40 };

typedef struct Measure {
    Run *run;
    const Catalogue *words;
    int language;
    const Profile *profile;
    Str table;
    Walk walk;
    Rows *rows;
    Tool tools[TOOLS_MOST];
    int tool_count;
    Tools list;
    Keyboard keyboard;
    bool screen; /* a terminal: drawn anew at every change; else plain lines */
    bool dirty;
    int64_t drawn_ms;

    int at;            /* the step; walk.n: all done */
    int *row_of;       /* by step: index into rows->at, −1 none */
    int64_t *value_of; /* by step: in the smallest unit; questions: 1 yes, 0 no */
    bool *skipped;
    int chosen; /* the tool in use at this step, −1: typed */
    Str note;   /* for the next row */

    Arena judging; /* of the verdict on what there is */
    TableResult result;
    bool judged;

    bool taking;      /* Enter was pressed: the next good reading of `chosen` counts */
    int64_t until_ms; /* … until then */
    bool failed, done;
    Str talk[TALK_LINES]; /* the last messages */
} Measure;

/* ---- measure_words.c: what is said */
Str measure_word(const Measure *m, const char *key); /* of the section measure */
#define MEASURE_FILL(m, key, ...) CATALOGUE_FILL((m)->words, "measure." key, __VA_ARGS__)
Str measure_point(const Measure *m, Str point);
Str measure_title(const Measure *m, const Step *step);
Str measure_limit(const Measure *m, const Requirement *requirement);
Str measure_value(const Measure *m, int step);
void measure_say(Measure *m, Str text);

/* ---- measure_judge.c */
void measure_judge(Measure *m); /* after the rows have changed */
Opinion measure_opinion(const Measure *m, int at);
/* Lines on what follows from the step's item and lies outside its limits; their number. */
int measure_consequences(const Measure *m, int at, Str *lines, Opinion *opinions, int most);

/* ---- measure_screen.c */
void measure_show_step(Measure *m); /* after a step has changed */
void measure_draw(Measure *m);      /* the whole screen, if it is one and anything changed */
void measure_open_screen(Measure *m);
void measure_close_screen(Measure *m);
/* ---- measure_plan.c: the table in characters; lines of PLAN_WIDTH columns. */
enum { PLAN_WIDTH = 25, PLAN_HEIGHT = 17 };
void measure_plan(const Measure *m, Str lines[PLAN_HEIGHT], Arena *arena);

/* ---- measure_tools.c */
bool measure_open_tools(Measure *m, const Instruments *list);
void measure_tell_overdue(Measure *m);
void measure_close_tools(Measure *m);
void measure_retry_tools(Measure *m, int64_t now_ms);
void measure_set_polling(Measure *m); /* after the step or the chosen tool has changed */
void measure_step_tools(Measure *m);
int measure_live(const Measure *m, Live *lives[TOOLS_MOST], int64_t *until_ms);
void measure_take(Measure *m); /* Enter */

/* ---- measure_typed.c: in the step's unit where none is named. False with a reason. */
bool measure_parse_typed(Arena *arena, Str text, const Step *step, Typed *out, const char **why);

/* ---- measure_session.c */
/* A reading counts: on the disk, then the next step. */
void measure_confirm(Measure *m, Str value, Str unit, int tool, int64_t smallest, Str flags);
bool measure_restore(Measure *m); /* what the file holds already */
int measure_run(Measure *m);

#endif
