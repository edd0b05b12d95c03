/* See buf.h. */
#include "base/buf.h"

#include "base/memory.h"

#include <stdarg.h>

char *buf_grow(Buf *buf, size_t more) {
    size_t cap = buf->cap ? buf->cap * 2 : 4096;
    while (cap - buf->len < more) cap *= 2;
    buf->at = memory_resize(buf->at, cap);
    buf->cap = cap;
    return buf->at + buf->len;
}

void buf_printf(Buf *buf, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(buf_room(buf, 256), 256, format, args);
    va_end(args);
    if (len >= 256) vsnprintf(buf_room(buf, (size_t)len + 1), (size_t)len + 1, format, again);
    va_end(again);
    buf->len += (size_t)len;
}

void buf_clear(Buf *buf) { buf->len = 0; }

void buf_free(Buf *buf) {
    free(buf->at);
    *buf = (Buf){0};
}

Str buf_str(const Buf *buf) { return (Str){buf->at ? buf->at : "", (ptrdiff_t)buf->len}; }
