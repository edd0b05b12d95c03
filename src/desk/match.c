/* See match.h. The state of the game is kept from shot to shot; only what goes back in time (undo, a
 * correction, a question) rules anew from the beginning, which takes milliseconds for five hundred strokes.
 */
#include "desk/match.h"

#include "desk/match_file.h"

#include <assert.h>

int match_last(const DeskMatch *match) { return match->shots.n ? (int)match->shots.n - 1 : 0; }
bool match_is_set_up(const DeskMatch *match) { return match->shots.n && match->shots.at[0].rows.n; }

static void note_event(DeskMatch *match, NewsKind what, int shot) {
    int64_t at = ++match->news % NEWS_KEPT;
    match->what[at] = (uint8_t)what;
    match->shot_of[at] = shot;
}

/* ---- ruling */

static void diag_to_faults(const Diag *diag, RowFaults *faults) {
    for (ptrdiff_t i = 0; i < diag->messages.n; i++)
        if (diag->messages.at[i].severity == SEVERITY_ERROR)
            row_fault(faults, 0, NULL, "%.*s", SARG(diag->messages.at[i].text));
}

static bool open_score(Score *score, const DeskWords *words, const DeskSetup *setup, RowFaults *faults) {
    Arena arena = {0};
    Diag diag = {.arena = &arena, .most = 10};
    MatchSetup match_setup = setup_match(faults->arena, setup);
    bool good = score_open(score, words, &match_setup, &diag);
    if (!good) diag_to_faults(&diag, faults);
    arena_free(&arena);
    return good;
}

/* Rules on all shots from the beginning. After a fault the rulings are gone: rule_anew() follows. */
static bool rule_all(DeskMatch *match, const DeskWords *words, const DeskSetup *setup, RowFaults *faults) {
    Arena texts = {0};
    bool good = open_score(&match->score, words, setup, faults);
    for (int i = 0; good && i < match->shots.n; i++)
        if (match->shots.at[i].rows.n)
            good = score_rule(&match->score, &texts, i, &match->shots.at[i], faults);
    arena_free(good ? &match->texts : &texts);
    if (good) match->texts = texts;
    return good;
}

static void rule_anew(DeskMatch *match) {
    Arena scratch = {0};
    RowFaults unread = {.arena = &scratch};
    bool good = rule_all(match, match->score.words, &match->setup, &unread);
    assert(good); /* it was ruled on before */
    (void)good;
    arena_free(&scratch);
}

/* ---- one shot more */

static bool is_before_stroke(Str event) {
    static const char *const words[] = {"choose", "place", "call", "warn", "frozen"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_eq(event, str_of(words[i]))) return true;
    return false;
}

static ScoreRows join(Arena *arena, ScoreRows head, ScoreRows tail) {
    if (!head.n) return tail;
    ScoreRow *rows = NEW_ARRAY(arena, ScoreRow, head.n + tail.n);
    memcpy(rows, head.at, sizeof *rows * (size_t)head.n);
    memcpy(rows + head.n, tail.at, sizeof *rows * (size_t)tail.n);
    if (!rows[0].cell[CELL_PLAYER].len) rows[0].cell[CELL_PLAYER] = tail.at[0].cell[CELL_PLAYER];
    return (ScoreRows){rows, head.n + tail.n};
}

/* Faults of rows that were waiting are faults of none of the rows sent. */
static void count_from_sent(RowFaults *faults, int waiting) {
    for (ptrdiff_t i = 0; i < faults->at.n; i++) {
        RowFault *fault = &faults->at.at[i];
        fault->row = fault->row > waiting ? fault->row - waiting : 0;
    }
}

/* The shot kept last, sent once more: its rows, perhaps with those in front that were waiting for it. */
static bool is_last_again(const DeskMatch *match, int number, ScoreRows rows) {
    if (number != match_last(match) || number >= match->shots.n) return false;
    ScoreRows kept = match->shots.at[number].rows;
    int waited = kept.n - rows.n;
    if (waited < 0 || !kept.n) return false;
    for (int i = 0; i < waited; i++)
        if (!is_before_stroke(kept.at[i].cell[CELL_EVENT])) return false;
    return rows_same((ScoreRows){kept.at + waited, rows.n}, rows);
}

