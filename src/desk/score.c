/* See score.h. */
#include "desk/score.h"

bool desk_words_load(DeskWords *words, Arena *arena, Diag *diag) {
    bool good = true;
    for (int i = 0; i < language_count(); i++)
        good = (words->catalogue[i] = catalogue_load(arena, language_code(i), diag)) && good;
    words->pool = clause_book_load(arena, "pool", diag);
    words->carom = clause_book_load(arena, "carom", diag);
    return good && words->pool && words->carom;
}

bool score_open(Score *score, const DeskWords *words, const MatchSetup *setup, Diag *diag) {
    score_close(score);
    score->words = words;
    const Discipline *discipline = play_discipline(setup->game);
    if (!discipline)
        return diag_error(diag, NO_PLACE, "there is no game '%.40s'; there are %s, %s", setup->game,
                          discipline_carom.games, discipline_pool.games);
    return play_open(&score->arena, discipline, setup, &score->play, diag);
}

void score_close(Score *score) {
    arena_free(&score->arena);
    score->play = (Play){0};
}

/* ---- one shot */

const SheetRow *sheet_rows_of(Arena *arena, ScoreRows rows) {
    SheetRow *out = NEW_ARRAY(arena, SheetRow, rows.n);
    for (int r = 0; r < rows.n; r++)
        for (int c = 0; c < CELLS; c++) out[r].cells[COLUMN_PLAYER + c] = rows.at[r].cell[c];
    return out;
}

/* The errors told about rows in memory: their line is the row, their column that of the sheet. */
static void collect(const Diag *diag, RowFaults *faults) {
    for (ptrdiff_t i = 0; i < diag->messages.n; i++) {
        const Message *message = &diag->messages.at[i];
        if (message->severity != SEVERITY_ERROR) continue;
        const char *column = message->place.column ? sheet_column(message->place.column - 1) : NULL;
        row_fault(faults, message->place.line, column, "%.*s", SARG(message->text));
    }
    if (!faults->at.n) row_fault(faults, 0, NULL, "these rows cannot be ruled on");
}

static void keep_ruling(const DeskWords *words, const Discipline *discipline, Arena *keep, ShotRows *shot,
                        const Ruling *ruling) {
    const RulingReport *report = discipline == &discipline_pool ? &ruling_report_pool : &ruling_report_carom;
    Buf out = {0};
    for (int i = 0; i < language_count(); i++) {
        ArenaMark mark = arena_mark(words->catalogue[i]->arena);
        buf_clear(&out);
        ruling_json(&out, report, words->catalogue[i], ruling);
        shot->ruling[i] = str_dup(keep, str_trim(buf_str(&out)));
        arena_reset(words->catalogue[i]->arena, mark);
    }
    buf_free(&out);
}

/* lasting: what a set-up makes stays as long as the match. */
static bool rule(Play *play, Arena *lasting, const DeskWords *words, Arena *keep, int number, ShotRows *shot,
                 RowFaults *faults) {
    Arena scratch = {0};
    Diag diag = {.arena = &scratch, .most = 20};
    const Ruling *ruling = NULL;
    const SheetRow *rows = sheet_rows_of(&scratch, shot->rows);
    bool good = play_shot(number ? &scratch : lasting, play, number, rows, shot->rows.n, &ruling, &diag);
    if (ruling) keep_ruling(words, play->discipline, keep, shot, ruling);
    if (!good) collect(&diag, faults);
    arena_free(&scratch);
    return good;
}

bool score_rule(Score *score, Arena *keep, int number, ShotRows *shot, RowFaults *faults) {
    return rule(&score->play, &score->arena, score->words, keep, number, shot, faults);
}

bool score_ask(const Score *score, Arena *keep, int number, ShotRows *shot, RowFaults *faults) {
    Arena aside = {0};
    Play copy = play_copy(&aside, &score->play);
    bool good = rule(&copy, &aside, score->words, keep, number, shot, faults);
    arena_free(&aside);
    return good;
}

bool score_read(const Score *score, ScoreRows rows, RowFaults *faults) {
    Arena scratch = {0};
    Diag diag = {.arena = &scratch, .most = 20};
    Shot shot;
    bool good = sheet_shot(&scratch, score->play.discipline->words, score->play.shots + 1,
                           sheet_rows_of(&scratch, rows), rows.n, &shot, &diag);
    if (!good) collect(&diag, faults);
    arena_free(&scratch);
    return good;
}

/* ---- where it stands */

void score_summary_json(Json *json, const char *key, const Score *score) {
    MatchSummary summary = {0};
    Buf line = {0};
    score->play.discipline->summary(score->play.match, &summary);
    summary_json(&line, &summary);
    Str inner = str_trim(buf_str(&line)), head = S("{\"summary\":"); /* the record, without its wrapping */
    json_raw(json, key, str_slice(inner, head.len, inner.len - 1));
    buf_free(&line);
}

void score_position_json(Json *json, const char *key, const Score *score) {
    Arena scratch = {0};
    Position position = {0};
    Buf out = {0};
    score->play.discipline->position(&scratch, score->play.match, &position);
    position_json(&out, score->play.discipline, &position);
    json_raw(json, key, buf_str(&out));
    buf_free(&out);
    arena_free(&scratch);
}
