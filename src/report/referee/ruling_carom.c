/* What a carom ruling has beyond the common part: innings, runs, restricted areas, balls to be set. Source:
 * rules/README.md, JSON. */
#include "report/referee/ruling.h"

#include "report/referee/carom_drawing.h"

static const CaromRuling *carom_of(const Ruling *ruling) { return (const CaromRuling *)ruling; }

/* ---- JSON ---- */

static void places_json(Json *json, const char *key, const CaromPlace *places, int count) {
    json_open_list(json, key);
    for (int i = 0; i < count; i++) {
        json_open_object(json, NULL);
        json_word(json, "ball", carom_ball_name(places[i].ball));
        json_real(json, "x", places[i].at.x, 4);
        json_real(json, "y", places[i].at.y, 4);
        json_close_object(json);
    }
    json_close_list(json);
}

static void areas_json(Json *json, const CaromRuling *ruling) {
    json_open_list(json, "areas");
    for (int i = 0; i < ruling->area_count; i++) {
        json_open_object(json, NULL);
        json_str(json, "name", ruling->areas[i]->name);
        json_int(json, "count", ruling->counts[i]);
        json_close_object(json);
    }
    json_close_list(json);
}

static void carom_json(Json *json, const Ruling *ruling) {
    const CaromRuling *carom = carom_of(ruling);
    if (carom->in_sets) {
        json_open_object(json, "sets");
        for (Player p = PLAYER_A; p <= PLAYER_B; p++) json_int(json, player_name(p), carom->sets[p]);
        json_close_object(json);
    }
    json_int(json, "inning", carom->inning);
    json_int(json, "run", carom->run);
    places_json(json, "placed", carom->placed, carom->placed_count);
    places_json(json, "spot", carom->spot, carom->spot_count);
    areas_json(json, carom);
}

/* ---- text ---- */

static Str number(const Catalogue *catalogue, int value) { return str_fmt(catalogue->arena, "%d", value); }

static Str word(const Catalogue *catalogue, const char *section, const char *key) {
    char path[64];
    snprintf(path, sizeof path, "referee.%s.%s", section, key);
    return catalogue_text(catalogue, path);
}

static Str ball_text(const Catalogue *catalogue, int ball) {
    return word(catalogue, "ball", carom_ball_name(ball));
}

/* In centimetres to the tenth of a millimetre, shorter where zeros follow. */
static Str centimetres(const Catalogue *catalogue, double cm) {
    int128 hundredths = (int128)(cm * 100 + (cm < 0 ? -0.5 : 0.5));
    return catalogue_number(catalogue, decimal_print_shortest(catalogue->arena, hundredths, 100, 0, 2));
}

static void line(Buf *out, Str text) { buf_printf(out, "    %.*s\n", SARG(text)); }

static void places_text(Buf *out, const Catalogue *catalogue, const char *key, const CaromPlace *places,
                        int count) {
    for (int i = 0; i < count; i++)
        line(out,
             CATALOGUE_FILL(catalogue, key, word(catalogue, "ball", carom_ball_name(places[i].ball)),
                            centimetres(catalogue, places[i].at.x), centimetres(catalogue, places[i].at.y)));
}

static void carom_text(Buf *out, const Catalogue *catalogue, const Ruling *ruling) {
    const CaromRuling *carom = carom_of(ruling);
    line(out, CATALOGUE_FILL(catalogue, "referee.inning", number(catalogue, carom->inning),
                             number(catalogue, carom->run)));
    places_text(out, catalogue, "referee.placed", carom->placed, carom->placed_count);
    places_text(out, catalogue, "referee.spot", carom->spot, carom->spot_count);
    for (int i = 0; i < carom->area_count; i++)
        line(out, CATALOGUE_FILL(catalogue, "referee.area", carom->areas[i]->name,
                                 number(catalogue, carom->counts[i])));
    if (carom->in_sets)
        line(out, CATALOGUE_FILL(catalogue, "referee.sets", number(catalogue, carom->sets[0]),
                                 number(catalogue, carom->sets[1])));
}

static const Drawing *draw_position(Arena *arena, const Catalogue *catalogue, const void *play,
                                    const Ruling *ruling) {
    return carom_drawing(arena, catalogue, carom_match(play), carom_state(play), carom_of(ruling));
}

const RulingReport ruling_report_carom = {.words = "ruling_carom",
                                          .ball = ball_text,
                                          .json = carom_json,
                                          .text = carom_text,
                                          .draw = draw_position};
