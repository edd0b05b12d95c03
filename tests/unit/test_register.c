/* trust/register: numbers without gaps, the chain of hashes, what a killed writer leaves. */
#include "unit.h"

#include "base/digest.h"
#include "trust/register.h"

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

static Arena arena;
static Diag diag;
static char folder[] = "/tmp/tablecert-register-XXXXXX";

static Str path_of(const char *name) { return str_fmt(&arena, "%s/%s", folder, name); }
static const char *db(void) { return str_z(&arena, path_of("r.db")); }

static void remove_folder(void) {
    static const char *const files[] = {"a.pdf", "a.json", "b.pdf", "b.json",
                                        "c.pdf", "c.json", "r.db",  "r2.db"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) unlink(str_z(&arena, path_of(files[i])));
    rmdir(folder);
    arena_free(&arena);
}

static void setup_folder(void) {
    remove_folder();
    diag = (Diag){.arena = &arena};
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void put(const char *name, const char *text) {
    FILE *file = fopen(str_z(&arena, path_of(name)), "w");
    fputs(text, file);
    fclose(file);
}

static Str sha(const char *text) {
    char hex[DIGEST_HEX];
    digest_hex(str_of(text), hex);
    return str_dup(&arena, str_of(hex));
}

/* Issues a certificate for a table; files are "NAME.pdf" and "NAME.json", whose text is their name. */
static Str issue(const char *name, const char *table, int stop_after) {
    Registration r = {"TC",      2026,      S("Klub"),       str_of(table),
                      S("tiny"), S("pass"), S("2026-11-30"), S("2027-11-30")};
    Str number = S("");
    Register *reg = register_open(&arena, db(), true, &diag);
    ck_assert_ptr_nonnull(reg);
    const char *pdf = str_z(&arena, str_fmt(&arena, "%s.pdf", name)),
               *json = str_z(&arena, str_fmt(&arena, "%s.json", name));
    ck_assert(register_begin(reg, &r, &number, &diag));
    if (stop_after == 0) _exit(0);
    ck_assert(register_pending(reg, path_of(json), sha(json), path_of(pdf), sha(pdf), &diag));
    if (stop_after == 1) _exit(0);
    put(json, json);
    if (stop_after == 2) _exit(0);
    put(pdf, pdf);
    if (stop_after == 3) _exit(0);
    ck_assert(register_issued(reg, &diag));
    register_close(reg);
    return number;
}

static void issue_killed(const char *name, int stop_after) {
    pid_t child = fork();
    if (child == 0) {
        issue(name, "T9", stop_after);
        _exit(1);
    }
    int status;
    waitpid(child, &status, 0);
    ck_assert_int_eq(status, 0);
}

static bool there(const char *name) { return access(str_z(&arena, path_of(name)), F_OK) == 0; }

START_TEST(numbers_run_on_and_tables_are_superseded) {
    setup_folder();
    ASSERT_STR(issue("a", "T1", 9), "TC-2026-0001");
    ASSERT_STR(issue("b", "T2", 9), "TC-2026-0002");
    ASSERT_STR(issue("c", "T1", 9), "TC-2026-0003");
    Register *reg = register_open(&arena, db(), false, &diag);
    Entries entries = {0};
    EntryKind standing;
    ck_assert(register_entries(reg, &arena, &entries, &diag));
    ck_assert_int_eq((int)entries.list.n, 4);
    ck_assert_ptr_nonnull(register_standing(&entries, S("TC-2026-0001"), &standing));
    ck_assert_int_eq(standing, ENTRY_SUPERSEDED);
    ASSERT_STR(entries.list.at[2].reason, "TC-2026-0003");
    ck_assert(register_withdraw(reg, S("TC-2026-0002"), S("wrong table"), &diag));
    ck_assert(!register_withdraw(reg, S("TC-2026-0002"), S("again"), &diag));
    Diag clean = {.arena = &arena};
    ck_assert(register_audit(reg, &arena, &clean));
    register_close(reg);
    remove_folder();
}
END_TEST

START_TEST(a_killed_writer_leaves_both_or_neither) {
    for (int stop = 0; stop <= 3; stop++) {
        setup_folder();
        issue("a", "T1", 9);
        issue_killed("b", stop);
        ASSERT_STR(issue("c", "T2", 9), stop == 3 ? "TC-2026-0003" : "TC-2026-0002");
        ck_assert_int_eq(there("b.pdf"), stop == 3);
        ck_assert_int_eq(there("b.json"), stop == 3);
        Register *reg = register_open(&arena, db(), false, &diag);
        Diag clean = {.arena = &arena};
        ck_assert(register_audit(reg, &arena, &clean));
        register_close(reg);
    }
    remove_folder();
}
END_TEST

static int audit_after(const char *sql) {
    sqlite3 *raw;
    setup_folder();
    issue("a", "T1", 9);
    issue("b", "T2", 9);
    issue("c", "T3", 9);
    ck_assert_int_eq(sqlite3_open(db(), &raw), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(raw, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(raw);
    Register *reg = register_open(&arena, db(), false, &diag);
    Diag found = {.arena = &arena};
    (void)register_audit(reg, &arena, &found);
    register_close(reg);
    return found.count[SEVERITY_ERROR];
}

START_TEST(a_changed_past_shows) {
    ck_assert_int_eq(audit_after("SELECT 1"), 0);
    ck_assert_int_gt(audit_after("UPDATE entry SET verdict = 'fail' WHERE id = 2"), 0);
    ck_assert_int_gt(audit_after("DELETE FROM entry WHERE id = 2"), 0);
    ck_assert_int_gt(audit_after("UPDATE entry SET number = 'TC-2026-0009' WHERE id = 3"), 0);
    remove_folder();
}
END_TEST

START_TEST(a_missing_certificate_shows) {
    setup_folder();
    issue("a", "T1", 9);
    put("a.pdf", "changed");
    Register *reg = register_open(&arena, db(), false, &diag);
    Diag found = {.arena = &arena};
    ck_assert(!register_audit(reg, &arena, &found));
    register_close(reg);
    put("r2.db", "this is no database, but long enough to be looked at as one: ............................");
    ck_assert_ptr_null(register_open(&arena, str_z(&arena, path_of("r2.db")), true, &diag));
    remove_folder();
}
END_TEST

START_TEST(cancel_gives_the_number_back) {
    setup_folder();
    Registration r = {"KT", 2026, S(""), S(""), S("tiny"), S("pass"), S("2026-11-30"), S("2027-11-30")};
    Str number;
    Register *reg = register_open(&arena, db(), true, &diag);
    ck_assert(register_begin(reg, &r, &number, &diag));
    register_cancel(reg);
    ck_assert(register_begin(reg, &r, &number, &diag));
    ck_assert(register_pending(reg, S("/tmp/none.json"), S("0"), S("/tmp/none.pdf"), S("0"), &diag));
    register_cancel(reg);
    ck_assert(register_begin(reg, &r, &number, &diag));
    ASSERT_STR(number, "KT-2026-0001");
    r.prefix = "no/good";
    register_cancel(reg);
    ck_assert(!register_begin(reg, &r, &number, &diag));
    register_close(reg);
    remove_folder();
}
END_TEST

UNIT_MAIN("register", numbers_run_on_and_tables_are_superseded, a_killed_writer_leaves_both_or_neither,
          a_changed_past_shows, a_missing_certificate_shows, cancel_gives_the_number_back)
