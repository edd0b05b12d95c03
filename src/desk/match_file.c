/* See match_file.h. A shot is one write of its rows and an empty line behind them: a sheet that breaks off
 * before that line was torn while it was written, and the torn shot was never shown as kept. */
#include "desk/match_file.h"

#include "read/csv/csv.h"

static const Str header = S_INIT("shot,player,event,ball,to,x,y,value\n\n");

const char *match_yaml(Arena *arena, Str name) {
    return str_z(arena, str_fmt(arena, "%.*s.match.yaml", SARG(name)));
}

const char *match_csv(Arena *arena, Str name) {
    return str_z(arena, str_fmt(arena, "%.*s.match.csv", SARG(name)));
}

bool match_is_current(const DeskMatch *match, const Folder *folder) {
    if (match->setup.practice) return true;
    Arena arena = {0};
    bool same = file_mark_same(match->marks[0], folder_mark(folder, match_yaml(&arena, match->name))) &&
                file_mark_same(match->marks[1], folder_mark(folder, match_csv(&arena, match->name)));
    arena_free(&arena);
    return same;
}

static void mark_files(DeskMatch *match, const Folder *folder, Arena *arena) {
    match->marks[0] = folder_mark(folder, match_yaml(arena, match->name));
    match->marks[1] = folder_mark(folder, match_csv(arena, match->name));
}

/* ---- writing */

static void put_shot(Buf *out, const DeskMatch *match, int number) {
    if (!match->shots.at[number].rows.n) return;
    rows_csv(out, number, match->shots.at[number].rows, NULL);
    buf_byte(out, '\n');
}

static void put_rows(Buf *out, const char *indent, int number, ScoreRows rows) {
    Buf csv = {0};
    rows_csv(&csv, number, rows, NULL);
    for (Str rest = buf_str(&csv); rest.len;) {
        Json quoted = {.out = out};
        buf_printf(out, "%s- ", indent);
        json_str(&quoted, NULL, str_cut(&rest, '\n'));
        buf_byte(out, '\n');
    }
    buf_free(&csv);
}

static void put_yaml(Buf *out, const DeskMatch *match) {
    buf_put(out, S("# A match of tablecert desk; its score sheet is the .csv beside it.\n"));
    setup_yaml(out, &match->setup);
    if (match->next.n) {
        buf_put(out, S("# rows that wait for the next stroke\nnext:\n"));
        put_rows(out, "  ", match_last(match) + 1, match->next);
    }
    if (match->redo.n) buf_put(out, S("# what was taken back\nredo:\n"));
    for (ptrdiff_t i = 0; i < match->redo.n; i++)
        put_rows(out, "  ", match->redo_from + (int)i, match->redo.at[i].rows);
}

static bool write_yaml(DeskMatch *match, const Folder *folder, Arena *arena) {
    Buf out = {0};
    put_yaml(&out, match);
    bool good = folder_write(folder, match_yaml(arena, match->name), buf_str(&out));
    buf_free(&out);
    return good;
}

bool match_file_settle(DeskMatch *match, const Folder *folder) {
    Arena arena = {0};
    bool good = match->setup.practice || write_yaml(match, folder, &arena);
    mark_files(match, folder, &arena);
    arena_free(&arena);
    return good;
}

static bool write_sheet(DeskMatch *match, const Folder *folder, Arena *arena) {
    Buf out = {0};
    buf_put(&out, header);
    for (int i = 0; i < match->shots.n; i++) put_shot(&out, match, i);
    bool good = folder_write(folder, match_csv(arena, match->name), buf_str(&out));
    if (good) match->foreign = false;
    buf_free(&out);
    return good;
}

/* The sheet first: what is taken back and not yet noted for redo is a smaller loss than a shot kept twice. */
bool match_file_rewrite(DeskMatch *match, const Folder *folder) {
    Arena arena = {0};
    bool good = match->setup.practice || write_sheet(match, folder, &arena);
    if (good && !match->setup.practice) (void)write_yaml(match, folder, &arena);
    mark_files(match, folder, &arena);
    arena_free(&arena);
    return good;
}

bool match_file_add(DeskMatch *match, const Folder *folder, int number) {
    if (match->setup.practice) return true;
    Arena arena = {0};
    Buf out = {0};
    put_shot(&out, match, number);
    bool good = match->foreign ? write_sheet(match, folder, &arena)
                               : folder_append(folder, match_csv(&arena, match->name), buf_str(&out));
    mark_files(match, folder, &arena);
    buf_free(&out);
    arena_free(&arena);
    return good;
}

/* The set-up last: a match is there when it is. */
bool match_file_create(DeskMatch *match, const Folder *folder, bool *exists) {
    Arena arena = {0};
    Buf out = {0};
    bool good = match->setup.practice;
    put_yaml(&out, match);
    if (!good) {
        const char *csv = match_csv(&arena, match->name);
        good = folder_create(folder, csv, header, exists) &&
               folder_create(folder, match_yaml(&arena, match->name), buf_str(&out), exists);
        mark_files(match, folder, &arena);
    }
    buf_free(&out);
    arena_free(&arena);
    return good;
}

/* ---- reading */

static const char *const columns[] = {"shot", "player", "event", "ball", "to", "x", "y", "value", NULL};
static const char *const header_words[] = {"shot", "event", NULL};
enum { SHOTS_MOST = 100000 };

static Str cell_text(Arena *arena, const CsvRow *row, int cell, bool comma) {
    const CsvCell *c = &row->cells[cell + 1];
    if (!c->column) return S("");
    char *text = str_z(arena, c->text);
    char *at = comma && (cell == CELL_X || cell == CELL_Y) ? strchr(text, ',') : NULL;
    if (at) *at = '.';
    return (Str){text, c->text.len};
}

