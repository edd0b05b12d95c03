/* See register_inside.h: the certificate that is on its way. Its row in `pending` is committed before the
 * first byte of a file is written, and names everything a killed writer can leave: JSON and PDF under their
 * own names, the same staged (base/out.h), and the files of before set aside. */
#include "trust/register_inside.h"

#include "base/out.h"

#include <unistd.h>

typedef struct Pending {
    Entry coming;
    Numbers supersedes;
    long pid;
    Str started;
} Pending;

/* ---- the row ---- */

/* When the process began, as the kernel tells it; empty if there is no such process. */
static Str process_start(Arena *arena, long pid) {
    char text[1024];
    FILE *file = fopen(str_z(arena, str_fmt(arena, "/proc/%ld/stat", pid)), "re");
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

static const char row_columns[] =
    "number, started, hall, table_name, profile, verdict, issued, valid_until, pdf_path, json_path, "
    "pdf_sha256, json_sha256, kind, issuer, scope, measured, results, supersedes";
enum { ROW_TEXTS = 18 };

/* The fields of the row in the order of row_columns; `started` and `supersedes` stand by themselves. */
static void row_fields(Entry *coming, Str *started, Str *supersedes, Str *out[ROW_TEXTS]) {
    Str *const fields[ROW_TEXTS] = {&coming->number,    &started[0],          &coming->hall,
                                    &coming->table,     &coming->profile,     &coming->verdict,
                                    &coming->issued,    &coming->valid_until, &coming->pdf_path,
                                    &coming->json_path, &coming->pdf_sha256,  &coming->json_sha256,
                                    &coming->kind_text, &coming->issuer,      &coming->scope,
                                    &coming->measured,  &coming->results,     supersedes};
    for (int i = 0; i < ROW_TEXTS; i++) out[i] = fields[i];
}

static Str joined(Arena *arena, const Numbers *numbers) {
    Str out = S("");
    for (ptrdiff_t i = 0; i < numbers->list.n; i++)
        out = str_fmt(arena, "%.*s%s%.*s", SARG(out), i ? " " : "", SARG(numbers->list.at[i]));
    return out;
}

bool pending_add(Register *reg, const Entry *coming, const Numbers *supersedes, Diag *diag) {
    Entry entry = *coming;
    Str started = process_start(reg->arena, getpid()), numbers = joined(reg->arena, supersedes);
    Str *fields[ROW_TEXTS];
    entry.kind_text = str_of(entry_kind_name(entry.kind));
    row_fields(&entry, &started, &numbers, fields);
    Str places = S("?");
    for (int i = 0; i < ROW_TEXTS; i++) places = str_fmt(reg->arena, "%.*s, ?", SARG(places));
    Str text = str_fmt(reg->arena, "INSERT INTO pending(pid, %s) VALUES(%.*s)", row_columns, SARG(places));
    SqlQuery *query = sql_query(reg->sql, str_z(reg->arena, text), diag);
    if (!query) return false;
    sql_bind_int(query, 1, getpid());
    for (int i = 0; i < ROW_TEXTS; i++) sql_bind(query, i + 2, *fields[i]);
    return sql_finish(query);
}

static Pending read_row(const SqlQuery *query, Arena *arena) {
    Pending p = {.pid = (long)sql_int(query, 0)};
    Str numbers = S(""), *fields[ROW_TEXTS];
    row_fields(&p.coming, &p.started, &numbers, fields);
    for (int i = 0; i < ROW_TEXTS; i++) *fields[i] = sql_text(query, arena, i + 1);
    p.coming.kind = entry_kind(p.coming.kind_text);
    while (numbers.len) *VEC_PUSH(arena, &p.supersedes.list) = str_cut(&numbers, ' ');
    return p;
}

bool pending_drop(Register *reg, Str number, Diag *diag) {
    SqlQuery *query = sql_query(reg->sql, "DELETE FROM pending WHERE number = ?", diag);
    if (!query) return false;
    sql_bind(query, 1, number);
    return sql_finish(query);
}

bool pending_enter(Register *reg, const Entry *coming, const Numbers *supersedes, Diag *diag) {
    ptrdiff_t n = supersedes->list.n;
    Entry *entries = NEW_ARRAY(reg->arena, Entry, n + 1);
    for (ptrdiff_t i = 0; i < n; i++) {
        Entries old = {0};
        if (!register_entries(reg, reg->arena, supersedes->list.at[i], &old, diag)) return false;
        entries[i] = old.list.n ? old.list.at[0] : *coming;
        entries[i].kind = ENTRY_SUPERSEDED;
        entries[i].reason = coming->number;
        entries[i].at = entries[i].results = entries[i].origin = S("");
    }
    entries[n] = *coming;
    return entries_append(reg, entries, n + 1, diag) && pending_drop(reg, coming->number, diag);
}

/* ---- what a dead writer left ---- */

static bool holds(const char *path, Str sha256) {
    char hex[DIGEST_HEX];
    return digest_file(path, hex) && str_eq(str_of(hex), sha256);
}

/* JSON is renamed before the PDF: where it is in place, the PDF can be put there too. */
static bool complete(Arena *arena, const Pending *p) {
    const Entry *c = &p->coming;
    const char *pdf = str_z(arena, c->pdf_path), *json = str_z(arena, c->json_path);
    const char *staged = out_staged(arena, pdf, p->pid);
    if (holds(pdf, c->pdf_sha256)) return true;
    return holds(json, c->json_sha256) && holds(staged, c->pdf_sha256) && rename(staged, pdf) == 0;
}

/* The file of before comes back, where it was set aside. */
static void undo(Arena *arena, Str path, Str sha256, long pid) {
    const char *file = str_z(arena, path), *aside = out_aside(arena, file, pid);
    if (holds(file, sha256) && rename(aside, file) != 0) unlink(file);
}

static void sweep(Arena *arena, Str path, long pid) {
    const char *file = str_z(arena, path);
    unlink(out_staged(arena, file, pid));
    unlink(out_aside(arena, file, pid));
}

static bool settle_one(Register *reg, const Pending *p, Diag *diag) {
    const Entry *c = &p->coming;
    bool whole = complete(reg->arena, p);
    if (!whole) undo(reg->arena, c->json_path, c->json_sha256, p->pid);
    sweep(reg->arena, c->json_path, p->pid);
    sweep(reg->arena, c->pdf_path, p->pid);
    if (whole) {
        diag_note(diag, reg->place,
                  "certificate %.*s was written before its writer was stopped; it is entered now",
                  SARG(c->number));
        return pending_enter(reg, c, &p->supersedes, diag);
    }
    diag_note(diag, reg->place, "certificate %.*s was not finished; its number is free again",
              SARG(c->number));
    return pending_drop(reg, c->number, diag);
}

bool pending_settle(Register *reg, Str *living, Diag *diag) {
    VEC(Pending) left = {0};
    *living = S("");
    Str text = str_fmt(reg->arena, "SELECT pid, %s FROM pending ORDER BY number", row_columns);
    SqlQuery *query = sql_query(reg->sql, str_z(reg->arena, text), diag);
    while (query && sql_row(query)) *VEC_PUSH(reg->arena, &left) = read_row(query, reg->arena);
    bool ok = sql_end(query);
    for (ptrdiff_t i = 0; i < left.n && ok; i++) {
        Str started = process_start(reg->arena, left.at[i].pid);
        if (started.len && str_eq(started, left.at[i].started))
            *living = left.at[i].coming.number;
        else
            ok = settle_one(reg, &left.at[i], diag);
    }
    return ok;
}
