/* See pdf_font.h. The objects of one font:
 *
 *   Type0 ──DescendantFonts──> CIDFontType2 ──FontDescriptor──> descriptor ──FontFile2──> the outlines, cut
 * down └──ToUnicode──> the identity        ├──W──> widths of the letters used └──CIDToGIDMap──> letter to
 * outline */
#include "report/write/pdf_font.h"

#include "base/buf.h"
#include "base/memory.h"
#include "base/text.h"

#include <hpdf_doc.h>

static const char *const names[FACE_COUNT] = {"TABCER+DejaVuSans", "TABCES+DejaVuSans-Bold"};

void letters_add(UsedLetters *used, Face face, Str text) {
    while (text.len) {
        uint32_t c = text_next(&text) & 0xffff;
        used->bits[face][c / 8] |= (unsigned char)(1 << c % 8);
    }
}

static bool is_used(const UsedLetters *used, Face face, uint32_t c) {
    return used->bits[face][c / 8] >> c % 8 & 1;
}

/* The next letter used after c, 0xffff: none. Whole bytes without letters are passed over. */
static uint32_t next_used(const UsedLetters *used, Face face, uint32_t c) {
    for (c++; c < 0xffff; c++) {
        while (c % 8 == 0 && c < 0xfff8 && !used->bits[face][c / 8]) c += 8;
        if (is_used(used, face, c)) return c;
    }
    return 0xffff;
}

HPDF_Dict pdf_font_open(HPDF_Doc doc, Face face) {
    HPDF_Dict font = HPDF_Dict_New(doc->mmgr);
    if (!font) return NULL;
    HPDF_Xref_Add(doc->xref, font);
    HPDF_Dict_AddName(font, "Type", "Font");
    HPDF_Dict_AddName(font, "Subtype", "Type0");
    HPDF_Dict_AddName(font, "BaseFont", names[face]);
    HPDF_Dict_AddName(font, "Encoding", "Identity-H");
    return font;
}

/* A compressed stream of its own. */
static HPDF_Dict put_stream(HPDF_Doc doc, Str bytes) {
    HPDF_Dict stream = HPDF_DictStream_New(doc->mmgr, doc->xref);
    if (!stream) return NULL;
    stream->filter = HPDF_STREAM_FILTER_FLATE_DECODE;
    HPDF_Stream_Write(stream->stream, (const HPDF_BYTE *)bytes.at, (HPDF_UINT)bytes.len);
    return stream;
}

/* The letters' codes are their Unicode numbers: a range may only run within one high byte. */
static HPDF_Dict unicode_map(HPDF_Doc doc, Face face, const UsedLetters *letters) {
    Buf map = {0};
    int ranges = 0;
    bool used[256] = {false};
    for (uint32_t c = next_used(letters, face, 0); c < 0xffff; c = next_used(letters, face, c | 0xff))
        used[c >> 8] = true, ranges++;
    buf_put(&map, S("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
                    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
                    "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
                    "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"));
    buf_printf(&map, "%d beginbfrange\n", ranges);
    for (unsigned high = 0; high < 256; high++)
        if (used[high]) buf_printf(&map, "<%02X00> <%02XFF> <%02X00>\n", high, high, high);
    buf_put(&map, S("endbfrange\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"));
    HPDF_Dict stream = put_stream(doc, buf_str(&map));
    buf_free(&map);
    return stream;
}

/* Two bytes a letter, up to the last one used. */
static HPDF_Dict glyph_map(HPDF_Doc doc, Face face, const UsedLetters *used) {
    enum { MOST = 2 * 65536 };
    char *map = memory_zeroed(MOST);
    ptrdiff_t size = 2;
    Font font = font_open(face);
    for (uint32_t c = next_used(used, face, 0); c < 0xffff; c = next_used(used, face, c)) {
        unsigned glyph = font_glyph(&font, c);
        map[2 * c] = (char)(glyph >> 8);
        map[2 * c + 1] = (char)glyph;
        size = (ptrdiff_t)(2 * c + 2);
    }
    HPDF_Dict stream = put_stream(doc, (Str){map, size});
    free(map);
    return stream;
}

/* "/W [ 32 [ 318 401 ] 65 [ … ] ]": runs of neighbouring letters, in thousandths of the letters' size. */
static HPDF_Array widths(HPDF_Doc doc, Face face, const UsedLetters *used) {
    HPDF_Array all = HPDF_Array_New(doc->mmgr), run = NULL;
    Font font = font_open(face);
    uint32_t last = 0xffff;
    for (uint32_t c = next_used(used, face, 0); all && c < 0xffff; c = next_used(used, face, c)) {
        if (c != last + 1 || !run) {
            HPDF_Array_AddNumber(all, (HPDF_INT32)c);
            run = HPDF_Array_New(doc->mmgr);
            if (run) HPDF_Array_Add(all, run);
        }
        if (run) HPDF_Array_AddNumber(run, (HPDF_INT32)(font_advance(&font, 1000, c) + 0.5));
        last = c;
    }
    return all;
}

