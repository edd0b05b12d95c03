/* See match.h. */
#include "rules/match.h"

#include <assert.h>

static const char *const kinds[] = {[RULING_LEGAL] = "legal",   [RULING_MISS] = "miss",
                                    [RULING_FOUL] = "foul",     [RULING_ILLEGAL_BREAK] = "illegal-break",
                                    [RULING_SAFETY] = "safety", [RULING_REPLAY] = "replay",
                                    [RULING_VOID] = "void",     [RULING_POINT] = "point",
                                    [RULING_RUN] = "run"};
const char *ruling_kind_name(RulingKind kind) { return kinds[kind]; }

static const char *const standings[] = {[STANDING_PLAYING] = "playing",       [STANDING_GAME] = "game",
                                        [STANDING_MATCH] = "match",           [STANDING_SET] = "set",
                                        [STANDING_EQUALISING] = "equalising", [STANDING_DRAW] = "draw"};
const char *standing_name(Standing standing) { return standings[standing]; }

void ruling_cite(Ruling *ruling, const Clause *clause, bool open) {
    for (int i = 0; i < ruling->clause_count; i++)
        if (ruling->clauses[i].clause == clause) {
            ruling->clauses[i].open |= open;
            return;
        }
    assert(ruling->clause_count < MOST_CITATIONS);
    ruling->clauses[ruling->clause_count++] = (Citation){clause, open || clause->open};
}

void ruling_call(Ruling *ruling, const char *call) {
    assert(ruling->call_count < MOST_CALLS);
    ruling->calls[ruling->call_count++] = call;
}
