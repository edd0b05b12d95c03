/* See register.h: what is done with an export: merged into another register, or compared with this one later.
 * An export carries the whole chain, so that it can be checked by itself: a line that was changed, left out
 * or added is told at its place. */
#include "trust/register_inside.h"

#include "base/names.h"
#include "base/source.h"
#include "base/text.h"

#include <errno.h>
#include <jansson.h>

/* ---- reading an export ---- */

typedef struct Export {
    Arena *arena;
    Place file;
    Diag *diag;
    int line;
    int64_t id;   /* of the line before */
    Str previous; /* its hash */
} Export;

static Place here(const Export *export) {
    Place place = export->file;
    place.line = export->line;
    return place;
}

static bool read_field(Export *export, const json_t *object, int field, Entry *out) {
    const char *key = entry_fields[field].json;
    const json_t *value = json_object_get(object, key);
    if (!value || json_is_null(value)) return true;
    Str text = {json_string_value(value), (ptrdiff_t)json_string_length(value)};
    bool lines = entry_field(out, field) == &out->results;
    if (!json_is_string(value) || (!lines && text_control(text, false) >= 0))
        return diag_error(export->diag, here(export), "'%s' is no plain text", key);
    *entry_field(out, field) = str_dup(export->arena, text);
    return true;
}

static bool check_chain(Export *export, const Entry *entry) {
    char hex[DIGEST_HEX];
    entry_hash(entry, hex);
    if (entry->id != export->id + 1 || !str_eq(entry->previous, export->previous))
        return diag_error(export->diag, here(export), "entry %lld does not follow from the line before",
                          (long long)entry->id);
    if (!str_eq(entry->hash, str_of(hex)) || entry->kind == ENTRY_UNKNOWN)
        return diag_error(export->diag, here(export), "entry %lld (%.*s) was changed", (long long)entry->id,
                          SARG(entry->number));
    export->id = entry->id;
    export->previous = entry->hash;
    return true;
}

static bool read_object(Export *export, const json_t *object, Entry *out) {
    bool ok = json_is_object(object) && json_is_integer(json_object_get(object, "id"));
    if (!ok) return diag_error(export->diag, here(export), "is no line of a register's export");
    *out = (Entry){.id = json_integer_value(json_object_get(object, "id")),
                   .form = json_integer_value(json_object_get(object, "form"))};
    for (int i = 0; i < ENTRY_FIELDS; i++) {
        *entry_field(out, i) = S("");
        ok &= read_field(export, object, i, out);
    }
    out->kind = out->standing = entry_kind(out->kind_text);
    return ok && check_chain(export, out);
}

typedef bool EachEntry(Export *export, const Entry *entry, void *context);

/* After the first line that does not hold nothing that follows can. */
static bool read_line(Export *export, Str line, EachEntry *each, void *context) {
    Entry entry;
    export->line++;
    if (!str_trim(line).len) return true;
    json_t *object = json_loadb(line.at, (size_t)line.len, JSON_REJECT_DUPLICATES, NULL);
    bool ok = read_object(export, object, &entry);
    json_decref(object);
    return ok && each(export, &entry, context);
}

/* Line by line: an export of a hundred thousand certificates is large. */
static bool read_export(Export *export, const char *path, EachEntry *each, void *context) {
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    bool ok = true;
    export->file = place_file(str_dup(export->arena, str_of(path)));
    FILE *file = source_open(path, export->file, export->diag);
    if (!file) return false;
    while (ok && (n = getline(&line, &room, file)) >= 0)
        ok = read_line(export, (Str){line, n}, each, context);
    if (ok && ferror(file))
        ok = diag_machine(export->diag, export->file, "cannot be read: %s", strerror(errno));
    if (ok && !export->id) ok = diag_error(export->diag, export->file, "holds no entry of a register");
    free(line);
    fclose(file);
    return ok;
}

/* ---- merging ---- */

/* Entries are the same when they were first written as the same, in whatever register. */
static Str first_hash(const Entry *entry) { return entry->origin.len ? entry->origin : entry->hash; }

typedef struct Known {
    Names hashes;
    Names issued, withdrawn; /* numbers */
} Known;

