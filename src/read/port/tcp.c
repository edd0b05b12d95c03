/* tcp:HOST:PORT, for serial device servers (ser2net, raw). The line's settings are the server's business. */
#include "read/port/maker.h"

#include "base/moment.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECT_WAIT_MS = 5000 };

/* HOST:PORT or [HOST]:PORT. */
static bool split_address(Arena *arena, const char *address, char **host, char **service) {
    const char *colon = strrchr(address, ':');
    if (!colon || colon == address || !colon[1]) return false;
    Str name = {address, colon - address};
    if (name.at[0] == '[' && name.at[name.len - 1] == ']') name = str_slice(name, 1, name.len - 1);
    *host = str_z(arena, name);
    *service = str_z(arena, str_of(colon + 1));
    int64_t number;
    return name.len && str_to_count(str_of(*service), 65535, &number) && number > 0;
}

/* 0, or the error that ended the attempt; EINTR when stop_fd did. */
static int finish_connect(int fd, int stop_fd) {
    int64_t until = clock_monotonic_ms() + CONNECT_WAIT_MS;
    struct pollfd wait[] = {{.fd = fd, .events = POLLOUT}, {.fd = stop_fd, .events = POLLIN}};
    for (;;) {
        int64_t left = until - clock_monotonic_ms();
        if (left <= 0) return ETIMEDOUT;
        int n = poll(wait, 2, (int)left);
        if (wait[1].revents) return EINTR;
        if (n > 0) break;
    }
    int fault = 0;
    socklen_t size = sizeof fault;
    return getsockopt(fd, SOL_SOCKET, SO_ERROR, &fault, &size) == 0 ? fault : errno;
}

static int try_address(const struct addrinfo *a, int stop_fd, int *fd) {
    *fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
    if (*fd < 0) return errno;
    int fault = connect(*fd, a->ai_addr, a->ai_addrlen) == 0 ? 0 : errno;
    if (fault == EINPROGRESS) fault = finish_connect(*fd, stop_fd);
    if (fault) close(*fd);
    return fault;
}

/* A server that vanishes without a word is noticed all the same. */
static void watch_far_end(int fd) {
    int on = 1, idle = 5, times = 3;
    (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &idle, sizeof idle);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &times, sizeof times);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static const PortKind tcp_port = {port_fd_read, port_fd_write, port_fd_drop, port_fd_close};

Port *port_tcp_open(const PortOrder *order) {
    char *host, *service;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    if (!split_address(order->arena, order->path, &host, &service)) {
        diag_error(order->diag, port_place(order), "expected tcp:HOST:PORT, such as tcp:192.168.1.20:4001");
        return NULL;
    }
    int fd = -1, known = getaddrinfo(host, service, &hints, &list), fault = ENOENT;
    if (known != 0) {
        diag_machine(order->diag, port_place(order), "host '%s' cannot be found: %s", host,
                     gai_strerror(known));
        return NULL;
    }
    for (const struct addrinfo *a = list; a && fault && fault != EINTR; a = a->ai_next)
        fault = try_address(a, order->stop_fd, &fd);
    freeaddrinfo(list);
    if (fault) {
        diag_machine(order->diag, port_place(order), "no connection: %s", strerror(fault));
        return NULL;
    }
    watch_far_end(fd);
    return port_new(order, &tcp_port, fd);
}
