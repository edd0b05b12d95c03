/* Preloaded, fails the FAULT_AT-th call of FAULT_CALL as a machine would, and then leaves a mark: the file
 * FAULT_MARK exists. Calls before main count too. Used by tests/scripts/faults.py. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

static long at = -1, calls;
static const char *call;
static char mark[512];

static void prepare(void) {
    const char *number = getenv("FAULT_AT"), *path = getenv("FAULT_MARK");
    call = getenv("FAULT_CALL");
    at = number ? strtol(number, NULL, 10) : 0;
    if (path) strncpy(mark, path, sizeof mark - 1);
    if (!call) call = "";
}

/* Is this the one? */
static int fails(const char *name, int error) {
    if (at < 0) prepare();
    if (strcmp(name, call) != 0 || __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) != at) return 0;
    syscall(SYS_close, (int)syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600));
    errno = error;
    return 1;
}

void *malloc(size_t size) { return fails("malloc", ENOMEM) ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails("malloc", ENOMEM) ? NULL : __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return fails("malloc", ENOMEM) ? NULL : __libc_realloc(old, size); }

#define NEXT(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *from, size_t size) {
    if (fails("write", ENOSPC)) {
        if (size > 1) (void)!NEXT(write)(fd, from, 0);
        errno = ENOSPC;
        return -1;
    }
    return NEXT(write)(fd, from, size);
}
ssize_t read(int fd, void *into, size_t size) { return fails("read", EIO) ? -1 : NEXT(read)(fd, into, size); }
int fsync(int fd) { return fails("fsync", EIO) ? -1 : NEXT(fsync)(fd); }
int fdatasync(int fd) { return fails("fsync", EIO) ? -1 : NEXT(fdatasync)(fd); }
int rename(const char *from, const char *to) { return fails("rename", EIO) ? -1 : NEXT(rename)(from, to); }
int close(int fd) {
    if (!fails("close", EIO)) return NEXT(close)(fd);
    (void)NEXT(close)(fd);
    errno = EIO;
    return -1;
}

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return fails("open", EMFILE) ? -1 : NEXT(open)(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return fails("open", EMFILE) ? -1 : NEXT(open64)(path, flags, mode);
}
FILE *fopen(const char *path, const char *how) { return fails("open", EMFILE) ? NULL : NEXT(fopen)(path, how); }
FILE *fopen64(const char *path, const char *how) { return fails("open", EMFILE) ? NULL : NEXT(fopen64)(path, how); }
