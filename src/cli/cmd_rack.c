/* tablecert rack: is the rack, or the starting position of carom, right? */
#include "cli/games.h"

static RackRequest request;

static int rack(Run *run) {
    const GameEntry *entry = games_find(run, request.game, true);
    if (!run_want_arguments(run, 1, 1, "one list of balls") || !entry) return EXIT_INPUT;
    if (strcmp(request.game, "pool") == 0)
        return run_usage(run, "--game: a rack is of 8-ball, 9-ball or 14.1"), EXIT_INPUT;
    request.path = run->arguments.at[0];
    return entry->rack(run, &request);
}

static const Option option_table[] = {
    {'g', "game", "GAME", "8-ball, 9-ball, 14.1 or carom", OPTION_TEXT, &request.game},
    {'f', "format", "FORMAT", "text, json; the drawing as svg or pdf", OPTION_TEXT, &request.format},
    {'o', "output", "FILE", "write here; the ending tells the format", OPTION_TEXT, &request.output},
    {'t', "table", "PROFILE", "the table's profile (pool-wpa-9ft; carom-sk-284)", OPTION_TEXT,
     &request.table},
    {0, "profile-dir", "DIR", "look for profiles here too", OPTION_TEXT, &request.profile_folder},
    {0, "gap", "MM", "widest gap that counts as touching (0.2)", OPTION_TEXT, &request.gap},
    {0, "spot", "MM", "how far the apex, or a ball of carom, may be off its spot (2)", OPTION_TEXT,
     &request.spot},
    {0, "uncertainty", "MM", "expanded uncertainty (k = 2) of a coordinate; what it leaves open is said",
     OPTION_TEXT, &request.uncertainty},
    {0},
};

const Command cmd_rack = {
    .name = "rack",
    .summary = "check a rack or a starting position from ball positions",
    .usage = "--game GAME [options] BALLS.csv",
    .description = "BALLS.csv has the columns ball,x,y (cm from the head or bottom left corner of the "
                   "cushion noses; x along\n"
                   "the table) and, where it was measured, diameter (mm). Exit status 0 right, 1 wrong, 3 "
                   "cannot be decided.",
    .options = option_table,
    .run = rack,
};
