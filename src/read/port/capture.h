/* Recorded sessions: text, commented, diffable. A header of # lines (driver, port, settings, date), then a
 * line a piece: seconds since opening, > (sent) or < (came), the bytes in hex, a tab and the same as text.
 * Lines that begin with = say what was understood; tests/captures/ replays every capture it holds and
 * compares them, so a recorded session becomes a test by moving the file there. Source: read/README.md;
 * gpsd's logs are the model.
 *
 *     # tablecert capture 1
 *     # driver: mt-sics
 *     0.000 > 53 0d 0a                                            S..
 *     0.214 < 53 20 53 20 20 20 20 20 31 30 30 2e 30 30 20 67     S S     100.00 g
 *     0.231 < 0d 0a                                               ..
 *     = 100.00 g stable ok */
#ifndef READ_PORT_CAPTURE_H
#define READ_PORT_CAPTURE_H

#include "base/buf.h"
#include "read/port/port.h"

/* ---- writing */
typedef struct Capture {
    Str path;
    int fd; /* -1: not recording */
    Diag *diag;
    int64_t started_ms, piece_ms;
    char direction; /* of the piece not yet written; 0: none */
    char piece[32];
    int n;
    bool failed;
} Capture;

/* Begins a recording; a file of that name is replaced. False (told) when it cannot be written. */
bool capture_open(Arena *arena, Capture *capture, Str path, const Driver *driver, const Port *port,
                  int64_t now_ms, Diag *diag);
/* direction: '>' sent, '<' came. */
void capture_bytes(Capture *capture, char direction, Str bytes, int64_t now_ms);
void capture_heard(Capture *capture, const Decoded *decoded);
/* False when anything could not be written (told once). */
bool capture_close(Capture *capture);
/* "100.00 g stable ok": how a = line shows one indication. */
Str indication_print(Arena *arena, const Indication *indication);

/* ---- reading */
typedef struct CapturePiece {
    char direction;
    int64_t at_ms;
    char bytes[32];
    int n;
} CapturePiece;

bool capture_is(Str file); /* does it begin as a capture? */
/* The next piece of *rest, comments and = lines skipped. False at the end, or with *fault set: what is wrong;
 * *line counts the lines. */
bool capture_next(Str *rest, CapturePiece *out, int *line, const char **fault);

#endif
