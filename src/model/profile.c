/* See profile.h. Finding and loading: a profile's file, then its base's, and so on; the chain is laid
 * together from the base upwards, and only the finished whole is checked for what one entry says of another.
 */
#include "model/requirement.h"

#include "base/near.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

#define SHIPPED "profiles/equipment/"
enum { DEEPEST_BASE = 8, MOST_REQUIREMENTS = 500 };

static const char *const rule_names[] = {
    [RULE_SIMPLE] = "simple", [RULE_GUARDED] = "guarded", [RULE_NONBINARY] = "nonbinary"};
enum { RULES = sizeof rule_names / sizeof *rule_names };
static const char *const keys[] = {"profile", "base", "abstract", "title",        "document", "rule",
                                   "guard",   "drop", "games",    "requirements", "marking",  NULL};
static const char *const document_keys[] = {"title", "edition", "issuer", NULL};
static const ItemKind everywhere[] = {
    /* every profile knows them */
    {S_INIT("bed.diagonal"), QUANTITY_LENGTH, NULL},
    {S_INIT("room.temperature"), QUANTITY_TEMPERATURE, NULL},
    {S_INIT("room.humidity"), QUANTITY_RATIO, NULL}};

typedef struct Loader {
    Arena *arena;
    const char *folder;
    Diag *diag;
    const Source *chain[DEEPEST_BASE]; /* the profile, its base, the base's base … */
    Str documents[DEEPEST_BASE];       /* which each of them follows */
    int depth;
    const Source *const *given; /* all of the chain already, whatever its files are called */
    int given_count;
} Loader;

const char *rule_name(Rule rule) { return rule_names[rule]; }

bool rule_find(Str name, Rule *out) {
    for (int i = 0; i < RULES; i++) {
        if (!str_eq(name, str_of(rule_names[i]))) continue;
        *out = (Rule)i;
        return true;
    }
    return false;
}

/* ---- finding ---- */

typedef struct Names {
    Arena *arena;
    VEC(Str) ids;
} Names;

static void add_name(Names *names, Str file) {
    if (!str_ends(file, S(".yaml"))) return;
    Str id = str_dup(names->arena, str_slice(file, 0, file.len - 5));
    for (int i = 0; i < names->ids.n; i++)
        if (str_eq(names->ids.at[i], id)) return;
    *VEC_PUSH(names->arena, &names->ids) = id;
}

static void add_shipped(const Source *source, void *context) {
    add_name(context, str_skip(source->name, (ptrdiff_t)strlen(SHIPPED)));
}

static DIR *open_folder(const char *folder, Diag *diag) {
    DIR *dir = opendir(folder);
    if (!dir) diag_unreadable(diag, place_file(str_of(folder)), errno);
    return dir;
}

/* A slip in the folder's name must not end with our profile of the same id. */
static bool folder_is_there(const char *folder, Diag *diag) {
    DIR *dir = open_folder(folder, diag);
    if (dir) closedir(dir);
    return dir != NULL;
}

static bool add_folder(Names *names, const char *folder, Diag *diag) {
    DIR *dir = open_folder(folder, diag);
    if (!dir) return false;
    for (const struct dirent *entry; (entry = readdir(dir));) add_name(names, str_of(entry->d_name));
    closedir(dir);
    return true;
}

static int by_bytes(const void *a, const void *b) { return str_cmp(*(const Str *)a, *(const Str *)b); }

int profile_ids(Arena *arena, const char *folder, const Str **ids, Diag *diag) {
    Names names = {.arena = arena};
    if (folder) add_folder(&names, folder, diag);
    data_each(S(SHIPPED), add_shipped, &names);
    if (names.ids.n) qsort(names.ids.at, (size_t)names.ids.n, sizeof(Str), by_bytes);
    *ids = names.ids.at;
    return (int)names.ids.n;
}

static bool is_path(Str name) {
    return str_find_byte(name, '/') >= 0 || str_ends(name, S(".yaml")) || str_ends(name, S(".yml"));
}

static bool file_exists(const char *path) { return access(path, F_OK) == 0; }

