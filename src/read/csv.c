/* See csv.h. A window of fixed size slides over the text (decode.h); the scanner (scan.h) finds each record
 * and its cells, libcsv splits it, and both must count the same cells. libcsv lives in this file alone. */
#include "read/csv.h"

#include "base/text.h"
#include "read/decode.h"
#include "read/scan.h"

#include <assert.h>
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

static const char delimiters[] = {',', ';', '\t', '|'};

/* ---- the window ---- */

static Str rest_of(const CsvReader *reader) {
    return (Str){reader->window + reader->from, reader->to - reader->from};
}

/* Moves what is left to the front and reads on. False: there is no room, or nothing more. */
static bool slide(CsvReader *reader) {
    Str rest = rest_of(reader);
    if (reader->last || rest.len + LEAST_READ > WINDOW) return false;
    memmove(reader->window, rest.at, (size_t)rest.len);
    reader->from = 0;
    reader->to = rest.len;
    ptrdiff_t got = text_file_read(reader->file, reader->window + reader->to, (size_t)(WINDOW - reader->to));
    if (got > 0) reader->to += got;
    reader->last = got <= 0;
    reader->failed = got < 0;
    return true;
}

static void advance(CsvReader *reader, ptrdiff_t bytes, int lines) {
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

static void drop_mark(CsvReader *reader) {
    while (reader->to - reader->from < 3 && slide(reader)) {
    }
    if (str_starts(rest_of(reader), S("\xEF\xBB\xBF"))) reader->from += 3;
}

/* ---- places ---- */

/* The place of a byte of the record read last. */
static Place place_of(const CsvReader *reader, ptrdiff_t offset) {
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

static Place place_of_cell(const CsvReader *reader, const ScanCell *cell) {
    Place place = place_of(reader, cell->from);
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

Str csv_record(const CsvReader *reader, bool *one_line) {
    *one_line = reader->record.lines == 1;
    return reader->text;
}

/* ---- one record ---- */

/* Looks at the record at the start of the rest, reading on as needed. */
static ScanResult look(CsvReader *reader, char delimiter) {
    for (;;) {
        ScanResult result =
            scan_record(rest_of(reader), reader->last, delimiter, reader->ascii, &reader->record);
        if (result != SCAN_MORE) return result;
        if (slide(reader)) {
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
static void skip_line_at(CsvReader *reader, ptrdiff_t offset) {
    for (;;) {
        ptrdiff_t len, next = scan_line(rest_of(reader), reader->last, &len);
        if (next < 0) {
            if (slide(reader)) continue;
            next = reader->to - reader->from;
            offset -= next;
            advance(reader, next, 0);
            continue;
        }
        advance(reader, next, 1);
        if (next > offset || reader->from == reader->to) return;
        offset -= next;
    }
}

static void tell_scan_fault(CsvReader *reader, ScanResult result) {
    int last = reader->record.count - 1;
    const ScanCell *cell = &reader->record.cells[last < SCAN_MOST_CELLS ? last : SCAN_MOST_CELLS - 1];
    Place place = place_of_cell(reader, cell);
    if (result == SCAN_UNCLOSED)
        diag_error(reader->diag, place, "the quote opened here is never closed");
    else if (result == SCAN_AFTER_QUOTE)
        diag_error(
            reader->diag, place,
            "text after the closing quote of this cell; a quote inside a quoted cell is doubled (\"\")");
    else
        diag_error(reader->diag, place, "a line of more than %d bytes", WINDOW - LEAST_READ);
    skip_line_at(reader, result == SCAN_MORE ? 0 : cell->from);
}

/* An unquoted cell stands in the window as it is, without the blanks round it. */
static void take_plain_cell(CsvReader *reader, int i, ptrdiff_t len) {
    const ScanCell *cell = &reader->record.cells[i];
    if (len > cell->to - cell->text) {
        reader->disagree = true;
        len = 0;
    }
    reader->cells[i] = (Str){reader->text.at + cell->text, len};
}

static void take_quoted_cell(CsvReader *reader, int i, const void *text, ptrdiff_t len) {
    char *copy = reader->scratch + reader->scratch_used;
    memcpy(copy, text, (size_t)len);
    reader->scratch_used += len;
    reader->cells[i] = (Str){copy, len};
}

/* Of a record without quotes. */
static void take_bare_cell(void *text, size_t len, void *context) {
    CsvReader *reader = context;
    int i = reader->cell_count++;
    (void)text;
    if (i < SCAN_MOST_CELLS && i < reader->record.count) take_plain_cell(reader, i, (ptrdiff_t)len);
}

static void take_cell(void *text, size_t len, void *context) {
    CsvReader *reader = context;
    int i = reader->cell_count++;
    if (i >= SCAN_MOST_CELLS || i >= reader->record.count) return;
    if (reader->record.cells[i].quoted)
        take_quoted_cell(reader, i, text, (ptrdiff_t)len);
    else
        take_plain_cell(reader, i, (ptrdiff_t)len);
}

static void take_row(int end, void *context) {
    (void)end;
    (void)context;
}

/* Splits the record with libcsv. A line end makes it give out the record, so one is fed in any case. */
static bool split(CsvReader *reader) {
    reader->cell_count = 0;
    reader->scratch_used = 0;
    reader->disagree = false;
    bool ended = reader->record.next > reader->record.len; /* the first byte of its line end is fed with it */
    size_t len = (size_t)reader->text.len + ended;
    void (*take)(void *, size_t, void *) = reader->record.quotes ? take_cell : take_bare_cell;
    size_t done = csv_parse(&reader->parser, reader->text.at, len, take, take_row, reader);
    if (!ended) done += csv_parse(&reader->parser, "\n", 1, take, take_row, reader) - 1;
    if (done == len && reader->cell_count == reader->record.count && !reader->disagree) return true;
    return diag_error(reader->diag, place_of(reader, 0),
                      "this record cannot be split with certainty: %d or %d cells", reader->record.count,
                      reader->cell_count);
}

static ptrdiff_t find_mark(Str text) {
    ptrdiff_t at = str_find_byte(text, '\xEF');
    return at < 0 ? -1 : str_find(text, S("\xEF\xBB\xBF"));
}

/* NUL bytes, bytes that are no character, a byte order mark where none belongs. */
static bool check_bytes(CsvReader *reader) {
    ptrdiff_t nul = -1, fault = -1, mark = find_mark(reader->text);
    if (!reader->clean) {
        nul = str_find_byte(reader->text, '\0');
        fault = text_utf8_fault(reader->text);
    }
    if (nul >= 0)
        return diag_error(reader->diag, place_of(reader, nul), "a NUL byte; is the file damaged, or UTF-16?");
    if (mark >= 0 && (fault < 0 || mark < fault))
        return diag_error(reader->diag, place_of(reader, mark),
                          "a byte order mark inside the file; were two files joined here?");
    if (fault < 0) return true;
    if (str_eq(reader->info.encoding, S("UTF-8")))
        return diag_error(reader->diag, place_of(reader, fault),
                          "byte %02X is no UTF-8; if the file is in another encoding, say --encoding",
                          (unsigned char)reader->text.at[fault]);
    return diag_error(reader->diag, place_of(reader, fault),
                      "a byte that stands for no character in %.*s; is another --encoding right?",
                      SARG(reader->info.encoding));
}

static bool is_blank_record(const CsvReader *reader) {
    const Record *record = &reader->record;
    if (record->count > 1 || record->quotes) return false;
    return str_trim(reader->text).len == 0;
}

static bool is_more(CsvReader *reader) {
    if (reader->from == reader->to) (void)slide(reader);
    drop_dos_end(reader);
    return !reader->failed && reader->from < reader->to;
}

/* Takes the record at the start of the rest, split into reader->cells. False: it is blank, or faulty (told).
 */
static bool take_record(CsvReader *reader) {
    ScanResult result = look(reader, reader->info.delimiter);
    reader->text =
        result == SCAN_RECORD ? str_slice(rest_of(reader), 0, reader->record.len) : rest_of(reader);
    reader->text_line = reader->line;
    if (result != SCAN_RECORD) {
        tell_scan_fault(reader, result);
        return false;
    }
    advance(reader, reader->record.next, reader->record.lines);
    if (is_blank_record(reader) || (!reader->ascii && !check_bytes(reader))) return false;
    return split(reader);
}

/* ---- the header ---- */

/* "Value [cm]": the name before the bracket, and what is in it. */
static Str column_name(Str cell, Str *unit) {
    Str name = str_trim(cell);
    *unit = S("");
    ptrdiff_t open = str_find_byte(name, '[');
    if (open <= 0 || !str_ends(name, S("]"))) return name;
    *unit = str_trim(str_slice(name, open + 1, name.len - 1));
    return str_trim(str_slice(name, 0, open));
}

static Str header_name(const CsvReader *reader, Str cell, Str *unit) {
    Str name = column_name(cell, unit);
    if (reader->spec.units_in_header) return name;
    *unit = S("");
    return str_trim(cell);
}

/* A cell of the record looked at, as it stands but for its outer quotes; good enough to know a header by. */
static Str bare_cell(Str text, const ScanCell *cell) {
    Str bare = str_trim(str_slice(text, cell->from, cell->to));
    return cell->quoted && bare.len >= 2 ? str_trim(str_slice(bare, 1, bare.len - 1)) : bare;
}

static bool record_names(const CsvReader *reader, Str text, const char *word) {
    const Record *record = &reader->record;
    Str unit;
    for (int i = 0; i < record->count && i < SCAN_MOST_CELLS; i++)
        if (str_eq_fold(header_name(reader, bare_cell(text, &record->cells[i]), &unit), str_of(word)))
            return true;
    return false;
}

/* Is the record at the start of the rest the header, cut at this delimiter? Then how many cells it has, else
 * 0. */
static int header_cells(CsvReader *reader, char delimiter) {
    ScanResult result;
    do {
        Str ahead = str_slice(rest_of(reader), 0, MOST_HEADER);
        bool last = reader->last && ahead.len < MOST_HEADER;
        result = scan_record(ahead, last, delimiter, reader->ascii, &reader->record);
    } while (result == SCAN_MORE && reader->to - reader->from < MOST_HEADER && slide(reader));
    if (result != SCAN_RECORD) return 0;
    Str text = str_slice(rest_of(reader), 0, reader->record.len);
    for (const char *const *word = reader->spec.header_words; *word; word++)
        if (!record_names(reader, text, *word)) return 0;
    return reader->record.count;
}

/* The delimiter that makes the record at the start of the rest the header; 0: none does. */
static char header_delimiter(CsvReader *reader, char only) {
    int most = 0;
    char best = 0;
    if (only) return header_cells(reader, only) ? only : 0;
    for (size_t i = 0; i < sizeof delimiters; i++) {
        int cells = header_cells(reader, delimiters[i]);
        if (cells <= most) continue;
        most = cells;
        best = delimiters[i];
    }
    return best;
}

/* Excel's first line sep=; (also in quotes). */
static bool take_sep_line(CsvReader *reader) {
    ptrdiff_t len, next;
    while ((next = scan_line(rest_of(reader), reader->last, &len)) < 0)
        if (!slide(reader)) return false;
    Str line = str_slice(rest_of(reader), 0, len);
    if (str_starts(line, S("\"")) && str_ends(line, S("\""))) line = str_slice(line, 1, line.len - 1);
    if (line.len != 5 || !str_eq_fold(str_slice(line, 0, 4), S("sep="))) return false;
    unsigned char sign = (unsigned char)line.at[4];
    if (sign == '"' || sign >= 0x80) return false;
    if (!reader->info.delimiter) reader->info.delimiter = (char)sign;
    advance(reader, next, 1);
    return true;
}

static const char *delimiter_name(char delimiter) {
    return delimiter == '\t'  ? "a tab"
           : delimiter == ',' ? "','"
           : delimiter == ';' ? "';'"
           : delimiter == '|' ? "'|'"
                              : "this delimiter";
}

static Str wanted_words(Arena *arena, const CsvSpec *spec) {
    Str text = S("");
    for (const char *const *word = spec->header_words; *word; word++)
        text = str_fmt(arena, "%.*s%s'%s'", SARG(text), !text.len ? "" : word[1] ? ", " : " and ", *word);
    return text;
}

static bool tell_no_header(CsvReader *reader, int elsewhere, char other) {
    Place place = {reader->info.file, 1, 1, {"", 0}};
    Str words = wanted_words(&reader->row, &reader->spec);
    if (elsewhere)
        return diag_error(reader->diag, place,
                          "no header line that names %.*s is cut by %s; cut by %s line %d would be one",
                          SARG(words), delimiter_name(reader->info.delimiter), delimiter_name(other),
                          elsewhere);
    return diag_error(reader->diag, place, "no header line that names the column%s %.*s",
                      reader->spec.header_words[1] ? "s" : "", SARG(words));
}

static void skip_preamble_line(CsvReader *reader) {
    ptrdiff_t len;
    (void)scan_line(rest_of(reader), true, &len);
    reader->text = str_slice(rest_of(reader), 0, len);
    reader->text_line = reader->line;
    if (!reader->clean) (void)check_bytes(reader);
    skip_line_at(reader, 0);
}

/* Goes to the header: every physical line may be its beginning, so that a stray quote in a preamble hides
 * nothing. */
static bool find_header(CsvReader *reader) {
    int first = reader->line, elsewhere = 0;
    char only = reader->info.delimiter, other = 0;
    while (is_more(reader)) {
        char delimiter = header_delimiter(reader, only);
        if (delimiter) {
            reader->info.delimiter = delimiter;
            reader->info.skipped = reader->line - first;
            reader->info.header_line = reader->line;
            return true;
        }
        if (only && !elsewhere && (other = header_delimiter(reader, 0))) elsewhere = reader->line;
        skip_preamble_line(reader);
    }
    return !reader->failed && tell_no_header(reader, elsewhere, other);
}

static int find_column(const CsvReader *reader, Str name) {
    for (int i = 0; i < reader->columns; i++)
        if (str_eq_fold(name, str_of(reader->spec.columns[i]))) return i;
    return -1;
}

static void tell_unknown(CsvReader *reader, int i, Str name) {
    Place place = place_of_cell(reader, &reader->record.cells[i]);
    if (!name.len)
        diag_warning(reader->diag, place, "column %d has no name; its cells are not read", i + 1);
    else if (reader->spec.unknown_is_error)
        diag_error(reader->diag, place, "unknown column '%.*s'", SARG(name));
    else
        diag_warning(reader->diag, place, "unknown column '%.*s'; its cells are not read", SARG(name));
}

static void take_header_cell(CsvReader *reader, Arena *arena, int i) {
    Str unit, name = header_name(reader, reader->cells[i], &unit);
    int column = reader->map[i] = find_column(reader, name);
    Place place = place_of_cell(reader, &reader->record.cells[i]);
    if (column < 0) {
        tell_unknown(reader, i, name);
    } else if (reader->info.has[column]) {
        diag_error(reader->diag, place, "the column '%.*s' stands twice in the header", SARG(name));
    } else if (text_control(reader->cells[i], false) >= 0) {
        diag_error(reader->diag, place, "a line break or control character in a column name");
    } else {
        reader->info.has[column] = true;
        reader->info.units[column] = text_nfc(arena, str_dup(arena, unit));
    }
}

static bool take_header(CsvReader *reader, Arena *arena) {
    int skipped = reader->info.skipped, before = reader->diag->count[SEVERITY_ERROR];
    csv_set_delim(&reader->parser, (unsigned char)reader->info.delimiter);
    if (!take_record(reader)) return false;
    Place place = place_of(reader, 0);
    if (skipped)
        diag_note(reader->diag, place, "%d line%s before this header %s skipped", skipped,
                  skipped == 1 ? "" : "s", skipped == 1 ? "is" : "are");
    reader->width = reader->cell_count;
    if (reader->width > SCAN_MOST_CELLS)
        return diag_error(reader->diag, place, "%d columns, expected at most %d", reader->width,
                          SCAN_MOST_CELLS);
    while (reader->width && !str_trim(reader->cells[reader->width - 1]).len) reader->width--;
    for (int i = 0; i < reader->width; i++) take_header_cell(reader, arena, i);
    return reader->diag->count[SEVERITY_ERROR] == before;
}

/* ---- rows ---- */

static bool all_digits(Str s) {
    int64_t value;
    return str_to_count(s, INT64_MAX, &value);
}

/* The first of two neighbours that look like one number cut at its decimal comma; -1: none. */
static int comma_split(const CsvReader *reader) {
    int n = reader->cell_count < SCAN_MOST_CELLS ? reader->cell_count : SCAN_MOST_CELLS;
    for (int i = 0; i + 1 < n && reader->info.delimiter == ','; i++) {
        const ScanCell *cells = &reader->record.cells[i];
        Str whole = reader->cells[i];
        if (whole.len && (whole.at[0] == '-' || whole.at[0] == '+')) whole = str_skip(whole, 1);
        if (!cells[0].quoted && !cells[1].quoted && all_digits(whole) && all_digits(reader->cells[i + 1]))
            return i;
    }
    return -1;
}

static bool tell_width(CsvReader *reader, int count) {
    int split_at = comma_split(reader);
    bool more = count > reader->width;
    int cell = more ? (reader->width < SCAN_MOST_CELLS ? reader->width : SCAN_MOST_CELLS - 1) : 0;
    Place place = place_of_cell(reader, &reader->record.cells[more && split_at >= 0 ? split_at : cell]);
    if (more && split_at >= 0)
        return diag_error(
            reader->diag, place,
            "%d cells, %d columns: did the decimal comma of %.*s,%.*s split the row? quote the number, "
            "or use ';' between cells",
            count, reader->width, SARG(reader->cells[split_at]), SARG(reader->cells[split_at + 1]));
    return diag_error(reader->diag, place, "%d cell%s, %d column%s", count, count == 1 ? "" : "s",
                      reader->width, reader->width == 1 ? "" : "s");
}

/* Cells of the row without empty ones beyond the header's. */
static int used_cells(const CsvReader *reader) {
    int count = reader->cell_count;
    if (count > SCAN_MOST_CELLS) return count;
    while (count > reader->width && !reader->cells[count - 1].len) count--;
    return count;
}

static bool all_empty(const CsvReader *reader) {
    int n = reader->cell_count < SCAN_MOST_CELLS ? reader->cell_count : SCAN_MOST_CELLS;
    for (int i = 0; i < n; i++)
        if (reader->cells[i].len) return false;
    return reader->cell_count <= SCAN_MOST_CELLS;
}

static bool check_text(CsvReader *reader, int column, const ScanCell *cell, Str text) {
    if (reader->ascii && !cell->quoted) return true;
    ptrdiff_t at = text_control(text, cell->quoted && reader->free_text[column]);
    if (at < 0) return true;
    Place place = place_of_cell(reader, cell);
    const char *name = reader->spec.columns[column];
    if (text.at[at] == '\n' || text.at[at] == '\r')
        return diag_error(reader->diag, place, "a line break in a cell of the column '%s'", name);
    Str rest = str_skip(text, at);
    return diag_error(reader->diag, place, "the control character U+%04X in a cell of the column '%s'",
                      (unsigned)text_next(&rest), name);
}

static bool fill_cell(CsvReader *reader, CsvRow *row, int i) {
    int column = reader->map[i];
    if (column < 0) return true;
    const ScanCell *cell = &reader->record.cells[i];
    Str text = reader->cells[i];
    bool ok = check_text(reader, column, cell, text);
    if (!reader->ascii) text = text_nfc(&reader->row, text);
    row->cells[column] = (CsvCell){text, row->line + cell->line, cell->column, cell->quoted};
    return ok;
}

/* The usual case: one line of plain cells. */
static bool fill_plain_row(const CsvReader *reader, CsvRow *row, int count) {
    for (int i = 0; i < count; i++) {
        int column = reader->map[i];
        if (column >= 0)
            row->cells[column] =
                (CsvCell){reader->cells[i], row->line, reader->record.cells[i].column, false};
    }
    return true;
}

static bool fill_row(CsvReader *reader, CsvRow *row, int count) {
    bool ok = true;
    row->line = reader->text_line;
    for (int column = 0; column < reader->columns; column++)
        if (!reader->info.has[column] || count < reader->width) row->cells[column] = (CsvCell){.text = S("")};
    if (reader->ascii && !reader->record.quotes) return fill_plain_row(reader, row, count);
    for (int i = 0; i < count; i++) ok &= fill_cell(reader, row, i);
    return ok;
}

bool csv_next(CsvReader *reader, CsvRow *row) {
    while (is_more(reader)) {
        if (!reader->ascii) arena_reset(&reader->row, reader->row_mark);
        if (!take_record(reader) || all_empty(reader)) continue;
        int count = used_cells(reader);
        reader->info.rows++;
        if (count > reader->width || (count < reader->width && !reader->spec.short_rows)) {
            tell_width(reader, count);
            continue;
        }
        if (fill_row(reader, row, count)) return true;
    }
    return false;
}

const CsvInfo *csv_info(const CsvReader *reader) { return &reader->info; }

/* ---- opening and closing ---- */

static void take_spec(CsvReader *reader, const CsvSpec *spec) {
    reader->spec = *spec;
    reader->info.delimiter = spec->delimiter;
    for (; spec->columns[reader->columns]; reader->columns++) {
        assert(reader->columns < CSV_MOST_COLUMNS);
        for (const char *const *name = spec->free_text; name && *name; name++)
            if (strcmp(*name, spec->columns[reader->columns]) == 0) reader->free_text[reader->columns] = true;
    }
}

static void take_facts(CsvReader *reader) {
    const TextFacts *facts = text_file_facts(reader->file);
    reader->info.file = facts->name;
    reader->info.encoding = facts->encoding;
    memcpy(reader->info.sha256, facts->sha256, sizeof facts->sha256);
    reader->ascii = facts->ascii;
    reader->clean = facts->clean;
}

CsvReader *csv_open(Arena *arena, const char *path, const CsvSpec *spec, Diag *diag) {
    CsvReader *reader = NEW(arena, CsvReader);
    reader->diag = diag;
    reader->line = 1;
    take_spec(reader, spec);
    reader->file = text_file_open(arena, path, spec->encoding, !spec->no_digest, diag);
    if (!reader->file) return NULL;
    take_facts(reader);
    reader->window = NEW_ARRAY(arena, char, WINDOW);
    reader->scratch = NEW_ARRAY(arena, char, WINDOW);
    (void)arena_alloc(&reader->row, 1); /* a chunk that stays */
    reader->row_mark = arena_mark(&reader->row);
    bool ok = csv_init(&reader->parser, 0) == 0;
    assert(ok);
    csv_set_blk_size(&reader->parser, 4096);
    drop_mark(reader);
    (void)take_sep_line(reader);
    if (find_header(reader) && take_header(reader, arena)) return reader;
    csv_close(reader);
    return NULL;
}

void csv_close(CsvReader *reader) {
    csv_free(&reader->parser);
    text_file_close(reader->file);
    arena_free(&reader->row);
}

void csv_tell(CsvReader *reader, Diag *diag) {
    reader->diag = diag;
    text_file_tell(reader->file, diag);
}

int64_t csv_size(const CsvReader *reader) { return text_file_facts(reader->file)->size; }

bool csv_digest(const CsvReader *reader, char sha256[65]) { return text_file_digest(reader->file, sha256); }
