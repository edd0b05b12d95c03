/* A driver on a port: sends requests, discards their echo, tells late answers from fresh ones, asks again
 * after a time-out, records what passes, and hands on what the framer found. It never waits by itself:
 * live_wait() polls any number of them together with the keyboard and the interrupt. Source: read/README.md,
 * Port layer; read/README.md A04–A09. */
#ifndef READ_PORT_LIVE_H
#define READ_PORT_LIVE_H

#include "read/port/capture.h"
#include "read/port/framer.h"

typedef enum LiveState { LIVE_OPEN, LIVE_ENDED, LIVE_GONE } LiveState;

/* A request that no answer has come for yet. It is kept for a long time: a slow instrument's answer must not
 * pass for that to a later request. */
enum { LIVE_OWED = 8 };
typedef struct LiveOwed {
    int64_t at_ms;
    int turn;    /* Live.turn when it was sent */
    bool wanted; /* live_ask, not `repeat` */
} LiveOwed;

typedef struct Live {
    const Driver *driver;
    Port *port;
    Framer framer;
    Capture capture;
    LiveState state;
    bool repeat; /* polled: ask again and again */
    int turn;    /* set by the caller: what the next requests are for; 0: always for the same */
    LiveOwed owed[LIVE_OWED];
    int owed_count;
    int tries; /* time-outs since the last answer */
    bool wanted, heard_since;
    int64_t ask_ms, asked_ms, quiet_ms;
    Str echo; /* what was sent, as long as it may still come back */
    int echoed;
} Live;

typedef enum LiveEventKind {
    LIVE_EVENT_HEARD,    /* a frame */
    LIVE_EVENT_NO_ANSWER /* a request was not answered in the driver's time; it is sent again twice, or as
                            long as repeat stands */
} LiveEventKind;

typedef struct LiveEvent {
    LiveEventKind kind;
    const Heard *heard;
    bool asked;  /* it answers a request, the last or an earlier one */
    bool late;   /* it answers an earlier one than the last */
    bool wanted; /* that request was a live_ask */
    int turn;    /* Live.turn when that request was sent */
} LiveEvent;
typedef void LiveFn(void *context, Live *live, const LiveEvent *event);

typedef struct LiveOrder {
    Arena *arena;
    const Driver *driver;
    Str port;
    const LineSettings *line; /* NULL: the driver's */
    Str record;               /* file; empty: none */
    int stop_fd;
    Diag *diag;
} LiveOrder;

/* NULL after errors (told). Instruments that must be started are. */
Live *live_open(const LiveOrder *order);
/* Sends the driver's stop and closes. False (told) when the recording could not be completed. */
bool live_close(Live *live);
/* Asks a polled instrument for one value, as soon as the line is quiet; does nothing for the others.
 * The answer to a request that is still under way comes late then: it was asked for something else. */
void live_ask(Live *live);
/* Asks no more (again) for what live_ask wanted; an answer may still come. */
void live_forget(Live *live);
/* Forgets what is under way: the next frame handed on began after this call. */
void live_drop(Live *live);
/* Takes what has come, sends what is due. */
void live_step(Live *live, LiveFn *each, void *context);
/* Waits for bytes on any of the lines, for their next duty, for `also` (file descriptors, -1: none) to become
 * readable, or for until_ms (monotonic). Returns a bit for each of `also` that is readable. */
unsigned live_wait(Live *const *lives, int n, const int also[2], int64_t until_ms);
#endif
