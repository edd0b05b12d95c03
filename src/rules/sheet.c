/* See sheet.h. Rows (row.h) are gathered into shots, the first row of the next shot being held back. Nothing
 * grows with the length of the sheet. */
#include "rules/row.h"

struct Sheet {
    RowReader reader;
    Diag *diag;
    CsvReader *csv;
    int last;   /* number of the shot read last; -1 before the first */
    bool lost;  /* a shot number could not be read since: the next shot may be any */
    bool ended; /* an empty line ended the last shot */
    bool held;  /* `next` holds the first row of the next shot */
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
};

static const char *const column_names[] = {"shot", "player", "event", "ball", "to", "x", "y", "value", NULL};

const char *sheet_column(int column) { return column_names[column]; }

int sheet_column_find(Str name) {
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (str_eq(name, str_of(column_names[i]))) return i;
    return -1;
}

/* ---- rows ---- */

static Str shot_cell(const Sheet *sheet) {
    const CsvCell *cell = &sheet->reader.row.cells[COLUMN_SHOT];
    return cell->column ? cell->text : S("");
}

static Place number_place(const Sheet *sheet) { return row_place(&sheet->reader, COLUMN_SHOT); }

/* The rows of a shot repeat its number: compared with the row before before it is read again. */
static bool parse_shot_number(Sheet *sheet) {
    Str word = shot_cell(sheet);
    int64_t number;
    if (word.len && word.len == sheet->number_len && memcmp(word.at, sheet->number, (size_t)word.len) == 0)
        return true;
    sheet->number_len = 0;
    if (!str_to_count(word, 1000000000, &number)) {
        sheet->lost = true;
        return word.len ? diag_error(sheet->diag, number_place(sheet), "'%.*s' is no shot number", SARG(word))
                        : diag_error(sheet->diag, number_place(sheet), "no shot number");
    }
    sheet->next_number = (int)number;
    if (word.len > (ptrdiff_t)sizeof sheet->number) return true;
    memcpy(sheet->number, word.at, (size_t)word.len);
    sheet->number_len = word.len;
    return true;
}

typedef enum Read { READ_ROW, READ_BLANK, READ_END } Read;

/* Half a row looks like a whole one: only the missing line end tells. */
static void warn_cut(Sheet *sheet) {
    if (csv_info(sheet->csv)->cut && csv_info(sheet->csv)->rows && !sheet->next_faulty)
        diag_warning(sheet->diag, number_place(sheet),
                     "the last line has no end: is it whole, and does nothing follow? a whole row ends with "
                     "a line break");
}

/* Reads one row into `next`. A row without a shot number that can be read goes with the row before. */
static Read read_row(Sheet *sheet) {
    int before = sheet->diag->count[SEVERITY_ERROR];
    if (!csv_next(sheet->csv, &sheet->reader.row)) {
        warn_cut(sheet);
        sheet->next_faulty = sheet->diag->count[SEVERITY_ERROR] > before;
        return READ_END;
    }
    if (sheet->reader.row.blank) return READ_BLANK;
    bool numbered = parse_shot_number(sheet);
    sheet->reader.shot = numbered ? sheet->next_number : -1;
    sheet->reader.arena = &sheet->areas[sheet->side];
    bool good = row_parse(&sheet->reader, &sheet->next) && numbered;
    sheet->next_faulty = !good || sheet->diag->count[SEVERITY_ERROR] > before;
    return READ_ROW;
}

/* ---- shots ---- */

static bool check_number(Sheet *sheet, int number) {
    bool lost = sheet->lost;
    sheet->lost = false;
    if (number == sheet->last + 1 || (sheet->last == 0 && number > 0) || (sheet->last == -1 && number == 1) ||
        (lost && number >= sheet->last))
        return true;
    if (number == sheet->last && sheet->ended)
        return diag_error(sheet->diag, number_place(sheet),
                          "the empty line before this row has ended shot %d", number);
    if (number <= sheet->last)
        return diag_error(sheet->diag, number_place(sheet),
                          "the rows of shot %d do not stand together: shot %d came before", number,
                          sheet->last);
    return diag_error(sheet->diag, number_place(sheet), "shot %d is missing", sheet->last + 1);
}

static void add_event(Shot *shot, const Event *event, int index) {
    bool names = event->kind != EVENT_CHOOSE && event->kind != EVENT_WARN && event->kind != EVENT_CONCEDE;
    if (event->kind == EVENT_STRIKE && shot->strike < 0) shot->strike = index;
    if (names && shot->player == PLAYER_NONE) shot->player = event->player;
}

static void take_next(Sheet *sheet, Shot *shot) {
    if (sheet->next_faulty) shot->faulty = true;
    add_event(shot, &sheet->next, (int)sheet->events.n);
    *VEC_PUSH(sheet->arena, &sheet->events) = sheet->next;
}

/* Where nothing else names the player, a warning before the stroke does. */
static void name_by_warning(Shot *shot) {
    for (int i = 0; i < shot->count && shot->player == PLAYER_NONE; i++)
        if (shot->events[i].kind == EVENT_WARN) shot->player = shot->events[i].player;
}

