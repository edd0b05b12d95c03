/* A referee's log, pool or carom: one CSV row is one thing that happened; the rows of a shot stand together.
 * This room reads it shot by shot in bounded memory, turns every word into an enum, and refuses what cannot
 * be a row. Whether the shot can have happened on the table is the games' business. Source: rules/README.md,
 * The score sheet. */
#ifndef RULES_SHEET_H
#define RULES_SHEET_H

#include "base/diag.h"

typedef enum Player { PLAYER_A, PLAYER_B, PLAYER_NONE } Player;
static inline Player player_other(Player player) { return player == PLAYER_A ? PLAYER_B : PLAYER_A; }
const char *player_name(Player player); /* "A", "B"; NULL for none */

typedef enum EventKind {
    EVENT_CALL,
    EVENT_PLACE,
    EVENT_FROZEN,
    EVENT_CHOOSE,
    EVENT_WARN,
    EVENT_STRIKE,
    EVENT_CONTACT,
    EVENT_CUSHION,
    EVENT_POCKET,
    EVENT_REBOUND,
    EVENT_OFF,
    EVENT_FALL,
    EVENT_EXIT,
    EVENT_DISTURB,
    EVENT_FAULT,
    EVENT_NOTICED,
    EVENT_POSITION,
    EVENT_CONCEDE,
    EVENT_RUN,
    /* shot 0 only (and EVENT_WARN): the table before the first stroke */
    EVENT_ON_TABLE,
    EVENT_TURN,
    EVENT_BREAK,
    EVENT_GROUP,
    EVENT_FOULS,
    EVENT_SCORE,
    EVENT_INNING,
    EVENT_CUE,
    EVENT_COUNT,
    EVENT_SAFETIES,
    EVENT_KINDS
} EventKind;
const char *event_name(EventKind kind);

/* What stands in the column `to`. */
typedef enum ToKind { TO_NONE, TO_BALL, TO_RAIL, TO_POCKET, TO_OUTSIDE, TO_AREA } ToKind;
/* start: pool head, carom bottom; far: pool foot, carom top. */
typedef enum Rail { RAIL_START, RAIL_FAR, RAIL_LEFT, RAIL_RIGHT, RAIL_COUNT } Rail;
typedef enum Pocket {
    POCKET_HEAD_LEFT,
    POCKET_HEAD_RIGHT,
    POCKET_SIDE_LEFT,
    POCKET_SIDE_RIGHT,
    POCKET_FOOT_LEFT,
    POCKET_FOOT_RIGHT,
    POCKET_COUNT
} Pocket;
typedef enum Outside { OUTSIDE_LAMP, OUTSIDE_FRAME, OUTSIDE_FLOOR } Outside;

/* What stands in the column `value`, by event: a word of one of these lists, or a number. */
typedef enum FaultKind {
    FAULT_TOUCH,
    FAULT_TOUCH_DELIBERATE,
    FAULT_TOUCH_EFFECT,
    FAULT_TOUCH_NO_EFFECT,
    FAULT_TOUCH_PLACING,
    FAULT_TOUCH_POCKETED,
    FAULT_NO_FOOT,
    FAULT_MOVING,
    FAULT_SCOOP,
    FAULT_SCOOP_MISHAP,
    FAULT_DOUBLE_HIT,
    FAULT_PUSH,
    FAULT_MARK,
    FAULT_GAUGE,
    FAULT_SLOW_PLAY,
    FAULT_FOREIGN_BODY,
    FAULT_MOVED_BALL,
    FAULT_NOT_TIP,
    FAULT_KINDS
} FaultKind;
typedef enum Choice {
    CHOICE_ACCEPT,
    CHOICE_RERACK,
    CHOICE_RERACK_BACK,
    CHOICE_SPOT_8,
    CHOICE_REBREAK,
    CHOICE_STAY,
    CHOICE_RESTORE,
    CHOICE_SPOT_NEAREST,
    CHOICE_PUSH_OUT,
    CHOICE_BACK,
    CHOICE_RESPOT_BALLS, /* pool */
    CHOICE_RESPOT,
    CHOICE_CUSHION,
    CHOICE_PIQUE,
    CHOICE_AWAY,
    CHOICE_LEFT,
    CHOICE_RIGHT, /* carom */
    CHOICE_COUNT
} Choice;
const char *choice_name(Choice choice);
typedef enum Warning { WARNING_TWO_FOULS, WARNING_SLOW_PLAY } Warning;
typedef enum Disturbance { DISTURB_EFFECT, DISTURB_NO_EFFECT } Disturbance;
typedef enum Group { GROUP_NONE = -1, GROUP_SOLIDS, GROUP_STRIPES } Group;
typedef enum CueState { CUE_LIES, CUE_IN_HAND, CUE_IN_HAND_HEAD } CueState;
const char *cue_state_name(CueState state);

