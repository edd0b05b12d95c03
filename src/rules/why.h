/* Why a ruling is what it is, in facts a referee can check on his sheet: "hit first: 3, due: 1". A fact is a
 * text of the catalogue (referee.why.KEY) and what goes into its places; the words are put in by the report,
 * in its language. Source: rules/README.md, Why. */
#ifndef RULES_WHY_H
#define RULES_WHY_H

#include "base/str.h"

struct Clause;

typedef enum WhyKind {
    WHY_NUMBER,
    WHY_BALL,  /* an index into SheetWords.balls */
    WHY_BALLS, /* a set of them, bit n: ball n */
    WHY_NAME,  /* printed as it is: an area */
    WHY_CM,    /* a length in nm, printed in cm */
    WHY_WORD   /* a key of the catalogue under "referee": "in_pocket.foot-left" */
} WhyKind;

/* What stands in one place {1}, {2} … of a fact. */
typedef struct WhyPart {
    WhyKind kind;
    int64_t number;
    Str name; /* good as long as the match */
    const char *word;
} WhyPart;

static inline WhyPart why_number(int64_t number) { return (WhyPart){.kind = WHY_NUMBER, .number = number}; }
static inline WhyPart why_ball(int ball) { return (WhyPart){.kind = WHY_BALL, .number = ball}; }
static inline WhyPart why_balls(uint32_t set) { return (WhyPart){.kind = WHY_BALLS, .number = set}; }
static inline WhyPart why_cm(int64_t nm) { return (WhyPart){.kind = WHY_CM, .number = nm}; }
static inline WhyPart why_name(Str name) { return (WhyPart){.kind = WHY_NAME, .name = name}; }
static inline WhyPart why_word(const char *word) { return (WhyPart){.kind = WHY_WORD, .word = word}; }

enum { WHY_PARTS = 3, MOST_FACTS = 10 };

typedef struct WhyFact {
    const char *key;             /* referee.why.KEY */
    const struct Clause *clause; /* it is printed under; NULL: under the deciding one */
    WhyPart parts[WHY_PARTS];
    int part_count;
} WhyFact;

typedef struct Why {
    WhyFact at[MOST_FACTS];
    int count;
} Why;

/* Adds a fact once (a second one of the same key and clause is left out); what is beyond MOST_FACTS is too.
 */
void why_add(Why *why, const struct Clause *clause, const char *key, int part_count, const WhyPart *parts);
#define WHY(why, clause, key, ...)                                                                           \
    why_add((why), (clause), (key), (int)(sizeof((WhyPart[]){__VA_ARGS__}) / sizeof(WhyPart)),               \
            (WhyPart[]){__VA_ARGS__})

#endif
