/* See register.h and register_inside.h: a register made, opened and brought up to date, and its transactions.
 * A new one is made whole under another name and then given its own, so that nobody ever opens an empty file;
 * an empty file is an accident that must not start the numbers again. */
#include "trust/register_inside.h"

#include "base/out.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* `pending` holds the one certificate being written (and what killed writers left), `entry` the chain, to
 * which rows are only ever added; of_id is the certificate's first entry. The indexes are for what is asked
 * of a register with very many. */
static const char old_schema[] =
    "CREATE TABLE entry(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, number TEXT NOT NULL, at TEXT NOT NULL,"
    " hall TEXT NOT NULL, table_name TEXT NOT NULL, profile TEXT NOT NULL, verdict TEXT NOT NULL,"
    " issued TEXT NOT NULL, valid_until TEXT NOT NULL, pdf_path TEXT NOT NULL, json_path TEXT NOT NULL,"
    " pdf_sha256 TEXT NOT NULL, json_sha256 TEXT NOT NULL, reason TEXT NOT NULL, previous TEXT NOT NULL,"
    " hash TEXT NOT NULL);"
    "CREATE TABLE pending(number TEXT PRIMARY KEY, pid INTEGER NOT NULL, started TEXT NOT NULL,"
    " hall TEXT NOT NULL, table_name TEXT NOT NULL, profile TEXT NOT NULL, verdict TEXT NOT NULL,"
    " issued TEXT NOT NULL, valid_until TEXT NOT NULL, pdf_path TEXT NOT NULL, json_path TEXT NOT NULL,"
    " pdf_sha256 TEXT NOT NULL, json_sha256 TEXT NOT NULL);";

/* Added to a register of form 0, and to a new one. */
static const char newer[] =
    "ALTER TABLE entry ADD COLUMN issuer TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE entry ADD COLUMN scope TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE entry ADD COLUMN measured TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE entry ADD COLUMN origin TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE entry ADD COLUMN form INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE entry ADD COLUMN of_id INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE entry ADD COLUMN results TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE pending ADD COLUMN kind TEXT NOT NULL DEFAULT 'issued';"
    "ALTER TABLE pending ADD COLUMN issuer TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE pending ADD COLUMN scope TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE pending ADD COLUMN measured TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE pending ADD COLUMN results TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE pending ADD COLUMN supersedes TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX IF NOT EXISTS entry_number ON entry(number);"
    "CREATE INDEX entry_table ON entry(table_name);"
    "CREATE INDEX entry_until ON entry(valid_until) WHERE kind = 'issued';"
    "CREATE INDEX entry_series ON entry(rtrim(number, '0123456789'),"
    " CAST(substr(number, length(rtrim(number, '0123456789')) + 1) AS INTEGER));"
    "CREATE INDEX entry_line ON entry(id, kind, number, valid_until, verdict, profile, hall, table_name)"
    " WHERE kind IN ('issued', 'partial');"
    "UPDATE entry SET of_id = (SELECT min(id) FROM entry AS first WHERE first.number = entry.number);"
    "CREATE INDEX entry_ended ON entry(id, kind, of_id) WHERE kind IN ('superseded', 'withdrawn');"
    "PRAGMA user_version = 1;";

/* ---- transactions ---- */

bool register_commit(Register *reg, bool ok, Diag *diag) {
    Diag ignored = {.arena = reg->arena};
    if (ok && sql_exec(reg->sql, "COMMIT", diag)) return true;
    (void)sql_exec(reg->sql, "ROLLBACK", &ignored);
    return false;
}

bool register_write(Register *reg, Diag *diag) {
    enum { PATIENCE_MS = 60000, NAP_MS = 5 };
    int64_t began = clock_monotonic_ms();
    Str living = S("");
    for (;;) {
        if (!sql_exec(reg->sql, "BEGIN IMMEDIATE", diag)) return false;
        if (!pending_settle(reg, &living, diag)) return register_commit(reg, false, diag);
        if (!living.len) return true;
        if (!register_commit(reg, true, diag)) return false;
        if (clock_monotonic_ms() - began > PATIENCE_MS)
            return diag_machine(diag, reg->place,
                                "another program has been writing certificate %.*s for a minute",
                                SARG(living));
        nanosleep(&(struct timespec){.tv_nsec = NAP_MS * 1000000L}, NULL);
    }
}

/* ---- making ---- */

/* PATH.PID.tmp of makers that were killed; a register that has its name leaves none. */
static void sweep(Arena *arena, const char *path) {
    Str rest = str_of(path), start, folder = S(".");
    ptrdiff_t slash = rest.len;
    int64_t pid;
    while (slash > 0 && rest.at[slash - 1] != '/') slash--;
    if (slash) folder = str_slice(rest, 0, slash);
    start = str_fmt(arena, "%.*s.", SARG(str_skip(rest, slash)));
    DIR *listing = opendir(str_z(arena, folder));
    for (const struct dirent *file; listing && (file = readdir(listing));) {
        Str name = str_of(file->d_name);
        if (!str_starts(name, start) || !str_ends(name, S(".tmp"))) continue;
        if (str_to_count(str_slice(name, start.len, name.len - 4), INT32_MAX, &pid) && kill((pid_t)pid, 0) &&
            errno == ESRCH)
            unlinkat(dirfd(listing), file->d_name, 0);
    }
    if (listing) closedir(listing);
}

