/* See arena.h. Chunks are a linked list. The head is the one in use; a large request gets a chunk of its own
 * behind the head, so that the head's free rest is not lost. Serial numbers tell what is newer than a mark.
 */
#include "base/arena.h"

#include "base/memory.h"

#include <stdalign.h>

enum { CHUNK_SIZE = 64 * 1024, LARGE = CHUNK_SIZE / 4 };

typedef struct Chunk {
    struct Chunk *next;
    uint64_t serial;
    size_t size, used;
    size_t touched; /* bytes ever given out: those behind are still zero */
    alignas(max_align_t) char bytes[];
} Chunk;

/* Chunks come zeroed: pages that nobody touches cost nothing. */
static Chunk *chunk_new(Arena *arena, Chunk *next, size_t size) {
    Chunk *chunk = memory_zeroed(size <= SIZE_MAX - sizeof(Chunk) ? sizeof(Chunk) + size : SIZE_MAX);
    *chunk = (Chunk){.next = next, .serial = ++arena->serial, .size = size};
    return chunk;
}

/* The next bytes of a chunk that has room for them, zeroed where they were in use before. */
static void *take(Chunk *chunk, size_t size) {
    char *at = chunk->bytes + chunk->used;
    size_t dirty = chunk->touched > chunk->used ? chunk->touched - chunk->used : 0;
    chunk->used += size;
    if (chunk->touched < chunk->used) chunk->touched = chunk->used;
    if (dirty) memset(at, 0, dirty < size ? dirty : size);
    return at;
}

static void *alloc_large(Arena *arena, size_t size) {
    Chunk **behind = arena->head ? &arena->head->next : &arena->head;
    *behind = chunk_new(arena, *behind, size);
    return take(*behind, size);
}

void *arena_alloc(Arena *arena, size_t size) {
    const size_t unit = alignof(max_align_t);
    size = size > SIZE_MAX - unit ? SIZE_MAX / unit * unit : (size + unit - 1) / unit * unit;
    if (size > LARGE) return alloc_large(arena, size);
    if (!arena->head || arena->head->size - arena->head->used < size)
        arena->head = chunk_new(arena, arena->head, CHUNK_SIZE);
    return take(arena->head, size);
}

ArenaMark arena_mark(const Arena *arena) {
    return (ArenaMark){arena->head, arena->head ? arena->head->used : 0, arena->serial};
}

/* What is newer than the mark stands before its chunk, or, when large, right behind it. */
void arena_reset(Arena *arena, ArenaMark mark) {
    Chunk **link = &arena->head;
    while (*link && ((*link)->serial > mark.serial || *link == mark.chunk)) {
        Chunk *chunk = *link;
        if (chunk == mark.chunk) {
            link = &chunk->next;
            continue;
        }
        *link = chunk->next;
        free(chunk);
    }
    if (mark.chunk) mark.chunk->used = mark.used;
}

void arena_free(Arena *arena) { arena_reset(arena, (ArenaMark){NULL, 0, 0}); }

void *arena_grow(Arena *arena, void *at, ptrdiff_t *cap, size_t size) {
    ptrdiff_t more = *cap ? *cap * 2 : 8;
    void *grown = arena_alloc(arena, (size_t)more * size);
    if (*cap) memcpy(grown, at, (size_t)*cap * size);
    *cap = more;
    return grown;
}
