/* See sheet.h. A row is turned into an Event by the grammar in words.c; rows are gathered into shots, the
 * first row of the next shot being held back. Nothing grows with the length of the sheet. */
#include "rules/words.h"

#include "base/decimal.h"
#include "read/csv/csv.h"

#include <stdarg.h>

struct Sheet {
    const SheetWords *words;
    Diag *diag;
    CsvReader *csv;
    CsvRow row;
    bool lag;
    int last;  /* number of the shot read last; -1 before the first */
    bool held; /* `next` holds the first row of the next shot */
    bool next_faulty;
    int next_number;
    char number[12]; /* as the last row had it */
    ptrdiff_t number_len;
    Event next;
    VEC(Event) events;
    Arena *arena;
    Arena areas[2]; /* words and lines of this shot and of the next */
    ArenaMark marks[2];
    int side;
    char sign; /* the decimal sign, once a number has shown it */
    int sign_line;
};

static const char *const column_names[] = {"shot", "player", "event", "ball", "to", "x", "y", "value", NULL};

static bool cell_error(Sheet *sheet, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool cell_error(Sheet *sheet, int column, const char *format, ...) {
    char text[400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return diag_error(sheet->diag, csv_place(sheet->csv, &sheet->row.cells[column]), "%s", text);
}

static Str cell(const Sheet *sheet, int column) {
    const CsvCell *c = &sheet->row.cells[column];
    return c->column ? c->text : (Str){"", 0};
}

/* An unknown word: what it should be, and the nearest one there is. */
static bool unknown(Sheet *sheet, int column, const char *what, const char *nearest) {
    Str word = cell(sheet, column);
    return cell_error(sheet, column, "unknown %s '%.*s'%s%s%s", what, SARG(word),
                      nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static int find_ball(Sheet *sheet, Str word) {
    return word_find(sheet->words->balls, sheet->words->ball_count, word);
}

static bool parse_player(Sheet *sheet, const RowRule *rule, Event *event) {
    Str word = cell(sheet, COLUMN_PLAYER);
    event->player = PLAYER_NONE;
    if (str_eq(word, S("A")))
        event->player = PLAYER_A;
    else if (str_eq(word, S("B")))
        event->player = PLAYER_B;
    else if (word.len)
        return cell_error(sheet, COLUMN_PLAYER, "unknown player '%.*s', expected A or B", SARG(word));
    else if ((rule->player == NEED_MUST && !(sheet->words->unnamed & 1U << event->kind)) || sheet->lag)
        return cell_error(sheet, COLUMN_PLAYER, "no player in a row '%s', expected A or B", rule->name);
    return true;
}

static bool parse_ball(Sheet *sheet, const RowRule *rule, Event *event) {
    Str word = cell(sheet, COLUMN_BALL);
    event->ball = BALL_NONE;
    if (!word.len && rule->ball == NEED_MUST)
        return cell_error(sheet, COLUMN_BALL, "no ball in a row '%s'", rule->name);
    if (!word.len) return true;
    if (rule->ball == NEED_NEVER)
        return cell_error(sheet, COLUMN_BALL, "a row '%s' has no ball, found '%.*s'", rule->name, SARG(word));
    int ball = find_ball(sheet, word);
    if (ball < 0)
        return cell_error(sheet, COLUMN_BALL, "there is no ball '%.*s' in %s", SARG(word),
                          sheet->words->discipline);
    if (rule->object && ball < sheet->words->object_from)
        return cell_error(sheet, COLUMN_BALL, "expected an object ball, found '%.*s'", SARG(word));
    event->ball = (int16_t)ball;
    return true;
}

/* What may stand in 'to'; the words of cushions and pockets are named with it. */
static const char *const to_words[] = {[TO_BALL] = "a ball",
                                       [TO_RAIL] = "a cushion",
                                       [TO_POCKET] = "a pocket",
                                       [TO_OUTSIDE] = "lamp, frame or floor",
                                       [TO_AREA] = "an area"};

static int find_to(Sheet *sheet, ToKind kind, Str word) {
    switch (kind) {
    case TO_BALL:
        return find_ball(sheet, word);
    case TO_RAIL:
        return word_find(sheet->words->rails, RAIL_COUNT, word);
    case TO_POCKET:
        return sheet->words->pockets ? word_find(pocket_words, POCKET_COUNT, word) : -1;
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
static size_t expected_to(const Sheet *sheet, ToKind kind, char *text, size_t size, size_t len) {
    const char *const *words = kind == TO_RAIL                              ? sheet->words->rails
                               : kind == TO_POCKET && sheet->words->pockets ? pocket_words
                                                                            : NULL;
    int count = kind == TO_RAIL ? RAIL_COUNT : POCKET_COUNT;
    len = join(text, size, len, len ? " or " : "", to_words[kind]);
    for (int i = 0; words && i < count; i++) len = join(text, size, len, i ? ", " : " (", words[i]);
    return words ? join(text, size, len, "", ")") : len;
}

static bool to_error(Sheet *sheet, const RowRule *rule) {
    char expected[200] = "";
    Str word = cell(sheet, COLUMN_TO);
    size_t len = 0;
    for (ToKind kind = TO_BALL; kind <= TO_AREA; kind++)
        if (rule->to & 1U << kind) len = expected_to(sheet, kind, expected, sizeof expected, len);
    if (rule->to == 1U << TO_NONE)
        return cell_error(sheet, COLUMN_TO, "a row '%s' has nothing in 'to', found '%.*s'", rule->name,
                          SARG(word));
    return cell_error(sheet, COLUMN_TO, "expected %s in 'to', found '%.*s'", expected, SARG(word));
}

static bool parse_to(Sheet *sheet, const RowRule *rule, Event *event) {
    Str word = cell(sheet, COLUMN_TO);
    event->to_kind = TO_NONE;
    if (!word.len && rule->to & 1U << TO_NONE) return true;
    for (ToKind kind = TO_BALL; word.len && kind <= TO_AREA; kind++) {
        if (!(rule->to & 1U << kind)) continue;
        int to = find_to(sheet, kind, word);
        if (to < 0) continue;
        event->to_kind = kind;
        event->to = (int16_t)to;
        if (kind == TO_AREA) event->area = str_dup(&sheet->areas[sheet->side], word);
        return true;
    }
    return to_error(sheet, rule);
}

/* The sign a number shows settles the sheet's decimal sign; nobody groups thousands on a score sheet. */
static bool settle_sign(Sheet *sheet, int column, Str word) {
    for (ptrdiff_t i = 0; i < word.len; i++) {
        char c = word.at[i];
        if (c != '.' && c != ',') continue;
        if (!sheet->sign) sheet->sign = c, sheet->sign_line = sheet->row.line;
        if (c != sheet->sign)
            return cell_error(sheet, column, "'%.*s' has the decimal sign '%c', but line %d has '%c'",
                              SARG(word), c, sheet->sign_line, sheet->sign);
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
static bool parse_number(Sheet *sheet, int column, int scale, int64_t *out) {
    Str word = cell(sheet, column);
    Decimal decimal;
    bool exact;
    char sign;
    if (plain_number(word, scale, &sign, out) && (!sign || sign == sheet->sign)) return true;
    if (!settle_sign(sheet, column, word)) return false;
    if (decimal_parse(word, sheet->sign ? sheet->sign : '.', &decimal) != DECIMAL_OK)
        return cell_error(sheet, column, "'%.*s' is no number", SARG(word));
    bool fits = decimal_scale(decimal.num, decimal.den, power_of_ten(scale), 1, 0, out, &exact);
    if (!fits || *out > INT64_C(1000000000000000) || *out < -INT64_C(1000000000000000))
        return cell_error(sheet, column, "'%.*s' is too large", SARG(word));
    return true;
}

static bool parse_place(Sheet *sheet, const RowRule *rule, Event *event) {
    bool x = cell(sheet, COLUMN_X).len, y = cell(sheet, COLUMN_Y).len;
    event->placed = false;
    if (!x && !y && rule->place != NEED_MUST) return true;
    if (rule->place == NEED_NEVER)
        return cell_error(sheet, x ? COLUMN_X : COLUMN_Y, "a row '%s' has no coordinates", rule->name);
    if (!x || !y)
        return cell_error(sheet, x ? COLUMN_Y : COLUMN_X, "no %s in a row '%s'", x ? "y" : "x", rule->name);
    event->placed = true;
    bool good = parse_number(sheet, COLUMN_X, 7, &event->x);
    return parse_number(sheet, COLUMN_Y, 7, &event->y) && good;
}

static bool parse_word_value(Sheet *sheet, const WordList *list, ValueKind kind, Event *event) {
    Str word = cell(sheet, COLUMN_VALUE);
    int index = word_find(list->words, list->count, word);
    if (index < 0)
        return unknown(sheet, COLUMN_VALUE, list->what, word_nearest(list->words, list->count, word));
    uint32_t known = kind == VALUE_FAULT    ? sheet->words->faults
                     : kind == VALUE_CHOICE ? sheet->words->choices
                                            : ~0U;
    if (!(known & 1U << index))
        return cell_error(sheet, COLUMN_VALUE, "there is no %s '%.*s' in %s", list->what, SARG(word),
                          sheet->words->discipline);
    event->value = index;
    return true;
}

static bool parse_count(Sheet *sheet, bool may_be_negative, Event *event) {
    Str word = cell(sheet, COLUMN_VALUE);
    bool negative = may_be_negative && str_starts(word, S("-"));
    if (!str_to_count(negative ? str_skip(word, 1) : word, 1000000, &event->value))
        return cell_error(sheet, COLUMN_VALUE, "'%.*s' is no whole number%s", SARG(word),
                          may_be_negative ? "" : " of 0 or more");
    if (negative) event->value = -event->value;
    return true;
}

static bool parse_seconds(Sheet *sheet, Event *event) {
    if (!parse_number(sheet, COLUMN_VALUE, 6, &event->value)) return false;
    return event->value >= 0 || cell_error(sheet, COLUMN_VALUE, "expected seconds of 0 or more");
}

static bool parse_value(Sheet *sheet, const RowRule *rule, Event *event) {
    Str word = cell(sheet, COLUMN_VALUE);
    event->valued = word.len > 0;
    event->value = 0;
    if (!word.len)
        return rule->value != NEED_MUST ||
               cell_error(sheet, COLUMN_VALUE, "no value in a row '%s'", rule->name);
    if (rule->value == NEED_NEVER)
        return cell_error(sheet, COLUMN_VALUE, "a row '%s' has no value, found '%.*s'", rule->name,
                          SARG(word));
    const WordList *list = value_words(rule->value_kind);
    if (list) return parse_word_value(sheet, list, rule->value_kind, event);
    if (rule->value_kind == VALUE_SECONDS) return parse_seconds(sheet, event);
    return parse_count(sheet, rule->value_kind == VALUE_SCORE, event);
}

static bool parse_kind(Sheet *sheet, Event *event) {
    Str word = cell(sheet, COLUMN_EVENT);
    if (!word.len) return cell_error(sheet, COLUMN_EVENT, "no event");
    int kind = event_find(word);
    if (kind < 0) return unknown(sheet, COLUMN_EVENT, "event", event_nearest(word));
    if (!(sheet->words->events & 1U << kind))
        return cell_error(sheet, COLUMN_EVENT, "there is no event '%.*s' in %s", SARG(word),
                          sheet->words->discipline);
    event->kind = (EventKind)kind;
    const RowRule *rule = &row_rules[kind];
    if (sheet->next_number == 0 ? rule->setup : rule->play) return true;
    return cell_error(sheet, COLUMN_EVENT,
                      sheet->next_number ? "'%.*s' stands in shot 0 only" : "'%.*s' has no place in shot 0",
                      SARG(word));
}

static int16_t column_of(const CsvCell *c) {
    return (int16_t)(c->column > INT16_MAX ? INT16_MAX : c->column);
}

static void note_cells(Sheet *sheet, Event *event) {
    const CsvCell *cells = sheet->row.cells;
    event->line = cells[COLUMN_EVENT].column ? cells[COLUMN_EVENT].line : sheet->row.line;
    for (int i = 0; i < COLUMN_COUNT; i++) event->columns[i] = column_of(&cells[i]);
    event->text = str_dup(&sheet->areas[sheet->side], csv_place(sheet->csv, &cells[COLUMN_EVENT]).text);
}

/* All faults of a row are told, not only the first. */
static bool parse_event(Sheet *sheet, Event *event) {
    note_cells(sheet, event);
    if (!parse_kind(sheet, event)) return false;
    const RowRule *rule = &row_rules[event->kind];
    bool good = parse_player(sheet, rule, event);
    good = parse_ball(sheet, rule, event) && good;
    good = parse_to(sheet, rule, event) && good;
    good = parse_place(sheet, rule, event) && good;
    return parse_value(sheet, rule, event) && good;
}

/* The rows of a shot repeat its number: compared with the row before before it is read again. */
static bool parse_shot_number(Sheet *sheet) {
    Str word = cell(sheet, COLUMN_SHOT);
    int64_t number;
    if (word.len && word.len == sheet->number_len && memcmp(word.at, sheet->number, (size_t)word.len) == 0)
        return true;
    sheet->number_len = 0;
    if (!str_to_count(word, 1000000000, &number))
        return word.len ? cell_error(sheet, COLUMN_SHOT, "'%.*s' is no shot number", SARG(word))
                        : cell_error(sheet, COLUMN_SHOT, "no shot number");
    sheet->next_number = (int)number;
    if (word.len > (ptrdiff_t)sizeof sheet->number) return true;
    memcpy(sheet->number, word.at, (size_t)word.len);
    sheet->number_len = word.len;
    return true;
}

/* Reads one row into `next`. False at the end of the sheet. A row without a shot number goes with the row
 * before. */
static bool read_row(Sheet *sheet) {
    int before = sheet->diag->count[SEVERITY_ERROR];
    if (!csv_next(sheet->csv, &sheet->row)) {
        sheet->next_faulty = sheet->diag->count[SEVERITY_ERROR] > before;
        return false;
    }
    bool good = parse_shot_number(sheet);
    good = parse_event(sheet, &sheet->next) && good;
    sheet->next_faulty = !good || sheet->diag->count[SEVERITY_ERROR] > before;
    return true;
}

static bool check_number(Sheet *sheet, int number) {
    if (number == sheet->last + 1 || (sheet->last == 0 && number > 0) || (sheet->last == -1 && number == 1))
        return true;
    if (number <= sheet->last)
        return cell_error(sheet, COLUMN_SHOT,
                          "the rows of shot %d do not stand together: shot %d came before", number,
                          sheet->last);
    return cell_error(sheet, COLUMN_SHOT, "shot %d is missing", sheet->last + 1);
}

static void add_event(Sheet *sheet, Shot *shot) {
    const Event *event = &sheet->next;
    bool names = event->kind != EVENT_CHOOSE && event->kind != EVENT_WARN && event->kind != EVENT_CONCEDE;
    if (sheet->next_faulty) shot->faulty = true;
    if (event->kind == EVENT_STRIKE && shot->strike < 0) shot->strike = (int)sheet->events.n;
    if (names && shot->player == PLAYER_NONE) shot->player = event->player;
    *VEC_PUSH(sheet->arena, &sheet->events) = *event;
}

/* Where nothing else names the player, a warning before the stroke does. */
static void name_by_warning(const Sheet *sheet, Shot *shot) {
    for (int i = 0; i < shot->count && shot->player == PLAYER_NONE; i++)
        if (sheet->events.at[i].kind == EVENT_WARN) shot->player = sheet->events.at[i].player;
}

/* A shot's first row names its player; one strike a shot. */
static void check_shot(Sheet *sheet, Shot *shot) {
    const Event *first = &sheet->events.at[0];
    if (shot->number == 0 || shot->faulty || sheet->lag) return;
    if (first->player == PLAYER_NONE)
        shot->faulty = !diag_error(sheet->diag, event_place(shot, first, COLUMN_PLAYER),
                                   "the first row of shot %d names no player", shot->number);
    for (int i = shot->strike + 1; shot->strike >= 0 && i < shot->count; i++)
        if (sheet->events.at[i].kind == EVENT_STRIKE)
            shot->faulty = !diag_error(sheet->diag, event_place(shot, &sheet->events.at[i], COLUMN_EVENT),
                                       "a second strike in shot %d; a second touch is 'fault,…,double-hit'",
                                       shot->number);
}

bool sheet_next(Sheet *sheet, Shot *out) {
    if (!sheet->held && !(sheet->held = read_row(sheet))) return false;
    int number = sheet->next_number;
    sheet->events.n = 0;
    *out = (Shot){.number = number,
                  .line = sheet->next.line,
                  .player = PLAYER_NONE,
                  .strike = -1,
                  .file = csv_info(sheet->csv)->file};
    if (!check_number(sheet, number)) out->faulty = true;
    if (number > sheet->last) sheet->last = number;
    add_event(sheet, out);
    sheet->side = !sheet->side;
    arena_reset(&sheet->areas[sheet->side], sheet->marks[sheet->side]);
    while ((sheet->held = read_row(sheet)) && sheet->next_number == number) add_event(sheet, out);
    if (!sheet->held && sheet->next_faulty) out->faulty = true;
    out->events = sheet->events.at;
    out->count = (int)sheet->events.n;
    name_by_warning(sheet, out);
    check_shot(sheet, out);
    return true;
}

Sheet *sheet_open(Arena *arena, const char *path, const SheetWords *words, bool lag, Diag *diag) {
    static const char *const header_words[] = {"shot", "event", NULL};
    CsvSpec *spec = NEW(arena, CsvSpec);
    *spec = (CsvSpec){.columns = column_names,
                      .header_words = header_words,
                      .unknown_is_error = true,
                      .short_rows = true};
    CsvReader *csv = csv_open(arena, path, spec, diag);
    if (!csv) return NULL;
    Sheet *sheet = NEW(arena, Sheet);
    sheet->words = words;
    sheet->diag = diag;
    sheet->csv = csv;
    sheet->lag = lag;
    sheet->last = -1;
    sheet->arena = arena;
    for (int i = 0; i < 2; i++) {
        (void)arena_alloc(&sheet->areas[i], 1); /* a chunk that stays */
        sheet->marks[i] = arena_mark(&sheet->areas[i]);
    }
    return sheet;
}

int64_t sheet_rows(const Sheet *sheet) { return csv_info(sheet->csv)->rows; }

void sheet_close(Sheet *sheet) {
    csv_close(sheet->csv);
    for (int i = 0; i < 2; i++) arena_free(&sheet->areas[i]);
}

Place event_place(const Shot *shot, const Event *event, int column) {
    int at = event->columns[column] ? event->columns[column] : 1;
    return (Place){shot->file, event->line, at, event->text};
}

Place shot_place(const Shot *shot) { return event_place(shot, &shot->events[0], COLUMN_SHOT); }
