/* See register.h: numbers given out, certificates superseded and withdrawn. */
#include "trust/register_inside.h"

#include <assert.h>
#include <unistd.h>

/* ---- the number ---- */

static bool check_prefix(const char *prefix, Diag *diag) {
    for (const char *c = prefix; *c; c++)
        if (!((*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z')))
            return diag_error(diag, NO_PLACE, "number prefix '%s': expected letters and digits", prefix);
    return *prefix || diag_error(diag, NO_PLACE, "the number prefix is empty: expected letters and digits");
}

/* The greatest NNNN given out under PREFIX-YYYY-. */
static bool last_serial(Register *reg, Str series, int64_t *serial, Diag *diag) {
    SqlQuery *query = sql_query(
        reg->sql,
        "SELECT max(CAST(substr(number, length(rtrim(number, '0123456789')) + 1) AS INTEGER)) FROM entry"
        " WHERE rtrim(number, '0123456789') = ?",
        diag);
    if (query) sql_bind(query, 1, series);
    *serial = query && sql_row(query) ? sql_int(query, 0) : 0;
    return sql_end(query);
}

/* ---- superseding ---- */

static bool listed(Str list, Str word) {
    while (list.len)
        if (str_eq(str_cut(&list, ','), word)) return true;
    return false;
}

/* No games named: all games of the profile. */
static bool covers(Str scope, Str older) {
    if (!scope.len) return true;
    if (!older.len) return false;
    while (older.len)
        if (!listed(scope, str_cut(&older, ','))) return false;
    return true;
}

/* In force, and of the same issuer, hall, table and profile; a table without a name is no table again. */
static bool find_superseded(Register *reg, const Registration *r, Diag *diag) {
    Entries older = {0};
    const RegisterQuery query = {.table = r->table, .results = true};
    reg->supersedes = (Numbers){0};
    if (r->partial || !r->table.len) return true;
    if (!register_list(reg, reg->arena, &query, &older, diag)) return false;
    for (ptrdiff_t i = 0; i < older.list.n; i++) {
        const Entry *old = &older.list.at[i];
        if (old->standing != ENTRY_ISSUED || !str_eq(old->hall, r->hall) || !str_eq(old->issuer, r->issuer) ||
            !str_eq(old->profile, r->profile) || !covers(r->scope, old->scope))
            continue;
        *VEC_PUSH(reg->arena, &reg->supersedes.list) = old->number;
    }
    return true;
}

/* ---- issuing ---- */

static bool warn_of_clock(Register *reg, Str issued, Diag *diag) {
    SqlQuery *query = entry_query(reg, "WHERE origin = '' ORDER BY id DESC LIMIT 1", diag);
    if (query && sql_row(query)) {
        Entry newest = entry_read(query, reg->arena);
        Str day = str_slice(newest.at, 0, 10);
        if (str_cmp(newest.issued, day) > 0) day = newest.issued;
        if (str_cmp(issued, day) < 0)
            diag_warning(diag, reg->place,
                         "the day of issue, %.*s, is before that of the newest entry, %.*s of %.*s: is the "
                         "clock right?",
                         SARG(issued), SARG(newest.number), SARG(day));
    }
    return sql_end(query);
}

bool register_begin(Register *reg, const Registration *r, Str *number, Numbers *supersedes, Diag *diag) {
    int64_t serial;
    assert(!reg->writing);
    if (!check_prefix(r->prefix, diag) || !register_write(reg, diag)) return false;
    reg->writing = true;
    Str series = str_fmt(reg->arena, "%s-%04d-", r->prefix, r->year);
    if (!last_serial(reg, series, &serial, diag) || !find_superseded(reg, r, diag) ||
        !warn_of_clock(reg, r->issued, diag)) {
        register_cancel(reg);
        return false;
    }
    *number = reg->number = str_fmt(reg->arena, "%.*s%04lld", SARG(series), (long long)serial + 1);
    *supersedes = reg->supersedes;
    reg->coming = (Entry){.kind = r->partial ? ENTRY_PARTIAL : ENTRY_ISSUED,
                          .number = reg->number,
                          .issuer = r->issuer,
                          .hall = r->hall,
                          .table = r->table,
                          .profile = r->profile,
                          .verdict = r->verdict,
                          .scope = r->scope,
                          .measured = r->measured,
                          .issued = r->issued,
                          .valid_until = r->valid_until,
                          .results = r->results};
    return true;
}

/* Files are found again from any folder. */
static Str absolute(Arena *arena, Str path) {
    char folder[4096];
    if (str_starts(path, S("/")) || !getcwd(folder, sizeof folder)) return path;
    return str_fmt(arena, "%s/%.*s", folder, SARG(path));
}

bool register_pending(Register *reg, Str json_path, Str json_sha256, Str pdf_path, Str pdf_sha256,
                      Diag *diag) {
    reg->coming.json_path = absolute(reg->arena, json_path);
    reg->coming.pdf_path = absolute(reg->arena, pdf_path);
    reg->coming.json_sha256 = str_dup(reg->arena, json_sha256);
    reg->coming.pdf_sha256 = str_dup(reg->arena, pdf_sha256);
    reg->writing = false;
    return register_commit(reg, pending_add(reg, &reg->coming, &reg->supersedes, diag), diag);
}

bool register_issued(Register *reg, Diag *diag) {
    if (sql_exec(reg->sql, "BEGIN IMMEDIATE", diag) &&
        register_commit(reg, pending_enter(reg, &reg->coming, &reg->supersedes, diag), diag))
        return true;
    return diag_machine(diag, reg->place,
                        "certificate %.*s is written, but could not be entered; the next opening of the "
                        "register enters it",
                        SARG(reg->number));
}

void register_cancel(Register *reg) {
    Diag ignored = {.arena = reg->arena};
    if (reg->writing)
        (void)register_commit(reg, false, &ignored);
    else if (sql_exec(reg->sql, "BEGIN IMMEDIATE", &ignored))
        (void)register_commit(reg, pending_drop(reg, reg->number, &ignored), &ignored);
    reg->writing = false;
}

/* ---- withdrawing ---- */

static bool withdraw(Register *reg, Str number, Str reason, Diag *diag) {
    Entries found = {0};
    if (!register_entries(reg, reg->arena, number, &found, diag)) return false;
    if (!found.list.n)
        return diag_error(diag, reg->place, "no certificate %.*s in this register", SARG(number));
    for (ptrdiff_t i = 0; i < found.list.n; i++)
        if (found.list.at[i].kind == ENTRY_WITHDRAWN)
            return diag_error(diag, reg->place, "%.*s is withdrawn already", SARG(number));
    Entry entry = found.list.at[0];
    entry.kind = ENTRY_WITHDRAWN;
    entry.reason = reason;
    entry.at = entry.results = entry.origin = S("");
    return entries_append(reg, &entry, 1, diag);
}

bool register_withdraw(Register *reg, Str number, Str reason, Diag *diag) {
    return register_write(reg, diag) && register_commit(reg, withdraw(reg, number, reason, diag), diag);
}
