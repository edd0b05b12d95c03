/* Any bytes as a score sheet of carom or pool, as a lag sheet too: no crash, every ruling with its clauses,
 * an error for every shot that gets none. The first byte chooses the game. */
#include "report/referee/ruling.h"

#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const games[] = {"free",      "47/1",   "47/2",   "71/2",
                                    "1-cushion", "8-ball", "9-ball", "3-cushion"};

static void rule(const Discipline *discipline, const RulingReport *report, void *match, const char *path,
                 Arena *arena, Diag *diag) {
    const Catalogue *catalogue = catalogue_load(arena, "en", diag);
    Sheet *sheet = sheet_open(arena, path, discipline->words, &(SheetDialect){0}, false, diag);
    Shot shot;
    Buf out = {0};
    bool good = sheet != NULL;
    while (sheet && sheet_next(sheet, &shot)) {
        good = good && !shot.faulty;
        if (!good) continue;
        const Ruling *ruling = NULL;
        if (shot.number == 0)
            good = discipline->setup(match, &shot, diag);
        else
            good = (ruling = discipline->rule(match, &shot, diag)) != NULL;
        assert(good || diag_failed(diag));
        assert(!ruling || ruling->kind != RULING_FOUL || ruling->clause_count > 0);
        if (ruling) ruling_json(&out, report, catalogue, ruling);
    }
    if (sheet) sheet_close(sheet);
    buf_free(&out);
}

static void lag(const Discipline *discipline, const char *path, Arena *arena, Diag *diag) {
    MatchSetup setup = {.referee = true};
    LagResult result = {.chooses = PLAYER_NONE};
    Sheet *sheet = sheet_open(arena, path, discipline->words, &(SheetDialect){0}, true, diag);
    if (!sheet) return;
    bool good = discipline->lag(arena, sheet, &setup, &result, diag);
    assert(!good || result.again == (result.chooses == PLAYER_NONE));
    sheet_close(sheet);
}

static void judge(const char *path, uint8_t choice) {
    Arena arena = {0};
    Diag diag = {.arena = &arena, .most = 20};
    const char *game = games[choice & 7];
    bool pool = discipline_pool.has_game(str_of(game));
    const Discipline *discipline = pool ? &discipline_pool : &discipline_carom;
    MatchSetup setup = {.game = game, .referee = choice & 8, .breaker = choice & 16 ? PLAYER_B : PLAYER_A};
    setup.points = choice & 32 && !pool ? 3 : 0;
    setup.sets = setup.points && choice & 64 ? 2 : 0;
    setup.compare = choice & 128 && !pool ? "umb" : NULL;
    void *match = discipline->open(&arena, &setup, &diag);
    assert(match);
    rule(discipline, pool ? &ruling_report_pool : &ruling_report_carom, match, path, &arena, &diag);
    lag(discipline, path, &arena, &diag);
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[32];
    if (!size) return 0;
    int descriptor = memfd_create("sheet.csv", 0);
    if (descriptor < 0 || write(descriptor, data + 1, size - 1) != (ssize_t)(size - 1)) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    judge(path, data[0]);
    close(descriptor);
    return 0;
}
