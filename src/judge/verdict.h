/* Readings against a profile: verdicts. Everything a verdict's reader wants to know stands in the result,
 * texts of values included, so that JSON, text and PDF print the same. Comparisons are exact
 * (base/fraction.h); floating point serves the uncertainty alone. Source: judge/README.md; JCGM 106;
 * ILAC-G8:09/2019. */
#ifndef JUDGE_VERDICT_H
#define JUDGE_VERDICT_H

#include "judge/statistics.h"
#include "model/previous.h"

/* A sentence to be put into words by a catalogue (report/certificate/result.h): its key in reports/text,
 * section check, and what fills {1} {2} …; bit i of `numbers` set: value i is a decimal number, shown in the
 * language's form. With subjects, {1} is their names: ids in JSON, titles on paper. */
typedef struct Phrase {
    const char *key;
    int n;
    unsigned numbers;
    Str values[4];
    /* Bits as in `numbers`: value i is a list ("a, b") of points, of games, of items or of states, named in
     * the language on paper; JSON has the ids. */
    unsigned points, games, items, states;
    const Profile *profile; /* whose items they are */
    const Unit *unit;       /* of the numbers, when {2} is its name; NULL: they have none */
    const Requirement *const *subjects;
    int subject_count;
} Phrase;

enum { MOST_REASONS = 3 };

/* A point outside: beyond a limit, or (rule guarded) nearer to one than the guard band. */
typedef struct Failing {
    Str point;           /* its name; "" where the file names none */
    Str value;           /* as judged_value prints it */
    const Point *judged; /* NULL: taken over from an earlier result */
} Failing;

typedef struct RequirementResult {
    const Requirement *requirement;
    Verdict verdict;
    Phrase *reasons; /* why it is no plain pass; at most MOST_REASONS */
    int reason_count;
    int points, readings;  /* usable ones read */
    bool answered, answer; /* attested */
    bool decided;          /* there is a value that decides; then: */
    Judged deciding; /* the point nearest to (or farthest beyond) a limit; point NULL for mean, range, … */
    Str value;       /* its value in the requirement's unit, '.' as sign, to U's place, or finer where that
                        would seem to contradict the verdict; attested: "yes", "no"; "" none */
    Str U;           /* expanded uncertainty (k = 2), two digits; "" where none is known */
    Str guard_band;  /* w = guard × U as used, same place; "" with rule simple */
    bool has_probability;
    double probability; /* of conformity; the specific consumer's risk of a pass is 1 − it */
    bool has_tur;
    double tur; /* (upper − lower)/(2U) */
    bool has_point;
    Str point;          /* name of the deciding point, also of a result taken over */
    Str measured;       /* when its last reading was taken (ISO 8601); "" not known */
    bool taken_over;    /* from JudgeOptions.previous: not measured again */
    const Judged *each; /* JudgeOptions.every_point, statistic each: all points, in the order of the file */
    int each_count;
    const Failing *failing; /* every point outside, in the order of the file */
    int failing_count;
    bool short_of_points; /* asked for more than was measured */
    bool undecided;       /* advisory, and the rule cannot decide it: a remark */
} RequirementResult;

typedef struct TableResult {
    Str table;
    const SessionTable *session;
    const Profile *profile;
    Rule rule;
    Decimal guard;    /* w = guard × U */
    bool partial;     /* --partial, and something required was not measured, or at too few points */
    bool nothing;     /* nothing could be judged */
    const Str *games; /* scope (--for); count 0: all games of the profile */
    int game_count;
    Verdict verdict;    /* PASS … INCOMPLETE */
    const Str *overdue; /* instruments whose calibration did not cover the day they were used on */
    int overdue_count;
    RequirementResult *requirements; /* in the profile's order */
    int count;
    Phrase *remarks;
    int remark_count;
} TableResult;

typedef struct JudgeOptions {
    const Rule *rule;        /* NULL: the profile's */
    const Decimal *guard;    /* NULL: the profile's */
    bool partial;            /* judge what there is */
    bool accept_implausible; /* readings that can hardly be meant are meant: a remark each */
    const Str *games;
    int game_count;
    const Instruments *instruments; /* NULL: none given */
    const Previous *previous;       /* an earlier result to take over from; NULL: none */
    bool verdict_only;              /* no texts, probabilities, reasons and remarks: of very many tables */
    bool every_point;               /* fill RequirementResult.each (the certificate's plan) */
} JudgeOptions;

/* One table against one profile; the result lives in the arena. False after errors (told): an acceptance
 * interval that comes out empty, a guard band without any uncertainty. Warns of points the profile does not
 * name. */
bool judge_table(Arena *arena, const SessionTable *table, const Profile *profile, const JudgeOptions *options,
                 TableResult *out, Diag *diag);
/* What a table comes to: yes for pass and conditional pass, no for fail and conditional fail. A partial table
 * whose measured part conforms is yes. Of several the greatest counts (judge/README.md 7, settled 1). */
typedef enum Outcome { OUTCOME_YES, OUTCOME_INCOMPLETE, OUTCOME_NO } Outcome;
Outcome table_outcome(const TableResult *table);
Outcome outcome_worse(Outcome a, Outcome b);

/* A value in the requirement's unit as it is printed on paper: to the place of U, or finer where the rounded
 * number would lie on another side of a limit than the value itself, of the tolerance or of the interval that
 * the guard band makes of it. For one of RequirementResult.each, too. */
Str judged_value(Arena *arena, const Requirement *requirement, const Judged *judged);
Str judged_U(Arena *arena, const Requirement *requirement, const Judged *judged); /* "" where none is known */
/* The same in another unit of the quantity: SI beside the document's own. */
Str judged_value_in(Arena *arena, const Requirement *requirement, const Judged *judged, const Unit *unit);
Str judged_U_in(Arena *arena, const Judged *judged, const Unit *unit);

#endif
