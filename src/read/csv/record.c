/* See read/csv/reader.h: a window of fixed size slides over the text (decode.h); the scanner (scan.h) finds
 * each record and its cells. One with quotes is unquoted by libcsv, which is fed in this file alone, and both
 * must find the same cells. */
#include "read/csv/reader.h"

#include "base/text.h"

/* ---- the window ---- */

void csv_take_purity(CsvReader *reader) {
    const TextFacts *facts = text_file_facts(reader->file);
    reader->info.encoding = facts->encoding;
    reader->ascii = facts->ascii;
    reader->clean = facts->clean;
}

/* Moves what is left to the front and reads on. False: there is no room, or nothing more. */
bool csv_slide(CsvReader *reader) {
    Str rest = csv_rest_of(reader);
    if (reader->last || rest.len + LEAST_READ > WINDOW) return false;
    memmove(reader->window, rest.at, (size_t)rest.len);
    reader->from = 0;
    reader->to = rest.len;
    ptrdiff_t got = text_file_read(reader->file, reader->window + reader->to, (size_t)(WINDOW - reader->to));
    if (got > 0) reader->to += got;
    reader->last = got <= 0;
    reader->failed = got < 0;
    csv_take_purity(reader);
    return true;
}

void csv_advance(CsvReader *reader, ptrdiff_t bytes, int lines) {
    reader->from += bytes;
    reader->line += lines;
}

/* DOS tools end a text with 1A. */
static void drop_dos_end(CsvReader *reader) {
    if (!reader->last || reader->from == reader->to || reader->window[reader->to - 1] != 0x1A) return;
    reader->to--;
    diag_note(reader->diag, place_file(reader->info.file),
              "a DOS end-of-file sign (1A) at the end is left out");
}

void csv_drop_mark(CsvReader *reader) {
    while (reader->to - reader->from < 3 && csv_slide(reader)) {
    }
    if (str_starts(csv_rest_of(reader), S("\xEF\xBB\xBF"))) reader->from += 3;
}

/* ---- places ---- */

/* The place of a byte of the record read last. */
Place csv_place_of(const CsvReader *reader, ptrdiff_t offset) {
    Str rest = reader->text;
    int line = reader->text_line;
    ptrdiff_t len, next = scan_line(rest, true, &len), at = 0;
    while (at + next <= offset && next < rest.len) {
        at += next;
        rest = str_skip(rest, next);
        line++;
        next = scan_line(rest, true, &len);
    }
    Str text = str_slice(rest, 0, len);
    return (Place){reader->info.file, line, text_length(str_slice(text, 0, offset - at)) + 1, text};
}

Place csv_place_of_cell(const CsvReader *reader, const ScanCell *cell) {
    Place place = csv_place_of(reader, cell->from);
    place.column = cell->column;
    return place;
}

Place csv_place_in(Str file, Str record, int line, const CsvCell *cell) {
    Place place = {file, line, 1, record};
    ptrdiff_t len;
    for (; place.line < cell->line; place.line++)
        place.text = str_skip(place.text, scan_line(place.text, true, &len));
    (void)scan_line(place.text, true, &len);
    place.text = str_slice(place.text, 0, len);
    if (cell->column > 0) place.column = cell->column;
    return place;
}

Place csv_place(const CsvReader *reader, const CsvCell *cell) {
    if (cell->column > 0 && reader->record.lines == 1)
        return (Place){reader->info.file, cell->line, cell->column, reader->text};
    return csv_place_in(reader->info.file, reader->text, reader->text_line, cell);
}

/* ---- one record ---- */

/* Looks at the record at the start of the rest, reading on as needed. */
static ScanResult look(CsvReader *reader, char delimiter) {
    for (;;) {
        ScanResult result =
            scan_record(csv_rest_of(reader), reader->last, delimiter, reader->ascii, &reader->record);
        if (result != SCAN_MORE) return result;
        if (csv_slide(reader)) {
            if (reader->last) drop_dos_end(reader);
            continue;
        }
        const Record *record = &reader->record;
        int last = record->count < SCAN_MOST_CELLS ? record->count - 1 : SCAN_MOST_CELLS - 1;
        return record->cells[last].quoted ? SCAN_UNCLOSED : SCAN_MORE;
    }
}

/* Skips the physical line that holds the byte at `offset`, and all before it. A line longer than the window
 * is let go piece by piece. */
void csv_skip_line_at(CsvReader *reader, ptrdiff_t offset) {
    for (;;) {
        ptrdiff_t len, next = scan_line(csv_rest_of(reader), reader->last, &len);
        if (next < 0) {
            if (csv_slide(reader)) continue;
            next = reader->to - reader->from;
            offset -= next;
            csv_advance(reader, next, 0);
            continue;
        }
        csv_advance(reader, next, 1);
        if (next > offset || reader->from == reader->to) return;
        offset -= next;
    }
}

static void tell_scan_fault(CsvReader *reader, ScanResult result) {
    int last = reader->record.count - 1;
    const ScanCell *cell = &reader->record.cells[last < SCAN_MOST_CELLS ? last : SCAN_MOST_CELLS - 1];
    Place place = csv_place_of_cell(reader, cell);
    if (result == SCAN_UNCLOSED)
        diag_error(reader->diag, place, "the quote opened here is never closed");
    else if (result == SCAN_AFTER_QUOTE)
        diag_error(
            reader->diag, place,
            "text after the closing quote of this cell; a quote inside a quoted cell is doubled (\"\")");
    else
        diag_error(reader->diag, place, "a line of more than %d bytes", WINDOW - LEAST_READ);
    csv_skip_line_at(reader, result == SCAN_MORE ? 0 : cell->from);
}

