/* What the parts of the carom referee have of each other; see carom.h for who does what. */
#ifndef RULES_CAROM_ENGINE_H
#define RULES_CAROM_ENGINE_H

#include "rules/carom/carom.h"

/* What is seen of a shot: gathered from its rows and the state before it. Nothing here is decided. */
typedef struct CaromSeen {
    const CaromMatch *match;
    const CaromState *before; /* the stroke, after respotting and choices */
    const Shot *shot;
    uint32_t kinds;    /* EventKind bits of its rows */
    Player player;     /* the striker */
    bool touched;      /* ball 1 touched another ball before the shot */
    bool set_touching; /* straight rail: the three were set before the stroke for that */
    Choice choice;     /* of a player whose ball touches; CHOICE_COUNT: none */
    bool struck, wrong_ball;
    int ball1, ball2, ball3; /* ball 1: the one struck, else the player's own; BALL_NONE: not hit */
    unsigned hit;            /* balls that ball 1 hit */
    unsigned driven;         /* balls that another ball hit */
    int cushions;            /* of ball 1 before ball 3 (all of them without ball 3) */
    bool cushion_before_ball2;
    bool between_objects;     /* an object ball hit the other */
    bool straight_on;         /* played straight onto a touching ball */
    bool pique_moved;         /* the touching ball was moved by the piqué itself */
    bool into_frozen_cushion; /* played straight into the cushion ball 1 was frozen to */
    unsigned off;             /* balls that left the table */
    uint32_t faults;          /* FaultKind bits the referee saw */
    unsigned handled;         /* balls that a fault names */
    bool at_rest;             /* a position row has said that the balls lie */
    bool disturbed;           /* by a third person, with effect, before the balls lay */
    unsigned placed;          /* balls whose position a row has given */
    bool late;                /* a fault was noticed too late */
    Player concedes;
    uint32_t shared;  /* areas in which both object balls lay before the stroke */
    uint32_t left;    /* those of them a ball left */
    uint32_t unsure;  /* those of them nobody has said whether one left */
    uint32_t on_line; /* areas that hold both after the stroke, one of them by the line alone */
    unsigned leavers; /* object balls that left one of `left` */
} CaromSeen;

/* What is decided about it. */
typedef struct CaromDecided {
    uint32_t due; /* areas a ball must leave */
    bool valid;   /* a carom with its cushions and, at the start, the red first */
    bool excused; /* there was a fault, and it was noticed too late to count */
    RulingKind kind;
    bool counted;     /* the carom was made within an area */
    unsigned unknown; /* the next player's object balls of which nobody can say in which areas they lie */
    unsigned now_touching; /* object balls that touch the next player's ball */
    bool off_to_start, touch_to_start, off_to_axis;
    bool equalising, last_inning, game_over, set_over, new_set, offers;
} CaromDecided;

/* A row of the table of clauses (rules/carom/clauses.c). The predicates read what is seen and, for what
 * follows, what is decided; `why` adds the clause's facts. */
typedef bool CaromPredicate(const CaromSeen *s, const CaromDecided *d);
typedef void CaromReason(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why);
struct CaromClause {
    Clause clause;
    CaromPredicate *holds;   /* NULL: no clause of a stroke */
    CaromPredicate *kept;    /* a point rests on it because the stroke kept it; NULL: never cited so */
    CaromPredicate *settled; /* holding, it rests on a settlement of ours: `*`; NULL: on the sheet */
    CaromReason *why;        /* NULL: it has none */
};

/* rules/carom/table.c */
void carom_place(const CaromMatch *match, CaromState *state, int ball, Vec2 at);
/* By eye: in these areas and no other; at no known place. */
void carom_lay(CaromState *state, int ball, uint32_t areas, bool astride);
void carom_lose(const CaromMatch *match, CaromState *state, int ball); /* nobody knows where it lies */
void carom_set_start(const CaromMatch *match, CaromState *state, CaromSpot own); /* for state->next */
void carom_set_axis(const CaromMatch *match, CaromState *state, unsigned balls); /* 6.8, for state->next */
unsigned carom_touching(const CaromMatch *match, const CaromState *state, int ball);
bool carom_overlap(const CaromMatch *match, const CaromState *state, int a, int b);
bool carom_on_bed(const CaromMatch *match, Vec2 at);
/* Does the ball touch the cushion by its place? */
bool carom_at_cushion(const CaromMatch *match, const CaromState *state, int ball, Rail rail);
int carom_list(const CaromState *state, unsigned balls, CaromPlace *out);

