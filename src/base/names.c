/* See names.h. */
#include "base/names.h"

#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* ---- hashing ----
 * With a key that is new in every run, so that nobody can write a file whose names all meet in one slot.
 * Strings by SipHash-1-3 (Aumasson, Bernstein: "SipHash: a fast short-input PRF"), numbers by multiply and
 * shift. */

static const uint64_t *hash_key(void) {
    static uint64_t key[4];
    if (key[3]) return key;
    if (getrandom(key, sizeof key, GRND_NONBLOCK) != (ssize_t)sizeof key)
        for (int i = 0; i < 4; i++) key[i] = (uint64_t)clock() * 0x9E3779B97F4A7C15u ^ (uintptr_t)&key[i];
    key[2] |= 1; /* to multiply with */
    key[3] |= 1;
    return key;
}

static uint64_t turn(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

static void sip_round(uint64_t v[4]) {
    v[0] += v[1], v[1] = turn(v[1], 13) ^ v[0], v[0] = turn(v[0], 32);
    v[2] += v[3], v[3] = turn(v[3], 16) ^ v[2];
    v[0] += v[3], v[3] = turn(v[3], 21) ^ v[0];
    v[2] += v[1], v[1] = turn(v[1], 17) ^ v[2], v[2] = turn(v[2], 32);
}

static void sip_word(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
}

uint32_t str_hash(Str s) {
    const uint64_t *key = hash_key();
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du, key[0] ^ 0x6c7967656e657261u,
                     key[1] ^ 0x7465646279746573u};
    uint64_t word = 0;
    ptrdiff_t i = 0;
    for (; i + 8 <= s.len; i += 8) {
        memcpy(&word, s.at + i, 8);
        sip_word(v, word);
    }
    word = 0;
    if (i < s.len) memcpy(&word, s.at + i, (size_t)(s.len - i));
    sip_word(v, word | (uint64_t)s.len << 56);
    v[2] ^= 0xFF;
    for (int round = 0; round < 3; round++) sip_round(v);
    uint64_t h = v[0] ^ v[1] ^ v[2] ^ v[3];
    return (uint32_t)(h ^ h >> 32);
}

uint32_t number_hash(uint64_t a, uint64_t b) {
    const uint64_t *key = hash_key();
    return (uint32_t)((a * key[2] + b * key[3]) >> 32);
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

/* The pages of a chunk that will be filled to its end come at once; one fault each would cost more than the
 * records. Where the machine cannot, they come one by one. */
static void fetch_pages(char *at, size_t size) {
#ifdef MADV_POPULATE_WRITE
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = ((uintptr_t)at + page - 1) / page * page;
    (void)madvise((void *)from, ((uintptr_t)at + size - from) / page * page, MADV_POPULATE_WRITE);
#else
    (void)at, (void)size;
#endif
}

uint32_t pool_add(Arena *arena, Pool *pool) {
    if (pool->n % POOL_CHUNK == 0) {
        char *chunk = *VEC_PUSH(arena, &pool->chunks) = arena_alloc(arena, pool->size * POOL_CHUNK);
        if (pool->n) fetch_pages(chunk, pool->size * POOL_CHUNK);
    }
    return ++pool->n;
}
