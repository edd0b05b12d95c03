/* See tape.h. */
#include "marking/tape.h"

/* A foot in the very middle is measured from the bottom or left end, whatever the last bit says. */
static const double MIDDLE = 1e-6;

static TapeRow tape_row(const Layout *layout, const Foot *foot) {
    double length = cushion_length(&layout->bed, foot->cushion);
    TapeRow row = {.mark = foot->mark, .cushion = foot->cushion, .at = foot->at, .cm = foot->along};
    row.from_far = foot->along > length / 2 + MIDDLE;
    if (row.from_far) row.cm = length - foot->along;
    row.has_anchor = layout->anchor_count > 0;
    if (row.has_anchor) {
        double half = layout->game->family->anchor / 2;
        row.near = row.cm - half, row.far = row.cm + half;
    }
    return row;
}

/* How far the walker has come: up the left cushion, to the right along the top, down the right, back at the
 * bottom. */
static double walked(const Foot *foot) {
    bool upwards = foot->cushion == CUSHION_LEFT || foot->cushion == CUSHION_TOP;
    return upwards ? foot->along : -foot->along;
}

static bool before(const Foot *a, const Foot *b) {
    return a->cushion != b->cushion ? a->cushion < b->cushion : walked(a) < walked(b);
}

static void insert(const Foot **feet, int n, const Foot *foot) {
    while (n > 0 && before(foot, feet[n - 1])) feet[n] = feet[n - 1], n--;
    feet[n] = foot;
}

void tape_make(Arena *arena, Layout *layout) {
    int n = 2 * layout->line_count;
    const Foot **feet = NEW_ARRAY(arena, const Foot *, n);
    TapeRow *rows = NEW_ARRAY(arena, TapeRow, n);
    for (int i = 0; i < n; i++) insert(feet, i, &layout->lines[i / 2].feet[i % 2]);
    for (int i = 0; i < n; i++) rows[i] = tape_row(layout, feet[i]);
    layout->tape = rows, layout->tape_count = n;
}

Str tape_from(const Family *family, const TapeRow *row) {
    bool lengthwise = row->cushion == CUSHION_LEFT || row->cushion == CUSHION_RIGHT;
    Cushion end = lengthwise      ? row->from_far ? CUSHION_TOP : CUSHION_BOTTOM
                  : row->from_far ? CUSHION_RIGHT
                                  : CUSHION_LEFT;
    return cushion_name(family, end);
}
