/* See names.h. */
#include "base/names.h"

enum { POOL_CHUNK = 4096 };

/* FNV-1a with a last stir, so that the low bits are good for a power of two. */
uint32_t str_hash(Str s) {
    uint64_t h = 0xCBF29CE484222325u;
    for (ptrdiff_t i = 0; i < s.len; i++) h = (h ^ (unsigned char)s.at[i]) * 0x100000001B3u;
    return (uint32_t)(h ^ h >> 32);
}

/* The slot where the string stands or would stand. */
static uint32_t slot_of(const Names *names, Str s) {
    uint32_t mask = names->capacity - 1, i = str_hash(s) & mask;
    while (names->slots[i] && !str_eq(names->all.at[names->slots[i] - 1], s)) i = (i + 1) & mask;
    return i;
}

static void grow(Names *names) {
    names->capacity = names->capacity ? names->capacity * 2 : 64;
    names->slots = NEW_ARRAY(names->arena, uint32_t, names->capacity);
    for (ptrdiff_t i = 0; i < names->all.n; i++)
        names->slots[slot_of(names, names->all.at[i])] = (uint32_t)i + 1;
}

uint32_t names_find(const Names *names, Str s) {
    return names->capacity ? names->slots[slot_of(names, s)] : 0;
}

uint32_t names_add(Names *names, Str s) {
    if (2 * (size_t)names->all.n >= names->capacity) grow(names);
    uint32_t slot = slot_of(names, s);
    if (!names->slots[slot]) {
        *VEC_PUSH(names->arena, &names->all) = str_dup(names->arena, s);
        names->slots[slot] = (uint32_t)names->all.n;
    }
    return names->slots[slot];
}

Str names_get(const Names *names, uint32_t number) { return number ? names->all.at[number - 1] : S(""); }

uint32_t pool_add(Arena *arena, Pool *pool) {
    if (pool->n % POOL_CHUNK == 0)
        *VEC_PUSH(arena, &pool->chunks) = arena_alloc(arena, pool->size * POOL_CHUNK);
    return ++pool->n;
}

void *pool_at(const Pool *pool, uint32_t number) {
    uint32_t i = number - 1;
    return pool->chunks.at[i / POOL_CHUNK] + pool->size * (i % POOL_CHUNK);
}
