/* See port.h. Picks the maker, and holds what every descriptor has in common. */
#include "read/port/maker.h"

#include "base/moment.h"

#include <errno.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

enum { WRITE_WAIT_MS = 1000 };

Place port_place(const PortOrder *order) { return place_file(order->name); }

Port *port_new(const PortOrder *order, const PortKind *kind, int fd) {
    Port *port = NEW(order->arena, Port);
    *port = (Port){kind, str_dup(order->arena, order->name), fd, order->line, NULL};
    return port;
}

static Port *open_device(PortOrder *order) {
    bool is_pty, refused = false;
    if (!device_resolve(order, &is_pty)) return NULL;
    Port *port = is_pty ? NULL : port_serial_open(order, &refused);
    if (is_pty || refused) port = port_termios_open(order);
    return port;
}

Port *port_open(Arena *arena, Str name, LineSettings line, int stop_fd, Diag *diag) {
    PortOrder order = {arena, name, NULL, line, stop_fd, diag};
    if (memchr(name.at, 0, (size_t)name.len) || !name.len) {
        diag_machine(diag, place_file(name), "no such device");
        return NULL;
    }
    order.path = str_z(arena, name);
    Port *port;
    if (str_starts(name, S("tcp:")))
        order.path += 4, port = port_tcp_open(&order);
    else if (str_starts(name, S("replay:")))
        order.path += 7, port = port_replay_open(&order);
    else
        port = open_device(&order);
    if (port) port_drop_input(port);
    return port;
}

PortEvent port_read(Port *port, PortChunk *out) { return port->kind->read(port, out); }
bool port_write(Port *port, Str bytes) { return port->kind->write(port, bytes); }
void port_drop_input(Port *port) { port->kind->drop(port); }
bool port_is_replay(const Port *port) { return port->fd < 0; }

void port_close(Port *port) {
    if (port) port->kind->close(port);
}

PortEvent port_fd_read(Port *port, PortChunk *out) {
    ssize_t n = read(port->fd, out->bytes, sizeof out->bytes);
    out->at_ms = clock_monotonic_ms();
    out->n = n > 0 ? (int)n : 0;
    if (n > 0) return PORT_BYTES;
    return n < 0 && (errno == EAGAIN || errno == EINTR) ? PORT_NOTHING : PORT_GONE;
}

bool port_fd_write(Port *port, Str bytes) {
    int64_t until = clock_monotonic_ms() + WRITE_WAIT_MS;
    while (bytes.len) {
        ssize_t n = write(port->fd, bytes.at, (size_t)bytes.len);
        if (n > 0) {
            bytes = str_skip(bytes, n);
            continue;
        }
        int64_t left = until - clock_monotonic_ms();
        if (n < 0 && errno != EAGAIN && errno != EINTR) return false;
        if (left <= 0) return false;
        struct pollfd wait = {.fd = port->fd, .events = POLLOUT};
        if (poll(&wait, 1, (int)left) > 0 && (wait.revents & (POLLERR | POLLHUP | POLLNVAL))) return false;
    }
    return true;
}

void port_fd_drop(Port *port) {
    PortChunk chunk;
    tcflush(port->fd, TCIFLUSH); /* no tty (tcp): the loop alone does it */
    for (int i = 0; i < 1000 && port_fd_read(port, &chunk) == PORT_BYTES; i++) {
    }
}

void port_fd_close(Port *port) {
    close(port->fd);
    port->fd = -1;
}
