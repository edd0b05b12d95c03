/* See canvas.h. What libharu writes is finished by pdf_finish() (pdf_finish.h): it knows no language, no
 * identifier and no proper attachments. Fonts are ours (pdf_font.h). Coordinates are rounded to 1/16 point,
 * which its number printer shows without noise. */
#include "report/write/canvas.h"

#include "base/buf.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/write/pdf_finish.h"
#include "report/write/pdf_font.h"

#include <assert.h>
#include <hpdf.h>
#include <hpdf_doc.h>
#include <math.h>

#define CREATOR "tablecert"

/* What the page's graphics state holds now, so that only changes are written. */
typedef struct PageState {
    HPDF_Page page;
    double width, height; /* mm */
    uint32_t fill, stroke;
    double line, dash;
    Face face;
    double size;
} PageState;

struct Canvas {
    Arena *arena;
    Diag *diag;
    CanvasInfo info;
    HPDF_Doc doc;
    HPDF_Dict fonts[FACE_COUNT]; /* NULL: not used yet */
    VEC(PageState) pages;
    PageState *now;
    HPDF_Outline chapter;
    HPDF_STATUS fault, detail; /* the first one */
    bool bad_number;
    UsedLetters used;
    Buf line;        /* of the page's stream, being made */
    PdfField *field; /* NULL: no signature */
    HPDF_Page field_page;
    HPDF_Dict code; /* NULL: none yet */
};

static void *harus_memory(HPDF_UINT size) { return memory_new(size); }

static void on_error(HPDF_STATUS fault, HPDF_STATUS detail, void *canvas_) {
    Canvas *canvas = canvas_;
    if (!canvas->fault) canvas->fault = fault, canvas->detail = detail;
}

static bool usable(const Canvas *canvas) { return !canvas->fault && canvas->now; }

static char *z(Canvas *canvas, Str s) { return str_z(canvas->arena, s); }

static HPDF_Date pdf_date(Moment moment) {
    int64_t local = moment.utc_ms / 1000 + moment.offset_minutes * 60;
    int64_t second = ((local % 86400) + 86400) % 86400;
    Date date = date_from_days((local - second) / 86400);
    int offset = abs(moment.offset_minutes);
    return (HPDF_Date){date.year,
                       date.month,
                       date.day,
                       (int)(second / 3600),
                       (int)(second / 60 % 60),
                       (int)(second % 60),
                       moment.offset_minutes < 0 ? '-' : '+',
                       offset / 60,
                       offset % 60};
}

static void set_info(Canvas *canvas, const CanvasInfo *info) {
    HPDF_SetCurrentEncoder(canvas->doc, "UTF-8"); /* without it the properties are mojibake */
    HPDF_SetInfoAttr(canvas->doc, HPDF_INFO_CREATOR, CREATOR);
    if (info->title.len) HPDF_SetInfoAttr(canvas->doc, HPDF_INFO_TITLE, z(canvas, info->title));
    if (info->author.len) HPDF_SetInfoAttr(canvas->doc, HPDF_INFO_AUTHOR, z(canvas, info->author));
    if (info->subject.len) HPDF_SetInfoAttr(canvas->doc, HPDF_INFO_SUBJECT, z(canvas, info->subject));
    if (!info->created.given) return;
    HPDF_SetInfoDateAttr(canvas->doc, HPDF_INFO_CREATION_DATE, pdf_date(info->created));
    HPDF_SetInfoDateAttr(canvas->doc, HPDF_INFO_MOD_DATE, pdf_date(info->created));
}

Canvas *canvas_open(Arena *arena, const CanvasInfo *info, Diag *diag) {
    Canvas *canvas = NEW(arena, Canvas);
    canvas->arena = arena;
    canvas->diag = diag;
    canvas->info = *info;
    canvas->doc = HPDF_NewEx(on_error, harus_memory, free, 0, canvas);
    HPDF_SetCompressionMode(canvas->doc, HPDF_COMP_ALL);
    HPDF_UseUTFEncodings(canvas->doc);
    set_info(canvas, info);
    return canvas;
}

