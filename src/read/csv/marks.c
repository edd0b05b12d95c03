/* The file of chalked marks: mark,x,y or mark,cushion,along, in cm unless the header names a unit. Source:
 * marking/README.md, Verify 24. */
#include "read/csv/marks.h"

#include "base/unit.h"
#include "read/csv/csv.h"

enum { COLUMN_MARK, COLUMN_X, COLUMN_Y, COLUMN_CUSHION, COLUMN_ALONG, COLUMN_COUNT };
enum { MOST_MARKS = 4096 };

static const char *const columns[] = {"mark", "x", "y", "cushion", "along", NULL};
static const char *const header_words[] = {"mark", NULL};

typedef struct Marks {
    Arena *arena;
    Diag *diag;
    CsvReader *reader;
    CsvRow row;
    const Unit *units[COLUMN_COUNT];
    char sign; /* the decimal sign, once a number has shown it */
    int sign_line;
    VEC(Chalked) rows;
} Marks;

static bool cell_error(Marks *marks, int column, const char *expected) {
    const CsvCell *cell = &marks->row.cells[column];
    Place place = csv_place(marks->reader, cell);
    return diag_error(marks->diag, place, "'%.*s' in column '%s', expected %s", SARG(cell->text),
                      columns[column], diag_word(marks->diag, expected));
}

/* Nobody groups thousands on such a list: the first sign seen settles it. */
static bool settle_sign(Marks *marks, int column, Str text) {
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c != '.' && c != ',') continue;
        if (!marks->sign) marks->sign = c, marks->sign_line = marks->row.line;
        if (c == marks->sign) continue;
        Str other = str_fmt(marks->arena, "the decimal sign '%c' of line %d", marks->sign, marks->sign_line);
        return cell_error(marks, column, str_z(marks->arena, other));
    }
    return true;
}

static bool read_number(Marks *marks, int column, double *cm) {
    Str text = marks->row.cells[column].text;
    Decimal value;
    int64_t nm;
    bool exact;
    if (!settle_sign(marks, column, text)) return false;
    if (decimal_parse(text, marks->sign ? marks->sign : '.', &value))
        return cell_error(marks, column, "a number");
    if (!unit_to_smallest(&value, marks->units[column], &nm, &exact))
        return cell_error(marks, column, "a length of a table");
    *cm = (double)nm / 1e7;
    return true;
}

static bool is_empty(const Marks *marks, int column) { return marks->row.cells[column].text.len == 0; }

static bool read_place(Marks *marks, Chalked *mark) {
    if (mark->along_form) return read_number(marks, COLUMN_ALONG, &mark->along);
    bool good = read_number(marks, COLUMN_X, &mark->at.x);
    return read_number(marks, COLUMN_Y, &mark->at.y) && good;
}

static void read_row(Marks *marks, bool along_form) {
    Arena *arena = marks->arena;
    const CsvCell *cells = marks->row.cells;
    Chalked mark = {.mark = str_dup(arena, cells[COLUMN_MARK].text), .along_form = along_form};
    mark.cushion = str_dup(arena, cells[COLUMN_CUSHION].text);
    mark.place = csv_place(marks->reader, &cells[COLUMN_MARK]);
    mark.cushion_place = csv_place(marks->reader, &cells[COLUMN_CUSHION]);
    if (!mark.mark.len) cell_error(marks, COLUMN_MARK, "a mark of the tape table");
    bool empty =
        along_form ? is_empty(marks, COLUMN_ALONG) : is_empty(marks, COLUMN_X) && is_empty(marks, COLUMN_Y);
    mark.given = !empty && read_place(marks, &mark);
    *VEC_PUSH(arena, &marks->rows) = mark;
}

static Place header_place(const CsvInfo *info) { return (Place){info->file, info->header_line, 1, S("")}; }

static bool find_units(Marks *marks, const CsvInfo *info) {
    for (int i = COLUMN_X; i < COLUMN_COUNT; i++) {
        Str name = info->units[i].len ? info->units[i] : S("cm");
        marks->units[i] = unit_find(name);
        if (i == COLUMN_CUSHION || (marks->units[i] && marks->units[i]->quantity == QUANTITY_LENGTH))
            continue;
        return diag_error(marks->diag, header_place(info),
                          "column '%s' is in '%.*s', expected a unit of length", columns[i], SARG(name));
    }
    return true;
}

/* mark,x,y or mark,cushion,along: one of them, and all of it. */
static bool find_form(Marks *marks, const CsvInfo *info, bool *along_form) {
    bool points = info->has[COLUMN_X] || info->has[COLUMN_Y],
         along = info->has[COLUMN_CUSHION] || info->has[COLUMN_ALONG];
    bool whole = points ? info->has[COLUMN_X] && info->has[COLUMN_Y]
                        : info->has[COLUMN_CUSHION] && info->has[COLUMN_ALONG];
    *along_form = along;
    if (points != along && whole) return true;
    return diag_error(marks->diag, header_place(info), "expected the columns mark,x,y or mark,cushion,along");
}

bool marks_read(Arena *arena, const char *path, const Chalked **rows, int *count, Diag *diag) {
    static const CsvSpec spec = {.columns = columns, .header_words = header_words, .units_in_header = true};
    Marks marks = {.arena = arena, .diag = diag};
    bool along_form;
    marks.reader = csv_open(arena, path, &spec, diag);
    if (!marks.reader) return false;
    const CsvInfo *info = csv_info(marks.reader);
    bool good = find_form(&marks, info, &along_form) && find_units(&marks, info);
    while (good && csv_next(marks.reader, &marks.row)) {
        read_row(&marks, along_form);
        if (marks.rows.n > MOST_MARKS)
            good = diag_error(diag, place_file(info->file), "too many marks for one table");
    }
    if (good && !marks.rows.n && !diag_failed(diag))
        good = diag_error(diag, place_file(info->file), "no marks");
    csv_close(marks.reader);
    *rows = marks.rows.at, *count = (int)marks.rows.n;
    return good;
}
