/* The register of certificates: an SQLite file that gives out numbers without gaps and remembers what was
 * issued, superseded and withdrawn. Every entry carries the hash of the entry before it, so that a change of
 * the past shows. One certificate at a time is on its way; what a killed writer left is settled at the next
 * opening, so that its files and its entry are there both or neither. Source: trust/README.md, "What makes it
 * trustworthy".
 *
 * Files: register_sql (SQLite), register_chain (fields and hashes), register_open (making, opening, what dead
 * writers left), register_issue (numbers, superseding, withdrawing), register_list (what is asked of it),
 * register_audit, register_export, register_import. */
#ifndef TRUST_REGISTER_H
#define TRUST_REGISTER_H

#include "base/buf.h"
#include "base/diag.h"
#include "base/moment.h"

typedef struct Register Register;

typedef enum EntryKind {
    ENTRY_UNKNOWN, /* a damaged entry */
    ENTRY_ISSUED,
    ENTRY_PARTIAL, /* a report on a part of a table: no validity, supersedes nothing */
    ENTRY_SUPERSEDED,
    ENTRY_WITHDRAWN
} EntryKind;
const char *entry_kind_name(EntryKind kind);

/* One entry of the register; strings live in the arena of the call. Dates are ISO, "" where there are none.
 */
typedef struct Entry {
    int64_t id;         /* from 1, without gaps */
    int64_t form;       /* of its hash: 0 before issuer, scope, measured, results and origin were kept */
    int64_t of;         /* id of its certificate's first entry */
    EntryKind kind;     /* of kind_text */
    EntryKind standing; /* how its certificate stands after all its entries (register_list) */
    Str kind_text;
    Str number; /* "TC-2026-0001" */
    Str at;     /* when it was entered, ISO 8601 UTC */
    Str issuer, hall, table, profile, verdict;
    Str scope; /* games, a comma between */
    Str measured, issued, valid_until;
    Str pdf_path, json_path, pdf_sha256, json_sha256;
    Str reason;         /* of a withdrawal; the number that supersedes */
    Str results;        /* a line a requirement: id, value, U, unit, verdict, a tab between */
    Str origin;         /* hash of the entry in the register it was imported from; "" made here */
    Str previous, hash; /* lower-case hex SHA-256 */
} Entry;

typedef struct Entries {
    VEC(Entry) list;
} Entries;

typedef struct Numbers {
    VEC(Str) list;
} Numbers;

/* What a certificate is registered with. */
typedef struct Registration {
    const char *prefix; /* letters and digits */
    int year;           /* of issue */
    bool partial;
    Str issuer, hall, table, profile, verdict, scope, measured, issued, valid_until, results;
} Registration;

/* Opens the file (makes it where create says so) and settles what killed writers left: a certificate whose
 * files are there, or can be put in place, is entered as issued, anything else is removed and its number is
 * free again. NULL after errors (told): absent, empty, or no register. */
Register *register_open(Arena *arena, const char *path, bool create, Diag *diag);
void register_close(Register *reg);
/* The user's own register: $XDG_DATA_HOME/tablecert/register.db; create makes its folder. */
const char *register_default_path(Arena *arena, bool create, Diag *diag);

/* Issuing: begin takes the write lock and tells the number and what will be superseded; then the files are
 * built in memory; pending notes where they will lie and commits; then they are written; issued ends it.
 * cancel gives the number back. A day of issue before that of the newest entry is a warning. */
bool register_begin(Register *reg, const Registration *registration, Str *number, Numbers *supersedes,
                    Diag *diag);
bool register_pending(Register *reg, Str json_path, Str json_sha256, Str pdf_path, Str pdf_sha256,
                      Diag *diag);
bool register_issued(Register *reg, Diag *diag);
void register_cancel(Register *reg);

/* Adds a withdrawal. An unknown or already withdrawn number is an error of the input. */
bool register_withdraw(Register *reg, Str number, Str reason, Diag *diag);

/* Which certificates; an empty word asks for all. */
typedef struct RegisterQuery {
    Str table, hall;
    Str valid_to; /* only those in force, and only until this day at the latest */
    bool results; /* with their results, files and hashes; without, only what a line shows */
} RegisterQuery;
/* Calls `each` for every certificate, as it was issued, with how it stands; in the order of issue. The entry
 * is good during the call only. */
typedef void RegisterEach(const Entry *entry, void *context);
bool register_each(Register *reg, const RegisterQuery *query, RegisterEach *each, void *context, Diag *diag);
/* One entry a certificate, as it was issued, with how it stands; in the order of issue. */
bool register_list(Register *reg, Arena *arena, const RegisterQuery *query, Entries *out, Diag *diag);
/* Everything that befell one certificate; or, with "", all entries, in order. */
bool register_entries(Register *reg, Arena *arena, Str number, Entries *out, Diag *diag);
/* How many entries there are, and the hash of the last one. */
bool register_head(Register *reg, int64_t *count, char hash[65], Diag *diag);

/* Checks the file, hashes, ids, gaps in the numbers, and that every certificate in force is there unchanged.
 * Each fault is told as an error of the input; true if there is none. Writers that interleave are no fault.
 */
bool register_audit(Register *reg, Diag *diag);
/* Compares with an earlier export: every entry of it must still be there; the first that is not is told.
 * False when the file is no export, or not whole itself. */
bool register_audit_against(Register *reg, const char *path, bool *agrees, Diag *diag);

/* One line of JSON an entry, as import and audit --against read it; empty fields are null. */
void register_entry_json(Buf *out, const Entry *entry);
/* Adds the entries of another register's export that are not there yet; *added of them. A number that both
 * have given to different certificates is an error; after any error nothing is added. */
bool register_import(Register *reg, const char *path, int64_t *added, Diag *diag);

#endif
