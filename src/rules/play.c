/* See play.h. A shot is tried on a copy first where a setup could be half done. */
#include "rules/play.h"

const Discipline *play_discipline(const char *game) {
    static const Discipline *const all[] = {&discipline_carom, &discipline_pool};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]->has_game(str_of(game))) return all[i];
    return NULL;
}

bool play_open(Arena *arena, const Discipline *discipline, const MatchSetup *setup, Play *out, Diag *diag) {
    *out = (Play){discipline, discipline->open(arena, setup, diag), 0};
    return out->match != NULL;
}

Play play_copy(Arena *arena, const Play *play) {
    return (Play){play->discipline, play->discipline->copy(arena, play->match), play->shots};
}

static bool set_up(Arena *arena, Play *play, const Shot *shot, Diag *diag) {
    void *match = play->discipline->copy(arena, play->match);
    if (!play->discipline->setup(match, shot, diag)) return false;
    play->match = match;
    return true;
}

bool play_shot(Arena *arena, Play *play, int number, const SheetRow *rows, int count, const Ruling **ruling,
               Diag *diag) {
    Shot shot;
    *ruling = NULL;
    if (number != play->shots + 1 && !(number == 0 && play->shots == 0))
        return diag_error(diag, NO_PLACE, "shot %d cannot follow shot %d", number, play->shots);
    if (!sheet_shot(arena, play->discipline->words, number, rows, count, &shot, diag)) return false;
    if (number == 0) return set_up(arena, play, &shot, diag);
    *ruling = play->discipline->rule(play->match, &shot, diag);
    if (*ruling) play->shots = number;
    return *ruling != NULL;
}
