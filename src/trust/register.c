/* See register.h. SQLite lives in this file alone. Two tables: `pending` holds the one certificate being
 * written (and what killed writers left), `entry` the chain, to which rows are only ever added. */
#include "trust/register.h"

#include "base/buf.h"
#include "base/digest.h"

#include <assert.h>
#include <errno.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

struct Register {
    Arena *arena;
    sqlite3 *db;
    Place place;
    Registration registration;
    Str number;
    int64_t serial; /* NNNN of the number being issued */
    bool writing;
};

enum { BUSY_MS = 15000 };

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS entry(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, number TEXT NOT NULL, at "
    "TEXT NOT NULL,"
    " hall TEXT NOT NULL, table_name TEXT NOT NULL, profile TEXT NOT NULL, verdict TEXT NOT NULL, issued "
    "TEXT NOT NULL,"
    " valid_until TEXT NOT NULL, pdf_path TEXT NOT NULL, json_path TEXT NOT NULL, pdf_sha256 TEXT NOT NULL,"
    " json_sha256 TEXT NOT NULL, reason TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS entry_number ON entry(number);"
    "CREATE TABLE IF NOT EXISTS pending(number TEXT PRIMARY KEY, pid INTEGER NOT NULL, started TEXT NOT NULL,"
    " hall TEXT NOT NULL, table_name TEXT NOT NULL, profile TEXT NOT NULL, verdict TEXT NOT NULL, issued "
    "TEXT NOT NULL,"
    " valid_until TEXT NOT NULL, pdf_path TEXT NOT NULL, json_path TEXT NOT NULL, pdf_sha256 TEXT NOT NULL,"
    " json_sha256 TEXT NOT NULL);";

static const char *const kind_names[] = {"issued", "superseded", "withdrawn"};

static bool sql_error(Register *reg, Diag *diag) {
    int code = sqlite3_errcode(reg->db);
    if (code == SQLITE_NOTADB) return diag_error(diag, reg->place, "is no register");
    if (code == SQLITE_BUSY)
        return diag_machine(diag, reg->place, "another program is writing in the register");
    return diag_machine(diag, reg->place, "the register cannot be used: %s", sqlite3_errmsg(reg->db));
}

static bool exec(Register *reg, const char *sql, Diag *diag) {
    return sqlite3_exec(reg->db, sql, NULL, NULL, NULL) == SQLITE_OK || sql_error(reg, diag);
}

static sqlite3_stmt *prepare(Register *reg, const char *sql, Diag *diag) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(reg->db, sql, -1, &statement, NULL) != SQLITE_OK) sql_error(reg, diag);
    return statement;
}

static void bind(sqlite3_stmt *statement, int at, Str s) {
    sqlite3_bind_text(statement, at, s.at, (int)s.len, SQLITE_TRANSIENT);
}

static Str column(Arena *arena, sqlite3_stmt *statement, int i) {
    const char *text = (const char *)sqlite3_column_text(statement, i);
    return str_dup(arena, str_of(text));
}

/* Steps a statement that gives no row, and ends it. */
static bool finish(Register *reg, sqlite3_stmt *statement, Diag *diag) {
    bool ok = statement && sqlite3_step(statement) == SQLITE_DONE;
    if (statement && !ok) sql_error(reg, diag);
    sqlite3_finalize(statement);
    return ok;
}

/* ---- The chain ---- */

/* Every field preceded by its length, so that no two different entries read alike. */
static void entry_hash(const Entry *entry, char hex[DIGEST_HEX]) {
    Buf out = {0};
    const Str fields[] = {str_of(kind_names[entry->kind]),
                          entry->number,
                          entry->at,
                          entry->hall,
                          entry->table,
                          entry->profile,
                          entry->verdict,
                          entry->issued,
                          entry->valid_until,
                          entry->pdf_path,
                          entry->json_path,
                          entry->pdf_sha256,
                          entry->json_sha256,
                          entry->reason,
                          entry->previous};
    buf_printf(&out, "%lld;", (long long)entry->id);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        buf_printf(&out, "%td:", fields[i].len);
        buf_put(&out, fields[i]);
    }
    digest_hex(buf_str(&out), hex);
    buf_free(&out);
}