/* mm to points. Anything not finite is a bug above us that must not reach paper. */
static HPDF_REAL to_points(Canvas *canvas, double mm) {
    if (!isfinite(mm) || fabs(mm) > 2 * CANVAS_MOST_MM) {
        canvas->bad_number = true;
        return 0;
    }
    return (HPDF_REAL)(round(mm * 72 / 25.4 * 16) / 16);
}

void canvas_page(Canvas *canvas, double width, double height) {
    if (canvas->fault) return;
    PageState *state = VEC_PUSH(canvas->arena, &canvas->pages);
    *state = (PageState){
        .page = HPDF_AddPage(canvas->doc), .width = width, .height = height, .line = -1, .size = -1};
    HPDF_Page_SetWidth(state->page, (HPDF_REAL)(width * 72 / 25.4));
    HPDF_Page_SetHeight(state->page, (HPDF_REAL)(height * 72 / 25.4));
    canvas->now = state;
}

int canvas_pages(const Canvas *canvas) { return (int)canvas->pages.n; }

void canvas_select(Canvas *canvas, int page) {
    assert(page >= 0 && page < canvas->pages.n);
    canvas->now = &canvas->pages.at[page];
}

double canvas_width(const Canvas *canvas) { return canvas->now ? canvas->now->width : 210; }

static float channel(uint32_t color, int shift) { return (float)(color >> shift & 0xff) / 255; }

static void set_fill(Canvas *canvas, uint32_t color) {
    PageState *now = canvas->now;
    if (now->fill == color) return;
    now->fill = color;
    HPDF_Page_SetRGBFill(now->page, channel(color, 16), channel(color, 8), channel(color, 0));
}

static void set_stroke(Canvas *canvas, const Style *style) {
    PageState *now = canvas->now;
    if (now->stroke != style->stroke) {
        now->stroke = style->stroke;
        HPDF_Page_SetRGBStroke(now->page, channel(style->stroke, 16), channel(style->stroke, 8),
                               channel(style->stroke, 0));
    }
    if (fabs(now->line - style->width) > 1e-9) {
        now->line = style->width;
        HPDF_Page_SetLineWidth(now->page, to_points(canvas, fmax(style->width, 0.05)));
    }
    if (fabs(now->dash - style->dash) > 1e-9) {
        now->dash = style->dash;
        HPDF_UINT16 length = (HPDF_UINT16)fmin(200, fmax(1, to_points(canvas, style->dash)));
        HPDF_Page_SetDash(now->page, style->dash > 0 ? &length : NULL, style->dash > 0 ? 1 : 0, 0);
    }
}

/* ---- text, straight into the page's stream: libharu's own way encodes each line in memory that it does not
 * check for, and asks for each letter's width. Numbers are multiples of 1/16, so %g writes them whole. ----
 */

static void put_raw(Canvas *canvas, const char *text) {
    HPDF_Stream_WriteStr(((HPDF_PageAttr)canvas->now->page->attr)->stream, text);
}

static void set_font(Canvas *canvas, const TextStyle *style, Buf *out) {
    PageState *now = canvas->now;
    if (now->face == style->face && fabs(now->size - style->size) < 1e-9) return;
    now->face = style->face;
    now->size = style->size;
    HPDF_Dict *font = &canvas->fonts[style->face];
    if (!*font) *font = pdf_font_open(canvas->doc, style->face);
    const char *name = *font ? HPDF_Page_GetLocalFontName(now->page, *font) : "";
    buf_printf(out, "/%s %.8g Tf\n", name ? name : "", round(style->size * 16) / 16);
}

