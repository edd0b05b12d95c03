/* Lays a Document's blocks on pages. See pdf.h; tables are in pdf_table.c, drawings in pdf_drawing.c, the
 * library in canvas.c. First all letters are checked, then the first page's density is found in dry runs,
 * then it is drawn, and last the footers, when the number of pages is known. */
#include "report/pdf.h"

#include "base/buf.h"
#include "report/pdf_flow.h"

#include <math.h>

enum { SIDE = 16, TOP = 15, BOTTOM = 19, FOOTER = 11 }; /* mm */

static const uint32_t tones[] = {INK, INK_GOOD, INK_DOUBT, INK_BAD, INK_MUTED};
uint32_t tone_color(Tone tone) { return tones[tone]; }

double points_to_mm(double points) { return points * 25.4 / 72; }
double line_height(double size) { return points_to_mm(size * 1.28); }
double flow_size(const Flow *flow, double size) { return size * flow->density; }
double flow_baseline(double y, double size) { return y - points_to_mm(size * 0.98); }
double flow_left_over(const Flow *flow) { return flow->y - flow->bottom; }
double flow_whole(const Flow *flow) { return flow->top - flow->bottom; }

void flow_text(Flow *flow, Vec2 at, double size, Face face, uint32_t color, TextAlign align, Str text) {
    if (flow->canvas) canvas_text(flow->canvas, at, &(TextStyle){size, face, color, align, 0}, text);
}

void flow_fill(Flow *flow, double x, double y, double width, double height, uint32_t color) {
    if (flow->canvas)
        canvas_rectangle(flow->canvas, x, y, width, height, &(Style){.fill = color, .filled = true});
}

void flow_rule(Flow *flow, Vec2 from, Vec2 to, double width, uint32_t color) {
    if (flow->canvas)
        canvas_path(flow->canvas, (Vec2[]){from, to}, 2, false,
                    &(Style){.stroke = color, .stroked = true, .width = width});
}

void flow_down(Flow *flow, double height) {
    flow->y -= height;
    flow->fresh = false;
}

/* The note that stands on top of every page. */
static void draw_note(Flow *flow) {
    Str note = flow->document->page_note;
    double size = 8.5;
    if (!note.len) return;
    Lines lines = lines_break(flow->arena, FACE_BOLD, size, (flow->width - 4) * 72 / 25.4, note);
    double height = lines.n * line_height(size) + 2;
    flow_fill(flow, flow->left, flow->y - height, flow->width, height, 0xfff1d0);
    for (int i = 0; i < lines.n; i++)
        flow_text(flow, (Vec2){flow->left + 2, flow_baseline(flow->y - 1 - i * line_height(size), size)},
                  size, FACE_BOLD, INK_DOUBT, ALIGN_LEFT, lines.at[i]);
    flow->y -= height + 3;
    flow->top = flow->y;
}

static void draw_frame(Flow *flow) {
    if (!flow->document->frame || flow->pages != 1 || !flow->canvas) return;
    Style outer = {.stroke = INK_ACCENT, .stroked = true, .width = 0.9}, inner = outer;
    inner.width = 0.2;
    canvas_rectangle(flow->canvas, 7, 7, flow->page_width - 14, flow->page_height - 14, &outer);
    canvas_rectangle(flow->canvas, 8.4, 8.4, flow->page_width - 16.8, flow->page_height - 16.8, &inner);
}

void flow_page_sized(Flow *flow, double width, double height) {
    flow->page_width = width;
    flow->page_height = height;
    flow->left = SIDE;
    flow->width = width - 2 * SIDE;
    flow->top = flow->y = height - TOP;
    flow->bottom = BOTTOM;
    flow->pages++;
    flow->fresh = true;
    if (flow->canvas) canvas_page(flow->canvas, width, height);
    draw_frame(flow);
    draw_note(flow);
}

void flow_page(Flow *flow) {
    bool landscape = flow->document->landscape;
    flow_page_sized(flow, landscape ? 297 : 210, landscape ? 210 : 297);
}

void flow_need(Flow *flow, double height) {
    if (height > flow_left_over(flow) + 1e-6 && !flow->fresh) flow_page(flow);
}

/* Lines of one style, each with room for itself; returns nothing below a page's end. */
static void put_lines(Flow *flow, Str text, double size, Face face, uint32_t color, TextAlign align,
                      double inset) {
    double width = flow->width - 2 * inset;
    Lines lines = lines_break(flow->arena, face, size, width * 72 / 25.4, text);
    double x = flow->left + inset + (align == ALIGN_CENTRE ? width / 2 : align == ALIGN_RIGHT ? width : 0);
    for (int i = 0; i < lines.n; i++) {
        flow_need(flow, line_height(size));
        flow_text(flow, (Vec2){x, flow_baseline(flow->y, size)}, size, face, color, align, lines.at[i]);
        flow_down(flow, line_height(size));
    }
}

