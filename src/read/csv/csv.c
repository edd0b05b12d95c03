/* See csv.h: opening, and rows in the order of the caller's columns. */
#include "read/csv/reader.h"

#include "base/memory.h"
#include "base/text.h"

#include <assert.h>

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
    Place place = csv_place_of_cell(reader, &reader->record.cells[more && split_at >= 0 ? split_at : cell]);
    if (more && split_at >= 0)
        return diag_error(
            reader->diag, place,
            "%d cells, %d columns: did the decimal comma of %.*s,%.*s split the row? quote the number, "
            "or use ';' between cells",
            count, reader->width, SARG(reader->cells[split_at]), SARG(reader->cells[split_at + 1]));
    return diag_error(reader->diag, place, "%d cells, %d columns", count, reader->width);
}

/* Cells of the row, without empty ones beyond the header's. */
static int used_cells(const CsvReader *reader) {
    int there = reader->cell_count < reader->width ? reader->cell_count : reader->width,
        count = reader->record.used;
    while (count > there && count <= SCAN_MOST_CELLS && !reader->cells[count - 1].len) count--;
    return count > there ? count : there;
}

static bool all_empty(const CsvReader *reader) {
    for (int i = 0; i < reader->record.used; i++)
        if (i >= SCAN_MOST_CELLS || reader->cells[i].len) return false;
    return true;
}

static bool check_text(CsvReader *reader, int column, const ScanCell *cell, Str text) {
    if (reader->ascii && !cell->quoted) return true;
    ptrdiff_t at = text_control(text, cell->quoted && reader->free_text[column]);
    if (at < 0) return true;
    Place place = csv_place_of_cell(reader, cell);
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

/* Columns that the header does not name, or a short row may not reach. */
static void clear_absent(const CsvReader *reader, CsvRow *row, int count) {
    for (int column = 0; column < reader->columns; column++)
        if (!reader->info.has[column] || count < reader->width) row->cells[column] = (CsvCell){.text = S("")};
}

static bool fill_row(CsvReader *reader, CsvRow *row, int count) {
    bool ok = true;
    row->line = reader->text_line;
    clear_absent(reader, row, count);
    for (int i = 0; i < count; i++) ok &= fill_cell(reader, row, i);
    return ok;
}

/* ---- the usual case: a line of ASCII without quotes, as many cells as the header has ---- */

static inline Str trim_blanks(const char *at, const char *end) {
    if (at<end && * at> ' ' && end[-1] > ' ') return (Str){at, end - at};
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t')) end--;
    return (Str){at, end - at};
}

/* False when all cells are empty. */
static bool fill_plain_row(const CsvReader *reader, CsvRow *row, const int *ends) {
    const char *line = reader->text.at;
    bool any = false;
    for (int i = 0, from = 0; i < reader->width; from = ends[i++] + 1) {
        Str text = trim_blanks(line + from, line + ends[i]);
        if (text.len) any = true, from = (int)(text.at - line);
        if (reader->map[i] < 0) continue;
        CsvCell *cell = &row->cells[reader->map[i]];
        cell->text = text;
        cell->line = reader->line;
        cell->column = from + 1;
        cell->quoted = false;
    }
    return any;
}

/* False, and nothing taken: what is there is not the usual case. */
static bool take_plain_row(CsvReader *reader, CsvRow *row) {
    int ends[CSV_MOST_COLUMNS];
    Str rest = csv_rest_of(reader);
    if (!reader->ascii || reader->width > CSV_MOST_COLUMNS ||
        !scan_plain(rest, reader->info.delimiter, reader->width, ends, &reader->record))
        return false;
    reader->text = str_slice(rest, 0, reader->record.len);
    reader->text_line = row->line = reader->line;
    clear_absent(reader, row, reader->width);
    if (!fill_plain_row(reader, row, ends)) return false;
    csv_advance(reader, reader->record.next, 1);
    reader->info.rows++;
    row->blank = false;
    return true;
}

/* Nothing stood in the record looked at last, and nothing was wrong with it. */
static bool is_empty_line(const CsvReader *reader, int errors_before) {
    return reader->spec.blank_rows && reader->diag->count[SEVERITY_ERROR] == errors_before;
}

bool csv_next(CsvReader *reader, CsvRow *row) {
    while (csv_is_more(reader)) {
        if (take_plain_row(reader, row)) return true;
        if (!reader->ascii) arena_reset(&reader->row, reader->row_mark);
        int errors = reader->diag->count[SEVERITY_ERROR];
        row->blank = !csv_take_record(reader) || all_empty(reader);
        if (row->blank && is_empty_line(reader, errors)) return true;
        if (row->blank) continue;
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
    reader->info.live = facts->live;
    csv_take_purity(reader);
}

CsvReader *csv_open(Arena *arena, const char *path, const CsvSpec *spec, Diag *diag) {
    CsvReader *reader = NEW(arena, CsvReader);
    reader->diag = diag;
    reader->line = 1;
    take_spec(reader, spec);
    reader->file = text_file_open(arena, path, spec->encoding, spec->digest, spec->live, diag);
    if (!reader->file) return NULL;
    take_facts(reader);
    reader->window = NEW_ARRAY(arena, char, WINDOW);
    reader->scratch = NEW_ARRAY(arena, char, WINDOW);
    (void)arena_alloc(&reader->row, 1); /* a chunk that stays */
    reader->row_mark = arena_mark(&reader->row);
    bool ok = csv_init(&reader->parser, 0) == 0;
    assert(ok);
    csv_set_blk_size(&reader->parser, 4096);
    csv_set_realloc_func(&reader->parser, memory_resize);
    csv_drop_mark(reader);
    (void)csv_take_sep_line(reader);
    if (csv_find_header(reader) && csv_take_header(reader, arena)) return reader;
    csv_close(reader);
    return NULL;
}

void csv_close(CsvReader *reader) {
    csv_free(&reader->parser);
    text_file_close(reader->file);
    arena_free(&reader->row);
}
