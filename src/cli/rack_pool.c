/* The pool side of tablecert rack: reads the list, checks the rack, prints the answer or draws it. */
#include "base/out.h"
#include "cli/games.h"

#include "report/referee/rack_report.h"
#include "report/write/drawing_file.h"
#include "report/write/pdf.h"
#include "rules/pool/rack_list.h"

#include <assert.h>

int rack_pool(Run *run, const RackRequest *request);

static bool read_limits(Run *run, const RackRequest *request, RackLimits *limits) {
    bool good = rack_millimetres(run, "gap", request->gap, 0.2, &limits->gap);
    good = rack_millimetres(run, "spot", request->spot, 2, &limits->spot) && good;
    good = rack_millimetres(run, "uncertainty", request->uncertainty, 0, &limits->uncertainty) && good;
    limits->axis = 1;
    return good;
}

static const PoolGame *game_of(const char *name) {
    for (int i = 0; i < POOL_GAME_COUNT; i++)
        if (strcmp(pool_games[i].name, name) == 0) return &pool_games[i];
    return NULL;
}

/* ---- the form of the answer ---- */

static bool build(Run *run, const RackReport *report, RackFormat format, Buf *out) {
    Str bytes;
    switch (format) {
    case RACK_JSON:
        rack_json(out, report);
        return true;
    case RACK_SVG:
        svg_write(rack_drawing(report, true), out);
        return true;
    case RACK_PDF:
        if (!pdf_write(run->arena, rack_document(report), &run->diag, &bytes)) return false;
        buf_put(out, bytes);
        return true;
    default:
        rack_text(out, report);
        return true;
    }
}

static void write_answer(Run *run, const RackRequest *request, const RackReport *report, RackFormat format) {
    Buf out = {0};
    if (build(run, report, format, &out)) rack_write(run, request, &out);
    buf_free(&out);
}

int rack_pool(Run *run, const RackRequest *request) {
    PoolTable table;
    RackLimits limits;
    RackBall balls[RACK_MOST];
    RackResult result;
    RackFormat format;
    MatchSetup setup = {
        .game = request->game, .table = request->table, .profile_folder = request->profile_folder};
    RackReport report = {&table, game_of(request->game), balls, 0, &limits, &result, NULL};
    bool usable = read_limits(run, request, &limits);
    if (!rack_format(run, request, &format) || !usable) return EXIT_INPUT;
    report.catalogue = catalogue_load(run->arena, run->language, &run->diag);
    if (!report.catalogue || !pool_table_load(run->arena, &setup, &table, &run->diag)) return EXIT_INPUT;
    if (!report.game) abort(); /* cmd_rack has found it */
    if (!rack_list_read(run->arena, request->path, &table, report.game->bit, &request->dialect, &limits,
                        balls, &report.count, &run->diag))
        return EXIT_INPUT;
    rack_check(&table, report.game->bit, balls, report.count, &limits, &result);
    write_answer(run, request, &report, format);
    return result.open ? EXIT_INCOMPLETE : result.right ? EXIT_YES : EXIT_NO;
}
