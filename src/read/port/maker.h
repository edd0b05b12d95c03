/* What the makers of ports share among themselves; nobody else includes this. */
#ifndef READ_PORT_MAKER_H
#define READ_PORT_MAKER_H

#include "read/port/port.h"

typedef struct PortOrder { /* what is to be opened */
    Arena *arena;
    Str name;         /* as the user named it */
    const char *path; /* resolved device, file, or HOST:PORT */
    LineSettings line;
    int stop_fd;
    Diag *diag;
} PortOrder;

Port *port_serial_open(const PortOrder *order,
                       bool *refused); /* *refused: libserialport cannot; try termios */
Port *port_termios_open(const PortOrder *order);
Port *port_tcp_open(const PortOrder *order);
Port *port_replay_open(const PortOrder *order);

Port *port_new(const PortOrder *order, const PortKind *kind, int fd);
Place port_place(const PortOrder *order);
/* Reading, writing and dropping on a descriptor that does not block and tells its end by EIO or 0. */
PortEvent port_fd_read(Port *port, PortChunk *out);
bool port_fd_write(Port *port, Str bytes);
void port_fd_drop(Port *port);
void port_fd_close(Port *port);

/* Resolves links and says what stands in the way: no such device, dangling link, folder, no serial device. */
bool device_resolve(PortOrder *order, bool *is_pty);
/* The message for an open() that failed with errno_: permission and its group, busy and its holder, … */
bool device_refuse(const PortOrder *order, int errno_);
/* What a tty needs beyond speed and frame, whatever opened it: parity checked (a byte of wrong parity arrives
 * as NUL, which no frame holds), hardware or software flow control, DTR kept when closing. False with errno
 * set. */
bool device_set_flags(int fd, LineSettings line);
/* Takes the device for this process alone (flock, TIOCEXCL). */
bool device_lock(const PortOrder *order, int fd, bool is_pty);

#endif
