/* trust/register: numbers without gaps, the chain of hashes, what a killed writer leaves. */
#include "unit.h"

#include "base/digest.h"
#include "base/out.h"
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

static Registration registration(const char *table) {
    return (Registration){.prefix = "TC",
                          .year = 2026,
                          .issuer = S("Zvaz"),
                          .hall = S("Klub"),
                          .table = str_of(table),
                          .profile = S("tiny"),
                          .verdict = S("pass"),
                          .scope = S("free,1-cushion"),
                          .measured = S("2026-11-29"),
                          .issued = S("2026-11-30"),
                          .valid_until = S("2027-11-29"),
                          .results = S("rail.height\t79.5\t\tcm\tpass\n")};
}

/* Issues a certificate; files are "NAME.pdf" and "NAME.json", whose text is their name. */
static Str issue_as(const char *name, const Registration *r, int stop_after) {
    Str number = S("");
    Numbers old;
    Register *reg = register_open(&arena, db(), true, &diag);
    ck_assert_ptr_nonnull(reg);
    const char *pdf = str_z(&arena, str_fmt(&arena, "%s.pdf", name)),
               *json = str_z(&arena, str_fmt(&arena, "%s.json", name));
    ck_assert(register_begin(reg, r, &number, &old, &diag));
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

static Str issue(const char *name, const char *table, int stop_after) {
    Registration r = registration(table);
    return issue_as(name, &r, stop_after);
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

/* How a certificate stands today. */
static EntryKind standing(const char *number) {
    Register *reg = register_open(&arena, db(), false, &diag);
    Entries entries = {0};
    const RegisterQuery all = {0};
    EntryKind found = ENTRY_UNKNOWN;
    ck_assert(register_list(reg, &arena, &all, &entries, &diag));
    for (ptrdiff_t i = 0; i < entries.list.n; i++)
        if (str_eq(entries.list.at[i].number, str_of(number))) found = entries.list.at[i].standing;
    register_close(reg);
    return found;
}

static int faults(void) {
    Register *reg = register_open(&arena, db(), false, &diag);
    Diag found = {.arena = &arena};
    ck_assert_int_eq(register_audit(reg, &found), found.count[SEVERITY_ERROR] == 0);
    register_close(reg);
    return found.count[SEVERITY_ERROR];
}

START_TEST(numbers_run_on_and_tables_are_superseded) {
    setup_folder();
    ASSERT_STR(issue("a", "T1", 9), "TC-2026-0001");
    ASSERT_STR(issue("b", "T2", 9), "TC-2026-0002");
    ASSERT_STR(issue("c", "T1", 9), "TC-2026-0003");
    Register *reg = register_open(&arena, db(), false, &diag);
    Entries entries = {0};
    ck_assert(register_entries(reg, &arena, S(""), &entries, &diag));
    ck_assert_int_eq((int)entries.list.n, 4);
    ck_assert_int_eq(entries.list.at[2].kind, ENTRY_SUPERSEDED);
    ASSERT_STR(entries.list.at[2].reason, "TC-2026-0003");
    ck_assert(register_withdraw(reg, S("TC-2026-0002"), S("wrong table"), &diag));
    ck_assert(!register_withdraw(reg, S("TC-2026-0002"), S("again"), &diag));
    ck_assert(!register_withdraw(reg, S("TC-2026-0009"), S("not there"), &diag));
    register_close(reg);
    ck_assert_int_eq(standing("TC-2026-0001"), ENTRY_SUPERSEDED);
    ck_assert_int_eq(standing("TC-2026-0002"), ENTRY_WITHDRAWN);
    ck_assert_int_eq(standing("TC-2026-0003"), ENTRY_ISSUED);
    ck_assert_int_eq(faults(), 0);
    remove_folder();
}
END_TEST

/* Only a full certificate of the same issuer, hall, table and profile whose scope it covers. */
START_TEST(what_supersedes) {
    const struct {
        const char *what;
        Registration second;
        bool supersedes;
    } cases[] = {
        {"the same again", registration("T1"), true},
        {"another issuer", registration("T1"), false},
        {"another hall", registration("T1"), false},
        {"another profile", registration("T1"), false},
        {"a part of the games", registration("T1"), false},
        {"one game more", registration("T1"), true},
        {"all games", registration("T1"), true},
        {"a part of the table", registration("T1"), false},
        {"a report of a fail", registration("T1"), true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Registration second = cases[i].second;
        if (i == 1) second.issuer = S("");
        if (i == 2) second.hall = S("Herna");
        if (i == 3) second.profile = S("other");
        if (i == 4) second.scope = S("free");
        if (i == 5) second.scope = S("1-cushion,3-cushion,free");
        if (i == 6) second.scope = S("");
        if (i == 7) second.partial = true;
        if (i == 8) second.verdict = S("fail"), second.valid_until = S("");
        setup_folder();
        issue("a", "T1", 9);
        issue_as("b", &second, 9);
        ck_assert_msg((standing("TC-2026-0001") == ENTRY_SUPERSEDED) == cases[i].supersedes, "%s",
                      cases[i].what);
        ck_assert_int_eq(faults(), 0);
    }
    remove_folder();
}
END_TEST

/* One that covers several supersedes them all; a table without a name is no table again. */
START_TEST(several_are_superseded_and_nameless_tables_never) {
    setup_folder();
    Registration one = registration("T1"), other = registration("T1"), nameless = registration("");
    one.scope = S("free");
    other.scope = S("3-cushion");
    issue_as("a", &one, 9);
    issue_as("b", &other, 9);
    ck_assert_int_eq(standing("TC-2026-0001"), ENTRY_ISSUED);
    one.scope = S("free,3-cushion");
    issue_as("c", &one, 9);
    ck_assert_int_eq(standing("TC-2026-0001"), ENTRY_SUPERSEDED);
    ck_assert_int_eq(standing("TC-2026-0002"), ENTRY_SUPERSEDED);
    setup_folder();
    issue_as("a", &nameless, 9);
    issue_as("b", &nameless, 9);
    ck_assert_int_eq(standing("TC-2026-0001"), ENTRY_ISSUED);
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
        ck_assert_int_eq(faults(), 0);
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
    return faults();
}

START_TEST(a_changed_past_shows) {
    ck_assert_int_eq(audit_after("SELECT 1"), 0);
    ck_assert_int_gt(audit_after("UPDATE entry SET verdict = 'fail' WHERE id = 2"), 0);
    ck_assert_int_gt(audit_after("DELETE FROM entry WHERE id = 2"), 0);
    ck_assert_int_gt(audit_after("UPDATE entry SET number = 'TC-2026-0009' WHERE id = 3"), 0);
    ck_assert_int_gt(audit_after("UPDATE entry SET kind = 'issuee' WHERE id = 3"), 0);
    ck_assert_int_gt(audit_after("UPDATE entry SET results = '' WHERE id = 1"), 0);
    ck_assert_int_gt(audit_after("UPDATE entry SET form = 0 WHERE id = 1"), 0);
    remove_folder();
}
END_TEST

START_TEST(a_missing_certificate_shows) {
    setup_folder();
    issue("a", "T1", 9);
    put("a.pdf", "changed");
    ck_assert_int_gt(faults(), 0);
    put("r2.db", "this is no database, but long enough to be looked at as one: ............................");
    ck_assert_ptr_null(register_open(&arena, str_z(&arena, path_of("r2.db")), true, &diag));
    remove_folder();
}
END_TEST

START_TEST(cancel_gives_the_number_back) {
    setup_folder();
    Registration r = registration("T1");
    Str number;
    Numbers old;
    r.prefix = "KT";
    Register *reg = register_open(&arena, db(), true, &diag);
    ck_assert(register_begin(reg, &r, &number, &old, &diag));
    register_cancel(reg);
    ck_assert(register_begin(reg, &r, &number, &old, &diag));
    ck_assert(register_pending(reg, S("/tmp/none.json"), S("0"), S("/tmp/none.pdf"), S("0"), &diag));
    register_cancel(reg);
    ck_assert(register_begin(reg, &r, &number, &old, &diag));
    ASSERT_STR(number, "KT-2026-0001");
    r.prefix = "no/good";
    register_cancel(reg);
    ck_assert(!register_begin(reg, &r, &number, &old, &diag));
    register_close(reg);
    remove_folder();
}
END_TEST

/* The day of issue before the newest entry's: a warning, not an error. */
START_TEST(a_clock_that_went_back_shows) {
    setup_folder();
    Registration r = registration("T1");
    r.issued = S("2099-01-01");
    issue_as("a", &r, 9);
    ck_assert_int_eq(diag.count[SEVERITY_WARNING], 0);
    issue("b", "T2", 9);
    ck_assert_int_eq(diag.count[SEVERITY_WARNING], 1);
    ck_assert_int_eq(faults(), 0);
    remove_folder();
}
END_TEST

/* The pair of before stays whole: killed between the two renames, the PDF follows the JSON. */
START_TEST(a_pair_half_replaced_is_completed) {
    setup_folder();
    issue("a", "T1", 9);
    pid_t child = fork();
    if (child == 0) {
        Registration r = registration("T1");
        Str number;
        Numbers old;
        Register *reg = register_open(&arena, db(), true, &diag);
        (void)(register_begin(reg, &r, &number, &old, &diag) &&
               register_pending(reg, path_of("a.json"), sha("new"), path_of("a.pdf"), sha("new pdf"), &diag));
        put("a.json", "new");
        FILE *staged = fopen(out_staged(&arena, str_z(&arena, path_of("a.pdf")), getpid()), "w");
        fputs("new pdf", staged);
        fclose(staged);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    ck_assert_int_eq(standing("TC-2026-0002"), ENTRY_ISSUED);
    ck_assert_int_eq(standing("TC-2026-0001"), ENTRY_SUPERSEDED);
    ck_assert_int_eq(faults(), 0);
    remove_folder();
}
END_TEST

/* A register written before issuer, scope and results were kept. */
START_TEST(an_old_register_is_read_and_goes_on) {
    static const char sql[] =
        "CREATE TABLE entry(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, number TEXT NOT NULL, at TEXT NOT "
        "NULL,"
        " hall TEXT NOT NULL, table_name TEXT NOT NULL, profile TEXT NOT NULL, verdict TEXT NOT NULL, issued "
        "TEXT NOT NULL, valid_until TEXT NOT NULL, pdf_path TEXT NOT NULL, json_path TEXT NOT NULL, "
        "pdf_sha256 "
        "TEXT NOT NULL, json_sha256 TEXT NOT NULL, reason TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT "
        "NOT "
        "NULL);"
        "CREATE TABLE pending(number TEXT PRIMARY KEY, pid INTEGER NOT NULL, started TEXT NOT NULL, hall "
        "TEXT NOT "
        "NULL, table_name TEXT NOT NULL, profile TEXT NOT NULL, verdict TEXT NOT NULL, issued TEXT NOT NULL,"
        " valid_until TEXT NOT NULL, pdf_path TEXT NOT NULL, json_path TEXT NOT NULL, pdf_sha256 TEXT NOT "
        "NULL,"
        " json_sha256 TEXT NOT NULL);";
    setup_folder();
    sqlite3 *raw;
    ck_assert_int_eq(sqlite3_open(db(), &raw), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(raw, sql, NULL, NULL, NULL), SQLITE_OK);
    /* The hash as the earlier program made it: id, then each field with its length. */
    put("a.pdf", "a.pdf");
    put("a.json", "a.json");
    const Str fields[] = {S("issued"),
                          S("TC-2026-0001"),
                          S("2026-11-30T10:00:00Z"),
                          S("Klub"),
                          S("T1"),
                          S("tiny"),
                          S("pass"),
                          S("2026-11-30"),
                          S("2027-11-30"),
                          path_of("a.pdf"),
                          path_of("a.json"),
                          sha("a.pdf"),
                          sha("a.json"),
                          S(""),
                          S("")};
    Str text = S("1;"), values = S("1");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        text = str_fmt(&arena, "%.*s%td:%.*s", SARG(text), fields[i].len, SARG(fields[i]));
        values = str_fmt(&arena, "%.*s, '%.*s'", SARG(values), SARG(fields[i]));
    }
    Str insert = str_fmt(&arena, "INSERT INTO entry VALUES(%.*s, '%.*s')", SARG(values),
                         SARG(sha(str_z(&arena, text))));
    ck_assert_int_eq(sqlite3_exec(raw, str_z(&arena, insert), NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(raw);
    ck_assert_int_eq(faults(), 0);
    ASSERT_STR(issue("b", "T2", 9), "TC-2026-0002");
    ck_assert_int_eq(faults(), 0);
    remove_folder();
}
END_TEST

START_TEST(an_empty_file_is_no_new_register) {
    setup_folder();
    put("r.db", "");
    ck_assert_ptr_null(register_open(&arena, db(), true, &diag));
    ck_assert_ptr_null(register_open(&arena, db(), false, &diag));
    remove_folder();
}
END_TEST

UNIT_MAIN("register", numbers_run_on_and_tables_are_superseded, what_supersedes,
          several_are_superseded_and_nameless_tables_never, a_killed_writer_leaves_both_or_neither,
          a_changed_past_shows, a_missing_certificate_shows, cancel_gives_the_number_back,
          a_clock_that_went_back_shows, a_pair_half_replaced_is_completed,
          an_old_register_is_read_and_goes_on, an_empty_file_is_no_new_register)
