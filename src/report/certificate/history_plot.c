/* The values of a table over the years as small plots, three a row: a dot with its U for every certificate,
 * over the band of today's limits. See history.h. */
#include "report/certificate/history.h"

#include "base/text.h"

#include <math.h>

enum { ACROSS = 3, WIDTH = 52, HEIGHT = 18, STEP_X = 60, STEP_Y = 33, LAYER = 0, MOST_PLOTS = 24 };

#define LETTERS 2.4 /* mm */

static const char *const layers[] = {"HISTORY"};
static const uint32_t ink = 0x1c1f22, grey = 0x5d666e, good = 0x1a6b3c, bad = 0xb0231b, band = 0xdcebe2,
                      rim = 0x1d4d40;

typedef struct Plot {
    Drawing *drawing;
    const Catalogue *words;
    const Requirement *requirement;
    const HistoryRow *row;
    Vec2 at; /* lower left corner */
    double low, high;
    double first, last; /* days */
} Plot;

/* A printed decimal as a number to draw. */
static double drawn(Str text) {
    Decimal d;
    return decimal_parse(text, '.', &d) == DECIMAL_OK ? (double)d.num / (double)d.den : NAN;
}

static double day_of(const HistoryValue *v) {
    Moment moment;
    const char *why;
    Str day = v->entry->measured.len ? v->entry->measured : v->entry->issued;
    return moment_parse(day, &moment, &why) ? (double)date_days(moment_date(moment)) : NAN;
}

static double limit_of(const Limit *limit) { return limit->given ? drawn(limit->text) : NAN; }

static double spread(const HistoryValue *v) { return v->U.len ? drawn(v->U) : 0; }

static void scale(Plot *plot) {
    const Requirement *r = plot->requirement;
    plot->low = fmin(limit_of(&r->lower), limit_of(&r->upper));
    plot->high = fmax(limit_of(&r->lower), limit_of(&r->upper));
    for (ptrdiff_t i = 0; i < plot->row->values.n; i++) {
        const HistoryValue *v = &plot->row->values.at[i];
        double value = drawn(v->value), day = day_of(v);
        plot->low = fmin(plot->low, value - spread(v));
        plot->high = fmax(plot->high, value + spread(v));
        plot->first = i ? fmin(plot->first, day) : day;
        plot->last = i ? fmax(plot->last, day) : day;
    }
    double room =
        plot->high > plot->low ? (plot->high - plot->low) * 0.15 : fmax(fabs(plot->high) * 0.01, 0.1);
    plot->low -= room;
    plot->high += room;
}

static double y_of(const Plot *plot, double value) {
    return plot->at.y + (value - plot->low) / (plot->high - plot->low) * HEIGHT;
}

/* By its day; side by side where all are of one day. */
static double x_of(const Plot *plot, ptrdiff_t i) {
    double span = plot->last - plot->first, last = (double)plot->row->values.n - 1;
    double share = span > 0 ? (day_of(&plot->row->values.at[i]) - plot->first) / span : (double)i / last;
    return plot->at.x + 4 + share * (WIDTH - 8);
}

static void draw_band(const Plot *plot) {
    double lower = limit_of(&plot->requirement->lower), upper = limit_of(&plot->requirement->upper);
    double from = isnan(lower) ? plot->at.y : y_of(plot, lower),
           to = isnan(upper) ? plot->at.y + HEIGHT : y_of(plot, upper), x = plot->at.x;
    Vec2 box[] = {{x, from}, {x + WIDTH, from}, {x + WIDTH, to}, {x, to}};
    Vec2 frame[] = {
        {x, plot->at.y}, {x + WIDTH, plot->at.y}, {x + WIDTH, plot->at.y + HEIGHT}, {x, plot->at.y + HEIGHT}};
    const Style line = {.stroke = rim, .stroked = true, .width = 0.3};
    drawing_polygon(plot->drawing, LAYER, S(""), box, 4, (Style){.fill = band, .filled = true});
    drawing_polygon(plot->drawing, LAYER, S(""), frame, 4,
                    (Style){.stroke = 0xd7dde1, .stroked = true, .width = 0.2});
    if (!isnan(lower)) drawing_line(plot->drawing, LAYER, S(""), box[0], box[1], line);
    if (!isnan(upper)) drawing_line(plot->drawing, LAYER, S(""), box[3], box[2], line);
}

