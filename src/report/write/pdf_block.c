/* The blocks of a document but tables: titles, headings, paragraphs, the verdict's banner, drawings,
 * signatures. See pdf_flow.h. */
#include "report/write/pdf_flow.h"

#include <math.h>

static double mm_to_points(double mm) { return mm * 72 / 25.4; }

/* Lines of one style, each on a page that has room for it. */
static void put_lines(Flow *flow, Str text, double size, Face face, uint32_t color, TextAlign align) {
    Lines lines = lines_break(flow->arena, face, size, mm_to_points(flow->width), text);
    double x = flow->left + flow->width / 2 * (int)align;
    for (int i = 0; i < lines.n; i++) {
        flow_need(flow, line_height(size));
        flow_text(flow, (Vec2){x, flow_baseline(flow->y, size)}, size, face, color, align, lines.at[i]);
        flow_down(flow, line_height(size));
    }
}

/* The largest size at which the text stands on one line, but not below `least`. */
static double fitting_size(Face face, double size, double least, double width, Str text) {
    double needed = font_width(face, size, text), room = mm_to_points(width);
    return needed > room ? fmax(least, size * room / needed) : size;
}

/* Fitted into the box, never enlarged beyond what its pixels are good for. */
static Vec2 picture_size(const Picture *picture, double width, double height) {
    double scale = fmin(fmin(width / picture->width, height / picture->height), 25.4 / 100);
    return (Vec2){picture->width * scale, picture->height * scale};
}

/* Beside the issuer: in the upper left corner of the text. */
static void put_logo(Flow *flow, const Picture *logo) {
    if (!logo || !flow->canvas) return;
    Vec2 size = picture_size(logo, LOGO_WIDTH, LOGO_HEIGHT);
    canvas_picture(flow->canvas, flow->left, flow->y - size.y, size.x, size.y, logo);
}

static double picture_height(Flow *flow, const Block *block) {
    return picture_size(block->picture, fmin(block->width, flow->width),
                        fmin(block->height, flow_whole(flow) - 20))
               .y +
           8;
}

static void put_picture(Flow *flow, const Block *block) {
    Vec2 size = picture_size(block->picture, fmin(block->width, flow->width),
                             fmin(block->height, flow_whole(flow) - 20));
    flow_need(flow, picture_height(flow, block));
    if (flow->canvas)
        canvas_picture(flow->canvas, flow->left + (flow->width - size.x) / 2, flow->y - size.y, size.x,
                       size.y, block->picture);
    flow_down(flow, size.y + 1);
    put_lines(flow, block->text, 8, FACE_PLAIN, INK_MUTED, ALIGN_CENTRE);
    flow_down(flow, 3);
}

static void put_title(Flow *flow, const Block *block) {
    put_logo(flow, block->picture);
    double size = fitting_size(FACE_BOLD, flow_size(flow, 26), 15, flow->width, block->text);
    flow_need(flow, line_height(size) * 2);
    put_lines(flow, block->sign, flow_letters(flow, 11), FACE_BOLD, INK_MUTED, ALIGN_CENTRE);
    if (flow->canvas) canvas_bookmark(flow->canvas, 1, flow->y, block->text);
    put_lines(flow, block->text, size, FACE_BOLD, INK_ACCENT, ALIGN_CENTRE);
    put_lines(flow, block->small, flow_letters(flow, 10.5), FACE_PLAIN, INK, ALIGN_CENTRE);
    flow_down(flow, flow_size(flow, 3));
}

static Vec2 drawing_extent(const Drawing *drawing) {
    return (Vec2){drawing->most.x - drawing->least.x + 2 * drawing->margin,
                  drawing->most.y - drawing->least.y + 2 * drawing->margin};
}

/* mm of paper to a mm of the drawing, in a column of this width. */
static double drawing_scale(const Flow *flow, const Block *block, const Drawing *drawing, double column) {
    Vec2 extent = drawing_extent(drawing);
    double width = block->width > 0 ? fmin(block->width, column) : column;
    double height = fmin(block->height > 0 ? block->height : 120, flow_whole(flow) - 12);
    if (block->full_size || extent.x <= 0 || extent.y <= 0) return 1;
    return fmin(width / extent.x, height / extent.y);
}

enum { DRAWING_GAP = 6, CAPTION_SIZE = 8 };

static double column_of(const Flow *flow, const Block *block) {
    return block->beside ? (flow->width - DRAWING_GAP) / 2 : flow->width;
}

static double drawing_height(const Flow *flow, const Block *block, const Drawing *drawing) {
    return drawing ? drawing_extent(drawing).y * drawing_scale(flow, block, drawing, column_of(flow, block))
                   : 0;
}

static double caption_height(const Flow *flow, const Block *block) {
    double width = mm_to_points(column_of(flow, block));
    int left = lines_break(flow->arena, FACE_PLAIN, CAPTION_SIZE, width, block->text).n;
    int right = lines_break(flow->arena, FACE_PLAIN, CAPTION_SIZE, width, block->small).n;
    return 1.5 + line_height(CAPTION_SIZE) * (left > right ? left : right);
}

