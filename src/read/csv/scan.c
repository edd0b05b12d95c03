/* See scan.h. Three states: plain, quoted, after a quote. */
#include "read/csv/scan.h"

#include <endian.h>

typedef struct Scan {
    const char *base, *at, *end;
    const char *column_from; /* where `column` was counted */
    int line, column;
    bool last, ascii;
    char delimiter;
} Scan;

static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

static int characters(const char *from, const char *to) {
    int n = 0;
    for (; from < to; from++) n += ((unsigned char)*from & 0xC0) != 0x80;
    return n;
}

static void count_column(Scan *scan) {
    scan->column +=
        scan->ascii ? (int)(scan->at - scan->column_from) : characters(scan->column_from, scan->at);
    scan->column_from = scan->at;
}

static void skip_blanks(Scan *scan) {
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t') && *scan->at != scan->delimiter)
        scan->at++;
}

static bool cell_ends(const Scan *scan) {
    return scan->at == scan->end || *scan->at == scan->delimiter || is_line_end(*scan->at);
}

/* Past one line end; false: it may go on beyond the text. */
static bool skip_line_end(Scan *scan) {
    if (*scan->at++ != '\r') return true;
    if (scan->at == scan->end) return scan->last;
    if (*scan->at == '\n') scan->at++;
    return true;
}

static void skip_plain(Scan *scan) {
    const char *at = scan->at, *end = scan->end;
    char delimiter = scan->delimiter;
    while (at < end && *at != delimiter && !is_line_end(*at)) at++;
    scan->at = at;
}

/* From behind the opening quote to behind the closing one. */
static ScanResult skip_quoted(Scan *scan) {
    while (scan->at < scan->end) {
        if (is_line_end(*scan->at)) {
            if (!skip_line_end(scan)) return SCAN_MORE;
            scan->line++;
            scan->column = 1;
            scan->column_from = scan->at;
        } else if (*scan->at++ == '"') {
            if (scan->at == scan->end) return scan->last ? SCAN_RECORD : SCAN_MORE;
            if (*scan->at != '"') return SCAN_RECORD;
            scan->at++;
        }
    }
    return scan->last ? SCAN_UNCLOSED : SCAN_MORE;
}

static ScanResult take_quoted(Scan *scan) {
    scan->at++;
    ScanResult result = skip_quoted(scan);
    if (result != SCAN_RECORD) return result;
    skip_blanks(scan);
    return cell_ends(scan) ? SCAN_RECORD : SCAN_AFTER_QUOTE;
}

static ScanResult take_cell(Scan *scan, Record *record) {
    ScanCell spare = {0}, *cell = record->count < SCAN_MOST_CELLS ? &record->cells[record->count] : &spare;
    ScanResult result = SCAN_RECORD;
    cell->from = (int)(scan->at - scan->base);
    cell->line = scan->line;
    skip_blanks(scan);
    cell->text = (int)(scan->at - scan->base);
    if (!cell_ends(scan)) count_column(scan);
    cell->column = scan->column;
    cell->quoted = scan->at < scan->end && *scan->at == '"';
    record->count++;
    if (!cell_ends(scan)) record->used = record->count;
    if (cell->quoted) {
        record->quotes = true;
        result = take_quoted(scan);
    } else {
        skip_plain(scan);
    }
    cell->to = (int)(scan->at - scan->base);
    return result;
}

/* ---- the usual case: one line of ASCII without quotes ---- */

/* The line's end is found, its bytes are not yet looked at. */
static bool take_line(Str text, Record *record) {
    const char *end = text.len ? memchr(text.at, '\n', (size_t)text.len) : NULL;
    if (!end) return false;
    size_t len = (size_t)(end - text.at);
    if (len && text.at[len - 1] == '\r') len--;
    if (len > INT32_MAX) return false;
    record->len = (ptrdiff_t)len;
    record->next = end + 1 - text.at;
    record->lines = 1;
    record->quotes = false;
    return true;
}

/* Of the bytes of x, all below 80: the high bit of each that equals c. */
static uint64_t equal_bytes(uint64_t x, char c) {
    const uint64_t ones = 0x0101010101010101u;
    return ~((x ^ ones * (unsigned char)c) + ones * 0x7F) & ones * 0x80;
}

/* Where the delimiters stand, eight bytes at a time. Their number; `most` + 1: there are more, or a quote, or
 * a carriage return within the line. */
static int find_delimiters(const char *line, int len, char delimiter, int *ends, int most) {
    int n = 0;
    for (int i = 0; i < len; i += 8) {
        uint64_t x = 0;
        if (len - i >= 8)
            memcpy(&x, line + i, 8);
        else
            memcpy(&x, line + i, (size_t)(len - i));
        x = le64toh(x);
        if (equal_bytes(x, '"') | equal_bytes(x, '\r')) return most + 1;
        for (uint64_t found = equal_bytes(x, delimiter); found; found &= found - 1) {
            if (n == most) return most + 1;
            ends[n++] = i + __builtin_ctzll(found) / 8;
        }
    }
    return n;
}

bool scan_plain(Str text, char delimiter, int cells, int *ends, Record *record) {
    if (!take_line(text, record)) return false;
    if (find_delimiters(text.at, (int)record->len, delimiter, ends, cells - 1) != cells - 1) return false;
    ends[cells - 1] = (int)record->len;
    return true;
}

ScanResult scan_record(Str text, bool last, char delimiter, bool ascii, Record *record) {
    Scan scan = {.base = text.at,
                 .at = text.at,
                 .end = text.at + text.len,
                 .column_from = text.at,
                 .column = 1,
                 .last = last,
                 .ascii = ascii,
                 .delimiter = delimiter};
    record->count = record->used = 0;
    record->quotes = false;
    for (;;) {
        ScanResult result = take_cell(&scan, record);
        if (result != SCAN_RECORD) return result;
        if (scan.at == scan.end || *scan.at != delimiter) break;
        scan.at++;
        count_column(&scan);
    }
    record->len = scan.at - scan.base;
    if (scan.at == scan.end && !last) return SCAN_MORE;
    if (scan.at < scan.end && !skip_line_end(&scan)) return SCAN_MORE;
    record->next = scan.at - scan.base;
    record->lines = scan.line + 1;
    return SCAN_RECORD;
}

ptrdiff_t scan_line(Str text, bool last, ptrdiff_t *len) {
    Scan scan = {.base = text.at, .at = text.at, .end = text.at + text.len, .last = last};
    while (scan.at < scan.end && !is_line_end(*scan.at)) scan.at++;
    *len = scan.at - scan.base;
    if (scan.at == scan.end) return last ? *len : -1;
    return skip_line_end(&scan) ? scan.at - scan.base : -1;
}
