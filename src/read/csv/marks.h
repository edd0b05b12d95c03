/* The file of chalked marks. Source: marking/README.md, Verify 24. */
#ifndef READ_CSV_MARKS_H
#define READ_CSV_MARKS_H

#include "model/chalked.h"

/* Reads mark,x,y or mark,cushion,along (cm unless the header names a unit). A faulty row is told and stands
 * among the rows as not given, so that its name is checked too; false when there is nothing to check. */
bool marks_read(Arena *arena, const char *path, const Chalked **rows, int *count, Diag *diag);

#endif
