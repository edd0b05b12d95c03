/* See start_report.h. */
#include "report/referee/start_report.h"

#include "report/referee/carom_drawing.h"

static const char clause[] = "carom.5.2";
enum { START_LINES = 5 };

static Str word(const Catalogue *catalogue, const char *section, const char *key) {
    char path[64];
    snprintf(path, sizeof path, "referee.%s.%s", section, key);
    return catalogue_text(catalogue, path);
}

static Str ball_word(const Catalogue *catalogue, int ball) {
    return word(catalogue, "ball", carom_ball_name(ball));
}
static Str spot_word(const Catalogue *catalogue, CaromSpot spot) {
    return word(catalogue, "start.spot", carom_spot_name(spot));
}

/* What is to be said of a ball, or an empty string. */
static Str ball_line(const Catalogue *catalogue, const StartResult *result, int ball) {
    if (!result->wrong[ball] && !result->unclear[ball]) return S("");
    Str name = ball_word(catalogue, ball), spot = spot_word(catalogue, result->spot[ball]);
    if (!result->there[ball]) return CATALOGUE_FILL(catalogue, "referee.start.missing", name, spot);
    Str off = catalogue_number(catalogue, str_fmt(catalogue->arena, "%.1f", result->off[ball]));
    return CATALOGUE_FILL(catalogue, result->wrong[ball] ? "referee.start.off" : "referee.start.unclear",
                          name, off, spot);
}

static const char *verdict(const StartResult *result) {
    if (!result->right) return "wrong";
    return result->open ? "open" : "right";
}

/* Verdict, how the balls stand, what is wrong with each. Returns how many lines. */
static int answer_lines(const Start *start, Str out[START_LINES]) {
    const Catalogue *catalogue = start->catalogue;
    const StartResult *result = start->result;
    int n = 0;
    out[n++] = word(catalogue, "start", verdict(result));
    out[n++] = CATALOGUE_FILL(catalogue, "referee.start.striker", ball_word(catalogue, result->striker),
                              spot_word(catalogue, result->spot[result->striker]));
    for (int ball = 0; ball < CAROM_BALLS; ball++) {
        Str line = ball_line(catalogue, result, ball);
        if (line.len) out[n++] = line;
    }
    return n;
}

void start_json(Buf *out, const Start *start) {
    const StartResult *result = start->result;
    Json json = {.out = out};
    json_open_object(&json, NULL);
    if (result->open)
        json_null(&json, "right");
    else
        json_bool(&json, "right", result->right);
    json_null(&json, "apex");
    json_open_list(&json, "gaps");
    json_close_list(&json);
    json_open_list(&json, "faults");
    for (int ball = 0; ball < CAROM_BALLS; ball++) {
        if (!result->wrong[ball]) continue;
        json_open_object(&json, NULL);
        json_z(&json, "clause", clause);
        json_str(&json, "text", ball_line(start->catalogue, result, ball));
        json_close_object(&json);
    }
    json_close_list(&json);
    json_z(&json, "striker", carom_ball_name(result->striker));
    json_z(&json, "spot", carom_spot_name(result->spot[result->striker]));
    json_close_object(&json);
    buf_byte(out, '\n');
}

void start_text(Buf *out, const Start *start) {
    Str lines[START_LINES];
    int count = answer_lines(start, lines);
    for (int i = 0; i < count; i++) buf_printf(out, "%s%.*s\n", i ? "    " : "", SARG(lines[i]));
    if (start->result->right) return;
    Str text = clause_text(start->book, clause, start->catalogue->language);
    buf_printf(out, "    %s  %.*s\n", clause, SARG(text));
}

const Drawing *start_drawing(const Start *start) {
    Str lines[START_LINES];
    int count = answer_lines(start, lines);
    return carom_start_drawing(start->catalogue->arena, start->match, start->state, lines, count);
}

Document *start_document(const Start *start) {
    const StartResult *result = start->result;
    Str title = catalogue_text(start->catalogue, "referee.start.title"), lines[START_LINES];
    int count = answer_lines(start, lines);
    Document *document = document_new(start->catalogue->arena, start->catalogue->language, title);
    document->page_label = catalogue_text(start->catalogue, "rack.page");
    document->footer = title;
    document->fit_first = true;
    document_title(document, title, S("carom.5.2"));
    bool open = result->right && result->open;
    document_banner(document,
                    open            ? TONE_DOUBT
                    : result->right ? TONE_GOOD
                                    : TONE_BAD,
                    open            ? S("?")
                    : result->right ? S("✓")
                                    : S("✗"),
                    lines[0], S(""));
    for (int i = 1; i < count; i++) document_paragraph(document, lines[i]);
    document_drawing(document,
                     carom_start_drawing(start->catalogue->arena, start->match, start->state, lines, 0), 0,
                     170, S(""));
    return document;
}
