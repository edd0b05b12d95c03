/* Readings, gathered by table, item and point. Memory grows with tables × items × points, not with rows,
 * unless the readings themselves are kept for an annex: the store is compact (some 50 bytes a point), and one
 * table at a time is laid out for use. The point (mean, n, u) is computed here, so that judging and the
 * marking fit share it. Source: judge/README.md 1, 4; read/csv/README.md. */
#ifndef MODEL_SESSION_H
#define MODEL_SESSION_H

#include "base/diag.h"
#include "base/moment.h"
#include "base/unit.h"

typedef enum ReadingState {
    STATE_OK,
    STATE_UNSTABLE,
    STATE_OVERLOAD,
    STATE_UNDERRANGE,
    STATE_ERROR,
    STATE_COUNT
} ReadingState;
const char *state_name(ReadingState state);

typedef struct Reading {
    Str table, item, point; /* item: the canonical id; point "" when not given */
    bool attested, answer;  /* an attested item: the answer */
    int64_t value;          /* smallest unit of the quantity */
    int64_t resolution;     /* of the digits typed, a difference in the smallest unit */
    int64_t U;              /* expanded uncertainty (k = 2) of the row */
    bool has_U;
    const Unit *unit;     /* as typed; NULL when attested */
    int places;           /* decimals of the digits typed, in that unit (79.50 cm: 2) */
    Str typed;            /* the value as typed, for the annex */
    Str instrument, note; /* "" when not given */
    Moment time;
    ReadingState state;
    Place place; /* of the value's cell */
} Reading;

typedef struct Point {
    Str name;
    int n;                /* usable readings */
    int128 sum;           /* exact, of the values (answers of an attested item: 0 and 1) */
    int128 sum_d, sum_d2; /* of deviations from the first reading: for s, exactly */
    int64_t first_value;
    int64_t resolution; /* the largest */
    int64_t U;          /* the largest of the rows that state one */
    bool has_U;
    const Unit *unit;     /* of the first reading */
    int places;           /* decimals of the typed resolution in that unit (79.50 cm: 2) */
    Place place;          /* of the first reading's value; with its text unless the session is large */
    VEC(Str) instruments; /* distinct ids used */
    Moment first_time, last_time; /* the earliest and the latest that was stated */
} Point;

typedef struct Item {
    Str id;
    VEC(Point) points;         /* in the order of the file */
    int readings;              /* usable ones */
    int unusable[STATE_COUNT]; /* by state */
    bool answered, answer;     /* attested */
    Place answer_place;
} Item;

/* A reading that can hardly be meant (plausible.h). */
typedef struct Doubt {
    Str table, item, point;
    Str typed; /* with its unit */
    Place place;
} Doubt;

typedef struct SessionTable {
    Str name; /* "" when the files name none */
    VEC(Item) items;
    VEC(Doubt) doubts;
} SessionTable;

typedef struct Input { /* a file read */
    Str file;
    char sha256[65];
    char delimiter, decimal; /* decimal '.' or ','; '.' when nothing settled it */
    Str encoding;
    int64_t rows;
    int skipped;
} Input;

typedef struct Session {
    Arena *arena;
    bool keep;        /* keep every reading */
    bool instruments; /* some reading names an instrument */
    int table_count;
    VEC(Reading) readings; /* when kept: all but duplicates, also the unusable ones */
    VEC(Input) inputs;
    VEC(Doubt) doubts;
    struct Store *store;
} Session;

/* Adds one reading; strings are copied where they are new. An answer that contradicts an earlier one is an
 * error. Duplicates (same table, item, point, time to the second, value) are a warning and used once. */
bool session_add(Session *session, const Reading *reading, Diag *diag);
/* Notes a reading that can hardly be meant; strings are copied. */
void session_doubt(Session *session, const Reading *reading, Str typed);
/* A table of another name that differs only in letter case, diacritics or blanks; "" none. Names are
 * remembered as they are asked for. */
Str session_alike(Session *session, Str table);
/* A row that names a table and an item but holds no value: the table is there, with nothing measured for the
 * item. */
void session_expect(Session *session, Str table, Str item);
/* Lays out one table in `into` (mark and reset it for each table of a large session). Tables are numbered
 * from 0 in the order of the files. */
const SessionTable *session_table_at(const Session *session, int number, Arena *into);
const SessionTable *session_table(const Session *session, Str name, Arena *into); /* NULL: no such table */
const Item *table_item(const SessionTable *table, Str id);                        /* NULL: nothing read */
const Point *item_point(const Item *item, Str name);

/* The mean as an exact fraction num/den of the smallest unit. */
void point_mean(const Point *point, int128 *num, int128 *den);
/* Standard uncertainty in the smallest unit: u² = u_A² + (U/2)² + d²/12. U_instrument: expanded uncertainty
 * of the instrument for this value (0: none; used where no row states one); without_resolution: U includes it
 * already. */
double point_u(const Point *point, double U_instrument, bool without_resolution);

#endif