/* The largest size at which the text stands on one line, but not below `least`. */
static double fitting_size(const Flow *flow, Face face, double size, double least, double width, Str text) {
    double needed = font_width(face, size, text), room = width * 72 / 25.4;
    (void)flow;
    return needed > room ? fmax(least, size * room / needed) : size;
}

static void put_title(Flow *flow, const Block *block) {
    double size = fitting_size(flow, FACE_BOLD, flow_size(flow, 25), 15, flow->width, block->text);
    flow_need(flow, line_height(size) * 2);
    if (flow->canvas) canvas_bookmark(flow->canvas, 1, flow->y, block->text);
    put_lines(flow, block->text, size, FACE_BOLD, INK_ACCENT, ALIGN_CENTRE, 0);
    put_lines(flow, block->small, flow_size(flow, 10.5), FACE_PLAIN, INK_MUTED, ALIGN_CENTRE, 0);
    flow_down(flow, flow_size(flow, 3));
}

static double least_of(Flow *flow, const Block *block);

static void put_heading(Flow *flow, const Block *block, const Block *next) {
    double size = flow_size(flow, block->level > 1 ? 10.5 : 13.5);
    double need = line_height(size) + 4 + (next ? least_of(flow, next) : 0);
    flow_need(flow, fmin(need, flow_whole(flow)));
    if (!flow->fresh) flow_down(flow, flow_size(flow, block->level > 1 ? 2.5 : 4));
    if (flow->canvas) canvas_bookmark(flow->canvas, block->level, flow->y, block->text);
    put_lines(flow, block->text, size, FACE_BOLD, INK_ACCENT, ALIGN_LEFT, 0);
    flow_down(flow, flow_size(flow, 1));
}

static double paragraph_size(const Flow *flow, const Block *block) {
    return flow_size(flow, block->size > 0 ? block->size : block->quiet ? 7.5 : 9);
}

static void put_paragraph(Flow *flow, const Block *block) {
    put_lines(flow, block->text, paragraph_size(flow, block), FACE_PLAIN,
              block->quiet ? INK_MUTED : tone_color(block->tone), ALIGN_LEFT, 0);
    flow_down(flow, flow_size(flow, 1.2));
}

/* The verdict: a bar in the tone's colour, the sign in a white disc, so that it survives black and white. */
static void put_banner(Flow *flow, const Block *block) {
    double d = flow->density, disc = 7.2 * d, inset = 2 * disc + 7,
           width = (flow->width - inset - 4) * 72 / 25.4;
    double size = fitting_size(flow, FACE_BOLD, 19 * d, 13 * d, flow->width - inset - 4, block->text),
           small = 9 * d;
    Lines head = lines_break(flow->arena, FACE_BOLD, size, width, block->text),
          tail = lines_break(flow->arena, FACE_PLAIN, small, width, block->small);
    double text = head.n * line_height(size) + tail.n * line_height(small),
           height = fmax(text + 4 * d, 2 * disc + 4 * d);
    flow_need(flow, height);
    uint32_t color = tone_color(block->tone);
    double top = flow->y, y = top - (height - text) / 2, middle = top - height / 2;
    flow_fill(flow, flow->left, top - height, flow->width, height, color);
    if (flow->canvas) {
        Vec2 centre = {flow->left + disc + 3.5, middle};
        double sign = 30 * d;
        canvas_circle(flow->canvas, centre, disc, &(Style){.fill = INK_PAPER, .filled = true});
        flow_text(flow, (Vec2){centre.x, middle - points_to_mm(sign * 0.37)}, sign, FACE_BOLD, color,
                  ALIGN_CENTRE, block->sign);
    }
    for (int i = 0; i < head.n; i++, y -= line_height(size))
        flow_text(flow, (Vec2){flow->left + inset, flow_baseline(y, size)}, size, FACE_BOLD, INK_PAPER,
                  ALIGN_LEFT, head.at[i]);
    for (int i = 0; i < tail.n; i++, y -= line_height(small))
        flow_text(flow, (Vec2){flow->left + inset, flow_baseline(y, small)}, small, FACE_PLAIN, INK_PAPER,
                  ALIGN_LEFT, tail.at[i]);
    flow_down(flow, height + 3 * d);
}

static Vec2 drawing_extent(const Drawing *drawing) {
    return (Vec2){drawing->most.x - drawing->least.x + 2 * drawing->margin,
                  drawing->most.y - drawing->least.y + 2 * drawing->margin};
}

