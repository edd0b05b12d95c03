/* What became of a table over the years: the values its certificates stated, from the register, side by side;
 * as text, as JSON, and as small plots in the annex of its newest certificate. Source: trust/README.md,
 * "What makes it trustworthy". */
#ifndef REPORT_CERTIFICATE_HISTORY_H
#define REPORT_CERTIFICATE_HISTORY_H

#include "judge/verdict.h"
#include "model/catalogue.h"
#include "model/drawing.h"
#include "trust/register.h"

typedef struct HistoryValue {
    const Entry *entry;
    Str value, U, unit, verdict; /* as the certificate stated them; U "" where none was known */
} HistoryValue;

typedef struct HistoryRow {
    Str id;                   /* of the requirement */
    VEC(HistoryValue) values; /* in the order of the certificates that have one */
} HistoryRow;

typedef struct History {
    Arena *arena;
    const Entries *entries;
    VEC(HistoryRow) rows; /* in the order first seen */
} History;

/* The results of a judgement as the register keeps them (Entry.results). */
Str history_results(Arena *arena, const TableResult *result);
/* Of certificates in the order of issue. */
History *history_of(Arena *arena, const Entries *entries);
void history_text(Buf *out, const Catalogue *words, const History *history);
void history_json(Buf *out, const History *history);

/* A small plot of one row for each requirement with limits that has two values or more, over the band of its
 * limits today; NULL when there is none. */
const Drawing *history_drawing(Arena *arena, const History *history, const Profile *profile,
                               const Catalogue *words);

#endif
