/* The games by name: which discipline rules on them, who writes their rulings, who checks their rack. One row
 * a discipline; the commands referee, lag, rack and rules know no game themselves. */
#ifndef CLI_GAMES_H
#define CLI_GAMES_H

#include "cli/cli.h"
#include "report/referee/ruling.h"

/* How a sheet was written, as typed; NULL: to be found. */
typedef struct DialectWords {
    const char *encoding, *delimiter, *decimal;
} DialectWords;
/* False after a usage error. */
bool dialect_read(Run *run, const DialectWords *words, SheetDialect *out);
/* The three options, as rows of a command's table. */
#define DIALECT_OPTIONS(words)                                                                               \
    {0, "encoding", "NAME", "encoding of the file (found)", OPTION_TEXT, &(words).encoding},                 \
        {0, "delimiter", "C", "between cells: , ; | or tab (found)", OPTION_TEXT, &(words).delimiter}, {     \
        0, "decimal", "C", "decimal sign: . or , (found)", OPTION_TEXT, &(words).decimal                     \
    }

typedef struct RackRequest {
    const char *game, *path;              /* the list of balls */
    const char *table, *profile_folder;   /* NULL: the discipline's default; shipped profiles only */
    const char *gap, *spot, *uncertainty; /* mm as typed; NULL: not given */
    SheetDialect dialect;                 /* of the list */
    const char *format, *output;          /* NULL: by the file's ending, else text; standard output */
} RackRequest;

typedef enum RackFormat { RACK_TEXT, RACK_JSON, RACK_SVG, RACK_PDF, RACK_FORMATS } RackFormat;
/* The form asked for: --format, else the ending of --output, else text. False after a usage error. */
bool rack_format(Run *run, const RackRequest *request, RackFormat *out);
/* An option in millimetres, 0 to 1000; `otherwise` when it was not given. */
bool rack_millimetres(Run *run, const char *option, const char *typed, double otherwise, double *out);
/* To --output, or to standard output. */
bool rack_write(Run *run, const RackRequest *request, const Buf *out);

typedef struct GameEntry {
    const Discipline *discipline;
    const RulingReport *report;
    int (*rack)(Run *run, const RackRequest *request);
} GameEntry;

/* By a game's name; a discipline's own name counts as well when `group` is set. NULL after a usage error that
 * names the games there are. */
const GameEntry *games_find(Run *run, const char *name, bool group);
/* All rows, in order. */
int games_count(void);
const GameEntry *games_at(int index);

#endif