/* An unquoted cell stands in the window as it is, without the blanks round it. */
static Str plain_cell(const CsvReader *reader, const ScanCell *cell) {
    const char *at = reader->text.at + cell->text, *end = reader->text.at + cell->to;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t')) end--;
    return (Str){at, end - at};
}

static Str quoted_cell(CsvReader *reader, const void *text, ptrdiff_t len) {
    char *copy = reader->scratch + reader->scratch_used;
    memcpy(copy, text, (size_t)len);
    reader->scratch_used += len;
    return (Str){copy, len};
}

static void take_cell(void *text, size_t len, void *context) {
    CsvReader *reader = context;
    int i = reader->cell_count++;
    if (i >= SCAN_MOST_CELLS || i >= reader->record.count) return;
    const ScanCell *cell = &reader->record.cells[i];
    reader->cells[i] = cell->quoted ? quoted_cell(reader, text, (ptrdiff_t)len) : plain_cell(reader, cell);
    reader->disagree |= reader->cells[i].len != (ptrdiff_t)len;
}

static void take_row(int end, void *context) {
    (void)end;
    (void)context;
}

/* A record with quotes is split by libcsv, and both must count the same cells of the same lengths. A line end
 * makes it give out the record, so one is fed in any case. */
static bool split_quoted(CsvReader *reader) {
    reader->cell_count = 0;
    reader->scratch_used = 0;
    reader->disagree = false;
    bool ended = reader->record.next > reader->record.len; /* the first byte of its line end is fed with it */
    size_t len = (size_t)reader->text.len + ended;
    size_t done = csv_parse(&reader->parser, reader->text.at, len, take_cell, take_row, reader);
    if (!ended) done += csv_parse(&reader->parser, "\n", 1, take_cell, take_row, reader) - 1;
    if (done == len && reader->cell_count == reader->record.count && !reader->disagree) return true;
    return diag_error(reader->diag, csv_place_of(reader, 0),
                      "this record cannot be split with certainty: %d or %d cells", reader->record.count,
                      reader->cell_count);
}

/* Without quotes nothing can be meant but the delimiters: the scanner has split it. */
static bool split(CsvReader *reader) {
    const Record *record = &reader->record;
    if (record->quotes) return split_quoted(reader);
    reader->cell_count = record->count;
    for (int i = 0; i < record->count && i < SCAN_MOST_CELLS; i++)
        reader->cells[i] = plain_cell(reader, &record->cells[i]);
    return true;
}

static ptrdiff_t find_mark(Str text) {
    ptrdiff_t at = str_find_byte(text, '\xEF');
    return at < 0 ? -1 : str_find(text, S("\xEF\xBB\xBF"));
}

/* NUL bytes, bytes that are no character, a byte order mark where none belongs. */
bool csv_check_bytes(CsvReader *reader) {
    ptrdiff_t nul = -1, fault = -1, mark = find_mark(reader->text);
    if (!reader->clean) {
        nul = str_find_byte(reader->text, '\0');
        fault = text_utf8_fault(reader->text);
    }
    if (nul >= 0)
        return diag_error(reader->diag, csv_place_of(reader, nul),
                          "a NUL byte; is the file damaged, or UTF-16?");
    if (mark >= 0 && (fault < 0 || mark < fault))
        return diag_error(reader->diag, csv_place_of(reader, mark),
                          "a byte order mark inside the file; were two files joined here?");
    if (fault < 0) return true;
    if (str_eq(reader->info.encoding, S("UTF-8")))
        return diag_error(reader->diag, csv_place_of(reader, fault),
                          "byte %02X is no UTF-8; if the file is in another encoding, say --encoding",
                          (unsigned char)reader->text.at[fault]);
    return diag_error(reader->diag, csv_place_of(reader, fault),
                      "a byte that stands for no character in %.*s; is another --encoding right?",
                      SARG(reader->info.encoding));
}

static bool is_blank_record(const CsvReader *reader) {
    const Record *record = &reader->record;
    if (record->count > 1 || record->quotes) return false;
    return str_trim(reader->text).len == 0;
}

bool csv_is_more(CsvReader *reader) {
    if (reader->from == reader->to) (void)csv_slide(reader);
    drop_dos_end(reader);
    return !reader->failed && reader->from < reader->to;
}

/* Takes the record at the start of the rest, split into reader->cells. False: it is blank, or faulty (told).
 */
bool csv_take_record(CsvReader *reader) {
    ScanResult result = look(reader, reader->info.delimiter);
    reader->text =
        result == SCAN_RECORD ? str_slice(csv_rest_of(reader), 0, reader->record.len) : csv_rest_of(reader);
    reader->text_line = reader->line;
    if (result != SCAN_RECORD) {
        tell_scan_fault(reader, result);
        return false;
    }
    reader->info.cut = reader->record.next == reader->record.len && reader->record.len > 0;
    csv_advance(reader, reader->record.next, reader->record.lines);
    if (is_blank_record(reader) || (!reader->ascii && !csv_check_bytes(reader))) return false;
    return split(reader);
}