static void draw_values(const Plot *plot) {
    Vec2 before = {0, 0};
    for (ptrdiff_t i = 0; i < plot->row->values.n; i++) {
        const HistoryValue *v = &plot->row->values.at[i];
        bool fails = str_ends(v->verdict, S("fail"));
        uint32_t color = fails ? bad : good;
        double value = drawn(v->value), U = spread(v);
        Vec2 at = {x_of(plot, i), y_of(plot, value)};
        Style thin = {.stroke = grey, .stroked = true, .width = 0.2};
        if (i) drawing_line(plot->drawing, LAYER, S(""), before, at, thin);
        drawing_line(plot->drawing, LAYER, S(""), (Vec2){at.x, y_of(plot, value - U)},
                     (Vec2){at.x, y_of(plot, value + U)},
                     (Style){.stroke = color, .stroked = true, .width = 0.3});
        drawing_circle(plot->drawing, LAYER, S(""), at, 0.9,
                       (Style){.stroke = color,
                               .fill = fails ? 0xffffff : color,
                               .stroked = true,
                               .filled = true,
                               .width = 0.35});
        before = at;
    }
}

static Shape *caption(const Plot *plot, Str text, double x, double y, TextAlign align, uint32_t color) {
    return drawing_text(plot->drawing, LAYER, (Vec2){x, y}, LETTERS, align, color, text);
}

static void draw_words(const Plot *plot) {
    Arena *arena = plot->drawing->arena;
    const HistoryValue *first = &plot->row->values.at[0],
                       *last = &plot->row->values.at[plot->row->values.n - 1];
    Str title = texts_get(&plot->requirement->title, language_index(plot->words->language));
    Str unit = str_eq(last->unit, S("1")) ? S("") : last->unit;
    Str span = str_fmt(arena, "%.*s – %.*s %.*s", SARG(catalogue_number(plot->words, first->value)),
                       SARG(catalogue_number(plot->words, last->value)), SARG(unit));
    double x = plot->at.x, below = plot->at.y - 3.2;
    double room = (STEP_X - 4) / (0.52 * fmax(1, text_length(title)));
    caption(plot, title, x, plot->at.y + HEIGHT + 4.6, ALIGN_LEFT, ink)->height = fmin(LETTERS, room);
    caption(plot, str_trim(span), x, plot->at.y + HEIGHT + 1.4, ALIGN_LEFT, grey);
    Str days[] = {first->entry->measured.len ? first->entry->measured : first->entry->issued,
                  last->entry->measured.len ? last->entry->measured : last->entry->issued};
    caption(plot, days[0], x, below, ALIGN_LEFT, grey);
    caption(plot, days[1], x + WIDTH, below, ALIGN_RIGHT, grey);
}

/* Numbers in one unit, at least two of them. */
static bool can_draw(const HistoryRow *row, const Requirement *requirement) {
    if (!requirement || !requirement->unit || row->values.n < 2) return false;
    for (ptrdiff_t i = 0; i < row->values.n; i++) {
        const HistoryValue *v = &row->values.at[i];
        if (!str_eq(v->unit, requirement->unit->name) || isnan(drawn(v->value)) || isnan(day_of(v)))
            return false;
    }
    return requirement->lower.given || requirement->upper.given;
}

const Drawing *history_drawing(Arena *arena, const History *history, const Profile *profile,
                               const Catalogue *words) {
    Drawing *drawing = NEW(arena, Drawing);
    int n = 0;
    *drawing = (Drawing){.arena = arena, .title = S(""), .layers = layers, .layer_count = 1, .margin = 1};
    for (ptrdiff_t i = 0; i < history->rows.n && n < MOST_PLOTS; i++) {
        Plot plot = {.drawing = drawing,
                     .words = words,
                     .row = &history->rows.at[i],
                     .requirement = profile_requirement(profile, history->rows.at[i].id)};
        if (!can_draw(plot.row, plot.requirement)) continue;
        int row = n / ACROSS, column = n % ACROSS;
        plot.at = (Vec2){column * STEP_X, -row * STEP_Y};
        scale(&plot);
        draw_band(&plot);
        draw_values(&plot);
        draw_words(&plot);
        n++;
    }
    int last_row = (n - 1) / ACROSS;
    drawing->least = (Vec2){0, -last_row * STEP_Y - 5};
    drawing->most = (Vec2){(ACROSS - 1) * STEP_X + WIDTH, HEIGHT + 8};
    return n ? drawing : NULL;
}
