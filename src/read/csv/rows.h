/* The measuring file as it grows: one row a reading, on the disk before the next one is asked for. Rows end
 * in their time, which ends in Z, so a row that was torn by a crash can be told from a whole one. One writer
 * at a time. Source: read/README.md, measure; read/README.md A24, A26. */
#ifndef READ_CSV_ROWS_H
#define READ_CSV_ROWS_H

#include "base/diag.h"

typedef struct Row {
    Str table, item, point, value, unit, instrument, note;
    int64_t utc_ms; /* strictly rising through the file */
    int line;       /* in the file; set when it was read */
} Row;

typedef struct Rows {
    Arena *arena;
    const char *path; /* links resolved */
    Str name;         /* as the user named it */
    int fd;
    int64_t size;
    VEC(Row) at;
    Diag *diag;
} Rows;

/* A new file, or with resume an earlier one of ours: a torn last row is set aside in NAME.torn and told;
 * damage before the end is an error that names the line; a file that another process writes is refused. NULL
 * after errors. */
Rows *rows_open(Arena *arena, Str name, bool resume, Diag *diag);
/* Appends a row at the time now (or a millisecond after the last) and syncs. On failure the file is as
 * before. A file that was removed meanwhile is made again (a warning); one that was changed is an error. */
bool rows_append(Rows *rows, Row row);
/* Takes a row out again: the file is replaced as a whole, old or new, nothing between. With `row` not NULL
 * that one is appended in the same step. */
bool rows_replace(Rows *rows, ptrdiff_t index, const Row *row);
void rows_close(Rows *rows);
Place rows_place(const Rows *rows, const Row *row);

#endif
