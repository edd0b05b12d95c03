/* The layout for people at the table: the tape table in working order, what to strike, the spots. Columns are
 * as wide as their content; the decimal sign is the language's, the names of marks are those of the marks
 * file. */
#include "base/text.h"
#include "report/layout/words.h"

enum { MOST_COLUMNS = 8 };

/* A table of text, printed with its columns aligned. */
typedef struct Grid {
    Arena *arena;
    int columns;
    bool right[MOST_COLUMNS]; /* numbers */
    VEC(Str) cells;
} Grid;

static void grid_cell(Grid *grid, Str text) { *VEC_PUSH(grid->arena, &grid->cells) = text; }

static void pad(Buf *out, int n) {
    for (int i = 0; i < n; i++) buf_byte(out, ' ');
}

static void grid_print(const Grid *grid, Buf *out) {
    int width[MOST_COLUMNS] = {0};
    for (ptrdiff_t i = 0; i < grid->cells.n; i++) {
        int column = (int)(i % grid->columns), wide = text_width(grid->cells.at[i]);
        if (wide > width[column]) width[column] = wide;
    }
    for (ptrdiff_t i = 0; i < grid->cells.n; i++) {
        int column = (int)(i % grid->columns), rest = width[column] - text_width(grid->cells.at[i]);
        bool last = column == grid->columns - 1;
        if (!last || grid->cells.at[i].len) pad(out, 2);
        if (grid->right[column]) pad(out, rest);
        buf_put(out, grid->cells.at[i]);
        if (!grid->right[column] && !last) pad(out, rest);
        if (last) buf_byte(out, '\n');
    }
}

static void put_line(Buf *out, Str text) {
    if (!text.len) return;
    buf_put(out, text);
    buf_byte(out, '\n');
}

static void put_heading(const LayoutSheet *sheet, Buf *out, const char *key) {
    buf_byte(out, '\n');
    put_line(out, layout_word(sheet, key));
}

/* ---- the tape ---- */

static Str range(const LayoutSheet *sheet, const TapeRow *row, Str (*number)(const LayoutSheet *, double)) {
    if (!row->has_anchor) return S("");
    return str_fmt(sheet->arena, "%.*s … %.*s", SARG(number(sheet, row->near)),
                   SARG(number(sheet, row->far)));
}

static void tape_header(const LayoutSheet *sheet, Grid *grid, bool anchors) {
    grid_cell(grid, layout_word(sheet, "column.mark"));
    grid_cell(grid, layout_word(sheet, "column.cushion"));
    grid_cell(grid, layout_word(sheet, "column.from"));
    grid_cell(grid, S("cm"));
    if (sheet->inches) grid_cell(grid, S("in"));
    if (anchors) grid_cell(grid, layout_word(sheet, "column.anchor"));
    if (anchors && sheet->inches) grid_cell(grid, layout_word(sheet, "column.anchor_in"));
}

static void put_tape(const LayoutSheet *sheet, const Layout *layout, Buf *out) {
    bool anchors = layout->anchor_count > 0;
    if (!layout->tape_count) return;
    Grid grid = {.arena = sheet->arena, .columns = (4 + anchors) + sheet->inches * (1 + anchors)};
    for (int i = 3; i < grid.columns; i++) grid.right[i] = true;
    put_heading(sheet, out, "tape");
    tape_header(sheet, &grid, anchors);
    for (int i = 0; i < layout->tape_count; i++) {
        const TapeRow *row = &layout->tape[i];
        grid_cell(&grid, row->mark);
        grid_cell(&grid, cushion_name(layout->game->family, row->cushion));
        grid_cell(&grid, tape_from(layout->game->family, row));
        grid_cell(&grid, layout_cm(sheet, row->cm));
        if (sheet->inches) grid_cell(&grid, layout_inches(sheet, row->cm));
        if (anchors) grid_cell(&grid, range(sheet, row, layout_cm));
        if (anchors && sheet->inches) grid_cell(&grid, range(sheet, row, layout_inches));
    }
    grid_print(&grid, out);
}

static void put_strikes(const LayoutSheet *sheet, const Layout *layout, Buf *out) {
    Grid grid = {.arena = sheet->arena, .columns = 2};
    if (!layout->line_count) return;
    put_heading(sheet, out, "strike");
    for (int i = 0; i < layout->line_count; i++) {
        grid_cell(&grid, layout->lines[i].name);
        grid_cell(&grid, layout_strike(sheet, &layout->lines[i]));
    }
    for (int i = 0; i < layout->arc_count; i++) {
        Str radius = layout_cm(sheet, layout->arcs[i].radius);
        grid_cell(&grid, layout->arcs[i].name);
        grid_cell(&grid, CATALOGUE_FILL(sheet->catalogue, "layout.arc", radius));
    }
    grid_print(&grid, out);
    if (layout->anchor_count) {
        Str side = layout_cm(sheet, layout->game->family->anchor);
        put_line(out, CATALOGUE_FILL(sheet->catalogue, "layout.anchors", side));
    }
}

