/* See register.h: whether the register is what it was. The file itself, the chain, the numbers, the
 * certificates. Everything is read once, entry by entry, so that a hundred thousand need little memory. */
#include "trust/register_inside.h"

#include "base/names.h"
#include "base/source.h"

#include <unistd.h>

typedef struct Audit {
    Register *reg;
    Diag *diag;
    Arena arena; /* of one entry */
    int64_t id;  /* of the entry before */
    char previous[DIGEST_HEX];
    Names numbers;       /* issued ones */
    VEC(int64_t) firsts; /* their ids, by numbers − 1 */
    Names series;
    VEC(int64_t) greatest, count; /* by series − 1 */
} Audit;

/* ---- the chain ---- */

static void audit_link(Audit *audit, const Entry *entry) {
    Register *reg = audit->reg;
    char hex[DIGEST_HEX];
    entry_hash(entry, hex);
    for (int64_t id = audit->id + 1; id < entry->id; id++)
        diag_error(audit->diag, reg->place, "entry %lld is missing", (long long)id);
    if (!str_eq(entry->previous, str_of(audit->previous)))
        diag_error(audit->diag, reg->place, "entry %lld does not follow from the one before",
                   (long long)entry->id);
    if (!str_eq(entry->hash, str_of(hex)) || entry->kind == ENTRY_UNKNOWN)
        diag_error(audit->diag, reg->place, "entry %lld (%.*s) was changed", (long long)entry->id,
                   SARG(entry->number));
    audit->id = entry->id;
    snprintf(audit->previous, sizeof audit->previous, "%.*s", SARG(entry->hash));
}

/* ---- the numbers ---- */

/* How a certificate stands is found by the id of its first entry. */
static void audit_first(Audit *audit, const Entry *entry, uint32_t name) {
    int64_t id = name ? audit->firsts.at[name - 1] : entry->id;
    if (entry->of != id)
        diag_error(audit->diag, audit->reg->place,
                   "entry %lld (%.*s) was changed: it points to another certificate", (long long)entry->id,
                   SARG(entry->number));
}

static void audit_number(Audit *audit, const Entry *entry) {
    Register *reg = audit->reg;
    Str series;
    int64_t serial;
    uint32_t name_of = names_find(&audit->numbers, entry->number);
    bool first = !name_of;
    audit_first(audit, entry, name_of);
    if (entry->kind == ENTRY_SUPERSEDED || entry->kind == ENTRY_WITHDRAWN) {
        if (first)
            diag_error(audit->diag, reg->place, "entry %lld: %.*s was never issued", (long long)entry->id,
                       SARG(entry->number));
        return;
    }
    if (!first)
        diag_error(audit->diag, reg->place, "entry %lld: %.*s was issued twice", (long long)entry->id,
                   SARG(entry->number));
    if (first) {
        names_add(&audit->numbers, entry->number);
        *VEC_PUSH(reg->arena, &audit->firsts) = entry->id;
    }
    if (!number_split(entry->number, &series, &serial)) {
        diag_error(audit->diag, reg->place, "entry %lld: '%.*s' is no number of the form PREFIX-YYYY-NNNN",
                   (long long)entry->id, SARG(entry->number));
        return;
    }
    uint32_t name = names_add(&audit->series, series);
    if (name > audit->count.n) {
        *VEC_PUSH(reg->arena, &audit->count) = 0;
        *VEC_PUSH(reg->arena, &audit->greatest) = 0;
    }
    if (first) audit->count.at[name - 1]++;
    if (serial > audit->greatest.at[name - 1]) audit->greatest.at[name - 1] = serial;
}

