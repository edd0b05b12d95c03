/* The clauses of carom as a table: which games, when it holds, what follows. The first clause that holds
 * decides, in the order replay, fault, miss; the rest explain. Only carom.c asks. Source: rules-carom.md. */
#include "rules/carom/engine.h"

enum { FREE = 1, BALKLINE = 2, ONE_CUSHION = 4, THREE_CUSHION = 8, AREAS = FREE | BALKLINE, EVERY = 15 };

/* carom.umb.1 is no clause of the sheet: it holds under the rule set that has it, for comparison. */

static const CaromFacts *facts_of(const void *facts) { return facts; }
static bool saw(const void *facts, FaultKind kind) { return facts_of(facts)->faults & (UINT32_C(1) << kind); }

static bool disturbed(const void *facts) { return facts_of(facts)->disturbed; }
static bool ball_off(const void *facts) { return facts_of(facts)->off != 0; }
static bool moving(const void *facts) { return saw(facts, FAULT_MOVING); }
static bool touched(const void *facts) {
    return saw(facts, FAULT_TOUCH) || saw(facts, FAULT_TOUCH_DELIBERATE) || saw(facts, FAULT_TOUCH_EFFECT) ||
           saw(facts, FAULT_TOUCH_NO_EFFECT);
}
static bool foreign_body(const void *facts) { return saw(facts, FAULT_FOREIGN_BODY); }
static bool moved_ball(const void *facts) { return saw(facts, FAULT_MOVED_BALL); }
static bool not_tip(const void *facts) { return saw(facts, FAULT_NOT_TIP); }
static bool push(const void *facts) { return saw(facts, FAULT_PUSH); }
static bool straight_on(const void *facts) {
    return facts_of(facts)->straight_on || facts_of(facts)->pique_moved;
}
static bool double_hit(const void *facts) { return saw(facts, FAULT_DOUBLE_HIT); }
static bool no_foot(const void *facts) { return saw(facts, FAULT_NO_FOOT); }
static bool mark(const void *facts) { return saw(facts, FAULT_MARK); }
static bool wrong_ball(const void *facts) { return facts_of(facts)->wrong_ball; }
static bool nobody_left(const void *facts) {
    const CaromFacts *f = facts;
    return f->valid && !f->off && (f->due & ~f->left);
}
static bool frozen_cushion(const void *facts) {
    return facts_of(facts)->match->rules->frozen_cushion_fault && facts_of(facts)->into_frozen_cushion;
}

static bool no_carom(const void *facts) { return facts_of(facts)->ball3 == BALL_NONE; }
static bool too_few_cushions(const void *facts) {
    const CaromFacts *f = facts;
    return f->ball3 != BALL_NONE && f->cushions < f->match->cushions;
}
static bool not_red_first(const void *facts) {
    const CaromFacts *f = facts;
    bool direct = !(f->match->rules->opening_direct && f->cushion_before_ball2);
    return f->state->start && f->ball3 != BALL_NONE && !(f->ball2 == BALL_RED && direct);
}

