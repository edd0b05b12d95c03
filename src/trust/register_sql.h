/* The only file that knows SQLite: a database opened and closed, statements prepared, bound, stepped. Inside
 * trust/. Every fault of the machine is told with the register's name. */
#ifndef TRUST_REGISTER_SQL_H
#define TRUST_REGISTER_SQL_H

#include "base/diag.h"

typedef struct Sql Sql;
typedef struct SqlQuery SqlQuery;

/* An existing file, for writing where that is allowed, else for reading. NULL after an error (told). */
Sql *sql_open(Arena *arena, const char *path, Diag *diag);
void sql_close(Sql *sql);
/* The bytes of a new database with this schema. */
bool sql_image(Arena *arena, const char *schema, Str *bytes, Diag *diag);

/* Statements without parameters. False after an error (told), here as in all that follows. */
bool sql_exec(Sql *sql, const char *statements, Diag *diag);
/* Whether the last fault was that somebody else is writing. */
bool sql_busy(const Sql *sql);

/* One statement; it must be ended. NULL after an error. Parameters and columns count from 1 and from 0. */
SqlQuery *sql_query(Sql *sql, const char *statement, Diag *diag);
void sql_bind(SqlQuery *query, int parameter, Str value);
void sql_bind_int(SqlQuery *query, int parameter, int64_t value);
/* The next row: true. False at the end and after an error (told; sql_end tells which). */
bool sql_row(SqlQuery *query);
Str sql_text(const SqlQuery *query, Arena *arena, int column); /* copied; "" for NULL */
int64_t sql_int(const SqlQuery *query, int column);
/* To be stepped again with other parameters. */
void sql_again(SqlQuery *query);
/* Ends it; false if there was an error since it began. NULL is false too. */
bool sql_end(SqlQuery *query);
/* Steps a statement that gives no row, and ends it. */
bool sql_finish(SqlQuery *query);

#endif
