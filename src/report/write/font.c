/* See font.h. The tables are those the subset tool writes: one cmap subtable of format 4, all offsets 0, and
 * a metric for every glyph. The data is ours; a missing table is a bug. */
#include "report/write/font.h"

#include "base/buf.h"
#include "base/text.h"

#include <assert.h>

enum { MOST_CHARACTERS = 0x10000 }; /* as many as format 4 knows */

static const char *const paths[FACE_COUNT] = {"font/DejaVuSans.ttf", "font/DejaVuSans-Bold.ttf"};

Str font_bytes(Face face) {
    Source source;
    bool found = data_find(str_of(paths[face]), &source);
    assert(found);
    return found ? source.bytes : (Str){"", 0};
}

static unsigned u16(Str font, size_t at) {
    return (unsigned)(unsigned char)font.at[at] << 8 | (unsigned char)font.at[at + 1];
}

static size_t u32(Str font, size_t at) { return (size_t)u16(font, at) << 16 | u16(font, at + 2); }

static size_t table_at(Str font, const char *tag) {
    for (unsigned i = 0; i < u16(font, 4); i++)
        if (memcmp(font.at + 12 + 16 * i, tag, 4) == 0) return u32(font, 12 + 16 * i + 8);
    abort(); /* the shipped font lacks a table: a bug of the build */
}

/* The segments laid out flat: glyphs by character. Measuring lines asks for millions of them. */
static void read_map(Str font, uint16_t *glyphs) {
    size_t map = table_at(font, "cmap") + 12;
    unsigned segments = u16(font, map + 6) / 2, column = 2 * segments;
    for (unsigned i = 0; i < segments; i++) {
        unsigned last = u16(font, map + 14 + 2 * i), first = u16(font, map + 16 + column + 2 * i);
        unsigned shift = u16(font, map + 16 + 2 * column + 2 * i);
        for (unsigned c = first; c <= last && c < 0xffff; c++) glyphs[c] = (uint16_t)(c + shift);
    }
}

Font font_open(Face face) {
    static uint16_t glyphs[FACE_COUNT][MOST_CHARACTERS];
    static Font opened[FACE_COUNT];
    Font *font = &opened[face];
    if (font->units) return *font;
    Str bytes = font_bytes(face);
    read_map(bytes, glyphs[face]);
    return *font =
               (Font){bytes, glyphs[face], table_at(bytes, "hmtx"), u16(bytes, table_at(bytes, "head") + 18)};
}

/* Glyph of a character, 0 when there is none. */
static unsigned glyph_of(const Font *font, uint32_t character) {
    return character < MOST_CHARACTERS ? font->glyphs[character] : 0;
}

unsigned font_glyph(const Font *font, uint32_t character) { return glyph_of(font, character); }

bool font_has(Face face, uint32_t character) {
    Font font = font_open(face);
    return glyph_of(&font, character) != 0;
}

double font_advance(const Font *font, double size, uint32_t character) {
    return u16(font->bytes, font->metrics + 4 * glyph_of(font, character)) * size / font->units;
}

double font_width(Face face, double size, Str text) {
    Font font = font_open(face);
    double width = 0;
    while (text.len) width += font_advance(&font, size, text_next(&text));
    return width;
}

static bool known(const Font *plain, const Font *bold, uint32_t character) {
    return character == '\n' || (glyph_of(plain, character) && glyph_of(bold, character));
}

bool font_check(Str text, Place place, const char *what, Diag *diag) {
    Buf list = {0};
    Font plain = font_open(FACE_PLAIN), bold = font_open(FACE_BOLD);
    for (Str rest = text; rest.len;) {
        Str from = rest;
        uint32_t character = text_next(&rest);
        Str letter = str_slice(from, 0, from.len - rest.len);
        if (known(&plain, &bold, character) || str_find(buf_str(&list), letter) >= 0) continue;
        buf_printf(&list, "%s'%.*s' (U+%04X)", list.len ? ", " : "", SARG(letter), (unsigned)character);
    }
    bool ok = list.len == 0;
    if (!ok)
        diag_error(diag, place, "%s has characters that the font cannot show: %.*s", what,
                   SARG(buf_str(&list)));
    buf_free(&list);
    return ok;
}
