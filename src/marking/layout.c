/* See layout.h. */
#include "marking/layout.h"

#include "marking/balkline.h"
#include "marking/spots.h"
#include "marking/tape.h"

static const char *const offset_names[] = {
    [OFFSET_NONE] = NULL, [OFFSET_THIRD] = "third", [OFFSET_HALF] = "half", [OFFSET_LABEL] = "label"};

const char *offset_rule_name(OffsetRule rule) { return offset_names[rule]; }

bool offset_rule_find(Str name, OffsetRule *out) {
    for (int i = OFFSET_THIRD; i <= OFFSET_LABEL; i++)
        if (str_eq(name, str_of(offset_names[i]))) return *out = (OffsetRule)i, true;
    return false;
}

const Spot *layout_spot(const Layout *layout, Str name) {
    for (int i = 0; i < layout->spot_count; i++)
        if (str_eq(layout->spots[i].name, name)) return &layout->spots[i];
    return NULL;
}

const Game *layout_game(Arena *arena, const MarkingRules *rules, Str name, Diag *diag) {
    const Game *game = marking_game(rules, name);
    if (!game)
        diag_error(diag, NO_PLACE, "there is no game '%.*s', expected one of %.*s", SARG(name),
                   SARG(games_all(arena, rules)));
    return game;
}

/* ---- what cannot be laid ---- */

static bool check_fit(Arena *arena, const MarkingRules *rules, const Game *game, const Bed *bed,
                      const Marking *marking, Diag *diag) {
    if (game_fits(game, marking, bed->length, bed->width)) return true;
    return diag_error(diag, NO_PLACE,
                      "'%.*s' does not fit a bed of %.2f x %.2f cm; the games that fit are %.*s",
                      SARG(game->id), bed->length, bed->width,
                      SARG(games_fitting(arena, rules, marking, bed->length, bed->width)));
}

static OffsetRule own_rule(const Game *game) {
    if (!game->fields) return OFFSET_NONE;
    return game->fields == 9 ? OFFSET_THIRD : OFFSET_HALF;
}

static bool check_offset(const Game *game, OffsetRule wish, Diag *diag) {
    OffsetRule own = own_rule(game);
    if (wish == OFFSET_NONE || (own && (wish == own || wish == OFFSET_LABEL))) return true;
    if (!own)
        return diag_error(diag, NO_PLACE, "'%.*s' has no balklines, so there is no offset to choose",
                          SARG(game->id));
    return diag_error(diag, NO_PLACE,
                      "offset '%s' is not that of '%.*s' with its %d fields, expected %s or label",
                      offset_names[wish], SARG(game->id), game->fields, offset_names[own]);
}

static bool check_centre(const Game *game, const LayoutChoices *choices, Diag *diag) {
    if (!choices->has_centre || !choices->centre_free || game->fields == 9) return true;
    return diag_error(diag, NO_PLACE, "'%.*s' has no middle field that could be free", SARG(game->id));
}

static bool on_bed(const Bed *bed, Vec2 point) {
    Area whole = {.n = 4};
    for (int i = 0; i < 4; i++) whole.polygon[i] = bed->corners[i];
    return area_holds(&whole, point, 0);
}

/* Marks at a fixed distance from an end lie in that end's half. */
static bool near_their_ends(const Layout *layout) {
    const Family *family = layout->game->family;
    bool good = true;
    for (int i = 0; i < family->line_count; i++)
        if (family->lines[i].at.kind != STATION_PART)
            good = good && family->lines[i].at.value < layout->bed.length / 2;
    for (int i = 0; i < family->spot_count; i++)
        if (family->spots[i].at.kind != STATION_PART)
            good = good && family->spots[i].at.value < layout->bed.length / 2;
    return good;
}

/* Marks in their order, none off the bed: holds on every table; a bed of a foot, or one far out of square,
 * fails. */
