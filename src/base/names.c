/* See names.h. */
#include "base/names.h"

static uint64_t stir(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

/* Eight bytes at a time; the rest, and the length, last. */
uint32_t str_hash(Str s) {
    uint64_t h = (uint64_t)s.len, word = 0;
    ptrdiff_t i = 0;
    for (; i + 8 <= s.len; i += 8) {
        memcpy(&word, s.at + i, 8);
        h = stir(h, word);
    }
    word = 0;
    if (i < s.len) memcpy(&word, s.at + i, (size_t)(s.len - i));
    h = stir(h, word);
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

static uint32_t add_by_hash(Names *names, Str s) {
    if (2 * (size_t)names->all.n >= names->capacity) grow(names);
    uint32_t slot = slot_of(names, s);
    if (!names->slots[slot]) {
        *VEC_PUSH(names->arena, &names->all) = str_dup(names->arena, s);
        *VEC_PUSH(names->arena, &names->after) = 0;
        names->slots[slot] = (uint32_t)names->all.n;
    }
    return names->slots[slot];
}

/* Names come in runs and sequences: the last one and the one that followed it last time are tried first. */
uint32_t names_add(Names *names, Str s) {
    uint32_t last = names->last;
    if (!last) return names->last = add_by_hash(names, s);
    if (short_eq(names->all.at[last - 1], s)) return last;
    uint32_t *after = &names->after.at[last - 1];
    if (*after && short_eq(names->all.at[*after - 1], s)) return names->last = *after;
    names->last = add_by_hash(names, s);
    names->after.at[last - 1] = names->last; /* the row may have moved */
    return names->last;
}

uint32_t pool_add(Arena *arena, Pool *pool) {
    if (pool->n % POOL_CHUNK == 0)
        *VEC_PUSH(arena, &pool->chunks) = arena_alloc(arena, pool->size * POOL_CHUNK);
    return ++pool->n;
}
