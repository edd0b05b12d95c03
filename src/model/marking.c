/* See marking.h. */
#include "model/marking.h"

#include "base/buf.h"

#include <math.h>

bool anchor_rule_find(Str name, AnchorRule *out) {
    static const char *const names[] = {
        [ANCHORS_ALL] = "all", [ANCHORS_MATCH] = "match", [ANCHORS_NONE] = "none"};
    for (int i = 0; i < 3; i++)
        if (str_eq(name, str_of(names[i]))) return *out = (AnchorRule)i, true;
    return false;
}

/* ---- scalars ---- */

static bool parse_length(Str text, int64_t *nm) {
    ptrdiff_t cut = text.len;
    while (cut > 0 && text.at[cut - 1] != ' ') cut--;
    const Unit *unit = unit_find(str_skip(text, cut));
    Str number = str_trim(str_slice(text, 0, cut));
    Decimal value;
    bool exact;
    if (!unit || unit->quantity != QUANTITY_LENGTH) return false;
    if (decimal_parse(number, '.', &value) && decimal_parse_fraction(number, &value)) return false;
    return unit_to_smallest(&value, unit, nm, &exact) && *nm > 0;
}

static double cm_of(int64_t nm) { return (double)nm / 1e7; }

static bool read_length_nm(const Yaml *map, const char *key, int64_t *nm, Diag *diag) {
    const Yaml *node = yaml_get(map, key);
    if (!node)
        return diag_error(diag, yaml_place(map), "'%s' is missing, expected a length with its unit", key);
    if (node->kind == YAML_SCALAR && parse_length(node->text, nm)) return true;
    return diag_error(diag, yaml_place(node), "expected a length with its unit (as in '17.8 cm') for '%s'",
                      key);
}

static bool read_length(const Yaml *map, const char *key, double *cm, Diag *diag) {
    int64_t nm = 0;
    bool good = read_length_nm(map, key, &nm, diag);
    *cm = cm_of(nm);
    return good;
}

static bool parse_part(Str text, double *part) {
    Decimal value;
    if (decimal_parse_fraction(text, &value)) return false;
    *part = (double)value.num / (double)value.den;
    return *part > 0 && *part < 1;
}

static bool read_part(const Yaml *map, const char *key, double *part, Diag *diag) {
    const Yaml *node = yaml_get(map, key);
    if (node && node->kind == YAML_SCALAR && parse_part(node->text, part)) return true;
    return diag_error(diag, yaml_place(node ? node : map), "expected a part (as in '1/4') for '%s'", key);
}

static bool read_yes(const Yaml *map, const char *key) {
    Str text = yaml_text(map, key);
    return str_eq(text, S("yes")) || str_eq(text, S("true"));
}

/* ---- places along the table ---- */

static bool is_line(const Family *family, Str name) {
    for (int i = 0; i < family->line_count; i++)
        if (str_eq(family->lines[i].name, name)) return true;
    return false;
}

static bool read_station(const Yaml *map, const Family *family, Station *out, Diag *diag) {
    Str text = yaml_text(map, "at");
    int64_t nm;
    *out = (Station){.kind = STATION_LINE, .line = text};
    if (is_line(family, text)) return true;
    if (parse_part(text, &out->value)) return out->kind = STATION_PART, true;
    ptrdiff_t from = str_find(text, S(" from "));
    bool far = from > 0 && str_eq(str_skip(text, from + 6), family->ends[1]);
    if (!parse_length(far ? str_slice(text, 0, from) : text, &nm))
        return diag_error(diag, yaml_place(map), "expected a part, a distance or a line's name for 'at'");
    *out = (Station){.kind = far ? STATION_FROM_FAR : STATION_FROM_START, .value = cm_of(nm)};
    return true;
}

static bool read_side(const Yaml *map, SpotRule *spot, Diag *diag) {
    bool left = yaml_get(map, "left"), right = yaml_get(map, "right");
    const char *key = left ? "left" : "right";
    if (!left && !right) return true;
    spot->by_start = str_eq(yaml_text(map, key), S("start"));
    spot->side = 1;
    if (!spot->by_start && !read_length(map, key, &spot->side, diag)) return false;
    if (left) spot->side = -spot->side;
    return true;
}

