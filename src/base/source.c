/* See source.h. The table of shipped data is made by the Makefile (build/data.c) with .incbin. */
#include "base/source.h"

#include "base/data.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 16 * 1024 * 1024 };

static bool read_all(Arena *arena, FILE *file, off_t size, Source *out) {
    char *at = arena_alloc(arena, (size_t)size + 1);
    size_t got = fread(at, 1, (size_t)size + 1, file);
    out->bytes = (Str){at, (ptrdiff_t)got};
    return !ferror(file);
}

FILE *source_open(const char *path, Place place, Diag *diag) {
    struct stat info;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        diag_unreadable(diag, place, errno);
        return NULL;
    }
    FILE *file = NULL;
    if (fstat(fd, &info) != 0)
        diag_unreadable(diag, place, errno);
    else if (!S_ISREG(info.st_mode))
        diag_error(diag, place, "is no regular file");
    else if (!(file = fdopen(fd, "r")))
        diag_unreadable(diag, place, errno);
    if (!file) close(fd);
    return file;
}

bool source_load(Arena *arena, const char *path, Source *out, Diag *diag) {
    struct stat info;
    *out = (Source){.name = str_dup(arena, str_of(path)), .bytes = S(""), .packed = S("")};
    Place place = place_file(out->name);
    FILE *file = source_open(path, place, diag);
    if (!file) return false;
    bool ok = false;
    if (fstat(fileno(file), &info) != 0)
        diag_unreadable(diag, place, errno);
    else if (info.st_size > MOST_BYTES)
        diag_error(diag, place, "is larger than 16 MiB");
    else if (!(ok = read_all(arena, file, info.st_size, out)))
        diag_machine(diag, place, "cannot be read: %s", strerror(errno));
    fclose(file);
    return ok;
}

Str source_line(const Source *source, int line) {
    Str rest = source->bytes, text = {"", 0};
    for (int i = 0; i < line; i++) text = str_cut(&rest, '\n');
    if (str_ends(text, S("\r"))) text.len--;
    return text;
}

Place source_place(const Source *source, int line, int column) {
    return (Place){source->name, line, column, source_line(source, line)};
}

static Source shipped(int i) {
    const Data *data = &data_table[i];
    return (Source){str_of(data->path),
                    {(const char *)data->from, data->to - data->from},
                    {(const char *)data->packed, data->packed_to - data->packed}};
}

bool data_find(Str path, Source *out) {
    for (int i = 0; i < data_count; i++) {
        if (!str_eq(str_of(data_table[i].path), path)) continue;
        *out = shipped(i);
        return true;
    }
    return false;
}

void data_each(Str prefix, void (*each)(const Source *source, void *context), void *context) {
    for (int i = 0; i < data_count; i++) {
        if (!str_starts(str_of(data_table[i].path), prefix)) continue;
        Source source = shipped(i);
        each(&source, context);
    }
}