static Entry read_entry(Arena *arena, sqlite3_stmt *s) {
    Entry entry = {.id = sqlite3_column_int64(s, 0)};
    Str kind = column(arena, s, 1);
    for (int k = 0; k < 3; k++)
        if (str_eq(kind, str_of(kind_names[k]))) entry.kind = (EntryKind)k;
    Str *const fields[] = {&entry.number,   &entry.at,        &entry.hall,       &entry.table,
                           &entry.profile,  &entry.verdict,   &entry.issued,     &entry.valid_until,
                           &entry.pdf_path, &entry.json_path, &entry.pdf_sha256, &entry.json_sha256,
                           &entry.reason,   &entry.previous,  &entry.hash};
    for (int i = 0; i < (int)(sizeof fields / sizeof fields[0]); i++) *fields[i] = column(arena, s, i + 2);
    return entry;
}

static bool last_entry(Register *reg, Entry *out, Diag *diag) {
    *out = (Entry){.hash = S("")};
    sqlite3_stmt *s = prepare(reg, "SELECT * FROM entry ORDER BY id DESC LIMIT 1", diag);
    if (!s) return false;
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW)
        *out = read_entry(reg->arena, s);
    else if (step != SQLITE_DONE)
        sql_error(reg, diag);
    sqlite3_finalize(s);
    return step == SQLITE_ROW || step == SQLITE_DONE;
}

static Str now_utc(Arena *arena) {
    Moment now = moment_now();
    now.offset_minutes = 0;
    return moment_iso(arena, now);
}

/* Fills id, at, previous and hash, and adds the entry. A transaction must be open. */
static bool append(Register *reg, Entry entry, Diag *diag) {
    Entry last;
    char hex[DIGEST_HEX];
    if (!last_entry(reg, &last, diag)) return false;
    entry.id = last.id + 1;
    entry.at = now_utc(reg->arena);
    entry.previous = last.hash;
    entry_hash(&entry, hex);
    entry.hash = str_of(hex);
    sqlite3_stmt *s = prepare(reg, "INSERT INTO entry VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", diag);
    if (!s) return false;
    const Str fields[] = {str_of(kind_names[entry.kind]),
                          entry.number,
                          entry.at,
                          entry.hall,
                          entry.table,
                          entry.profile,
                          entry.verdict,
                          entry.issued,
                          entry.valid_until,
                          entry.pdf_path,
                          entry.json_path,
                          entry.pdf_sha256,
                          entry.json_sha256,
                          entry.reason,
                          entry.previous,
                          entry.hash};
    sqlite3_bind_int64(s, 1, entry.id);
    for (int i = 0; i < (int)(sizeof fields / sizeof fields[0]); i++) bind(s, i + 2, fields[i]);
    return finish(reg, s, diag);
}

/* ---- Writers ---- */

/* When the process began, as the kernel tells it; empty if there is no such process. */
static Str process_start(Arena *arena, long pid) {
    char text[1024];
    FILE *file = fopen(str_z(arena, str_fmt(arena, "/proc/%ld/stat", pid)), "r");
    if (!file) return S("");
    size_t n = fread(text, 1, sizeof text, file);
    fclose(file);
    Str rest = {text, (ptrdiff_t)n};
    ptrdiff_t name_end = -1;
    for (ptrdiff_t i = 0; i < rest.len; i++)
        if (rest.at[i] == ')') name_end = i;
    rest = str_skip(rest, name_end + 2);
    for (int field = 3; field < 22; field++) (void)str_cut(&rest, ' ');
    return str_dup(arena, str_cut(&rest, ' '));
}

static bool same_digest(Arena *arena, Str path, Str sha256) {
    char hex[DIGEST_HEX];
    return digest_file(str_z(arena, path), hex) && str_eq(str_of(hex), sha256);
}

static void remove_rest(Arena *arena, Str path, Str sha256, long pid) {
    if (same_digest(arena, path, sha256)) unlink(str_z(arena, path));
    unlink(str_z(arena, str_fmt(arena, "%.*s.%ld.tmp", SARG(path), pid)));
}

static bool drop_pending(Register *reg, Str number, Diag *diag) {
    sqlite3_stmt *s = prepare(reg, "DELETE FROM pending WHERE number = ?", diag);
    if (!s) return false;
    bind(s, 1, number);
    return finish(reg, s, diag);
}

/* The certificate the new one takes the place of: the last one issued for the same table in the same hall. */
static bool supersede(Register *reg, const Entry *issued, Diag *diag) {
    Entries entries = {0};
    EntryKind standing = ENTRY_ISSUED;
    if (!issued->table.len || !register_entries(reg, reg->arena, &entries, diag)) return !diag_failed(diag);
    for (ptrdiff_t i = entries.list.n - 1; i >= 0; i--) {
        Entry old = entries.list.at[i];
        if (old.kind != ENTRY_ISSUED || !str_eq(old.table, issued->table) || !str_eq(old.hall, issued->hall))
            continue;
        register_standing(&entries, old.number, &standing);
        if (standing != ENTRY_ISSUED) continue;
        old.kind = ENTRY_SUPERSEDED;
        old.reason = issued->number;
        return append(reg, old, diag);
    }
    return true;
}