static double drawings_height(const Flow *flow, const Block *block) {
    return fmax(drawing_height(flow, block, block->drawing), drawing_height(flow, block, block->beside));
}

/* One drawing in the middle of its column, its caption below `base`. */
static void put_one_drawing(Flow *flow, const Block *block, const Drawing *drawing, Str caption, double x,
                            double base) {
    double column = column_of(flow, block), scale = drawing_scale(flow, block, drawing, column), y = base - 1;
    flow_drawing(flow, drawing, x + (column - drawing_extent(drawing).x * scale) / 2, base, scale);
    Lines lines = lines_break(flow->arena, FACE_PLAIN, CAPTION_SIZE, mm_to_points(column), caption);
    for (int i = 0; i < lines.n; i++, y -= line_height(CAPTION_SIZE))
        flow_text(flow, (Vec2){x + column / 2, flow_baseline(y, CAPTION_SIZE)}, CAPTION_SIZE, FACE_PLAIN,
                  INK_MUTED, ALIGN_CENTRE, lines.at[i]);
}

static void put_drawing(Flow *flow, const Block *block) {
    double height = drawings_height(flow, block), caption = caption_height(flow, block),
           need = height + caption;
    double width = block->full_size ? drawing_extent(block->drawing).x : 0;
    if (width > flow->width || need > flow_whole(flow))
        flow_page_sized(flow, fmax(width + 2 * PAGE_SIDE, flow->page_width),
                        fmax(need + PAGE_TOP + PAGE_BOTTOM, flow->page_height));
    else
        flow_need(flow, need);
    double base = flow->y - height;
    put_one_drawing(flow, block, block->drawing, block->text, flow->left, base);
    if (block->beside)
        put_one_drawing(flow, block, block->beside, block->small,
                        flow->left + column_of(flow, block) + DRAWING_GAP, base);
    flow_down(flow, need + 1);
}

static double paragraph_size(const Flow *flow, const Block *block) {
    return flow_letters(flow, block->size > 0 ? block->size : block->quiet ? 7.5 : 9);
}

static const Block *block_after(const Flow *flow, const Block *block) {
    const Block *end = flow->document->blocks.at + flow->document->blocks.n;
    return block + 1 < end ? block + 1 : NULL;
}

static double least_of(Flow *flow, const Block *block);

/* Three lines; all of a short paragraph, and what it introduces. */
static double least_of_paragraph(Flow *flow, const Block *block) {
    double size = paragraph_size(flow, block);
    int lines = lines_break(flow->arena, FACE_PLAIN, size, mm_to_points(flow->width), block->text).n;
    const Block *next = block_after(flow, block);
    bool introduces = next && lines <= 3 && (next->kind == BLOCK_TABLE || next->kind == BLOCK_DRAWING);
    return line_height(size) * fmin(3, lines) + (introduces ? least_of(flow, next) + 2 : 0);
}

/* What a block needs at the least to stay with the heading above it. */
static double least_of(Flow *flow, const Block *block) {
    if (block->kind == BLOCK_TABLE) return flow_table_least(flow, block->table);
    if (block->kind == BLOCK_DRAWING) return drawings_height(flow, block) + caption_height(flow, block);
    if (block->kind == BLOCK_PICTURE) return picture_height(flow, block);
    return block->kind == BLOCK_PARAGRAPH ? least_of_paragraph(flow, block) : 18 * flow->density;
}

static void put_heading(Flow *flow, const Block *block) {
    const Block *next = block_after(flow, block);
    double size = flow_letters(flow, block->level > 1 ? 10.5 : 13.5);
    double need = line_height(size) + 4 + (next ? least_of(flow, next) : 0);
    flow_need(flow, fmin(need, flow_whole(flow)));
    if (!flow->fresh) flow_down(flow, flow_size(flow, block->level > 1 ? 2.5 : 4));
    if (flow->canvas) canvas_bookmark(flow->canvas, block->level, flow->y, block->text);
    put_lines(flow, block->text, size, FACE_BOLD, INK_ACCENT, ALIGN_LEFT);
    flow_down(flow, flow_size(flow, 1));
}

static void put_paragraph(Flow *flow, const Block *block) {
    uint32_t color = block->quiet ? INK_MUTED : tone_color(block->tone);
    flow_down(flow, flow->fresh ? 0 : flow_size(flow, 0.8));
    put_lines(flow, block->text, paragraph_size(flow, block), FACE_PLAIN, color, ALIGN_LEFT);
    flow_down(flow, flow_size(flow, 0.8));
}

