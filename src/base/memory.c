/* See memory.h. */
#include "base/memory.h"

#include <jansson.h>
#include <openssl/crypto.h>
#include <stdlib.h>

static void (*leave_by)(void);

void memory_when_out(void (*leave)(void)) { leave_by = leave; }

void memory_out(void) {
    if (leave_by) leave_by();
    abort();
}

static void *there(void *at) {
    if (!at) memory_out();
    return at;
}

void *memory_new(size_t size) { return there(malloc(size ? size : 1)); }

void *memory_zeroed(size_t size) { return there(calloc(1, size ? size : 1)); }

void *memory_resize(void *at, size_t size) { return there(realloc(at, size ? size : 1)); }

static void *crypto_new(size_t size, const char *file, int line) {
    (void)file, (void)line;
    return memory_new(size);
}

static void *crypto_resize(void *at, size_t size, const char *file, int line) {
    (void)file, (void)line;
    if (size) return memory_resize(at, size);
    free(at);
    return NULL;
}

static void crypto_free(void *at, const char *file, int line) {
    (void)file, (void)line;
    free(at);
}

void memory_for_libraries(void) {
    json_set_alloc_funcs(memory_new, free);
    (void)CRYPTO_set_mem_functions(crypto_new, crypto_resize, crypto_free);
}
