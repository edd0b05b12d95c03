/* The clauses of carom as a table: which games, when one holds, what follows, by which facts. The first that
 * holds decides, in the order fault, replay, miss; the rest explain. The predicates read what is seen of a
 * stroke and, for what follows, what is decided. Source: rules/carom/README.md. */
#include "rules/carom/reasons.h"

#include <assert.h>

enum { FREE = 1, BALKLINE = 2, ONE_CUSHION = 4, THREE_CUSHION = 8, AREAS = FREE | BALKLINE, EVERY = 15 };

static bool saw(const CaromSeen *s, FaultKind kind) { return s->faults & (UINT32_C(1) << kind); }
static bool point(const CaromDecided *d) { return d->kind == RULING_POINT; }

/* ---- faults ---- */

static bool ball_off(const CaromSeen *s, const CaromDecided *d) { return s->off != 0; }
static bool moving(const CaromSeen *s, const CaromDecided *d) { return saw(s, FAULT_MOVING); }
static bool touched(const CaromSeen *s, const CaromDecided *d) {
    return saw(s, FAULT_TOUCH) || saw(s, FAULT_TOUCH_DELIBERATE) || saw(s, FAULT_TOUCH_EFFECT) ||
           saw(s, FAULT_TOUCH_NO_EFFECT);
}
static bool foreign_body(const CaromSeen *s, const CaromDecided *d) { return saw(s, FAULT_FOREIGN_BODY); }
static bool moved_ball(const CaromSeen *s, const CaromDecided *d) { return saw(s, FAULT_MOVED_BALL); }
static bool not_tip(const CaromSeen *s, const CaromDecided *d) { return saw(s, FAULT_NOT_TIP); }
static bool push(const CaromSeen *s, const CaromDecided *d) { return saw(s, FAULT_PUSH); }
static bool straight_on(const CaromSeen *s, const CaromDecided *d) {
    return s->straight_on || s->pique_moved;
}
static bool double_hit(const CaromSeen *s, const CaromDecided *d) { return saw(s, FAULT_DOUBLE_HIT); }
static bool no_foot(const CaromSeen *s, const CaromDecided *d) { return saw(s, FAULT_NO_FOOT); }
static bool mark(const CaromSeen *s, const CaromDecided *d) { return saw(s, FAULT_MARK); }
static bool wrong_ball(const CaromSeen *s, const CaromDecided *d) { return s->wrong_ball; }
static uint32_t not_left(const CaromSeen *s, const CaromDecided *d) { return d->due & ~s->left & ~s->unsure; }
static bool nobody_left(const CaromSeen *s, const CaromDecided *d) {
    return d->valid && !s->off && not_left(s, d);
}
static bool frozen_cushion(const CaromSeen *s, const CaromDecided *d) {
    return s->match->rules->frozen_cushion_fault && s->into_frozen_cushion;
}

/* ---- no carom ---- */

static bool no_carom(const CaromSeen *s, const CaromDecided *d) { return s->ball3 == BALL_NONE; }
static bool too_few_cushions(const CaromSeen *s, const CaromDecided *d) {
    return s->ball3 != BALL_NONE && s->cushions < s->match->cushions;
}
static bool red_first(const CaromSeen *s) {
    return s->ball2 == BALL_RED && !(s->match->rules->opening_direct && s->cushion_before_ball2);
}
static bool not_red_first(const CaromSeen *s, const CaromDecided *d) {
    return s->before->start && s->ball3 != BALL_NONE && !red_first(s);
}

/* ---- what explains ---- */