static bool unknown_profile(Loader *loader, Str name, Place place) {
    const Str *ids;
    int count = profile_ids(loader->arena, loader->folder, &ids, loader->diag);
    Near near = near_to(name);
    for (int i = 0; i < count; i++) near_try(&near, ids[i]);
    if (near.best.len)
        return diag_error(loader->diag, place, "unknown profile '%.*s'; did you mean '%.*s'?", SARG(name),
                          SARG(near.best));
    return diag_error(loader->diag, place, "unknown profile '%.*s'; 'tablecert profile list' shows all",
                      SARG(name));
}

/* The folder of the file that names it comes first (a base beside its profile), then --profile-dir, then
 * ours. */
static bool find_source(Loader *loader, Str name, Place place, Source *out) {
    if (loader->given && loader->depth == loader->given_count)
        return diag_error(loader->diag, place, "the base '%.*s' is missing", SARG(name));
    if (loader->given) {
        *out = *loader->given[loader->depth];
        return true;
    }
    if (is_path(name)) return source_load(loader->arena, str_z(loader->arena, name), out, loader->diag);
    const char *folders[2] = {NULL, loader->folder};
    if (loader->depth) {
        Str beside = loader->chain[loader->depth - 1]->name;
        while (beside.len && beside.at[beside.len - 1] != '/') beside.len--;
        folders[0] = beside.len ? str_z(loader->arena, beside) : ".";
        if (str_starts(beside, S(SHIPPED))) folders[0] = NULL;
    }
    for (int i = 0; i < 2; i++) {
        if (!folders[i]) continue;
        Str path = str_fmt(loader->arena, "%s/%.*s.yaml", folders[i], SARG(name));
        if (file_exists(path.at)) return source_load(loader->arena, path.at, out, loader->diag);
    }
    return data_find(str_fmt(loader->arena, SHIPPED "%.*s.yaml", SARG(name)), out) ||
           unknown_profile(loader, name, place);
}

/* ---- reading one file ---- */

static bool read_document(const Yaml *root, Profile *out, Diag *diag) {
    const Yaml *node = yaml_get(root, "document");
    Str *const plain[] = {&out->document, &out->edition, &out->issuer};
    out->document_place = node ? yaml_place(node) : NO_PLACE;
    if (!node) return true;
    if (!yaml_expect(node, YAML_MAP, "document", diag)) return false;
    bool ok = yaml_check_keys(node, document_keys, "document", diag);
    for (int i = 0; i < 3; i++) {
        out->documents[i] = (Texts){{{0}}};
        ok &= texts_read(yaml_get(node, document_keys[i]), document_keys[i], &out->documents[i], diag);
        *plain[i] = texts_get(&out->documents[i], LANGUAGE_EN);
    }
    return ok;
}

/* What tells one document from another. */
static Str document_mark(Arena *arena, const Profile *profile) {
    return str_fmt(arena, "%.*s\n%.*s\n%.*s", SARG(profile->document), SARG(profile->edition),
                   SARG(profile->issuer));
}

static bool read_games(Arena *arena, const Yaml *root, Profile *out, Diag *diag) {
    const Yaml *node = yaml_get(root, "games");
    return !node || read_word_list(arena, node, "games", &out->games, &out->game_count, diag);
}

static bool read_rule(const Yaml *root, Profile *out, Diag *diag) {
    const Yaml *rule = yaml_get(root, "rule"), *guard = yaml_get(root, "guard");
    bool ok = !rule || yaml_expect(rule, YAML_SCALAR, "rule", diag);
    if (rule && ok && !rule_find(rule->text, &out->rule))
        ok = diag_error(diag, yaml_place(rule), "unknown rule '%.*s'; expected simple, guarded or nonbinary",
                        SARG(rule->text));
    if (!guard) return ok;
    if (!yaml_decimal(guard, "guard", &out->guard, diag)) return false;
    if (out->guard.num < 0 || out->guard.num > 100 * out->guard.den)
        ok = diag_error(diag, yaml_place(guard), "guard: expected 0 to 100 times U");
    if (out->rule == RULE_SIMPLE)
        ok = diag_error(diag, yaml_place(guard), "'guard' needs rule guarded or nonbinary");
    return ok;
}

