/* What the command layout reads before it can lay anything out: the table (a size, a profile, a measured
 * file) and the file of chalked marks. */
#ifndef CLI_LAYOUT_H
#define CLI_LAYOUT_H

#include "cli/cli.h"
#include "marking/check.h"
#include "marking/quadrilateral.h"

typedef struct TableRequest {
    const char *bed, *profile, *folder, *measured, *table;
    const char *instruments;                    /* list with their calibration; NULL: none */
    const char *decimal, *delimiter, *encoding; /* of the measured file */
} TableRequest;

typedef struct LayoutTable {
    Bed bed;
    const Marking *marking; /* the profile's; NULL without a profile */
    const Fit *fit;         /* of a measured table; else NULL */
    Str keys[SIDE_COUNT];   /* item@point of its readings */
    Place places[SIDE_COUNT];
    Str origin; /* "profile carom-sk-284", "t.csv, table T1"; "" for a size as typed */
} LayoutTable;

/* Exactly one of bed, profile and measured. False after errors (told), or when a length or a width is
 * missing: then *incomplete is set (exit 3). */
bool layout_table(Run *run, const TableRequest *request, const MarkingRules *rules, LayoutTable *table,
                  bool *incomplete);
/* The part of it that reads a measured file. */
bool layout_measured(Run *run, const TableRequest *request, LayoutTable *table, bool *incomplete);

#endif
