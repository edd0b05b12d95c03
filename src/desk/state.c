/* See state.h. */
#include "desk/state.h"

#include "base/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/rand.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_BYTES = 16, KEY_LETTERS = 22 };

/* $XDG_STATE_HOME, else ~/.local/state, with every folder on the way made as private as it is. */
static bool state_folder(Arena *arena, char **out, Diag *diag) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool given = state && state[0] == '/';
    if (!given && (!home || home[0] != '/'))
        return diag_machine(diag, NO_PLACE, "no home folder to keep the desk's keys in");
    Str path = given ? str_fmt(arena, "%s/tablecert/desk", state)
                     : str_fmt(arena, "%s/.local/state/tablecert/desk", home);
    *out = str_z(arena, path);
    for (char *slash = strchr(*out + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(*out, 0700);
        *slash = '/';
    }
    if (mkdir(*out, 0700) == 0 || errno == EEXIST) return true;
    return diag_machine(diag, place_file(str_of(*out)), "cannot be made: %s", strerror(errno));
}

/* 128 bits in 22 letters of base64url, each of six bits. */
static bool draw_key(Arena *arena, Str *out) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[KEY_BYTES + 1] = {0};
    char *text = arena_alloc(arena, KEY_LETTERS + 1);
    if (RAND_bytes(bytes, KEY_BYTES) != 1) return false;
    for (int i = 0; i < KEY_LETTERS; i++) {
        int bit = 6 * i,
            pair = bytes[bit / 8] << 8 | bytes[bit / 8 + 1 <= KEY_BYTES ? bit / 8 + 1 : KEY_BYTES];
        text[i] = letters[pair >> (10 - bit % 8) & 63];
    }
    *out = (Str){text, KEY_LETTERS};
    return true;
}

static bool read_keys(Arena *arena, const char *path, DeskKeys *out) {
    char bytes[2 * KEY_LETTERS + 2];
    struct stat info;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return false;
    bool good = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && (info.st_mode & 077) == 0 &&
                info.st_uid == geteuid() && read(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes;
    close(fd);
    if (!good || bytes[KEY_LETTERS] != '\n') return false;
    out->key = str_dup(arena, (Str){bytes, KEY_LETTERS});
    out->reading = str_dup(arena, (Str){bytes + KEY_LETTERS + 1, KEY_LETTERS});
    return true;
}

static bool write_keys(Arena *arena, const char *path, const DeskKeys *keys, Diag *diag) {
    char *fresh = str_z(arena, str_fmt(arena, "%s.%ld.tmp", path, (long)getpid()));
    Str text = str_fmt(arena, "%.*s\n%.*s\n", SARG(keys->key), SARG(keys->reading));
    unlink(fresh);
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write(fd, text.at, (size_t)text.len) == text.len && fsync(fd) == 0;
    if (fd >= 0 && close(fd) != 0) good = false;
    if (good && rename(fresh, path) == 0) return true;
    unlink(fresh);
    return diag_machine(diag, place_file(str_of(path)), "the desk's keys cannot be kept: %s",
                        strerror(errno));
}

bool desk_keys(Arena *arena, const char *absolute, bool anew, DeskKeys *out, Diag *diag) {
    char hex[DIGEST_HEX], *folder = NULL;
    if (!state_folder(arena, &folder, diag)) return false;
    digest_hex(str_of(absolute), hex);
    char *path = str_z(arena, str_fmt(arena, "%s/%s", folder, hex));
    if (!anew && read_keys(arena, path, out)) return true;
    if (!draw_key(arena, &out->key) || !draw_key(arena, &out->reading))
        return diag_machine(diag, NO_PLACE, "no random numbers for the desk's keys");
    return write_keys(arena, path, out, diag);
}