static bool disturbed(const CaromSeen *s, const CaromDecided *d) { return d->kind == RULING_REPLAY; }
static bool counted(const CaromSeen *s, const CaromDecided *d) { return point(d); }
static bool missed_by_object_ball(const CaromSeen *s, const CaromDecided *d) {
    return d->kind == RULING_MISS && s->ball3 == BALL_NONE && s->between_objects;
}
static bool not_in_time(const CaromSeen *s, const CaromDecided *d) { return point(d) && d->excused; }
static bool fault_inside(const CaromSeen *s, const CaromDecided *d) {
    return d->kind == RULING_FOUL && nobody_left(s, d);
}
static bool carom_inside(const CaromSeen *s, const CaromDecided *d) {
    return (point(d) && d->counted) || fault_inside(s, d);
}
static bool ball_was_due(const CaromSeen *s, const CaromDecided *d) {
    return (point(d) && d->due) || fault_inside(s, d);
}
static bool in_anchor(const CaromSeen *s, const CaromDecided *d) {
    uint32_t areas = fault_inside(s, d) ? not_left(s, d) : point(d) ? d->due : 0;
    return areas & ~s->match->fields;
}
static bool on_line(const CaromSeen *s, const CaromDecided *d) {
    return (point(d) || fault_inside(s, d)) && s->on_line;
}
static bool opened(const CaromSeen *s, const CaromDecided *d) { return point(d) && s->before->start; }
static bool touch_to_start(const CaromSeen *s, const CaromDecided *d) {
    return s->set_touching || d->touch_to_start;
}
static bool to_start(const CaromSeen *s, const CaromDecided *d) {
    return d->off_to_start || touch_to_start(s, d) || d->new_set || d->equalising || d->last_inning;
}
static bool off_to_start(const CaromSeen *s, const CaromDecided *d) { return d->off_to_start; }
static bool touching(const CaromSeen *s, const CaromDecided *d) {
    return d->offers || (s->struck && s->touched) || s->pique_moved;
}
static bool off_or_touching(const CaromSeen *s, const CaromDecided *d) {
    return d->off_to_start || touching(s, d);
}
static bool axis(const CaromSeen *s, const CaromDecided *d) {
    return d->off_to_axis || d->new_set || d->last_inning || d->equalising ||
           (s->touched && s->choice == CHOICE_RESPOT);
}
static bool off_to_axis(const CaromSeen *s, const CaromDecided *d) { return d->off_to_axis; }
static bool game_ends(const CaromSeen *s, const CaromDecided *d) { return d->game_over || d->equalising; }
static bool set_ends(const CaromSeen *s, const CaromDecided *d) { return d->set_over || d->last_inning; }
/* The wrong ball; and the opening stroke of B, who plays yellow all the same. */
static bool own_balls(const CaromSeen *s, const CaromDecided *d) {
    const CaromState *before = s->before;
    bool opening = before->start && s->struck && !before->innings[0] && !before->innings[1] && !before->run;
    return (s->wrong_ball && d->kind == RULING_FOUL) || (opening && s->player == PLAYER_B && !s->wrong_ball);
}

/* ---- settlements of ours ---- */

static bool b_opens(const CaromSeen *s, const CaromDecided *d) { return !s->wrong_ball; }
/* Every set of three-cushion, and its last inning, from the starting position. */
static bool of_a_set(const CaromSeen *s, const CaromDecided *d) { return d->new_set || d->last_inning; }

#define DEFINITION(id)                                                                                       \
    {                                                                                                        \
        .clause = { "carom." id, 0, false, CONSEQUENCE_NONE }                                                \
    }
