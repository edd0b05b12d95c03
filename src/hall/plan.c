/* Reads the hall file. Each key has one small reader; all of them tell their faults and go on, so that
 * everything that is wrong with a file is told in one run, at its line and column. */
#include "hall/plan.h"

#include "hall/plan_values.h"
#include "model/game_list.h"
#include "model/place.h"

#include <math.h>

static const double FRAME = 0.125, POOL_FRAME = 0.14;

typedef struct Loaded { /* a profile that some table named before */
    Str name;
    PlannedTable as;
    bool good;
} Loaded;

typedef struct Planner {
    ValueReader values;
    const PlanWish *wish;
    const MarkingRules *rules;
    GameList games;
    VEC(Loaded) loaded;
    Names table_names, obstacle_names;
    Plan *plan;
    int order;
} Planner;

/* ---- profiles and games ---- */

double plan_frame(const Marking *marking) {
    return marking && str_eq(marking->family->id, S("pool")) ? POOL_FRAME : FRAME;
}

bool plan_profile(Arena *arena, const MarkingRules *rules, const char *name, const char *folder,
                  PlannedTable *out, Diag *diag) {
    out->profile = profile_load(arena, name, folder, diag);
    if (!out->profile) return false;
    if (out->profile->marking) {
        out->marking = marking_of(arena, rules, out->profile, diag);
        if (!out->marking) return false;
        out->length = out->marking->length / 100, out->width = out->marking->width / 100;
    } else {
        NominalBed bed = nominal_bed(out->profile);
        out->length = bed.length / 1000, out->width = bed.width / 1000;
    }
    out->frame = plan_frame(out->marking);
    return true;
}

/* The profile loader's errors have no place in the hall file; they follow one that has. */
static bool load_profile(Planner *planner, const Yaml *node, Loaded *loaded) {
    ValueReader *values = &planner->values;
    Diag told = {.arena = values->arena};
    const char *name = str_z(values->arena, node->text);
    const char *folder = planner->wish->profile_dir;
    loaded->good = plan_profile(values->arena, planner->rules, name, folder, &loaded->as, &told);
    if (loaded->good && loaded->as.profile->abstract)
        return loaded->good = diag_error(values->diag, yaml_place(node),
                                         "profile '%.*s' is only a base for others", SARG(node->text));
    if (loaded->good) return true;
    if (told.messages.n) diag_error(values->diag, yaml_place(node), "%.*s", SARG(told.messages.at[0].text));
    for (ptrdiff_t i = 0; i < told.messages.n; i++)
        if (told.messages.at[i].place.file.len) diag_repeat(values->diag, &told.messages.at[i]);
    return false;
}

static const Loaded *profile_named(Planner *planner, const Yaml *node) {
    for (ptrdiff_t i = 0; i < planner->loaded.n; i++)
        if (str_eq(planner->loaded.at[i].name, node->text)) return &planner->loaded.at[i];
    Loaded loaded = {.name = node->text};
    load_profile(planner, node, &loaded);
    *VEC_PUSH(planner->values.arena, &planner->loaded) = loaded;
    return &planner->loaded.at[planner->loaded.n - 1];
}

/* A game that is marked must fit the table's bed; another is one that the profile names, in applies_to or as
 * its own, or one of its family. */
static bool has_game(const Planner *planner, const PlannedTable *table, Str game) {
    const Profile *profile = table->profile;
    const Marking *marking = table->marking;
    const Game *rule = marking_game(planner->rules, game);
    Str family = game_family(&planner->games, game);
    if (rule && marking)
        return rule->family == marking->family && game_fits(rule, marking, marking->length, marking->width);
    if (profile_game(profile, game)) return true;
    for (int i = 0; i < profile->count; i++)
        for (int k = 0; k < profile->requirements[i].applies_count; k++)
            if (str_eq_fold(profile->requirements[i].applies_to[k], game)) return true;
    return family.len && (!marking || str_eq(marking->family->id, family));
}

static bool check_game(Planner *planner, const PlannedTable *table, const Yaml *node) {
    Diag *diag = planner->values.diag;
    if (has_game(planner, table, node->text)) return true;
    if (game_family(&planner->games, node->text).len)
        return diag_error(diag, yaml_place(node), "profile '%.*s' does not have the game '%.*s'",
                          SARG(table->profile->id), SARG(node->text));
    Str nearest = game_nearest(&planner->games, table->profile, node->text);
    return diag_error(diag, yaml_place(node), "there is no game '%.*s'%s%.*s%s", SARG(node->text),
                      nearest.len ? "; did you mean '" : "", SARG(nearest), nearest.len ? "'?" : "");
}

