/* DER, as much of it as a signature needs: an element is a tag, a length, content. Written as strings inside
 * strings, read as slices; lengths must be the shortest, as DER wants. Source: ITU-T X.690, 8 and 10. */
#ifndef TRUST_DER_H
#define TRUST_DER_H

#include "base/arena.h"

enum {
    DER_INTEGER = 0x02,
    DER_OCTETS = 0x04,
    DER_NULL = 0x05,
    DER_OID = 0x06,
    DER_SEQUENCE = 0x30,
    DER_SET = 0x31,
    DER_CONTEXT_0 = 0xa0
};

typedef struct Der {
    int tag;
    Str content, whole; /* whole: with tag and length */
} Der;

/* An element around its parts, which are joined. */
Str der_join(Arena *arena, int tag, const Str *parts, int count);
#define DER(arena, tag, ...)                                                                                 \
    der_join((arena), (tag), (Str[]){__VA_ARGS__}, (int)(sizeof((Str[]){__VA_ARGS__}) / sizeof(Str)))
/* The next element of *rest, which is advanced. False: none, torn, or not in the shortest form. */
bool der_take(Str *rest, Der *out);
/* The same, and it has this tag. */
bool der_want(Str *rest, int tag, Der *out);

#endif
