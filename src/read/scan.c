/* See scan.h. Three states: plain, quoted, after a quote. */
#include "read/scan.h"

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

/* To the delimiter or line end. Eight bytes at a time: the lowest high bit in `found` is that of the first byte that
 * is below a blank or the delimiter; what is neither line end nor delimiter is passed over. */
static void skip_plain(Scan *scan) {
    const uint64_t ones = 0x0101010101010101u, highs = ones * 0x80, wanted = ones * (unsigned char)scan->delimiter;
    const char *at = scan->at, *end = scan->end;
    char delimiter = scan->delimiter;
    while (end - at >= 8) {
        uint64_t x;
        memcpy(&x, at, 8);
        x = le64toh(x);
        uint64_t y = x ^ wanted, found = (((x - ones * 0x20) & ~x) | ((y - ones) & ~y)) & highs;
        at += found ? __builtin_ctzll(found) / 8 : 8;
        if (!found) continue;
        if (*at == delimiter || is_line_end(*at)) break;
        at++;
    }
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
    ScanCell spare, *cell = record->count < SCAN_MOST_CELLS ? &record->cells[record->count] : &spare;
    ScanResult result = SCAN_RECORD;
    cell->from = scan->at - scan->base;
    cell->line = scan->line;
    skip_blanks(scan);
    cell->text = scan->at - scan->base;
    if (!cell_ends(scan)) count_column(scan);
    cell->column = scan->column;
    cell->quoted = scan->at < scan->end && *scan->at == '"';
    record->count++;
    if (cell->quoted) {
        record->quotes = true;
        result = take_quoted(scan);
    } else {
        skip_plain(scan);
    }
    cell->to = scan->at - scan->base;
    return result;
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
    record->count = 0;
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
