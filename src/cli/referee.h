/* The work of the command referee: a score sheet is ruled on shot by shot as it is read, and printed. */
#ifndef CLI_REFEREE_H
#define CLI_REFEREE_H

#include "cli/games.h"

typedef struct RefereeRequest {
    MatchSetup setup;
    SheetDialect dialect;
    const char *path;   /* the score sheet; "-" is standard input */
    const char *output; /* NULL: standard output, as it goes */
    bool json;
    bool pdf; /* the match sheet instead of the rulings */
    int draw; /* shot to draw instead of the rulings; 0: none */
} RefereeRequest;

/* Errors are told. */
void referee_sheet(Run *run, const RefereeRequest *request, const GameEntry *entry);

#endif