static void know(Known *known, const Entry *entry) {
    names_add(&known->hashes, first_hash(entry));
    if (entry->kind == ENTRY_WITHDRAWN) names_add(&known->withdrawn, entry->number);
    if (entry->kind == ENTRY_ISSUED || entry->kind == ENTRY_PARTIAL) names_add(&known->issued, entry->number);
}

static bool read_known(Register *reg, Known *known, Diag *diag) {
    Arena arena = {0};
    (void)NEW(&arena, char);
    SqlQuery *query = entry_query(reg, "ORDER BY id", diag);
    while (query && sql_row(query)) {
        ArenaMark mark = arena_mark(&arena);
        Entry entry = entry_read(query, &arena);
        know(known, &entry);
        arena_reset(&arena, mark);
    }
    arena_free(&arena);
    return sql_end(query);
}

/* Whether the entry is to be added; a number of two certificates is a conflict. */
static bool wanted(const Known *known, const Export *export, const Entry *entry) {
    Str series;
    int64_t serial;
    bool opens = entry->kind == ENTRY_ISSUED || entry->kind == ENTRY_PARTIAL;
    if (names_find(&known->hashes, first_hash(entry))) return false;
    if (!number_split(entry->number, &series, &serial))
        return diag_error(export->diag, here(export), "'%.*s' is no number of the form PREFIX-YYYY-NNNN",
                          SARG(entry->number));
    if (opens && names_find(&known->issued, entry->number))
        return diag_error(
            export->diag, here(export),
            "conflict: %.*s (table '%.*s', hall '%.*s') is the number of another certificate here",
            SARG(entry->number), SARG(entry->table), SARG(entry->hall));
    return entry->kind != ENTRY_WITHDRAWN || !names_find(&known->withdrawn, entry->number);
}

typedef struct Merge {
    Register *reg;
    Known known;
    Entries coming;
} Merge;

static bool gather(Export *export, const Entry *entry, void *context) {
    Merge *merge = context;
    if (!wanted(&merge->known, export, entry)) return true; /* all conflicts are told */
    Entry *coming = VEC_PUSH(export->arena, &merge->coming.list);
    *coming = *entry;
    coming->origin = first_hash(entry);
    know(&merge->known, coming);
    return true;
}

static bool merge_all(Merge *merge, Export *export, const char *path) {
    int before = export->diag->count[SEVERITY_ERROR];
    return read_known(merge->reg, &merge->known, export->diag) && read_export(export, path, gather, merge) &&
           export->diag->count[SEVERITY_ERROR] == before &&
           entries_append(merge->reg, merge->coming.list.at, merge->coming.list.n, export->diag);
}

bool register_import(Register *reg, const char *path, int64_t *added, Diag *diag) {
    Arena *arena = reg->arena;
    Export export = {.arena = arena, .diag = diag, .previous = S("")};
    Merge merge = {
        .reg = reg,
        .known = {.hashes = {.arena = arena}, .issued = {.arena = arena}, .withdrawn = {.arena = arena}}};
    bool ok = register_write(reg, diag) && register_commit(reg, merge_all(&merge, &export, path), diag);
    *added = merge.coming.list.n;
    return ok;
}

/* ---- comparing ---- */

typedef struct Comparison {
    SqlQuery *query;
    bool agrees;
} Comparison;

/* Only the first that differs is told: after it all hashes do. */
static bool compare(Export *export, const Entry *entry, void *context) {
    Comparison *c = context;
    if (!c->agrees) return true;
    sql_again(c->query);
    sql_bind_int(c->query, 1, entry->id);
    if (!sql_row(c->query))
        c->agrees = diag_error(export->diag, here(export), "entry %lld (%.*s) is no longer in the register",
                               (long long)entry->id, SARG(entry->number));
    else if (!str_eq(sql_text(c->query, export->arena, 0), entry->hash))
        c->agrees =
            diag_error(export->diag, here(export), "entry %lld (%.*s) is another one in the register today",
                       (long long)entry->id, SARG(entry->number));
    return true;
}

bool register_audit_against(Register *reg, const char *path, bool *agrees, Diag *diag) {
    Export export = {.arena = reg->arena, .diag = diag, .previous = S("")};
    Comparison comparison = {sql_query(reg->sql, "SELECT hash FROM entry WHERE id = ?", diag), true};
    bool ok = comparison.query && read_export(&export, path, compare, &comparison);
    *agrees = comparison.agrees;
    return sql_end(comparison.query) && ok;
}
