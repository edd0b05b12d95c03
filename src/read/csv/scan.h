/* Where the records and cells of a comma-separated file stand: record ends, physical lines, columns in
 * characters, quotedness, a quote that is never closed. libcsv, which splits the records, can tell none of
 * these. Source: read/csv/README.md, "Settled details" 4 and 10. */
#ifndef READ_CSV_SCAN_H
#define READ_CSV_SCAN_H

#include "base/str.h"

enum { SCAN_MOST_CELLS = 256 };

typedef enum ScanResult {
    SCAN_RECORD,     /* a whole record */
    SCAN_MORE,       /* the text ends inside the record and is not the last */
    SCAN_UNCLOSED,   /* the quote of the last cell is never closed */
    SCAN_AFTER_QUOTE /* text follows the closing quote of the last cell */
} ScanResult;

typedef struct ScanCell {
    int from, to; /* bytes of the record, quotes and blanks included */
    int text;     /* where blanks before it end */
    int line;     /* physical line, counted from the record's first, 0 */
    int column;   /* character in that line, from 1 */
    bool quoted;
} ScanCell;

typedef struct Record {
    ptrdiff_t len;  /* bytes without the line end */
    ptrdiff_t next; /* bytes with it: where the next record begins */
    int lines;      /* physical lines it covers, its end included */
    int count;      /* cells, also those beyond SCAN_MOST_CELLS */
    int used;       /* cells up to the last that is quoted or not blank */
    bool quotes;    /* any cell is quoted */
    ScanCell cells[SCAN_MOST_CELLS];
} Record;

/* Scans the record at the start of `text`, which is shorter than 2 GB. last: nothing follows the text. ascii:
 * every byte is one character. After a fault the cells up to the faulty one are there; len, next and lines
 * are not. */
ScanResult scan_record(Str text, bool last, char delimiter, bool ascii, Record *record);
/* The usual case, quickly: one line of ASCII without a quote, of exactly `cells` cells. Where each cell ends,
 * bytes of the line; true with record->len, next and lines set. False: look with scan_record. */
bool scan_plain(Str text, char delimiter, int cells, int *ends, Record *record);
/* Bytes of the physical line at the start of `text` with its line end (LF, CRLF, CR); *len without it. -1:
 * its end is not in the text and the text is not the last. */
ptrdiff_t scan_line(Str text, bool last, ptrdiff_t *len);

#endif