static bool counted(const void *facts) { return facts_of(facts)->kind == RULING_POINT; }
static bool missed_by_object_ball(const void *facts) {
    const CaromFacts *f = facts;
    return f->kind == RULING_MISS && f->ball3 == BALL_NONE && f->between_objects;
}
static bool not_in_time(const void *facts) { return counted(facts) && facts_of(facts)->excused; }
static bool carom_inside(const void *facts) {
    return (counted(facts) && facts_of(facts)->counted) || nobody_left(facts);
}
static bool ball_was_due(const void *facts) {
    return (counted(facts) && facts_of(facts)->due) || nobody_left(facts);
}
static bool in_anchor(const void *facts) {
    const CaromFacts *f = facts;
    uint32_t areas = nobody_left(f) ? f->due & ~f->left : counted(f) ? f->due : 0;
    for (int i = 0; areas && i < f->match->area_count; i++)
        if (f->match->areas[i].anchor && (areas & (UINT32_C(1) << i))) return true;
    return false;
}
static bool on_line(const void *facts) {
    return (counted(facts) || nobody_left(facts)) && facts_of(facts)->on_line;
}
static bool opened(const void *facts) { return counted(facts) && facts_of(facts)->state->start; }
static bool to_start(const void *facts) {
    const CaromFacts *f = facts;
    return f->off_to_start || f->touch_to_start || f->new_set || f->equalising || f->last_inning;
}
static bool off_to_start(const void *facts) { return facts_of(facts)->off_to_start; }
static bool touch_to_start(const void *facts) { return facts_of(facts)->touch_to_start; }
static bool touching(const void *facts) {
    const CaromFacts *f = facts;
    return f->offers || (f->struck && f->touched) || f->pique_moved;
}
static bool off_or_touching(const void *facts) { return off_to_start(facts) || touching(facts); }
static bool axis(const void *facts) {
    const CaromFacts *f = facts;
    return f->off_to_axis || f->new_set || f->last_inning || f->equalising ||
           (f->touched && f->choice == CHOICE_RESPOT);
}
static bool off_to_axis(const void *facts) { return facts_of(facts)->off_to_axis; }
static bool game_ends(const void *facts) { return facts_of(facts)->game_over || facts_of(facts)->equalising; }
static bool set_ends(const void *facts) { return facts_of(facts)->set_over || facts_of(facts)->last_inning; }
/* The wrong ball; and the opening stroke of B, who plays yellow all the same. */
static bool own_balls(const void *facts) {
    const CaromFacts *f = facts;
    bool opening =
        f->state->start && f->struck && !f->state->innings[0] && !f->state->innings[1] && !f->state->run;
    return (f->wrong_ball && f->kind == RULING_FOUL) || (opening && f->player == PLAYER_B && !f->wrong_ball);
}

/* By number. The sheet's own order within a consequence is the order of citing. */
enum {
    C1_1,
    C1_2,
    C1_3,
    C1_4,
    C1_5,
    C1_6,
    C2_1,
    C3_1,
    C3_2,
    C3_3,
    C3_4,
    C3_5,
    C3_6,
    C3_7,
    C3_8,
    C3_9,
    C3_10,
    C3_11,
    C3_12,
    C3_13,
    C3_14,
    C3_15,
    C4_1,
    C4_2,
    C4_3,
    C4_4,
    C4_5,
    C4_6,
    C5_1,
    C5_2,
    C5_3,
    C6_1,
    C6_2,
    C6_3,
    C6_4,
    C6_5,
    C6_6,
    C6_7,
    C6_8,
    C6_9,
    C6_10,
    UMB_1,
    EQUIPMENT_1,
    CLAUSE_COUNT = EQUIPMENT_1 + 14
};

#define EQUIPMENT(n) [EQUIPMENT_1 + (n)-1] = {"carom.equipment." #n, 0, false, CONSEQUENCE_NONE, NULL}

