/* What pool and carom share above the single stroke: the settings of a match, the part of a ruling that every
 * game has, and the seam between the commands and a discipline. A ruling is a pure function (state, stroke)
 * -> (ruling, state); nothing else changes the state. Source: scoresheet.md, JSON; architecture.md, Rules
 * engine. */
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
/* The same, but it decides: it comes first, wherever it stood. */
void ruling_cite_first(Ruling *ruling, const Clause *clause, bool open);
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
    /* Reads a lag sheet to its end. False after errors (told). table as in MatchSetup. */
    bool (*lag)(Arena *arena, Sheet *sheet, const MatchSetup *setup, LagResult *out, Diag *diag);
} Discipline;

extern const Discipline discipline_pool, discipline_carom;

#endif