static void read_games(Planner *planner, const Yaml *node, PlannedTable *table) {
    Diag *diag = planner->values.diag;
    if (!node || !yaml_expect(node, YAML_LIST, "games", diag)) return;
    Str *games = NEW_ARRAY(planner->values.arena, Str, node->n + 1);
    for (int i = 0; i < node->n; i++) {
        if (!yaml_expect(node->items[i], YAML_SCALAR, "a game", diag)) continue;
        if (!table->profile || !check_game(planner, table, node->items[i])) continue;
        for (int k = 0; k < table->game_count; k++)
            if (str_eq_fold(games[k], node->items[i]->text))
                diag_error(diag, yaml_place(node->items[i]), "game '%.*s' stands twice",
                           SARG(node->items[i]->text));
        games[table->game_count++] = node->items[i]->text;
    }
    table->games = games;
}

/* ---- files ---- */

static const char *read_file_name(Planner *planner, const Yaml *node, const char *what) {
    Arena *arena = planner->values.arena;
    if (!node || !yaml_expect(node, YAML_SCALAR, what, planner->values.diag)) return NULL;
    if (!node->text.len) {
        diag_error(planner->values.diag, yaml_place(node), "%s: expected the name of a file", what);
        return NULL;
    }
    const char *path = str_z(arena, node->text);
    if (path[0] != '/' && planner->wish->folder[0])
        path = str_z(arena, str_fmt(arena, "%s/%s", planner->wish->folder, path));
    if (!planner->wish->plan_only) want_file(&planner->values, node, path);
    return path;
}

static bool planned(const PlannedTable *table, Str game) {
    for (int i = 0; i < table->game_count; i++)
        if (str_eq_fold(table->games[i], game)) return true;
    return false;
}

/* One file is for the one game with lines that is planned. */
static Str only_game(Planner *planner, const PlannedTable *table, const Yaml *node) {
    Str only = S("");
    int count = 0;
    for (int i = 0; i < table->game_count; i++) {
        const Game *game = marking_game(planner->rules, table->games[i]);
        if (game && game_has_lines(game)) only = game->id, count++;
    }
    if (count != 1)
        diag_error(planner->values.diag, yaml_place(node),
                   count ? "marks for which game? expected {GAME: FILE, …}"
                         : "marks, but no game with lines is planned (games: […])");
    return count == 1 ? only : S("");
}

static void read_marks(Planner *planner, const Yaml *node, PlannedTable *table) {
    Arena *arena = planner->values.arena;
    if (!node || !table->profile) return;
    bool several = node->kind == YAML_MAP;
    MarksFile *marks = NEW_ARRAY(arena, MarksFile, several ? node->n + 1 : 1);
    table->marks = marks;
    if (!several) {
        const char *path = read_file_name(planner, node, "marks");
        Str game = only_game(planner, table, node);
        if (path && game.len) marks[table->mark_count++] = (MarksFile){game, path, yaml_place(node)};
        return;
    }
    for (int i = 0; i < node->n; i++) {
        const char *path = read_file_name(planner, node->items[i], "marks");
        if (!check_game(planner, table, node->keys[i])) continue;
        if (!planned(table, node->keys[i]->text))
            diag_error(planner->values.diag, yaml_place(node->keys[i]), "game '%.*s' is not planned",
                       SARG(node->keys[i]->text));
        else if (path)
            marks[table->mark_count++] = (MarksFile){node->keys[i]->text, path, yaml_place(node->keys[i])};
    }
}

static void read_evidence(Planner *planner, const Yaml *node, PlannedTable *table) {
    const Yaml *certificate = yaml_get(node, "certificate"), *readings = yaml_get(node, "readings");
    table->certificate = read_file_name(planner, certificate, "certificate");
    table->readings = read_file_name(planner, readings, "readings");
    table->table = want_text(&planner->values, yaml_get(node, "table"), "table");
    if (certificate || readings) table->certificate_place = yaml_place(certificate ? certificate : readings);
    if (certificate && readings)
        diag_error(planner->values.diag, yaml_place(readings),
                   "a certificate and readings exclude each other: give one of them");
    if (yaml_get(node, "table") && !certificate && !readings)
        diag_error(planner->values.diag, yaml_place(yaml_get(node, "table")),
                   "'table' names a table of a certificate or of readings, and there are none");
}

/* ---- tables, obstacles, doors ---- */