static bool read_abstract(const Yaml *root, Profile *out, Diag *diag) {
    Str word = yaml_text(root, "abstract");
    const Yaml *node = yaml_get(root, "abstract");
    out->abstract = str_eq(word, S("true"));
    return !node || out->abstract || str_eq(word, S("false")) ||
           diag_error(diag, yaml_place(node), "abstract: expected true or false");
}

static bool read_head(Arena *arena, const Yaml *root, Profile *out, Diag *diag) {
    bool ok = yaml_check_keys(root, keys, "a profile", diag);
    const Yaml *id = yaml_get(root, "profile");
    out->id = str_trim(yaml_text(root, "profile"));
    if (!id)
        ok = diag_error(diag, yaml_place(root), "'profile' (its id) is missing");
    else if (!out->id.len || text_control(out->id, false) >= 0)
        ok = diag_error(diag, yaml_place(id), "profile: expected its id");
    out->title = (Texts){{{0}}};
    ok &= texts_read(yaml_get(root, "title"), "title", &out->title, diag);
    if (!texts_get(&out->title, LANGUAGE_EN).len) out->title.in[LANGUAGE_EN] = out->id;
    ok &= read_document(root, out, diag);
    ok &= read_rule(root, out, diag);
    ok &= read_abstract(root, out, diag);
    ok &= read_games(arena, root, out, diag);
    if (yaml_get(root, "marking")) out->marking = yaml_get(root, "marking");
    return ok;
}

static Requirement *find_requirement(Requirement *list, int count, Str id) {
    for (int i = 0; i < count; i++)
        if (str_eq(list[i].id, id)) return &list[i];
    return NULL;
}

/* `drop`: inherited requirements left out. */
static bool drop_one(Requirement *list, int *count, const Yaml *node, Diag *diag) {
    if (!yaml_expect(node, YAML_SCALAR, "drop", diag)) return false;
    Requirement *there = find_requirement(list, *count, str_trim(node->text));
    Near near = near_to(str_trim(node->text));
    if (!there) {
        for (int i = 0; i < *count; i++) near_try(&near, list[i].id);
        if (near.best.len)
            return diag_error(diag, yaml_place(node),
                              "drop: no requirement '%.*s' is inherited; did you mean '%.*s'?",
                              SARG(node->text), SARG(near.best));
        return diag_error(diag, yaml_place(node), "drop: no requirement '%.*s' is inherited",
                          SARG(node->text));
    }
    memmove(there, there + 1, sizeof *there * (size_t)(list + --*count - there));
    return true;
}

static bool read_drop(Arena *arena, const Yaml *root, Profile *out, Diag *diag) {
    const Yaml *node = yaml_get(root, "drop");
    bool ok = true;
    if (!node) return true;
    if (!yaml_get(root, "base")) return diag_error(diag, yaml_place(node), "'drop' needs a 'base'");
    if (!yaml_expect(node, YAML_LIST, "drop", diag)) return false;
    Requirement *list = NEW_ARRAY(arena, Requirement, out->count + 1);
    if (out->count) memcpy(list, out->requirements, sizeof *list * (size_t)out->count);
    for (int i = 0; i < node->n; i++) ok &= drop_one(list, &out->count, node->items[i], diag);
    out->requirements = list;
    return ok;
}

/* Puts one entry into the list: over the base's of the same id, or at the end. */
static bool put_requirement(Requirement *list, int *count, int own_from, const Requirement *entry, bool *own,
                            Diag *diag) {
    Requirement *same = entry->id.len ? find_requirement(list, *count, entry->id) : NULL;
    ptrdiff_t at = same ? same - list : (*count)++;
    if (same && (at >= own_from || own[at]))
        return diag_error(diag, entry->place, "requirement '%.*s' stands twice, first in line %d",
                          SARG(entry->id), same->place.line);
    list[at] = *entry;
    own[at] = true;
    return true;
}

