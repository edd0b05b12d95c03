/* The carom half of tablecert rack: is the starting position right? */
#include "cli/games.h"
#include "report/referee/start_report.h"
#include "report/write/drawing_file.h"
#include "report/write/pdf.h"
#include "rules/balls.h"

int rack_carom(Run *run, const RackRequest *request);

typedef struct StartLimits { /* mm */
    double gap, spot, uncertainty;
} StartLimits;

static bool read_limits(Run *run, const RackRequest *request, StartLimits *limits) {
    bool good = rack_millimetres(run, "gap", request->gap, 0.2, &limits->gap);
    good = rack_millimetres(run, "spot", request->spot, 2, &limits->spot) && good;
    return rack_millimetres(run, "uncertainty", request->uncertainty, 0, &limits->uncertainty) && good;
}

/* The balls onto the table; false when the list cannot be. */
static bool read_state(Run *run, const RackRequest *request, const CaromMatch *match, double gap,
                       CaromState *state) {
    MeasuredBalls balls;
    BallsSpec spec = {.words = discipline_carom.words,
                      .lowest = BALL_WHITE,
                      .highest = BALL_RED,
                      .diameter = (int64_t)(match->diameter * 1e7 + 0.5),
                      .dialect = request->dialect,
                      .overlap = (int64_t)(gap * 1e6 + 0.5)};
    if (!balls_read(run->arena, request->path, &spec, &balls, &run->diag)) return false;
    for (int i = 0; i < balls.count; i++) {
        const MeasuredBall *ball = &balls.at[i];
        state->balls[ball->ball].at = (Vec2){(double)ball->x / 1e7, (double)ball->y / 1e7};
        state->balls[ball->ball].placed = true;
    }
    return true;
}

static bool build(const Start *start, RackFormat format, Diag *diag, Buf *out) {
    Str bytes;
    switch (format) {
    case RACK_JSON:
        start_json(out, start);
        return true;
    case RACK_SVG:
        svg_write(start_drawing(start), out);
        return true;
    case RACK_PDF:
        if (!pdf_write(start->catalogue->arena, start_document(start), diag, &bytes)) return false;
        buf_put(out, bytes);
        return true;
    default:
        start_text(out, start);
        return true;
    }
}

static bool print_answer(Run *run, const RackRequest *request, const Start *start, RackFormat format) {
    Buf out = {0};
    bool written = build(start, format, &run->diag, &out) && rack_write(run, request, &out);
    buf_free(&out);
    return written;
}

int rack_carom(Run *run, const RackRequest *request) {
    StartLimits limits;
    LayoutChoices choices = {0};
    CaromMatch match = {0};
    CaromState state = {0};
    StartResult result;
    RackFormat format;
    MatchSetup setup = {.table = request->table, .profile_folder = request->profile_folder};
    Start start = {NULL, NULL, &match, &state, &result};
    bool usable = read_limits(run, request, &limits);
    if (!rack_format(run, request, &format) || !usable) return EXIT_INPUT;
    start.catalogue = catalogue_load(run->arena, run->language, &run->diag);
    start.book = clause_book_load(run->arena, "carom", &run->diag);
    if (!start.catalogue || !start.book) return EXIT_INPUT;
    if (!carom_table(run->arena, &setup, "free", &choices, &match, &run->diag)) return EXIT_INPUT;
    if (!read_state(run, request, &match, limits.gap, &state)) return EXIT_INPUT;
    carom_check_start(&match, &state, limits.spot, limits.uncertainty, &result);
    if (!print_answer(run, request, &start, format)) return EXIT_INPUT;
    if (!result.right) return EXIT_NO;
    return result.open ? EXIT_INCOMPLETE : EXIT_YES;
}