static bool write_whole(const char *path, Str bytes) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return false;
    bool ok = write(fd, bytes.at, (size_t)bytes.len) == bytes.len && fsync(fd) == 0;
    return close(fd) == 0 && ok;
}

/* Gives it its name, never instead of another file; file systems without that know links. */
static bool name_it(const char *staged, const char *path) {
    if (renameat2(AT_FDCWD, staged, AT_FDCWD, path, RENAME_NOREPLACE) == 0) return true;
    return (errno == EINVAL || errno == ENOSYS) && link(staged, path) == 0;
}

/* Where two make it at once, the first one's stays. */
static bool make(Arena *arena, const char *path, Diag *diag) {
    Str image;
    char *schema = str_z(arena, str_fmt(arena, "%s%s", old_schema, newer));
    char *staged = out_staged(arena, path, getpid());
    if (!sql_image(arena, schema, &image, diag)) return false;
    sweep(arena, path);
    unlink(staged);
    bool ok = write_whole(staged, image) && (name_it(staged, path) || errno == EEXIST);
    int fault = errno;
    unlink(staged);
    return ok || diag_machine(diag, place_file(str_of(path)), "cannot be made: %s", strerror(fault));
}

static bool check_file(Arena *arena, const char *path, bool create, Diag *diag) {
    struct stat info;
    Place place = place_file(str_of(path));
    if (stat(path, &info) != 0) {
        if (errno != ENOENT && errno != ENOTDIR) return diag_unreadable(diag, place, errno);
        if (!create) return diag_error(diag, place, "there is no such register");
        return make(arena, path, diag);
    }
    if (!S_ISREG(info.st_mode)) return diag_error(diag, place, "is no regular file");
    return info.st_size || diag_error(diag, place, "is empty, and no register; if it was one, it is lost");
}

/* ---- opening ---- */

static bool ask_int(Register *reg, const char *question, int64_t *answer, Diag *diag) {
    SqlQuery *query = sql_query(reg->sql, question, diag);
    *answer = query && sql_row(query) ? sql_int(query, 0) : 0;
    return sql_end(query);
}

static bool is_version(Register *reg, int64_t wanted, bool *is, Diag *diag) {
    int64_t version;
    bool ok = ask_int(reg, "PRAGMA user_version", &version, diag);
    *is = version == wanted;
    return ok;
}

/* A register of form 0 gets what is newer; only one program does it. */
static bool bring_up_to_date(Register *reg, Diag *diag) {
    int64_t tables;
    bool old;
    if (!ask_int(reg, "SELECT count(*) FROM sqlite_master WHERE name IN ('entry', 'pending')", &tables, diag))
        return false;
    if (tables != 2) return diag_error(diag, reg->place, "is no register");
    if (!is_version(reg, 0, &old, diag)) return false;
    if (!old) return true;
    if (!sql_exec(reg->sql, "BEGIN IMMEDIATE", diag)) return false;
    bool ok = is_version(reg, 0, &old, diag) && (!old || sql_exec(reg->sql, newer, diag));
    return register_commit(reg, ok, diag);
}

/* Readers do not wait: they settle only what a dead writer left. */
static bool settle(Register *reg, Diag *diag) {
    int64_t pending;
    Str living;
    if (!ask_int(reg, "SELECT count(*) FROM pending", &pending, diag)) return false;
    if (!pending) return true;
    if (!sql_exec(reg->sql, "BEGIN IMMEDIATE", diag)) return false;
    return register_commit(reg, pending_settle(reg, &living, diag), diag);
}

Register *register_open(Arena *arena, const char *path, bool create, Diag *diag) {
    Register *reg = NEW(arena, Register);
    *reg = (Register){.arena = arena,
                      .path = str_z(arena, str_of(path)),
                      .place = place_file(str_dup(arena, str_of(path)))};
    if (!check_file(arena, path, create, diag)) return NULL;
    reg->sql = sql_open(arena, path, diag);
    if (!reg->sql) return NULL;
    if (bring_up_to_date(reg, diag) && settle(reg, diag)) return reg;
    sql_close(reg->sql);
    return NULL;
}

void register_close(Register *reg) {
    if (reg->writing) register_cancel(reg);
    sql_close(reg->sql);
}

static bool make_folder(const char *path, Diag *diag) {
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           diag_machine(diag, place_file(str_of(path)), "cannot be made: %s", strerror(errno));
}

const char *register_default_path(Arena *arena, bool create, Diag *diag) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && data[0] == '/';
    if (!own && (!home || home[0] != '/')) {
        diag_machine(diag, NO_PLACE,
                     "neither XDG_DATA_HOME nor HOME names a folder; name the register with --register");
        return NULL;
    }
    Str share = own ? str_of(data) : str_fmt(arena, "%s/.local/share", home);
    char *folder = str_z(arena, str_fmt(arena, "%.*s/tablecert", SARG(share)));
    if (create && ((!own && !make_folder(str_z(arena, str_fmt(arena, "%s/.local", home)), diag)) ||
                   !make_folder(str_z(arena, share), diag) || !make_folder(folder, diag)))
        return NULL;
    return str_z(arena, str_fmt(arena, "%s/register.db", folder));
}
