/* See out.h. */
#include "base/out.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 16 };

/* Names of temporary files that exist now; read by out_abandon in a signal handler. */
static char *volatile staged[MOST_FILES];

void out_abandon(void) {
    for (int i = 0; i < MOST_FILES; i++)
        if (staged[i]) unlink(staged[i]);
}

static Place place_of(const char *path) { return place_file(str_of(path)); }

static bool write_all(int fd, Str bytes) {
    while (bytes.len) {
        ssize_t n = write(fd, bytes.at, (size_t)bytes.len);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes = str_skip(bytes, n);
    }
    return true;
}

bool out_stdout(Str bytes, Diag *diag) {
    return write_all(STDOUT_FILENO, bytes) ||
           diag_machine(diag, place_of("standard output"), "cannot be written: %s", strerror(errno));
}

/* The folder part of a path, "." when there is none. */
static char *folder_of(Arena *arena, const char *path) {
    Str s = str_of(path);
    while (s.len && s.at[s.len - 1] != '/') s.len--;
    if (s.len > 1) s.len--;
    return s.len ? str_z(arena, s) : str_z(arena, S("."));
}

bool out_check(Arena *arena, const char *path, Diag *diag) {
    struct stat info;
    if (strcmp(path, "-") == 0) return true;
    if (stat(path, &info) == 0)
        return S_ISREG(info.st_mode) ||
               diag_machine(diag, place_of(path), "is no regular file; it is not replaced");
    if (errno != ENOENT) return diag_machine(diag, place_of(path), "cannot be written: %s", strerror(errno));
    char *folder = folder_of(arena, path);
    if (stat(folder, &info) != 0)
        return diag_machine(diag, place_of(path), "cannot be written: folder '%s': %s", folder,
                            strerror(errno));
    return S_ISDIR(info.st_mode) ||
           diag_machine(diag, place_of(path), "cannot be written: '%s' is no folder", folder);
}

/* A symbolic link is followed, so that the file it names is replaced and the link stays. */
static char *real_target(Arena *arena, const char *path) {
    char *real = realpath(path, NULL);
    char *copy = str_z(arena, str_of(real ? real : path));
    free(real);
    return copy;
}

char *out_staged(Arena *arena, const char *path, long pid) {
    return str_z(arena, str_fmt(arena, "%s.%ld.tmp", real_target(arena, path), pid));
}

char *out_aside(Arena *arena, const char *path, long pid) {
    return str_z(arena, str_fmt(arena, "%s.%ld.old.tmp", real_target(arena, path), pid));
}

static bool stage(Arena *arena, const char *target, Str bytes, int slot, Diag *diag) {
    char *name = out_staged(arena, target, getpid());
    struct stat info;
    mode_t mode = stat(target, &info) == 0 ? info.st_mode & 0777 : 0666;
    unlink(name);
    staged[slot] = name; /* before it is there: a signal may come at any time */
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0) return diag_machine(diag, place_of(target), "cannot be written: %s", strerror(errno));
    bool ok = write_all(fd, bytes) && fsync(fd) == 0;
    int fault = errno;
    if (close(fd) != 0 && ok) ok = false, fault = errno;
    return ok || diag_machine(diag, place_of(target), "cannot be written: %s", strerror(fault));
}

static void sync_folder(Arena *arena, const char *target) {
    int fd = open(folder_of(arena, target), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd); /* some file systems cannot; the files themselves are synced */
    close(fd);
}

/* Files that belong together are replaced whole or not at all: each file of before keeps a second name until
 * all are in place, and takes the first one back when one of them cannot be. */
static void set_aside(Arena *arena, char *const *targets, int count, bool *fresh) {
    for (int i = 0; i < count; i++)
        if (targets[i])
            fresh[i] = link(targets[i], out_aside(arena, targets[i], getpid())) && errno == ENOENT;
}

static void take_back(Arena *arena, char *const *targets, int done, const bool *fresh) {
    for (int i = 0; i < done; i++) {
        if (!targets[i]) continue;
        if (fresh[i])
            unlink(targets[i]);
        else
            (void)rename(out_aside(arena, targets[i], getpid()), targets[i]);
    }
}

static bool put_in_place(Arena *arena, char *const *targets, int count, Diag *diag) {
    bool fresh[MOST_FILES] = {0};
    if (count > 1) set_aside(arena, targets, count, fresh);
    for (int i = 0; i < count; i++) {
        if (!targets[i]) continue;
        if (rename(staged[i], targets[i]) != 0) {
            int fault = errno;
            take_back(arena, targets, i, fresh);
            return diag_machine(diag, place_of(targets[i]), "cannot be written: %s", strerror(fault));
        }
        staged[i] = NULL;
    }
    return true;
}

/* No signal comes between the files of a pair. */
static bool commit(Arena *arena, char *const *targets, int count, Diag *diag) {
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    bool ok = put_in_place(arena, targets, count, diag);
    for (int i = 0; i < count && count > 1; i++)
        if (targets[i]) unlink(out_aside(arena, targets[i], getpid()));
    sigprocmask(SIG_SETMASK, &before, NULL);
    for (int i = 0; i < count && ok; i++)
        if (targets[i]) sync_folder(arena, targets[i]);
    return ok;
}

static void drop_staged(void) {
    out_abandon();
    for (int i = 0; i < MOST_FILES; i++) staged[i] = NULL;
}

bool out_write(Arena *arena, const OutFile *files, int count, Diag *diag) {
    char *targets[MOST_FILES] = {0};
    bool ok = count <= MOST_FILES;
    for (int i = 0; i < count && ok; i++) {
        if (strcmp(files[i].path, "-") == 0) continue;
        ok = out_check(arena, files[i].path, diag);
        if (ok) targets[i] = real_target(arena, files[i].path);
    }
    for (int i = 0; i < count && ok; i++)
        if (targets[i]) ok = stage(arena, targets[i], files[i].bytes, i, diag);
    ok = ok && commit(arena, targets, count, diag);
    drop_staged();
    for (int i = 0; i < count && ok; i++)
        if (!targets[i]) ok = out_stdout(files[i].bytes, diag);
    return ok;
}