static bool enter_issued(Register *reg, Entry entry, Diag *diag) {
    entry.kind = ENTRY_ISSUED;
    entry.reason = S("");
    return supersede(reg, &entry, diag) && append(reg, entry, diag) && drop_pending(reg, entry.number, diag);
}

typedef struct Pending {
    Entry entry;
    long pid;
    Str started;
} Pending;

static Pending read_pending(Arena *arena, sqlite3_stmt *s) {
    Pending p = {.pid = (long)sqlite3_column_int64(s, 1)};
    p.entry.number = column(arena, s, 0);
    p.started = column(arena, s, 2);
    Str *const fields[] = {&p.entry.hall,       &p.entry.table,       &p.entry.profile,  &p.entry.verdict,
                           &p.entry.issued,     &p.entry.valid_until, &p.entry.pdf_path, &p.entry.json_path,
                           &p.entry.pdf_sha256, &p.entry.json_sha256};
    for (int i = 0; i < (int)(sizeof fields / sizeof fields[0]); i++) *fields[i] = column(arena, s, i + 3);
    return p;
}

static bool settle_one(Register *reg, const Pending *p, Diag *diag) {
    Arena *arena = reg->arena;
    Str started = process_start(arena, p->pid);
    if (started.len && str_eq(started, p->started)) return true;      /* still being written */
    if (same_digest(arena, p->entry.pdf_path, p->entry.pdf_sha256)) { /* it is renamed last */
        diag_note(diag, reg->place,
                  "certificate %.*s was written before its writer was stopped; it is entered now",
                  SARG(p->entry.number));
        return enter_issued(reg, p->entry, diag);
    }
    remove_rest(arena, p->entry.json_path, p->entry.json_sha256, p->pid);
    remove_rest(arena, p->entry.pdf_path, p->entry.pdf_sha256, p->pid);
    diag_note(diag, reg->place, "certificate %.*s was not finished; its number is free again",
              SARG(p->entry.number));
    return drop_pending(reg, p->entry.number, diag);
}

static bool settle(Register *reg, Diag *diag) {
    VEC(Pending) left = {0};
    sqlite3_stmt *s = prepare(reg, "SELECT * FROM pending ORDER BY number", diag);
    if (!s) return false;
    while (sqlite3_step(s) == SQLITE_ROW) *VEC_PUSH(reg->arena, &left) = read_pending(reg->arena, s);
    sqlite3_finalize(s);
    bool ok = true;
    for (ptrdiff_t i = 0; i < left.n && ok; i++) ok = settle_one(reg, &left.at[i], diag);
    return ok;
}

static bool begin(Register *reg, Diag *diag) { return exec(reg, "BEGIN IMMEDIATE", diag); }

