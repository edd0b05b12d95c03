/* A growing byte buffer: every product of the program is built in one before it is written (out.h). */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

typedef struct Buf {
    char *at;
    size_t len, cap;
} Buf;

void buf_put(Buf *buf, Str s);
void buf_byte(Buf *buf, char c);
void buf_printf(Buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_clear(Buf *buf); /* empties it, keeps its memory */
void buf_free(Buf *buf);
Str buf_str(const Buf *buf); /* what is in it, good until the next change */

#endif
