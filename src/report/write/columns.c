/* See columns.h. */
#include "report/write/columns.h"

#include <assert.h>

Str text_shortened(Arena *arena, Str text, int most) {
    if (text_width(text) <= most) return text;
    Str rest = text;
    ptrdiff_t kept = 0;
    for (int width = 0; rest.len;) {
        Str from = rest;
        (void)text_next(&rest);
        width += text_width(str_slice(from, 0, from.len - rest.len));
        if (width > most - 1) break;
        kept = text.len - rest.len;
    }
    return str_fmt(arena, "%.*s…", (int)kept, text.at);
}

Columns columns_new(Arena *arena, int count) {
    assert(count <= MOST_TEXT_COLUMNS);
    return (Columns){.arena = arena, .count = count};
}

void columns_add(Columns *columns, Str text, const char *color) {
    int most = columns->most[columns->cells.n % columns->count];
    text = text_harmless(columns->arena, text);
    *VEC_PUSH(columns->arena, &columns->cells) =
        (TextCell){most ? text_shortened(columns->arena, text, most) : text, color};
}

static void put_blanks(Buf *out, int n) {
    while (n-- > 0) buf_byte(out, ' ');
}

static void put_cell(Buf *out, const TextCell *cell, int width, bool right, bool last) {
    int blanks = width - text_width(cell->text);
    if (right) put_blanks(out, blanks);
    if (cell->color) buf_put(out, str_of(cell->color));
    buf_put(out, cell->text);
    if (cell->color) buf_put(out, S("\033[0m"));
    if (!right && !last) put_blanks(out, blanks);
}

void columns_put(Buf *out, Columns *columns, int indent) {
    int width[MOST_TEXT_COLUMNS] = {0}, count = columns->count;
    const TextCell *cells = columns->cells.at;
    for (ptrdiff_t i = 0; i < columns->cells.n; i++) {
        int cell = text_width(cells[i].text);
        if (cell > width[i % count]) width[i % count] = cell;
    }
    for (ptrdiff_t row = 0; row + count <= columns->cells.n; row += count) {
        int last = count - 1;
        while (last > 0 && !cells[row + last].text.len) last--;
        put_blanks(out, indent);
        for (int c = 0; c <= last; c++) {
            if (c) put_blanks(out, 2);
            put_cell(out, &cells[row + c], width[c], columns->right[c], c == last);
        }
        buf_byte(out, '\n');
    }
}
