/* The bed a carom match is played on: areas and spots of the game, as the technician chalks them, and the
 * lines between the fields. Source: rules/carom/README.md, 4 and 5; marking/README.md. */
#include "rules/carom/engine.h"

#include <assert.h>
#include <math.h>

static const char *const spot_names[CAROM_SPOTS] = {[SPOT_BOTTOM] = "bottom",
                                                    [SPOT_MIDDLE] = "middle",
                                                    [SPOT_TOP] = "top",
                                                    [SPOT_START_LEFT] = "start-left",
                                                    [SPOT_START_RIGHT] = "start-right"};

const char *carom_spot_name(CaromSpot spot) { return spot_names[spot]; }

static bool read_spots(const Layout *layout, Vec2 spots[CAROM_SPOTS], const char *table, Diag *diag) {
    for (int i = 0; i < CAROM_SPOTS; i++) {
        const Spot *spot = layout_spot(layout, str_of(spot_names[i]));
        if (!spot)
            return diag_error(diag, NO_PLACE, "'%s' has no spot '%s': no carom can be played on it", table,
                              spot_names[i]);
        spots[i] = spot->at;
    }
    return true;
}

/* The profile's marking, or NULL (told) where it is no carom table's. */
static const Marking *carom_marking(Arena *arena, const MarkingRules *rules, const MatchSetup *setup,
                                    Diag *diag) {
    const char *table = setup->table ? setup->table : discipline_carom.default_table;
    const Profile *profile = profile_load(arena, table, setup->profile_folder, diag);
    const Marking *marking = profile ? marking_of(arena, rules, profile, diag) : NULL;
    if (!marking || str_eq(marking->family->id, S("carom"))) return marking;
    diag_error(diag, NO_PLACE, "'%s' is no carom table", table);
    return NULL;
}

static const AreaEdges *edges_of(Arena *arena, const Layout *layout) {
    AreaEdges *edges = NEW_ARRAY(arena, AreaEdges, layout->area_count);
    for (int i = 0; i < layout->area_count; i++) edges[i] = area_edges(&layout->areas[i]);
    return edges;
}

static void add_line(CaromLines *lines, double at, double end) {
    bool border = at < 1e-6 || at > end - 1e-6, there = false;
    for (int i = 0; i < lines->count; i++) there = there || fabs(lines->at[i] - at) < 1e-6;
    if (border || there) return;
    assert(lines->count < CAROM_LINES_MOST);
    lines->at[lines->count++] = at;
}

/* Which areas bind, which of them are fields, and the lines drawn between those. */
static void read_areas(CaromMatch *match) {
    bool all = match->balkline;
    for (int i = 0; i < match->area_count; i++) {
        const Area *area = &match->areas[i];
        if (area->restricted) match->restricted |= area_bit(i);
        if (area->anchor) continue;
        match->fields |= area_bit(i);
        all = all && area->restricted;
        for (int corner = 0; match->balkline && corner < area->n; corner++) {
            add_line(&match->along, area->polygon[corner].x, match->length);
            add_line(&match->across, area->polygon[corner].y, match->width);
        }
    }
    match->tiled = all;
}

bool carom_table(Arena *arena, const MatchSetup *setup, const char *game_name, const LayoutChoices *choices,
                 CaromMatch *match, Diag *diag) {
    const MarkingRules *rules = marking_rules(arena, diag);
    const Marking *marking = rules ? carom_marking(arena, rules, setup, diag) : NULL;
    const Game *game = marking ? layout_game(arena, rules, str_of(game_name), diag) : NULL;
    if (!game) return false;
    Bed bed = bed_rectangle(marking->length, marking->width);
    const Layout *layout = layout_make(arena, rules, game, &bed, marking, choices, diag);
    if (!layout) {
        if (!game_fits(game, marking, bed.length, bed.width))
            diag_note(diag, NO_PLACE, "carom.4.6: a balkline game's number is that of the table's size");
        return false;
    }
    assert(layout->area_count <= CAROM_AREAS_MOST);
    match->game = game->id;
    match->balkline = game->fields > 0;
    match->areas = layout->areas;
    match->area_count = layout->area_count;
    match->edges = edges_of(arena, layout);
    match->length = bed.length, match->width = bed.width;
    read_areas(match);
    match->diameter = (double)marking->ball / 1e7;
    return read_spots(layout, match->spots, setup->table ? setup->table : discipline_carom.default_table,
                      diag);
}
