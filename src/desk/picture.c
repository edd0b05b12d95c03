/* See picture.h. One centimetre of table is one millimetre of drawing; the start end is below. */
#include "desk/picture.h"

#include "rules/carom/carom.h"
#include "rules/pool/pool.h"

enum { LAYER_FRAME, LAYER_BED, LAYER_AREAS, LAYER_SPOTS, LAYER_BALLS, LAYER_COUNT };
static const char *const layers[LAYER_COUNT] = {"FRAME", "BED", "AREAS", "SPOTS", "BALLS"};
static const double FRAME = 7;
enum { INK = 0x1c1f22, WOOD = 0x6d4c33, CLOTH = 0xe3efe6, RULE = 0x49655a };

static Vec2 on_paper(double x, double y) { return (Vec2){y, x}; }

static Drawing *begin(Arena *arena, Str title, double length, double width) {
    Drawing *drawing = NEW(arena, Drawing);
    *drawing =
        (Drawing){.arena = arena, .title = title, .margin = 0, .layers = layers, .layer_count = LAYER_COUNT};
    drawing->least = (Vec2){-FRAME, -FRAME};
    drawing->most = (Vec2){width + FRAME, length + FRAME};
    const Vec2 frame[] = {drawing->least,
                          {drawing->least.x, drawing->most.y},
                          drawing->most,
                          {drawing->most.x, drawing->least.y}};
    const Vec2 bed[] = {{0, 0}, {0, length}, {width, length}, {width, 0}};
    drawing_polygon(drawing, LAYER_FRAME, S("frame"), frame, 4, (Style){.fill = WOOD, .filled = true});
    drawing_polygon(drawing, LAYER_BED, S("bed"), bed, 4, (Style){.fill = CLOTH, .filled = true});
    return drawing;
}

static void spot(Drawing *drawing, double x, double y) {
    Shape *shape = drawing_add(drawing, SHAPE_CROSS, LAYER_SPOTS, S(""), 1);
    shape->points[0] = on_paper(x, y);
    shape->radius = 1.5;
    shape->style = (Style){.stroke = INK, .stroked = true, .width = 0.3};
}

static void ball(Drawing *drawing, Str name, double x, double y, double radius, uint32_t color) {
    drawing_circle(drawing, LAYER_BALLS, name, on_paper(x, y), radius,
                   (Style){.fill = color, .filled = true, .stroke = INK, .stroked = true, .width = 0.4});
}

/* ---- carom */

static const uint32_t carom_colors[CAROM_BALLS] = {0xffffff, 0xf4c20d, 0xc62828};

/* Fields first, anchors above them; the cloth shines through all. */
static void draw_areas(Drawing *drawing, const CaromMatch *carom) {
    for (int i = 0; i < carom->area_count; i++) {
        const Area *area = &carom->areas[i];
        Vec2 points[4];
        for (int k = 0; k < area->n; k++) points[k] = on_paper(area->polygon[k].x, area->polygon[k].y);
        drawing_polygon(
            drawing, LAYER_AREAS, area->name, points, area->n,
            (Style){.fill = CLOTH, .filled = true, .stroke = RULE, .stroked = true, .width = 0.5});
    }
}

static const Drawing *carom_picture(Arena *arena, const void *play) {
    const CaromMatch *carom = carom_match(play);
    const CaromState *state = carom_state(play);
    Drawing *drawing = begin(arena, carom->game, carom->length, carom->width);
    draw_areas(drawing, carom);
    for (int i = 0; i < CAROM_SPOTS; i++) spot(drawing, carom->spots[i].x, carom->spots[i].y);
    for (int i = 0; i < CAROM_BALLS; i++)
        if (state->balls[i].placed)
            ball(drawing, str_of(carom_ball_name(i)), state->balls[i].at.x, state->balls[i].at.y,
                 carom->diameter / 2, carom_colors[i]);
    return drawing;
}

/* ---- pool */

static double cm(int64_t nm) { return (double)nm / NM_PER_CM; }

static void draw_pockets(Drawing *drawing, const PoolTable *table) {
    static const struct {
        const char *name;
        double along, across;
    } pockets[] = {{"head-left", 0, 0},    {"head-right", 0, 1}, {"side-left", 0.5, 0},
                   {"side-right", 0.5, 1}, {"foot-left", 1, 0},  {"foot-right", 1, 1}};
    for (size_t i = 0; i < sizeof pockets / sizeof *pockets; i++)
        drawing_circle(drawing, LAYER_AREAS, str_of(pockets[i].name),
                       on_paper(pockets[i].along * cm(table->length), pockets[i].across * cm(table->width)),
                       cm(table->corner_mouth) / 2, (Style){.fill = INK, .filled = true});
}

static const Drawing *pool_picture(Arena *arena, const DeskMatch *match) {
    Position position = {0};
    const Discipline *discipline = match->score.play.discipline;
    const PoolTable *table = pool_table_of(match->score.play.match);
    discipline->position(arena, match->score.play.match, &position);
    Drawing *drawing = begin(arena, match->setup.text[SETUP_GAME], cm(table->length), cm(table->width));
    draw_pockets(drawing, table);
    spot(drawing, cm(table->head.x), cm(table->head.y));
    spot(drawing, cm(table->foot.x), cm(table->foot.y));
    for (int i = 0; i < position.ball_count; i++) {
        const PositionBall *at = &position.balls[i];
        if (at->placed)
            ball(drawing, str_of(discipline->words->balls[at->ball]), at->x, at->y, cm(table->ball) / 2,
                 at->ball ? 0xc22525 : 0xffffff);
    }
    return drawing;
}

const Drawing *match_picture(Arena *arena, const DeskMatch *match) {
    if (match->score.play.discipline == &discipline_carom)
        return carom_picture(arena, match->score.play.match);
    return pool_picture(arena, match);
}
