/* See pdf_read.h: the file, its objects and values. */
#include "trust/pdf_read.h"

#include "base/buf.h"
#include "base/text.h"

#include <zlib.h>

enum { MOST_OBJECTS = 1 << 20, MOST_REVISIONS = 16, MOST_DEPTH = 40, MOST_STREAM = 64 << 20 };

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || !c; }
static bool is_end(char c) { return is_blank(c) || memchr("<>[](){}/%", c, 10); }

static Str skip_blanks(Str s) {
    while (s.len && is_blank(s.at[0])) s = str_skip(s, 1);
    return s;
}

/* ---- values ---- */

static ptrdiff_t string_length(Str s) {
    int depth = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if (s.at[i] == '\\')
            i++;
        else if (s.at[i] == '(')
            depth++;
        else if (s.at[i] == ')' && --depth == 0)
            return i + 1;
    }
    return 0;
}

static ptrdiff_t value_length(Str s, int depth);

/* A dictionary or an array, both brackets counted. */
static ptrdiff_t bracketed_length(Str s, Str open, Str close, int depth) {
    Str rest = str_skip(s, open.len);
    for (;;) {
        rest = skip_blanks(rest);
        if (str_starts(rest, close)) return s.len - rest.len + close.len;
        ptrdiff_t length = value_length(rest, depth + 1);
        if (!length) return 0;
        rest = str_skip(rest, length);
    }
}

static ptrdiff_t token_length(Str s, ptrdiff_t from) {
    while (from < s.len && !is_end(s.at[from])) from++;
    return from;
}

/* "12 0 R" is one value. */
static ptrdiff_t number_length(Str s) {
    ptrdiff_t first = token_length(s, 0);
    int64_t number;
    if (!str_to_count(str_slice(s, 0, first), MOST_OBJECTS, &number)) return first;
    Str rest = str_skip(s, first);
    return str_starts(rest, S(" 0 R")) && (rest.len == 4 || is_end(rest.at[4])) ? first + 4 : first;
}

/* Bytes of the value that s begins with; 0: there is none. */
static ptrdiff_t value_length(Str s, int depth) {
    if (!s.len || depth > MOST_DEPTH) return 0;
    if (str_starts(s, S("<<"))) return bracketed_length(s, S("<<"), S(">>"), depth);
    if (s.at[0] == '[') return bracketed_length(s, S("["), S("]"), depth);
    if (s.at[0] == '(') return string_length(s);
    if (s.at[0] == '<') return str_find_byte(s, '>') + 1;
    if (s.at[0] == '/') return token_length(s, 1);
    return number_length(s);
}

Str pdf_next(Str *rest) {
    Str s = skip_blanks(*rest);
    ptrdiff_t length = value_length(s, 0);
    *rest = str_skip(s, length);
    return str_slice(s, 0, length);
}

Str pdf_inside(Str s) {
    ptrdiff_t bracket = str_starts(s, S("<<")) ? 2 : 1;
    return s.len >= 2 * bracket ? str_slice(s, bracket, s.len - bracket) : S("");
}

Str pdf_value(Str dictionary, const char *key) {
    Str rest = skip_blanks(dictionary);
    if (!str_starts(rest, S("<<"))) return S("");
    rest = pdf_inside(str_slice(rest, 0, value_length(rest, 0)));
    for (;;) {
        Str name = pdf_next(&rest), value = pdf_next(&rest);
        if (!value.len || name.at[0] != '/') return S("");
        if (str_eq(str_skip(name, 1), str_of(key))) return value;
    }
}

int pdf_reference(Str value) {
    int64_t number = 0;
    Str digits = str_slice(value, 0, value.len - 4);
    return str_ends(value, S(" 0 R")) && str_to_count(digits, MOST_OBJECTS, &number) ? (int)number : 0;
}

Str pdf_resolved(const PdfFile *pdf, Str value) {
    int number = pdf_reference(value);
    Str dictionary, stream;
    if (!number) return value;
    return pdf_object(pdf, number, &dictionary, &stream) ? str_trim(dictionary) : S("");
}