#define ROW(id, games, what, ...)                                                                            \
    { .clause = {"carom." id, games, false, CONSEQUENCE_##what}, __VA_ARGS__ }

/* By number: the sheet's own order is the order of citing. */
static const CaromClause clauses[] = {
    ROW("1.1", EVERY, NOTE, .holds = counted),
    DEFINITION("1.2"),
    DEFINITION("1.3"),
    DEFINITION("1.4"),
    ROW("1.5", EVERY, GAME, .holds = game_ends),
    ROW("1.6", EVERY, GAME, .holds = set_ends),
    ROW("2.1", EVERY, NOTE, .holds = missed_by_object_ball, .why = why_between),
    ROW("3.1", EVERY, TURN, .holds = no_carom, .why = why_no_carom),
    ROW("3.2", EVERY, FOUL, .holds = ball_off, .why = why_off),
    ROW("3.3", EVERY, FOUL, .holds = moving, .why = why_seen),
    ROW("3.4", EVERY, FOUL, .holds = touched, .why = why_seen),
    ROW("3.5", EVERY, FOUL, .holds = foreign_body, .why = why_seen),
    ROW("3.6", EVERY, FOUL, .holds = moved_ball, .why = why_seen),
    ROW("3.7", EVERY, FOUL, .holds = not_tip, .why = why_seen),
    ROW("3.8", EVERY, FOUL, .holds = push, .why = why_seen),
    ROW("3.9", EVERY, FOUL, .holds = straight_on, .why = why_straight_on),
    ROW("3.10", EVERY, FOUL, .holds = double_hit, .why = why_seen),
    ROW("3.11", EVERY, FOUL, .holds = no_foot, .why = why_seen),
    ROW("3.12", EVERY, FOUL, .holds = mark, .why = why_seen),
    ROW("3.13", EVERY, FOUL, .holds = wrong_ball, .why = why_wrong_ball),
    ROW("3.14", EVERY, NOTE, .holds = not_in_time),
    ROW("3.15", EVERY, TABLE, .holds = disturbed),
    ROW("4.1", AREAS, NOTE, .holds = carom_inside),
    ROW("4.2", AREAS, NOTE, .holds = ball_was_due, .why = why_left),
    ROW("4.3", AREAS, FOUL, .holds = nobody_left, .why = why_nobody_left),
    ROW("4.4", BALKLINE, NOTE, .holds = in_anchor),
    ROW("4.5", AREAS, NOTE, .holds = on_line, .why = why_on_line),
    DEFINITION("4.6"),
    ROW("5.1", EVERY, NOTE, .holds = own_balls, .settled = b_opens),
    ROW("5.2", EVERY, TABLE, .holds = to_start),
    ROW("5.3", EVERY, TURN, .holds = not_red_first, .kept = opened, .why = why_not_red_first),
    ROW("6.1", FREE, TABLE, .holds = touch_to_start),
    ROW("6.2", FREE, TABLE, .holds = off_to_start),
    ROW("6.3", BALKLINE, TABLE, .holds = touching, .why = why_touching),
    ROW("6.4", BALKLINE, TABLE, .holds = off_to_start),
    ROW("6.5", ONE_CUSHION, TURN, .holds = too_few_cushions, .kept = counted, .why = why_cushions),
    ROW("6.6", ONE_CUSHION, TABLE, .holds = off_or_touching, .why = why_touching),
    ROW("6.7", THREE_CUSHION, TURN, .holds = too_few_cushions, .kept = counted, .why = why_cushions),
    ROW("6.8", THREE_CUSHION, TABLE, .holds = axis, .settled = of_a_set),
    ROW("6.9", THREE_CUSHION, TABLE, .holds = touching, .why = why_touching),
    ROW("6.10", THREE_CUSHION, TABLE, .holds = off_to_axis),
    /* no clause of the sheet: it holds under the rule set that has it, for comparison */
    ROW("umb.1", EVERY, FOUL, .holds = frozen_cushion, .why = why_frozen_cushion),
    /* judged by the profiles, which cite them */
    DEFINITION("equipment.1"),
    DEFINITION("equipment.2"),
    DEFINITION("equipment.3"),
    DEFINITION("equipment.4"),
    DEFINITION("equipment.5"),
    DEFINITION("equipment.6"),
    DEFINITION("equipment.7"),
    DEFINITION("equipment.8"),
    DEFINITION("equipment.9"),
    DEFINITION("equipment.10"),
    DEFINITION("equipment.11"),
    DEFINITION("equipment.12"),
    DEFINITION("equipment.13"),
    DEFINITION("equipment.14"),
};
enum { CLAUSE_COUNT = sizeof clauses / sizeof *clauses };

const Clause *carom_clause_at(int index) { return index < CLAUSE_COUNT ? &clauses[index].clause : NULL; }

static const CaromClause *find(const char *id) {
    for (int i = 0; i < CLAUSE_COUNT; i++)
        if (strcmp(clauses[i].clause.id, id) == 0) return &clauses[i];
    assert(0 && "no such clause");
    return NULL;
}

const Clause *carom_clause(const char *id) { return &find(id)->clause; }

/* ---- which clauses a game asks after a stroke, by what they do; in the order of citing ---- */

static unsigned game_bit(const CaromMatch *match) {
    if (match->cushions) return match->cushions == 1 ? ONE_CUSHION : THREE_CUSHION;
    return match->balkline ? BALKLINE : FREE;
}

static CaromRoleKind role_of(const CaromClause *clause) {
    switch (clause->clause.consequence) {
    case CONSEQUENCE_FOUL:
        return CAROM_ROLE_FOUL;
    case CONSEQUENCE_TURN:
        return CAROM_ROLE_MISS;
    default:
        return CAROM_ROLE_EXPLAIN;
    }
}

static void ask(CaromMatch *match, CaromRoleKind kind, const CaromClause *clause) {
    CaromRole *role = &match->asked[kind];
    assert(role->count < CAROM_ROLE_MOST);
    role->clauses[role->count++] = clause;
}

void carom_list_clauses(CaromMatch *match) {
    for (int i = 0; i < CLAUSE_COUNT; i++) {
        if (!(clauses[i].clause.games & game_bit(match))) continue;
        if (clauses[i].holds) ask(match, role_of(&clauses[i]), &clauses[i]);
        if (clauses[i].kept) ask(match, CAROM_ROLE_KEPT, &clauses[i]);
    }
}

/* ---- deciding ---- */

static void cite(const CaromClause *clause, const CaromSeen *s, const CaromDecided *d, Ruling *ruling) {
    ruling_cite(ruling, &clause->clause, clause->settled && clause->settled(s, d));
    if (clause->why) clause->why(s, d, &clause->clause, &ruling->why);
}

static bool cite_if(const CaromClause *clause, const CaromSeen *s, const CaromDecided *d, Ruling *ruling) {
    if (!clause->holds(s, d)) return false;
    cite(clause, s, d, ruling);
    return true;
}

/* A piqué that moves the touching ball breaks the terms of that option; the faults it amounts to follow. */
static void cite_pique(const CaromSeen *s, const CaromDecided *d, Ruling *ruling) {
    const CaromMatch *match = s->match;
    if (s->pique_moved)
        cite(find(match->balkline        ? "carom.6.3"
                  : match->cushions == 1 ? "carom.6.6"
                                         : "carom.6.9"),
             s, d, ruling);
}

static bool cite_fouls(const CaromSeen *s, const CaromDecided *d, Ruling *ruling) {
    const CaromRole *fouls = &s->match->asked[CAROM_ROLE_FOUL];
    bool foul = s->pique_moved;
    cite_pique(s, d, ruling);
    for (int i = 0; i < fouls->count; i++) foul = cite_if(fouls->clauses[i], s, d, ruling) || foul;
    return foul;
}

/* Too few cushions before the wrong first ball, as the settled details ask: from the last clause to the
 * first. */
static bool cite_misses(const CaromSeen *s, const CaromDecided *d, Ruling *ruling) {
    const CaromRole *misses = &s->match->asked[CAROM_ROLE_MISS];
    bool miss = false;
    for (int i = misses->count - 1; i >= 0; i--) miss = cite_if(misses->clauses[i], s, d, ruling) || miss;
    return miss;
}

static bool any_foul(const CaromSeen *s, const CaromDecided *d) {
    const CaromRole *fouls = &s->match->asked[CAROM_ROLE_FOUL];
    bool foul = s->pique_moved;
    for (int i = 0; i < fouls->count && !foul; i++) foul = fouls->clauses[i]->holds(s, d);
    return foul;
}

/* The player's own fault before a third person disturbed the balls stands; a fault that nobody called in time
 * does not count. What the carom lacks, it lacks whether or not a fault was called. */
static RulingKind decide(const CaromSeen *s, CaromDecided *d, Ruling *ruling) {
    bool foul = any_foul(s, d);
    d->excused = foul && s->late;
    if (foul && !s->late) {
        cite_fouls(s, d, ruling);
        return RULING_FOUL;
    }
    if (s->disturbed) return RULING_REPLAY;
    if (!s->struck) return RULING_VOID;
    return cite_misses(s, d, ruling) ? RULING_MISS : RULING_POINT;
}

void carom_decide(const CaromSeen *s, CaromDecided *d, Ruling *ruling) {
    d->valid = !s->disturbed && s->ball3 != BALL_NONE && s->cushions >= s->match->cushions &&
               (!s->before->start || red_first(s));
    d->due = s->wrong_ball ? 0 : carom_due_areas(s->match, s->before, s->shared);
    d->kind = decide(s, d, ruling);
}

void carom_explain(const CaromSeen *s, const CaromDecided *d, Ruling *ruling) {
    const CaromRole *notes = &s->match->asked[CAROM_ROLE_EXPLAIN], *kept = &s->match->asked[CAROM_ROLE_KEPT];
    if (not_in_time(s, d)) cite(find("carom.3.14"), s, d, ruling);
    if (disturbed(s, d)) cite(find("carom.3.15"), s, d, ruling);
    for (int i = 0; i < notes->count; i++) cite_if(notes->clauses[i], s, d, ruling);
    for (int i = 0; i < kept->count; i++)
        if (kept->clauses[i]->kept(s, d)) ruling_cite(ruling, &kept->clauses[i]->clause, false);
    why_open(s, d, &ruling->why);
}
