/* A match ruled on shot by shot from rows in memory: what a desk, a scoreboard or a camera system sits on.
 * The rulings are those of `referee` on a file of the same rows; report/referee/ruling.h prints them
 * (ruling_json), their summary (summary_json) and the position (position_json). To take shots back, play the
 * others again from the setup, or keep copies. Source: rules/README.md, The walk of a stroke. */
#ifndef RULES_PLAY_H
#define RULES_PLAY_H

#include "rules/match.h"

typedef struct Play {
    const Discipline *discipline;
    void *match; /* as discipline->open gave it: for summary, position and drawing */
    int shots;   /* number of the last shot ruled on; 0: none yet, or the setup */
} Play;

/* By the game's name in the setup ("47/2", "9-ball"). NULL: no discipline has it. */
const Discipline *play_discipline(const char *game);
/* A match before its first stroke. False after errors (told). */
bool play_open(Arena *arena, const Discipline *discipline, const MatchSetup *setup, Play *out, Diag *diag);
/* The same match in the same state; what happens to the copy changes nothing here. */
Play play_copy(Arena *arena, const Play *play);
/* The next shot, number play->shots + 1, or 0 (the setup) before the first. True with *ruling, good until the
 * next call, NULL for the setup. False after errors (told; see sheet_shot for their places), with the match
 * as it was. */
bool play_shot(Arena *arena, Play *play, int number, const SheetRow *rows, int count, const Ruling **ruling,
               Diag *diag);

#endif
