/* See carom_drawing.h. One centimetre of table is one millimetre of drawing; left is left, top is up. */
#include "report/referee/carom_drawing.h"

enum { LAYER_FRAME, LAYER_BED, LAYER_AREAS, LAYER_LINES, LAYER_SPOTS, LAYER_BALLS, LAYER_TEXT, LAYER_COUNT };
static const char *const layers[LAYER_COUNT] = {"FRAME", "BED", "AREAS", "LINES", "SPOTS", "BALLS", "TEXT"};

static const double FRAME = 12.5, LETTERS = 5, LEADING = 7.5, COUNT_LETTERS = 11;
enum { INK = 0x1c1f22, WOOD = 0x6d4c33, CLOTH = 0xe3efe6, FREE = 0xf6e3a1, DUE = 0xf3b9a6, RULE = 0x49655a };
static const uint32_t ball_colors[CAROM_BALLS] = {
    [BALL_WHITE] = 0xffffff, [BALL_YELLOW] = 0xf4c20d, [BALL_RED] = 0xc62828};

typedef struct Pen {
    Drawing *drawing;
    const CaromMatch *match;
    double next_line; /* y of the next line of text below the table */
} Pen;

static Vec2 on_paper(Vec2 cm) { return (Vec2){cm.y, cm.x}; }

static Pen begin(Arena *arena, const CaromMatch *match, int lines) {
    Drawing *drawing = NEW(arena, Drawing);
    *drawing = (Drawing){
        .arena = arena, .title = match->game, .margin = 5, .layers = layers, .layer_count = LAYER_COUNT};
    double room = match->width + 2 * FRAME;
    drawing->least = (Vec2){-FRAME, -FRAME - LEADING * lines - 3};
    drawing->most = (Vec2){room - FRAME, match->length + FRAME};
    return (Pen){drawing, match, -FRAME - LEADING};
}

static void draw_table(Pen *pen) {
    double w = pen->match->width, l = pen->match->length;
    const Vec2 frame[] = {{-FRAME, -FRAME}, {-FRAME, l + FRAME}, {w + FRAME, l + FRAME}, {w + FRAME, -FRAME}};
    const Vec2 bed[] = {{0, 0}, {0, l}, {w, l}, {w, 0}};
    drawing_polygon(pen->drawing, LAYER_FRAME, S("frame"), frame, 4, (Style){.fill = WOOD, .filled = true});
    drawing_polygon(pen->drawing, LAYER_BED, S("bed"), bed, 4,
                    (Style){.fill = CLOTH, .filled = true, .stroke = INK, .stroked = true, .width = 0.5});
}

static void outline(Pen *pen, int layer, const Area *area, Style style) {
    Vec2 points[4];
    for (int i = 0; i < area->n; i++) points[i] = on_paper(area->polygon[i]);
    drawing_polygon(pen->drawing, layer, area->name, points, area->n, style);
}

static void draw_lines(Pen *pen) {
    for (int i = 0; i < pen->match->area_count; i++)
        outline(pen, LAYER_LINES, &pen->match->areas[i],
                (Style){.stroke = RULE, .stroked = true, .width = 0.35});
}

/* Where the count can be read: the candidate farthest from every ball and from the counts written before. */
typedef struct Crowd {
    Vec2 at[CAROM_BALLS + CAROM_AREAS_MOST];
    int n;
} Crowd;

static double room_at(const Crowd *crowd, Vec2 at) {
    double least = 1e9;
    for (int i = 0; i < crowd->n; i++) {
        double distance = vec_distance(crowd->at[i], at);
        if (distance < least) least = distance;
    }
    return least;
}

static Vec2 free_place(const Area *area, Crowd *crowd) {
    Vec2 middle = {0, 0}, best;
    for (int i = 0; i < area->n; i++)
        middle = vec_add(middle, vec_scale(on_paper(area->polygon[i]), 1.0 / area->n));
    best = middle;
    for (int i = 0; i < 2 * area->n; i++) {
        Vec2 corner = on_paper(area->polygon[i / 2]), next = on_paper(area->polygon[(i / 2 + 1) % area->n]);
        Vec2 edge = vec_between(corner, next, i % 2 ? 0.5 : 0);
        Vec2 candidate = vec_between(middle, edge, 0.62);
        if (room_at(crowd, candidate) > room_at(crowd, best) + 1e-6) best = candidate;
    }
    return crowd->at[crowd->n++] = best;
}