/* What a profile adds (its bed) comes before what it inherits, as a person reads it. */
static const Requirement *added_first(Arena *arena, const Requirement *list, int inherited, int count) {
    Requirement *ordered = NEW_ARRAY(arena, Requirement, count);
    for (int i = 0; i < count; i++) ordered[i] = list[(i + inherited) % count];
    return ordered;
}

static bool read_requirements(Arena *arena, const Yaml *root, Profile *out, Diag *diag) {
    const Yaml *node = yaml_get(root, "requirements");
    if (!node)
        return out->count ||
               diag_error(diag, yaml_place(root),
                          "'requirements' is missing: a profile that asks for nothing can pass nobody");
    if (!yaml_expect(node, YAML_LIST, "requirements", diag)) return false;
    if (!node->n)
        return diag_error(
            diag, yaml_place(node),
            "the list of requirements is empty: a profile that asks for nothing can pass nobody");
    int inherited = out->count;
    if (inherited + node->n > MOST_REQUIREMENTS)
        return diag_error(diag, yaml_place(node), "more than %d requirements", MOST_REQUIREMENTS);
    Requirement *list = NEW_ARRAY(arena, Requirement, inherited + node->n);
    bool *own = NEW_ARRAY(arena, bool, inherited + node->n), ok = true;
    if (inherited) memcpy(list, out->requirements, sizeof *list * (size_t)inherited);
    for (int i = 0; i < node->n; i++) {
        Requirement entry;
        const Requirement *same =
            find_requirement(list, inherited, str_trim(yaml_text(node->items[i], "id")));
        const Yaml *merged =
            requirement_merge(arena, same && !own[same - list] ? same->node : NULL, node->items[i]);
        ok &= requirement_read(arena, merged, &entry, diag);
        ok &= put_requirement(list, &out->count, inherited, &entry, own, diag);
    }
    out->requirements = added_first(arena, list, inherited, out->count);
    return ok;
}

static bool read_chain(Loader *loader, Str name, Place place, Profile *out);

static bool read_base(Loader *loader, const Yaml *root, Profile *out) {
    const Yaml *base = yaml_get(root, "base");
    if (!base) return true;
    return yaml_expect(base, YAML_SCALAR, "base", loader->diag) &&
           read_chain(loader, base->text, yaml_place(base), out);
}

static bool enter(Loader *loader, const Source *source, Place place) {
    for (int i = 0; i < loader->depth; i++)
        if (str_eq(loader->chain[i]->name, source->name) || str_eq(loader->chain[i]->bytes, source->bytes))
            return diag_error(loader->diag, place, "the bases run in a circle: %.*s is its own base",
                              SARG(source->name));
    if (loader->depth == DEEPEST_BASE)
        return diag_error(loader->diag, place, "more than %d bases one upon another", DEEPEST_BASE);
    loader->chain[loader->depth++] = source;
    return true;
}

static bool read_chain(Loader *loader, Str name, Place place, Profile *out) {
    Source *source = NEW(loader->arena, Source);
    if (!find_source(loader, name, place, source) || !enter(loader, source, place)) return false;
    const Yaml *root = yaml_parse(loader->arena, source, loader->diag);
    if (!root) return false;
    if (!yaml_expect(root, YAML_MAP, "a profile", loader->diag)) return false;
    int level = loader->depth - 1;
    bool ok = read_base(loader, root, out);
    ok &= read_head(loader->arena, root, out, loader->diag);
    loader->documents[level] = document_mark(loader->arena, out);
    ok &= read_drop(loader->arena, root, out, loader->diag);
    ok &= read_requirements(loader->arena, root, out, loader->diag);
    out->source = source;
    return ok;
}

/* ---- the whole ---- */

/* Clauses that came with a base and are of another document than the profile's own. */
static int foreign_clauses(const Loader *loader, const Profile *profile) {
    int foreign = 0;
    for (int i = 0; profile->document_place.line && i < profile->count; i++) {
        const Yaml *clause = yaml_get(profile->requirements[i].node, "clause");
        for (int level = 1; level < loader->depth; level++)
            if (clause && clause->source == loader->chain[level])
                foreign += !str_eq(loader->documents[level], loader->documents[0]);
    }
    return foreign;
}

