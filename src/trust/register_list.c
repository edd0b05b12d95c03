/* See register.h: what is asked of a register. How a certificate stands is its last entry's kind; the few
 * that are no longer in force are gathered first, so that a hundred thousand are listed in one pass. */
#include "trust/register_inside.h"

/* ---- how they stand ---- */

typedef struct Ended {
    unsigned char *kinds; /* by the id of a certificate's first entry: its last kind, 0 in force */
    int64_t count;
} Ended;

static bool read_ended(Register *reg, Arena *arena, Ended *out, Diag *diag) {
    SqlQuery *query = sql_query(reg->sql, "SELECT coalesce(max(id), 0) FROM entry", diag);
    *out = (Ended){.count = query && sql_row(query) ? sql_int(query, 0) : 0};
    if (!sql_end(query)) return false;
    out->kinds = NEW_ARRAY(arena, unsigned char, out->count + 1);
    query = sql_query(
        reg->sql,
        "SELECT of_id, kind = 'withdrawn' FROM entry WHERE kind IN ('superseded', 'withdrawn') ORDER BY id",
        diag);
    while (query && sql_row(query)) {
        int64_t id = sql_int(query, 0);
        if (id > 0 && id <= out->count)
            out->kinds[id] = sql_int(query, 1) ? ENTRY_WITHDRAWN : ENTRY_SUPERSEDED;
    }
    return sql_end(query);
}

static EntryKind standing_of(const Ended *ended, const Entry *entry) {
    bool known = entry->id > 0 && entry->id <= ended->count && ended->kinds[entry->id];
    return known ? (EntryKind)ended->kinds[entry->id] : entry->kind;
}

/* ---- lists ---- */

/* Only what a line shows: the index entry_line has it all. */
static Entry read_line(const SqlQuery *query, Arena *arena) {
    Entry entry = {.id = sql_int(query, 0),
                   .kind_text = sql_text(query, arena, 1),
                   .number = sql_text(query, arena, 2),
                   .valid_until = sql_text(query, arena, 3),
                   .verdict = sql_text(query, arena, 4),
                   .profile = sql_text(query, arena, 5),
                   .hall = sql_text(query, arena, 6),
                   .table = sql_text(query, arena, 7)};
    entry.kind = entry_kind(entry.kind_text);
    return entry;
}

static SqlQuery *rows_of(Register *reg, const RegisterQuery *query, Diag *diag) {
    const char *rest = query->table.len ? "WHERE kind IN ('issued', 'partial') AND table_name = ? ORDER BY id"
                                        : "WHERE kind IN ('issued', 'partial') ORDER BY id";
    Str line = S("SELECT id, kind, number, valid_until, verdict, profile, hall, table_name FROM entry");
    SqlQuery *rows =
        query->results
            ? entry_query(reg, rest, diag)
            : sql_query(reg->sql, str_z(reg->arena, str_fmt(reg->arena, "%.*s %s", SARG(line), rest)), diag);
    if (rows && query->table.len) sql_bind(rows, 1, query->table);
    return rows;
}

static bool asked_for(const RegisterQuery *query, const Entry *entry) {
    bool late = query->valid_to.len && (entry->standing != ENTRY_ISSUED || !entry->valid_until.len ||
                                        str_cmp(entry->valid_until, query->valid_to) > 0);
    return !late && (!query->hall.len || str_eq(query->hall, entry->hall));
}

bool register_each(Register *reg, const RegisterQuery *query, RegisterEach *each, void *context, Diag *diag) {
    Arena arena = {0};
    Ended ended;
    bool ok = read_ended(reg, &arena, &ended, diag);
    SqlQuery *rows = ok ? rows_of(reg, query, diag) : NULL;
    (void)NEW(&arena, char);
    while (rows && sql_row(rows)) {
        ArenaMark mark = arena_mark(&arena);
        Entry entry = query->results ? entry_read(rows, &arena) : read_line(rows, &arena);
        entry.standing = standing_of(&ended, &entry);
        if (asked_for(query, &entry)) each(&entry, context);
        arena_reset(&arena, mark);
    }
    arena_free(&arena);
    return sql_end(rows);
}

typedef struct Gathering {
    Arena *arena;
    Entries *out;
} Gathering;

static void gather(const Entry *entry, void *context) {
    Gathering *g = context;
    Entry *copy = VEC_PUSH(g->arena, &g->out->list);
    *copy = *entry;
    for (int i = 0; i < ENTRY_FIELDS; i++) *entry_field(copy, i) = str_dup(g->arena, entry_value(entry, i));
}

bool register_list(Register *reg, Arena *arena, const RegisterQuery *query, Entries *out, Diag *diag) {
    Gathering gathering = {arena, out};
    return register_each(reg, query, gather, &gathering, diag);
}

bool register_entries(Register *reg, Arena *arena, Str number, Entries *out, Diag *diag) {
    SqlQuery *query = entry_query(reg, number.len ? "WHERE number = ? ORDER BY id" : "ORDER BY id", diag);
    if (query && number.len) sql_bind(query, 1, number);
    while (query && sql_row(query)) *VEC_PUSH(arena, &out->list) = entry_read(query, arena);
    return sql_end(query);
}

bool register_head(Register *reg, int64_t *count, char hash[65], Diag *diag) {
    SqlQuery *query = sql_query(
        reg->sql, "SELECT (SELECT count(*) FROM entry), hash FROM entry ORDER BY id DESC LIMIT 1", diag);
    *count = 0;
    hash[0] = '\0';
    if (query && sql_row(query)) {
        *count = sql_int(query, 0);
        snprintf(hash, 65, "%.*s", SARG(sql_text(query, reg->arena, 1)));
    }
    return sql_end(query);
}
