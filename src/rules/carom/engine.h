/* What the parts of the carom referee have of each other; see carom.h for who does what. */
#ifndef RULES_CAROM_ENGINE_H
#define RULES_CAROM_ENGINE_H

#include "rules/carom/carom.h"

/* What happened in a shot, read once; the clauses look at nothing else. */
typedef struct CaromFacts {
    const CaromMatch *match;
    CaromState *state; /* before the stroke, after respotting and choices */
    const Shot *shot;
    uint32_t kinds; /* EventKind bits of its rows */
    Player player;  /* the striker */
    bool touched;   /* ball 1 touched another ball before the shot */
    Choice choice;  /* of a player whose ball touches; CHOICE_COUNT: none */
    bool struck, wrong_ball;
    int ball1, ball2, ball3; /* ball 1: the one struck, else the player's own; BALL_NONE: not hit */
    int cushions;            /* of ball 1 before ball 3 (all of them without ball 3) */
    bool cushion_before_ball2;
    bool between_objects;     /* an object ball hit the other */
    bool straight_on;         /* played straight onto a touching ball */
    bool pique_moved;         /* the touching ball was moved by the piqué itself */
    bool into_frozen_cushion; /* played straight into the cushion ball 1 was frozen to */
    unsigned off;             /* balls that left the table */
    uint32_t faults;          /* FaultKind bits the referee saw */
    bool disturbed;           /* by a third person, with effect, before any fault of the player's */
    bool late;                /* a fault was noticed too late */
    bool excused;             /* there was one, and it does not count for that */
    bool valid;               /* a carom with its cushions and, at the start, the red first */
    uint32_t shared;          /* areas in which both object balls lay before the stroke */
    uint32_t due;             /* those of them a ball must leave */
    uint32_t left;            /* those of them a ball left */
    uint32_t on_line;         /* areas that hold both after the stroke, one of them by the line alone */
    /* what came of it, for the clauses that explain */
    RulingKind kind;
    bool off_to_start, touch_to_start, off_to_axis;
    bool equalising, last_inning, game_over, set_over, new_set, offers, counted;
} CaromFacts;

/* rules/carom/table.c */
void carom_place(CaromState *state, int ball, Vec2 at);
void carom_set_start(const CaromMatch *match, CaromState *state, CaromSpot own); /* for state->next */
void carom_set_axis(const CaromMatch *match, CaromState *state, unsigned balls); /* 6.8, for state->next */
unsigned carom_touching(const CaromMatch *match, const CaromState *state, int ball);
bool carom_overlap(const CaromMatch *match, const CaromState *state, int a, int b);
bool carom_on_bed(const CaromMatch *match, Vec2 at);
/* Does the ball touch the cushion by its place? */
bool carom_at_cushion(const CaromMatch *match, const CaromState *state, int ball, Rail rail);
int carom_list(const CaromState *state, unsigned balls, CaromPlace *out);

/* rules/carom/area.c */
/* The areas that hold both object balls of ball1; finds those of balls that moved. */
uint32_t carom_shared_areas(const CaromMatch *match, CaromState *state, int ball1);
uint32_t carom_due_areas(const CaromMatch *match, const CaromState *state, uint32_t shared);
/* Of facts->shared, those an object ball left: by an exit row, or because it lies outside after the stroke.
 */
uint32_t carom_left_areas(const CaromFacts *facts, CaromState *after);
uint32_t carom_line_areas(const CaromFacts *facts, CaromState *after);
void carom_recount(CaromFacts *facts, CaromState *after);
void carom_report_areas(const CaromMatch *match, CaromState *after, CaromRuling *ruling);

/* rules/carom/facts.c */
void carom_read_shot(CaromFacts *facts);

/* rules/carom/clauses.c */
RulingKind carom_decide(CaromFacts *facts, Ruling *ruling);
void carom_list_clauses(CaromMatch *match); /* into match->asked */
void carom_explain(const CaromFacts *facts, Ruling *ruling);

uint32_t shot_kinds(const Shot *shot);
static inline bool has_kind(uint32_t kinds, EventKind kind) { return kinds & (UINT32_C(1) << kind); }

/* rules/carom/check.c: everything that makes a shot impossible, told at its rows. */
bool carom_check_shot(const CaromFacts *facts, const CaromState *before, Diag *diag);
bool carom_check_overlap(const CaromMatch *match, const CaromState *after, const Shot *shot, unsigned off,
                         Diag *diag);

/* rules/carom/match.c: points, innings, sets. Both set after->next; true: the starting position is due. */
bool carom_count(const CaromMatch *match, CaromState *after, CaromFacts *facts, CaromRuling *ruling);
bool carom_concede(const CaromMatch *match, CaromState *after, CaromFacts *facts, CaromRuling *ruling,
                   Player conceder);

/* rules/carom/setup.c, rules/carom/lag.c, rules/carom/open.c */
bool carom_setup(const CaromMatch *match, const Shot *shot, CaromState *state, Diag *diag);
bool carom_lag(Arena *arena, Sheet *sheet, const MatchSetup *setup, LagResult *out, Diag *diag);

static inline unsigned ball_bit(int ball) { return 1U << ball; }
Vec2 event_at(const Event *event); /* its place in cm */
/* The shot's player: named by its stroke or, where only a choice names one, by that. */
Player shot_player(const Shot *shot);

#endif
