/* See arena.h. Chunks are a linked list, newest first; a request larger than a chunk gets its own. */
#include "base/arena.h"

#include <stdalign.h>

enum { CHUNK_SIZE = 64 * 1024 };

typedef struct Chunk {
    struct Chunk *next;
    size_t size, used;
    alignas(max_align_t) char bytes[];
} Chunk;

static Chunk *chunk_new(Chunk *next, size_t size) {
    Chunk *chunk = malloc(sizeof(Chunk) + size);
    if (!chunk) {
        fputs("tablecert: error: out of memory\n", stderr);
        abort();
    }
    *chunk = (Chunk){next, size, 0};
    return chunk;
}

void *arena_alloc(Arena *arena, size_t size) {
    const size_t unit = alignof(max_align_t);
    size = (size + unit - 1) / unit * unit;
    if (!arena->head || arena->head->size - arena->head->used < size)
        arena->head = chunk_new(arena->head, size > CHUNK_SIZE ? size : CHUNK_SIZE);
    char *at = arena->head->bytes + arena->head->used;
    arena->head->used += size;
    return memset(at, 0, size);
}

ArenaMark arena_mark(const Arena *arena) {
    return (ArenaMark){arena->head, arena->head ? arena->head->used : 0};
}

void arena_reset(Arena *arena, ArenaMark mark) {
    while (arena->head != mark.chunk) {
        Chunk *next = arena->head->next;
        free(arena->head);
        arena->head = next;
    }
    if (arena->head) arena->head->used = mark.used;
}

void arena_free(Arena *arena) { arena_reset(arena, (ArenaMark){NULL, 0}); }

void *arena_grow(Arena *arena, void *at, ptrdiff_t *cap, size_t size) {
    ptrdiff_t more = *cap ? *cap * 2 : 8;
    void *grown = arena_alloc(arena, (size_t)more * size);
    if (*cap) memcpy(grown, at, (size_t)*cap * size);
    *cap = more;
    return grown;
}
