/* Any bytes as a measuring CSV, under any settings: no crash, no reading without a row, every message in the
 * file. The first byte chooses decimal sign, delimiter and encoding. */
#include "read/csv/measurements.h"

#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const Profile *profile(void) {
    static Arena forever;
    static const Profile *loaded;
    Diag diag = {.arena = &forever};
    if (!loaded) loaded = profile_load(&forever, "carom-sk-284", NULL, &diag);
    return loaded;
}

static void read_it(const char *path, uint8_t choice) {
    static const char decimals[] = {0, '.', ',', 0}, delimiters[] = {0, ',', ';', '\t'};
    static const char *const encodings[] = {NULL,           NULL,         "UTF-8",    "UTF-16LE",
                                            "windows-1250", "ISO-8859-2", "UTF-16BE", NULL};
    Arena arena = {0};
    Diag diag = {.arena = &arena, .most = 50};
    Session session = {.arena = &arena, .keep = choice & 128};
    const Profile *profiles[] = {profile()};
    MeasurementSpec spec = {.profiles = profiles,
                            .profile_count = 1,
                            .decimal = decimals[choice & 3],
                            .delimiter = delimiters[choice >> 2 & 3],
                            .encoding = encodings[choice >> 4 & 7]};
    bool ok = measurements_read(&session, path, &spec, &diag);
    assert(ok == (diag.count[SEVERITY_ERROR] == 0));
    assert(!ok || session.table_count > 0);
    for (int i = 0; i < session.table_count; i++) (void)session_table_at(&session, i, &arena);
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[32];
    if (!size) return 0;
    int descriptor = memfd_create("m.csv", 0);
    if (descriptor < 0 || write(descriptor, data + 1, size - 1) != (ssize_t)(size - 1)) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    read_it(path, data[0]);
    close(descriptor);
    return 0;
}
