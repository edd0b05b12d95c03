/* The pool side of tablecert rack: reads the list, checks the rack, prints the answer or draws it. */
#include "base/out.h"
#include "cli/games.h"

#include "base/decimal.h"
#include "report/rack.h"
#include "rules/rack_list.h"

int rack_pool(Run *run, const RackRequest *request);

static bool millimetres(Run *run, const char *option, const char *typed, double otherwise, double *out) {
    Decimal decimal;
    *out = otherwise;
    if (!typed) return true;
    char sign = strchr(typed, ',') ? ',' : '.';
    bool number = decimal_parse(str_of(typed), sign, &decimal) == DECIMAL_OK && decimal.num >= 0;
    if (number) *out = (double)decimal.num / (double)decimal.den;
    if (number && *out <= 1000) return true;
    return run_usage(run, "--%s: '%s' is no number of millimetres from 0 to 1000", option, typed);
}

static bool read_limits(Run *run, const RackRequest *request, RackLimits *limits) {
    bool good = millimetres(run, "gap", request->gap, 0.2, &limits->gap);
    good = millimetres(run, "spot", request->spot, 2, &limits->spot) && good;
    good = millimetres(run, "uncertainty", request->uncertainty, 0, &limits->uncertainty) && good;
    limits->axis = 1;
    return good;
}

static const PoolGame *game_of(const char *name) {
    for (int i = 0; i < POOL_GAME_COUNT; i++)
        if (strcmp(pool_games[i].name, name) == 0) return &pool_games[i];
    return NULL;
}

int rack_pool(Run *run, const RackRequest *request) {
    PoolTable table;
    RackLimits limits;
    RackBall balls[RACK_MOST];
    RackResult result;
    MatchSetup setup = {.game = request->game, .table = request->table, .profile_folder = request->profile_folder};
    RackReport report = {&table, game_of(request->game), balls, 0, &limits, &result, NULL};
    Buf out = {0};
    bool json = request->format && strcmp(request->format, "json") == 0;
    if (!read_limits(run, request, &limits)) return EXIT_INPUT;
    report.catalogue = catalogue_load(run->arena, run->language, &run->diag);
    if (!report.catalogue || !pool_table_load(run->arena, &setup, &table, &run->diag)) return EXIT_INPUT;
    if (!rack_list_read(run->arena, request->path, &table, report.game->bit, &limits, balls, &report.count, &run->diag))
        return EXIT_INPUT;
    rack_check(&table, report.game->bit, balls, report.count, &limits, &result);
    if (json) rack_json(&out, &report);
    else rack_text(&out, &report);
    out_stdout(buf_str(&out), &run->diag);
    buf_free(&out);
    return result.open ? EXIT_INCOMPLETE : result.right ? EXIT_YES : EXIT_NO;
}
