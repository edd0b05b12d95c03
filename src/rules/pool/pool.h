/* The pool referee: what a table, a state and a stroke are. One pure transition function goes from the state
 * before a stroke to the ruling and the state after it; group, ball on and areas are read from the state
 * before. Lengths are nanometres, coordinates as on the score sheet. Source: rules/pool/README.md;
 * rules/README.md. */
#ifndef RULES_POOL_POOL_H
#define RULES_POOL_POOL_H

#include "model/drawing.h"
#include "rules/match.h"

enum { CUE = 0, BALLS = 16, NM_PER_CM = 10000000, NM_PER_MM = 1000000 };
typedef uint32_t BallSet; /* bit n: ball n; bit 0: the cue ball */
#define BIT(ball) (1U << (ball))
#define OBJECT_BALLS 0xFFFEU
enum { POCKET_NONE = -1 };

typedef struct PoolPoint {
    int64_t x, y;
} PoolPoint;

typedef struct PoolTable {
    int64_t length, width, ball; /* between the noses; ball: diameter */
    PoolPoint head, centre, foot;
    int64_t string;                   /* x of the head string */
    int64_t corner_mouth, side_mouth; /* width between the noses at a pocket */
} PoolTable;

/* The settings in which rule sets differ: profiles/rules/pool.yaml, rule_sets. */
typedef struct PoolRules {
    bool third_foul_loses;  /* 8-ball; 9-ball always */
    bool third_foul_rerack; /* 14.1: the new rack is mandatory */
    bool off_is_foul_14_1;
    bool break_foul_head_9; /* 9-ball: cue ball in the head area after a foul on the break */
    bool foul_pots_return_8, uncalled_pots_return_8, safety_pots_return_8;
    bool near_cushion_limit; /* 4.13 */
    bool lamp_is_table;
    bool full_pocket_foul;   /* 4.14 */
    bool further_count_14_1; /* further balls on the called stroke count, and stay down */
    bool spot_touching;      /* a spotted ball may touch an object ball that is in its way */
} PoolRules;

typedef struct PoolBall {
    bool on;     /* on the table */
    bool known;  /* its place is known */
    bool racked; /* stands in a rack that nothing has touched yet */
    PoolPoint at;
} PoolBall;

enum { GAME_8_BALL = 1, GAME_9_BALL = 2, GAME_14_1 = 4, GAME_ALL = 7 };

typedef struct PoolState {
    PoolBall balls[BALLS];
    Player next;
    CueState cue;
    bool breaking;   /* the next stroke is the (opening) break */
    bool fresh_rack; /* 14.1: racked anew, not yet played */
    Group group[2];
    int fouls[2];     /* noted in a row */
    bool warned[2];   /* on two fouls, and told so */
    bool slow[2];     /* cautioned for slow play */
    int score[2];     /* 14.1: points; else games */
    uint32_t options; /* bits of Choice */
    Player chooser[CHOICE_COUNT];
    int16_t safety_ball[2]; /* 4.13: played safe on last, and how often in a row */
    int safety_count[2];
    BallSet touched; /* may go back by `restore`, to where they lay */
    PoolPoint touched_from[BALLS];
    BallSet touched_known;
    BallSet spotted;   /* since the last stroke: what is spotted before the next touches them */
    bool pushing;      /* 9-ball: the next stroke is a push-out */
    bool eight_waits;  /* the 8 fell on the break; a choice is due */
    Standing standing; /* after GAME, MATCH nothing follows unless the match goes on */
    Player standing_player;
    bool over;
} PoolState;

typedef struct Placement {
    int16_t ball;
    PoolPoint at;
} Placement;

typedef struct PoolRuling {
    Ruling common; /* first */
    int pocketed_count;
    int16_t pocketed[2 * BALLS];
    int spot_count;
    Placement spot[2 * BALLS];
    CueState cue;
    int fouls[2];
    bool straight; /* 14.1: it says what was racked */
    int racked;    /* balls racked after the stroke, or by the choice before it; 0: none */
    Group group;   /* the one this stroke has given the player; GROUP_NONE: none */
} PoolRuling;

typedef struct PoolSeen PoolSeen;
typedef struct PoolDecided PoolDecided;
typedef struct PoolClause PoolClause;