static bool commit(Register *reg, bool ok, Diag *diag) {
    if (ok) return exec(reg, "COMMIT", diag);
    sqlite3_exec(reg->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* ---- The public part ---- */

static bool prepare_file(Register *reg, Diag *diag) {
    sqlite3_busy_timeout(reg->db, BUSY_MS);
    if (!exec(reg, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;", diag)) return false;
    bool ok = begin(reg, diag) && exec(reg, schema, diag) && settle(reg, diag);
    return commit(reg, ok, diag);
}

Register *register_open(Arena *arena, const char *path, bool create, Diag *diag) {
    Register *reg = NEW(arena, Register);
    *reg = (Register){.arena = arena, .place = place_file(str_dup(arena, str_of(path)))};
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        diag_machine(diag, reg->place, "is no regular file");
        return NULL;
    }
    if (!create && stat(path, &info) != 0) {
        diag_error(diag, reg->place, "there is no such register: %s", strerror(errno));
        return NULL;
    }
    int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(path, &reg->db, flags, NULL) == SQLITE_OK) {
        if (prepare_file(reg, diag)) return reg;
    } else {
        sql_error(reg, diag);
    }
    sqlite3_close(reg->db);
    return NULL;
}

void register_close(Register *reg) {
    if (reg->writing) register_cancel(reg);
    sqlite3_close(reg->db);
}

static bool make_folder(const char *path, Diag *diag) {
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           diag_machine(diag, place_file(str_of(path)), "cannot be made: %s", strerror(errno));
}

const char *register_default_path(Arena *arena, Diag *diag) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && data[0] == '/';
    if (!own && (!home || home[0] != '/')) {
        diag_machine(diag, NO_PLACE,
                     "neither XDG_DATA_HOME nor HOME names a folder; name the register with --register");
        return NULL;
    }
    Str share = own ? str_of(data) : str_fmt(arena, "%s/.local/share", home);
    if (!own && !make_folder(str_z(arena, str_fmt(arena, "%s/.local", home)), diag)) return NULL;
    char *folder = str_z(arena, str_fmt(arena, "%.*s/tablecert", SARG(share)));
    if (!make_folder(str_z(arena, share), diag) || !make_folder(folder, diag)) return NULL;
    return str_z(arena, str_fmt(arena, "%s/register.db", folder));
}

/* The greatest NNNN given out under PREFIX-YYYY-, also to a certificate being written. */
static bool last_serial(Register *reg, Str start, int64_t *serial, Diag *diag) {
    sqlite3_stmt *s =
        prepare(reg,
                "SELECT max(CAST(substr(number, length(?1) + 1) AS INTEGER)) FROM (SELECT number FROM entry"
                " UNION ALL SELECT number FROM pending) WHERE substr(number, 1, length(?1)) = ?1",
                diag);
    if (!s) return false;
    bind(s, 1, start);
    bool ok = sqlite3_step(s) == SQLITE_ROW;
    if (ok)
        *serial = sqlite3_column_int64(s, 0);
    else
        sql_error(reg, diag);
    sqlite3_finalize(s);
    return ok;
}

bool register_begin(Register *reg, const Registration *registration, Str *number, Diag *diag) {
    int64_t serial;
    assert(!reg->writing);
    for (const char *c = registration->prefix; *c; c++)
        if (!((*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z')))
            return diag_error(diag, NO_PLACE, "number prefix '%s': expected letters and digits",
                              registration->prefix);
    Str start = str_fmt(reg->arena, "%s-%04d-", registration->prefix, registration->year);
    if (!begin(reg, diag)) return false;
    reg->writing = true;
    if (!last_serial(reg, start, &serial, diag)) {
        register_cancel(reg);
        return false;
    }
    reg->registration = *registration;
    *number = reg->number = str_fmt(reg->arena, "%.*s%04lld", SARG(start), (long long)serial + 1);
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
    const Registration *r = &reg->registration;
    sqlite3_stmt *s = prepare(reg, "INSERT INTO pending VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)", diag);
    bool ok = s != NULL;
    if (ok) {
        const Str fields[] = {process_start(reg->arena, getpid()),
                              r->hall,
                              r->table,
                              r->profile,
                              r->verdict,
                              r->issued,
                              r->valid_until,
                              absolute(reg->arena, pdf_path),
                              absolute(reg->arena, json_path),
                              pdf_sha256,
                              json_sha256};
        bind(s, 1, reg->number);
        sqlite3_bind_int64(s, 2, getpid());
        for (int i = 0; i < (int)(sizeof fields / sizeof fields[0]); i++) bind(s, i + 3, fields[i]);
        ok = finish(reg, s, diag);
    }
    reg->writing = false;
    return commit(reg, ok, diag);
}

bool register_issued(Register *reg, Diag *diag) {
    sqlite3_stmt *s = prepare(reg, "SELECT * FROM pending WHERE number = ?", diag);
    if (!s) return false;
    bind(s, 1, reg->number);
    bool there = sqlite3_step(s) == SQLITE_ROW;
    Pending p = there ? read_pending(reg->arena, s) : (Pending){0};
    sqlite3_finalize(s);
    if (!there) return diag_machine(diag, reg->place, "the entry of %.*s is gone", SARG(reg->number));
    if (!begin(reg, diag)) return false;
    return commit(reg, enter_issued(reg, p.entry, diag), diag);
}

void register_cancel(Register *reg) {
    Diag ignored = {.arena = reg->arena};
    if (reg->writing)
        (void)commit(reg, false, &ignored);
    else if (begin(reg, &ignored))
        (void)commit(reg, drop_pending(reg, reg->number, &ignored), &ignored);
    reg->writing = false;
}

bool register_withdraw(Register *reg, Str number, Str reason, Diag *diag) {
    Entries entries = {0};
    EntryKind standing = ENTRY_ISSUED;
    if (!begin(reg, diag)) return false;
    if (!register_entries(reg, reg->arena, &entries, diag)) return commit(reg, false, diag);
    const Entry *found = register_standing(&entries, number, &standing);
    bool ok = true;
    if (!found)
        ok = diag_error(diag, reg->place, "no certificate %.*s in this register", SARG(number));
    else if (standing == ENTRY_WITHDRAWN)
        ok = diag_error(diag, reg->place, "%.*s is withdrawn already", SARG(number));
    if (found && ok) {
        Entry entry = *found;
        entry.kind = ENTRY_WITHDRAWN;
        entry.reason = reason;
        ok = append(reg, entry, diag);
    }
    return commit(reg, ok, diag);
}

bool register_entries(Register *reg, Arena *arena, Entries *out, Diag *diag) {
    int step;
    sqlite3_stmt *s = prepare(reg, "SELECT * FROM entry ORDER BY id", diag);
    if (!s) return false;
    while ((step = sqlite3_step(s)) == SQLITE_ROW) *VEC_PUSH(arena, &out->list) = read_entry(arena, s);
    sqlite3_finalize(s);
    return step == SQLITE_DONE || sql_error(reg, diag);
}

const Entry *register_standing(const Entries *entries, Str number, EntryKind *standing) {
    const Entry *found = NULL;
    for (ptrdiff_t i = 0; i < entries->list.n; i++) {
        const Entry *entry = &entries->list.at[i];
        if (!str_eq(entry->number, number)) continue;
        if (!found) found = entry;
        *standing = entry->kind;
    }
    return found;
}

static void audit_chain(const Register *reg, const Entries *entries, Diag *diag) {
    Str previous = S("");
    for (ptrdiff_t i = 0; i < entries->list.n; i++) {
        const Entry *entry = &entries->list.at[i];
        char hex[DIGEST_HEX];
        entry_hash(entry, hex);
        if (entry->id != i + 1) diag_error(diag, reg->place, "entry %td is missing", i + 1);
        if (!str_eq(entry->previous, previous))
            diag_error(diag, reg->place, "entry %lld does not follow from the one before",
                       (long long)entry->id);
        if (!str_eq(entry->hash, str_of(hex)))
            diag_error(diag, reg->place, "entry %lld (%.*s) was changed", (long long)entry->id,
                       SARG(entry->number));
        previous = entry->hash;
    }
}

static void audit_files(Arena *arena, const Register *reg, const Entries *entries, Diag *diag) {
    for (ptrdiff_t i = 0; i < entries->list.n; i++) {
        const Entry *entry = &entries->list.at[i];
        EntryKind standing = ENTRY_ISSUED;
        register_standing(entries, entry->number, &standing);
        if (entry->kind != ENTRY_ISSUED || standing != ENTRY_ISSUED) continue;
        if (!same_digest(arena, entry->pdf_path, entry->pdf_sha256))
            diag_error(diag, reg->place, "%.*s: '%.*s' is missing or changed", SARG(entry->number),
                       SARG(entry->pdf_path));
        if (!same_digest(arena, entry->json_path, entry->json_sha256))
            diag_error(diag, reg->place, "%.*s: '%.*s' is missing or changed", SARG(entry->number),
                       SARG(entry->json_path));
    }
}

/* Numbers of one prefix and year are issued in order, so a gap is a number that does not follow the last one.
 */
static void audit_numbers(Arena *arena, const Register *reg, const Entries *entries, Diag *diag) {
    VEC(Str) starts = {0};
    VEC(int64_t) serials = {0};
    for (ptrdiff_t i = 0; i < entries->list.n; i++) {
        const Entry *entry = &entries->list.at[i];
        ptrdiff_t dash = entry->number.len;
        while (dash > 0 && entry->number.at[dash - 1] != '-') dash--;
        Str start = str_slice(entry->number, 0, dash);
        int64_t serial, k = 0;
        if (entry->kind != ENTRY_ISSUED || !str_to_count(str_skip(entry->number, dash), INT64_MAX, &serial))
            continue;
        while (k < starts.n && !str_eq(starts.at[k], start)) k++;
        if (k == starts.n) *VEC_PUSH(arena, &starts) = start, *VEC_PUSH(arena, &serials) = 0;
        if (serial != serials.at[k] + 1)
            diag_error(diag, reg->place, "%.*s does not follow %.*s%04lld", SARG(entry->number), SARG(start),
                       (long long)serials.at[k]);
        serials.at[k] = serial;
    }
}

bool register_audit(Register *reg, Arena *arena, Diag *diag) {
    Entries entries = {0};
    int before = diag->count[SEVERITY_ERROR];
    if (!register_entries(reg, arena, &entries, diag)) return false;
    audit_chain(reg, &entries, diag);
    audit_numbers(arena, reg, &entries, diag);
    audit_files(arena, reg, &entries, diag);
    return diag->count[SEVERITY_ERROR] == before;
}
