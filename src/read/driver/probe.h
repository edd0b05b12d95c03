/* Listens on a port that the user named, and runs every driver over what arrives. It sends nothing but the
 * requests of one driver, where the user named that too: an unknown instrument is not to be disturbed.
 * Source: read/README.md. */
#ifndef READ_DRIVER_PROBE_H
#define READ_DRIVER_PROBE_H

#include "base/buf.h"
#include "read/port/framer.h"
#include "read/port/port.h"

typedef struct ProbeLane { /* one driver over all that came */
    Framer framer;
    Indication sample; /* the last good one */
    bool heard;
    int fitted; /* bytes of the line that came nearest to a form, without fitting it */
    char nearly[256];
} ProbeLane;

enum { PROBE_KEEPS = 64 * 1024 };

typedef struct Probe {
    ProbeLane *lanes;
    int n;
    const Driver *asking; /* NULL: only listen */
    char first[32];       /* the first bytes that came */
    int first_count;
    Buf all; /* what came, up to PROBE_KEEPS */
    bool gone, stopped;
} Probe;

void probe_open(Arena *arena, Probe *probe, const Driver *const *drivers, int n);
/* Listens for so long, or until stop_fd is readable, the port is gone or a replay over. */
void probe_listen(Probe *probe, Port *port, int64_t ms, int stop_fd);
/* The lane with the most good frames (fewest bad ones among equals), or NULL. */
const ProbeLane *probe_best(const Probe *probe);

#endif
