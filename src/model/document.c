/* See document.h. */
#include "model/document.h"

Document *document_new(Arena *arena, const char *language, Str title) {
    Document *document = NEW(arena, Document);
    document->arena = arena;
    document->language = language;
    document->title = title;
    document->page_label = S("{1} / {2}");
    return document;
}

static Block *add(Document *document, BlockKind kind, Str text) {
    Block *block = VEC_PUSH(document->arena, &document->blocks);
    *block = (Block){.kind = kind, .text = text};
    return block;
}

Block *document_title(Document *document, Str text, Str small) {
    Block *block = add(document, BLOCK_TITLE, text);
    block->small = small;
    return block;
}

Block *document_heading(Document *document, int level, Str text) {
    Block *block = add(document, BLOCK_HEADING, text);
    block->level = level;
    return block;
}

Block *document_paragraph(Document *document, Str text) { return add(document, BLOCK_PARAGRAPH, text); }

Block *document_banner(Document *document, Tone tone, Str sign, Str text, Str small) {
    Block *block = add(document, BLOCK_BANNER, text);
    block->tone = tone;
    block->sign = sign;
    block->small = small;
    return block;
}

Block *document_facts(Document *document) { return add(document, BLOCK_FACTS, S("")); }

void block_fact(Document *document, Block *block, Str label, Str value) {
    if (value.len) *VEC_PUSH(document->arena, &block->facts) = (Fact){label, value};
}

Table *document_table(Document *document, const Column *columns, int count) {
    Table *table = NEW(document->arena, Table);
    table->arena = document->arena;
    table->columns = NEW_ARRAY(document->arena, Column, count);
    for (int i = 0; i < count; i++) table->columns[i] = columns[i];
    table->column_count = count;
    add(document, BLOCK_TABLE, S(""))->table = table;
    return table;
}

Cell *table_row(Table *table) {
    Row *row = VEC_PUSH(table->arena, &table->rows);
    *row = (Row){NEW_ARRAY(table->arena, Cell, table->column_count), false, false};
    return row->cells;
}

Cell *table_span(Table *table, Str text) {
    Cell *cells = table_row(table);
    table->rows.at[table->rows.n - 1].spanning = true;
    cells[0] = (Cell){.text = text, .bold = true};
    return cells;
}

Cell *table_note(Table *table, Str text) {
    Cell *cells = table_span(table, text);
    table->rows.at[table->rows.n - 1].note = true;
    cells[0] = (Cell){.text = text, .tone = TONE_MUTED};
    return cells;
}

Block *document_drawing(Document *document, const Drawing *drawing, double width, double height,
                        Str caption) {
    Block *block = add(document, BLOCK_DRAWING, caption);
    block->drawing = drawing;
    block->width = width;
    block->height = height;
    return block;
}

Block *document_drawings(Document *document, const Drawing *left, const Drawing *right, double height,
                         Str left_caption, Str right_caption) {
    Block *block = document_drawing(document, left, 0, height, left_caption);
    block->beside = right;
    block->small = right_caption;
    return block;
}

Block *document_drawing_full_size(Document *document, const Drawing *drawing, Str caption) {
    Block *block = document_drawing(document, drawing, 0, 0, caption);
    block->full_size = true;
    return block;
}

Block *document_picture(Document *document, const Picture *picture, double width, double height,
                        Str caption) {
    Block *block = add(document, BLOCK_PICTURE, caption);
    block->picture = picture;
    block->width = width;
    block->height = height;
    return block;
}

Block *document_signatures(Document *document) { return add(document, BLOCK_SIGNATURES, S("")); }

void document_space(Document *document, double millimetres) {
    add(document, BLOCK_SPACE, S(""))->height = millimetres;
}

void document_page_break(Document *document) { add(document, BLOCK_PAGE_BREAK, S("")); }
