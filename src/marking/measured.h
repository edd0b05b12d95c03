/* From a session's readings to the bed as it is. Source: marking/README.md, "A real table is no rectangle". */
#ifndef MARKING_MEASURED_H
#define MARKING_MEASURED_H

#include "marking/quadrilateral.h"
#include "model/instruments.h"

typedef struct MeasuredBed {
    Bed bed;
    const Fit *fit;
    Str keys[SIDE_COUNT]; /* item@point of its readings */
    Place places[SIDE_COUNT];
} MeasuredBed;

/* Fits the table's bed.length, bed.width and bed.diagonal. file: where a fault of the whole file is told;
 * instruments may be NULL. False after errors (told), or when a length or a width is missing: then
 * *incomplete is set, and a warning says which. */
bool measured_bed(Arena *arena, const SessionTable *table, const Instruments *instruments, Place file,
                  MeasuredBed *bed, bool *incomplete, Diag *diag);

#endif