const Clause carom_clauses[CAROM_CLAUSES] = {
    [C1_1] = {"carom.1.1", EVERY, false, CONSEQUENCE_NOTE, counted},
    [C1_2] = {"carom.1.2", 0, false, CONSEQUENCE_NONE, NULL},
    [C1_3] = {"carom.1.3", 0, false, CONSEQUENCE_NONE, NULL},
    [C1_4] = {"carom.1.4", 0, false, CONSEQUENCE_NONE, NULL},
    [C1_5] = {"carom.1.5", EVERY, false, CONSEQUENCE_GAME, game_ends},
    [C1_6] = {"carom.1.6", EVERY, false, CONSEQUENCE_GAME, set_ends},
    [C2_1] = {"carom.2.1", EVERY, false, CONSEQUENCE_NOTE, missed_by_object_ball},
    [C3_1] = {"carom.3.1", EVERY, false, CONSEQUENCE_TURN, no_carom},
    [C3_2] = {"carom.3.2", EVERY, false, CONSEQUENCE_FOUL, ball_off},
    [C3_3] = {"carom.3.3", EVERY, false, CONSEQUENCE_FOUL, moving},
    [C3_4] = {"carom.3.4", EVERY, false, CONSEQUENCE_FOUL, touched},
    [C3_5] = {"carom.3.5", EVERY, false, CONSEQUENCE_FOUL, foreign_body},
    [C3_6] = {"carom.3.6", EVERY, false, CONSEQUENCE_FOUL, moved_ball},
    [C3_7] = {"carom.3.7", EVERY, false, CONSEQUENCE_FOUL, not_tip},
    [C3_8] = {"carom.3.8", EVERY, false, CONSEQUENCE_FOUL, push},
    [C3_9] = {"carom.3.9", EVERY, false, CONSEQUENCE_FOUL, straight_on},
    [C3_10] = {"carom.3.10", EVERY, false, CONSEQUENCE_FOUL, double_hit},
    [C3_11] = {"carom.3.11", EVERY, false, CONSEQUENCE_FOUL, no_foot},
    [C3_12] = {"carom.3.12", EVERY, false, CONSEQUENCE_FOUL, mark},
    [C3_13] = {"carom.3.13", EVERY, false, CONSEQUENCE_FOUL, wrong_ball},
    [C3_14] = {"carom.3.14", EVERY, false, CONSEQUENCE_NOTE, not_in_time},
    [C3_15] = {"carom.3.15", EVERY, false, CONSEQUENCE_TABLE, disturbed},
    [C4_1] = {"carom.4.1", AREAS, false, CONSEQUENCE_NOTE, carom_inside},
    [C4_2] = {"carom.4.2", AREAS, false, CONSEQUENCE_NOTE, ball_was_due},
    [C4_3] = {"carom.4.3", AREAS, false, CONSEQUENCE_FOUL, nobody_left},
    [C4_4] = {"carom.4.4", BALKLINE, false, CONSEQUENCE_NOTE, in_anchor},
    [C4_5] = {"carom.4.5", AREAS, false, CONSEQUENCE_NOTE, on_line},
    [C4_6] = {"carom.4.6", 0, false, CONSEQUENCE_NONE, NULL},
    [C5_1] = {"carom.5.1", EVERY, false, CONSEQUENCE_NOTE, own_balls},
    [C5_2] = {"carom.5.2", EVERY, false, CONSEQUENCE_TABLE, to_start},
    [C5_3] = {"carom.5.3", EVERY, false, CONSEQUENCE_TURN, not_red_first},
    [C6_1] = {"carom.6.1", FREE, false, CONSEQUENCE_TABLE, touch_to_start},
    [C6_2] = {"carom.6.2", FREE, false, CONSEQUENCE_TABLE, off_to_start},
    [C6_3] = {"carom.6.3", BALKLINE, false, CONSEQUENCE_TABLE, touching},
    [C6_4] = {"carom.6.4", BALKLINE, false, CONSEQUENCE_TABLE, off_to_start},
    [C6_5] = {"carom.6.5", ONE_CUSHION, false, CONSEQUENCE_TURN, too_few_cushions},
    [C6_6] = {"carom.6.6", ONE_CUSHION, false, CONSEQUENCE_TABLE, off_or_touching},
    [C6_7] = {"carom.6.7", THREE_CUSHION, false, CONSEQUENCE_TURN, too_few_cushions},
    [C6_8] = {"carom.6.8", THREE_CUSHION, false, CONSEQUENCE_TABLE, axis},
    [C6_9] = {"carom.6.9", THREE_CUSHION, false, CONSEQUENCE_TABLE, touching},
    [C6_10] = {"carom.6.10", THREE_CUSHION, false, CONSEQUENCE_TABLE, off_to_axis},
    [UMB_1] = {"carom.umb.1", EVERY, false, CONSEQUENCE_FOUL, frozen_cushion},
    /* judged by the profiles, which cite them */
    EQUIPMENT(1),
    EQUIPMENT(2),
    EQUIPMENT(3),
    EQUIPMENT(4),
    EQUIPMENT(5),
    EQUIPMENT(6),
    EQUIPMENT(7),
    EQUIPMENT(8),
    EQUIPMENT(9),
    EQUIPMENT(10),
    EQUIPMENT(11),
    EQUIPMENT(12),
    EQUIPMENT(13),
    EQUIPMENT(14),
};
_Static_assert((int)CLAUSE_COUNT == (int)CAROM_CLAUSES, "carom.h counts the clauses");

/* Clauses that a point rests on because the stroke kept them. */
static const struct {
    int clause;
    unsigned games;
    bool (*holds)(const void *facts);
} kept[] = {
    {C5_3, EVERY, opened},
    {C6_5, ONE_CUSHION, counted},
    {C6_7, THREE_CUSHION, counted},
};

