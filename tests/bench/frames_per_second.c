/* Frames per second through each driver, from memory: all of its frames in tests/captures/frames, again and
 * again, for a quarter of a second each. */
#include "read/port/framer.h"

#include "base/source.h"
#include "read/driver/table.h"

#include <glob.h>
#include <time.h>

enum { STREAM_MOST = 8192, LEAST_PER_SECOND = 50000 };

typedef struct Stream {
    char bytes[STREAM_MOST];
    ptrdiff_t n;
} Stream;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void add_hex(Stream *stream, Str hex) {
    if (stream->n + hex.len > STREAM_MOST) return;
    while (hex.len) {
        Str pair = str_cut(&hex, ' ');
        const char *digits = "0123456789abcdef";
        stream->bytes[stream->n++] =
            (char)((strchr(digits, pair.at[0]) - digits) * 16 + (strchr(digits, pair.at[1]) - digits));
    }
}

static void gather(Arena *arena, const char *driver, Stream *stream) {
    glob_t found;
    Diag diag = {.arena = arena};
    if (glob("tests/captures/frames/*.txt", 0, NULL, &found)) return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        Source source;
        if (!source_load(arena, found.gl_pathv[i], &source, &diag)) continue;
        while (source.bytes.len) {
            Str line = str_cut(&source.bytes, '\n'), id = str_cut(&line, '\t'), hex = str_cut(&line, '\t');
            if (str_eq(id, str_of(driver)) && !str_starts(line, S("nothing"))) add_hex(stream, hex);
        }
    }
    globfree(&found);
}

static void ignore(void *context, const Heard *heard) { *(int64_t *)context += heard->decoded.n; }

static double rate(const Driver *driver, const Stream *stream) {
    Framer framer;
    int64_t values = 0;
    framer_open(&framer, driver, 0);
    double start = now(), end = start;
    while (end - start < 0.25) {
        for (int i = 0; i < 50; i++) framer_put(&framer, (Str){stream->bytes, stream->n}, 0, ignore, &values);
        end = now();
    }
    return values ? (double)framer.counts.frames / (end - start) : 0;
}

int main(void) {
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    const Driver *const *all;
    int n = driver_all(&arena, &all, &diag), slow = 0;
    for (int i = 0; i < n; i++) {
        Stream stream = {.n = 0};
        Driver driver = *all[i];
        if (driver.wants_unit) driver.unit = unit_find(S("mm"));
        gather(&arena, driver.id, &stream);
        double per_second = rate(&driver, &stream);
        printf("%-16s %12.0f frames/s\n", driver.id, per_second);
        slow += per_second < LEAST_PER_SECOND;
    }
    printf("%d drivers, %d below %d frames/s\n", n, slow, LEAST_PER_SECOND);
    arena_free(&arena);
    return slow || !n;
}
