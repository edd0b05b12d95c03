/* The clauses a ruling rests on: a constant table per discipline (id, games, predicate, consequence), their
 * texts in three languages and the settings of a rule set as shipped data (profiles/rules/DISCIPLINE.yaml). A
 * clause that settles what the sheet leaves open is cited with a `*`. Source: rules/pool/README.md,
 * rules/README.md. */
#ifndef RULES_CLAUSE_H
#define RULES_CLAUSE_H

#include "base/yaml.h"

/* What follows when a clause's predicate holds; the disciplines may add what they need beyond this in code.
 */
typedef enum Consequence {
    CONSEQUENCE_NONE, /* a definition or a permission: never changes a ruling by itself */
    CONSEQUENCE_NOTE, /* cited when it explains why something did not count */
    CONSEQUENCE_TURN, /* the turn passes, no foul */
    CONSEQUENCE_FOUL,
    CONSEQUENCE_PENALTY, /* follows from a foul */
    CONSEQUENCE_GAME,    /* the game is won or lost */
    CONSEQUENCE_TABLE    /* balls are put back, spotted, racked, or the stroke is played again */
} Consequence;

typedef struct Clause {
    const char *id; /* "pool.4.1": also the key of its texts */
    unsigned games; /* bits of the discipline's games; 0: not a clause of play (rack, lag) */
    bool open;      /* always a settlement of ours: cited with `*` */
    Consequence consequence;
} Clause;

typedef struct Citation {
    const Clause *clause;
    bool open; /* rests on a settlement: printed with `*` */
} Citation;

/* One discipline's texts and rule sets. */
typedef struct ClauseBook {
    Arena *arena;
    const char *discipline;
    const Yaml *root;
    const Yaml *clauses;
} ClauseBook;

/* Loads profiles/rules/DISCIPLINE.yaml; NULL only when the shipped file is broken (told). */
const ClauseBook *clause_book_load(Arena *arena, const char *discipline, Diag *diag);
/* The clause's text in a language ("en" "sk" "cs"); empty when there is none (a test finds those). */
Str clause_text(const ClauseBook *book, const char *id, const char *language);
/* A few words for a ruling; the whole text where there are none. */
Str clause_brief(const ClauseBook *book, const char *id, const char *language);
/* How today's rules differ, or empty. */
Str clause_today(const ClauseBook *book, const char *id, const char *language);
/* The id as cited: "pool.4.1" or "pool.8.1*". */
Str clause_cited(Arena *arena, const Citation *citation);

/* Settings of a rule set ("sheet", "wpa", "umb"): the node rule_sets.NAME.KEY. A missing key falls back to
 * rule set "sheet"; false if neither has it. */
bool rule_set_known(const ClauseBook *book, const char *rule_set);
bool rule_set_bool(const ClauseBook *book, const char *rule_set, const char *key, bool *out);

#endif