static void put_spots(const LayoutSheet *sheet, const Layout *layout, Buf *out) {
    Grid grid = {
        .arena = sheet->arena, .columns = sheet->inches ? 5 : 3, .right = {false, true, true, true, true}};
    if (!layout->spot_count) return;
    put_heading(sheet, out, "spots");
    grid_cell(&grid, layout_word(sheet, "column.spot"));
    grid_cell(&grid, S("x cm"));
    grid_cell(&grid, S("y cm"));
    if (sheet->inches) grid_cell(&grid, S("x in")), grid_cell(&grid, S("y in"));
    for (int i = 0; i < layout->spot_count; i++) {
        Vec2 at = layout->spots[i].at;
        grid_cell(&grid, layout->spots[i].name);
        grid_cell(&grid, layout_cm(sheet, at.x));
        grid_cell(&grid, layout_cm(sheet, at.y));
        if (sheet->inches)
            grid_cell(&grid, layout_inches(sheet, at.x)), grid_cell(&grid, layout_inches(sheet, at.y));
    }
    grid_print(&grid, out);
}

/* ---- the head ---- */

static void put_fit(const LayoutSheet *sheet, Buf *out) {
    const Fit *fit = sheet->fit;
    Grid grid = {.arena = sheet->arena, .columns = 2, .right = {false, true}};
    if (!fit) return;
    buf_byte(out, '\n');
    put_line(out, layout_angles_phrase(sheet));
    put_line(out, layout_misclosure_phrase(sheet));
    put_line(out, layout_word(sheet, "fit.residuals"));
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (!fit->given[i]) continue;
        grid_cell(&grid, sheet->keys[i]);
        grid_cell(&grid, layout_mm(sheet, fit->residuals[i], 2));
    }
    grid_print(&grid, out);
}

static void put_title(const LayoutSheet *sheet, Buf *out, const char *key) {
    put_line(out,
             catalogue_fill(sheet->catalogue, key, 2, (Str[]){layout_games(sheet), layout_bed_size(sheet)}));
    put_line(out, sheet->origin);
}

static void put_close(const LayoutSheet *sheet, Buf *out) {
    if (!sheet->close_count) return;
    put_heading(sheet, out, "close.title");
    for (int i = 0; i < sheet->close_count; i++) {
        const CloseMarks *pair = &sheet->close[i];
        Str distance = layout_mm(sheet, pair->distance, 1);
        buf_put(out, S("  "));
        put_line(out, CATALOGUE_FILL(sheet->catalogue, "layout.close.line", pair->a_game, pair->a,
                                     pair->b_game, pair->b, distance));
    }
}

void layout_text(const LayoutSheet *sheet, Buf *out) {
    put_title(sheet, out, "layout.title");
    put_fit(sheet, out);
    for (int i = 0; i < sheet->count; i++) {
        const Layout *layout = sheet->layouts[i];
        Str offset = layout_offset_phrase(sheet, layout);
        if (sheet->count > 1 || offset.len) buf_byte(out, '\n');
        if (sheet->count > 1) put_line(out, layout_game_word(sheet, layout->game));
        put_line(out, offset);
        put_tape(sheet, layout, out);
        put_strikes(sheet, layout, out);
    }
    put_spots(sheet, sheet->layouts[0], out); /* the same for all games of a table */
    put_close(sheet, out);
    Str legend = layout_legend(sheet);
    if (legend.len) buf_byte(out, '\n');
    put_line(out, legend);
}

/* ---- what was chalked ---- */

void layout_check_text(const LayoutSheet *sheet, Buf *out) {
    const MarkCheck *check = sheet->check;
    Grid grid = {.arena = sheet->arena, .columns = 3, .right = {false, true, false}};
    put_title(sheet, out, "layout.check.title");
    put_fit(sheet, out);
    put_line(out, layout_offset_phrase(sheet, sheet->layouts[0]));
    Str tolerance = layout_tolerance(sheet), verdict = layout_verdict_word(sheet, check->verdict);
    buf_byte(out, '\n');
    put_line(out, CATALOGUE_FILL(sheet->catalogue, "layout.check.verdict", verdict, tolerance));
    grid_cell(&grid, layout_word(sheet, "column.mark"));
    grid_cell(&grid, layout_word(sheet, "column.deviation"));
    grid_cell(&grid, S(""));
    for (int i = 0; i < check->count; i++) {
        grid_cell(&grid, check->marks[i].mark);
        grid_cell(&grid, layout_deviation(sheet, &check->marks[i]));
        grid_cell(&grid, layout_verdict_word(sheet, check->marks[i].verdict));
    }
    for (int i = 0; i < check->missing_count; i++) {
        grid_cell(&grid, check->missing[i]);
        grid_cell(&grid, S("–"));
        grid_cell(&grid, layout_word(sheet, "check.missing"));
    }
    grid_print(&grid, out);
}
