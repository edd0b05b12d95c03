/* See balls.h. */
#include "rules/balls.h"

#include "base/decimal.h"
#include "read/csv/csv.h"

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
    const BallsSpec *spec;
    Diag *diag;
    char sign; /* the decimal sign, once a number has shown it */
    int sign_line;
} Reader;

static Str cell(const Reader *reader, int column) {
    return reader->row.cells[column].column ? reader->row.cells[column].text : S("");
}

static Place cell_place(const Reader *reader, int column) {
    return csv_place(reader->csv, &reader->row.cells[column]);
}

static bool fault(Reader *reader, int column, const char *what) {
    return diag_error(reader->diag, cell_place(reader, column), "'%.*s' %s", SARG(cell(reader, column)),
                      diag_word(reader->diag, what));
}

static bool settle_sign(Reader *reader, int column, Str word) {
    for (ptrdiff_t i = 0; i < word.len; i++) {
        char c = word.at[i];
        if (c != '.' && c != ',') continue;
        if (!reader->sign) reader->sign = c, reader->sign_line = reader->row.line;
        if (c == reader->sign) continue;
        if (!reader->sign_line)
            return diag_error(reader->diag, cell_place(reader, column),
                              "'%.*s' has another decimal sign than --decimal says", SARG(word));
        return diag_error(reader->diag, cell_place(reader, column),
                          "'%.*s' has another decimal sign than line %d", SARG(word), reader->sign_line);
    }
    return true;
}

static bool read_number(Reader *reader, int column, int64_t nm_per_unit, int64_t *out) {
    Str word = cell(reader, column);
    Decimal number;
    bool exact;
    if (!word.len)
        return diag_error(reader->diag, cell_place(reader, column), "no %s of this ball", columns[column]);
    if (!settle_sign(reader, column, word)) return false;
    if (decimal_parse(word, reader->sign ? reader->sign : '.', &number) != DECIMAL_OK)
        return fault(reader, column, "is no number");
    if (!decimal_scale(number.num, number.den, nm_per_unit, 1, 0, out, &exact) || *out > FARTHEST ||
        *out < -FARTHEST)
        return fault(reader, column, "is too large");
    return true;
}

static bool find_ball(Reader *reader, int *out) {
    const BallsSpec *spec = reader->spec;
    for (*out = spec->lowest; *out <= spec->highest; ++*out)
        if (str_eq(cell(reader, BALL), str_of(spec->words->balls[*out]))) return true;
    return fault(reader, BALL, "is no ball that can stand here");
}

static bool read_diameter(Reader *reader, int64_t *out) {
    int64_t nominal = reader->spec->diameter;
    *out = nominal;
    if (!cell(reader, DIAMETER).len) return true;
    if (!read_number(reader, DIAMETER, NM_PER_MM, out)) return false;
    return (*out >= nominal - nominal / 10 && *out <= nominal + nominal / 10) ||
           fault(reader, DIAMETER, "mm is no diameter of such a ball");
}

static bool read_row(Reader *reader, MeasuredBall *out) {
    bool good = find_ball(reader, &out->ball);
    good = read_number(reader, X, NM_PER_CM, &out->x) && good;
    good = read_number(reader, Y, NM_PER_CM, &out->y) && good;
    good = read_diameter(reader, &out->diameter) && good;
    out->place = cell_place(reader, X);
    out->place.text = str_dup(reader->arena, out->place.text); /* good until the next row only */
    return good;
}

static bool add_row(Reader *reader, MeasuredBalls *balls) {
    MeasuredBall ball;
    if (!read_row(reader, &ball)) return false;
    for (int i = 0; i < balls->count; i++)
        if (balls->at[i].ball == ball.ball) return fault(reader, BALL, "stands in the list twice");
    balls->at[balls->count++] = ball;
    return true;
}

static bool check_overlaps(const BallsSpec *spec, const MeasuredBalls *balls, Diag *diag) {
    bool good = true;
    for (int b = 1; b < balls->count; b++)
        for (int a = 0; a < b; a++) {
            const MeasuredBall *p = &balls->at[a], *q = &balls->at[b];
            double overlap =
                (double)(p->diameter + q->diameter) / 2 - hypot((double)(p->x - q->x), (double)(p->y - q->y));
            if (overlap <= (double)spec->overlap + 1) continue;
            good = diag_error(diag, q->place, "%s overlaps %s by %.2f mm", spec->words->balls[q->ball],
                              spec->words->balls[p->ball], overlap / NM_PER_MM);
        }
    return good;
}

bool balls_read(Arena *arena, const char *path, const BallsSpec *spec, MeasuredBalls *out, Diag *diag) {
    CsvSpec *csv = NEW(arena, CsvSpec);
    int before = diag->count[SEVERITY_ERROR];
    *csv = (CsvSpec){.columns = columns,
                     .header_words = header_words,
                     .unknown_is_error = true,
                     .short_rows = true,
                     .encoding = spec->dialect.encoding,
                     .delimiter = spec->dialect.delimiter};
    Reader reader = {.arena = arena,
                     .csv = csv_open(arena, path, csv, diag),
                     .spec = spec,
                     .diag = diag,
                     .sign = spec->dialect.decimal};
    *out = (MeasuredBalls){.count = 0};
    if (!reader.csv) return false;
    while (csv_next(reader.csv, &reader.row)) (void)add_row(&reader, out);
    csv_close(reader.csv);
    if (diag->count[SEVERITY_ERROR] > before) return false;
    if (!out->count) return diag_error(diag, place_file(str_of(path)), "no balls in this list");
    return check_overlaps(spec, out, diag);
}
