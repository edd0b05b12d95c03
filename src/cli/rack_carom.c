/* The carom half of tablecert rack: is the starting position right? */
#include "base/out.h"
#include "cli/games.h"
#include "report/carom_drawing.h"
#include "report/drawing_file.h"
#include "report/start_report.h"
#include "rules/balls.h"

int rack_carom(Run *run, const RackRequest *request);

typedef struct StartLimits {
    int64_t gap, spot, uncertainty; /* nm */
} StartLimits;

static bool read_mm(Run *run, const char *option, const char *typed, int64_t *nm) {
    Decimal number;
    bool exact;
    if (!typed) return true;
    if (decimal_parse(str_of(typed), '.', &number) == DECIMAL_OK &&
        decimal_scale(number.num, number.den, 1000000, 1, 0, nm, &exact) && *nm >= 0 &&
        *nm <= INT64_C(1000000000))
        return true;
    return run_usage(run, "--%s: expected millimetres from 0 to 1000, found '%s'", option, typed);
}

static const char *format_of(const RackRequest *request) {
    if (request->format) return request->format;
    return request->output && str_ends(str_of(request->output), S(".svg")) ? "svg" : "text";
}

static bool read_request(Run *run, const RackRequest *request, StartLimits *limits) {
    static const char *const formats[] = {"text", "json", "svg"};
    bool good = read_mm(run, "gap", request->gap, &limits->gap);
    good = read_mm(run, "spot", request->spot, &limits->spot) && good;
    good = read_mm(run, "uncertainty", request->uncertainty, &limits->uncertainty) && good;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(format_of(request), formats[i]) == 0) return good;
    return run_usage(run, "--format: expected text, json or svg, found '%s'", format_of(request));
}

/* The balls onto the table; false when the list cannot be. */
static bool read_state(Run *run, const RackRequest *request, const CaromMatch *match, int64_t gap,
                       CaromState *state) {
    MeasuredBall balls[CAROM_BALLS];
    const SheetWords *words = discipline_carom.words;
    int count = balls_read(run->arena, request->path, words, balls, CAROM_BALLS, &run->diag);
    int64_t diameter = (int64_t)(match->diameter * 1e7 + 0.5);
    if (count < 0 || !balls_check_overlap(balls, count, words, diameter, gap, &run->diag)) return false;
    for (int i = 0; i < count; i++) {
        state->at[balls[i].ball] = (Vec2){(double)balls[i].x / 1e7, (double)balls[i].y / 1e7};
        state->placed[balls[i].ball] = true;
    }
    return true;
}

static bool print_answer(Run *run, const RackRequest *request, const CaromMatch *match,
                         const CaromState *state, const StartResult *result) {
    const Catalogue *catalogue = catalogue_load(run->arena, run->language, &run->diag);
    const ClauseBook *book = clause_book_load(run->arena, "carom", &run->diag);
    const char *format = format_of(request);
    Buf out = {0};
    Str lines[START_LINES];
    if (!catalogue || !book) return false;
    if (strcmp(format, "json") == 0)
        start_json(&out, catalogue, result);
    else if (strcmp(format, "text") == 0)
        start_text(&out, catalogue, book, result);
    else
        svg_write(carom_start_drawing(run->arena, match, state, lines, start_lines(catalogue, result, lines)),
                  &out);
    OutFile file = {request->output ? request->output : "-", buf_str(&out)};
    bool written = out_write(run->arena, &file, 1, &run->diag);
    buf_free(&out);
    return written;
}

int rack_carom(Run *run, const RackRequest *request) {
    StartLimits limits = {.gap = 200000, .spot = 2000000};
    LayoutChoices choices = {0};
    CaromMatch match = {0};
    CaromState state = {0};
    StartResult result;
    MatchSetup setup = {.table = request->table, .profile_folder = request->profile_folder};
    if (!read_request(run, request, &limits)) return EXIT_INPUT;
    if (!carom_table(run->arena, &setup, "free", &choices, &match, &run->diag)) return EXIT_INPUT;
    if (!read_state(run, request, &match, limits.gap, &state)) return EXIT_INPUT;
    carom_check_start(&match, &state, (double)limits.spot / 1e6, (double)limits.uncertainty / 1e6, &result);
    if (!print_answer(run, request, &match, &state, &result)) return EXIT_INPUT;
    if (!result.right) return EXIT_NO;
    return result.open ? EXIT_INCOMPLETE : EXIT_YES;
}
