/* See listen.h. */
#include "desk/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

static bool address_text(const struct sockaddr *address, char *out, size_t size) {
    if (address->sa_family == AF_INET)
        return inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, out, (socklen_t)size);
    if (address->sa_family == AF_INET6)
        return inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)address)->sin6_addr, out, (socklen_t)size);
    return false;
}

static bool is_outside(const struct ifaddrs *entry, int family) {
    return entry->ifa_addr && entry->ifa_addr->sa_family == family && (entry->ifa_flags & IFF_UP) &&
           !(entry->ifa_flags & IFF_LOOPBACK);
}

int listen_addresses(Arena *arena, const Str **out) {
    VEC(Str) found = {0};
    struct ifaddrs *all = NULL;
    char text[INET6_ADDRSTRLEN];
    if (getifaddrs(&all) != 0) return 0;
    for (int family = AF_INET; family; family = family == AF_INET ? AF_INET6 : 0)
        for (struct ifaddrs *entry = all; entry; entry = entry->ifa_next)
            if (is_outside(entry, family) && address_text(entry->ifa_addr, text, sizeof text))
                *VEC_PUSH(arena, &found) = str_dup(arena, str_of(text));
    freeifaddrs(all);
    *out = found.at;
    return (int)found.n;
}

/* "any address" is shown as one by which a tablet finds this machine. */
static Str shown_host(Arena *arena, const struct sockaddr *address) {
    char text[INET6_ADDRSTRLEN] = "";
    const Str *addresses;
    (void)address_text(address, text, sizeof text);
    bool any = strcmp(text, "0.0.0.0") == 0 || strcmp(text, "::") == 0;
    Str host = str_dup(arena, str_of(text));
    if (any) host = listen_addresses(arena, &addresses) ? addresses[0] : S("127.0.0.1");
    return str_find_byte(host, ':') >= 0 ? str_fmt(arena, "[%.*s]", SARG(host)) : host;
}

static int port_of(int fd) {
    struct sockaddr_storage address = {0};
    socklen_t len = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &len) != 0) return 0;
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

static bool open_socket(const struct addrinfo *info, int *fd) {
    int yes = 1;
    *fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return *fd >= 0 && setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
           bind(*fd, info->ai_addr, info->ai_addrlen) == 0 && listen(*fd, 64) == 0;
}

bool listen_open(Arena *arena, const char *address, int port, Listening *out, Diag *diag) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM},
                    *info = NULL;
    char service[16];
    const char *name = address ? address : "127.0.0.1";
    snprintf(service, sizeof service, "%d", port);
    *out = (Listening){.fd = -1};
    if (getaddrinfo(name, service, &hints, &info) != 0)
        return diag_error(diag, NO_PLACE, "--listen: expected an address such as 0.0.0.0, found '%s'", name);
    bool good = open_socket(info, &out->fd);
    int fault = errno;
    if (good) out->port = port_of(out->fd), out->host = shown_host(arena, info->ai_addr);
    freeaddrinfo(info);
    if (good) return true;
    if (out->fd >= 0) close(out->fd);
    return diag_machine(diag, NO_PLACE, "cannot listen on %s, port %d: %s", name, port, strerror(fault));
}
