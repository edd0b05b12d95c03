/* The socket the desk listens on, and what this machine is called from outside. */
#ifndef DESK_LISTEN_H
#define DESK_LISTEN_H

#include "base/diag.h"

typedef struct Listening {
    int fd;
    int port;
    Str host; /* as it stands in an address: "127.0.0.1", "[fe80::1]" */
} Listening;

/* address NULL: 127.0.0.1. False after errors (told): no address of this machine, the port is taken. */
bool listen_open(Arena *arena, const char *address, int port, Listening *out, Diag *diag);
/* The addresses of this machine, as they stand in an address. */
int listen_addresses(Arena *arena, const Str **out);

#endif
