/* replay:FILE, a capture (capture.h) or raw bytes. Bytes come with the capture's own times, so that silences
 * count, but without waiting. Requests go nowhere; those in the capture tell where answers begin. */
#include "read/port/maker.h"

#include "read/port/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Replay {
    Str rest;
    bool capture, begun;
    CapturePiece piece;
} Replay;

/* A raw file begins with a frame: as if an answer had been asked for, in no words. */
static PortEvent read_raw(Replay *replay, PortChunk *out) {
    out->at_ms = 0;
    if (!replay->begun) return replay->begun = true, PORT_ASKED;
    out->n = replay->rest.len < PORT_CHUNK ? (int)replay->rest.len : PORT_CHUNK;
    if (!out->n) return PORT_END;
    memcpy(out->bytes, replay->rest.at, (size_t)out->n);
    replay->rest = str_skip(replay->rest, out->n);
    return PORT_BYTES;
}

static PortEvent read_replay(Port *port, PortChunk *out) {
    Replay *replay = port->own;
    int line = 0;
    const char *fault;
    out->n = 0;
    if (!replay->capture) return read_raw(replay, out);
    if (!capture_next(&replay->rest, &replay->piece, &line, &fault)) return PORT_END;
    out->at_ms = replay->piece.at_ms;
    out->n = replay->piece.n;
    memcpy(out->bytes, replay->piece.bytes, (size_t)out->n);
    return replay->piece.direction == '>' ? PORT_ASKED : PORT_BYTES;
}

static bool write_replay(Port *port, Str bytes) { return (void)port, (void)bytes, true; }
static void drop_replay(Port *port) { (void)port; }
static void close_replay(Port *port) { (void)port; }

static const PortKind replay_port = {read_replay, write_replay, drop_replay, close_replay};

static bool load(const PortOrder *order, Str *out) {
    struct stat info;
    int fd = open(order->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return diag_machine(order->diag, port_place(order), "cannot be read: %s",
                            diag_word(order->diag, strerror(errno)));
    bool ok = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= 64 << 20;
    if (!ok) diag_machine(order->diag, port_place(order), "is no regular file of at most 64 MiB");
    char *bytes = ok ? arena_alloc(order->arena, (size_t)info.st_size + 1) : NULL;
    *out = (Str){bytes, 0};
    while (ok && out->len < info.st_size) {
        ssize_t n = read(fd, bytes + out->len, (size_t)(info.st_size - out->len));
        if (n == 0) break;
        if (n > 0)
            out->len += n;
        else if (errno != EINTR)
            ok = diag_machine(order->diag, port_place(order), "cannot be read: %s",
                              diag_word(order->diag, strerror(errno)));
    }
    close(fd);
    return ok;
}

/* A damaged capture is told before any of it is replayed. */
static bool check_capture(const PortOrder *order, Str file) {
    CapturePiece piece;
    const char *fault = NULL;
    int line = 0;
    while (capture_next(&file, &piece, &line, &fault)) {
    }
    Place place = {str_of(order->path), line, 1, {"", 0}};
    return !fault || diag_error(order->diag, place, "%s", fault);
}

Port *port_replay_open(const PortOrder *order) {
    Str file = {"", 0};
    if (!load(order, &file)) return NULL;
    bool is_capture = capture_is(file);
    if (is_capture && !check_capture(order, file)) return NULL;
    Port *port = port_new(order, &replay_port, -1);
    Replay *replay = NEW(order->arena, Replay);
    *replay = (Replay){.rest = file, .capture = is_capture};
    port->own = replay;
    return port;
}
