/* The checks before the day's work: each instrument read against a weight, a gauge block, a second meter,
 * kept in a log beside the instrument list (instruments.yaml: instruments.checks.tsv), a line a check, the
 * newest last. The certificate shows them with the instruments. Columns, separated by tabs: time, instrument,
 * reference, reading, difference, allowed (each with its unit), verdict (good or bad).
 * Source: read/README.md, `instruments check --reference`. */
#ifndef MODEL_CHECKS_H
#define MODEL_CHECKS_H

#include "base/diag.h"
#include "base/moment.h"
#include "base/unit.h"

typedef struct InstrumentCheck {
    Moment time;
    Str instrument;
    Str reference, reading, difference, allowed; /* "200 g"; as they are shown */
    int64_t off, most; /* difference and allowed in the smallest unit: off / most is what a plot shows */
    bool good;
} InstrumentCheck;

typedef struct InstrumentChecks {
    const InstrumentCheck *at;
    int n;
} InstrumentChecks;

/* The log that belongs to that list. */
const char *checks_path(Arena *arena, const char *list);
/* All of the list's checks in the order of the file; a log that is not there holds none, a line that is not
 * understood (the last, torn by a crash) is a warning and left out. */
InstrumentChecks checks_load(Arena *arena, const char *list, Diag *diag);
/* Appends one and syncs. False (told) when it cannot be written. */
bool checks_append(Arena *arena, const char *list, const InstrumentCheck *check, Diag *diag);
/* The last check of that instrument not after `before` (not given: at all); NULL none. */
const InstrumentCheck *checks_last(const InstrumentChecks *checks, Str instrument, Moment before);

#endif
