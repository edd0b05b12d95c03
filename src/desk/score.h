/* The referee behind the desk: shots given as rows, ruled one after the other by the same discipline that
 * `tablecert referee` asks, and written as the same JSON. The desk has no rule of its own. */
#ifndef DESK_SCORE_H
#define DESK_SCORE_H

#include "desk/rows.h"
#include "model/language.h"
#include "report/referee/ruling.h"
#include "rules/play.h"

typedef struct ShotRows {
    ScoreRows rows;            /* none: shot 0 was not given */
    Str ruling[LANGUAGE_MOST]; /* as JSON, without line end; "" for shot 0 */
} ShotRows;

typedef struct DeskWords { /* what is loaded once */
    const Catalogue *catalogue[LANGUAGE_MOST];
    const ClauseBook *pool, *carom;
} DeskWords;
bool desk_words_load(DeskWords *words, Arena *arena, Diag *diag);

typedef struct Score {
    Arena arena;
    const DeskWords *words;
    Play play; /* play.match NULL: not open */
} Score;

/* A match before its first stroke. False after errors (told): a game that does not fit the table, … */
bool score_open(Score *score, const DeskWords *words, const MatchSetup *setup, Diag *diag);
void score_close(Score *score);
/* Rules on the shot of this number; its ruling goes into it (texts in `keep`). False after faults, with the
 * game as it was. */
bool score_rule(Score *score, Arena *keep, int number, ShotRows *shot, RowFaults *faults);
/* The same without going on to what follows from it. */
bool score_ask(const Score *score, Arena *keep, int number, ShotRows *shot, RowFaults *faults);
/* Are these rows at all, whatever the table says? False after faults. */
bool score_read(const Score *score, ScoreRows rows, RowFaults *faults);

/* As the referee takes them. */
const SheetRow *sheet_rows_of(Arena *arena, ScoreRows rows);

void score_summary_json(Json *json, const char *key, const Score *score);
void score_position_json(Json *json, const char *key, const Score *score);

#endif
