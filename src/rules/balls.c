/* See balls.h. */
#include "rules/balls.h"

#include "base/decimal.h"
#include "read/csv.h"

#include <math.h>

enum { BALL, X, Y, DIAMETER };
static const char *const columns[] = {"ball", "x", "y", "diameter", NULL};
static const char *const header_words[] = {"ball", "x", "y", NULL};
enum { NM_PER_MM = 1000000, NM_PER_CM = 10000000 };
static const int64_t FARTHEST = INT64_C(100) * 1000 * NM_PER_MM; /* a hundred metres */

typedef struct Reader {
    Arena *arena;
    CsvReader *csv;
    CsvRow row;
    const SheetWords *words;
    Diag *diag;
    char sign; /* the decimal sign, once a number has shown it */
} Reader;

static Str cell(const Reader *reader, int column) {
    return reader->row.cells[column].column ? reader->row.cells[column].text : S("");
}

static bool fault(Reader *reader, int column, const char *what) {
    return diag_error(reader->diag, csv_place(reader->csv, &reader->row.cells[column]), "'%.*s' %s",
                      SARG(cell(reader, column)), what);
}

static bool read_number(Reader *reader, int column, int64_t nm_per_unit, int64_t *out) {
    Str word = cell(reader, column);
    Decimal number;
    bool exact;
    if (!reader->sign)
        reader->sign = str_find_byte(word, ',') >= 0 ? ',' : str_find_byte(word, '.') >= 0 ? '.' : 0;
    if (decimal_parse(word, reader->sign ? reader->sign : '.', &number) != DECIMAL_OK)
        return fault(reader, column, "is no number");
    if (!decimal_scale(number.num, number.den, nm_per_unit, 1, 0, out, &exact) || *out > FARTHEST ||
        *out < -FARTHEST)
        return fault(reader, column, "is too large");
    return true;
}

static int find_ball(Reader *reader) {
    for (int i = 0; i < reader->words->ball_count; i++)
        if (str_eq(cell(reader, BALL), str_of(reader->words->balls[i]))) return i;
    fault(reader, BALL, "is no ball of this game");
    return BALL_NONE;
}

static bool read_row(Reader *reader, MeasuredBall *out) {
    bool good = (out->ball = find_ball(reader)) != BALL_NONE;
    good = read_number(reader, X, NM_PER_CM, &out->x) && good;
    good = read_number(reader, Y, NM_PER_CM, &out->y) && good;
    out->diameter = 0;
    if (cell(reader, DIAMETER).len) {
        bool number = read_number(reader, DIAMETER, NM_PER_MM, &out->diameter);
        if (number && out->diameter <= 0) number = fault(reader, DIAMETER, "is no diameter");
        good = number && good;
    }
    out->place = csv_place(reader->csv, &reader->row.cells[X]);
    out->place.text = str_dup(reader->arena, out->place.text); /* good until the next row only */
    return good;
}

static bool doubled(Reader *reader, const MeasuredBall *balls, int count, int ball) {
    for (int i = 0; i < count; i++)
        if (balls[i].ball == ball) return fault(reader, BALL, "is in the list twice"), true;
    return false;
}

int balls_read(Arena *arena, const char *path, const SheetWords *words, MeasuredBall *out, int most,
               Diag *diag) {
    CsvSpec *spec = NEW(arena, CsvSpec);
    *spec = (CsvSpec){
        .columns = columns, .header_words = header_words, .unknown_is_error = true, .short_rows = true};
    Reader reader = {.arena = arena, .csv = csv_open(arena, path, spec, diag), .words = words, .diag = diag};
    int before = diag->count[SEVERITY_ERROR], count = 0;
    if (!reader.csv) return -1;
    while (csv_next(reader.csv, &reader.row)) {
        MeasuredBall ball;
        if (!read_row(&reader, &ball) || doubled(&reader, out, count, ball.ball)) continue;
        if (count < most) out[count++] = ball;
    }
    csv_close(reader.csv);
    return diag->count[SEVERITY_ERROR] > before ? -1 : count;
}

bool balls_check_overlap(const MeasuredBall *balls, int count, const SheetWords *words, int64_t diameter,
                         int64_t gap_nm, Diag *diag) {
    bool good = true;
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            double contact = (double)((balls[a].diameter ? balls[a].diameter : diameter) +
                                      (balls[b].diameter ? balls[b].diameter : diameter)) /
                             2;
            double apart = hypot((double)(balls[a].x - balls[b].x), (double)(balls[a].y - balls[b].y));
            if (contact - apart <= (double)gap_nm + 1) continue;
            good =
                diag_error(diag, balls[b].place, "%s and %s overlap by %.2f mm", words->balls[balls[a].ball],
                           words->balls[balls[b].ball], (contact - apart) / NM_PER_MM);
        }
    return good;
}
