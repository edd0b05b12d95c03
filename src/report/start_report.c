/* See start_report.h. */
#include "report/start_report.h"

static const char clause[] = "carom.5.2";

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

int start_lines(const Catalogue *catalogue, const StartResult *result, Str out[START_LINES]) {
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

void start_json(Buf *out, const Catalogue *catalogue, const StartResult *result) {
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
        json_str(&json, "text", ball_line(catalogue, result, ball));
        json_close_object(&json);
    }
    json_close_list(&json);
    json_z(&json, "striker", carom_ball_name(result->striker));
    json_z(&json, "spot", carom_spot_name(result->spot[result->striker]));
    json_close_object(&json);
    buf_byte(out, '\n');
}

void start_text(Buf *out, const Catalogue *catalogue, const ClauseBook *book, const StartResult *result) {
    Str lines[START_LINES];
    int count = start_lines(catalogue, result, lines);
    for (int i = 0; i < count; i++) buf_printf(out, "%s%.*s\n", i ? "    " : "", SARG(lines[i]));
    if (result->right) return;
    Str text = clause_text(book, clause, catalogue->language);
    buf_printf(out, "    %s  %.*s\n", clause, SARG(text));
}