/* ---- the file ---- */

static ptrdiff_t find_last(Str s, Str word) {
    for (ptrdiff_t at = s.len - word.len; at >= 0; at--)
        if (memcmp(s.at + at, word.at, (size_t)word.len) == 0) return at;
    return -1;
}

/* One line of a table: "0000012345 00000 n ". The newest version of an object is met first. */
static bool take_entry(PdfFile *pdf, Str line, int64_t number) {
    int64_t at = 0;
    if (line.len != 20 || number >= pdf->count || !str_to_count(str_slice(line, 0, 10), pdf->bytes.len, &at))
        return false;
    if (line.at[17] == 'n' && !pdf->at[number]) pdf->at[number] = at;
    return line.at[17] == 'n' || line.at[17] == 'f';
}

/* "0 60\n" and as many lines. */
static bool take_section(PdfFile *pdf, Str *rest) {
    Str head = str_trim(str_cut(rest, '\n'));
    int64_t first = 0, count = 0;
    Str word = str_cut(&head, ' ');
    if (!str_to_count(word, MOST_OBJECTS, &first) || !str_to_count(head, MOST_OBJECTS, &count) ||
        rest->len < 20 * count)
        return false;
    for (int64_t i = 0; i < count; i++)
        if (!take_entry(pdf, str_slice(*rest, 20 * i, 20 * i + 20), first + i)) return false;
    *rest = str_skip(*rest, 20 * count);
    return true;
}

static bool take_size(PdfFile *pdf, Str trailer) {
    int64_t size = 0;
    if (pdf->at) return true;
    if (!str_to_count(pdf_value(trailer, "Size"), MOST_OBJECTS, &size) || size < 1) return false;
    pdf->count = (int)size;
    pdf->at = NEW_ARRAY(pdf->arena, int64_t, size);
    pdf->trailer = trailer;
    return true;
}

/* The table at `at` and its trailer. *before: where the one before it stands, -1 none. */
static bool take_table(PdfFile *pdf, int64_t at, int64_t *before) {
    Str rest = str_slice(pdf->bytes, at, pdf->bytes.len);
    ptrdiff_t word = str_find(rest, S("trailer"));
    if (!str_starts(rest, S("xref\n")) || word < 0) return false;
    Str trailer = skip_blanks(str_skip(rest, word + 7));
    trailer = str_slice(trailer, 0, value_length(trailer, 0));
    if (!take_size(pdf, trailer)) return false;
    rest = str_slice(rest, 5, word);
    while (rest.len)
        if (!take_section(pdf, &rest)) return false;
    Str previous = pdf_value(trailer, "Prev");
    *before = -1;
    return !previous.len || str_to_count(previous, at - 1, before); /* always further up: it must end */
}

bool pdf_read(Arena *arena, Str bytes, PdfFile *out) {
    *out = (PdfFile){.arena = arena, .bytes = bytes, .trailer = S("")};
    ptrdiff_t word = find_last(bytes, S("startxref"));
    if (!str_starts(bytes, S("%PDF-1.")) || !str_ends(bytes, S("\n%%EOF\n")) || word < 0) return false;
    Str rest = str_skip(bytes, word + 9);
    if (!str_starts(rest, S("\n"))) return false;
    rest = str_skip(rest, 1);
    if (!str_to_count(str_cut(&rest, '\n'), word, &out->start) || !str_eq(rest, S("%%EOF\n"))) return false;
    for (int64_t at = out->start, before = -1; at >= 0; at = before) {
        if (out->revisions++ == MOST_REVISIONS || !take_table(out, at, &before)) return false;
    }
    return true;
}