/* ---- the lists of a file ---- */

static int list_length(const Yaml *root, const char *key, Diag *diag) {
    const Yaml *list = yaml_get(root, key);
    return list && yaml_expect(list, YAML_LIST, key, diag) ? list->n : 0;
}

static void read_sizes(Arena *arena, const Yaml *root, Family *family, Diag *diag) {
    int n = list_length(root, "sizes", diag);
    TableSize *sizes = NEW_ARRAY(arena, TableSize, n);
    for (int i = 0; i < n; i++) {
        const Yaml *node = yaml_get(root, "sizes")->items[i];
        sizes[i].id = yaml_text(node, "size");
        read_length(node, "length", &sizes[i].length, diag);
        read_length(node, "width", &sizes[i].width, diag);
        read_length(node, "start", &sizes[i].start, diag);
    }
    family->sizes = sizes, family->size_count = n;
    if (!n) return;
    read_length(yaml_get(root, "near"), "length", &family->near_length, diag);
    read_length(yaml_get(root, "near"), "width", &family->near_width, diag);
}

static void read_game(const Yaml *node, const Family *family, Game *game, Diag *diag) {
    static const char *const known[] = {"game", "size", "fields", "offset", "label", "match", "corner", NULL};
    int64_t fields = 0;
    yaml_check_keys(node, known, "game", diag);
    *game = (Game){.id = yaml_text(node, "game"), .family = family, .size = yaml_text(node, "size")};
    game->match = read_yes(node, "match");
    if (yaml_get(node, "fields")) {
        if (!str_to_count(yaml_text(node, "fields"), 9, &fields) || (fields != 9 && fields != 6))
            diag_error(diag, yaml_place(node), "expected 9 or 6 for 'fields'");
        read_part(node, "offset", &game->offset, diag);
        read_length(node, "label", &game->label, diag);
    }
    game->fields = (int)fields;
    const Yaml *corner = yaml_get(node, "corner");
    if (!corner) return;
    read_part(corner, "length", &game->corner_length, diag);
    read_part(corner, "width", &game->corner_width, diag);
}

static void read_games(Arena *arena, const Yaml *root, Family *family, Diag *diag) {
    int n = list_length(root, "games", diag);
    Game *games = NEW_ARRAY(arena, Game, n);
    for (int i = 0; i < n; i++) read_game(yaml_get(root, "games")->items[i], family, &games[i], diag);
    family->games = games, family->game_count = n;
}

static void read_lines(Arena *arena, const Yaml *root, Family *family, Diag *diag) {
    int n = list_length(root, "lines", diag), arcs = list_length(root, "arcs", diag);
    CrossLine *lines = NEW_ARRAY(arena, CrossLine, n);
    ArcRule *bows = NEW_ARRAY(arena, ArcRule, arcs);
    for (int i = 0; i < n; i++) {
        const Yaml *node = yaml_get(root, "lines")->items[i];
        lines[i].name = yaml_text(node, "name");
        read_station(node, family, &lines[i].at, diag);
    }
    family->lines = lines, family->line_count = n;
    for (int i = 0; i < arcs; i++) {
        const Yaml *node = yaml_get(root, "arcs")->items[i];
        bows[i] = (ArcRule){.name = yaml_text(node, "name"), .line = yaml_text(node, "at")};
        if (!is_line(family, bows[i].line))
            diag_error(diag, yaml_place(node), "expected a line's name for 'at'");
        read_length(node, "radius", &bows[i].radius, diag);
    }
    family->arcs = bows, family->arc_count = arcs;
}

static void read_spots(Arena *arena, const Yaml *root, Family *family, Diag *diag) {
    static const char *const known[] = {"name", "at", "left", "right", NULL};
    int n = list_length(root, "spots", diag);
    SpotRule *spots = NEW_ARRAY(arena, SpotRule, n);
    for (int i = 0; i < n; i++) {
        const Yaml *node = yaml_get(root, "spots")->items[i];
        yaml_check_keys(node, known, "spot", diag);
        spots[i].name = yaml_text(node, "name");
        read_station(node, family, &spots[i].at, diag);
        read_side(node, &spots[i], diag);
    }
    family->spots = spots, family->spot_count = n;
}

