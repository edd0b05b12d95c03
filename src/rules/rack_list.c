/* See rack_list.h. */
#include "rules/rack_list.h"

#include "base/decimal.h"
#include "read/csv.h"

#include <math.h>

enum { BALL, X, Y, DIAMETER, COLUMNS };

typedef struct List {
    CsvReader *csv;
    CsvRow row;
    Diag *diag;
    char sign; /* the decimal sign, once a number has shown it */
    int sign_line;
    int highest;    /* ball number */
    double nominal; /* mm */
    BallSet seen;
} List;

static bool refuse(List *list, int column, const char *text) {
    Str word = list->row.cells[column].column ? list->row.cells[column].text : S("");
    return diag_error(list->diag, csv_place(list->csv, &list->row.cells[column]), text, SARG(word));
}

static bool read_number(List *list, int column, double *out) {
    Str word = list->row.cells[column].column ? list->row.cells[column].text : S("");
    Decimal decimal;
    for (ptrdiff_t i = 0; i < word.len; i++) {
        if (word.at[i] != '.' && word.at[i] != ',') continue;
        if (!list->sign) list->sign = word.at[i], list->sign_line = list->row.line;
        if (word.at[i] != list->sign)
            return diag_error(list->diag, csv_place(list->csv, &list->row.cells[column]),
                              "'%.*s' has another decimal sign than line %d", SARG(word), list->sign_line);
    }
    if (!word.len) return refuse(list, column, "a number is missing%.*s");
    if (decimal_parse(word, list->sign ? list->sign : '.', &decimal) != DECIMAL_OK)
        return refuse(list, column, "'%.*s' is no number");
    *out = (double)decimal.num / (double)decimal.den;
    return fabs(*out) < 1e6 || refuse(list, column, "'%.*s' is too large");
}

static bool read_ball(List *list, RackBall *ball) {
    Str word = list->row.cells[BALL].column ? list->row.cells[BALL].text : S("");
    int64_t number;
    if (!str_to_count(word, list->highest, &number) || number < 1)
        return refuse(list, BALL, "there is no ball '%.*s' in this rack");
    if (list->seen & BIT(number)) return refuse(list, BALL, "ball %.*s stands in the list already");
    list->seen |= BIT(number);
    ball->ball = (int8_t)number;
    return true;
}

static bool read_row(List *list, RackBall *ball) {
    *ball = (RackBall){.diameter = list->nominal,
                       .line = list->row.cells[BALL].column ? list->row.cells[BALL].line : list->row.line};
    ball->column_x = (int16_t)(list->row.cells[X].column < INT16_MAX ? list->row.cells[X].column : 1);
    bool good = read_ball(list, ball);
    good = read_number(list, X, &ball->at.x) && good;
    good = read_number(list, Y, &ball->at.y) && good;
    const CsvCell *diameter = &list->row.cells[DIAMETER];
    if (!diameter->column || !diameter->text.len) return good;
    if (!read_number(list, DIAMETER, &ball->diameter)) return false;
    if (fabs(ball->diameter - list->nominal) <= list->nominal / 10) return good;
    return refuse(list, DIAMETER, "'%.*s' mm is no diameter of such a ball");
}

static bool check_overlaps(const char *path, const RackBall *balls, int count, const RackLimits *limits,
                           Diag *diag) {
    double allowed = limits->gap + limits->uncertainty * sqrt(2.0) + 1e-6;
    bool good = true;
    for (int b = 1; b < count; b++)
        for (int a = 0; a < b; a++) {
            double apart = hypot(balls[a].at.x - balls[b].at.x, balls[a].at.y - balls[b].at.y) * 10;
            double overlap = (balls[a].diameter + balls[b].diameter) / 2 - apart;
            if (overlap <= allowed) continue;
            Place place = {
                .file = str_of(path), .line = balls[b].line, .column = balls[b].column_x, .text = {"", 0}};
            good = diag_error(diag, place, "ball %d overlaps ball %d by %.2f mm", balls[b].ball,
                              balls[a].ball, overlap);
        }
    return good;
}

static bool read_rows(List *list, RackBall *balls, int *count) {
    bool good = true;
    while (csv_next(list->csv, &list->row)) {
        RackBall ball;
        bool right = read_row(list, &ball);
        good = right && good;
        if (right && *count < RACK_MOST) balls[(*count)++] = ball;
    }
    return good;
}

bool rack_list_read(Arena *arena, const char *path, const PoolTable *table, unsigned game,
                    const RackLimits *limits, RackBall *balls, int *count, Diag *diag) {
    static const char *const columns[] = {"ball", "x", "y", "diameter", NULL};
    static const char *const header[] = {"ball", "x", "y", NULL};
    CsvSpec *spec = NEW(arena, CsvSpec);
    *spec =
        (CsvSpec){.columns = columns, .header_words = header, .unknown_is_error = true, .short_rows = true};
    List list = {
        .diag = diag, .highest = game == GAME_9_BALL ? 9 : 15, .nominal = (double)table->ball / NM_PER_MM};
    list.csv = csv_open(arena, path, spec, diag);
    *count = 0;
    if (!list.csv) return false;
    bool good = read_rows(&list, balls, count);
    csv_close(list.csv);
    if (good && !*count && !diag_failed(diag))
        good = diag_error(diag, place_file(str_of(path)), "no balls in this list");
    return good && check_overlaps(path, balls, *count, limits, diag) && !diag_failed(diag);
}
