/* tablecert rack: is the rack, or the starting position of carom, right? */
#include "base/decimal.h"
#include "base/out.h"
#include "cli/games.h"

static RackRequest request;
static DialectWords dialect;

static const char *const format_names[RACK_FORMATS] = {"text", "json", "svg", "pdf"};

bool rack_format(Run *run, const RackRequest *wish, RackFormat *out) {
    Str word = wish->format ? str_of(wish->format) : S("");
    Str path = str_of(wish->output);
    if (!word.len && path.len && !str_eq(path, S("-"))) {
        ptrdiff_t dot = path.len;
        while (dot > 0 && path.at[dot - 1] != '.' && path.at[dot - 1] != '/') dot--;
        word = str_skip(path, dot);
        if (str_eq_fold(word, S("txt"))) word = S("text");
    }
    *out = RACK_TEXT;
    if (!word.len) return true;
    for (int i = 0; i < RACK_FORMATS; i++)
        if (str_eq_fold(word, str_of(format_names[i]))) return *out = (RackFormat)i, true;
    return run_usage(run, "'%.*s' is no format of a rack: expected text, json, svg or pdf", SARG(word));
}

bool rack_millimetres(Run *run, const char *option, const char *typed, double otherwise, double *out) {
    Decimal decimal;
    *out = otherwise;
    if (!typed) return true;
    char sign = strchr(typed, ',') ? ',' : '.';
    bool number = decimal_parse(str_of(typed), sign, &decimal) == DECIMAL_OK && decimal.num >= 0;
    if (number) *out = (double)decimal.num / (double)decimal.den;
    if (number && *out <= 1000) return true;
    return run_usage(run, "--%s: '%s' is no number of millimetres from 0 to 1000", option, typed);
}

bool rack_write(Run *run, const RackRequest *wish, const Buf *out) {
    if (!wish->output || strcmp(wish->output, "-") == 0) return out_stdout(buf_str(out), &run->diag);
    return out_write(run->arena, &(OutFile){wish->output, buf_str(out)}, 1, &run->diag);
}

static int rack(Run *run) {
    const GameEntry *entry = games_find(run, request.game, true);
    if (!run_want_arguments(run, 1, 1, "one list of balls") || !entry) return EXIT_INPUT;
    if (strcmp(request.game, "pool") == 0)
        return run_usage(run, "--game: a rack is of 8-ball, 9-ball or 14.1"), EXIT_INPUT;
    if (!dialect_read(run, &dialect, &request.dialect)) return EXIT_INPUT;
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
    DIALECT_OPTIONS(dialect),
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