static void read_family(Arena *arena, const Yaml *root, Family *family, Diag *diag) {
    static const char *const known[] = {"ends",  "near", "sizes", "anchor", "games",
                                        "lines", "arcs", "spots", NULL};
    yaml_check_keys(root, known, "marking rules", diag);
    const Yaml *ends = yaml_get(root, "ends");
    if (yaml_expect(ends, YAML_LIST, "ends", diag))
        for (int i = 0; i < 2 && i < ends->n; i++) family->ends[i] = ends->items[i]->text;
    if (yaml_get(root, "anchor")) read_length(root, "anchor", &family->anchor, diag);
    read_sizes(arena, root, family, diag);
    read_games(arena, root, family, diag);
    read_lines(arena, root, family, diag);
    read_spots(arena, root, family, diag);
}

/* ---- all files ---- */

#define FOLDER "profiles/marking/"

typedef struct Files {
    Arena *arena;
    VEC(Source) sources;
} Files;

static void gather(const Source *source, void *context) {
    Files *files = context;
    if (str_ends(source->name, S(".yaml"))) *VEC_PUSH(files->arena, &files->sources) = *source;
}

static Str file_stem(Str path) { return str_slice(path, (ptrdiff_t)sizeof FOLDER - 1, path.len - 5); }

const MarkingRules *marking_rules(Arena *arena, Diag *diag) {
    Files files = {.arena = arena};
    int errors = diag->count[SEVERITY_ERROR];
    data_each(S(FOLDER), gather, &files);
    MarkingRules *rules = NEW(arena, MarkingRules);
    Family *families = NEW_ARRAY(arena, Family, files.sources.n);
    for (ptrdiff_t i = 0; i < files.sources.n; i++) {
        const Yaml *root = yaml_parse(arena, &files.sources.at[i], diag);
        families[i].id = file_stem(files.sources.at[i].name);
        if (root) read_family(arena, root, &families[i], diag);
    }
    *rules = (MarkingRules){families, (int)files.sources.n};
    return diag->count[SEVERITY_ERROR] == errors ? rules : NULL;
}

const Family *marking_family(const MarkingRules *rules, Str id) {
    for (int i = 0; i < rules->count; i++)
        if (str_eq(rules->families[i].id, id)) return &rules->families[i];
    return NULL;
}

const Game *marking_game(const MarkingRules *rules, Str id) {
    for (int i = 0; i < rules->count; i++)
        for (int j = 0; j < rules->families[i].game_count; j++)
            if (str_eq(rules->families[i].games[j].id, id)) return &rules->families[i].games[j];
    return NULL;
}

/* A hair of tolerance: 284 - 5 and 279 typed are the same number. */
static bool within(double a, double b, double most) { return fabs(a - b) <= most + 1e-9; }

const TableSize *family_size(const Family *family, double length, double width) {
    for (int i = 0; i < family->size_count; i++) {
        const TableSize *size = &family->sizes[i];
        if (within(length, size->length, family->near_length) &&
            within(width, size->width, family->near_width))
            return size;
    }
    return NULL;
}

/* ---- a profile's section ---- */

static bool read_profile_games(Arena *arena, const MarkingRules *rules, const Yaml *node, Marking *marking,
                               Diag *diag) {
    const Yaml *list = yaml_get(node, "games");
    if (!list) return true;
    if (!yaml_expect(list, YAML_LIST, "games", diag)) return false;
    Str *games = NEW_ARRAY(arena, Str, list->n);
    for (int i = 0; i < list->n; i++) {
        games[i] = list->items[i]->text;
        if (!marking_game(rules, games[i]))
            diag_error(diag, yaml_place(list->items[i]), "there is no game '%.*s', expected one of %.*s",
                       SARG(games[i]), SARG(games_all(arena, rules)));
    }
    marking->games = games, marking->game_count = list->n;
    return true;
}

