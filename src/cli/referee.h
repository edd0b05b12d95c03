/* The work of the command referee: a score sheet is ruled on shot by shot as it is read, and printed. */
#ifndef CLI_REFEREE_H
#define CLI_REFEREE_H

#include "cli/games.h"
#include "report/referee/match_sheet.h"

/* As typed; NULL: not given. */
typedef struct HeadingWords {
    const char *player[2], *place, *date, *duration;
} HeadingWords;

typedef struct RefereeRequest {
    MatchSetup setup;
    SheetDialect dialect;
    MatchHeading heading; /* the names stand under the text, too */
    const char *path;     /* the score sheet; "-" is standard input */
    const char *output;   /* NULL: standard output, as it goes */
    bool json;
    bool pdf; /* the match sheet instead of the rulings */
    int draw; /* shot to draw instead of the rulings; 0: none */
} RefereeRequest;

/* Into request->heading, in NFC; the format is settled before. False: told. */
bool referee_heading(Run *run, const HeadingWords *words, RefereeRequest *request);
/* Errors are told. */
void referee_sheet(Run *run, const RefereeRequest *request, const GameEntry *entry);

/* The words of a score sheet, for the help (rules/words.c is the grammar itself). */
extern const char referee_description[];

#endif
