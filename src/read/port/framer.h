/* From bytes to frames: the one place for buffering, resynchronising, dropping the partial frame found at
 * opening, the silence that no frame spans, and counts. Time is handed in (milliseconds of any steady clock),
 * so it can be tested and replayed. Source: read/README.md, Drivers. */
#ifndef READ_PORT_FRAMER_H
#define READ_PORT_FRAMER_H

#include "read/driver.h"

enum { FRAMER_SILENCE_MS = 1000 }; /* a frame never spans a silence as long as this */

typedef struct FramerCounts {
    int64_t bytes, frames; /* frames: those handed on, also bad ones */
    int64_t ok;            /* frames with at least one indication in STATE_OK */
    int64_t bad;           /* DECODED_BAD */
    int64_t skipped;       /* bytes that belonged to no frame */
    int64_t partial;       /* begun frames dropped: by silence, by a request, at the end */
    int64_t first;         /* 1: the first frame after opening was dropped as possibly a tail */
    int64_t high;          /* bytes with bit 7 set */
    int64_t even, odd;     /* bytes whose eight bits have even, odd parity */
    int64_t blank;         /* 00 and FF bytes: wrong speed */
} FramerCounts;

typedef struct Framer {
    const Driver *driver;
    char buffer[2 * FRAME_MOST];
    int n;
    bool begun;      /* the bytes in the buffer begin at a frame's head for certain */
    int64_t last_ms; /* of the last byte, or of opening */
    struct FramerWidth {
        int last, settled; /* columns of the number: of the last good frame; fixed by two in a row; 0: none */
    } widths[2];           /* of answers, of lines apart */
    FramerCounts counts;
} Framer;

/* What was found. raw is good during the call only. */
typedef struct Heard {
    Str raw;
    int64_t ms; /* when its last bytes came */
    Decoded decoded;
} Heard;
typedef void HeardFn(void *context, const Heard *heard);

void framer_open(Framer *framer, const Driver *driver, int64_t now_ms);
/* Takes bytes of any number that came at now_ms; calls `fn` for each frame in them. */
void framer_put(Framer *framer, Str bytes, int64_t now_ms, HeardFn *fn, void *context);
/* To be called when waiting ends without bytes: drops a begun frame after the silence. True if it dropped
 * one. */
bool framer_tick(Framer *framer, int64_t now_ms);
/* A request was just sent, and stale input dropped before it (the caller waited until the line was quiet):
 * what comes next begins a frame. */
void framer_asked(Framer *framer);
/* The bytes ended (port closed, end of a replay): drops a begun frame. True if it dropped one. */
bool framer_end(Framer *framer);

/* 'e' or 'o': the bytes so far are 7 data bits with even or odd parity read as 8 bits (certain for 8 bytes
 * and more of which some have bit 7 set); 0 otherwise. */
char framer_parity(const Framer *framer);
/* The likely reason why nothing could be read, from the counts; "" when something was. */
const char *framer_advice(const Framer *framer);

#endif