static bool is_next(const DeskMatch *match, int number) {
    if (number == 0) return !match_is_set_up(match) && match_last(match) == 0;
    return number == match_last(match) + 1;
}

static ShotRows *shot_at(DeskMatch *match, int number) {
    while (match->shots.n <= number) *VEC_PUSH(&match->arena, &match->shots) = (ShotRows){0};
    return &match->shots.at[number];
}

/* Played again as it was: what was taken back after it stays for redo; anything else ends that. */
static void drop_redo(DeskMatch *match, ScoreRows rows) {
    if (!match->redo.n) return;
    if (rows_same(match->redo.at[0].rows, rows)) {
        memmove(match->redo.at, match->redo.at + 1, sizeof *match->redo.at * (size_t)(match->redo.n - 1));
        match->redo.n--;
        match->redo_from++;
    } else {
        match->redo.n = 0;
    }
}

typedef bool Referee(Score *score, Arena *keep, int number, ShotRows *shot, RowFaults *faults);

static bool score_try(Score *score, Arena *keep, int number, ShotRows *shot, RowFaults *faults) {
    return score_ask(score, keep, number, shot, faults);
}

/* Rules on the rows with those that wait for them in front; faults are counted from the rows sent. */
static bool rule_next(DeskMatch *match, Referee *referee, int number, ScoreRows rows, ShotRows *shot,
                      RowFaults *faults) {
    ScoreRows waiting = number ? match->next : (ScoreRows){0};
    *shot = (ShotRows){.rows = join(faults->arena, waiting, rows)};
    bool good = referee(&match->score, faults->arena, number, shot, faults);
    if (!good) count_from_sent(faults, waiting.n);
    return good;
}

static void keep_shot(DeskMatch *match, int number, const ShotRows *shot) {
    ShotRows kept = {.rows = rows_copy(&match->arena, shot->rows)};
    for (int i = 0; i < language_count(); i++) kept.ruling[i] = str_dup(&match->texts, shot->ruling[i]);
    *shot_at(match, number) = kept;
}

Answer match_shot(DeskMatch *match, const Folder *folder, int number, ScoreRows rows, RowFaults *faults) {
    if (is_last_again(match, number, rows)) return ANSWER_AGAIN;
    if (!is_next(match, number)) return ANSWER_CONFLICT;
    ShotRows shot;
    if (!rule_next(match, score_rule, number, rows, &shot, faults)) return ANSWER_REFUSED;
    ptrdiff_t before = match->shots.n;
    keep_shot(match, number, &shot);
    if (!match_file_add(match, folder, number)) {
        match->shots.n = before;
        if (number == 0 && before) match->shots.at[0] = (ShotRows){0};
        rule_anew(match);
        return ANSWER_FAILED;
    }
    bool noted = match->redo.n || match->next.n;
    drop_redo(match, shot.rows);
    if (number) match->next = (ScoreRows){0};
    if (noted) match_file_settle(match, folder);
    note_event(match, NEWS_RULING, number);
    return ANSWER_DONE;
}

Answer match_ask(DeskMatch *match, int number, ScoreRows rows, ShotRows *out, RowFaults *faults) {
    if (number != match_last(match) + 1 && !is_next(match, number)) return ANSWER_CONFLICT;
    return rule_next(match, score_try, number, rows, out, faults) ? ANSWER_DONE : ANSWER_REFUSED;
}

/* ---- back in time */

static void put_to_redo(DeskMatch *match, int number) {
    ptrdiff_t gone = match->shots.n - number, kept = match->redo.n;
    for (ptrdiff_t i = 0; i < gone; i++) *VEC_PUSH(&match->arena, &match->redo) = (ShotRows){0};
    memmove(match->redo.at + gone, match->redo.at, sizeof *match->redo.at * (size_t)kept);
    memcpy(match->redo.at, match->shots.at + number, sizeof *match->redo.at * (size_t)gone);
}

static void take_from_redo(DeskMatch *match, ptrdiff_t gone) {
    match->redo.n -= gone;
    memmove(match->redo.at, match->redo.at + gone, sizeof *match->redo.at * (size_t)match->redo.n);
}

