/* See register_sql.h. */
#include "trust/register_sql.h"

#include <sqlite3.h>

struct Sql {
    Arena *arena;
    sqlite3 *db;
    Place place;
};

struct SqlQuery {
    Sql *sql;
    sqlite3_stmt *statement;
    Diag *diag;
    bool ok;
};

enum { BUSY_MS = 30000 }; /* eight inspectors at once wait for each other far less */

static bool sql_error(Sql *sql, Diag *diag) {
    switch (sqlite3_errcode(sql->db)) {
    case SQLITE_NOTADB:
        return diag_error(diag, sql->place, "is no register");
    case SQLITE_CORRUPT:
        return diag_error(diag, sql->place, "the register is damaged");
    case SQLITE_BUSY:
        return diag_machine(diag, sql->place, "another program is writing in the register");
    case SQLITE_READONLY:
        return diag_machine(diag, sql->place, "the register may only be read");
    case SQLITE_FULL:
        return diag_machine(diag, sql->place, "there is no room left for the register");
    default:
        return diag_machine(diag, sql->place, "the register cannot be used: %s", sqlite3_errmsg(sql->db));
    }
}

bool sql_busy(const Sql *sql) { return sqlite3_errcode(sql->db) == SQLITE_BUSY; }

Sql *sql_open(Arena *arena, const char *path, Diag *diag) {
    Sql *sql = NEW(arena, Sql);
    *sql = (Sql){.arena = arena, .place = place_file(str_dup(arena, str_of(path)))};
    if (sqlite3_open_v2(path, &sql->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(sql->db, BUSY_MS);
        return sql;
    }
    sql_error(sql, diag);
    sqlite3_close(sql->db);
    return NULL;
}

void sql_close(Sql *sql) { sqlite3_close(sql->db); }

bool sql_image(Arena *arena, const char *schema, Str *bytes, Diag *diag) {
    Sql sql = {.arena = arena};
    sqlite3_int64 size = 0;
    unsigned char *image = NULL;
    bool ok = sqlite3_open(":memory:", &sql.db) == SQLITE_OK &&
              sqlite3_exec(sql.db, schema, NULL, NULL, NULL) == SQLITE_OK &&
              (image = sqlite3_serialize(sql.db, "main", &size, 0)) != NULL;
    if (ok)
        *bytes = str_dup(arena, (Str){(const char *)image, (ptrdiff_t)size});
    else
        diag_machine(diag, NO_PLACE, "a new register cannot be made: %s", sqlite3_errmsg(sql.db));
    sqlite3_free(image);
    sqlite3_close(sql.db);
    return ok;
}

bool sql_exec(Sql *sql, const char *statements, Diag *diag) {
    return sqlite3_exec(sql->db, statements, NULL, NULL, NULL) == SQLITE_OK || sql_error(sql, diag);
}

SqlQuery *sql_query(Sql *sql, const char *statement, Diag *diag) {
    SqlQuery *query = NEW(sql->arena, SqlQuery);
    *query = (SqlQuery){.sql = sql, .diag = diag, .ok = true};
    if (sqlite3_prepare_v2(sql->db, statement, -1, &query->statement, NULL) == SQLITE_OK) return query;
    sql_error(sql, diag);
    return NULL;
}

void sql_bind(SqlQuery *query, int parameter, Str value) {
    /* An empty Str may have no address, and that would bind NULL. */
    sqlite3_bind_text(query->statement, parameter, value.len ? value.at : "", (int)value.len,
                      SQLITE_TRANSIENT);
}

void sql_bind_int(SqlQuery *query, int parameter, int64_t value) {
    sqlite3_bind_int64(query->statement, parameter, value);
}

bool sql_row(SqlQuery *query) {
    int step = sqlite3_step(query->statement);
    if (step != SQLITE_ROW && step != SQLITE_DONE) query->ok = sql_error(query->sql, query->diag);
    return step == SQLITE_ROW;
}

Str sql_text(const SqlQuery *query, Arena *arena, int column) {
    const char *text = (const char *)sqlite3_column_text(query->statement, column);
    return str_dup(arena, (Str){text, sqlite3_column_bytes(query->statement, column)});
}

int64_t sql_int(const SqlQuery *query, int column) { return sqlite3_column_int64(query->statement, column); }

void sql_again(SqlQuery *query) {
    sqlite3_reset(query->statement);
    sqlite3_clear_bindings(query->statement);
}

bool sql_end(SqlQuery *query) {
    if (!query) return false;
    sqlite3_finalize(query->statement);
    return query->ok;
}

bool sql_finish(SqlQuery *query) {
    if (query) (void)sql_row(query);
    return sql_end(query);
}
