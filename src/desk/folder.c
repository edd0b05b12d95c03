/* See folder.h. */
#include "desk/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_MOST = 16 << 20 };

bool folder_open(Folder *folder, Arena *arena, const char *path, Diag *diag) {
    Place place = place_file(str_of(path));
    *folder =
        (Folder){.fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), .path = str_z(arena, str_of(path))};
    if (folder->fd < 0) return diag_unreadable(diag, place, errno);
    if (flock(folder->fd, LOCK_EX | LOCK_NB) != 0)
        return diag_machine(diag, place,
                            errno == EWOULDBLOCK ? "another desk is open in this folder"
                                                 : "the folder cannot be locked");
    char *real = realpath(path, NULL);
    folder->absolute = str_z(arena, str_of(real ? real : path));
    free(real);
    return true;
}

void folder_close(Folder *folder) {
    if (folder->fd >= 0) close(folder->fd);
    folder->fd = -1;
}

FileMark folder_mark(const Folder *folder, const char *file) {
    struct stat info;
    if (fstatat(folder->fd, file, &info, AT_SYMLINK_NOFOLLOW) != 0) return (FileMark){0};
    return (FileMark){.there = true,
                      .size = info.st_size,
                      .changed_ns = (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec,
                      .number = info.st_ino};
}

bool file_mark_same(FileMark a, FileMark b) {
    return a.there == b.there && a.size == b.size && a.changed_ns == b.changed_ns && a.number == b.number;
}

static bool read_all(int fd, char *into, size_t len) {
    while (len) {
        ssize_t n = read(fd, into, len);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        into += n;
        len -= (size_t)n;
    }
    return true;
}

bool folder_read(const Folder *folder, Arena *arena, const char *file, Str *out) {
    int fd = openat(folder->fd, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat info;
    if (fd < 0) return false;
    bool good = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= READ_MOST;
    char *bytes = good ? arena_alloc(arena, (size_t)info.st_size + 1) : NULL;
    good = good && read_all(fd, bytes, (size_t)info.st_size);
    if (good) *out = (Str){bytes, (ptrdiff_t)info.st_size};
    close(fd);
    return good;
}

static bool write_all(int fd, Str bytes) {
    while (bytes.len) {
        ssize_t n = write(fd, bytes.at, (size_t)bytes.len);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes = str_skip(bytes, n);
    }
    return true;
}

/* A sibling with these bytes, synced. */
static bool stage(const Folder *folder, const char *name, Str bytes) {
    unlinkat(folder->fd, name, 0);
    int fd = openat(folder->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) return false;
    bool good = write_all(fd, bytes) && fsync(fd) == 0;
    if (close(fd) != 0) good = false;
    if (!good) unlinkat(folder->fd, name, 0);
    return good;
}

static void staged_name(char *out, size_t size, const char *file) {
    snprintf(out, size, ".%s.%ld.tmp", file, (long)getpid());
}

bool folder_write(const Folder *folder, const char *file, Str bytes) {
    char name[400];
    staged_name(name, sizeof name, file);
    if (!stage(folder, name, bytes)) return false;
    if (renameat(folder->fd, name, folder->fd, file) != 0) return unlinkat(folder->fd, name, 0), false;
    (void)fsync(folder->fd); /* some file systems cannot; the file itself is synced */
    return true;
}

bool folder_create(const Folder *folder, const char *file, Str bytes, bool *exists) {
    char name[400];
    staged_name(name, sizeof name, file);
    *exists = false;
    if (!stage(folder, name, bytes)) return false;
    bool good = linkat(folder->fd, name, folder->fd, file, 0) == 0;
    *exists = !good && errno == EEXIST;
    unlinkat(folder->fd, name, 0);
    (void)fsync(folder->fd);
    return good;
}

bool folder_append(const Folder *folder, const char *file, Str bytes) {
    int fd = openat(folder->fd, file, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat info;
    if (fd < 0) return false;
    bool good = fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
    if (good && !(write_all(fd, bytes) && fsync(fd) == 0)) {
        (void)!ftruncate(fd, info.st_size);
        good = false;
    }
    return close(fd) == 0 && good;
}

void folder_each(const Folder *folder, void (*each)(void *context, const char *file), void *context) {
    int fd = openat(folder->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = fd < 0 ? NULL : fdopendir(fd);
    if (!list) return;
    for (struct dirent *entry; (entry = readdir(list));)
        if (entry->d_type == DT_REG || entry->d_type == DT_UNKNOWN) each(context, entry->d_name);
    closedir(list);
}
