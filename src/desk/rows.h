/* The rows of a score sheet between a page and the file: JSON objects in, cells out, and back. What a word
 * means is the business of rules/; here a row is seven cells. Source: rules/README.md, The score sheet. */
#ifndef DESK_ROWS_H
#define DESK_ROWS_H

#include "base/buf.h"
#include "base/json.h"
#include "desk/sent.h"

enum { CELL_PLAYER, CELL_EVENT, CELL_BALL, CELL_TO, CELL_X, CELL_Y, CELL_VALUE, CELLS };
extern const char *const cell_names[CELLS];
enum { CELL_MOST = 200, ROWS_MOST = 400 }; /* bytes of a cell, rows of a shot */

typedef struct ScoreRow {
    Str cell[CELLS];
} ScoreRow;

typedef struct ScoreRows {
    const ScoreRow *at;
    int n;
} ScoreRows;

/* What is wrong with rows somebody sent: row counts from 1 (0: the whole), column NULL: the whole row. */
typedef struct RowFault {
    int row;
    const char *column;
    Str message;
} RowFault;

typedef struct RowFaults {
    Arena *arena;
    VEC(RowFault) at;
} RowFaults;

/* Returns false. */
bool row_fault(RowFaults *faults, int row, const char *column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void row_faults_json(const RowFaults *faults, Buf *out); /* {"errors":[…]} */

/* A list of objects with the columns of a score sheet, values as text or numbers; `shot` may repeat the
 * number of the shot. False after faults. */
bool rows_from_json(Arena *arena, const Sent *list, int shot, ScoreRows *out, RowFaults *faults);
void rows_json(Json *json, const char *key, ScoreRows rows); /* empty cells are left out */
bool rows_same(ScoreRows a, ScoreRows b);
ScoreRows rows_copy(Arena *arena, ScoreRows rows);

/* "3,A,strike,white,,,," and a line end a row; starts[row * CELLS + cell] (NULL: not wanted) is the
 * character, from 1, at which the cell begins. */
void rows_csv(Buf *out, int shot, ScoreRows rows, int *starts);

#endif