static void check_name(Planner *planner, Names *names, const Yaml *node, Str name) {
    if (!name.len) return;
    if (names_find(names, name))
        diag_error(planner->values.diag, yaml_place(node), "the name '%.*s' is used twice", SARG(name));
    names_add(names, name);
}

static void read_place(Planner *planner, const Yaml *node, PlannedTable *table) {
    ValueReader *values = &planner->values;
    const Yaml *frame = yaml_get(node, "frame");
    want_point(values, yaml_get(node, "centre"), "centre", &table->centre);
    if (!yaml_get(node, "centre"))
        diag_error(values->diag, yaml_place(node), "a table without 'centre: [x, y]'");
    want_number(values, yaml_get(node, "angle"), "angle", &table->angle);
    table->angle = fmod(table->angle, 360);
    if (want_number(values, frame, "frame", &table->frame) && table->frame < 0)
        diag_error(values->diag, yaml_place(frame), "frame: a width cannot be negative");
}

static void read_table(Planner *planner, const Yaml *node) {
    static const char *const keys[] = {"name",     "profile", "centre", "angle", "frame", "certificate",
                                       "readings", "table",   "marks",  "games", NULL};
    ValueReader *values = &planner->values;
    PlannedTable table = {.order = planner->order++};
    if (!yaml_expect(node, YAML_MAP, "a table", values->diag)) return;
    yaml_check_keys(node, keys, "a table", values->diag);
    const Yaml *profile = yaml_get(node, "profile");
    if (!profile)
        diag_error(values->diag, yaml_place(node), "a table without 'profile'");
    else if (yaml_expect(profile, YAML_SCALAR, "profile", values->diag)) {
        const Loaded *loaded = profile_named(planner, profile);
        if (loaded->good) table = loaded->as, table.order = planner->order - 1;
        if (!loaded->good) want_again(values, profile, loaded->name);
    }
    table.place = yaml_place(node);
    table.name = want_name(values, node, "a table");
    check_name(planner, &planner->table_names, yaml_get(node, "name"), table.name);
    read_place(planner, node, &table);
    read_games(planner, yaml_get(node, "games"), &table);
    read_evidence(planner, node, &table);
    read_marks(planner, yaml_get(node, "marks"), &table);
    planner->plan->tables[planner->plan->table_count++] = table;
}

static void read_tables(Planner *planner, const Yaml *node) {
    Diag *diag = planner->values.diag;
    Place file = place_file(planner->values.file);
    if (!node || (node->kind == YAML_LIST && !node->n)) {
        if (!planner->wish->no_tables)
            diag_error(diag, node ? yaml_place(node) : file, "a hall without tables");
        return;
    }
    if (!yaml_expect(node, YAML_LIST, "tables", diag)) return;
    planner->plan->tables = NEW_ARRAY(planner->values.arena, PlannedTable, node->n);
    for (int i = 0; i < node->n; i++) read_table(planner, node->items[i]);
}

static void read_obstacle(Planner *planner, const Yaml *node, Obstacle *out) {
    static const char *const keys[] = {"name", "polygon", "height", NULL};
    ValueReader *values = &planner->values;
    *out = (Obstacle){.order = planner->order++, .place = yaml_place(node)};
    if (!yaml_expect(node, YAML_MAP, "an obstacle", values->diag)) return;
    yaml_check_keys(node, keys, "an obstacle", values->diag);
    out->name = want_name(values, node, "an obstacle");
    check_name(planner, &planner->obstacle_names, yaml_get(node, "name"), out->name);
    if (str_eq(out->name, S("wall")))
        diag_error(values->diag, yaml_place(yaml_get(node, "name")), "an obstacle cannot be named 'wall'");
    want_outline(values, node, "polygon", &out->outline);
    const Yaml *height = yaml_get(node, "height");
    if (want_number(values, height, "height", &out->height) && out->height < 0)
        diag_error(values->diag, yaml_place(height), "height: a height cannot be negative");
}

static void read_obstacles(Planner *planner, const Yaml *node) {
    if (!node || !yaml_expect(node, YAML_LIST, "obstacles", planner->values.diag)) return;
    Obstacle *obstacles = NEW_ARRAY(planner->values.arena, Obstacle, node->n + 1);
    for (int i = 0; i < node->n; i++) read_obstacle(planner, node->items[i], &obstacles[i]);
    planner->plan->obstacles = obstacles, planner->plan->obstacle_count = node->n;
}

