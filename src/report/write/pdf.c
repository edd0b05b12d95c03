/* Lays a Document's blocks on pages. See pdf.h; the blocks are in pdf_block.c, tables in pdf_table.c,
 * drawings in pdf_drawing.c, the library in canvas.c. First all letters are checked, then the first page's
 * density is found in dry runs, then it is drawn, and last the footers, when the number of pages is known. */
#include "report/write/pdf.h"

#include "base/buf.h"
#include "report/write/pdf_flow.h"

#include <math.h>

enum {
    FOOTER = 11 /* mm */,
    QR_FOOT = 10,
    QR_SIDE = 15,
    QR_QUIET = 3,
    LEAST_DENSITY = 60,
    MOST_DENSITY = 115 /* % */
};

static const uint32_t tones[] = {INK, INK_GOOD, INK_DOUBT, INK_BAD, INK_MUTED};
uint32_t tone_color(Tone tone) { return tones[tone]; }

double points_to_mm(double points) { return points * 25.4 / 72; }
/* Small letters stand closer: they are small because there is little room. */
double line_height(double size) { return points_to_mm(size * (size < 7 ? 1.22 : 1.28)); }
double flow_size(const Flow *flow, double size) { return size * flow->density; }

double flow_letters(const Flow *flow, double size) {
    return fmax(flow_size(flow, size), fmin(size, LEAST_LETTERS));
}
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
    flow->left = PAGE_SIDE;
    flow->width = width - 2 * PAGE_SIDE;
    flow->top = flow->y = height - PAGE_TOP;
    flow->bottom = flow->document->qr.len ? QR_FOOT + QR_SIDE + 1 : PAGE_BOTTOM;
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

static ptrdiff_t first_part(const Document *document) {
    ptrdiff_t n = 0;
    while (n < document->blocks.n && document->blocks.at[n].kind != BLOCK_PAGE_BREAK) n++;
    return n;
}

static void put_blocks(Flow *flow, ptrdiff_t from, ptrdiff_t to) {
    const Document *document = flow->document;
    for (ptrdiff_t i = from; i < to; i++) flow_block(flow, &document->blocks.at[i]);
}

static bool fits_one_page(Arena *arena, const Document *document, int percent) {
    ArenaMark mark = arena_mark(arena);
    Flow dry = {.arena = arena, .document = document, .density = percent / 100.0};
    flow_page(&dry);
    put_blocks(&dry, 0, first_part(document));
    arena_reset(arena, mark);
    return dry.pages == 1;
}

/* The largest density (in steps of 5 %) at which the first part fits one page; 1 if none does. */
static double find_density(Arena *arena, const Document *document) {
    int good = LEAST_DENSITY, bad = MOST_DENSITY + 5;
    if (!document->fit_first || !fits_one_page(arena, document, good)) return 1;
    while (bad - good > 5) {
        int middle = (good + bad) / 10 * 5;
        if (fits_one_page(arena, document, middle))
            good = middle;
        else
            bad = middle;
    }
    return good / 100.0;
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

/* In the lower right corner, last of all: nothing on the page lies over it. */
static void draw_qr(Flow *flow) {
    const Document *document = flow->document;
    if (document->qr.len)
        canvas_code(flow->canvas, canvas_width(flow->canvas) - PAGE_SIDE - QR_SIDE, QR_FOOT, QR_SIDE,
                    document->qr_modules, document->qr);
}

static void draw_footers(Flow *flow) {
    const double size = 7.5;
    int pages = canvas_pages(flow->canvas);
    for (int page = 0; page < pages; page++) {
        canvas_select(flow->canvas, page);
        double width = canvas_width(flow->canvas), y = FOOTER + 3.5;
        if (flow->document->qr.len) width -= QR_SIDE + QR_QUIET;
        Str label = page_label(flow->arena, flow->document, page + 1, pages);
        double room = (width - 2 * PAGE_SIDE) * 72 / 25.4 - font_width(FACE_PLAIN, size, label) - 12;
        flow_rule(flow, (Vec2){PAGE_SIDE, y}, (Vec2){width - PAGE_SIDE, y}, 0.15, INK_LINE);
        flow_text(flow, (Vec2){PAGE_SIDE, FOOTER}, size, FACE_PLAIN, INK_MUTED, ALIGN_LEFT,
                  lines_cut(flow->arena, FACE_PLAIN, size, room, flow->document->footer));
        flow_text(flow, (Vec2){width - PAGE_SIDE, FOOTER}, size, FACE_PLAIN, INK_MUTED, ALIGN_RIGHT, label);
        draw_qr(flow);
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

static bool check_drawing(const Drawing *drawing, Diag *diag) {
    bool ok = true;
    for (ptrdiff_t i = 0; drawing && i < drawing->shapes.n; i++)
        ok &= font_check(drawing->shapes.at[i].text, NO_PLACE, "the drawing", diag);
    return ok;
}

static bool check_block(const Block *block, Diag *diag) {
    bool ok = font_check(block->text, NO_PLACE, "the text", diag);
    ok &= font_check(block->small, NO_PLACE, "the text", diag);
    for (ptrdiff_t i = 0; i < block->facts.n; i++) {
        ok &= font_check(block->facts.at[i].label, NO_PLACE, "the text", diag);
        ok &= font_check(block->facts.at[i].value, NO_PLACE, "the text", diag);
    }
    if (block->table) ok &= check_table(block->table, diag);
    ok &= check_drawing(block->drawing, diag);
    ok &= check_drawing(block->beside, diag);
    return ok;
}

static bool check_letters(const Document *document, Diag *diag) {
    bool ok = font_check(document->footer, NO_PLACE, "the footer", diag);
    ok &= font_check(document->page_note, NO_PLACE, "the note", diag);
    for (ptrdiff_t i = 0; i < document->signature.n; i++)
        ok &= font_check(document->signature.at[i], NO_PLACE, "the signature", diag);
    for (ptrdiff_t i = 0; i < document->blocks.n; i++) ok &= check_block(&document->blocks.at[i], diag);
    return ok;
}

bool pdf_write(Arena *arena, const Document *document, Diag *diag, Str *bytes) {
    if (!check_letters(document, diag)) return false;
    CanvasInfo info = {document->language,          document->title,  document->author,
                       document->subject,           document->issued, document->attachments.at,
                       (int)document->attachments.n};
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
