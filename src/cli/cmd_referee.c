/* tablecert referee: rules on a score sheet. The work is referee_sheet.c's. */
#include "cli/referee.h"

static struct {
    const char *game, *format, *referee, *breaker;
    HeadingWords heading;
    DialectWords dialect;
    RefereeRequest request;
} options;

static bool pick(Run *run, const char *option, const char *word, const char *first, const char *second,
                 bool *second_taken) {
    *second_taken = word && strcmp(word, second) == 0;
    if (!word || *second_taken || strcmp(word, first) == 0) return true;
    return run_usage(run, "--%s: expected %s or %s, found '%s'", option, first, second, word);
}

/* --format, else by the ending of --output: text, json, or the match sheet as pdf. */
static bool pick_format(Run *run, RefereeRequest *request) {
    Str output = str_of(request->output ? request->output : "");
    bool ending = output.len > 4 && str_eq_fold(str_skip(output, output.len - 4), S(".pdf"));
    request->pdf = options.format ? strcmp(options.format, "pdf") == 0 : ending && !request->draw;
    if (request->pdf && request->draw) return run_usage(run, "--draw is an SVG, and no match sheet");
    if (request->pdf && !request->output)
        return run_usage(run, "--format pdf: the match sheet goes to a file, -o FILE.pdf");
    return request->pdf || pick(run, "format", options.format, "text", "json", &request->json);
}

static bool settle(Run *run, RefereeRequest *request) {
    bool no_referee, b_breaks;
    bool good = pick_format(run, request);
    good = pick(run, "referee", options.referee, "yes", "no", &no_referee) && good;
    good = pick(run, "break", options.breaker, "A", "B", &b_breaks) && good;
    good = good && referee_heading(run, &options.heading, request);
    request->setup.game = options.game;
    request->setup.referee = !no_referee;
    request->setup.breaker = b_breaks ? PLAYER_B : PLAYER_A;
    good = dialect_read(run, &options.dialect, &request->dialect) && good;
    good = good && run_want_arguments(run, 1, 1, "one score sheet");
    request->path = good ? run->arguments.at[0] : NULL;
    return good;
}

static int referee(Run *run) {
    const GameEntry *entry = games_find(run, options.game, false);
    RefereeRequest *request = &options.request;
    if (!settle(run, request) || !entry) return EXIT_INPUT;
    if (request->draw && !entry->report->draw)
        return run_usage(run, "--draw: there is nothing to draw in '%s'", options.game), EXIT_INPUT;
    referee_sheet(run, request, entry);
    return EXIT_YES;
}

static const Option option_table[] = {
    {'g', "game", "GAME", "8-ball, 9-ball, 14.1; free, 47/2 and the like, 1-cushion, 3-cushion", OPTION_TEXT,
     &options.game},
    {'f', "format", "FORMAT", "text; json: one object a line; pdf: the match sheet", OPTION_TEXT,
     &options.format},
    {'o', "output", "FILE", "write here; FILE.pdf: the match sheet", OPTION_TEXT, &options.request.output},
    {0, "draw", "N", "instead of the rulings, the position after shot N as SVG (carom)", OPTION_COUNT,
     &options.request.draw},
    {'t', "table", "PROFILE", "the table's profile (pool-wpa-9ft; carom-sk-284)", OPTION_TEXT,
     &options.request.setup.table},
    {0, "profile-dir", "DIR", "look for profiles here too", OPTION_TEXT,
     &options.request.setup.profile_folder},
    {0, "referee", "yes|no", "whether the match has a referee (yes)", OPTION_TEXT, &options.referee},
    {0, "race", "N", "games to win the match", OPTION_MANY, &options.request.setup.race},
    {0, "points", "N", "points to play to (14.1, carom)", OPTION_MANY, &options.request.setup.points},
    {0, "innings", "N", "innings to play (carom)", OPTION_MANY, &options.request.setup.innings},
    {0, "sets", "N", "sets to win the match (carom)", OPTION_MANY, &options.request.setup.sets},
    {0, "break", "A|B", "who breaks or opens first (A)", OPTION_TEXT, &options.breaker},
    {0, "push-out", NULL, "9-ball: a push-out is allowed after the break", OPTION_FLAG,
     &options.request.setup.push_out},
    {0, "line-width", "MM", "width of the chalked lines (2; carom)", OPTION_TEXT,
     &options.request.setup.line_width},
    {0, "anchors", "WHICH", "all, match or none (carom)", OPTION_TEXT, &options.request.setup.anchors},
    {0, "centre", "free|restricted", "whether the middle field is free (carom)", OPTION_TEXT,
     &options.request.setup.centre},
    {0, "compare", "RULES", "add the ruling of this rule set where it differs (wpa; umb)", OPTION_TEXT,
     &options.request.setup.compare},
    {0, "player-a", "NAME", "who A is, on the match sheet and under the text", OPTION_TEXT,
     &options.heading.player[0]},
    {0, "player-b", "NAME", "who B is", OPTION_TEXT, &options.heading.player[1]},
    {0, "place", "TEXT", "where the match was played, on the match sheet", OPTION_TEXT,
     &options.heading.place},
    {0, "date", "DATE", "when (30.11.2026 or 2026-11-30), on the match sheet", OPTION_TEXT,
     &options.heading.date},
    {0, "duration", "TEXT", "how long (1 h 20 min), on the match sheet", OPTION_TEXT,
     &options.heading.duration},
    DIALECT_OPTIONS(options.dialect),
    {0},
};

const Command cmd_referee = {
    .name = "referee",
    .summary = "rule on a score sheet, stroke by stroke",
    .usage = "--game GAME [options] SHEET.csv",
    .description = referee_description,
    .options = option_table,
    .run = referee,
};
