/* See paper.h. The match is played once more from its rows: the sheet is gathered from the rulings. */
#include "desk/paper.h"

#include "report/referee/match_sheet.h"
#include "report/write/pdf.h"

static bool play_again(Arena *arena, const DeskMatch *match, Play *play, MatchLog *log, Diag *diag) {
    for (int i = 0; i < match->shots.n; i++) {
        ScoreRows rows = match->shots.at[i].rows;
        const Ruling *ruling;
        if (!rows.n) continue;
        if (!play_shot(arena, play, i, sheet_rows_of(arena, rows), rows.n, &ruling, diag)) return false;
        if (ruling) match_log_add(log, ruling);
    }
    return true;
}

bool match_paper(Arena *arena, const DeskMatch *match, int language, Buf *out, RowFaults *faults) {
    Diag diag = {.arena = arena, .most = 10};
    const DeskWords *words = match->score.words;
    const MatchSetup setup = setup_match(arena, &match->setup);
    const Discipline *discipline = match->score.play.discipline;
    Catalogue catalogue = *words->catalogue[language]; /* its texts go with the sheet */
    Play play;
    MatchSummary summary = {0};
    Str bytes;
    catalogue.arena = arena;
    MatchLog *log = match_log_begin(arena, discipline, &setup);
    bool good =
        play_open(arena, discipline, &setup, &play, &diag) && play_again(arena, match, &play, log, &diag);
    if (good) {
        discipline->summary(play.match, &summary);
        const MatchHeading heading = {.names = {match->setup.player[0], match->setup.player[1]},
                                      .place = match->setup.text[SETUP_PLACE],
                                      .file = str_of(match_csv(arena, match->name))};
        const ClauseBook *book = discipline == &discipline_pool ? words->pool : words->carom;
        good = pdf_write(arena, match_sheet(log, &summary, &heading, &catalogue, book), &diag, &bytes);
    }
    if (good) buf_put(out, bytes);
    for (ptrdiff_t i = 0; !good && i < diag.messages.n; i++)
        row_fault(faults, 0, NULL, "%.*s", SARG(diag.messages.at[i].text));
    return good;
}