static void read_choices(const Yaml *node, Marking *marking, Diag *diag) {
    const Yaml *anchors = yaml_get(node, "anchors"), *centre = yaml_get(node, "centre");
    if (anchors && !anchor_rule_find(anchors->text, &marking->anchors))
        diag_error(diag, yaml_place(anchors), "expected all, match or none for 'anchors'");
    const Yaml *offset = yaml_get(node, "offset");
    marking->number_named = offset && str_eq(offset->text, S("number"));
    if (offset && !marking->number_named && !str_eq(offset->text, S("exact")))
        diag_error(diag, yaml_place(offset), "expected exact or number for 'offset'");
    marking->centre_free = centre && str_eq(centre->text, S("free"));
    if (centre && !marking->centre_free && !str_eq(centre->text, S("restricted")))
        diag_error(diag, yaml_place(centre), "expected restricted or free for 'centre'");
}

static bool find_family(const MarkingRules *rules, const Yaml *node, Marking *marking, Diag *diag) {
    const Yaml *layout = yaml_get(node, "layout");
    marking->family = layout ? marking_family(rules, layout->text) : NULL;
    if (marking->family) return true;
    return diag_error(diag, yaml_place(layout ? layout : node),
                      "expected carom, pool or snooker for 'layout'");
}

const Marking *marking_of(Arena *arena, const MarkingRules *rules, const Profile *profile, Diag *diag) {
    static const char *const known[] = {"layout", "length",  "width",  "ball",   "start",
                                        "games",  "anchors", "offset", "centre", NULL};
    const Yaml *node = profile->marking;
    int errors = diag->count[SEVERITY_ERROR];
    if (!node) {
        diag_error(diag, place_file(profile->source->name), "profile '%.*s' has no 'marking:' section",
                   SARG(profile->id));
        return NULL;
    }
    if (!yaml_expect(node, YAML_MAP, "marking", diag)) return NULL;
    Marking *marking = NEW(arena, Marking);
    yaml_check_keys(node, known, "marking", diag);
    find_family(rules, node, marking, diag);
    read_length(node, "length", &marking->length, diag);
    read_length(node, "width", &marking->width, diag);
    read_length_nm(node, "ball", &marking->ball, diag);
    marking->has_start = yaml_get(node, "start") && read_length(node, "start", &marking->start, diag);
    read_profile_games(arena, rules, node, marking, diag);
    read_choices(node, marking, diag);
    if (diag->count[SEVERITY_ERROR] == errors && marking->length <= marking->width)
        diag_error(diag, yaml_place(node), "the bed's length must be more than its width");
    return diag->count[SEVERITY_ERROR] == errors ? marking : NULL;
}

/* ---- which games fit ---- */

bool game_fits(const Game *game, const Marking *marking, double length, double width) {
    const TableSize *size = family_size(game->family, length, width);
    if (!game->size.len) return true;
    if (!size || !str_eq(size->id, game->size)) return false;
    bool listed = !marking || !marking->games;
    for (int i = 0; !listed && i < marking->game_count; i++) listed = str_eq(marking->games[i], game->id);
    return listed;
}

static void list_game(Buf *out, Str id) {
    if (out->len) buf_put(out, S(", "));
    buf_put(out, id);
}

static Str list_games(Arena *arena, const MarkingRules *rules,
                      bool (*wanted)(const Game *, const Marking *, double, double), const Marking *marking,
                      double length, double width) {
    Buf out = {0};
    for (int i = 0; i < rules->count; i++)
        for (int j = 0; j < rules->families[i].game_count; j++) {
            const Game *game = &rules->families[i].games[j];
            if (wanted(game, marking, length, width)) list_game(&out, game->id);
        }
    Str text = str_dup(arena, buf_str(&out));
    buf_free(&out);
    return text;
}

/* Pool and snooker are no answer to somebody who asked for a balkline game. */
static bool fits_carom(const Game *game, const Marking *marking, double length, double width) {
    return game->family->size_count > 0 && game_fits(game, marking, length, width);
}

static bool any(const Game *game, const Marking *marking, double length, double width) {
    return game->id.len > 0;
}

Str games_fitting(Arena *arena, const MarkingRules *rules, const Marking *marking, double length,
                  double width) {
    return list_games(arena, rules, fits_carom, marking, length, width);
}

Str games_all(Arena *arena, const MarkingRules *rules) { return list_games(arena, rules, any, NULL, 0, 0); }

bool game_has_lines(const Game *game) {
    return game->fields > 0 || game->corner_length > 0 || game->family->line_count > 0;
}