void canvas_text(Canvas *canvas, Vec2 at, const TextStyle *style, Str text) {
    if (!usable(canvas) || !text.len) return;
    double shift = font_width(style->face, style->size, text) * 25.4 / 72 * (int)style->align / 2;
    double angle = style->turn * M_PI / 180, c = cos(angle), s = sin(angle);
    HPDF_REAL x = to_points(canvas, at.x - shift * c), y = to_points(canvas, at.y - shift * s);
    Buf *out = &canvas->line;
    buf_clear(out);
    letters_add(&canvas->used, style->face, text);
    set_fill(canvas, style->color);
    buf_put(out, S("BT\n"));
    set_font(canvas, style, out);
    if (fabs(style->turn) < 1e-9)
        buf_printf(out, "%.8g %.8g Td\n<", x, y);
    else
        buf_printf(out, "%.5f %.5f %.5f %.5f %.8g %.8g Tm\n<", c, s, -s, c, x, y);
    while (text.len) buf_printf(out, "%04X", (unsigned)(text_next(&text) & 0xffff));
    buf_put(out, (Str){"> Tj\nET\n", 9}); /* with its NUL */
    put_raw(canvas, out->at);
}

/* Sets the state before a path is begun (libharu allows no change within one). */
static bool begin(Canvas *canvas, const Style *style) {
    if (!usable(canvas) || (!style->stroked && !style->filled)) return false;
    if (style->filled) set_fill(canvas, style->fill);
    if (style->stroked) set_stroke(canvas, style);
    return true;
}

static void finish(Canvas *canvas, bool closed, const Style *style) {
    HPDF_Page page = canvas->now->page;
    if (closed) HPDF_Page_ClosePath(page);
    if (style->filled && style->stroked)
        HPDF_Page_FillStroke(page);
    else if (style->filled)
        HPDF_Page_Fill(page);
    else
        HPDF_Page_Stroke(page);
}

void canvas_path(Canvas *canvas, const Vec2 *points, int n, bool closed, const Style *style) {
    if (n < 2 || !begin(canvas, style)) return;
    HPDF_Page_MoveTo(canvas->now->page, to_points(canvas, points[0].x), to_points(canvas, points[0].y));
    for (int i = 1; i < n; i++)
        HPDF_Page_LineTo(canvas->now->page, to_points(canvas, points[i].x), to_points(canvas, points[i].y));
    finish(canvas, closed, style);
}

void canvas_rectangle(Canvas *canvas, double x, double y, double width, double height, const Style *style) {
    if (!begin(canvas, style)) return;
    HPDF_Page_Rectangle(canvas->now->page, to_points(canvas, x), to_points(canvas, y),
                        to_points(canvas, width), to_points(canvas, height));
    finish(canvas, false, style);
}

/* Appends an arc as curves of at most a quarter turn each; the pen stands at its beginning. */
static void curve(Canvas *canvas, Vec2 centre, double radius, double from, double to) {
    int parts = (int)fmax(1, fmin(8, ceil(fabs(to - from) / 90 - 1e-9)));
    double step = (to - from) / parts * M_PI / 180, k = radius * 4 / 3 * tan(step / 4);
    for (int i = 0; i < parts; i++) {
        double a = from * M_PI / 180 + i * step, b = a + step;
        Vec2 p = {centre.x + radius * cos(a), centre.y + radius * sin(a)},
             q = {centre.x + radius * cos(b), centre.y + radius * sin(b)};
        HPDF_Page_CurveTo(canvas->now->page, to_points(canvas, p.x - k * sin(a)),
                          to_points(canvas, p.y + k * cos(a)), to_points(canvas, q.x + k * sin(b)),
                          to_points(canvas, q.y - k * cos(b)), to_points(canvas, q.x),
                          to_points(canvas, q.y));
    }
}

static void round_path(Canvas *canvas, Vec2 centre, double radius, double from, double to, bool closed,
                       const Style *style) {
    if (!begin(canvas, style)) return;
    double a = from * M_PI / 180;
    HPDF_Page_MoveTo(canvas->now->page, to_points(canvas, centre.x + radius * cos(a)),
                     to_points(canvas, centre.y + radius * sin(a)));
    curve(canvas, centre, radius, from, to);
    finish(canvas, closed, style);
}