/* The sign in a white disc: it says pass or fail without any colour. */
static void put_sign(Flow *flow, const Block *block, Vec2 centre, double radius) {
    double size = mm_to_points(radius) * 1.5;
    if (!flow->canvas) return;
    canvas_circle(flow->canvas, centre, radius, &(Style){.fill = INK_PAPER, .filled = true});
    flow_text(flow, (Vec2){centre.x, centre.y - points_to_mm(size * 0.36)}, size, FACE_BOLD,
              tone_color(block->tone), ALIGN_CENTRE, block->sign);
}

static double put_white_lines(Flow *flow, const Lines *lines, double x, double y, double size, Face face) {
    for (int i = 0; i < lines->n; i++, y -= line_height(size))
        flow_text(flow, (Vec2){x, flow_baseline(y, size)}, size, face, INK_PAPER, ALIGN_LEFT, lines->at[i]);
    return y;
}

/* The verdict: a bar in the tone's colour. */
static void put_banner(Flow *flow, const Block *block) {
    double d = flow->density, radius = 7.2 * d, inset = 2 * radius + 7, width = flow->width - inset - 4,
           small = flow_letters(flow, 9.5);
    double size = fitting_size(FACE_BOLD, 19 * d, 12 * d, width, block->text);
    Lines head = lines_break(flow->arena, FACE_BOLD, size, mm_to_points(width), block->text);
    Lines tail = lines_break(flow->arena, FACE_PLAIN, small, mm_to_points(width), block->small);
    double text = head.n * line_height(size) + tail.n * line_height(small),
           height = fmax(text + 4 * d, 2 * radius + 4 * d);
    flow_need(flow, height);
    double top = flow->y, x = flow->left + inset;
    flow_fill(flow, flow->left, top - height, flow->width, height, tone_color(block->tone));
    put_sign(flow, block, (Vec2){flow->left + radius + 3.5, top - height / 2}, radius);
    double y = put_white_lines(flow, &head, x, top - (height - text) / 2, size, FACE_BOLD);
    put_white_lines(flow, &tail, x, y, small, FACE_PLAIN);
    flow_down(flow, height + 3 * d);
}

/* A name is set smaller, and then on several lines, but never cut. */
static Lines signature_lines(const Flow *flow, Str value, double width, double *size) {
    *size = fitting_size(FACE_PLAIN, *size, LEAST_LETTERS, width, value);
    return lines_break(flow->arena, FACE_PLAIN, *size, mm_to_points(width), value);
}

static double signature_height(const Flow *flow, const Fact *fact, double width, double size) {
    double own = size;
    Lines lines = signature_lines(flow, fact->value, width, &own);
    return lines.n * line_height(own) + line_height(size);
}

static void put_signature(Flow *flow, const Fact *fact, double x, double width, double line, double size) {
    double own = size, y = line - 0.4;
    Lines lines = signature_lines(flow, fact->value, width, &own);
    flow_rule(flow, (Vec2){x, line}, (Vec2){x + width, line}, 0.25, INK);
    for (int i = 0; i < lines.n; i++, y -= line_height(own))
        flow_text(flow, (Vec2){x, flow_baseline(y, own)}, own, FACE_PLAIN, INK, ALIGN_LEFT, lines.at[i]);
    flow_text(flow, (Vec2){x, flow_baseline(y, LEAST_LETTERS)}, LEAST_LETTERS, FACE_PLAIN, INK_MUTED,
              ALIGN_LEFT, fact->label);
}

/* Above the line of who approves: the second. */
static void put_signature_field(Flow *flow, double x, double width, double space) {
    const Document *document = flow->document;
    if (flow->canvas && document->signature.n)
        canvas_signature_field(flow->canvas, x, flow->y - space + 0.5, width, space - 0.5,
                               document->signature.at, (int)document->signature.n);
}

/* At the foot of the page when nothing follows on it. */
static void put_signatures(Flow *flow, const Block *block) {
    const Block *next = block_after(flow, block);
    double size = flow_letters(flow, 8.5), space = flow_size(flow, 11), gap = 8, below = 0;
    ptrdiff_t n = block->facts.n;
    if (!n) return;
    double width = (flow->width - (double)(n - 1) * gap) / (double)n;
    for (ptrdiff_t i = 0; i < n; i++)
        below = fmax(below, signature_height(flow, &block->facts.at[i], width, size));
    double height = space + below + 1;
    flow_need(flow, height);
    if (!next || next->kind == BLOCK_PAGE_BREAK) flow->y = flow->bottom + height;
    put_signature_field(flow, flow->left + (n > 1 ? width + gap : 0), width, space);
    for (ptrdiff_t i = 0; i < n; i++)
        put_signature(flow, &block->facts.at[i], flow->left + (double)i * (width + gap), width,
                      flow->y - space, size);
    flow_down(flow, height);
}

void flow_block(Flow *flow, const Block *block) {
    switch (block->kind) {
    case BLOCK_TITLE:
        put_title(flow, block);
        break;
    case BLOCK_HEADING:
        put_heading(flow, block);
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
    case BLOCK_PICTURE:
        put_picture(flow, block);
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
