/* See rows.h. */
#include "desk/rows.h"

#include "base/text.h"

#include <stdarg.h>

const char *const cell_names[CELLS] = {"player", "event", "ball", "to", "x", "y", "value"};

bool row_fault(RowFaults *faults, int row, const char *column, const char *format, ...) {
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    *VEC_PUSH(faults->arena, &faults->at) = (RowFault){row, column, str_dup(faults->arena, str_of(text))};
    return false;
}

void row_faults_json(const RowFaults *faults, Buf *out) {
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_open_list(&json, "errors");
    for (ptrdiff_t i = 0; i < faults->at.n; i++) {
        const RowFault *fault = &faults->at.at[i];
        json_open_object(&json, NULL);
        if (fault->row)
            json_int(&json, "row", fault->row);
        else
            json_null(&json, "row");
        json_z(&json, "column", fault->column);
        json_str(&json, "message", fault->message);
        json_close_object(&json);
    }
    json_close_list(&json);
    json_close_object(&json);
}

/* ---- from JSON */

static int cell_of(Str name) {
    for (int i = 0; i < CELLS; i++)
        if (str_eq(str_of(cell_names[i]), name)) return i;
    return -1;
}

/* In a place the comma is the decimal sign, as on a sheet that is written so; here the file has the point. */
static Str with_point(Arena *arena, Str text) {
    ptrdiff_t comma = str_find_byte(text, ',');
    if (comma < 0) return text;
    char *copy = str_z(arena, text);
    copy[comma] = '.';
    return (Str){copy, text.len};
}

static bool read_cell(Arena *arena, const Sent *value, int row, const char *column, Str *out,
                      RowFaults *faults) {
    *out = S("");
    if (value->kind == SENT_NULL) return true;
    if (value->kind != SENT_NUMBER && value->kind != SENT_TEXT)
        return row_fault(faults, row, column, "expected text or a number");
    Str text = str_trim(value->text);
    if (text.len > CELL_MOST) return row_fault(faults, row, column, "at most %d bytes", CELL_MOST);
    if (text_control(text, false) >= 0) return row_fault(faults, row, column, "control characters");
    *out = text_nfc(arena, text);
    return true;
}

static bool read_row(Arena *arena, const Sent *object, int row, int shot, ScoreRow *out, RowFaults *faults) {
    char number[16];
    bool good = true;
    snprintf(number, sizeof number, "%d", shot);
    for (int i = 0; i < CELLS; i++) out->cell[i] = S("");
    if (object->kind != SENT_OBJECT) return row_fault(faults, row, NULL, "expected an object with columns");
    for (int i = 0; i < object->n; i++) {
        Str key = object->keys[i];
        int cell = cell_of(key);
        if (cell >= 0)
            good =
                read_cell(arena, &object->items[i], row, cell_names[cell], &out->cell[cell], faults) && good;
        else if (!str_eq(key, S("shot")))
            good = row_fault(faults, row, NULL, "unknown column '%.*s'", (int)(key.len < 60 ? key.len : 60),
                             key.at);
        else if (!str_eq(object->items[i].text, str_of(number)))
            good = row_fault(faults, row, "shot", "the row is of another shot than %d", shot);
    }
    for (int i = CELL_X; i <= CELL_Y; i++) out->cell[i] = with_point(arena, out->cell[i]);
    return good;
}

bool rows_from_json(Arena *arena, const Sent *list, int shot, ScoreRows *out, RowFaults *faults) {
    if (!list || list->kind != SENT_LIST || !list->n) return row_fault(faults, 0, NULL, "no rows");
    if (list->n > ROWS_MOST) return row_fault(faults, 0, NULL, "at most %d rows in a shot", ROWS_MOST);
    ScoreRow *rows = NEW_ARRAY(arena, ScoreRow, list->n);
    bool good = true;
    for (int i = 0; i < list->n; i++)
        good = read_row(arena, &list->items[i], i + 1, shot, &rows[i], faults) && good;
    *out = (ScoreRows){rows, list->n};
    return good;
}

/* ---- to JSON, to CSV */

void rows_json(Json *json, const char *key, ScoreRows rows) {
    json_open_list(json, key);
    for (int r = 0; r < rows.n; r++) {
        json_open_object(json, NULL);
        for (int c = 0; c < CELLS; c++)
            if (rows.at[r].cell[c].len) json_str(json, cell_names[c], rows.at[r].cell[c]);
        json_close_object(json);
    }
    json_close_list(json);
}

bool rows_same(ScoreRows a, ScoreRows b) {
    if (a.n != b.n) return false;
    for (int r = 0; r < a.n; r++)
        for (int c = 0; c < CELLS; c++)
            if (!str_eq(a.at[r].cell[c], b.at[r].cell[c])) return false;
    return true;
}

ScoreRows rows_copy(Arena *arena, ScoreRows rows) {
    ScoreRow *copy = NEW_ARRAY(arena, ScoreRow, rows.n);
    for (int r = 0; r < rows.n; r++)
        for (int c = 0; c < CELLS; c++) copy[r].cell[c] = str_dup(arena, rows.at[r].cell[c]);
    return (ScoreRows){copy, rows.n};
}

static int cell_csv(Buf *out, Str text) {
    size_t before = out->len;
    bool quoted =
        str_find_byte(text, ',') >= 0 || str_find_byte(text, '"') >= 0 || str_find_byte(text, ';') >= 0;
    if (quoted) buf_byte(out, '"');
    for (ptrdiff_t i = 0; i < text.len; i++) {
        if (text.at[i] == '"') buf_byte(out, '"');
        buf_byte(out, text.at[i]);
    }
    if (quoted) buf_byte(out, '"');
    return text_length((Str){out->at + before, (ptrdiff_t)(out->len - before)});
}

void rows_csv(Buf *out, int shot, ScoreRows rows, int *starts) {
    for (int r = 0; r < rows.n; r++) {
        size_t before = out->len;
        buf_printf(out, "%d", shot);
        int column = (int)(out->len - before) + 1;
        for (int c = 0; c < CELLS; c++) {
            buf_byte(out, ',');
            if (starts) starts[r * CELLS + c] = column + 1;
            column += 1 + cell_csv(out, rows.at[r].cell[c]);
        }
        buf_byte(out, '\n');
    }
}