/* A game of pool: what differs from game to game. */
typedef struct PoolGame {
    const char *name;
    unsigned bit;
    int balls;                                                   /* object balls 1..balls */
    bool calls;                                                  /* balls and safeties are called */
    bool notes_break;                                            /* a foul on the break is noted */
    BallSet (*required)(const PoolState *before, Player player); /* what may be hit first */
    bool (*break_legal)(const PoolSeen *s);
    bool (*pots)(const PoolSeen *s, const PoolDecided *d); /* a right ball fell: the player goes on */
    /* of the object balls that fell or left: those that come back */
    BallSet (*returns)(const PoolSeen *s, const PoolDecided *d);
    Player (*winner)(const PoolSeen *s, const PoolDecided *d); /* by this stroke; PLAYER_NONE: nobody */
} PoolGame;

typedef struct PoolMatch {
    PoolTable table;
    const PoolGame *game;
    PoolRules rules;
    bool referee, push_out;
    int race, points; /* 0: none */
    Player breaker;   /* of the first game */
} PoolMatch;

/* What is seen of a stroke: gathered from its rows and the state before it (pool_gather). Nothing here is
 * decided. */
struct PoolSeen {
    const PoolMatch *match;
    const PoolState *before; /* after the choices of this shot */
    const Shot *shot;
    Player player;
    bool struck;  /* there was a stroke */
    bool pushing; /* 9-ball: a push-out */
    int16_t struck_ball;
    bool call, safety; /* something was called; a safety was */
    int16_t call_ball; /* BALL_NONE: any permitted ball */
    int16_t call_pocket;
    int16_t first; /* ball hit first, or BALL_NONE */
    BallSet required;
    BallSet cue_frozen;         /* balls the cue ball was declared frozen to */
    uint8_t rail_frozen[BALLS]; /* bits of Rail */
    BallSet cushions;           /* balls that touched a cushion after the first hit */
    BallSet all_cushions;       /* in the stroke at all */
    bool frozen_reached;        /* the frozen ball hit first was driven to a cushion (4.7, 4.10) */
    BallSet down, off;          /* fell by the stroke, left the table; the cue ball may be among them */
    int16_t down_pocket[BALLS]; /* Pocket, or POCKET_NONE: some pocket */
    int16_t down_order[BALLS];
    int down_count;
    uint32_t faults;            /* bits of FaultKind */
    bool touch_foul;            /* 4.6 */
    BallSet handled;            /* named by a touch */
    BallSet touched;            /* without a referee: no foul, the opponent says what becomes of the ball */
    bool cautioned, slow_again; /* cautioned for slow play; slow again after that */
    bool rebound_pocket, rebound_outside, rebound_lamp;
    BallSet disturbed;                        /* by others, and met by no ball of the stroke since (7.3) */
    BallSet knocked_in, fell_back, fell_soon; /* 7.3, 7.4 */
    bool disturb;
    BallSet interfered; /* named by a `disturb` at all */
    bool broken_off;    /* by interference with effect (7.2): what came after it is not seen */
    bool left_head;     /* the cue ball had left the head area before the first hit */
    bool near_safety;   /* a called safety on a ball near a cushion */
    bool nearest_spotted, eight_spotted, respotted; /* by a choice before this stroke */
    bool warned;                                    /* on two fouls and told before the stroke */
    BallSet moved;                                  /* took part */
    BallSet placed;                                 /* have a position (the cue ball: or a place) row */
    PoolPoint place[BALLS];
    Player concedes;
};

/* What is decided about it, from what is seen (pool_decide). */
struct PoolDecided {
    const PoolClause *fouls[24]; /* that hold, in the order of the table */
    int foul_count;
    int counted; /* the called ball that fell as called, or BALL_NONE */
    bool foul, break_legal, break_failed, pot, third, third_unwarned, noted;
    RulingKind kind;
    BallSet returns;
    BallSet stays; /* 6.1: what nobody called, and stays down all the same, by a settlement of ours */
    Player winner;
    int points;    /* 14.1 */
    int notes;     /* the player's notes after the stroke */
    bool new_rack; /* 14.1: one ball or none is left */
    bool group_decided;
    CueState cue_after;
};

