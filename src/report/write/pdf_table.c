/* Tables on pages: columns, rows of broken lines, the header again on every page, rows torn only where they
 * are higher than a page's rest would allow to keep. Facts are a table of labels and values. See pdf_flow.h.
 */
#include "report/write/pdf_flow.h"

#include <math.h>

enum { MOST_COLUMNS = 16 };

typedef struct CellLine {
    Str text;
    double size;
    bool small;
} CellLine;

typedef struct CellLines {
    VEC(CellLine) lines;
    int next; /* the first that is not drawn yet */
} CellLines;

typedef struct Grid { /* a table being laid on pages */
    Flow *flow;
    const Table *table;
    double x[MOST_COLUMNS + 1];
    int columns;
    double size, pad_x, pad_y;
    int shade; /* counts rows */
} Grid;

/* Fixed columns grow with letters that are set larger; columns too wide together are squeezed. */
static void set_columns(Grid *grid) {
    const Table *table = grid->table;
    double fixed = 0, weights = 0, x = grid->flow->left, room = grid->flow->width,
           grow = fmax(1, grid->flow->density);
    grid->columns = table->column_count < MOST_COLUMNS ? table->column_count : MOST_COLUMNS;
    for (int c = 0; c < grid->columns; c++) {
        fixed += table->columns[c].width;
        if (table->columns[c].width <= 0) weights += table->columns[c].weight;
    }
    if (fixed * grow > room * (weights > 0 ? 0.85 : 1)) grow = fmin(1, room / fixed);
    for (int c = 0; c < grid->columns; c++) {
        const Column *column = &table->columns[c];
        grid->x[c] = x;
        x += column->width > 0 ? column->width * grow
                               : fmax(room - fixed * grow, 0) * column->weight / weights;
    }
    grid->x[grid->columns] = x;
}

static Grid grid_begin(Flow *flow, const Table *table) {
    Grid grid = {.flow = flow, .table = table};
    grid.size = flow_letters(flow, table->size > 0 ? table->size : 8);
    grid.pad_x = 1.2;
    grid.pad_y = grid.size * 0.055;
    set_columns(&grid);
    return grid;
}

/* Where a cell begins and ends; a note begins under the second column. */
static double cell_left(const Grid *grid, int column, const Row *row) {
    return grid->x[row->note && grid->columns > 1 ? 1 : column];
}

static double cell_right(const Grid *grid, int column, const Row *row) {
    return grid->x[row->spanning ? grid->columns : column + 1];
}

static double cell_width(const Grid *grid, int column, const Row *row) {
    return cell_right(grid, column, row) - cell_left(grid, column, row) - 2 * grid->pad_x;
}

static void add_lines(const Grid *grid, CellLines *out, Str text, double size, Face face, double width,
                      bool small) {
    Arena *arena = grid->flow->arena;
    Lines lines = lines_break(arena, face, size, fmax(width, 1) * 72 / 25.4, text);
    for (int i = 0; i < lines.n; i++) *VEC_PUSH(arena, &out->lines) = (CellLine){lines.at[i], size, small};
}

/* The broken lines of a row's cells. */
static CellLines *row_lines(const Grid *grid, const Row *row) {
    CellLines *cells = NEW_ARRAY(grid->flow->arena, CellLines, grid->columns);
    for (int c = 0; c < (row->spanning ? 1 : grid->columns); c++) {
        const Cell *cell = &row->cells[c];
        double width = cell_width(grid, c, row);
        add_lines(grid, &cells[c], cell->text, grid->size, cell->bold ? FACE_BOLD : FACE_PLAIN, width, false);
        add_lines(grid, &cells[c], cell->small, fmax(grid->size * 0.85, fmin(grid->size, LEAST_LETTERS)),
                  FACE_PLAIN, width, true);
    }
    return cells;
}

static double lines_height(const CellLines *cell, int from) {
    double height = 0;
    for (int i = from; i < cell->lines.n; i++) height += line_height(cell->lines.at[i].size);
    return height;
}

/* Height of what is left of a row. */
static double row_height(const Grid *grid, const Row *row, const CellLines *cells) {
    double height = line_height(grid->size);
    for (int c = 0; c < grid->columns; c++) height = fmax(height, lines_height(&cells[c], cells[c].next));
    double least = row->spanning ? 0 : grid->table->row_height * grid->flow->density;
    return fmax(height + 2 * grid->pad_y, least);
}

