/* Which serial devices there are, with the names that stay (by-id) when plugs change places. Source:
 * read/README.md. */
#ifndef READ_PORT_LIST_H
#define READ_PORT_LIST_H

#include "base/diag.h"

typedef struct PortInfo {
    Str path;        /* /dev/ttyUSB0 */
    Str by_id;       /* /dev/serial/by-id/…; "" none */
    Str description; /* as the system calls it; "" none */
    Str maker, serial;
    bool usable; /* this user may read and write it */
    Str group;   /* of the device: what to join when not */
} PortInfo;

/* False when the system would not tell (told). */
bool port_list(Arena *arena, const PortInfo **out, int *count, Diag *diag);

#endif
