/* One arena a command: memory is taken in one direction and given back all at once. Scratch work marks the
 * arena and resets it. An arena that cannot grow ends the program with a message: there is nothing a caller
 * on a laptop could do about it, and nothing is half-written by then (out.h). */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/str.h"

struct Arena {
    struct Chunk *head;
    uint64_t serial; /* of the newest chunk */
};

typedef struct ArenaMark {
    struct Chunk *chunk;
    size_t used;
    uint64_t serial;
} ArenaMark;

void *arena_alloc(Arena *arena, size_t size); /* zeroed, aligned for any type */
void arena_free(Arena *arena);                /* gives everything back; the arena can be used again */
ArenaMark arena_mark(const Arena *arena);
void arena_reset(Arena *arena, ArenaMark mark); /* gives back what was taken since the mark */

#define NEW(arena, T) ((T *)arena_alloc((arena), sizeof(T)))
#define NEW_ARRAY(arena, T, n) ((T *)arena_alloc((arena), sizeof(T) * (size_t)(n)))

/* A growing array in an arena: VEC(Row) rows = {0}; *VEC_PUSH(arena, &rows) = row; rows.at[i], rows.n.
 * Pointers into it are good until the next push. */
#define VEC(T)                                                                                               \
    struct {                                                                                                 \
        T *at;                                                                                               \
        ptrdiff_t n, cap;                                                                                    \
    }
#define VEC_PUSH(arena, v)                                                                                   \
    ((v)->n == (v)->cap ? (void)((v)->at = arena_grow((arena), (v)->at, &(v)->cap, sizeof *(v)->at))         \
                        : (void)0,                                                                           \
     &(v)->at[(v)->n++])
void *arena_grow(Arena *arena, void *at, ptrdiff_t *cap,
                 size_t size); /* for VEC_PUSH: doubles the capacity */

#endif