static void read_door(Planner *planner, const Yaml *node, Door *out) {
    static const char *const keys[] = {"name", "from", "to", NULL};
    ValueReader *values = &planner->values;
    if (!yaml_expect(node, YAML_MAP, "a door", values->diag)) return;
    yaml_check_keys(node, keys, "a door", values->diag);
    out->name = want_text(values, yaml_get(node, "name"), "name");
    want_wanted_point(values, node, "from", &out->from);
    want_wanted_point(values, node, "to", &out->to);
}

static void read_doors(Planner *planner, const Yaml *node) {
    if (!node || !yaml_expect(node, YAML_LIST, "doors", planner->values.diag)) return;
    Door *doors = NEW_ARRAY(planner->values.arena, Door, node->n + 1);
    for (int i = 0; i < node->n; i++) read_door(planner, node->items[i], &doors[i]);
    planner->plan->doors = doors, planner->plan->door_count = node->n;
}

/* ---- the room and the head ---- */

static void read_room(Planner *planner, const Yaml *node) {
    static const char *const keys[] = {"light", "temperature", "floor_antislip", NULL};
    ValueReader *values = &planner->values;
    Plan *plan = planner->plan;
    if (!node || !yaml_expect(node, YAML_MAP, "room", values->diag)) return;
    yaml_check_keys(node, keys, "room", values->diag);
    want_readings(values, yaml_get(node, "light"), "light", "lx", &plan->light);
    want_readings(values, yaml_get(node, "temperature"), "temperature", "°C", &plan->temperature);
    plan->has_antislip =
        want_answer(values, yaml_get(node, "floor_antislip"), "floor_antislip", &plan->antislip);
}

static void read_date(Planner *planner, const Yaml *node) {
    Moment moment;
    const char *reason;
    ValueReader *values = &planner->values;
    if (!node || !yaml_expect(node, YAML_SCALAR, "date", values->diag)) return;
    if (!moment_parse(node->text, &moment, &reason) || !moment.date_only)
        diag_error(values->diag, yaml_place(node), "date: '%.*s' is no day, expected YYYY-MM-DD",
                   SARG(node->text));
    else
        planner->plan->date = date_iso(values->arena, moment_date(moment));
}

static void read_head(Planner *planner, const Yaml *root) {
    static const char *const keys[] = {"hall",  "place", "event",     "date",   "approved_by", "north",
                                       "walls", "doors", "obstacles", "tables", "room",        NULL};
    ValueReader *values = &planner->values;
    Plan *plan = planner->plan;
    yaml_check_keys(root, keys, "a hall", values->diag);
    plan->name = want_text(values, yaml_get(root, "hall"), "hall");
    if (!plan->name.len)
        diag_error(values->diag, place_file(values->file), "a hall without a name ('hall: …')");
    plan->address = want_text(values, yaml_get(root, "place"), "place");
    plan->event = want_text(values, yaml_get(root, "event"), "event");
    plan->approved_by = want_text(values, yaml_get(root, "approved_by"), "approved_by");
    plan->has_north = want_number(values, yaml_get(root, "north"), "north", &plan->north);
    read_date(planner, yaml_get(root, "date"));
    want_outline(values, root, "walls", &plan->walls);
}

/* Obstacles and tables are numbered as the file has them. */
static void read_things(Planner *planner, const Yaml *root) {
    const Yaml *obstacles = yaml_get(root, "obstacles"), *tables = yaml_get(root, "tables");
    bool tables_first = obstacles && tables &&
                        (tables->line < obstacles->line ||
                         (tables->line == obstacles->line && tables->column < obstacles->column));
    if (tables_first) read_tables(planner, tables);
    read_obstacles(planner, obstacles);
    if (!tables_first) read_tables(planner, tables);
}

Plan *plan_read(Arena *arena, const Source *source, const PlanWish *wish, Diag *diag) {
    int before = diag->count[SEVERITY_ERROR];
    const Yaml *root = yaml_parse(arena, source, diag);
    if (!root || !yaml_expect(root, YAML_MAP, "a hall", diag)) return NULL;
    Planner planner = {.values = {.arena = arena, .diag = diag, .file = source->name},
                       .wish = wish,
                       .rules = marking_rules(arena, diag),
                       .games = game_list(arena, diag),
                       .table_names = {.arena = arena},
                       .obstacle_names = {.arena = arena},
                       .plan = NEW(arena, Plan)};
    if (!planner.rules) return NULL;
    read_head(&planner, root);
    read_doors(&planner, yaml_get(root, "doors"));
    read_things(&planner, root);
    read_room(&planner, yaml_get(root, "room"));
    return diag->count[SEVERITY_ERROR] == before ? planner.plan : NULL;
}
