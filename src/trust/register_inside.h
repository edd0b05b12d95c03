/* Inside the register: what its files share. See register.h. */
#ifndef TRUST_REGISTER_INSIDE_H
#define TRUST_REGISTER_INSIDE_H

#include "base/digest.h"
#include "trust/register.h"
#include "trust/register_sql.h"

struct Register {
    Arena *arena;
    Sql *sql;
    const char *path;
    Place place;
    Str number;   /* of the certificate being issued */
    Entry coming; /* its entry */
    Numbers supersedes;
    bool writing; /* a transaction of register_begin is open */
};

/* ---- register_chain.c: an entry's fields ---- */

/* Those of the table `entry`, in the order in which they are read, hashed and exported. */
typedef struct EntryField {
    const char *column, *json;
    size_t at; /* offset of its Str in Entry */
    int form;  /* since when it is hashed */
} EntryField;
enum { ENTRY_CONTENT = 19, ENTRY_FIELDS = 21 }; /* previous and hash come last */
extern const EntryField entry_fields[ENTRY_FIELDS];
enum { ENTRY_FORM = 1 }; /* of new entries */

Str *entry_field(Entry *entry, int field);
Str entry_value(const Entry *entry, int field);
EntryKind entry_kind(Str name);
/* Every field preceded by its length, so that no two different entries read alike. */
void entry_hash(const Entry *entry, char hex[DIGEST_HEX]);
/* "SELECT id, form, of_id, FIELDS… FROM entry " and what follows it. */
SqlQuery *entry_query(Register *reg, const char *rest, Diag *diag);
Entry entry_read(const SqlQuery *query, Arena *arena);
/* Adds entries at the end of the chain: of each, id, previous and hash are filled, and `at` where it is
 * empty. A transaction must be open. */
bool entries_append(Register *reg, Entry *entries, ptrdiff_t count, Diag *diag);
/* Splits "TC-2026-0007" before its last digits. False when it is none of the form PREFIX-YYYY-NNNN. */
bool number_split(Str number, Str *series, int64_t *serial);

/* ---- register_open.c: transactions ---- */

/* Takes the write lock. Then no other certificate is on its way: what a dead writer left is settled, a living
 * one is waited for. */
bool register_write(Register *reg, Diag *diag);
/* Ends the transaction: COMMIT if ok, else it is undone. Returns whether it was committed. */
bool register_commit(Register *reg, bool ok, Diag *diag);
/* ---- register_settle.c: what is on its way ---- */

/* Notes the certificate that is on its way, with this process as its writer. */
bool pending_add(Register *reg, const Entry *coming, const Numbers *supersedes, Diag *diag);
bool pending_drop(Register *reg, Str number, Diag *diag);
/* Enters it, and what it supersedes, and takes the note away. */
bool pending_enter(Register *reg, const Entry *coming, const Numbers *supersedes, Diag *diag);
/* Finishes or removes what dead writers left. *living: somebody's certificate is on its way now ("": none).
 */
bool pending_settle(Register *reg, Str *living, Diag *diag);

#endif
