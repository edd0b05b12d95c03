/* Server-sent events: who listens to which match, and what he has been told. A stream is given what is new
 * and a sign of life every second, so that a page knows within three seconds when it is alone. Source:
 * desk/README.md, What must hold 1; Settled details 3. */
#ifndef DESK_STREAM_H
#define DESK_STREAM_H

#include "desk/desk.h"

#include <microhttpd.h>

enum { STREAMS_MOST = 64, BEAT_MS = 1000, PAGE_ID_MOST = 40 };

typedef struct Stream {
    struct MHD_Connection *connection; /* NULL: free */
    char name[4 * 64 + 1];             /* of the match */
    char page[PAGE_ID_MOST + 1];       /* which page it is: one that comes back is counted once */
    int language;
    int64_t told;    /* number of the news told last; -1: the whole comes first */
    int64_t beat_ms; /* the last sign of life */
    bool resting;    /* suspended until there is something */
    Buf waiting;
    size_t sent; /* of `waiting` */
} Stream;

typedef struct Streams {
    Desk *desk;
    Stream all[STREAMS_MOST];
} Streams;

/* The response that follows the events; last_id NULL: not given. NULL: too many. */
struct MHD_Response *stream_begin(Streams *streams, struct MHD_Connection *connection, const DeskMatch *match,
                                  int language, const char *last_id, const char *page);
/* Wakes those for whom there is something. True when any was. */
bool streams_serve(Streams *streams, int64_t now_ms);
void streams_end(Streams *streams); /* lets all go, before the server stops */

#endif
