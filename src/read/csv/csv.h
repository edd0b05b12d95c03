/* Comma-separated files as spreadsheets, loggers and people write them: measurements, score sheets, mark
 * lists. Finds delimiter, encoding, header; splits records (those with quotes by libcsv); tells for every
 * cell where it stood. Source: read/csv/README.md, "Dialect and encoding", "Settled details" 4, 8, 10;
 * src/README.md, libcsv. */
#ifndef READ_CSV_CSV_H
#define READ_CSV_CSV_H

#include "base/diag.h"

/* What a file may hold. Column names are matched without regard to case, blanks around them cut. */
typedef struct CsvSpec {
    const char *const *columns;      /* all known columns, NULL-terminated; cells come in this order */
    const char *const *header_words; /* the header is the first line that holds all of these; lines before it
                                        are a preamble, skipped with a note */
    bool unknown_is_error;           /* an unknown column: error, else a warning and carried into nothing */
    bool short_rows;                 /* a row may end early (score sheets) */
    bool units_in_header;            /* "value [cm]": the bracket's text goes to CsvInfo.units */
    const char *const
        *free_text;       /* columns whose quoted cells may hold line breaks; NULL-terminated or NULL */
    char delimiter;       /* 0: find it */
    const char *encoding; /* NULL: find it */
    bool live;            /* a pipe is given out as it comes, in one pass (no digest) */
    bool blank_rows;      /* an empty line is a row too: CsvRow.blank */
    bool digest;          /* CsvInfo.sha256 is wanted (it costs a third of the reading) */
} CsvSpec;

enum { CSV_MOST_COLUMNS = 32 };

typedef struct CsvCell {
    Str text;         /* UTF-8, NFC, blanks around an unquoted cell cut; good until the next row is read */
    int line, column; /* physical line, character in it; column 0: the row has no such cell */
    bool quoted;
} CsvCell;

typedef struct CsvRow {
    int line;                        /* where the record begins */
    bool blank;                      /* an empty line (with CsvSpec.blank_rows): no cells */
    CsvCell cells[CSV_MOST_COLUMNS]; /* by index into CsvSpec.columns */
} CsvRow;

typedef struct CsvInfo {
    Str file; /* as messages name it; "-" is standard input */
    char delimiter;
    Str encoding;                /* "UTF-8", "UTF-16LE", "windows-1250", … */
    int skipped;                 /* preamble lines */
    int header_line;             /* physical line of the header */
    int64_t rows;                /* data rows so far */
    bool live;                   /* it comes as it is written: nobody knows what follows */
    bool cut;                    /* the row read last was the last and has no line end */
    char sha256[65];             /* of the raw bytes, lower-case hex; "" unless wanted */
    bool has[CSV_MOST_COLUMNS];  /* the header names this column */
    Str units[CSV_MOST_COLUMNS]; /* bracket in the header, or empty */
} CsvInfo;

typedef struct CsvReader CsvReader;

/* path "-" is standard input. NULL after errors (told). */
CsvReader *csv_open(Arena *arena, const char *path, const CsvSpec *spec, Diag *diag);
/* The next non-empty row; a faulty row is told and skipped. False at the end. */
bool csv_next(CsvReader *reader, CsvRow *row);
const CsvInfo *csv_info(const CsvReader *reader);
/* The place of a cell of the row read last, with the text of its line. A missing cell gives the row's start.
 */
Place csv_place(const CsvReader *reader, const CsvCell *cell);
void csv_close(CsvReader *reader);

#endif
