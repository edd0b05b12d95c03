/* The rows of a comma-separated file, a large one read ahead by a thread of its own, while another takes the
 * SHA-256: who uses the rows and who splits them then share two processors. Small files are read as they are.
 * Rows and messages come in the same order either way. Source: measurements.md, "Big files". */
#ifndef READ_CSV_AHEAD_H
#define READ_CSV_AHEAD_H

#include "read/csv/csv.h"

typedef struct CsvAhead CsvAhead;

enum { AHEAD_FROM_BYTES = 4 * 1024 * 1024 };

/* As csv_open. large: from how many bytes on threads are worth their while (AHEAD_FROM_BYTES). */
CsvAhead *ahead_open(Arena *arena, const char *path, const CsvSpec *spec, int64_t large, Diag *diag);
bool ahead_next(CsvAhead *ahead, CsvRow *row);                 /* as csv_next */
Place ahead_place(const CsvAhead *ahead, const CsvCell *cell); /* as csv_place */
/* As csv_info; rows and sha256 are known when ahead_next has returned false. */
const CsvInfo *ahead_info(const CsvAhead *ahead);
void ahead_close(CsvAhead *ahead);

#endif
