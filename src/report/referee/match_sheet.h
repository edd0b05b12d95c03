/* The match sheet: a match on paper, for the players to sign. It is gathered from the rulings as they are
 * given, a visit to the table at a time (a game at a time where nobody counts points), and grows with those
 * alone. Source: rules/README.md, A match sheet. */
#ifndef REPORT_REFEREE_MATCH_SHEET_H
#define REPORT_REFEREE_MATCH_SHEET_H

#include "model/catalogue.h"
#include "model/document.h"
#include "rules/match.h"

/* What stands above the table; an empty text is left out, an empty name leaves a line to write on. */
typedef struct MatchHeading {
    Str names[2];
    Str place, date, duration, referee;
    Str file; /* the score sheet */
} MatchHeading;

typedef struct MatchLog MatchLog;
MatchLog *match_log_begin(Arena *arena, const Discipline *discipline, const MatchSetup *setup);
/* Every ruling, in order. */
void match_log_add(MatchLog *log, const Ruling *ruling);
/* The sheet of what was added. summary: of the match after the last ruling. */
Document *match_sheet(const MatchLog *log, const MatchSummary *summary, const MatchHeading *heading,
                      const Catalogue *catalogue, const ClauseBook *book);

#endif