/* mm of paper to a mm of the drawing. */
static double drawing_scale(const Flow *flow, const Block *block, Vec2 extent) {
    double width = block->width > 0 ? fmin(block->width, flow->width) : flow->width;
    double height = fmin(block->height > 0 ? block->height : 120, flow_whole(flow) - 8);
    if (block->full_size || extent.x <= 0 || extent.y <= 0) return 1;
    return fmin(width / extent.x, height / extent.y);
}

static double caption_height(const Block *block) { return block->text.len ? 5.5 : 1.5; }

static void put_drawing(Flow *flow, const Block *block) {
    Vec2 extent = drawing_extent(block->drawing);
    double scale = drawing_scale(flow, block, extent), width = extent.x * scale, height = extent.y * scale,
           need = height + caption_height(block);
    if (width > flow->width || need > flow_whole(flow))
        flow_page_sized(flow, fmax(width + 2 * SIDE, flow->page_width),
                        fmax(need + TOP + BOTTOM, flow->page_height));
    else
        flow_need(flow, need);
    flow_drawing(flow, block->drawing, flow->left + (flow->width - width) / 2, flow->y - height, scale);
    flow_down(flow, height + 1);
    put_lines(flow, block->text, flow_size(flow, 8), FACE_PLAIN, INK_MUTED, ALIGN_CENTRE, 0);
    flow_down(flow, 1.5);
}

static void put_signatures(Flow *flow, const Block *block) {
    double size = flow_size(flow, 8.5), height = flow_size(flow, 19), gap = 8;
    int n = (int)block->facts.n;
    if (!n) return;
    double width = (flow->width - (n - 1) * gap) / n;
    flow_need(flow, height);
    for (int i = 0; i < n; i++) {
        double x = flow->left + i * (width + gap), line = flow->y - height + 2 * line_height(size);
        Str value = lines_cut(flow->arena, FACE_PLAIN, size, width * 72 / 25.4, block->facts.at[i].value);
        Str label =
            lines_cut(flow->arena, FACE_PLAIN, size * 0.88, width * 72 / 25.4, block->facts.at[i].label);
        flow_rule(flow, (Vec2){x, line}, (Vec2){x + width, line}, 0.25, INK);
        flow_text(flow, (Vec2){x, flow_baseline(line - 0.3, size)}, size, FACE_PLAIN, INK, ALIGN_LEFT, value);
        flow_text(flow,
                  (Vec2){x, flow_baseline(line - 0.3 - (value.len ? line_height(size) : 0), size * 0.88)},
                  size * 0.88, FACE_PLAIN, INK_MUTED, ALIGN_LEFT, label);
    }
    flow_down(flow, height);
}

/* What a block needs at the least to stay with the heading above it. */
static double least_of(Flow *flow, const Block *block) {
    switch (block->kind) {
    case BLOCK_TABLE:
        return flow_table_least(flow, block->table);
    case BLOCK_DRAWING: {
        Vec2 extent = drawing_extent(block->drawing);
        return extent.y * drawing_scale(flow, block, extent) + caption_height(block);
    }
    case BLOCK_PARAGRAPH: {
        double size = paragraph_size(flow, block);
        int n = lines_break(flow->arena, FACE_PLAIN, size, flow->width * 72 / 25.4, block->text).n;
        return line_height(size) * fmin(n, 3);
    }
    default:
        return 18 * flow->density;
    }
}

static void put_block(Flow *flow, const Block *block, const Block *next) {
    switch (block->kind) {
    case BLOCK_TITLE:
        put_title(flow, block);
        break;
    case BLOCK_HEADING:
        put_heading(flow, block, next);
        break;
    case BLOCK_PARAGRAPH:
        put_paragraph(flow, block);
        break;
    case BLOCK_BANNER:
        put_banner(flow, block);
        break;
    case BLOCK_FACTS:
        flow_facts(flow, block, 2);
        break;
    case BLOCK_TABLE:
        flow_table(flow, block->table);
        break;
    case BLOCK_DRAWING:
        put_drawing(flow, block);
        break;
    case BLOCK_SIGNATURES:
        put_signatures(flow, block);
        break;
    case BLOCK_SPACE:
        flow_down(flow, fmin(block->height * flow->density, fmax(flow_left_over(flow), 0)));
        break;
    case BLOCK_PAGE_BREAK:
        if (!flow->fresh) flow_page(flow);
        break;
    }
}

static ptrdiff_t first_part(const Document *document) {
    ptrdiff_t n = 0;
    while (n < document->blocks.n && document->blocks.at[n].kind != BLOCK_PAGE_BREAK) n++;
    return n;
}