Answer match_undo(DeskMatch *match, const Folder *folder, int number, int known) {
    bool there = number < match->shots.n && (number > 0 || match_is_set_up(match));
    if ((known >= 0 && known != match_last(match)) || !there) return ANSWER_CONFLICT;
    ptrdiff_t before = match->shots.n, gone = before - number;
    ScoreRows next = match->next;
    put_to_redo(match, number);
    int redo_before = match->redo_from;
    match->redo_from = number;
    match->shots.n = number;
    match->next = (ScoreRows){0};
    if (!match_file_rewrite(match, folder)) {
        match->shots.n = before;
        match->next = next;
        match->redo_from = redo_before;
        take_from_redo(match, gone);
        return ANSWER_FAILED;
    }
    rule_anew(match);
    note_event(match, NEWS_UNDO, number);
    return ANSWER_DONE;
}

/* ---- before the stroke; corrections */

/* Whatever can be told before the stroke is played: an option that is not open, a place that is taken. What
 * is missing because the stroke is missing is no fault yet; that is told of the shot as a whole. */
static bool can_wait(DeskMatch *match, ScoreRows rows, RowFaults *faults) {
    ShotRows shot = {.rows = rows};
    RowFaults told = {.arena = faults->arena};
    if (!score_read(&match->score, rows, faults)) return false;
    bool good = score_ask(&match->score, faults->arena, match_last(match) + 1, &shot, &told);
    for (ptrdiff_t i = 0; !good && i < told.at.n; i++)
        if (told.at.at[i].row && told.at.at[i].column &&
            (!strcmp(told.at.at[i].column, "value") || !strcmp(told.at.at[i].column, "x")))
            *VEC_PUSH(faults->arena, &faults->at) = told.at.at[i];
    return faults->at.n == 0;
}

Answer match_put_next(DeskMatch *match, const Folder *folder, ScoreRows rows, RowFaults *faults) {
    for (int i = 0; i < rows.n; i++)
        if (!is_before_stroke(rows.at[i].cell[CELL_EVENT]))
            row_fault(faults, i + 1, "event", "before the stroke stand choose, place, call, warn and frozen");
    if (faults->at.n || (rows.n && !can_wait(match, rows, faults))) return ANSWER_REFUSED;
    ScoreRows before = match->next;
    match->next = rows_copy(&match->arena, rows);
    if (!match_file_settle(match, folder)) return match->next = before, ANSWER_FAILED;
    note_event(match, NEWS_SETUP, 0);
    return ANSWER_DONE;
}

Answer match_correct(DeskMatch *match, const Folder *folder, const DeskSetup *setup, RowFaults *faults) {
    DeskSetup before = match->setup;
    if (!rule_all(match, match->score.words, setup, faults)) {
        rule_anew(match);
        return ANSWER_REFUSED;
    }
    match->setup = *setup;
    if (!match_file_settle(match, folder)) {
        match->setup = before;
        rule_anew(match);
        return ANSWER_FAILED;
    }
    note_event(match, NEWS_SETUP, 0);
    return ANSWER_DONE;
}

/* ---- beginning and end */

Answer match_create(DeskMatch *match, const Folder *folder, const DeskWords *words, Str name,
                    const DeskSetup *setup, RowFaults *faults) {
    *match = (DeskMatch){.setup = *setup};
    match->name = str_dup(&match->arena, name);
    for (int i = 0; i < SETUP_KEYS; i++) match->setup.text[i] = str_dup(&match->arena, setup->text[i]);
    for (int i = 0; i < 2; i++) match->setup.player[i] = str_dup(&match->arena, setup->player[i]);
    bool exists = false, good = open_score(&match->score, words, &match->setup, faults);
    Answer answer = !good ? ANSWER_REFUSED : ANSWER_DONE;
    if (good && !match_file_create(match, folder, &exists)) answer = exists ? ANSWER_CONFLICT : ANSWER_FAILED;
    if (answer != ANSWER_DONE) match_close(match);
    return answer;
}

bool match_load(DeskMatch *match, const Folder *folder, const DeskWords *words, Str name, RowFaults *faults) {
    *match = (DeskMatch){0};
    match->name = str_dup(&match->arena, name);
    bool good = match_file_read(match, folder, faults) && rule_all(match, words, &match->setup, faults);
    if (!good) match_close(match);
    return good;
}

void match_close(DeskMatch *match) {
    score_close(&match->score);
    arena_free(&match->texts);
    arena_free(&match->arena);
    *match = (DeskMatch){0};
}
