/* See archive.h. The profile is computed from sRGB's own definition: primaries and white adapted to D50, and
 * the curve at 256 places. */
#include "report/write/archive.h"

#include <math.h>

static void put_escaped(Buf *out, Str text) {
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c == '&')
            buf_put(out, S("&amp;"));
        else if (c == '<')
            buf_put(out, S("&lt;"));
        else if (c == '>')
            buf_put(out, S("&gt;"));
        else
            buf_byte(out, c);
    }
}

static void put_element(Buf *out, const char *before, Str text, const char *after) {
    if (!text.len) return;
    buf_put(out, str_of(before));
    put_escaped(out, text);
    buf_put(out, str_of(after));
}

/* As the information dictionary has it: to the second, with the place's offset. */
static void put_dates(Buf *out, Moment when) {
    static const char *const names[] = {"CreateDate", "ModifyDate", "MetadataDate"};
    if (!when.given) return;
    int64_t local = when.utc_ms / 1000 + when.offset_minutes * 60;
    Date date = date_from_days(local / 86400);
    int second = (int)(local % 86400), offset = abs(when.offset_minutes);
    for (int i = 0; i < 3; i++)
        buf_printf(out, "<xmp:%s>%04d-%02d-%02dT%02d:%02d:%02d%c%02d:%02d</xmp:%s>\n", names[i], date.year,
                   date.month, date.day, second / 3600, second / 60 % 60, second % 60,
                   when.offset_minutes < 0 ? '-' : '+', offset / 60, offset % 60, names[i]);
}

void archive_xmp(Buf *out, const ArchiveInfo *info) {
    buf_put(out, S("<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
                   "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
                   "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
                   "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
                   " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\""
                   " xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">\n"
                   "<pdfaid:part>3</pdfaid:part>\n<pdfaid:conformance>B</pdfaid:conformance>\n"
                   "<dc:format>application/pdf</dc:format>\n"));
    put_element(out, "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">", info->title,
                "</rdf:li></rdf:Alt></dc:title>\n");
    put_element(out, "<dc:creator><rdf:Seq><rdf:li>", info->author, "</rdf:li></rdf:Seq></dc:creator>\n");
    put_element(out, "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">", info->subject,
                "</rdf:li></rdf:Alt></dc:description>\n");
    put_element(out, "<dc:language><rdf:Bag><rdf:li>", str_of(info->language),
                "</rdf:li></rdf:Bag></dc:language>\n");
    put_element(out, "<xmp:CreatorTool>", info->creator, "</xmp:CreatorTool>\n");
    put_element(out, "<pdf:Producer>", info->producer, "</pdf:Producer>\n");
    put_dates(out, info->created);
    buf_put(out, S("</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>\n"));
}

/* ---- the profile: numbers are big-endian, fixed-point ones have 16 bits behind the point ---- */

static void put16(Buf *out, unsigned value) {
    buf_byte(out, (char)(value >> 8));
    buf_byte(out, (char)value);
}

static void put32(Buf *out, uint32_t value) {
    put16(out, value >> 16);
    put16(out, value & 0xffff);
}

static void put_zeros(Buf *out, int count) {
    while (count-- > 0) buf_byte(out, 0);
}

static void put_xyz(Buf *out, double x, double y, double z) {
    put32(out, (uint32_t)lround(x * 65536));
    put32(out, (uint32_t)lround(y * 65536));
    put32(out, (uint32_t)lround(z * 65536));
}

enum { CURVE = 256, HEADER = 128, TAGS = 9 };

/* The nine tags: signature, offset, size. The three curves are one. */
enum { TABLE = 4 + 12 * TAGS, TEXT_AT = HEADER + TABLE, TEXT_SIZE = 108, NOTE_SIZE = 28, XYZ_SIZE = 20 };
enum { NOTE_AT = TEXT_AT + TEXT_SIZE, XYZ_AT = NOTE_AT + NOTE_SIZE, CURVE_AT = XYZ_AT + 4 * XYZ_SIZE };
enum { CURVE_SIZE = 12 + 2 * CURVE, WHOLE = CURVE_AT + CURVE_SIZE };

static void put_header(Buf *out) {
    put32(out, WHOLE);
    put32(out, 0);
    put32(out, 0x02100000); /* version 2.1 */
    buf_put(out, S("mntrRGB XYZ "));
    static const unsigned day[] = {2026, 1, 1, 0, 0, 0};
    for (int i = 0; i < 6; i++) put16(out, day[i]);
    buf_put(out, S("acsp"));
    put_zeros(out, 28);
    put_xyz(out, 0.9642, 1, 0.8249); /* D50, what profiles connect at */
    put_zeros(out, 48);
}

static void put_tag(Buf *out, const char *name, uint32_t at, uint32_t size) {
    buf_put(out, str_of(name));
    put32(out, at);
    put32(out, size);
}

static void put_tags(Buf *out) {
    static const char *const points[] = {"wtpt", "rXYZ", "gXYZ", "bXYZ"}, *const curves[] = {"rTRC", "gTRC",
                                                                                             "bTRC"};
    put32(out, TAGS);
    put_tag(out, "desc", TEXT_AT, TEXT_SIZE);
    put_tag(out, "cprt", NOTE_AT, NOTE_SIZE);
    for (uint32_t i = 0; i < 4; i++) put_tag(out, points[i], XYZ_AT + i * XYZ_SIZE, XYZ_SIZE);
    for (int i = 0; i < 3; i++) put_tag(out, curves[i], CURVE_AT, CURVE_SIZE);
}

static void put_texts(Buf *out) {
    size_t start = out->len;
    buf_put(out, S("desc\0\0\0\0"));
    put32(out, 18);
    buf_put(out, S("sRGB IEC61966-2.1\0"));
    put_zeros(out, TEXT_SIZE - (int)(out->len - start));
    start = out->len;
    buf_put(out, S("text\0\0\0\0No copyright\0"));
    put_zeros(out, NOTE_SIZE - (int)(out->len - start));
}

static void put_points(Buf *out) {
    static const double point[4][3] = {{0.9505, 1, 1.0891},         /* D65 */
                                       {0.43607, 0.22249, 0.01392}, /* red, green, blue, adapted to D50 */
                                       {0.38515, 0.71687, 0.09708},
                                       {0.14307, 0.06061, 0.7141}};
    for (int i = 0; i < 4; i++) {
        buf_put(out, S("XYZ \0\0\0\0"));
        put_xyz(out, point[i][0], point[i][1], point[i][2]);
    }
}

static void put_curve(Buf *out) {
    buf_put(out, S("curv\0\0\0\0"));
    put32(out, CURVE);
    for (int i = 0; i < CURVE; i++) {
        double v = (double)i / (CURVE - 1);
        put16(out, (unsigned)lround(65535 * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4))));
    }
}

void archive_srgb(Buf *out) {
    put_header(out);
    put_tags(out);
    put_texts(out);
    put_points(out);
    put_curve(out);
}