/* An area that holds both object balls: filled, with its count; redder when a ball has to leave it next. */
static void draw_counts(Pen *pen, const CaromState *state, const CaromRuling *ruling) {
    Crowd crowd = {.n = 0};
    for (int ball = 0; ball < CAROM_BALLS; ball++)
        if (state->balls[ball].placed) crowd.at[crowd.n++] = on_paper(state->balls[ball].at);
    for (int i = 0; i < ruling->area_count; i++) {
        bool due = ruling->counts[i] + 1 >= pen->match->allowed;
        outline(pen, LAYER_AREAS, ruling->areas[i], (Style){.fill = due ? DUE : FREE, .filled = true});
    }
    for (int i = 0; i < ruling->area_count; i++) {
        const Area *area = ruling->areas[i];
        double letters = area->anchor ? COUNT_LETTERS / 2 : COUNT_LETTERS;
        Vec2 at = free_place(area, &crowd);
        at.y -= letters * 0.36;
        Shape *shape = drawing_text(pen->drawing, LAYER_AREAS, at, letters, ALIGN_CENTRE, INK,
                                    str_fmt(pen->drawing->arena, "%d", ruling->counts[i]));
        shape->bold = true;
    }
}

static void draw_spots(Pen *pen) {
    for (int i = 0; i < CAROM_SPOTS; i++) {
        Shape *shape = drawing_add(pen->drawing, SHAPE_CROSS, LAYER_SPOTS, S(""), 1);
        shape->points[0] = on_paper(pen->match->spots[i]);
        shape->radius = 1.2;
        shape->style = (Style){.stroke = INK, .stroked = true, .width = 0.25};
    }
}

static void draw_balls(Pen *pen, const CaromState *state) {
    for (int ball = 0; ball < CAROM_BALLS; ball++) {
        if (!state->balls[ball].placed) continue;
        drawing_circle(
            pen->drawing, LAYER_BALLS, str_of(carom_ball_name(ball)), on_paper(state->balls[ball].at),
            pen->match->diameter / 2,
            (Style){
                .fill = ball_colors[ball], .filled = true, .stroke = INK, .stroked = true, .width = 0.35});
    }
}

static void write_line(Pen *pen, Str text, bool bold) {
    Shape *shape = drawing_text(pen->drawing, LAYER_TEXT, (Vec2){-FRAME, pen->next_line}, LETTERS, ALIGN_LEFT,
                                INK, text);
    shape->bold = bold;
    pen->next_line -= LEADING;
}

static Str word(const Catalogue *catalogue, const char *section, const char *key) {
    char path[64];
    snprintf(path, sizeof path, "referee.%s.%s", section, key);
    return catalogue_text(catalogue, path);
}

static Str count_text(const Catalogue *catalogue, int value) {
    return str_fmt(catalogue->arena, "%d", value);
}

static void write_ruling(Pen *pen, const Catalogue *catalogue, const CaromRuling *ruling) {
    const Ruling *base = &ruling->base;
    Str head = CATALOGUE_FILL(catalogue, "referee.shot", count_text(catalogue, base->shot),
                              str_of(player_name(base->player)));
    Str kind = word(catalogue, "ruling_carom", ruling_kind_name(base->kind));
    write_line(pen,
               str_fmt(catalogue->arena, "%.*s  %.*s  %.*s", SARG(pen->match->game), SARG(head), SARG(kind)),
               true);
    write_line(pen,
               CATALOGUE_FILL(catalogue, "referee.score", count_text(catalogue, base->score[0]),
                              count_text(catalogue, base->score[1])),
               false);
    if (base->next != PLAYER_NONE)
        write_line(pen, CATALOGUE_FILL(catalogue, "referee.next", str_of(player_name(base->next))), false);
    if (base->call_count) write_line(pen, word(catalogue, "calls", base->calls[0]), false);
    for (int i = 0; i < ruling->area_count; i++)
        write_line(pen,
                   CATALOGUE_FILL(catalogue, "referee.area", ruling->areas[i]->name,
                                  count_text(catalogue, ruling->counts[i])),
                   false);
}

const Drawing *carom_drawing(Arena *arena, const Catalogue *catalogue, const CaromMatch *match,
                             const CaromState *state, const CaromRuling *ruling) {
    int lines = 2 + (ruling->base.next != PLAYER_NONE) + (ruling->base.call_count > 0) + ruling->area_count;
    Pen pen = begin(arena, match, lines);
    draw_table(&pen);
    draw_counts(&pen, state, ruling);
    draw_lines(&pen);
    draw_spots(&pen);
    draw_balls(&pen, state);
    write_ruling(&pen, catalogue, ruling);
    return pen.drawing;
}

const Drawing *carom_start_drawing(Arena *arena, const CaromMatch *match, const CaromState *state,
                                   const Str *lines, int count) {
    Pen pen = begin(arena, match, count);
    draw_table(&pen);
    draw_spots(&pen);
    draw_balls(&pen, state);
    for (int i = 0; i < count; i++) write_line(&pen, lines[i], i == 0);
    return pen.drawing;
}
