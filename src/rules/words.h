/* The words of a score sheet, and which cells each event has: the grammar of a row as tables. Source:
 * rules/README.md, The score sheet. */
#ifndef RULES_WORDS_H
#define RULES_WORDS_H

#include "rules/sheet.h"

typedef enum Need { NEED_NEVER, NEED_MAY, NEED_MUST } Need;

typedef enum ValueKind {
    VALUE_NOTHING,
    VALUE_SAFETY,
    VALUE_WARNING,
    VALUE_CHOICE,
    VALUE_SECONDS,
    VALUE_DISTURBANCE,
    VALUE_FAULT,
    VALUE_LATE,
    VALUE_ASTRIDE,
    VALUE_GROUP,
    VALUE_CUE,
    VALUE_COUNT,
    VALUE_TIMES, /* how often, 1 to 99 */
    VALUE_SCORE
} ValueKind;

typedef struct RowRule {
    const char *name;
    bool setup, play; /* may stand in shot 0; in a shot */
    Need player, ball, place;
    unsigned to; /* bits of ToKind; TO_NONE among them: may be empty */
    Need value;
    ValueKind value_kind;
    bool object; /* the ball, where given, is no cue ball */
} RowRule;

extern const RowRule row_rules[EVENT_KINDS];

/* A list of words; the index is the enum. */
typedef struct WordList {
    const char *what; /* "kind of fault" */
    const char *const *words;
    int count;
} WordList;
/* The words of a value kind, or NULL where it is a number. */
const WordList *value_words(ValueKind kind);
/* Index of the word, or -1. */
int word_find(const char *const *words, int count, Str word);
/* The nearest word for "did you mean", or NULL. */
const char *word_nearest(const char *const *words, int count, Str word);
int event_find(Str word); /* EventKind, or -1 */
const char *event_nearest(Str word);

extern const char *const pocket_words[POCKET_COUNT];
extern const char *const outside_words[3];

#endif
