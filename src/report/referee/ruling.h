/* A ruling as a line of JSON and as text an official reads at a glance. The keys and lines every game has are
 * written here; a discipline adds its own through a RulingReport. Source: rules/README.md, JSON. */
#ifndef REPORT_REFEREE_RULING_H
#define REPORT_REFEREE_RULING_H

#include "base/json.h"
#include "model/catalogue.h"
#include "model/drawing.h"
#include "rules/match.h"

typedef struct RulingReport {
    /* The section of the catalogue with this discipline's words for a ruling, under "referee"; NULL:
     * "ruling". */
    const char *words;
    /* A ball as a person says it, for the facts of a ruling. */
    Str (*ball)(const Catalogue *catalogue, int ball);
    /* The keys after `score` that only this discipline has; then, after the common ones, its last ones. NULL:
     * none. */
    void (*json)(Json *json, const Ruling *ruling);
    /* Lines after the headline, each indented by four blanks and ended. NULL: none. */
    void (*text)(Buf *out, const Catalogue *catalogue, const Ruling *ruling);
    /* The position after this ruling, with what is marked on the table. NULL: none. */
    const Drawing *(*draw)(Arena *arena, const Catalogue *catalogue, const void *match, const Ruling *ruling);
} RulingReport;

extern const RulingReport ruling_report_pool, ruling_report_carom;

/* One record and a line end. Keys: shot player ruling clauses why points score, the discipline's, next
 * options calls state; with a comparison also `compare`: the same record under the other rule set. */
void ruling_json(Buf *out, const RulingReport *report, const Catalogue *catalogue, const Ruling *ruling);
/* Headline ("Shot 3 · A: FOUL …"), the clauses with their texts, what follows, whose turn it is. */
void ruling_text(Buf *out, const RulingReport *report, const Catalogue *catalogue, const ClauseBook *book,
                 const Ruling *ruling);
/* The last record: {"summary":{"A":{…},"B":{…},"winner":"A"}}, and its text. What the game counts: points,
 * innings, average and best run, or games. An empty name leaves the letter alone. */
void summary_json(Buf *out, const MatchSummary *summary);
void summary_text(Buf *out, const Catalogue *catalogue, const MatchSummary *summary, const Str names[2]);
/* The table as the next player finds it: {"next":…,"balls":[…],"on":[…],"start":…,"cue":…,"group":…,
 * "areas":[…],"options":[…]}, no line end. */
void position_json(Buf *out, const Discipline *discipline, const Position *position);
/* {"chooses":…} and its text. */
void lag_json(Buf *out, const RulingReport *report, const Catalogue *catalogue, const LagResult *result);
void lag_text(Buf *out, const RulingReport *report, const Catalogue *catalogue, const ClauseBook *book,
              const LagResult *result);

#endif
