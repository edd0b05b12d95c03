/* Inside judge/: what the parts of a verdict share. verdict.c judges a table, judge/judgement.c one
 * requirement of it, reason.c says why, remark.c what else is to be said. */
#ifndef JUDGE_JUDGE_H
#define JUDGE_JUDGE_H

#include "judge/verdict.h"

typedef struct Judge {
    Arena *arena;
    Diag *diag;
    const JudgeOptions *options;
    TableResult *table;
    Measured measured;
    const PreviousTable *previous; /* the earlier result of this table; NULL: none */
    bool ok;                       /* no error so far */
} Judge;

#define PHRASE(key_, numbers_, ...)                                                                          \
    ((Phrase){.key = (key_),                                                                                 \
              .n = (int)(sizeof((Str[]){__VA_ARGS__}) / sizeof(Str)),                                        \
              .numbers = (numbers_),                                                                         \
              .values = {__VA_ARGS__}})

/* A phrase with one value that is a list of points, games, items (by id) or states. */
Phrase phrase_points(const char *key, Str list);
Phrase phrase_games(const char *key, Str list);
Phrase phrase_items(const Judge *judge, const char *key, Str list);
Phrase phrase_states(const char *key, Str list);

/* One requirement; out->requirement and all else is set. */
void judge_requirement(Judge *judge, const Requirement *r, RequirementResult *out);

/* reason.c */
void add_reason(Judge *judge, RequirementResult *out, Phrase phrase);
/* Why the deciding value is no plain pass. */
void explain_rule(Judge *judge, RequirementResult *out);
/* What an incomplete requirement lacks, and whether a reading already lies beyond a limit. */
void explain_missing(Judge *judge, const Item *item, RequirementResult *out);
/* A distance of the smallest unit in the requirement's, with as many decimals as it takes to be no zero. */
Str distance_text(Arena *arena, const Requirement *requirement, Fraction distance, int places);
Str unit_text(const Requirement *requirement); /* "" of a bare ratio */
int places_of(Str number);                     /* decimals of a printed number */
Str joined(Arena *arena, Str list, Str word);  /* "list, word" */
/* "unstable 2, overload 1": the readings that were not usable; *total counts them. */
Str unusable_text(Arena *arena, const Item *item, int *total);

/* take_over.c */
bool find_previous(Judge *judge); /* false after errors: another rule, a partial one */
/* Replaces the result by the earlier one where nothing was measured again. */
void take_over(Judge *judge, RequirementResult *out);

/* remark.c: before and after the requirements are judged. */
void remark_on_scope(Judge *judge);
void remark_on_requirement(Judge *judge, const RequirementResult *result);
void remark_on_rest(Judge *judge);
void remark_nothing_judged(Judge *judge);
void remark_partial(Judge *judge);
/* Names every instrument whose calibration did not cover the day it was used on. */
void remark_on_calibrations(Judge *judge);

#endif