/* rules/carom/area.c */
static inline uint32_t area_bit(int area) { return UINT32_C(1) << area; }
uint32_t carom_areas_at(const CaromMatch *match, Vec2 at, double half_line);
/* The areas named, one bit each; the first unknown name goes to *unknown (empty: all are known). "none": 0.
 */
uint32_t carom_named_areas(const CaromMatch *match, Str names, Str *unknown);
/* The names, with blanks between. */
Str carom_area_names(Arena *arena, const CaromMatch *match, uint32_t areas);
uint32_t carom_due_areas(const CaromMatch *match, const CaromState *state, uint32_t shared);
/* Of the areas shared before the stroke: those an object ball left, by an exit row or because it lies outside
 * now; those that nobody knows of; those that hold both now, one of them by the line alone. */
void carom_see_areas(CaromSeen *seen, const CaromState *after);
void carom_recount(const CaromSeen *seen, CaromDecided *decided, CaromState *after);
void carom_report_areas(const CaromMatch *match, const CaromState *after, CaromRuling *ruling);

/* rules/carom/gather.c */
void carom_gather(CaromSeen *seen);

/* rules/carom/clauses.c */
void carom_decide(const CaromSeen *seen, CaromDecided *decided, Ruling *ruling);
void carom_list_clauses(CaromMatch *match); /* into match->asked */
void carom_explain(const CaromSeen *seen, const CaromDecided *decided, Ruling *ruling);

uint32_t shot_kinds(const Shot *shot);
static inline bool has_kind(uint32_t kinds, EventKind kind) { return kinds & (UINT32_C(1) << kind); }
/* How often a `cushion` row says that the ball touched one. */
static inline int event_times(const Event *event) { return event->valued ? (int)event->value : 1; }

/* rules/carom/check.c: everything that makes a shot impossible, told at its rows. */
bool carom_check_shot(const CaromSeen *seen, Diag *diag);

/* rules/carom/check_place.c: the part of it about where balls lie. index: of the row in its shot. */
bool carom_check_exit(const CaromSeen *seen, const Event *event, Diag *diag);
bool carom_check_position(const CaromSeen *seen, int index, Diag *diag);
bool carom_check_overlap(const CaromMatch *match, const CaromState *after, const Shot *shot, unsigned off,
                         Diag *diag);

/* rules/carom/slips.c. lie: where the stroke left the balls; after: where they are played from next. */
void carom_warn_slips(const CaromSeen *seen, const CaromDecided *decided, const CaromState *lie,
                      const CaromState *after, Diag *diag);

/* rules/carom/match.c: points, innings, sets. Both set after->next; true: the starting position is due.
 * points: of the stroke, or of a whole run. */
bool carom_count(const CaromMatch *match, CaromState *after, const CaromSeen *seen, CaromDecided *decided,
                 CaromRuling *ruling, int points);
bool carom_concede(const CaromMatch *match, CaromState *after, CaromDecided *decided, CaromRuling *ruling,
                   Player conceder);

/* rules/carom/open.c: options that carom has not are told; then the match under one of the rule sets. */
bool carom_check_options(const MatchSetup *setup, Diag *diag);
bool carom_open(Arena *arena, const MatchSetup *setup, const ClauseBook *book, const char *rule_set,
                CaromMatch *match, Diag *diag);

/* rules/carom/setup.c, rules/carom/lag.c */
bool carom_setup(const CaromMatch *match, const Shot *shot, CaromState *state, Diag *diag);
bool carom_lag(Arena *arena, Sheet *sheet, const MatchSetup *setup, LagResult *out, Diag *diag);

static inline unsigned ball_bit(int ball) { return 1U << ball; }
Vec2 event_at(const Event *event); /* its place in cm */
/* The shot's player: named by its stroke or, where only a choice names one, by that. */
Player shot_player(const Shot *shot);

#endif
