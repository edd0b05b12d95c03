/* The register of certificates: an SQLite file that gives out numbers without gaps and remembers what was
 * issued, superseded and withdrawn. Every entry carries the hash of the entry before it, so that a change of
 * the past shows. Source: certificates.md, "What makes it trustworthy". */
#ifndef TRUST_REGISTER_H
#define TRUST_REGISTER_H

#include "base/diag.h"
#include "base/moment.h"

typedef struct Register Register;

typedef enum EntryKind { ENTRY_ISSUED, ENTRY_SUPERSEDED, ENTRY_WITHDRAWN } EntryKind;

/* One entry of the register; strings live in the arena of the call. */
typedef struct Entry {
    int64_t id; /* from 1, without gaps */
    EntryKind kind;
    Str number; /* "TC-2026-0001" */
    Str at;     /* when, ISO 8601 UTC */
    Str hall, table, profile, verdict;
    Str issued, valid_until; /* dates, ISO */
    Str pdf_path, json_path, pdf_sha256, json_sha256;
    Str reason;         /* of a withdrawal; the number that supersedes */
    Str previous, hash; /* lower-case hex SHA-256 */
} Entry;

/* What a certificate is registered with. */
typedef struct Registration {
    const char *prefix; /* letters and digits */
    int year;           /* of issue */
    Str hall, table, profile, verdict, issued, valid_until;
} Registration;

/* Opens or makes the file and settles what killed writers left: a certificate whose PDF is there with its
 * digest is entered as issued, anything else is removed and its number is free again. NULL after errors
 * (told). */
Register *register_open(Arena *arena, const char *path, bool create, Diag *diag);
void register_close(Register *reg);
/* The user's own register: $XDG_DATA_HOME/tablecert/register.db; its folder is made. */
const char *register_default_path(Arena *arena, Diag *diag);

/* Issuing: begin takes the write lock and tells the number; then the files are built and staged; pending
 * notes them (call it between staging and renaming: out_write_between); issued ends it. cancel gives the
 * number back. */
bool register_begin(Register *reg, const Registration *registration, Str *number, Diag *diag);
bool register_pending(Register *reg, Str json_path, Str json_sha256, Str pdf_path, Str pdf_sha256,
                      Diag *diag);
bool register_issued(Register *reg, Diag *diag);
void register_cancel(Register *reg);

/* Adds a withdrawal. An unknown or already withdrawn number is an error of the input. */
bool register_withdraw(Register *reg, Str number, Str reason, Diag *diag);
/* All entries in order. */
typedef struct Entries {
    VEC(Entry) list;
} Entries;
bool register_entries(Register *reg, Arena *arena, Entries *out, Diag *diag);
/* How a certificate stands after all its entries: its last kind. */
const Entry *register_standing(const Entries *entries, Str number, EntryKind *standing);
/* Checks hashes, ids, gaps in the numbers, and that every issued certificate's files are there unchanged.
 * Each fault is told as an error of the input; true if there is none. */
bool register_audit(Register *reg, Arena *arena, Diag *diag);

#endif
