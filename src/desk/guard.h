/* Who may ask for what. A browser is a stranger's tool: a page from elsewhere can make it send requests here,
 * and a name that suddenly means 127.0.0.1 can make it read the answers. So the address that was asked for,
 * the page that asks and the key are looked at before anything else. Source: desk/README.md, What must hold 3. */
#ifndef DESK_GUARD_H
#define DESK_GUARD_H

#include "base/arena.h"

typedef enum Method {
    METHOD_GET,
    METHOD_HEAD,
    METHOD_POST,
    METHOD_PUT,
    METHOD_PATCH,
    METHOD_DELETE,
    METHODS
} Method;
Method method_of(const char *name); /* METHODS: another */

/* What was sent, "" where it was not. */
typedef struct Caller {
    Method method;
    Str host, origin, bearer, cookie, address_key; /* the key alone in each */
    Str content_type, fetch_site, fetch_mode;
} Caller;

typedef struct Guard {
    bool asks_key; /* listens on the network */
    bool tls;
    int port;
    Str key, reading_key;
    const Str *hosts; /* names and addresses by which this machine may be asked for, without port */
    int host_count;
} Guard;

typedef enum Access { ACCESS_NONE, ACCESS_READ, ACCESS_ALL } Access;

typedef struct Admission {
    Access access;
    int status; /* 0: come in; else the answer */
    const char *why;
    bool by_address; /* the key stood in the address: the answer brings the cookie */
} Admission;

Admission guard_admit(const Guard *guard, const Caller *caller);
/* Equal, in a time that tells nothing of where they differ. */
bool key_same(Str a, Str b);
/* "tablecert-8047=KEY; other=…": the key of this port's cookie, or "". */
Str cookie_key(Str header, int port);

#endif