typedef bool PoolPredicate(const PoolSeen *s, const PoolDecided *d);
typedef void PoolReason(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why);

/* A row of the table of clauses. The predicates read what is seen of a stroke and, where a clause says what
 * follows, what is decided about it. */
struct PoolClause {
    Clause clause;
    PoolPredicate *holds; /* NULL: no clause of play */
    PoolPredicate
        *settled;        /* holding, it rests on a settlement of ours; NULL: on the sheet (but see `open`) */
    PoolPredicate *foul; /* a clause that is a foul in some cases only: those; NULL: by its consequence */
    PoolReason *why;     /* its facts; NULL: it has none */
};

extern const PoolGame pool_games[];
enum { POOL_GAME_COUNT = 3 };
const Clause *pool_clause_at(int index);   /* in the order of the sheet; NULL behind the last */
const Clause *pool_clause(const char *id); /* it must be there */

/* table */
bool pool_table_load(Arena *arena, const MatchSetup *setup, PoolTable *out, Diag *diag);
bool pool_in_head(const PoolTable *table, PoolPoint at);
bool pool_on_bed(const PoolTable *table, PoolPoint at); /* or in a pocket's mouth */
int64_t pool_distance(PoolPoint a, PoolPoint b);
bool pool_near_cushion(const PoolTable *table, PoolPoint at); /* gap to a cushion of one diameter at most */
bool pool_in_rack(const PoolTable *table, PoolPoint at); /* a ball there stands in the way of the triangle */

/* state */
void pool_state_start(const PoolMatch *match, PoolState *state);         /* the first game, racked */
void pool_rack(const PoolMatch *match, PoolState *state, BallSet balls); /* these balls into the triangle */
BallSet pool_on_table(const PoolState *state);                           /* object balls */
void pool_open_option(PoolState *state, Choice choice, Player chooser);
bool pool_setup(const PoolMatch *match, PoolState *state, const Shot *shot, Diag *diag);
/* Options that follow from the state alone: spot-nearest (4.21). */
void pool_state_options(const PoolMatch *match, PoolState *state);
/* The ball that 4.21 sends to the foot spot, or BALL_NONE. */
int pool_nearest_in_head(const PoolMatch *match, const PoolState *state);

/* All balls into a new rack; breaker breaks, the cue ball in hand behind the head string. */
void pool_rack_anew(const PoolMatch *match, PoolState *state, Player breaker);

/* spotting (6.2): puts the balls of the set back, in rising number; appends to the ruling's list */
void pool_spot(const PoolMatch *match, PoolState *state, BallSet balls, PoolRuling *ruling);

/* Told of two fouls while on another number: a warning at the row. */
void pool_warn_early(Diag *diag, Place row, Player told, int notes);

/* one stroke */
bool pool_choices(const PoolMatch *match, PoolState *state, const Shot *shot, PoolSeen *seen,
                  PoolRuling *ruling, Diag *diag);
bool pool_gather(PoolSeen *seen, Diag *diag);
/* The ball that fell into the called pocket as called (a call without a ball: the first permitted one). */
int pool_called_ball(const PoolSeen *s);
void pool_decide(const PoolSeen *s, PoolDecided *d);
void pool_fouls(const PoolSeen *s, PoolDecided *d); /* the fouls that hold */
void pool_cite(const PoolSeen *s, const PoolDecided *d, PoolRuling *ruling);
void pool_new_rack(const PoolMatch *match, PoolState *after, PoolRuling *ruling); /* 14.1 */
/* The state after the stroke; false when balls would lie where they cannot (told). */
bool pool_advance(const PoolSeen *s, const PoolDecided *d, PoolState *after, PoolRuling *ruling, Diag *diag);
/* The transition function: (match, before, shot) -> (ruling, after). False after errors. */
bool pool_rule(const PoolMatch *match, const PoolState *before, const Shot *shot, PoolState *after,
               PoolRuling *ruling, Diag *diag);

/* Of a match opened through discipline_pool. */
const PoolTable *pool_table_of(const void *match);

/* lag */
bool pool_lag(Arena *arena, Sheet *sheet, const MatchSetup *setup, LagResult *out, Diag *diag);

#endif