/* A shot's first row names its player; one strike a shot; a run stands for all strokes of an inning. */
static void check_shot(Shot *shot, Diag *diag) {
    const Event *first = &shot->events[0];
    if (shot->number == 0 || shot->faulty) return;
    if (first->player == PLAYER_NONE)
        shot->faulty = !diag_error(diag, event_place(shot, first, COLUMN_PLAYER),
                                   "the first row of shot %d names no player", shot->number);
    for (int i = shot->strike + 1; shot->strike >= 0 && i < shot->count; i++)
        if (shot->events[i].kind == EVENT_STRIKE)
            shot->faulty = !diag_error(diag, event_place(shot, &shot->events[i], COLUMN_EVENT),
                                       "a second strike in shot %d; a second touch is 'fault,…,double-hit'",
                                       shot->number);
}

static void finish(Shot *shot, const Event *events, int count, bool lag, Diag *diag) {
    shot->events = events;
    shot->count = count;
    name_by_warning(shot);
    if (!lag) check_shot(shot, diag);
}

/* The first row of a shot, behind empty lines. */
static bool hold_row(Sheet *sheet) {
    Read read = READ_ROW;
    while (!sheet->held && (read = read_row(sheet)) == READ_BLANK) {
    }
    return sheet->held = sheet->held || read == READ_ROW;
}

bool sheet_next(Sheet *sheet, Shot *out) {
    Read read;
    if (!hold_row(sheet)) return false;
    int number = sheet->next_number;
    sheet->events.n = 0;
    *out = (Shot){.number = number,
                  .line = sheet->next.line,
                  .player = PLAYER_NONE,
                  .strike = -1,
                  .file = csv_info(sheet->csv)->file};
    if (!check_number(sheet, number)) out->faulty = true;
    if (number > sheet->last) sheet->last = number;
    take_next(sheet, out);
    sheet->side = !sheet->side;
    arena_reset(&sheet->areas[sheet->side], sheet->marks[sheet->side]);
    while ((read = read_row(sheet)) != READ_END) {
        if (read == READ_BLANK && sheet_is_live(sheet)) break;
        if (read == READ_BLANK) continue;
        if (sheet->next_number != number) break;
        take_next(sheet, out);
    }
    sheet->held = read == READ_ROW;
    sheet->ended = read == READ_BLANK;
    if (read == READ_END && sheet->next_faulty) out->faulty = true;
    finish(out, sheet->events.at, (int)sheet->events.n, sheet->reader.lag, sheet->diag);
    return true;
}

/* ---- a file ---- */

static CsvReader *open_csv(Arena *arena, const char *path, const SheetDialect *dialect, Diag *diag) {
    static const char *const header_words[] = {"shot", "event", NULL};
    CsvSpec *spec = NEW(arena, CsvSpec);
    *spec = (CsvSpec){.columns = column_names,
                      .header_words = header_words,
                      .unknown_is_error = true,
                      .short_rows = true,
                      .live = true,
                      .blank_rows = true,
                      .delimiter = dialect->delimiter,
                      .encoding = dialect->encoding};
    return csv_open(arena, path, spec, diag);
}

Sheet *sheet_open(Arena *arena, const char *path, const SheetWords *words, const SheetDialect *dialect,
                  bool lag, Diag *diag) {
    CsvReader *csv = open_csv(arena, path, dialect, diag);
    if (!csv) return NULL;
    Sheet *sheet = NEW(arena, Sheet);
    sheet->diag = diag;
    sheet->csv = csv;
    sheet->reader =
        (RowReader){.words = words, .diag = diag, .csv = csv, .lag = lag, .sign = dialect->decimal};
    sheet->last = -1;
    sheet->arena = arena;
    for (int i = 0; i < 2; i++) {
        (void)arena_alloc(&sheet->areas[i], 1); /* a chunk that stays */
        sheet->marks[i] = arena_mark(&sheet->areas[i]);
    }
    return sheet;
}

int64_t sheet_rows(const Sheet *sheet) { return csv_info(sheet->csv)->rows; }
bool sheet_is_live(const Sheet *sheet) { return csv_info(sheet->csv)->live; }

void sheet_close(Sheet *sheet) {
    csv_close(sheet->csv);
    for (int i = 0; i < 2; i++) arena_free(&sheet->areas[i]);
}

/* ---- rows in memory ---- */

static CsvRow memory_row(const SheetRow *row, int line) {
    CsvRow out = {.line = line};
    for (int i = 0; i < COLUMN_COUNT; i++)
        out.cells[i] = (CsvCell){.text = str_trim(row->cells[i]), .line = line, .column = i + 1};
    return out;
}

bool sheet_shot(Arena *arena, const SheetWords *words, int number, const SheetRow *rows, int count, Shot *out,
                Diag *diag) {
    RowReader reader = {.words = words, .diag = diag, .arena = arena, .shot = number};
    Event *events = NEW_ARRAY(arena, Event, count ? count : 1);
    *out = (Shot){.number = number, .line = 1, .player = PLAYER_NONE, .strike = -1, .file = S("")};
    if (!count) return diag_error(diag, NO_PLACE, "shot %d has no rows", number);
    for (int i = 0; i < count; i++) {
        reader.row = memory_row(&rows[i], i + 1);
        if (!row_parse(&reader, &events[i])) out->faulty = true;
        add_event(out, &events[i], i);
    }
    finish(out, events, count, false, diag);
    return !out->faulty;
}

Place event_place(const Shot *shot, const Event *event, int column) {
    int at = event->columns[column] ? event->columns[column] : 1;
    return (Place){shot->file, event->line, at, event->text};
}

Place shot_place(const Shot *shot) { return event_place(shot, &shot->events[0], COLUMN_SHOT); }
