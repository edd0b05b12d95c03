/* What pool and carom share above the single stroke: the settings of a match, the part of a ruling that every
 * game has, and the seam between the commands and a discipline. A ruling is a pure function (state, stroke)
 * -> (ruling, state); nothing else changes the state. Source: rules/README.md, A ruling. */
#ifndef RULES_MATCH_H
#define RULES_MATCH_H

#include "rules/clause.h"
#include "rules/sheet.h"
#include "rules/why.h"

/* What the command line says; words are checked by the discipline, which knows what fits its games. */
typedef struct MatchSetup {
    const char *game;                /* "9-ball", "47/2" */
    const char *table;               /* profile; NULL: the discipline's default */
    const char *profile_folder;      /* NULL: shipped ones only */
    bool referee;                    /* the match has a referee */
    int race, points, innings, sets; /* 0: not given */
    Player breaker;
    bool push_out;
    const char *line_width, *anchors, *centre; /* carom; NULL: not given */
    const char *compare;                       /* rule set to compare with, or NULL */
} MatchSetup;

typedef enum RulingKind {
    RULING_LEGAL,
    RULING_MISS,
    RULING_FOUL,
    RULING_ILLEGAL_BREAK,
    RULING_SAFETY,
    RULING_REPLAY,
    RULING_VOID,
    RULING_POINT,
    RULING_RUN /* carom: a whole inning, without its strokes */
} RulingKind;
const char *ruling_kind_name(RulingKind kind);

typedef enum Standing {
    STANDING_PLAYING,
    STANDING_GAME,
    STANDING_MATCH,
    STANDING_SET,
    STANDING_EQUALISING,
    STANDING_DRAW
} Standing;

enum { MOST_CITATIONS = 50, MOST_CALLS = 4 };

/* The part every game's ruling begins with; a discipline's own struct has it as its first member. */
typedef struct Ruling {
    int shot;
    Player player;
    RulingKind kind;
    Citation clauses[MOST_CITATIONS]; /* the deciding one first */
    int clause_count;
    Why why;
    int points;  /* this stroke's */
    bool scored; /* false: score is null */
    int score[2];
    Player next;      /* PLAYER_NONE after the last game */
    uint32_t options; /* bits of Choice */
    const char *calls[MOST_CALLS];
    int call_count;
    Standing standing;
    Player standing_player;
    const struct Ruling
        *compared; /* the ruling under the rule set compared with, when it differs; else NULL */
} Ruling;

/* Cites a clause once, behind those cited before. Cited again it keeps its place; a `*` once given stays. */
void ruling_cite(Ruling *ruling, const Clause *clause, bool open);
void ruling_call(Ruling *ruling, const char *call);
const char *standing_name(Standing standing);

typedef struct LagResult {
    Player chooses; /* PLAYER_NONE: again */
    bool again;
    Citation clauses[MOST_CITATIONS];
    int clause_count;
    Why why;
    bool known[2];      /* the place of the player's ball was given */
    double distance[2]; /* cm */
} LagResult;

/* What a match has come to. */
typedef struct PlayerSummary {
    int64_t points, innings; /* of the whole sheet, or of the set; an inning begun counts */
    int best;                /* highest run */
    int games;               /* won */
} PlayerSummary;
typedef struct SetSummary {
    PlayerSummary players[2];
    Player winner; /* PLAYER_NONE: drawn */
} SetSummary;
typedef struct MatchSummary {
    bool has_points, has_innings, has_games, has_sets; /* what the game counts */
    PlayerSummary players[2];
    const SetSummary *sets; /* those that have ended; good until the next ruling */
    int set_count;
    bool over;     /* nothing more can be played */
    Player winner; /* PLAYER_NONE: a draw, or not over */
} MatchSummary;

/* The table as the next player finds it. */
enum { POSITION_BALLS = 16, POSITION_AREAS = 32 };
typedef struct PositionBall {
    int ball;    /* index into SheetWords.balls */
    bool placed; /* at x, y (cm); else somewhere on the table */
    double x, y;
    Str areas; /* carom: where it lies by all that is known, with blanks between; "" unknown or none */
} PositionBall;
typedef struct PositionArea {
    Str name;
    int count; /* caroms made with both object balls in it */
    bool due;  /* the next carom must bring a ball out */
} PositionArea;
typedef struct Position {
    Player next;                        /* PLAYER_NONE: the match is over */
    PositionBall balls[POSITION_BALLS]; /* on the table */
    int ball_count;
    uint32_t on;  /* balls that may be hit first, bit n: ball n */
    bool start;   /* carom: the starting position is set; pool: the break is due */
    bool has_cue; /* pool: the two that follow */
    CueState cue;
    Group group[2];
    PositionArea areas[POSITION_AREAS]; /* carom: those that hold both object balls */
    int area_count;
    uint32_t options; /* bits of Choice */
} Position;

typedef struct Discipline {
    const char *name; /* "pool", "carom": the first part of its clauses' ids */
    const char *default_table;
    const char *games; /* for messages: "8-ball, 9-ball, 14.1" */
    const SheetWords *words;
    const Clause *(*clause)(int index); /* in the order of the sheet; NULL behind the last */
    bool (*has_game)(Str game);         /* by its name alone, whether or not it fits the table */
    /* A match before its first stroke; NULL after errors (told): a game that does not fit the table, … */
    void *(*open)(Arena *arena, const MatchSetup *setup, Diag *diag);
    /* Shot 0. False after errors (told). */
    bool (*setup)(void *match, const Shot *shot, Diag *diag);
    /* Rules on a shot and goes to the state after it. The ruling is good until the next call. NULL after
     * errors (told): a stroke that cannot have happened. */
    const Ruling *(*rule)(void *match, const Shot *shot, Diag *diag);
    /* The match as it stands, for a question or to come back to: what happens to one changes nothing in the
     * other. */
    void *(*copy)(Arena *arena, const void *match);
    void (*summary)(const void *match, MatchSummary *out);
    /* The strings are good as long as the arena. */
    void (*position)(Arena *arena, const void *match, Position *out);
    /* Reads a lag sheet to its end. False after errors (told). table as in MatchSetup. */
    bool (*lag)(Arena *arena, Sheet *sheet, const MatchSetup *setup, LagResult *out, Diag *diag);
} Discipline;

extern const Discipline discipline_pool, discipline_carom;

#endif
