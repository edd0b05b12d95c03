/* A gauge in a table's cell: the axis, the band of the tolerance interval with a stop at each closed end, the
 * value as a lozenge with its uncertainty as a bar. It must be readable without colour. See pdf_flow.h. */
#include "report/write/pdf_flow.h"

#include <math.h>

static double place(const Gauge *gauge, double value, double x, double width) {
    double share = (value - gauge->from) / (gauge->to - gauge->from);
    return x + fmin(fmax(share, 0), 1) * width;
}

static void draw_band(Flow *flow, const Gauge *gauge, double x, double middle, double width, double half) {
    double from = isnan(gauge->lower) ? x : place(gauge, gauge->lower, x, width);
    double to = isnan(gauge->upper) ? x + width : place(gauge, gauge->upper, x, width);
    flow_rule(flow, (Vec2){x, middle}, (Vec2){x + width, middle}, 0.15, INK_LINE);
    flow_fill(flow, from, middle - half, to - from, 2 * half, 0xcfe3d6);
    if (!isnan(gauge->lower))
        flow_rule(flow, (Vec2){from, middle - 1.5 * half}, (Vec2){from, middle + 1.5 * half}, 0.3,
                  INK_ACCENT);
    if (!isnan(gauge->upper))
        flow_rule(flow, (Vec2){to, middle - 1.5 * half}, (Vec2){to, middle + 1.5 * half}, 0.3, INK_ACCENT);
}

void flow_gauge(Flow *flow, const Gauge *gauge, double x, double y, double width, double height) {
    if (!flow->canvas || !(gauge->to > gauge->from) || !isfinite(gauge->value)) return;
    double middle = y + height / 2, half = height * 0.26, mark = height * 0.33;
    draw_band(flow, gauge, x, middle, width, half);
    double at = place(gauge, gauge->value, x, width);
    uint32_t color = tone_color(gauge->tone);
    if (gauge->spread > 0)
        flow_rule(flow, (Vec2){place(gauge, gauge->value - gauge->spread, x, width), middle},
                  (Vec2){place(gauge, gauge->value + gauge->spread, x, width), middle}, 0.35, color);
    Vec2 lozenge[] = {
        {at - mark * 0.7, middle}, {at, middle + mark}, {at + mark * 0.7, middle}, {at, middle - mark}};
    bool outside = gauge->tone == TONE_BAD;
    canvas_path(flow->canvas, lozenge, 4, true,
                &(Style){.stroke = color,
                         .fill = outside ? INK_PAPER : color,
                         .stroked = true,
                         .filled = true,
                         .width = 0.3});
}
