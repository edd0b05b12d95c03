/* The corpus of a fuzz target without a fuzzer: every file of the folders given, once. Linked with the target it is
 * a test of `make check`, under the sanitizers too. REPLAY FOLDER... */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(1 << 20);
    if (!file || !data) return 0;
    size_t size = fread(data, 1, 1 << 20, file);
    fclose(file);
    (void)LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

int main(int count, char **words) {
    int n = 0;
    for (int i = 1; i < count; i++) {
        DIR *folder = opendir(words[i]);
        for (struct dirent *entry; folder && (entry = readdir(folder));) {
            char path[4096];
            if (entry->d_name[0] == '.') continue;
            snprintf(path, sizeof path, "%s/%s", words[i], entry->d_name);
            n += replay(path);
        }
        if (folder) closedir(folder);
    }
    printf("%d inputs\n", n);
    return n > 0 ? 0 : 1;
}