void canvas_circle(Canvas *canvas, Vec2 centre, double radius, const Style *style) {
    round_path(canvas, centre, radius, 0, 360, true, style);
}

void canvas_arc(Canvas *canvas, Vec2 centre, double radius, double from_degrees, double to_degrees,
                const Style *style) {
    while (to_degrees < from_degrees && isfinite(to_degrees - from_degrees)) to_degrees += 360;
    round_path(canvas, centre, radius, from_degrees, to_degrees, false, style);
}

void canvas_bookmark(Canvas *canvas, int level, double y, Str title) {
    if (!usable(canvas)) return;
    HPDF_Outline parent = level > 1 ? canvas->chapter : NULL;
    HPDF_Outline entry =
        HPDF_CreateOutline(canvas->doc, parent, z(canvas, title), HPDF_GetEncoder(canvas->doc, "UTF-8"));
    HPDF_Destination target = HPDF_Page_CreateDestination(canvas->now->page);
    HPDF_Destination_SetFitH(target, to_points(canvas, y));
    HPDF_Outline_SetDestination(entry, target);
    if (level <= 1) canvas->chapter = entry;
}

void canvas_picture(Canvas *canvas, double x, double y, double width, double height, const Picture *picture) {
    if (!usable(canvas)) return;
    const HPDF_BYTE *bytes = (const HPDF_BYTE *)picture->bytes.at;
    HPDF_Image image = picture->jpeg
                           ? HPDF_LoadJpegImageFromMem(canvas->doc, bytes, (HPDF_UINT)picture->bytes.len)
                           : HPDF_LoadRawImageFromMem(canvas->doc, bytes, (HPDF_UINT)picture->width,
                                                      (HPDF_UINT)picture->height, HPDF_CS_DEVICE_RGB, 8);
    if (image)
        HPDF_Page_DrawImage(canvas->now->page, image, to_points(canvas, x), to_points(canvas, y),
                            to_points(canvas, width), to_points(canvas, height));
}

static HPDF_Dict code_object(HPDF_Doc doc, int modules, Str squares) {
    HPDF_Dict form = HPDF_DictStream_New(doc->mmgr, doc->xref);
    if (!form) return NULL;
    HPDF_Box box = {0, 0, (HPDF_REAL)modules, (HPDF_REAL)modules};
    HPDF_Dict_AddName(form, "Type", "XObject");
    HPDF_Dict_AddName(form, "Subtype", "Form");
    HPDF_Dict_Add(form, "BBox", HPDF_Box_Array_New(doc->mmgr, box));
    form->filter = HPDF_STREAM_FILTER_FLATE_DECODE;
    HPDF_Stream_Write(form->stream, (const HPDF_BYTE *)squares.at, (HPDF_UINT)squares.len);
    return form;
}

void canvas_code(Canvas *canvas, double x, double y, double side, int modules, Str squares) {
    if (!usable(canvas)) return;
    if (!canvas->code) canvas->code = code_object(canvas->doc, modules, squares);
    const char *name = canvas->code ? HPDF_Page_GetXObjectName(canvas->now->page, canvas->code) : NULL;
    if (!name) return;
    double scale = side * 72 / 25.4 / modules;
    Buf *out = &canvas->line;
    buf_clear(out);
    buf_printf(out, "q\n%.4f 0 0 %.4f %.8g %.8g cm\n0 g\n/%s Do\nQ\n", scale, scale, to_points(canvas, x),
               to_points(canvas, y), name);
    buf_byte(out, 0);
    put_raw(canvas, out->at);
}

