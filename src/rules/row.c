/* See row.h. A row is read by the grammar in words.c; all its faults are told, not only the first. */
#include "rules/row.h"

#include "base/decimal.h"
#include "rules/words.h"

#include <stdarg.h>

Place row_place(const RowReader *reader, int column) {
    if (reader->csv) return csv_place(reader->csv, &reader->row.cells[column]);
    return (Place){reader->file, reader->row.line, column + 1, {"", 0}};
}

static bool refuse(RowReader *reader, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool refuse(RowReader *reader, int column, const char *format, ...) {
    char text[400];
    va_list list;
    format = diag_word(reader->diag, format);
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return diag_error(reader->diag, row_place(reader, column), "%s", text);
}

static Str cell(const RowReader *reader, int column) {
    const CsvCell *c = &reader->row.cells[column];
    return c->column ? c->text : (Str){"", 0};
}

/* An unknown word: what it should be, and the nearest one there is. */
static bool unknown(RowReader *reader, int column, const char *what, const char *nearest) {
    Str word = cell(reader, column);
    what = diag_word(reader->diag, what);
    if (!nearest) return refuse(reader, column, "unknown %s '%.*s'", what, SARG(word));
    return refuse(reader, column, "unknown %s '%.*s'; did you mean '%s'?", what, SARG(word), nearest);
}

static int find_ball(RowReader *reader, Str word) {
    return word_find(reader->words->balls, reader->words->ball_count, word);
}

static bool parse_player(RowReader *reader, const RowRule *rule, Event *event) {
    Str word = cell(reader, COLUMN_PLAYER);
    event->player = PLAYER_NONE;
    if (str_eq(word, S("A")))
        event->player = PLAYER_A;
    else if (str_eq(word, S("B")))
        event->player = PLAYER_B;
    else if (word.len)
        return refuse(reader, COLUMN_PLAYER, "unknown player '%.*s', expected A or B", SARG(word));
    else if ((rule->player == NEED_MUST && !(reader->words->unnamed & 1U << event->kind)) || reader->lag)
        return refuse(reader, COLUMN_PLAYER, "no player in a row '%s', expected A or B", rule->name);
    return true;
}

static bool parse_ball(RowReader *reader, const RowRule *rule, Event *event) {
    Str word = cell(reader, COLUMN_BALL);
    event->ball = BALL_NONE;
    if (!word.len && rule->ball == NEED_MUST)
        return refuse(reader, COLUMN_BALL, "no ball in a row '%s'", rule->name);
    if (!word.len) return true;
    if (rule->ball == NEED_NEVER)
        return refuse(reader, COLUMN_BALL, "a row '%s' has no ball, found '%.*s'", rule->name, SARG(word));
    int ball = find_ball(reader, word);
    if (ball < 0)
        return refuse(reader, COLUMN_BALL, "there is no ball '%.*s' in %s", SARG(word),
                      reader->words->discipline);
    if (rule->object && ball < reader->words->object_from)
        return refuse(reader, COLUMN_BALL, "expected an object ball, found '%.*s'", SARG(word));
    event->ball = (int16_t)ball;
    return true;
}

/* What may stand in 'to'; the words of cushions and pockets are named with it. */
static const char *const to_words[] = {[TO_BALL] = "a ball",
                                       [TO_RAIL] = "a cushion",
                                       [TO_POCKET] = "a pocket",
                                       [TO_OUTSIDE] = "lamp, frame or floor",
                                       [TO_AREA] = "an area"};

static int find_to(RowReader *reader, ToKind kind, Str word) {
    switch (kind) {
    case TO_BALL:
        return find_ball(reader, word);
    case TO_RAIL:
        return word_find(reader->words->rails, RAIL_COUNT, word);
    case TO_POCKET:
        return reader->words->pockets ? word_find(pocket_words, POCKET_COUNT, word) : -1;
    case TO_OUTSIDE:
        return word_find(outside_words, 3, word);
    case TO_AREA:
        return 0;
    default:
        return -1;
    }
}

static size_t join(char *text, size_t size, size_t len, const char *between, const char *word) {
    int added = snprintf(text + len, size - len, "%s%s", between, word);
    return added > 0 && (size_t)added < size - len ? len + (size_t)added : size - 1;
}

/* "a pocket (head-left, …)" behind what is there already. */
static size_t expected_to(const RowReader *reader, ToKind kind, char *text, size_t size, size_t len) {
    const char *const *words = kind == TO_RAIL                               ? reader->words->rails
                               : kind == TO_POCKET && reader->words->pockets ? pocket_words
                                                                             : NULL;
    int count = kind == TO_RAIL ? RAIL_COUNT : POCKET_COUNT;
    len = join(text, size, len, len ? " or " : "", to_words[kind]);
    for (int i = 0; words && i < count; i++) len = join(text, size, len, i ? ", " : " (", words[i]);
    return words ? join(text, size, len, "", ")") : len;
}

static bool to_error(RowReader *reader, const RowRule *rule) {
    char expected[200] = "";
    Str word = cell(reader, COLUMN_TO);
    size_t len = 0;
    for (ToKind kind = TO_BALL; kind <= TO_AREA; kind++)
        if (rule->to & 1U << kind) len = expected_to(reader, kind, expected, sizeof expected, len);
    if (rule->to == 1U << TO_NONE)
        return refuse(reader, COLUMN_TO, "a row '%s' has nothing in 'to', found '%.*s'", rule->name,
                      SARG(word));
    return refuse(reader, COLUMN_TO, "expected %s in 'to', found '%.*s'", expected, SARG(word));
}

static bool parse_to(RowReader *reader, const RowRule *rule, Event *event) {
    Str word = cell(reader, COLUMN_TO);
    event->to_kind = TO_NONE;
    event->to = -1;
    event->unknown = event->kind == EVENT_POSITION && str_eq(word, S("unknown"));
    if (event->unknown) return true;
    if (event->kind == EVENT_POSITION && word.len && !reader->words->areas)
        return refuse(reader, COLUMN_TO, "%s has no areas: a position is x and y, or 'unknown'",
                      reader->words->discipline);
    if (!word.len && rule->to & 1U << TO_NONE) return true;
    for (ToKind kind = TO_BALL; word.len && kind <= TO_AREA; kind++) {
        if (!(rule->to & 1U << kind)) continue;
        int to = find_to(reader, kind, word);
        if (to < 0) continue;
        event->to_kind = kind;
        event->to = (int16_t)to;
        if (kind == TO_AREA) event->area = str_dup(reader->arena, word);
        return true;
    }
    return to_error(reader, rule);
}

static const char *other_sign(const RowReader *reader) {
    if (!reader->sign_line) return "--decimal";
    return str_fmt(reader->arena, "line %d", reader->sign_line).at;
}

/* The sign a number shows settles the sheet's decimal sign; nobody groups thousands on a score sheet. */
static bool settle_sign(RowReader *reader, int column, Str word) {
    for (ptrdiff_t i = 0; i < word.len; i++) {
        char c = word.at[i];
        if (c != '.' && c != ',') continue;
        if (!reader->sign) reader->sign = c, reader->sign_line = reader->row.line;
        if (c != reader->sign)
            return refuse(reader, column, "'%.*s' has the decimal sign '%c', but %s has '%c'", SARG(word), c,
                          other_sign(reader), reader->sign);
    }
    return true;
}

/* The plain case fast: up to nine digits, a sign, up to `scale` digits; 10^scale of the unit is counted.
 * *sign is where the decimal sign stood, or 0. */
static bool plain_number(Str word, int scale, char *sign, int64_t *out) {
    int64_t value = 0;
    bool negative = word.len > 1 && word.at[0] == '-';
    const char *at = word.at + negative, *end = word.at + word.len, *from = at;
    *sign = 0;
    while (at < end && *at >= '0' && *at <= '9' && at - from < 9) value = value * 10 + (*at++ - '0');
    if (at == from) return false;
    if (at + 1 < end && (*at == '.' || *at == ',')) {
        *sign = *at++;
        for (; scale > 0 && at < end && *at >= '0' && *at <= '9'; scale--) value = value * 10 + (*at++ - '0');
    }
    if (at < end) return false;
    while (scale-- > 0) value *= 10;
    *out = negative ? -value : value;
    return true;
}

/* The number in the cell times 10^scale (7: cm in nm), rounded half to even. */
static bool parse_number(RowReader *reader, int column, int scale, int64_t *out) {
    Str word = cell(reader, column);
    Decimal decimal;
    bool exact;
    char sign;
    if (plain_number(word, scale, &sign, out) && (!sign || sign == reader->sign)) return true;
    if (!settle_sign(reader, column, word)) return false;
    if (decimal_parse(word, reader->sign ? reader->sign : '.', &decimal) != DECIMAL_OK)
        return refuse(reader, column, "'%.*s' is no number", SARG(word));
    bool fits = decimal_scale(decimal.num, decimal.den, power_of_ten(scale), 1, 0, out, &exact);
    if (!fits || *out > INT64_C(1000000000000000) || *out < -INT64_C(1000000000000000))
        return refuse(reader, column, "'%.*s' is too large", SARG(word));
    return true;
}

static bool parse_place(RowReader *reader, const RowRule *rule, Event *event) {
    bool x = cell(reader, COLUMN_X).len, y = cell(reader, COLUMN_Y).len;
    event->placed = false;
    if (!x && !y && event->kind == EVENT_POSITION && event->to_kind == TO_NONE && !event->unknown)
        return refuse(reader, COLUMN_X,
                      reader->words->areas ? "a position needs x and y, areas in 'to', or 'unknown'"
                                           : "a position needs x and y or 'unknown'");
    if (!x && !y && rule->place != NEED_MUST) return true;
    if (event->to_kind == TO_AREA || event->unknown)
        return refuse(reader, COLUMN_TO, "a position is x and y, or areas in 'to', not both");
    if (rule->place == NEED_NEVER)
        return refuse(reader, x ? COLUMN_X : COLUMN_Y, "a row '%s' has no coordinates", rule->name);
    if (!x || !y)
        return refuse(reader, x ? COLUMN_Y : COLUMN_X, "no %s in a row '%s'", x ? "y" : "x", rule->name);
    event->placed = true;
    bool good = parse_number(reader, COLUMN_X, 7, &event->x);
    return parse_number(reader, COLUMN_Y, 7, &event->y) && good;
}

static bool parse_word_value(RowReader *reader, const WordList *list, ValueKind kind, Event *event) {
    Str word = cell(reader, COLUMN_VALUE);
    int index = word_find(list->words, list->count, word);
    if (index < 0)
        return unknown(reader, COLUMN_VALUE, list->what, word_nearest(list->words, list->count, word));
    uint32_t known = kind == VALUE_FAULT    ? reader->words->faults
                     : kind == VALUE_CHOICE ? reader->words->choices
                                            : ~0U;
    if (!(known & 1U << index))
        return refuse(reader, COLUMN_VALUE, "there is no %s '%.*s' in %s",
                      diag_word(reader->diag, list->what), SARG(word), reader->words->discipline);
    event->value = index;
    return true;
}

static bool parse_count(RowReader *reader, bool may_be_negative, Event *event) {
    Str word = cell(reader, COLUMN_VALUE);
    bool negative = may_be_negative && str_starts(word, S("-"));
    if (!str_to_count(negative ? str_skip(word, 1) : word, 1000000, &event->value))
        return refuse(reader, COLUMN_VALUE,
                      may_be_negative ? "'%.*s' is no whole number"
                                      : "'%.*s' is no whole number of 0 or more",
                      SARG(word));
    if (negative) event->value = -event->value;
    return true;
}

static bool parse_seconds(RowReader *reader, Event *event) {
    if (!parse_number(reader, COLUMN_VALUE, 6, &event->value)) return false;
    return event->value >= 0 || refuse(reader, COLUMN_VALUE, "expected seconds of 0 or more");
}

static bool parse_times(RowReader *reader, Event *event) {
    return parse_count(reader, false, event) &&
           ((event->value > 0 && event->value < 100) ||
            refuse(reader, COLUMN_VALUE, "expected how often, 1 to 99, found '%.*s'",
                   SARG(cell(reader, COLUMN_VALUE))));
}

static bool parse_value(RowReader *reader, const RowRule *rule, Event *event) {
    Str word = cell(reader, COLUMN_VALUE);
    event->valued = word.len > 0;
    event->value = 0;
    if (!word.len)
        return rule->value != NEED_MUST || refuse(reader, COLUMN_VALUE, "no value in a row '%s'", rule->name);
    if (rule->value == NEED_NEVER)
        return refuse(reader, COLUMN_VALUE, "a row '%s' has no value, found '%.*s'", rule->name, SARG(word));
    const WordList *list = value_words(rule->value_kind);
    if (list) return parse_word_value(reader, list, rule->value_kind, event);
    if (rule->value_kind == VALUE_TIMES) return parse_times(reader, event);
    if (rule->value_kind == VALUE_SECONDS) return parse_seconds(reader, event);
    return parse_count(reader, rule->value_kind == VALUE_SCORE, event);
}

static bool parse_kind(RowReader *reader, Event *event) {
    Str word = cell(reader, COLUMN_EVENT);
    if (!word.len) return refuse(reader, COLUMN_EVENT, "no event");
    int kind = event_find(word);
    if (kind < 0) return unknown(reader, COLUMN_EVENT, "event", event_nearest(word));
    if (!(reader->words->events & 1U << kind))
        return refuse(reader, COLUMN_EVENT, "there is no event '%.*s' in %s", SARG(word),
                      reader->words->discipline);
    event->kind = (EventKind)kind;
    const RowRule *rule = &row_rules[kind];
    if (reader->shot == 0 ? rule->setup : rule->play) return true;
    if (reader->shot < 0) return true; /* its number is the fault */
    return refuse(reader, COLUMN_EVENT,
                  reader->shot ? "'%.*s' stands in shot 0 only" : "'%.*s' has no place in shot 0",
                  SARG(word));
}

static int16_t column_of(const CsvCell *c) {
    return (int16_t)(c->column > INT16_MAX ? INT16_MAX : c->column);
}

static void note_cells(RowReader *reader, Event *event) {
    const CsvCell *cells = reader->row.cells;
    event->line = cells[COLUMN_EVENT].column ? cells[COLUMN_EVENT].line : reader->row.line;
    for (int i = 0; i < COLUMN_COUNT; i++) event->columns[i] = column_of(&cells[i]);
    event->text = str_dup(reader->arena, row_place(reader, COLUMN_EVENT).text);
}

bool row_parse(RowReader *reader, Event *event) {
    note_cells(reader, event);
    if (!parse_kind(reader, event)) return false;
    const RowRule *rule = &row_rules[event->kind];
    bool good = parse_player(reader, rule, event);
    good = parse_ball(reader, rule, event) && good;
    good = parse_to(reader, rule, event) && good;
    good = parse_place(reader, rule, event) && good;
    return parse_value(reader, rule, event) && good;
}
