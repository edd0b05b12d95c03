/* Any bytes as an earlier result in JSON (--only-failed): no crash, and what is refused is told. */
#include "model/previous.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena arena = {0};
    Diag diag = {.arena = &arena, .most = 50};
    char path[64];
    int file = memfd_create("previous", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    const Previous *previous = previous_load(&arena, path, &diag);
    if (!previous != diag_failed(&diag)) abort();
    for (int i = 0; previous && i < previous->count; i++)
        if (!previous_table(previous, previous->tables[i].name, previous->tables[i].profile)) abort();
    close(file);
    arena_free(&arena);
    return 0;
}
