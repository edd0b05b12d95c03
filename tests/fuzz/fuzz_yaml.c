/* Any bytes as a file that a person writes in YAML: a profile, an instrument list, a configuration. No crash, and
 * what is refused is told with a place. The first byte chooses the kind. */
#include "model/config.h"
#include "model/instruments.h"
#include "model/profile.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/fuzz_yaml.XXXXXX", path[256];

static void remove_all(void) {
    unlink(path);
    snprintf(path, sizeof path, "%s/.config/tablecert", folder);
    rmdir(path);
    snprintf(path, sizeof path, "%s/.config", folder);
    rmdir(path);
    rmdir(folder);
}

static void make_folder(void) {
    static bool made;
    if (made) return;
    made = true;
    if (!mkdtemp(folder)) abort();
    snprintf(path, sizeof path, "%s/.config", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/.config/tablecert", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/.config/tablecert/config.yaml", folder);
    atexit(remove_all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena arena = {0};
    Diag diag = {.arena = &arena, .most = 50};
    if (size < 1) return 0;
    make_folder();
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data + 1, 1, size - 1, file) != size - 1 || fclose(file) != 0) abort();
    const void *read = NULL;
    switch (data[0] % 3) {
    case 0: read = profile_load(&arena, path, NULL, &diag); break;
    case 1: read = instruments_load(&arena, path, &diag); break;
    default: read = config_load(&arena, str_of(folder), &diag);
    }
    if (!read != diag_failed(&diag)) abort();
    arena_free(&arena);
    return 0;
}
