/* The walk round a table, with instruments, into a measuring file: what a guided session does, whoever shows
 * it. No screen and no keyboard here: the terminal (cli/measure_*.c) and the tablet's page (desk/) are two
 * fronts of it. A front opens a session, waits with measure_wait(), calls measure_turn() when that returns,
 * and hands on what its person does: take, type, back, again, skip, note, another instrument. What it is told
 * comes through three functions of MeasureFront; whether a reading passes comes from MeasureVerdict, which
 * who owns judging supplies. Every reading is on the disk before anything else happens.
 * Source: read/README.md, measure. */
#ifndef MEASURE_MEASURE_H
#define MEASURE_MEASURE_H

#include "measure/walk.h"
#include "model/catalogue.h"
#include "read/csv/rows.h"
#include "read/port/live.h"

typedef struct Measure Measure;

/* ---- what is thought of the readings so far */
typedef enum Passing { PASSING_NOTHING, PASSING_PASS, PASSING_REMARK, PASSING_FAIL } Passing;

/* Of a step's point, or of a requirement that follows from its item. */
typedef struct Opinion {
    Passing passing;
    Str text; /* one line; "" none */
} Opinion;

enum { MEASURE_CONSEQUENCES = 3 };
typedef struct MeasureVerdict { /* NULL functions: nobody judges */
    void *context;
    void (*judge)(void *context, const Measure *m); /* the rows have changed */
    Opinion (*opinion)(void *context, const Measure *m, int at);
    /* Lines on what follows from the step's item and lies outside its limits; their number. */
    int (*consequences)(void *context, const Measure *m, int at, Str *lines, Opinion *opinions, int most);
} MeasureVerdict;

/* ---- what is said */
typedef enum About {                /* what a message hangs on, and how long it holds */
                     ABOUT_SESSION, /* to the end */
                     ABOUT_STEP,    /* until the step is left, or something is put down */
                     ABOUT_READING, /* until the next reading is put down */
                     ABOUT_TOOL     /* until that instrument's line changes its state */
} About;

typedef struct Saying {
    Str text;
    About about;
    int tool;       /* ABOUT_TOOL: which */
    int count;      /* how often it was said in a row */
    int64_t utc_ms; /* when, the last time */
} Saying;

typedef struct MeasureFront { /* any may be NULL */
    void *context;
    void (*said)(void *context, const Saying *message); /* new, or said once more */
    void (*entered)(void *context);                     /* another step, or another instrument at it */
    void (*put_down)(void *context, int at);            /* the step's reading is on the disk and judged */
} MeasureFront;

/* ---- instruments */
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
    int64_t heard_ms; /* the last frame, monotonic */
    Indication last;  /* what it showed last: the live value */
} Tool;

enum { TOOLS_MOST = 16, SAYINGS_MOST = 8 };

struct Measure {
    Arena *arena;
    Diag *diag;
    const Catalogue *words;
    const Profile *profile;
    Str table;
    int stop_fd; /* readable: break off (a wait for a network connection); -1 none */
    MeasureFront front;
    MeasureVerdict verdict;

    Walk walk;
    Rows *rows; /* the file: rows->at, rows->name */
    Tool tools[TOOLS_MOST];
    int tool_count;
    unsigned shown[TOOLS_MOST]; /* by instrument: a bit for each quantity it has shown */
    Tools list;

    int at;            /* the step; walk.n: all done */
    int *row_of;       /* by step: index into rows->at, −1 none */
    int64_t *value_of; /* by step: in the smallest unit; questions: 1 yes, 0 no */
    bool *skipped;
    int chosen; /* the tool in use at this step, −1: typed */
    Str note;   /* for the next row */
    bool busy;  /* the person is writing a note: nothing is taken meanwhile */

    bool taking;      /* a reading was asked for: the next good one of `chosen` counts */
    int64_t since_ms; /* … since then */
    int64_t until_ms; /* … until then */
    int turn;         /* rises with every step and every reading asked for: an answer belongs to its own */
    bool old_load;    /* it was said that the old load is still there: asked once more, it counts */
    bool failed;      /* the file cannot be written */

    Saying sayings[SAYINGS_MOST];
    int saying_count;
};

typedef struct MeasureOrder {
    Arena *arena;
    Diag *diag;
    const Catalogue *words; /* of the messages */
    const Profile *profile;
    Str table;
    const Instruments *list; /* NULL: none, values are typed */
    int repeats;
    Str file;
    bool resume; /* an earlier file goes on; else it must be new */
    int stop_fd;
    MeasureFront front;
    MeasureVerdict verdict;
} MeasureOrder;

/* Plans the walk, opens the file and finds in it what is done already; no instrument is connected yet.
 * *m must stay where it is. False after errors (told). */
bool measure_open(Measure *m, const MeasureOrder *order);
void measure_start(Measure *m); /* at the first step without a reading */
void measure_close(Measure *m);

/* Waits for an instrument, for `also` (descriptors; −1 none) to become readable, or until_ms (monotonic).
 * Returns a bit for each of `also` that is readable. */
unsigned measure_wait(const Measure *m, const int also[2], int64_t until_ms);
void measure_turn(Measure *m); /* instruments: connects, listens, takes what counts */

/* ---- the step at hand */
const Step *measure_step(const Measure *m); /* NULL: all done */
int measure_missing(const Measure *m);      /* readings that are needed and not there */
int measure_done(const Measure *m);         /* steps that have one */
int measure_last(const Measure *m);         /* the step whose reading was put down last; −1 none */
void measure_go_to(Measure *m, int at);     /* that step, whatever became of it */

/* ---- what the person does */
void measure_take(Measure *m);           /* the chosen instrument's next good reading */
void measure_type(Measure *m, Str text); /* a value, or an answer */
void measure_back(Measure *m);
void measure_again(Measure *m); /* the last reading is withdrawn and taken anew */
void measure_skip(Measure *m);
void measure_note(Measure *m, Str text); /* for the next reading */
void measure_switch(Measure *m);         /* the next instrument that fits, or none */

/* ---- the same by number, for a front whose requests may come twice or late: n counts the file's rows from 1
 * and names the row that a request makes, or takes away */
typedef enum MeasureAnswer {
    MEASURE_ACCEPTED, /* done now (measure_take_numbered: asked for) */
    MEASURE_KNOWN,    /* was done already: the same request again */
    MEASURE_CONFLICT, /* the file has gone another way */
    MEASURE_REFUSED,  /* not a value, not a point of this walk; *why */
    MEASURE_FAILED    /* the file cannot be written (told) */
} MeasureAnswer;
MeasureAnswer measure_record(Measure *m, int n, Str item, Str point, Str text, const char **why);
MeasureAnswer measure_take_numbered(Measure *m, int n);
MeasureAnswer measure_delete(Measure *m, int n); /* the last row only */

/* ---- in words, in the language of the order */
Str measure_word(const Measure *m, const char *key); /* of the section measure */
#define MEASURE_FILL(m, key, ...) CATALOGUE_FILL((m)->words, "measure." key, __VA_ARGS__)
Str measure_title(const Measure *m, const Step *step);
Str measure_point(const Measure *m, Str point);
Str measure_limit(const Measure *m, const Requirement *requirement);
Str measure_value(const Measure *m, int at); /* of the step's reading; "" none */
Opinion measure_opinion(const Measure *m, int at);
int measure_consequences(const Measure *m, int at, Str *lines, Opinion *opinions, int most);

#endif
