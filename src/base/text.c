/* See text.h. iconv and libunistring live in this file alone. */
#include "base/text.h"

#include "base/memory.h"

#include <errno.h>
#include <iconv.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>
#include <uniwidth.h>

struct TextDecoder {
    iconv_t handle;
};

static const uint8_t *bytes(Str s) { return (const uint8_t *)s.at; }

ptrdiff_t text_utf8_fault(Str s) {
    const uint8_t *fault = s.len ? u8_check(bytes(s), (size_t)s.len) : NULL;
    return fault ? fault - bytes(s) : -1;
}

uint32_t text_next(Str *rest) {
    ucs4_t c;
    int len = u8_mbtouc(&c, bytes(*rest), (size_t)rest->len);
    *rest = str_skip(*rest, len);
    return c;
}

int text_length(Str s) {
    int n = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) n += ((unsigned char)s.at[i] & 0xC0) != 0x80;
    return n;
}

int text_width(Str s) {
    int width = 0;
    while (s.len) {
        if (s.at[0] >= 0x20 && s.at[0] < 0x7f) { /* most are */
            width++;
            s = str_skip(s, 1);
            continue;
        }
        int w = uc_width(text_next(&s), "UTF-8");
        if (w > 0) width += w;
    }
    return width;
}

static bool is_ascii(Str s) {
    for (ptrdiff_t i = 0; i < s.len; i++)
        if (s.at[i] & 0x80) return false;
    return true;
}

/* libunistring gives malloced memory; we keep a copy in the arena. */
static Str keep(Arena *arena, uint8_t *result, size_t len, Str otherwise) {
    if (!result && errno == ENOMEM) memory_out();
    if (!result) return otherwise;
    Str copy = str_dup(arena, (Str){(const char *)result, (ptrdiff_t)len});
    free(result);
    return copy;
}

Str text_nfc(Arena *arena, Str s) {
    if (is_ascii(s)) return s;
    size_t len = 0;
    uint8_t *normal = u8_normalize(UNINORM_NFC, bytes(s), (size_t)s.len, NULL, &len);
    return keep(arena, normal, len, s);
}

Str text_fold(Arena *arena, Str s) {
    s = str_trim(s);
    if (is_ascii(s)) {
        char *copy = str_z(arena, s);
        for (ptrdiff_t i = 0; i < s.len; i++)
            if (copy[i] >= 'A' && copy[i] <= 'Z') copy[i] = (char)(copy[i] + ('a' - 'A'));
        return (Str){copy, s.len};
    }
    size_t len = 0;
    uint8_t *folded = u8_tolower(bytes(s), (size_t)s.len, NULL, UNINORM_NFC, NULL, &len);
    return keep(arena, folded, len, s);
}

static bool is_blank(uint32_t c) { return c == ' ' || c == '\t' || c == 0xA0 || c == 0x2009 || c == 0x202F; }

Str text_skeleton(Arena *arena, Str s) {
    size_t len = 0;
    Str folded = text_fold(arena, s);
    uint8_t *apart = u8_normalize(UNINORM_NFD, bytes(folded), (size_t)folded.len, NULL, &len);
    Str rest = keep(arena, apart, len, folded);
    char *out = arena_alloc(arena, (size_t)rest.len + 1);
    ptrdiff_t n = 0;
    while (rest.len) {
        Str from = rest;
        uint32_t c = text_next(&rest);
        if (is_blank(c) || uc_combining_class(c)) continue;
        memcpy(out + n, from.at, (size_t)(from.len - rest.len));
        n += from.len - rest.len;
    }
    return (Str){out, n};
}

static bool is_control(uint32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

ptrdiff_t text_control(Str s, bool line_ends_allowed) {
    for (Str rest = s; rest.len;) {
        ptrdiff_t at = s.len - rest.len;
        uint32_t c = text_next(&rest);
        if (c == '\t' || (line_ends_allowed && (c == '\n' || c == '\r'))) continue;
        if (is_control(c)) return at;
    }
    return -1;
}

bool text_steers(uint32_t c) {
    return (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f;
}

/* The next character of *text, with whether a terminal may see it. */
static Str next_bytes(Str *text, bool *harmless) {
    Str from = *text;
    uint32_t c = text_next(text);
    Str bytes = str_slice(from, 0, from.len - text->len);
    *harmless = text_utf8_fault(bytes) < 0 && !text_steers(c) && text_control(bytes, false) < 0;
    return bytes;
}

Str text_harmless(Arena *arena, Str s) {
    static const char digits[] = "0123456789abcdef";
    bool harmless = true;
    for (Str rest = s; rest.len && harmless;) (void)next_bytes(&rest, &harmless);
    if (harmless) return s;
    char *out = arena_alloc(arena, (size_t)s.len * 4), *at = out;
    while (s.len) {
        Str bytes = next_bytes(&s, &harmless);
        for (ptrdiff_t i = 0; i < bytes.len; i++) {
            unsigned char byte = (unsigned char)bytes.at[i];
            if (harmless) {
                *at++ = (char)byte;
                continue;
            }
            *at++ = '\\', *at++ = 'x', *at++ = digits[byte >> 4], *at++ = digits[byte & 15];
        }
    }
    return (Str){out, at - out};
}

TextDecoder *text_decoder_open(Arena *arena, const char *encoding) {
    iconv_t handle = iconv_open("UTF-8", encoding);
    if (handle == (iconv_t)-1 && errno == ENOMEM) memory_out();
    if (handle == (iconv_t)-1) return NULL;
    TextDecoder *decoder = NEW(arena, TextDecoder);
    decoder->handle = handle;
    return decoder;
}

void text_decoder_close(TextDecoder *decoder) { iconv_close(decoder->handle); }

size_t text_decode(TextDecoder *decoder, Str *in, char *out, size_t cap, bool *bad) {
    char *from = (char *)(uintptr_t)in->at, *to = out;
    size_t left = (size_t)in->len, room = cap;
    *bad = iconv(decoder->handle, &from, &left, &to, &room) == (size_t)-1 && errno == EILSEQ;
    *in = (Str){from, (ptrdiff_t)left};
    return cap - room;
}