/* The shipped file as libharu knows it, with the letters used marked, so that it keeps these outlines alone.
 */
static HPDF_FontDef load(HPDF_Doc doc, Face face, const UsedLetters *used) {
    Str bytes = font_bytes(face);
    HPDF_Stream file = HPDF_MemStream_New(doc->mmgr, (HPDF_UINT)bytes.len);
    if (!file) return NULL;
    HPDF_Stream_Write(file, (const HPDF_BYTE *)bytes.at, (HPDF_UINT)bytes.len);
    HPDF_FontDef font = HPDF_TTFontDef_Load(doc->mmgr, file, HPDF_TRUE);
    if (!font || HPDF_List_Add(doc->fontdef_list, font) != HPDF_OK) return NULL;
    for (uint32_t c = next_used(used, face, 0); c < 0xffff; c = next_used(used, face, c))
        (void)HPDF_TTFontDef_GetCharWidth(font, (HPDF_UINT16)c);
    return font;
}

static HPDF_Dict outlines(HPDF_Doc doc, HPDF_FontDef font) {
    HPDF_Dict stream = HPDF_DictStream_New(doc->mmgr, doc->xref);
    if (!stream) return NULL;
    stream->filter = HPDF_STREAM_FILTER_FLATE_DECODE;
    HPDF_TTFontDef_SaveFontData(font, stream->stream);
    HPDF_Dict_AddNumber(stream, "Length1", (HPDF_INT32)((HPDF_TTFontDefAttr)font->attr)->length1);
    return stream;
}

static HPDF_Dict descriptor(HPDF_Doc doc, Face face, HPDF_FontDef font) {
    HPDF_Dict out = HPDF_Dict_New(doc->mmgr);
    if (!out) return NULL;
    HPDF_Xref_Add(doc->xref, out);
    HPDF_Dict_AddName(out, "Type", "FontDescriptor");
    HPDF_Dict_AddName(out, "FontName", names[face]);
    HPDF_Dict_AddNumber(out, "Flags", 4); /* symbolic: its letters are beyond the Latin of old */
    HPDF_Dict_Add(out, "FontBBox", HPDF_Box_Array_New(doc->mmgr, font->font_bbox));
    HPDF_Dict_AddNumber(out, "ItalicAngle", 0);
    HPDF_Dict_AddNumber(out, "Ascent", font->ascent);
    HPDF_Dict_AddNumber(out, "Descent", font->descent);
    HPDF_Dict_AddNumber(out, "CapHeight", font->cap_height);
    HPDF_Dict_AddNumber(out, "StemV", face == FACE_BOLD ? 140 : 80);
    HPDF_Dict_Add(out, "FontFile2", outlines(doc, font));
    return out;
}

static HPDF_Dict system_info(HPDF_Doc doc) {
    HPDF_Dict info = HPDF_Dict_New(doc->mmgr);
    if (!info) return NULL;
    HPDF_Dict_Add(info, "Registry", HPDF_String_New(doc->mmgr, "Adobe", NULL));
    HPDF_Dict_Add(info, "Ordering", HPDF_String_New(doc->mmgr, "Identity", NULL));
    HPDF_Dict_AddNumber(info, "Supplement", 0);
    return info;
}

void pdf_font_complete(HPDF_Doc doc, HPDF_Dict font, Face face, const UsedLetters *used) {
    HPDF_FontDef file = load(doc, face, used);
    HPDF_Dict letters = HPDF_Dict_New(doc->mmgr);
    HPDF_Array descendants = HPDF_Array_New(doc->mmgr);
    if (!file || !letters || !descendants) return; /* the error handler has it */
    HPDF_Xref_Add(doc->xref, letters);
    HPDF_Dict_AddName(letters, "Type", "Font");
    HPDF_Dict_AddName(letters, "Subtype", "CIDFontType2");
    HPDF_Dict_AddName(letters, "BaseFont", names[face]);
    HPDF_Dict_Add(letters, "CIDSystemInfo", system_info(doc));
    HPDF_Dict_Add(letters, "FontDescriptor", descriptor(doc, face, file));
    HPDF_Dict_AddNumber(letters, "DW", 600);
    HPDF_Dict_Add(letters, "W", widths(doc, face, used));
    HPDF_Dict_Add(letters, "CIDToGIDMap", glyph_map(doc, face, used));
    HPDF_Array_Add(descendants, letters);
    HPDF_Dict_Add(font, "DescendantFonts", descendants);
    HPDF_Dict_Add(font, "ToUnicode", unicode_map(doc, face, used));
}
