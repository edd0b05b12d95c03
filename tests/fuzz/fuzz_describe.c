/* Any text as the description of an instrument; what is accepted then reads a few lines. */
#include "base/arena.h"
#include "read/driver/describe.h"
#include "read/port/framer.h"

static void heard(void *context, const Heard *heard) { *(int *)context += heard->decoded.n; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char lines[] =
        "ST,+00029.84  g\r\n  12.50 g *\r\nOVER\r\n+000.010\r\x01\x04\x02\x01\x31\x79\x74";
    Arena arena = {0};
    Diag diag = {.arena = &arena, .most = 20};
    Source source = {.name = S("t.yaml"), .bytes = {(const char *)data, (ptrdiff_t)size}};
    const Driver *driver = describe_driver(&arena, &source, &diag);
    if (!driver && !diag_failed(&diag)) abort();
    if (driver) {
        Framer framer;
        int values = 0;
        framer_open(&framer, driver, 0);
        framer_put(&framer, (Str){lines, sizeof lines - 1}, 0, heard, &values);
        framer_put(&framer, source.bytes, 0, heard, &values);
        framer_end(&framer);
    }
    arena_free(&arena);
    return 0;
}
