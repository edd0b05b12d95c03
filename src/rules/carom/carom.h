/* The carom referee: straight rail, balkline, one and three cushions. A ruling is a pure function
 * (match, state, shot) -> (ruling, state); nothing else changes the state. Balls on, areas and counts are
 * read from the state before the stroke. The parts: rules/carom/table.c (starting position, spots, touching),
 * rules/carom/area.c (areas and counts), rules/carom/facts.c (what happened in a stroke),
 * rules/carom/clauses.c (which clauses decide), rules/carom/match.c (innings, games, sets), carom.c (the
 * transition). Source: rules/carom/README.md. */
#ifndef RULES_CAROM_CAROM_H
#define RULES_CAROM_CAROM_H

#include "marking/layout.h"
#include "rules/match.h"

enum { BALL_WHITE, BALL_YELLOW, BALL_RED, CAROM_BALLS };
enum { CAROM_AREAS_MOST = 32 };
const char *carom_ball_name(int ball); /* "white" "yellow" "red" */
/* A plays white, B yellow, the whole match (carom.5.1). */
int carom_own_ball(Player player);

/* Where rule sets differ, as settings (profiles/rules/). */
typedef struct CaromRules {
    Str id;
    bool opening_direct;       /* the opening stroke may touch no cushion before the red */
    bool frozen_cushion_fault; /* playing straight into the cushion ball 1 is frozen to is a fault */
    bool anchors_match_only;   /* anchors on the match table only */
} CaromRules;

typedef enum CaromSpot {
    SPOT_BOTTOM,
    SPOT_MIDDLE,
    SPOT_TOP,
    SPOT_START_LEFT,
    SPOT_START_RIGHT,
    CAROM_SPOTS
} CaromSpot;
const char *carom_spot_name(CaromSpot spot); /* "bottom" … "start-right" */

/* The clauses a game asks after a stroke, by what they do, in the order of citing. */
typedef enum CaromRoleKind {
    CAROM_ROLE_FOUL,
    CAROM_ROLE_MISS,
    CAROM_ROLE_EXPLAIN,
    CAROM_ROLE_KEPT, /* a point rests on it because the stroke kept it */
    CAROM_ROLES
} CaromRoleKind;
typedef struct CaromClause CaromClause;
enum { CAROM_ROLE_MOST = 32 };
typedef struct CaromRole {
    const CaromClause *clauses[CAROM_ROLE_MOST];
    int count;
} CaromRole;

/* Drawn lines of balkline that run in one direction, cm from the cushion. */
enum { CAROM_LINES_MOST = 4 };
typedef struct CaromLines {
    double at[CAROM_LINES_MOST];
    int count;
} CaromLines;

/* What stays the same from the first stroke to the last. */
typedef struct CaromMatch {
    const CaromRules *rules;
    Str game; /* "free", "47/2", … */
    bool balkline;
    int allowed;       /* caroms in a row within one area: 1 or 2; 0: no areas */
    int cushions;      /* needed before ball 3: 0, 1, 3 */
    const Area *areas; /* fields or corners, then anchors */
    int area_count;
    const AreaEdges *edges;   /* of the areas */
    uint32_t restricted;      /* bits of those that are */
    uint32_t fields;          /* bits of those that are no anchors */
    bool tiled;               /* the restricted fields cover the bed: a ball lies in one at least */
    CaromLines along, across; /* drawn lines: x = at[i]; y = at[i] */
    Vec2 spots[CAROM_SPOTS];
    double length, width;      /* of the bed, cm */
    double diameter;           /* of a ball, cm */
    double half_line;          /* half the width of a drawn line, cm */
    bool compared;             /* the other rule set of a comparison: it may lack areas the sheet names */
    int points, innings, sets; /* 0: no limit; sets: to win */
    Player starter;            /* of the first set */
    CaromRole asked[CAROM_ROLES];
} CaromMatch;

typedef struct CaromTally { /* over the whole sheet, for averages */
    int64_t points, innings;
    int best;      /* highest run */
    bool at_table; /* an inning has begun and is not counted yet */
} CaromTally;

/* Where a ball lies, as far as anybody has said it: at a place, in areas by name, or unknown. */
typedef struct CaromBall {
    Vec2 at;
    bool placed;     /* its place is known */
    bool astride;    /* said to lie beside a line with a ball on the other side */
    uint32_t held;   /* areas that hold it, one bit each */
    uint32_t unsure; /* areas of which nobody has said whether they do */
} CaromBall;

typedef struct CaromState {
    CaromBall balls[CAROM_BALLS];
    Player next;       /* who plays; PLAYER_NONE: it is over */
    Player starter;    /* of this set */
    bool start;        /* the starting position is set: 5.3 is in force, a start spot may be chosen */
    bool unreported;   /* set so before the first stroke, no ruling has said it yet */
    unsigned touching; /* object balls that the ball of `next` touches, one bit each */
    int score[2], innings[2], best[2]; /* of this set; innings completed, highest run */
    int run;                           /* points of this visit */
    int sets[2];                       /* won */
    bool equalising;                   /* the second player has his last inning of the game or set */
    int counts[CAROM_AREAS_MOST];      /* caroms made with both object balls of `next` in the area */
    CaromTally tally[2];
} CaromState;

typedef struct CaromPlace {
    int ball;
    Vec2 at;
} CaromPlace;

typedef struct CaromRuling {
    Ruling base;
    bool in_sets;                                      /* the match is played in sets */
    int sets[2];                                       /* won, with this stroke */
    CaromPlace placed[CAROM_BALLS], spot[CAROM_BALLS]; /* set before the stroke; to be set after it */
    int placed_count, spot_count;
    int inning, run;                     /* of the striker */
    int innings[2], best[2];             /* of this set, with this stroke: completed, highest run */
    const Area *areas[CAROM_AREAS_MOST]; /* that hold both object balls of `next` */
    int counts[CAROM_AREAS_MOST];        /* caroms already made there */
    int area_count;
} CaromRuling;

/* The state before the first stroke of a game that starts with the opening stroke. */
CaromState carom_opening(const CaromMatch *match);
/* Rules on one shot. False, with errors at the rows, when the sheet cannot be (out of turn, an option that is
 * not open, a ball off the bed, overlapping balls, no stroke, a stroke after the end); *after is then not to
 * be used. */
bool carom_rule(const CaromMatch *match, const CaromState *before, const Shot *shot, CaromRuling *ruling,
                CaromState *after, Diag *diag);
/* What the positions mean for the next player: touching balls (in straight rail: the starting position, then
 * true). Called once after a setup; carom_rule does it after every stroke. */
bool carom_settle(const CaromMatch *match, CaromState *state);
/* What the next player may choose: bits of Choice. */
uint32_t carom_options(const CaromMatch *match, const CaromState *state);
/* The restricted areas that hold both object balls of a ball. */
uint32_t carom_shared_areas(const CaromState *state, int ball1);
/* The index of an area by its name, or -1. */
int carom_area(const CaromMatch *match, Str name);

/* What stands on a table for a game: areas, spots, bed and ball go into *match. False after errors (told). */
bool carom_table(Arena *arena, const MatchSetup *setup, const char *game, const LayoutChoices *choices,
                 CaromMatch *match, Diag *diag);
/* Of a match opened through discipline_carom: the settings, and the state after the ruling given last. */
const CaromMatch *carom_match(const void *play);
const CaromState *carom_state(const void *play);

/* In the order of the sheet; NULL behind the last. By its id: it must be there. */
const Clause *carom_clause_at(int index);
const Clause *carom_clause(const char *id);

#endif
