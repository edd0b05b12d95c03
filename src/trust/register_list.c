/* See register.h: what is asked of a register. How a certificate stands is its last entry's kind; the few
 * that are no longer in force are gathered first, so that a hundred thousand are listed in one pass. */
#include "trust/register_inside.h"

#include "base/names.h"

/* ---- how they stand ---- */

typedef struct Ended {
    Names numbers;
    VEC(EntryKind) kinds; /* by name number − 1 */
} Ended;

static bool read_ended(Register *reg, Arena *arena, Ended *out, Diag *diag) {
    *out = (Ended){.numbers = {.arena = arena}};
    SqlQuery *query = sql_query(
        reg->sql, "SELECT number, kind FROM entry WHERE kind IN ('superseded', 'withdrawn') ORDER BY id",
        diag);
    while (query && sql_row(query)) {
        uint32_t name = names_add(&out->numbers, sql_text(query, arena, 0));
        if (name > out->kinds.n) *VEC_PUSH(arena, &out->kinds) = ENTRY_UNKNOWN;
        out->kinds.at[name - 1] = entry_kind(sql_text(query, arena, 1));
    }
    return sql_end(query);
}

static EntryKind standing_of(const Ended *ended, const Entry *entry) {
    uint32_t name = names_find(&ended->numbers, entry->number);
    return name ? ended->kinds.at[name - 1] : entry->kind;
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

static SqlQuery *lines_query(Register *reg, const char *rest, Diag *diag) {
    Str text = str_fmt(
        reg->arena, "SELECT id, kind, number, valid_until, verdict, profile, hall, table_name FROM entry %s",
        rest);
    return sql_query(reg->sql, str_z(reg->arena, text), diag);
}

bool register_list(Register *reg, Arena *arena, const RegisterQuery *query, Entries *out, Diag *diag) {
    Ended ended;
    if (!read_ended(reg, arena, &ended, diag)) return false;
    const char *rest =
        query->table.len      ? "WHERE kind IN ('issued', 'partial') AND table_name = ?1 ORDER BY id"
        : query->valid_to.len ? "WHERE kind = 'issued' AND valid_until > '' AND valid_until <= ?1 ORDER BY id"
                              : "WHERE kind IN ('issued', 'partial') ORDER BY id";
    SqlQuery *rows = query->results ? entry_query(reg, rest, diag) : lines_query(reg, rest, diag);
    if (rows && query->table.len) sql_bind(rows, 1, query->table);
    if (rows && !query->table.len && query->valid_to.len) sql_bind(rows, 1, query->valid_to);
    while (rows && sql_row(rows)) {
        Entry entry = query->results ? entry_read(rows, arena) : read_line(rows, arena);
        entry.standing = standing_of(&ended, &entry);
        bool late = query->valid_to.len && (entry.standing != ENTRY_ISSUED || !entry.valid_until.len ||
                                            str_cmp(entry.valid_until, query->valid_to) > 0);
        if (!late && (!query->hall.len || str_eq(query->hall, entry.hall)))
            *VEC_PUSH(arena, &out->list) = entry;
    }
    return sql_end(rows);
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
