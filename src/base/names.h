/* Strings as small numbers: each distinct string is kept once, in the order first seen. And a growing row of
 * equal records that never moves. Both for what may come in millions. */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "base/arena.h"

typedef struct Names {
    Arena *arena;
    VEC(Str) all;        /* all.at[number - 1] */
    VEC(uint32_t) after; /* by number: the name asked for next, the last time */
    uint32_t last;       /* the name asked for last */
    uint32_t *slots;     /* open addressing; 0: free */
    uint32_t capacity;   /* a power of two, or 0 */
} Names;

/* The number (from 1) of a string; it is copied when new. */
uint32_t names_add(Names *names, Str s);
/* The number of a string, 0 when it was never added. */
uint32_t names_find(const Names *names, Str s);
static inline Str names_get(const Names *names, uint32_t number) { /* "" for 0 */
    return number ? names->all.at[number - 1] : S("");
}
/* str_eq for short strings, without a call. */
static inline bool short_eq(Str a, Str b) {
    if (a.len != b.len) return false;
    ptrdiff_t i = 0;
    for (; i + 8 <= a.len; i += 8)
        if (memcmp(a.at + i, b.at + i, 8) != 0) return false;
    for (; i < a.len; i++)
        if (a.at[i] != b.at[i]) return false;
    return true;
}
uint32_t str_hash(Str s); /* another in every run: no file can be made to collide */
uint32_t number_hash(uint64_t a, uint64_t b);

enum { POOL_CHUNK = 4096 };

typedef struct Pool {
    size_t size; /* of one record */
    uint32_t n;
    VEC(char *) chunks;
} Pool;

/* The number (from 1) of a new zeroed record. */
uint32_t pool_add(Arena *arena, Pool *pool);
static inline void *pool_at(const Pool *pool, uint32_t number) {
    uint32_t i = number - 1;
    return pool->chunks.at[i / POOL_CHUNK] + pool->size * (i % POOL_CHUNK);
}

#endif