typedef struct Loading {
    DeskMatch *match;
    VEC(ScoreRow) rows;
    int number;
} Loading;

static void end_shot(Loading *loading) {
    DeskMatch *match = loading->match;
    if (!loading->rows.n) return;
    while (match->shots.n <= loading->number) *VEC_PUSH(&match->arena, &match->shots) = (ShotRows){0};
    match->shots.at[loading->number].rows =
        rows_copy(&match->arena, (ScoreRows){loading->rows.at, (int)loading->rows.n});
    loading->rows.n = 0;
}

static bool add_row(Loading *loading, const CsvRow *row, bool comma, RowFaults *faults) {
    int64_t number = loading->number;
    const CsvCell *shot = &row->cells[0];
    if (shot->column && shot->text.len && !str_to_count(shot->text, SHOTS_MOST, &number))
        return row_fault(faults, 0, "shot", "line %d: '%.*s' is no shot number", row->line, SARG(shot->text));
    if (number != loading->number) end_shot(loading);
    if (number < loading->number || number > loading->number + 1 + (loading->number < 0))
        return row_fault(faults, 0, "shot", "line %d: shot %d is missing", row->line, loading->number + 1);
    loading->number = (int)number;
    ScoreRow *out = VEC_PUSH(faults->arena, &loading->rows);
    for (int i = 0; i < CELLS; i++) out->cell[i] = cell_text(faults->arena, row, i, comma);
    return true;
}

/* As the desk writes it: its header, and an empty line behind each shot. */
static bool is_ours(Str bytes) { return str_starts(bytes, header); }
static bool is_torn(Str bytes) {
    return is_ours(bytes) && bytes.len > header.len && !str_ends(bytes, S("\n\n"));
}

static bool read_sheet(DeskMatch *match, const Folder *folder, RowFaults *faults) {
    Arena *arena = faults->arena;
    const char *file = match_csv(arena, match->name);
    Str bytes;
    if (!folder_read(folder, arena, file, &bytes)) {
        match->foreign = true; /* none yet, or one that nobody can read */
        return !folder_mark(folder, file).there ||
               row_fault(faults, 0, NULL, "the score sheet cannot be read");
    }
    match->foreign = !is_ours(bytes) || is_torn(bytes);
    Diag diag = {.arena = arena, .most = 10};
    const CsvSpec spec = {
        .columns = columns, .header_words = header_words, .unknown_is_error = true, .short_rows = true};
    CsvReader *csv =
        csv_open(arena, str_z(arena, str_fmt(arena, "/proc/self/fd/%d/%s", folder->fd, file)), &spec, &diag);
    Loading loading = {.match = match, .number = -1};
    CsvRow row;
    bool good = csv != NULL;
    while (good && csv_next(csv, &row))
        good = add_row(&loading, &row, csv_info(csv)->delimiter != ',', faults);
    if (csv) csv_close(csv);
    if (good && diag_failed(&diag)) good = row_fault(faults, 0, NULL, "the score sheet cannot be read");
    if (good && !is_torn(bytes)) end_shot(&loading);
    return good;
}

/* Rows as written by put_rows; those of a shot that has been played since are not waiting any more. */
static void read_rows(DeskMatch *match, Arena *arena, const Yaml *list, Loading *into, int from) {
    for (int i = 0; list && list->kind == YAML_LIST && i < list->n; i++) {
        Str line = list->items[i]->text;
        int64_t number;
        if (!str_to_count(str_cut(&line, ','), SHOTS_MOST, &number) || number < from) continue;
        if (!into->rows.n && !match->redo.n) match->redo_from = (int)number;
        if (into->rows.n && number != into->number) {
            *VEC_PUSH(&match->arena, &match->redo) =
                (ShotRows){.rows = rows_copy(&match->arena, (ScoreRows){into->rows.at, (int)into->rows.n})};
            into->rows.n = 0;
        }
        into->number = (int)number;
        ScoreRow *row = VEC_PUSH(arena, &into->rows);
        for (int c = 0; c < CELLS; c++) row->cell[c] = str_dup(arena, str_cut(&line, ','));
    }
}

static void read_waiting(DeskMatch *match, Arena *arena, const Yaml *root) {
    Loading next = {0}, redo = {0};
    int from = match_last(match) + 1;
    read_rows(match, arena, yaml_get(root, "next"), &next, from);
    if (next.rows.n && next.number == from)
        match->next = rows_copy(&match->arena, (ScoreRows){next.rows.at, (int)next.rows.n});
    read_rows(match, arena, yaml_get(root, "redo"), &redo, match->shots.n ? from : 0);
    if (redo.rows.n)
        *VEC_PUSH(&match->arena, &match->redo) =
            (ShotRows){.rows = rows_copy(&match->arena, (ScoreRows){redo.rows.at, (int)redo.rows.n})};
}

bool match_file_read(DeskMatch *match, const Folder *folder, RowFaults *faults) {
    Arena *arena = faults->arena;
    Diag diag = {.arena = arena, .most = 10};
    Source source = {.name = str_of(match_yaml(arena, match->name))};
    if (!folder_read(folder, arena, match_yaml(arena, match->name), &source.bytes))
        return row_fault(faults, 0, NULL, "there is no such match");
    const Yaml *root = yaml_parse(arena, &source, &diag);
    bool good = root && setup_from_yaml(&match->arena, root, &match->setup, &diag);
    for (ptrdiff_t i = 0; i < diag.messages.n; i++)
        row_fault(faults, 0, NULL, "%.*s:%d: %.*s", SARG(source.name), diag.messages.at[i].place.line,
                  SARG(diag.messages.at[i].text));
    if (!good || !read_sheet(match, folder, faults)) return false;
    read_waiting(match, arena, root);
    mark_files(match, folder, arena);
    return true;
}
