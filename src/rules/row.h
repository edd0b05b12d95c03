/* One row of a score sheet, from a file or from memory, as an Event. Inside the room: sheet.c makes shots of
 * them. Source: rules/README.md, The score sheet. */
#ifndef RULES_ROW_H
#define RULES_ROW_H

#include "read/csv/csv.h"
#include "rules/sheet.h"

typedef struct RowReader {
    const SheetWords *words;
    Diag *diag;
    Arena *arena;         /* of words and lines: good as long as the row's shot */
    const CsvReader *csv; /* NULL: rows in memory, whose place is row and column of COLUMN_SHOT … */
    Str file;
    CsvRow row;
    int shot;      /* its number; -1: the row has none that can be read */
    bool lag;      /* every row names its player */
    char sign;     /* the decimal sign, once a number has shown it */
    int sign_line; /* 0: it was given */
} RowReader;

/* Turns the row into an Event. False after errors (told at their cells). */
bool row_parse(RowReader *reader, Event *event);
/* The place of a cell; of one that is not there, the row's. */
Place row_place(const RowReader *reader, int column);

#endif