static unsigned game_bit(const CaromMatch *match) {
    if (match->cushions) return match->cushions == 1 ? ONE_CUSHION : THREE_CUSHION;
    return match->balkline ? BALKLINE : FREE;
}

/* Which clauses a game asks after a stroke, by what they do; in the order of citing. */
static int role_of(int index) {
    switch (carom_clauses[index].consequence) {
    case CONSEQUENCE_FOUL:
        return CAROM_ROLE_FOUL;
    case CONSEQUENCE_TURN:
        return CAROM_ROLE_MISS;
    default:
        return CAROM_ROLE_EXPLAIN;
    }
}

void carom_list_clauses(CaromMatch *match) {
    for (int i = 0; i < CLAUSE_COUNT; i++) {
        const Clause *clause = &carom_clauses[i];
        if (!clause->holds || !(clause->games & game_bit(match)) || i == C3_15) continue;
        CaromRole *role = &match->asked[role_of(i)];
        role->clauses[role->count++] = (int8_t)i;
    }
}

static bool cite_if(const CaromFacts *facts, Ruling *ruling, int index, bool open) {
    if (!carom_clauses[index].holds(facts)) return false;
    ruling_cite(ruling, &carom_clauses[index], open);
    return true;
}

/* A piqué that moves the touching ball breaks the terms of that option; the faults it amounts to follow. */
static bool cite_pique(const CaromFacts *facts, Ruling *ruling) {
    const CaromMatch *match = facts->match;
    if (!facts->pique_moved) return false;
    return cite_if(facts, ruling, match->balkline ? C6_3 : match->cushions == 1 ? C6_6 : C6_9, false);
}

static bool cite_fouls(const CaromFacts *facts, Ruling *ruling) {
    const CaromRole *fouls = &facts->match->asked[CAROM_ROLE_FOUL];
    bool foul = cite_pique(facts, ruling);
    for (int i = 0; i < fouls->count; i++) foul = cite_if(facts, ruling, fouls->clauses[i], false) || foul;
    return foul;
}

/* Too few cushions before the wrong first ball, as the settled details ask: from the last clause to the
 * first. */
static bool cite_misses(const CaromFacts *facts, Ruling *ruling) {
    const CaromRole *misses = &facts->match->asked[CAROM_ROLE_MISS];
    bool miss = false;
    for (int i = misses->count - 1; i >= 0; i--)
        miss = cite_if(facts, ruling, misses->clauses[i], false) || miss;
    return miss;
}

/* A fault that nobody called in time does not count. */
static bool excused(const CaromFacts *facts) {
    Ruling unsaid = {.clause_count = 0};
    return cite_fouls(facts, &unsaid);
}

/* What the carom lacks, it lacks whether or not a fault was called. */
RulingKind carom_decide(CaromFacts *facts, Ruling *ruling) {
    if (cite_if(facts, ruling, C3_15, false)) return RULING_REPLAY;
    if (facts->late)
        facts->excused = excused(facts);
    else if (cite_fouls(facts, ruling))
        return RULING_FOUL;
    if (!facts->struck) return RULING_VOID;
    return cite_misses(facts, ruling) ? RULING_MISS : RULING_POINT;
}

/* Settlements of ours: the start of a set of three-cushion and its last inning from the starting position;
 * that B opens with yellow. */
static bool rests_on_us(const CaromFacts *facts, int index) {
    if (index == C5_1) return !facts->wrong_ball;
    return index == C6_8 && (facts->new_set || facts->last_inning);
}

void carom_explain(const CaromFacts *facts, Ruling *ruling) {
    const CaromRole *notes = &facts->match->asked[CAROM_ROLE_EXPLAIN];
    if (facts->kind == RULING_POINT) cite_if(facts, ruling, C3_14, false);
    for (int i = 0; i < notes->count; i++)
        cite_if(facts, ruling, notes->clauses[i], rests_on_us(facts, notes->clauses[i]));
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if ((kept[i].games & game_bit(facts->match)) && kept[i].holds(facts))
            ruling_cite(ruling, &carom_clauses[kept[i].clause], false);
}