static void put_blocks(Flow *flow, ptrdiff_t from, ptrdiff_t to) {
    const Document *document = flow->document;
    for (ptrdiff_t i = from; i < to; i++)
        put_block(flow, &document->blocks.at[i],
                  i + 1 < document->blocks.n ? &document->blocks.at[i + 1] : NULL);
}

/* The density at which the first part fits one page; 1 if none does. */
static double find_density(Arena *arena, const Document *document) {
    for (int percent = 100; document->fit_first && percent >= 75; percent -= 5) {
        ArenaMark mark = arena_mark(arena);
        Flow dry = {.arena = arena, .document = document, .density = percent / 100.0};
        flow_page(&dry);
        put_blocks(&dry, 0, first_part(document));
        arena_reset(arena, mark);
        if (dry.pages == 1) return percent / 100.0;
    }
    return 1;
}

static Str page_label(Arena *arena, const Document *document, int page, int pages) {
    Buf out = {0};
    for (Str rest = document->page_label; rest.len;) {
        bool place = str_starts(rest, S("{1}")) || str_starts(rest, S("{2}"));
        if (place)
            buf_printf(&out, "%d", rest.at[1] == '1' ? page : pages);
        else
            buf_byte(&out, rest.at[0]);
        rest = str_skip(rest, place ? 3 : 1);
    }
    Str label = str_dup(arena, buf_str(&out));
    buf_free(&out);
    return label;
}

static void draw_footers(Flow *flow) {
    const double size = 7.5;
    int pages = canvas_pages(flow->canvas);
    for (int page = 0; page < pages; page++) {
        canvas_select(flow->canvas, page);
        double width = canvas_width(flow->canvas), y = FOOTER + 3.5;
        Str label = page_label(flow->arena, flow->document, page + 1, pages);
        double room = (width - 2 * SIDE) * 72 / 25.4 - font_width(FACE_PLAIN, size, label) - 12;
        flow_rule(flow, (Vec2){SIDE, y}, (Vec2){width - SIDE, y}, 0.15, INK_LINE);
        flow_text(flow, (Vec2){SIDE, FOOTER}, size, FACE_PLAIN, INK_MUTED, ALIGN_LEFT,
                  lines_cut(flow->arena, FACE_PLAIN, size, room, flow->document->footer));
        flow_text(flow, (Vec2){width - SIDE, FOOTER}, size, FACE_PLAIN, INK_MUTED, ALIGN_RIGHT, label);
    }
}

/* The last guard: whoever built the document should have checked its input, with better places. */
static bool check_table(const Table *table, Diag *diag) {
    bool ok = true;
    for (int c = 0; c < table->column_count; c++)
        ok &= font_check(table->columns[c].title, NO_PLACE, "a column's title", diag);
    for (ptrdiff_t r = 0; r < table->rows.n; r++)
        for (int c = 0; c < table->column_count; c++) {
            const Cell *cell = &table->rows.at[r].cells[c];
            ok &= font_check(cell->text, NO_PLACE, "a table's text", diag);
            ok &= font_check(cell->small, NO_PLACE, "a table's text", diag);
        }
    return ok;
}

static bool check_block(const Block *block, Diag *diag) {
    bool ok = font_check(block->text, NO_PLACE, "the text", diag) &
              font_check(block->small, NO_PLACE, "the text", diag);
    for (ptrdiff_t i = 0; i < block->facts.n; i++)
        ok &= font_check(block->facts.at[i].value, NO_PLACE, "the text", diag);
    if (block->table) ok &= check_table(block->table, diag);
    for (ptrdiff_t i = 0; block->drawing && i < block->drawing->shapes.n; i++)
        ok &= font_check(block->drawing->shapes.at[i].text, NO_PLACE, "the drawing", diag);
    return ok;
}

static bool check_letters(const Document *document, Diag *diag) {
    bool ok = font_check(document->footer, NO_PLACE, "the footer", diag) &
              font_check(document->page_note, NO_PLACE, "the note", diag);
    for (ptrdiff_t i = 0; i < document->blocks.n; i++) ok &= check_block(&document->blocks.at[i], diag);
    return ok;
}

bool pdf_write(Arena *arena, const Document *document, Diag *diag, Str *bytes) {
    if (!check_letters(document, diag)) return false;
    CanvasInfo info = {document->language, document->title, document->author, document->subject,
                       document->issued};
    Flow flow = {.arena = arena, .document = document, .density = find_density(arena, document)};
    flow.canvas = canvas_open(arena, &info, diag);
    if (!flow.canvas) return false;
    ptrdiff_t first = first_part(document);
    flow_page(&flow);
    put_blocks(&flow, 0, first);
    flow.density = 1;
    put_blocks(&flow, first, document->blocks.n);
    draw_footers(&flow);
    return canvas_close(flow.canvas, bytes);
}
