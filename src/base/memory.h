/* Memory that is always there: who asks never gets NULL. When the machine has none left the program says so
 * and leaves with exit status 4 through the one way out that its front has set; nothing is half-written then,
 * since files are renamed into place whole. The libraries that let us are given the same functions. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

void *memory_new(size_t size);
void *memory_zeroed(size_t size);
void *memory_resize(void *at, size_t size);
/* jansson and OpenSSL ask here too from now on. Before their first use. */
void memory_for_libraries(void);
/* What to do when memory is out; it does not return. Without it: abort. */
void memory_when_out(void (*leave)(void));
/* Also for what a library tells only by its result. */
_Noreturn void memory_out(void);

#endif
