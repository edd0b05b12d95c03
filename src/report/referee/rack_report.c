/* See rack.h. */
#include "report/referee/rack_report.h"

#include "base/json.h"

#include <math.h>

static const char *const keys[RACK_FAULT_KINDS] = {
    [RACK_APEX_OFF] = "apex_off", [RACK_AXIS] = "axis",   [RACK_GAP] = "gap",
    [RACK_MISSING] = "missing",   [RACK_EIGHT] = "eight", [RACK_CORNERS] = "corners",
    [RACK_ONE] = "one",           [RACK_NINE] = "nine",   [RACK_NOT_BEHIND] = "not_behind"};
/* What is not the sheet's own, but settled by us, is cited with a star. */
static const bool settled[RACK_FAULT_KINDS] = {
    [RACK_EIGHT] = true, [RACK_CORNERS] = true, [RACK_ONE] = true, [RACK_NINE] = true};

static Str number(const RackReport *report, double value, int places) {
    if (fabs(value) < 0.5 * pow(10, -places)) value = 0; /* never "-0.00" */
    return catalogue_number(report->catalogue, str_fmt(report->catalogue->arena, "%.*f", places, value));
}

static Str ball(const RackReport *report, int n) {
    return n == BALL_NONE ? S("–") : str_fmt(report->catalogue->arena, "%d", n);
}

Str rack_fault_text(const RackReport *report, const RackFault *fault) {
    char key[40];
    const RackLimits *limits = report->limits;
    const RackShape *shape = rack_shape(report->game->bit);
    snprintf(key, sizeof key, "rack.%s", keys[fault->kind]);
    Str a = ball(report, fault->a), b = ball(report, fault->b), value = number(report, fault->value, 2),
        limit = S("");
    if (fault->kind == RACK_MISSING) {
        a = str_fmt(report->catalogue->arena, "%d", shape->row[fault->a] + 1);
        b = str_fmt(report->catalogue->arena, "%d", shape->column[fault->a] + 1);
    }
    if (fault->kind == RACK_GAP) limit = number(report, limits->gap, 2);
    if (fault->kind == RACK_APEX_OFF) limit = number(report, limits->spot, 2);
    if (fault->kind == RACK_AXIS) limit = number(report, limits->axis, 2);
    Str text = CATALOGUE_FILL(report->catalogue, key, a, b, value, limit);
    if (!fault->open) return text;
    Str open = catalogue_text(report->catalogue, "rack.open_fault");
    return str_fmt(report->catalogue->arena, "%.*s %.*s", SARG(text), SARG(open));
}

static int number_at(const RackReport *report, int place) {
    int index = report->result->at[place];
    return index < 0 ? BALL_NONE : report->balls[index].ball;
}

static void json_ball(Json *json, const char *key, int n) {
    char text[8];
    if (n == BALL_NONE) {
        json_null(json, key);
        return;
    }
    snprintf(text, sizeof text, "%d", n);
    json_z(json, key, text);
}

static void json_gaps(Json *json, const RackReport *report) {
    json_open_list(json, "gaps");
    for (int i = 0; i < report->result->gap_count; i++) {
        const RackGap *gap = &report->result->gaps[i];
        json_open_object(json, NULL);
        json_ball(json, "a", number_at(report, gap->a));
        json_ball(json, "b", number_at(report, gap->b));
        json_real(json, "gap_mm", gap->mm, 3);
        json_close_object(json);
    }
    json_close_list(json);
}

static void json_faults(Json *json, const RackReport *report) {
    json_open_list(json, "faults");
    for (int i = 0; i < report->result->fault_count; i++) {
        const RackFault *fault = &report->result->faults[i];
        json_open_object(json, NULL);
        json_z(json, "clause", settled[fault->kind] ? "pool.1.1*" : "pool.1.1");
        json_str(json, "text", rack_fault_text(report, fault));
        json_close_object(json);
    }
    json_close_list(json);
}

void rack_json(Buf *out, const RackReport *report) {
    const RackResult *result = report->result;
    Json json = {.out = out};
    json_open_object(&json, NULL);
    if (result->open)
        json_null(&json, "right");
    else
        json_bool(&json, "right", result->right);
    json_open_object(&json, "apex");
    json_ball(&json, "ball", result->apex);
    json_real(&json, "offset_mm", result->offset, 3);
    json_close_object(&json);
    json_real(&json, "axis_degrees", result->turn, 3);
    json_gaps(&json, report);
    json_faults(&json, report);
    json_close_object(&json);
    buf_byte(out, '\n');
}

Str rack_verdict_text(const RackReport *report) {
    const RackResult *result = report->result;
    return catalogue_text(report->catalogue, result->open    ? "rack.open"
                                             : result->right ? "rack.right"
                                                             : "rack.wrong");
}

static void put_line(Buf *out, Str text) { buf_printf(out, "  %.*s\n", SARG(text)); }

/* What is wrong first; of what cannot be decided no more than a few lines. */
static void text_faults(Buf *out, const RackReport *report) {
    enum { FEW = 3 };
    const RackResult *result = report->result;
    int open = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < result->fault_count; i++) {
            const RackFault *fault = &result->faults[i];
            if (fault->open != (pass == 1) || (fault->open && open++ >= FEW)) continue;
            Str text = rack_fault_text(report, fault);
            buf_printf(out, "  %-9s  %.*s\n", settled[fault->kind] ? "pool.1.1*" : "pool.1.1", SARG(text));
        }
    if (open <= FEW) return;
    Str more = CATALOGUE_FILL(report->catalogue, "rack.more_open",
                              str_fmt(report->catalogue->arena, "%d", open - FEW));
    put_line(out, more);
}

void rack_text(Buf *out, const RackReport *report) {
    const RackResult *result = report->result;
    const Catalogue *catalogue = report->catalogue;
    double widest = 0;
    Str verdict = rack_verdict_text(report);
    buf_printf(out, "%s: %.*s\n", report->game->name, SARG(verdict));
    text_faults(out, report);
    for (int i = 0; i < result->gap_count; i++)
        if (result->gaps[i].mm > widest) widest = result->gaps[i].mm;
    put_line(out, CATALOGUE_FILL(catalogue, "rack.sum_apex", ball(report, result->apex),
                                 number(report, result->offset, 2), number(report, report->limits->spot, 2)));
    put_line(out, CATALOGUE_FILL(catalogue, "rack.sum_axis", number(report, result->turn, 2),
                                 number(report, report->limits->axis, 2)));
    put_line(out,
             CATALOGUE_FILL(catalogue, "rack.sum_gaps", str_fmt(catalogue->arena, "%d", result->gap_count),
                            number(report, widest, 2), number(report, report->limits->gap, 2)));
}
