/* HTTP, all of it (libmicrohttpd): connections in, requests to desk.c, answers and events out. One thread,
 * one loop: requests never meet each other. Source: desk/README.md, What must hold 2, 3. */
#ifndef DESK_SERVER_H
#define DESK_SERVER_H

#include "desk/desk.h"
#include "desk/state.h"

typedef struct ServerOrder {
    const char *listen;       /* address to listen on; NULL: this machine alone */
    int port;                 /* 0: a free one */
    const char *const *hosts; /* further names of this machine */
    int host_count;
    Str certificate, key; /* PEM; "" no TLS */
    bool new_key;
    int stop_fd; /* readable: stop */
    bool quiet;
} ServerOrder;

/* Serves until told to stop. False after errors (told). */
bool server_run(Desk *desk, const ServerOrder *order, Diag *diag);

#endif