enum { BALL_NONE = -1 };

/* Columns, in the order of Event.columns and of CsvRow.cells. */
enum {
    COLUMN_SHOT,
    COLUMN_PLAYER,
    COLUMN_EVENT,
    COLUMN_BALL,
    COLUMN_TO,
    COLUMN_X,
    COLUMN_Y,
    COLUMN_VALUE,
    COLUMN_COUNT
};

typedef struct Event {
    EventKind kind;
    Player player; /* as written; PLAYER_NONE where the cell is empty */
    int16_t ball;  /* index into SheetWords.balls, or BALL_NONE */
    ToKind to_kind;
    int16_t to;    /* ball, Rail, Pocket or Outside, by to_kind; -1 for TO_NONE */
    Str area;      /* TO_AREA: the words as written (good as long as the shot) */
    bool unknown;  /* a position that is not known */
    bool placed;   /* x and y were given */
    int64_t x, y;  /* nm */
    bool valued;   /* the cell `value` was filled; in a position: "astride" */
    int64_t value; /* a word's enum; a count; seconds in µs (fall) */
    int line;
    Str text;                      /* the physical line, good as long as the shot */
    int16_t columns[COLUMN_COUNT]; /* where each cell stood; 0: not there */
} Event;

typedef struct Shot {
    int number;
    bool faulty; /* a row of it was refused (told): no ruling from here on */
    int line;    /* of its first row */
    Player
        player; /* named by its rows other than `choose` and `warn`; PLAYER_NONE: only by those, or nobody */
    int strike; /* index of its strike, or -1 */
    const Event *events; /* good until the next shot is read */
    int count;
    Str file;
} Shot;

/* What a discipline's sheets may hold. */
typedef struct SheetWords {
    const char *discipline; /* "pool": for messages */
    const char *const *balls;
    int ball_count, object_from; /* balls from object_from on are object balls (pool 1; carom 0) */
    const char *rails[RAIL_COUNT];
    bool pockets, areas;              /* areas: a position may name some instead of x and y */
    uint32_t events, faults, choices; /* bit sets of EventKind, FaultKind, Choice */
    uint32_t unnamed;                 /* events that need not name their player: it is the shot's */
} SheetWords;

/* How a sheet was written, where that is said and not found; all zero: find it. */
typedef struct SheetDialect {
    const char *encoding; /* a name iconv knows */
    char delimiter;       /* , ; | or a tab */
    char decimal;         /* . or , */
} SheetDialect;

typedef struct Sheet Sheet;
/* lag: every row names its player; a shot may have more than one strike. NULL after errors (told). */
Sheet *sheet_open(Arena *arena, const char *path, const SheetWords *words, const SheetDialect *dialect,
                  bool lag, Diag *diag);
/* The next shot, faulty or not; false at the end. Shot 0 is the setup. A shot is given out as soon as the
 * first row of the next one is there; from a pipe, as soon as an empty line is, too. */
bool sheet_next(Sheet *sheet, Shot *out);
int64_t sheet_rows(const Sheet *sheet);
bool sheet_is_live(const Sheet *sheet); /* it is a pipe: what is known is to be said at once */
void sheet_close(Sheet *sheet);

/* A row in memory: its cells by column, empty where there is nothing; COLUMN_SHOT is not read. */
typedef struct SheetRow {
    Str cells[COLUMN_COUNT];
} SheetRow;
/* The rows as shot `number`, all in the arena. False after errors (told): their place has no file, `line` is
 * the row (from 1) and `column` the column (COLUMN_SHOT + 1 …; sheet_column names it). */
bool sheet_shot(Arena *arena, const SheetWords *words, int number, const SheetRow *rows, int count, Shot *out,
                Diag *diag);
const char *sheet_column(int column); /* COLUMN_SHOT: "shot"; NULL behind the last */
int sheet_column_find(Str name);      /* the other way; -1 for an unknown one */

/* The place of a cell of an event (a missing cell: the row), for messages. */
Place event_place(const Shot *shot, const Event *event, int column);
/* The place of the shot's first row. */
Place shot_place(const Shot *shot);

#endif
