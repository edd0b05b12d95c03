/* See der.h. */
#include "trust/der.h"

static int put_length(unsigned char *out, size_t length) {
    int bytes = 0;
    if (length < 0x80) {
        out[0] = (unsigned char)length;
        return 1;
    }
    for (size_t rest = length; rest; rest >>= 8) bytes++;
    out[0] = (unsigned char)(0x80 | bytes);
    for (int i = 0; i < bytes; i++) out[1 + i] = (unsigned char)(length >> 8 * (bytes - 1 - i));
    return 1 + bytes;
}

Str der_join(Arena *arena, int tag, const Str *parts, int count) {
    size_t length = 0;
    unsigned char head[12];
    for (int i = 0; i < count; i++) length += (size_t)parts[i].len;
    head[0] = (unsigned char)tag;
    size_t size = 1 + (size_t)put_length(head + 1, length);
    char *made = arena_alloc(arena, size + length + 1), *to = made + size;
    memcpy(made, head, size);
    for (int i = 0; i < count; i++) {
        if (parts[i].len) memcpy(to, parts[i].at, (size_t)parts[i].len);
        to += parts[i].len;
    }
    return (Str){made, (ptrdiff_t)(size + length)};
}

bool der_take(Str *rest, Der *out) {
    const unsigned char *at = (const unsigned char *)rest->at;
    size_t length, head = 2;
    if (rest->len < 2 || (at[0] & 0x1f) == 0x1f) return false;
    length = at[1];
    if (length & 0x80) {
        size_t bytes = length & 0x7f;
        if (!bytes || bytes > 4 || rest->len < (ptrdiff_t)(2 + bytes) || !at[2]) return false;
        for (length = 0; head < 2 + bytes; head++) length = length << 8 | at[head];
        if (length < 0x80) return false;
    }
    if (length > (size_t)rest->len - head) return false;
    *out = (Der){at[0], str_slice(*rest, (ptrdiff_t)head, (ptrdiff_t)(head + length)),
                 str_slice(*rest, 0, (ptrdiff_t)(head + length))};
    *rest = str_skip(*rest, (ptrdiff_t)(head + length));
    return true;
}

bool der_want(Str *rest, int tag, Der *out) { return der_take(rest, out) && out->tag == tag; }
