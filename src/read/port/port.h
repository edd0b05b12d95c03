/* A small byte transport: one interface, four makers behind it (a real tty through libserialport, plain
 * termios for ptys and as its fallback, tcp:HOST:PORT for serial device servers, replay:FILE for captures and
 * raw bytes). Nothing here blocks: whoever waits, polls port->fd (live.h). Source: read/README.md, Port
 * layer. */
#ifndef READ_PORT_PORT_H
#define READ_PORT_PORT_H

#include "read/driver.h"

typedef struct Port Port;

typedef enum PortEvent {
    PORT_NOTHING, /* no bytes now */
    PORT_BYTES,
    PORT_ASKED, /* a replayed capture: these bytes were sent here; none: raw bytes begin, with a frame */
    PORT_END,   /* a replay is over */
    PORT_GONE   /* cable pulled, connection closed */
} PortEvent;

enum { PORT_CHUNK = 1024 };

typedef struct PortChunk {
    char bytes[PORT_CHUNK];
    int n;
    int64_t at_ms; /* when they came: monotonic clock, or the capture's own time */
} PortChunk;

typedef struct PortKind {
    PortEvent (*read)(Port *port, PortChunk *out); /* never waits */
    bool (*write)(Port *port, Str bytes);          /* waits a second at most */
    void (*drop)(Port *port);                      /* forgets input not yet read */
    void (*close)(Port *port);
} PortKind;

struct Port {
    const PortKind *kind;
    Str name; /* as the user named it: what messages, captures and certificates show */
    int fd;   /* to poll for input; -1: always ready (replay) */
    LineSettings line;
    void *own; /* the maker's */
};

/* Opens `name` with these settings: locked, DTR and RTS set, stale input dropped. NULL after errors, each way
 * of failing with its own message. stop_fd (or -1) ends the wait for a network connection when it is
 * readable. */
Port *port_open(Arena *arena, Str name, LineSettings line, int stop_fd, Diag *diag);
PortEvent port_read(Port *port, PortChunk *out);
/* Sends a request. Whoever expects its answer drops stale input first. False: the line is gone. */
bool port_write(Port *port, Str bytes);
void port_drop_input(Port *port);
void port_close(Port *port);
bool port_is_replay(const Port *port);

#endif
