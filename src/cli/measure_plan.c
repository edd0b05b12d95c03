/* The small plan: the table seen from above, bottom end below, with the points of the item at hand. */
#include "cli/measure.h"

enum { BED_LEFT = 4, BED_WIDTH = 17 };

typedef enum Mark { MARK_NONE, MARK_OPEN, MARK_PASS, MARK_REMARK, MARK_FAIL, MARK_HERE } Mark;
static const char *const glyphs[] = {" ", "·", "+", "!", "x", "@"};
static const char *const colors[] = {"", "", "\033[32m", "\033[33m", "\033[31m", "\033[1;7m"};

typedef struct Grid {
    int height, bottom; /* lines; the row of the bottom rail */
    const char *cell[PLAN_HEIGHT][PLAN_WIDTH];
    Mark mark[PLAN_HEIGHT][PLAN_WIDTH];
} Grid;

static void put_line(Grid *grid, int row, int from, int to, const char *glyph) {
    for (int i = from; i <= to; i++) grid->cell[row][i] = glyph;
}

static void draw_table(Grid *grid) {
    const int right = BED_LEFT + BED_WIDTH - 1, top = 1, bottom = grid->bottom;
    put_line(grid, top, BED_LEFT, right, "─");
    put_line(grid, bottom, BED_LEFT, right, "─");
    for (int row = top + 1; row < bottom; row++) grid->cell[row][BED_LEFT] = grid->cell[row][right] = "│";
    grid->cell[top][BED_LEFT] = "┌", grid->cell[top][right] = "┐";
    grid->cell[bottom][BED_LEFT] = "└", grid->cell[bottom][right] = "┘";
}

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

static Mark mark_of(const Measure *m, int at) {
    static const Mark marks[] = {MARK_PASS, MARK_PASS, MARK_REMARK, MARK_FAIL};
    const Step *here = m->at < m->walk.n ? &m->walk.steps[m->at] : NULL, *step = &m->walk.steps[at];
    if (here && str_eq(here->point, step->point)) return MARK_HERE;
    int last = -1;
    for (int i = at; i < at + step->repeats; i++)
        if (m->row_of[i] >= 0) last = i;
    return last < 0 ? MARK_OPEN : marks[measure_opinion(m, last).passing];
}

/* A point on the table, or, for balls and the like, in a row across it. */
static void put_point(const Measure *m, Grid *grid, int at, int k) {
    const Spot *spot = &m->walk.steps[at].spot;
    double x = spot->given ? spot->x : (k % 8 + 0.5) / 8,
           y = spot->given ? spot->y : 0.65 - 0.15 * (int)(k / 8);
    int column = clamp(BED_LEFT + (int)(x * (BED_WIDTH - 1) + 0.5), 0, PLAN_WIDTH - 1);
    int row = clamp(grid->bottom - (int)(y * (grid->bottom - 1) + 0.5), 0, grid->height - 1);
    grid->mark[row][column] = mark_of(m, at);
    grid->cell[row][column] = glyphs[grid->mark[row][column]];
}

static Str print_row(bool in_color, const Grid *grid, int row, Arena *arena) {
    Buf out = {0};
    for (int i = 0; i < PLAN_WIDTH; i++) {
        const char *color = in_color ? colors[grid->mark[row][i]] : "";
        buf_printf(&out, "%s%s%s", color, grid->cell[row][i] ? grid->cell[row][i] : " ",
                   *color ? "\033[0m" : "");
    }
    Str line = str_dup(arena, buf_str(&out));
    buf_free(&out);
    return line;
}

void guide_plan(const Guide *guide, Str lines[PLAN_HEIGHT], int height, Arena *arena) {
    const Measure *m = guide->m;
    Grid grid = {.height = height, .bottom = height - 2};
    draw_table(&grid);
    int k = 0;
    const Step *here = measure_step(m);
    for (int i = 0; here && i < m->walk.n; i++) {
        const Step *step = &m->walk.steps[i];
        if (step->quantity != QUANTITY_NONE && step->repeat == 0 && str_eq(step->item, here->item))
            put_point(m, &grid, i, k++);
    }
    for (int row = 0; row < height; row++) lines[row] = print_row(guide->run->color, &grid, row, arena);
}
