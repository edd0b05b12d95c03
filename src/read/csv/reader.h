/* Inside the reader of comma-separated files: csv.c opens and gives out rows, read/csv/record.c finds and
 * splits records, read/csv/header.c finds the header. See csv.h. */
#ifndef READ_CSV_READER_H
#define READ_CSV_READER_H

#include "read/csv/csv.h"
#include "read/csv/decode.h"
#include "read/csv/scan.h"

#include <csv.h>

enum { WINDOW = 256 * 1024, LEAST_READ = 64, MOST_HEADER = 16 * 1024 };

struct CsvReader {
    Diag *diag;
    CsvSpec spec;
    CsvInfo info;
    TextFile *file;
    bool ascii, clean; /* as TextFacts */
    char *window;
    ptrdiff_t from, to;       /* what of the window is still to be read */
    bool last;                /* nothing follows the window */
    bool failed;              /* the machine failed: told, the end */
    int line;                 /* physical line at `from` */
    int columns;              /* of the spec */
    int width;                /* cells of the header, trailing empty ones left out */
    int map[SCAN_MOST_CELLS]; /* cell -> column of the spec, or -1 */
    bool free_text[CSV_MOST_COLUMNS];
    Str text; /* the record read last, in the window */
    int text_line;
    Record record;
    struct csv_parser parser;
    Str cells[SCAN_MOST_CELLS]; /* as libcsv gives them */
    int cell_count;
    bool disagree; /* libcsv and the scanner, about a cell's length */
    char *scratch; /* of quoted cells */
    ptrdiff_t scratch_used;
    Arena row; /* of normalised cells */
    ArenaMark row_mark;
};

/* ---- the window (read/csv/record.c) ---- */

static inline Str csv_rest_of(const CsvReader *reader) {
    return (Str){reader->window + reader->from, reader->to - reader->from};
}
/* Moves what is left to the front and reads on. False: there is no room, or nothing more. */
bool csv_slide(CsvReader *reader);
/* What the bytes handed out so far are, as TextFacts says. */
void csv_take_purity(CsvReader *reader);
void csv_advance(CsvReader *reader, ptrdiff_t bytes, int lines);
/* Something is left to be read. */
bool csv_is_more(CsvReader *reader);
/* Skips the physical line that holds the byte at `offset` of the rest, and all before it. */
void csv_skip_line_at(CsvReader *reader, ptrdiff_t offset);
void csv_drop_mark(CsvReader *reader); /* a byte order mark at the beginning */

/* ---- the record read last (read/csv/record.c) ---- */

/* Takes the record at the start of the rest, split into reader->cells. False: it is blank, or faulty (told).
 */
bool csv_take_record(CsvReader *reader);
/* NUL bytes, bytes that are no character, a byte order mark where none belongs: told. */
bool csv_check_bytes(CsvReader *reader);
Place csv_place_of(const CsvReader *reader, ptrdiff_t offset); /* of a byte of it */
Place csv_place_of_cell(const CsvReader *reader, const ScanCell *cell);

/* ---- the header (read/csv/header.c) ---- */

bool csv_take_sep_line(CsvReader *reader); /* Excel's sep=; */
bool csv_find_header(CsvReader *reader);   /* goes there; false: there is none (told) */
bool csv_take_header(CsvReader *reader, Arena *arena);

#endif
