/* What is shown for a table beside its place: a certificate, readings, marks. */
#ifndef HALL_EVIDENCE_H
#define HALL_EVIDENCE_H

#include "hall/approval.h"

/* Asks the front for certificate or readings, and takes over the bed's size as measured. False after errors
 * (told). */
bool evidence_gather(TableApproval *table, PlannedTable *planned, const HallWish *wish);
/* Judges what was gathered, and the marks. False after errors (told). */
bool evidence_judge(Arena *arena, TableApproval *table, const HallWish *wish, Diag *diag);

#endif
