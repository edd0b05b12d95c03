/* A growing byte buffer: every product of the program is built in one before it is written (out.h). */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

typedef struct Buf {
    char *at;
    size_t len, cap;
} Buf;

char *buf_grow(Buf *buf, size_t more); /* makes room for `more` bytes; where they go */
void buf_printf(Buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_clear(Buf *buf); /* empties it, keeps its memory */
void buf_free(Buf *buf);
Str buf_str(const Buf *buf); /* what is in it, good until the next change */

/* Where `more` bytes can be written before len is raised. Inline: a million rulings go through here. */
static inline char *buf_room(Buf *buf, size_t more) {
    return buf->cap - buf->len < more ? buf_grow(buf, more) : buf->at + buf->len;
}

static inline void buf_put(Buf *buf, Str s) {
    if (s.len <= 0) return;
    memcpy(buf_room(buf, (size_t)s.len), s.at, (size_t)s.len);
    buf->len += (size_t)s.len;
}

static inline void buf_byte(Buf *buf, char c) {
    *buf_room(buf, 1) = c;
    buf->len++;
}

#endif