static bool check_room(const Layout *layout, Diag *diag) {
    bool room = near_their_ends(layout);
    room = room && (layout->game->fields != 9 || 2 * layout->offset < layout->bed.width);
    room = room && 2 * layout->offset < layout->bed.length;
    for (int i = 0; i < layout->line_count; i++)
        for (int end = 0; end < 2; end++) room = room && on_bed(&layout->bed, layout->lines[i].feet[end].at);
    for (int i = 0; i < layout->anchor_count; i++)
        for (int k = 0; k < 4; k++) room = room && on_bed(&layout->bed, layout->anchors[i].polygon[k]);
    for (int i = 0; i < layout->spot_count; i++) room = room && on_bed(&layout->bed, layout->spots[i].at);
    if (room) return true;
    return diag_error(diag, NO_PLACE,
                      "the marks of '%.*s' have no room on a bed of %.2f x %.2f cm with these corners",
                      SARG(layout->game->id), layout->bed.length, layout->bed.width);
}

/* ---- building ---- */

static void set_offset(Layout *layout, OffsetRule wish) {
    const Game *game = layout->game;
    layout->offset_rule = wish == OFFSET_NONE ? own_rule(game) : wish;
    layout->exact = game->offset * layout->bed.width;
    layout->offset = layout->offset_rule == OFFSET_LABEL ? game->label : layout->exact;
}

static bool wants_anchors(const Game *game, const Marking *marking, const LayoutChoices *choices) {
    AnchorRule rule = choices->has_anchors ? choices->anchors : marking ? marking->anchors : ANCHORS_ALL;
    return game->fields && (rule == ANCHORS_ALL || (rule == ANCHORS_MATCH && game->match));
}

static void make_lines(Arena *arena, Layout *layout, Line *lines) {
    const Game *game = layout->game;
    layout->lines = lines;
    if (game->fields)
        layout->line_count = balkline_lines(arena, &layout->bed, game, layout->offset, lines);
    else if (game->corner_length > 0)
        layout->line_count = corner_lines(arena, &layout->bed, game, lines);
    else
        layout->line_count = spots_lines(arena, &layout->bed, game->family, lines);
}

static void make_areas(Layout *layout, Area *areas, bool centre_free, bool anchors) {
    const Game *game = layout->game;
    if (game->fields)
        layout->field_count = balkline_fields(&layout->bed, layout->lines, centre_free, areas, game);
    else if (game->corner_length > 0)
        layout->field_count = corner_areas(&layout->bed, layout->lines, areas);
    layout->areas = areas, layout->anchors = areas + layout->field_count;
    if (anchors)
        layout->anchor_count = balkline_anchors(&layout->bed, layout->lines, layout->line_count,
                                                game->family->anchor, areas + layout->field_count);
    layout->area_count = layout->field_count + layout->anchor_count;
}

static void make_spots(Layout *layout, Spot *spots, Arc *arcs, const Marking *marking) {
    const Family *family = layout->game->family;
    const TableSize *size = family_size(family, layout->bed.length, layout->bed.width);
    bool own = marking && marking->has_start;
    double start = own ? marking->start : size ? size->start : 0;
    layout->spots = spots, layout->arcs = arcs;
    layout->spot_count = spots_make(&layout->bed, family, layout->lines, own || size, start, spots);
    layout->arc_count = spots_arcs(&layout->bed, family, layout->lines, arcs);
}

const Layout *layout_make(Arena *arena, const MarkingRules *rules, const Game *game, const Bed *bed,
                          const Marking *marking, const LayoutChoices *choices, Diag *diag) {
    const Family *family = game->family;
    bool good = check_fit(arena, rules, game, bed, marking, diag);
    good = check_offset(game, choices->offset, diag) && good;
    good = check_centre(game, choices, diag) && good;
    if (!good) return NULL;
    Layout *layout = NEW(arena, Layout);
    *layout = (Layout){.game = game, .bed = *bed};
    bool centre_free = choices->has_centre ? choices->centre_free : marking && marking->centre_free;
    set_offset(layout, choices->offset);
    make_lines(arena, layout, NEW_ARRAY(arena, Line, MOST_LINES + family->line_count));
    make_areas(layout, NEW_ARRAY(arena, Area, MOST_FIELDS + 2 * MOST_LINES), centre_free,
               wants_anchors(game, marking, choices));
    make_spots(layout, NEW_ARRAY(arena, Spot, family->spot_count), NEW_ARRAY(arena, Arc, family->arc_count),
               marking);
    if (!check_room(layout, diag)) return NULL;
    tape_make(arena, layout);
    return layout;
}
