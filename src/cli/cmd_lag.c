/* tablecert lag: who may say who breaks. */
#include "base/out.h"
#include "cli/games.h"

static struct {
    const char *game, *format;
    MatchSetup setup;
    DialectWords dialect;
} options;

static int lag(Run *run) {
    const GameEntry *entry = games_find(run, options.game, true);
    bool json = options.format && strcmp(options.format, "json") == 0;
    if (options.format && !json && strcmp(options.format, "text"))
        return run_usage(run, "--format: expected text or json, found '%s'", options.format), EXIT_INPUT;
    if (!run_want_arguments(run, 1, 1, "one lag sheet") || !entry) return EXIT_INPUT;
    const Discipline *discipline = entry->discipline;
    SheetDialect dialect;
    if (!dialect_read(run, &options.dialect, &dialect)) return EXIT_INPUT;
    const ClauseBook *book = clause_book_load(run->arena, discipline->name, &run->diag);
    const Catalogue *catalogue = catalogue_load(run->arena, run->language, &run->diag);
    Sheet *sheet =
        sheet_open(run->arena, run->arguments.at[0], discipline->words, &dialect, true, &run->diag);
    LagResult result = {.chooses = PLAYER_NONE};
    options.setup.game = options.game;
    if (!book || !catalogue || !sheet) return EXIT_INPUT;
    bool good = discipline->lag(run->arena, sheet, &options.setup, &result, &run->diag);
    sheet_close(sheet);
    if (!good) return EXIT_INPUT;
    Buf out = {0};
    if (json)
        lag_json(&out, entry->report, catalogue, &result);
    else
        lag_text(&out, entry->report, catalogue, book, &result);
    out_stdout(buf_str(&out), &run->diag);
    buf_free(&out);
    return result.again ? EXIT_NO : EXIT_YES;
}

static const Option option_table[] = {
    {'g', "game", "GAME", "pool or carom, or one of their games", OPTION_TEXT, &options.game},
    {'f', "format", "text|json", "how to print the answer", OPTION_TEXT, &options.format},
    {'t', "table", "PROFILE", "the table's profile (pool-wpa-9ft; carom-sk-284)", OPTION_TEXT,
     &options.setup.table},
    {0, "profile-dir", "DIR", "look for profiles here too", OPTION_TEXT, &options.setup.profile_folder},
    DIALECT_OPTIONS(options.dialect),
    {0},
};

const Command cmd_lag = {
    .name = "lag",
    .summary = "who won the lag",
    .usage = "--game pool|carom [options] SHEET.csv",
    .description = "Rows as for 'referee'; 'shot' counts the attempts and every row names its player. A "
                   "plays left, B right.\n"
                   "Exit status 0: somebody chooses; 1: the lag is played again.",
    .options = option_table,
    .run = lag,
};