bool pdf_object(const PdfFile *pdf, int number, Str *dictionary, Str *raw_stream) {
    *dictionary = *raw_stream = S("");
    if (number < 1 || number >= pdf->count || !pdf->at[number]) return false;
    Str rest = str_slice(pdf->bytes, pdf->at[number], pdf->bytes.len);
    Str head = str_fmt(pdf->arena, "%d 0 obj", number);
    if (!str_starts(rest, head)) return false;
    *dictionary = pdf_next(&(Str){rest.at + head.len, rest.len - head.len});
    if (!dictionary->len) return false;
    rest = skip_blanks(str_skip(rest, dictionary->at + dictionary->len - rest.at));
    if (!str_starts(rest, S("stream"))) return true;
    rest = str_skip(rest, 6);
    rest = str_skip(rest, str_starts(rest, S("\r\n")) ? 2 : 1);
    int64_t length = 0;
    Str stated = pdf_value(*dictionary, "Length");
    if (pdf_reference(stated) == number || !str_to_count(pdf_resolved(pdf, stated), rest.len, &length))
        return false;
    *raw_stream = str_slice(rest, 0, length);
    return true;
}

static bool unpack(Arena *arena, Str packed, Str *out) {
    Buf made = {0};
    z_stream z = {.next_in = (Bytef *)(uintptr_t)packed.at, .avail_in = (uInt)packed.len};
    if (inflateInit(&z) != Z_OK) return false;
    int state = Z_OK;
    while (state == Z_OK && made.len < MOST_STREAM) {
        z.next_out = (Bytef *)buf_room(&made, 65536);
        z.avail_out = 65536;
        state = inflate(&z, Z_NO_FLUSH);
        made.len += 65536 - z.avail_out;
    }
    inflateEnd(&z);
    *out = str_dup(arena, buf_str(&made));
    buf_free(&made);
    return state == Z_STREAM_END;
}

bool pdf_stream(const PdfFile *pdf, int number, Str *out) {
    Str dictionary, raw;
    if (!pdf_object(pdf, number, &dictionary, &raw)) return false;
    Str filter = pdf_value(dictionary, "Filter");
    if (str_starts(filter, S("["))) filter = str_trim(pdf_inside(filter));
    *out = raw;
    return !filter.len || (str_eq(filter, S("/FlateDecode")) && unpack(pdf->arena, raw, out));
}

/* ---- texts ---- */

static int digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

static void put_utf8(Buf *out, uint32_t c) {
    if (c < 0x80) {
        buf_byte(out, (char)c);
        return;
    }
    if (c >= 0x10000) buf_byte(out, (char)(0xf0 | c >> 18));
    if (c >= 0x800) buf_byte(out, (char)(c >= 0x10000 ? 0x80 | (c >> 12 & 0x3f) : 0xe0 | c >> 12));
    buf_byte(out, (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3f) : 0xc0 | c >> 6));
    buf_byte(out, (char)(0x80 | (c & 0x3f)));
}

/* Four hex digits; -1: none. */
static int32_t unit(Str *hex) {
    int32_t value = 0;
    if (hex->len < 4) return -1;
    for (int i = 0; i < 4; i++) {
        if (digit(hex->at[i]) < 0) return -1;
        value = value << 4 | digit(hex->at[i]);
    }
    *hex = str_skip(*hex, 4);
    return value;
}

Str pdf_text(Arena *arena, Str value) {
    Buf out = {0};
    Str hex = pdf_inside(value);
    if (!str_starts(value, S("<")) || unit(&hex) != 0xfeff) return str_starts(value, S("(")) ? hex : S("");
    for (int32_t high = unit(&hex); high >= 0; high = unit(&hex)) {
        int32_t low = high >> 10 == 0x36 ? unit(&hex) : 0;
        uint32_t c = (uint32_t)high;
        if (high >> 10 == 0x36)
            c = low >> 10 == 0x37 ? 0x10000 + ((c & 0x3ff) << 10 | ((uint32_t)low & 0x3ff)) : 0xfffd;
        put_utf8(&out, c >> 11 == 0x1b ? 0xfffd : c);
    }
    Str text = str_dup(arena, buf_str(&out));
    buf_free(&out);
    return text;
}
