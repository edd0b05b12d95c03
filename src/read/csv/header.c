/* See read/csv/reader.h: the line that names the columns, and by it the delimiter. */
#include "read/csv/reader.h"

#include "base/text.h"

static const char delimiters[] = {',', ';', '\t', '|'};

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
        Str ahead = str_slice(csv_rest_of(reader), 0, MOST_HEADER);
        bool last = reader->last && ahead.len < MOST_HEADER;
        result = scan_record(ahead, last, delimiter, reader->ascii, &reader->record);
    } while (result == SCAN_MORE && reader->to - reader->from < MOST_HEADER && csv_slide(reader));
    if (result != SCAN_RECORD) return 0;
    Str text = str_slice(csv_rest_of(reader), 0, reader->record.len);
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
bool csv_take_sep_line(CsvReader *reader) {
    ptrdiff_t len, next;
    while ((next = scan_line(csv_rest_of(reader), reader->last, &len)) < 0)
        if (!csv_slide(reader)) return false;
    Str line = str_slice(csv_rest_of(reader), 0, len);
    if (str_starts(line, S("\"")) && str_ends(line, S("\""))) line = str_slice(line, 1, line.len - 1);
    if (line.len != 5 || !str_eq_fold(str_slice(line, 0, 4), S("sep="))) return false;
    unsigned char sign = (unsigned char)line.at[4];
    if (sign == '"' || sign >= 0x80) return false;
    if (!reader->info.delimiter) reader->info.delimiter = (char)sign;
    csv_advance(reader, next, 1);
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
        text = str_fmt(arena, "%.*s%s'%s'", SARG(text), text.len ? ", " : "", *word);
    return text;
}

static bool tell_no_header(CsvReader *reader, int elsewhere, char other) {
    Place place = {reader->info.file, 1, 1, {"", 0}};
    Str words = wanted_words(&reader->row, &reader->spec);
    if (elsewhere)
        return diag_error(reader->diag, place,
                          "no header line that names %.*s is cut by %s; cut by %s line %d would be one",
                          SARG(words), diag_word(reader->diag, delimiter_name(reader->info.delimiter)),
                          diag_word(reader->diag, delimiter_name(other)), elsewhere);
    return diag_error(reader->diag, place, "no header line that names %.*s", SARG(words));
}

static void skip_preamble_line(CsvReader *reader) {
    ptrdiff_t len;
    (void)scan_line(csv_rest_of(reader), true, &len);
    reader->text = str_slice(csv_rest_of(reader), 0, len);
    reader->text_line = reader->line;
    if (!reader->clean) (void)csv_check_bytes(reader);
    csv_skip_line_at(reader, 0);
}

/* Goes to the header: every physical line may be its beginning, so that a stray quote in a preamble hides
 * nothing. */
bool csv_find_header(CsvReader *reader) {
    int first = reader->line, elsewhere = 0;
    char only = reader->info.delimiter, other = 0;
    while (csv_is_more(reader)) {
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
    Place place = csv_place_of_cell(reader, &reader->record.cells[i]);
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
    Place place = csv_place_of_cell(reader, &reader->record.cells[i]);
    if (text_control(reader->cells[i], false) >= 0) {
        diag_error(reader->diag, place, "a line break or control character in a column name");
    } else if (column < 0) {
        tell_unknown(reader, i, name);
    } else if (reader->info.has[column]) {
        diag_error(reader->diag, place, "the column '%.*s' stands twice in the header", SARG(name));
    } else {
        reader->info.has[column] = true;
        reader->info.units[column] = text_nfc(arena, str_dup(arena, unit));
    }
}

bool csv_take_header(CsvReader *reader, Arena *arena) {
    int skipped = reader->info.skipped, before = reader->diag->count[SEVERITY_ERROR];
    csv_set_delim(&reader->parser, (unsigned char)reader->info.delimiter);
    if (!csv_take_record(reader)) return false;
    Place place = csv_place_of(reader, 0);
    if (skipped) diag_note(reader->diag, place, "lines before this header are skipped: %d", skipped);
    reader->width = reader->record.used;
    if (reader->width > SCAN_MOST_CELLS)
        return diag_error(reader->diag, place, "%d columns, expected at most %d", reader->width,
                          SCAN_MOST_CELLS);
    while (reader->width && !str_trim(reader->cells[reader->width - 1]).len) reader->width--;
    for (int i = 0; i < reader->width; i++) take_header_cell(reader, arena, i);
    return reader->diag->count[SEVERITY_ERROR] == before;
}