static void draw_line(const Grid *grid, int c, const Row *row, const CellLine *line, double y) {
    const Cell *cell = &row->cells[c];
    TextAlign align = row->spanning ? ALIGN_LEFT : grid->table->columns[c].align;
    double x = cell_left(grid, c, row) + grid->pad_x + cell_width(grid, c, row) / 2 * (int)align;
    Face face = cell->bold && !line->small ? FACE_BOLD : FACE_PLAIN;
    uint32_t color = line->small ? INK_MUTED : cell->has_swatch ? INK : tone_color(cell->tone);
    flow_text(grid->flow, (Vec2){x, flow_baseline(y, line->size)}, line->size, face, color, align,
              line->text);
}

/* Draws as many of a cell's lines as fit above `bottom`. */
static void draw_cell(const Grid *grid, int c, const Row *row, CellLines *cell, double top, double bottom) {
    double right = cell_right(grid, c, row), y = top - grid->pad_y;
    const Cell *what = &row->cells[c];
    if (what->has_swatch)
        flow_fill(grid->flow, grid->x[c] + 0.3, bottom + 0.3, right - grid->x[c] - 0.6, top - bottom - 0.6,
                  what->swatch);
    if (what->gauge)
        flow_gauge(grid->flow, what->gauge, grid->x[c] + grid->pad_x,
                   top - grid->pad_y - line_height(grid->size), right - grid->x[c] - 2 * grid->pad_x,
                   line_height(grid->size));
    for (; cell->next < cell->lines.n; cell->next++) {
        const CellLine *line = &cell->lines.at[cell->next];
        double next = y - line_height(line->size);
        if (next < bottom + grid->pad_y - 1e-6) return;
        draw_line(grid, c, row, line, y);
        y = next;
    }
}

/* Between the columns of a form, so that a value is written in its box. */
static void draw_boxes(const Grid *grid, double top, double bottom) {
    for (int c = 1; c < grid->columns; c++)
        flow_rule(grid->flow, (Vec2){grid->x[c], top}, (Vec2){grid->x[c], bottom}, 0.15, INK_LINE);
}

static void draw_piece(Grid *grid, const Row *row, CellLines *cells, double height) {
    Flow *flow = grid->flow;
    double top = flow->y, bottom = top - height;
    bool heading = row->spanning && !row->note, odd = (grid->shade - row->note) % 2 == 1;
    if (heading || (!grid->table->lines && odd))
        flow_fill(flow, flow->left, bottom, grid->x[grid->columns] - flow->left, height,
                  heading ? 0xe3eae6 : INK_SHADE);
    for (int c = 0; c < (row->spanning ? 1 : grid->columns); c++)
        draw_cell(grid, c, row, &cells[c], top, bottom);
    if (grid->table->row_height > 0 && !row->spanning) draw_boxes(grid, top, bottom);
    if (grid->table->lines)
        flow_rule(flow, (Vec2){flow->left, bottom}, (Vec2){grid->x[grid->columns], bottom}, 0.15, INK_LINE);
    flow_down(flow, height);
}

static bool has_header(const Grid *grid) {
    for (int c = 0; c < grid->columns; c++)
        if (grid->table->columns[c].title.len) return true;
    return false;
}

static Row header_row(const Grid *grid) {
    Row row = {NEW_ARRAY(grid->flow->arena, Cell, grid->columns), false, false};
    for (int c = 0; c < grid->columns; c++)
        row.cells[c] = (Cell){.text = grid->table->columns[c].title, .bold = true, .tone = TONE_PLAIN};
    return row;
}

static double header_height(const Grid *grid) {
    if (!has_header(grid)) return 0;
    Row row = header_row(grid);
    return row_height(grid, &row, row_lines(grid, &row));
}

static void draw_header(Grid *grid) {
    Flow *flow = grid->flow;
    if (!has_header(grid)) return;
    Row row = header_row(grid);
    CellLines *cells = row_lines(grid, &row);
    double height = row_height(grid, &row, cells), right = grid->x[grid->columns];
    flow_rule(flow, (Vec2){flow->left, flow->y}, (Vec2){right, flow->y}, 0.4, INK_ACCENT);
    for (int c = 0; c < grid->columns; c++) draw_cell(grid, c, &row, &cells[c], flow->y, flow->y - height);
    flow_down(flow, height);
    flow_rule(flow, (Vec2){flow->left, flow->y}, (Vec2){right, flow->y}, 0.2, INK_ACCENT);
}

static void next_page(Grid *grid) {
    flow_page(grid->flow);
    draw_header(grid);
    grid->shade = 0;
}

static bool left_to_draw(const Grid *grid, const CellLines *cells) {
    for (int c = 0; c < grid->columns; c++)
        if (cells[c].next < cells[c].lines.n) return true;
    return false;
}