/* Lines one below the other from the top, the first one bold, made smaller until all fit. */
static Str field_looks(Canvas *canvas, const PdfField *field, const Str *lines, int count) {
    double size = fmin(8, field->height / (1.25 * count)), widest = 1;
    for (int i = 0; i < count; i++)
        widest = fmax(widest, font_width(i ? FACE_PLAIN : FACE_BOLD, 1, lines[i]));
    size = fmin(size, (field->width - 2) / widest);
    Buf out = {0};
    buf_put(&out, S("BT\n0.11 0.3 0.25 rg\n"));
    for (int i = 0; i < count; i++) {
        Face face = i ? FACE_PLAIN : FACE_BOLD;
        if (!canvas->fonts[face]) canvas->fonts[face] = pdf_font_open(canvas->doc, face);
        letters_add(&canvas->used, face, lines[i]);
        buf_printf(&out, "/F%d %.3f Tf\n1 0 0 1 1 %.3f Tm\n<", face, size,
                   field->height - size * (1 + 1.25 * i));
        for (Str rest = lines[i]; rest.len;) buf_printf(&out, "%04X", (unsigned)(text_next(&rest) & 0xffff));
        buf_put(&out, S("> Tj\n"));
    }
    buf_put(&out, S("ET\n"));
    Str looks = str_dup(canvas->arena, buf_str(&out));
    buf_free(&out);
    return looks;
}

void canvas_signature_field(Canvas *canvas, double x, double y, double width, double height, const Str *lines,
                            int count) {
    if (!usable(canvas) || canvas->field) return;
    PdfField *field = canvas->field = NEW(canvas->arena, PdfField);
    *field = (PdfField){.x = to_points(canvas, x),
                        .y = to_points(canvas, y),
                        .width = to_points(canvas, width),
                        .height = to_points(canvas, height)};
    field->looks = field_looks(canvas, field, lines, count);
    canvas->field_page = canvas->now->page;
}

/* The numbers that libharu has given to page and fonts. */
static void number_field(Canvas *canvas) {
    if (!canvas->field) return;
    canvas->field->page = (int)(canvas->field_page->header.obj_id & 0xffffff);
    for (int face = 0; face < FACE_COUNT; face++)
        if (canvas->fonts[face])
            canvas->field->fonts[face] = (int)(canvas->fonts[face]->header.obj_id & 0xffffff);
}

/* libharu's memory stream, copied into the arena. */
static bool save(Canvas *canvas, Str *bytes) {
    HPDF_SaveToStream(canvas->doc);
    HPDF_UINT32 size = HPDF_GetStreamSize(canvas->doc), got = size;
    char *copy = arena_alloc(canvas->arena, size + 1);
    if (!canvas->fault) HPDF_ReadFromStream(canvas->doc, (HPDF_BYTE *)copy, &got);
    *bytes = (Str){copy, (ptrdiff_t)got};
    return !canvas->fault && size > 0 && got == size;
}

bool canvas_close(Canvas *canvas, Str *bytes) {
    Str raw = {"", 0};
    assert(!canvas->bad_number);
    for (int face = 0; face < FACE_COUNT; face++)
        if (canvas->fonts[face])
            pdf_font_complete(canvas->doc, canvas->fonts[face], (Face)face, &canvas->used);
    buf_free(&canvas->line);
    bool ok = !canvas->bad_number && save(canvas, &raw);
    if (!ok)
        diag_machine(canvas->diag, NO_PLACE, "the PDF could not be made (libharu 0x%lX, detail %lu)",
                     canvas->fault, canvas->detail);
    number_field(canvas);
    HPDF_Free(canvas->doc);
    const CanvasInfo *info = &canvas->info;
    PdfFinish finish = {.info = {info->language, info->title, info->author, info->subject, S(CREATOR),
                                 S("Haru Free PDF Library 2.3.0"), info->created},
                        .attachments = info->attachments,
                        .attachment_count = info->attachment_count,
                        .field = canvas->field};
    return ok && pdf_finish(canvas->arena, raw, &finish, bytes, canvas->diag);
}
