/* See register_inside.h: the fields of an entry, and the chain of hashes. h = SHA-256 of the id and of every
 * field with its length before it, the hash of the entry before among them; so a change of the past shows in
 * every hash after it. Entries of form 0 were written before issuer, scope, measured, results and origin were
 * kept, and are hashed without them. */
#include "trust/register_inside.h"

#define FIELD(column, json, member, form)                                                                    \
    { column, json, offsetof(Entry, member), form }

const EntryField entry_fields[ENTRY_FIELDS] = {
    FIELD("kind", "kind", kind_text, 0),
    FIELD("number", "number", number, 0),
    FIELD("at", "at", at, 0),
    FIELD("hall", "hall", hall, 0),
    FIELD("table_name", "table", table, 0),
    FIELD("profile", "profile", profile, 0),
    FIELD("verdict", "verdict", verdict, 0),
    FIELD("issued", "issued", issued, 0),
    FIELD("valid_until", "valid_until", valid_until, 0),
    FIELD("pdf_path", "pdf", pdf_path, 0),
    FIELD("json_path", "json", json_path, 0),
    FIELD("pdf_sha256", "pdf_sha256", pdf_sha256, 0),
    FIELD("json_sha256", "json_sha256", json_sha256, 0),
    FIELD("reason", "reason", reason, 0),
    FIELD("issuer", "issuer", issuer, 1),
    FIELD("scope", "scope", scope, 1),
    FIELD("measured", "measured", measured, 1),
    FIELD("results", "results", results, 1),
    FIELD("origin", "origin", origin, 1),
    FIELD("previous", "previous", previous, 0),
    FIELD("hash", "hash", hash, 0),
};

static const char *const kind_names[] = {[ENTRY_UNKNOWN] = "damaged",
                                         [ENTRY_ISSUED] = "issued",
                                         [ENTRY_PARTIAL] = "partial",
                                         [ENTRY_SUPERSEDED] = "superseded",
                                         [ENTRY_WITHDRAWN] = "withdrawn"};

const char *entry_kind_name(EntryKind kind) { return kind_names[kind]; }

EntryKind entry_kind(Str name) {
    for (int kind = ENTRY_ISSUED; kind <= ENTRY_WITHDRAWN; kind++)
        if (str_eq(name, str_of(kind_names[kind]))) return (EntryKind)kind;
    return ENTRY_UNKNOWN;
}

Str *entry_field(Entry *entry, int field) { return (Str *)((char *)entry + entry_fields[field].at); }

Str entry_value(const Entry *entry, int field) {
    return *(const Str *)((const char *)entry + entry_fields[field].at);
}

void entry_hash(const Entry *entry, char hex[DIGEST_HEX]) {
    Buf out = {0};
    buf_printf(&out, "%lld;", (long long)entry->id);
    for (int i = 0; i < ENTRY_FIELDS - 1; i++) {
        Str value = entry_value(entry, i);
        if (entry_fields[i].form > entry->form) continue;
        buf_printf(&out, "%td:", value.len);
        buf_put(&out, value);
    }
    digest_hex(buf_str(&out), hex);
    buf_free(&out);
}

/* ---- reading ---- */

SqlQuery *entry_query(Register *reg, const char *rest, Diag *diag) {
    Str text = S("SELECT id, form, of_id");
    for (int i = 0; i < ENTRY_FIELDS; i++)
        text = str_fmt(reg->arena, "%.*s, %s", SARG(text), entry_fields[i].column);
    return sql_query(reg->sql, str_z(reg->arena, str_fmt(reg->arena, "%.*s FROM entry %s", SARG(text), rest)),
                     diag);
}

Entry entry_read(const SqlQuery *query, Arena *arena) {
    Entry entry = {.id = sql_int(query, 0), .form = sql_int(query, 1), .of = sql_int(query, 2)};
    for (int i = 0; i < ENTRY_FIELDS; i++) *entry_field(&entry, i) = sql_text(query, arena, i + 3);
    entry.kind = entry.standing = entry_kind(entry.kind_text);
    return entry;
}

/* ---- adding ---- */

static bool last_entry(Register *reg, int64_t *id, Str *hash, Diag *diag) {
    SqlQuery *query = sql_query(reg->sql, "SELECT id, hash FROM entry ORDER BY id DESC LIMIT 1", diag);
    *id = 0;
    *hash = S("");
    if (query && sql_row(query)) {
        *id = sql_int(query, 0);
        *hash = sql_text(query, reg->arena, 1);
    }
    return sql_end(query);
}

static SqlQuery *insertion(Register *reg, Diag *diag) {
    Str columns = S("INSERT INTO entry(id, form, of_id"),
        places = S("VALUES(?1, ?2, coalesce((SELECT min(id) FROM entry WHERE number = ?3), ?1)");
    for (int i = 0; i < ENTRY_FIELDS; i++) {
        columns = str_fmt(reg->arena, "%.*s, %s", SARG(columns), entry_fields[i].column);
        places = str_fmt(reg->arena, "%.*s, ?%d", SARG(places), i + 4);
    }
    Str text = str_fmt(reg->arena, "%.*s) %.*s)", SARG(columns), SARG(places));
    return sql_query(reg->sql, str_z(reg->arena, text), diag);
}

static void insert(SqlQuery *query, const Entry *entry) {
    sql_again(query);
    sql_bind_int(query, 1, entry->id);
    sql_bind_int(query, 2, entry->form);
    sql_bind(query, 3, entry->number);
    for (int i = 0; i < ENTRY_FIELDS; i++) sql_bind(query, i + 4, entry_value(entry, i));
    (void)sql_row(query);
}

static Str now_utc(Arena *arena) {
    Moment now = moment_now();
    now.offset_minutes = 0;
    return moment_iso(arena, now);
}

bool entries_append(Register *reg, Entry *entries, ptrdiff_t count, Diag *diag) {
    int64_t id;
    Str previous;
    char hex[DIGEST_HEX];
    if (!last_entry(reg, &id, &previous, diag)) return false;
    SqlQuery *query = insertion(reg, diag);
    for (ptrdiff_t i = 0; query && i < count; i++) {
        Entry *entry = &entries[i];
        entry->id = ++id;
        entry->form = ENTRY_FORM;
        entry->kind_text = str_of(kind_names[entry->kind]);
        if (!entry->at.len) entry->at = now_utc(reg->arena);
        entry->previous = previous;
        entry_hash(entry, hex);
        previous = entry->hash = str_dup(reg->arena, str_of(hex));
        insert(query, entry);
    }
    return sql_end(query);
}

/* ---- numbers ---- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool number_split(Str number, Str *series, int64_t *serial) {
    ptrdiff_t dash = number.len;
    while (dash > 0 && is_digit(number.at[dash - 1])) dash--;
    *series = str_slice(number, 0, dash);
    if (number.len - dash < 4 || !str_to_count(str_skip(number, dash), INT64_MAX, serial)) return false;
    if (dash < 7 || number.at[dash - 1] != '-' || number.at[dash - 6] != '-') return false;
    for (ptrdiff_t i = dash - 5; i < dash - 1; i++)
        if (!is_digit(number.at[i])) return false;
    return *serial > 0;
}