/* A row goes to the next page as a whole, unless it is so high that this would leave a third of a page empty.
 */
static void draw_row(Grid *grid, const Row *row) {
    Flow *flow = grid->flow;
    CellLines *cells = row_lines(grid, row);
    double height = row_height(grid, row, cells), room = flow_left_over(flow),
           least = line_height(grid->size) + 2 * grid->pad_y;
    bool tear = height > room && (room > flow_whole(flow) / 3 || height > flow_whole(flow) - 2 * least) &&
                room > 3 * least;
    if (height > room && !tear) next_page(grid);
    do {
        height = row_height(grid, row, cells);
        draw_piece(grid, row, cells, fmin(height, fmax(flow_left_over(flow), least)));
        if (left_to_draw(grid, cells)) next_page(grid);
    } while (left_to_draw(grid, cells));
    if (!row->note) grid->shade = row->spanning ? 0 : grid->shade + 1;
}

/* A heading inside the table stays with the row below it, a note with the row above it. */
static double kept_together(const Grid *grid, ptrdiff_t r) {
    const Table *table = grid->table;
    double height = 0;
    bool more = true;
    for (; r < table->rows.n && more; r++) {
        const Row *row = &table->rows.at[r];
        height += row_height(grid, row, row_lines(grid, row));
        more = (row->spanning && !row->note) || (r + 1 < table->rows.n && table->rows.at[r + 1].note);
    }
    return fmin(height, flow_whole(grid->flow) / 3);
}

double flow_table_least(Flow *flow, const Table *table) {
    Grid grid = grid_begin(flow, table);
    double height = header_height(&grid) + kept_together(&grid, 0);
    return fmin(height + line_height(grid.size) * 1.5, flow_whole(flow));
}

void flow_table(Flow *flow, const Table *table) {
    Grid grid = grid_begin(flow, table);
    if (flow_table_least(flow, table) > flow_left_over(flow) && !flow->fresh) flow_page(flow);
    draw_header(&grid);
    for (ptrdiff_t r = 0; r < table->rows.n; r++) {
        ArenaMark mark = arena_mark(flow->arena);
        const Row *row = &table->rows.at[r];
        bool tied = !row->note && (row->spanning || (r + 1 < table->rows.n && row[1].note));
        bool alone = tied && kept_together(&grid, r) > flow_left_over(flow);
        if (alone && !flow->fresh) next_page(&grid);
        draw_row(&grid, row);
        if (!flow->canvas) arena_reset(flow->arena, mark);
    }
    if (!has_header(&grid)) return;
    flow_rule(flow, (Vec2){flow->left, flow->y}, (Vec2){grid.x[grid.columns], flow->y}, 0.2, INK_ACCENT);
    flow_down(flow, fmin(flow_size(flow, 1), fmax(flow_left_over(flow), 0)));
}

/* mm, of the labels of one column of facts. */
static double widest_label(const Flow *flow, const Block *block, ptrdiff_t from, ptrdiff_t to, double size) {
    double widest = 0;
    for (ptrdiff_t i = from; i < to && i < block->facts.n; i++)
        widest = fmax(widest, points_to_mm(font_width(FACE_PLAIN, size, block->facts.at[i].label)));
    return fmin(widest + 3.4, flow->width / 5);
}

void flow_facts(Flow *flow, const Block *block, int columns) {
    Column *shape = NEW_ARRAY(flow->arena, Column, 2 * columns);
    double size = block->size > 0 ? block->size : 9;
    ptrdiff_t rows = (block->facts.n + columns - 1) / columns;
    for (int c = 0; c < columns; c++) {
        double label = widest_label(flow, block, c * rows, (c + 1) * rows, flow_letters(flow, size));
        shape[2 * c] = (Column){S(""), label, 0, ALIGN_LEFT};
        shape[2 * c + 1] = (Column){S(""), 0, 1, ALIGN_LEFT};
    }
    Table table = {
        .arena = flow->arena, .columns = shape, .column_count = 2 * columns, .size = size, .lines = true};
    for (ptrdiff_t r = 0; r < rows; r++) {
        Cell *cells = table_row(&table);
        for (int c = 0; c < columns; c++) {
            ptrdiff_t i = c * rows + r;
            if (i >= block->facts.n) continue;
            cells[2 * c] = (Cell){.text = block->facts.at[i].label, .tone = TONE_MUTED};
            cells[2 * c + 1] = (Cell){.text = block->facts.at[i].value};
        }
    }
    flow_table(flow, &table);
}