/* Without repeats, as many as the greatest says are all of them. */
static void audit_holes(Audit *audit) {
    enum { MOST_TOLD = 10 };
    Arena *arena = audit->reg->arena;
    for (ptrdiff_t i = 0; i < audit->count.n; i++) {
        int64_t missing = audit->greatest.at[i] - audit->count.at[i], told = 0;
        for (int64_t serial = 1; told < missing && told < MOST_TOLD && serial <= audit->greatest.at[i];
             serial++) {
            Str number = str_fmt(arena, "%.*s%04lld", SARG(audit->series.all.at[i]), (long long)serial);
            if (names_find(&audit->numbers, number)) continue;
            told++;
            diag_error(audit->diag, audit->reg->place, "number %.*s is missing", SARG(number));
        }
        if (missing > told)
            diag_error(audit->diag, audit->reg->place, "%.*s: %lld numbers are missing in all",
                       SARG(audit->series.all.at[i]), (long long)missing);
    }
}

/* ---- the certificates ---- */

static void audit_file(Audit *audit, Str number, Str path, Str sha256) {
    char hex[DIGEST_HEX], *file = str_z(audit->reg->arena, path);
    if (digest_file(file, hex) && str_eq(str_of(hex), sha256)) return;
    diag_error(audit->diag, audit->reg->place, "%.*s: '%.*s' is %s", SARG(number), SARG(path),
               access(file, F_OK) ? "missing" : "changed");
}

/* Those in force; of an imported one the files lie elsewhere. */
static bool audit_files(Audit *audit) {
    Register *reg = audit->reg;
    SqlQuery *query = sql_query(reg->sql,
                                "SELECT number, pdf_path, pdf_sha256, json_path, json_sha256 FROM entry e"
                                " WHERE kind IN ('issued', 'partial') AND origin = '' AND NOT EXISTS"
                                " (SELECT 1 FROM entry l WHERE l.number = e.number AND l.kind IN"
                                " ('superseded', 'withdrawn')) ORDER BY id",
                                audit->diag);
    while (query && sql_row(query)) {
        ArenaMark mark = arena_mark(&audit->arena);
        Str number = sql_text(query, &audit->arena, 0);
        audit_file(audit, number, sql_text(query, &audit->arena, 1), sql_text(query, &audit->arena, 2));
        audit_file(audit, number, sql_text(query, &audit->arena, 3), sql_text(query, &audit->arena, 4));
        arena_reset(&audit->arena, mark);
    }
    return sql_end(query);
}

/* ---- the whole ---- */

/* Also an index that no longer agrees with its table would hide entries. */
static bool audit_database(Audit *audit) {
    int64_t faults = 0;
    SqlQuery *query = sql_query(audit->reg->sql, "PRAGMA integrity_check", audit->diag);
    while (query && sql_row(query)) faults += !str_eq(sql_text(query, audit->reg->arena, 0), S("ok"));
    if (faults)
        diag_error(audit->diag, audit->reg->place,
                   "the file is damaged: what it holds does not agree in %lld %s", (long long)faults,
                   faults == 1 ? "place" : "places");
    return sql_end(query);
}

static bool audit_entries(Audit *audit) {
    SqlQuery *query = entry_query(audit->reg, "NOT INDEXED ORDER BY id", audit->diag);
    while (query && sql_row(query)) {
        ArenaMark mark = arena_mark(&audit->arena);
        Entry entry = entry_read(query, &audit->arena);
        audit_link(audit, &entry);
        audit_number(audit, &entry);
        arena_reset(&audit->arena, mark);
    }
    return sql_end(query);
}

bool register_audit(Register *reg, Diag *diag) {
    Audit audit = {
        .reg = reg, .diag = diag, .numbers = {.arena = reg->arena}, .series = {.arena = reg->arena}};
    int before = diag->count[SEVERITY_ERROR];
    (void)NEW(&audit.arena, char);           /* its first chunk stays from entry to entry */
    if (sql_exec(reg->sql, "BEGIN", diag)) { /* one state, whoever writes meanwhile */
        if (audit_database(&audit) && audit_entries(&audit)) {
            audit_holes(&audit);
            (void)audit_files(&audit);
        }
        (void)register_commit(reg, true, diag);
    }
    arena_free(&audit.arena);
    return diag->count[SEVERITY_ERROR] == before;
}