static const Profile *load(Loader *loader, Str name) {
    Arena *arena = loader->arena;
    Profile *profile = NEW(arena, Profile);
    profile->guard = (Decimal){.num = 1, .den = 1, .step_num = 1, .step_den = 1};
    if (!read_chain(loader, str_dup(arena, name), NO_PLACE, profile)) return NULL;
    Requirement *list = NEW_ARRAY(arena, Requirement, profile->count);
    memcpy(list, profile->requirements, sizeof *list * (size_t)profile->count);
    profile->requirements = list;
    const Source **chain = NEW_ARRAY(arena, const Source *, loader->depth);
    memcpy(chain, loader->chain, sizeof *chain * (size_t)loader->depth);
    profile->chain = chain;
    profile->chain_count = loader->depth;
    profile->foreign_clauses = foreign_clauses(loader, profile);
    return profile_check_whole(arena, profile, list, loader->diag) ? profile : NULL;
}

const Profile *profile_load(Arena *arena, const char *name, const char *folder, Diag *diag) {
    Loader loader = {.arena = arena, .folder = folder, .diag = diag};
    if (!*name) {
        diag_error(diag, NO_PLACE, "the profile's name is empty");
        return NULL;
    }
    return folder && !folder_is_there(folder, diag) ? NULL : load(&loader, str_of(name));
}

const Profile *profile_load_chain(Arena *arena, const Source *const *chain, int count, Diag *diag) {
    Loader loader = {.arena = arena, .diag = diag, .given = chain, .given_count = count};
    return load(&loader, count ? chain[0]->name : S(""));
}

/* ---- asking ---- */

const Requirement *profile_requirement(const Profile *profile, Str id) {
    for (int i = 0; i < profile->count; i++)
        if (str_eq(profile->requirements[i].id, id)) return &profile->requirements[i];
    return NULL;
}

static ItemKind item_of(const Requirement *requirement) {
    return (ItemKind){requirement->id, requirement->quantity, requirement};
}

static bool is_named(Arena *arena, const Requirement *other, Str folded) {
    if (str_eq(text_fold(arena, other->id), folded)) return true;
    for (int i = 0; i < other->alias_count; i++)
        if (str_eq(text_fold(arena, other->aliases[i]), folded)) return true;
    return false;
}

static bool find_plain(const Profile *profile, Str name, ItemKind *out) {
    for (const Requirement *r = profile->requirements; r < profile->requirements + profile->count; r++) {
        if (requirement_derived(r)) continue;
        bool found = str_eq_fold(r->id, name);
        for (int i = 0; i < r->alias_count && !found; i++) found = str_eq_fold(r->aliases[i], name);
        if (!found) continue;
        *out = item_of(r);
        return true;
    }
    return false;
}

/* Slower: letters beyond ASCII without regard to case ("DĹŽKA"). */
static bool find_folded(const Profile *profile, Str name, ItemKind *out) {
    Arena scratch = {0};
    Str folded = text_fold(&scratch, name);
    const Requirement *r = profile->requirements, *end = r + profile->count;
    while (r < end && (requirement_derived(r) || !is_named(&scratch, r, folded))) r++;
    if (r < end) *out = item_of(r);
    arena_free(&scratch);
    return r < end;
}

bool profile_item(const Profile *profile, Str name, ItemKind *out) {
    name = str_trim(name);
    if (find_plain(profile, name, out) || find_folded(profile, name, out)) return true;
    for (int i = 0; i < profile->fact_count; i++) {
        if (!str_eq_fold(profile->facts[i], name)) continue;
        *out = (ItemKind){profile->facts[i], QUANTITY_NONE, NULL};
        return true;
    }
    for (size_t i = 0; i < sizeof everywhere / sizeof *everywhere; i++) {
        *out = everywhere[i];
        if (str_eq_fold(out->id, name)) return true;
    }
    return false;
}
