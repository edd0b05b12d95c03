/* See server.h. Who connects is remembered with the time of his last whole request: who is slow, or keeps
 * many connections, loses the oldest idle one of his own, and never one with a request on it. A page that was
 * left hangs up without a word: such a connection still looks like a listener, is told from one by looking
 * into its socket, and does not count. A body that is not wanted is read and thrown away, so that its sender
 * hears why. */
#include "desk/server.h"

#include "base/moment.h"
#include "base/out.h"
#include "desk/listen.h"
#include "desk/stream.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <qrencode.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PEERS_MOST = 64,
    PEERS_OF_ONE = 8,
    SLOW_MS = 15000,
    FRESH_MS = 1000,
    PHOTO_MS = 120000,
    THROWN_AWAY_MOST = 32 << 20
};

typedef struct Peer {         /* one connection */
    bool used, listens, busy; /* listens: an event stream; busy: a request is being read or answered */
    int fd;
    struct sockaddr_storage address;
    int64_t since_ms, until_ms;
} Peer;

typedef struct Server {
    Desk *desk;
    Guard guard;
    struct MHD_Daemon *daemon;
    Streams streams;
    Peer peers[PEERS_MOST];
} Server;

typedef struct Transfer { /* one request while it comes in */
    Admission admission;
    bool admitted;
    Request request;
    char *path;
    size_t most, came;
    Buf body;
} Transfer;

/* ---- peers */

static bool same_address(const struct sockaddr_storage *a, const struct sockaddr_storage *b) {
    if (a->ss_family != b->ss_family) return false;
    if (a->ss_family == AF_INET6)
        return memcmp(&((const struct sockaddr_in6 *)a)->sin6_addr,
                      &((const struct sockaddr_in6 *)b)->sin6_addr, sizeof(struct in6_addr)) == 0;
    return ((const struct sockaddr_in *)a)->sin_addr.s_addr ==
           ((const struct sockaddr_in *)b)->sin_addr.s_addr;
}

/* What is to be lost with a connection, from nothing to an answer that somebody waits for. */
typedef enum Loss {
    LOSS_NONE,   /* hung up already, here or there */
    LOSS_IDLE,   /* its client opens another */
    LOSS_STREAM, /* a page that is still there comes back by itself */
    LOSS_FRESH,  /* its request may be on the way */
    LOSS_REQUEST
} Loss;

static Loss loss(const Peer *peer, int64_t now_ms) {
    char byte;
    if (peer->busy && !peer->listens) return LOSS_REQUEST;
    ssize_t n = recv(peer->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) return LOSS_NONE;
    if (peer->listens) return LOSS_STREAM;
    if (n > 0) return LOSS_REQUEST;
    return now_ms - peer->since_ms < FRESH_MS ? LOSS_FRESH : LOSS_IDLE;
}

static bool is_of(const Peer *peer, const struct sockaddr_storage *address) {
    return peer->used && (!address || same_address(address, &peer->address));
}

/* How many are connected; from one address, or (NULL) from all. */
static int connected(const Server *server, const struct sockaddr_storage *of, int64_t now_ms) {
    int n = 0;
    for (int i = 0; i < PEERS_MOST; i++)
        n += is_of(&server->peers[i], of) && loss(&server->peers[i], now_ms) != LOSS_NONE;
    return n;
}

/* The connection with which the least is lost, of those the one that has been so for the longest; NULL: on
 * each there is a request. */
static Peer *least_needed(Server *server, const struct sockaddr_storage *of, int64_t now_ms) {
    Peer *best = NULL;
    Loss least = LOSS_REQUEST;
    for (int i = 0; i < PEERS_MOST; i++) {
        Peer *peer = &server->peers[i];
        Loss lost = is_of(peer, of) ? loss(peer, now_ms) : LOSS_NONE;
        if (lost == LOSS_NONE || lost == LOSS_REQUEST || lost > least) continue;
        if (lost == least && best && best->since_ms <= peer->since_ms) continue;
        best = peer;
        least = lost;
    }
    return best;
}

static void drop(const Peer *peer) { shutdown(peer->fd, SHUT_RDWR); }

/* Room for one more, made by closing the least needed if there must be. */
static bool make_room(Server *server, const struct sockaddr_storage *of, int most) {
    int64_t now_ms = clock_monotonic_ms();
    if (connected(server, of, now_ms) < most) return true;
    const Peer *peer = least_needed(server, of, now_ms);
    if (peer) drop(peer);
    return peer != NULL;
}

static enum MHD_Result on_accept(void *context, const struct sockaddr *address, socklen_t len) {
    struct sockaddr_storage of = {0};
    memcpy(&of, address, len < sizeof of ? len : sizeof of);
    return make_room(context, &of, PEERS_OF_ONE) && make_room(context, NULL, PEERS_MOST - 2) ? MHD_YES
                                                                                             : MHD_NO;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                          enum MHD_ConnectionNotificationCode code) {
    Server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (*socket_context) *(Peer *)*socket_context = (Peer){0};
        return;
    }
    for (int i = 0; i < PEERS_MOST && !*socket_context; i++) {
        Peer *peer = &server->peers[i];
        if (peer->used) continue;
        const struct sockaddr *address =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
        *peer = (Peer){.used = true, .since_ms = clock_monotonic_ms()};
        peer->until_ms = peer->since_ms + SLOW_MS;
        peer->fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        memcpy(&peer->address, address,
               address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in));
        *socket_context = peer;
    }
}

static Peer *peer_of(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/* After what had come was read: what comes since is a request that just begins. */
static void drop_slow(Server *server, int64_t now_ms) {
    for (int i = 0; i < PEERS_MOST; i++) {
        Peer *peer = &server->peers[i];
        if (!peer->used || peer->listens || now_ms < peer->until_ms) continue;
        if (peer->busy || loss(peer, now_ms) != LOSS_REQUEST) drop(peer);
    }
}

/* ---- answers */

static const struct {
    const char *name, *value;
} always[] = {
    {"Content-Security-Policy",
     "default-src 'self'; img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; "
     "form-action 'self'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

/* Who has as many connections as he may is told to end this one: that loses nothing. */
static bool is_crowded(const Server *server, struct MHD_Connection *connection) {
    const Peer *peer = peer_of(connection);
    return !peer || connected(server, &peer->address, clock_monotonic_ms()) >= PEERS_OF_ONE;
}

static void add_cookie(const Server *server, struct MHD_Response *response, Access access) {
    char cookie[160];
    Str key = access == ACCESS_ALL ? server->guard.key : server->guard.reading_key;
    snprintf(cookie, sizeof cookie, "tablecert-%d=%.*s; Path=/; HttpOnly; SameSite=Strict%s",
             server->guard.port, SARG(key), server->guard.tls ? "; Secure" : "");
    MHD_add_response_header(response, "Set-Cookie", cookie);
}

static enum MHD_Result send_reply(Server *server, struct MHD_Connection *connection, const Transfer *transfer,
                                  struct MHD_Response *response, int status, const char *type) {
    if (!response) return MHD_NO;
    MHD_add_response_header(response, "Content-Type", type);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        MHD_add_response_header(response, always[i].name, always[i].value);
    if (transfer->admission.by_address) add_cookie(server, response, transfer->admission.access);
    if (!transfer->admitted || is_crowded(server, connection))
        MHD_add_response_header(response, "Connection", "close");
    enum MHD_Result queued = MHD_queue_response(connection, (unsigned)status, response);
    MHD_destroy_response(response);
    return queued;
}

static enum MHD_Result send_fault(Server *server, struct MHD_Connection *connection, const Transfer *transfer,
                                  int status, const char *why) {
    Arena arena = {0};
    RowFaults faults = {.arena = &arena};
    Buf out = {0};
    row_fault(&faults, 0, NULL, "%s", why);
    row_faults_json(&faults, &out);
    arena_free(&arena);
    struct MHD_Response *response = MHD_create_response_from_buffer(out.len, out.at, MHD_RESPMEM_MUST_COPY);
    buf_free(&out);
    return send_reply(server, connection, transfer, response, status, "application/json");
}

static enum MHD_Result send_events(Server *server, struct MHD_Connection *connection, Transfer *transfer,
                                   const Reply *reply) {
    const char *last = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Last-Event-ID");
    const char *page = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "page");
    struct MHD_Response *response =
        stream_begin(&server->streams, connection, reply->match, transfer->request.spoken, last, page);
    Peer *peer = peer_of(connection);
    if (!response) return send_fault(server, connection, transfer, 503, "too many pages listen");
    if (peer) peer->listens = true;
    return send_reply(server, connection, transfer, response, 200, reply->type);
}

/* By it a page tells whether an answer or an event that overtook it is the later state. */
static void add_news(struct MHD_Response *response, int64_t news) {
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)news);
    MHD_add_response_header(response, "Desk-News", number);
}

static enum MHD_Result send_answer(Server *server, struct MHD_Connection *connection, Transfer *transfer) {
    Arena scratch = {0};
    Reply reply = {0};
    transfer->request.body = buf_str(&transfer->body);
    desk_answer(server->desk, &scratch, &transfer->request, &reply);
    enum MHD_Result queued;
    if (reply.stream) {
        queued = send_events(server, connection, transfer, &reply);
    } else {
        struct MHD_Response *response =
            MHD_create_response_from_buffer(reply.body.len, reply.body.at, MHD_RESPMEM_MUST_COPY);
        if (response && reply.news) add_news(response, reply.news);
        queued = send_reply(server, connection, transfer, response, reply.status, reply.type);
    }
    buf_free(&reply.body);
    arena_free(&scratch);
    return queued;
}

/* ---- requests */

static Str header(struct MHD_Connection *connection, const char *name) {
    return str_of(MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name));
}

static Str argument(struct MHD_Connection *connection, const char *name) {
    return str_of(MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name));
}

static Caller read_caller(const Server *server, struct MHD_Connection *connection, Method method) {
    Str authorization = header(connection, "Authorization");
    bool bearer = authorization.len > 7 && str_eq_fold(str_slice(authorization, 0, 7), S("Bearer "));
    return (Caller){.method = method,
                    .host = header(connection, "Host"),
                    .origin = header(connection, "Origin"),
                    .bearer = bearer ? str_trim(str_skip(authorization, 7)) : S(""),
                    .cookie = cookie_key(header(connection, "Cookie"), server->guard.port),
                    .address_key = argument(connection, "key"),
                    .content_type = header(connection, "Content-Type"),
                    .fetch_site = header(connection, "Sec-Fetch-Site"),
                    .fetch_mode = header(connection, "Sec-Fetch-Mode")};
}

/* As soon as the first line of a request is read; its time begins here, however long the connection rested.
 */
static void *on_first_line(void *context, const char *uri, struct MHD_Connection *connection) {
    Peer *peer = peer_of(connection);
    (void)context, (void)uri;
    if (!peer) return NULL;
    peer->busy = true;
    peer->until_ms = clock_monotonic_ms() + SLOW_MS;
    return NULL;
}

static Transfer *begin(Server *server, struct MHD_Connection *connection, const char *url,
                       const char *method) {
    Transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer || !(transfer->path = strdup(url))) return free(transfer), NULL;
    Caller caller = read_caller(server, connection, method_of(method));
    transfer->admission = guard_admit(&server->guard, &caller);
    transfer->admitted = transfer->admission.status == 0;
    Request *request = &transfer->request;
    *request = (Request){.method = caller.method,
                         .access = transfer->admission.access,
                         .path = str_of(transfer->path),
                         .shots = argument(connection, "shots"),
                         .language = argument(connection, "lang")};
    const char *accept = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Language");
    request->spoken = desk_language(server->desk, request->language, accept);
    transfer->most = transfer->admitted ? desk_body_most(request) : 0;
    Peer *peer = peer_of(connection);
    if (peer && transfer->admitted && str_ends(request->path, S("/photo")))
        peer->until_ms = clock_monotonic_ms() + PHOTO_MS;
    return transfer;
}

/* False: far too much; the connection ends. */
static bool take_in(Transfer *transfer, const char *bytes, size_t n) {
    transfer->came += n;
    if (transfer->came > THROWN_AWAY_MOST) return false;
    if (transfer->came <= transfer->most)
        buf_put(&transfer->body, (Str){bytes, (ptrdiff_t)n});
    else
        buf_free(&transfer->body);
    return true;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **request_context) {
    Server *server = context;
    Transfer *transfer = *request_context;
    (void)version;
    if (!transfer) return (*request_context = begin(server, connection, url, method)) ? MHD_YES : MHD_NO;
    if (*upload_size) {
        bool good = take_in(transfer, upload, *upload_size);
        *upload_size = 0;
        return good ? MHD_YES : MHD_NO;
    }
    if (!transfer->admitted)
        return send_fault(server, connection, transfer, transfer->admission.status, transfer->admission.why);
    if (transfer->came > transfer->most)
        return send_fault(server, connection, transfer, 413, "the body is too long");
    return send_answer(server, connection, transfer);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **request_context,
                         enum MHD_RequestTerminationCode code) {
    Transfer *transfer = *request_context;
    Peer *peer = peer_of(connection);
    (void)context, (void)code;
    if (peer) {
        peer->listens = peer->busy = false;
        peer->since_ms = clock_monotonic_ms();
        peer->until_ms = peer->since_ms + SLOW_MS;
    }
    if (!transfer) return;
    buf_free(&transfer->body);
    free(transfer->path);
    free(transfer);
    *request_context = NULL;
}

/* ---- the first lines */

static void print_qr(Buf *out, const char *text) {
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (!code) return;
    for (int y = -2; y < code->width + 2; y += 2) {
        for (int x = -2; x < code->width + 2; x++) {
            bool dark[2] = {false, false};
            for (int k = 0; k < 2; k++)
                if (x >= 0 && x < code->width && y + k >= 0 && y + k < code->width)
                    dark[k] = code->data[(y + k) * code->width + x] & 1;
            buf_put(out, dark[0] ? (dark[1] ? S(" ") : S("\u2584")) : (dark[1] ? S("\u2580") : S("\u2588")));
        }
        buf_byte(out, '\n');
    }
    QRcode_free(code);
}

static bool print_address(const Server *server, const ServerOrder *order, const Listening *listening,
                          Diag *diag) {
    const Guard *guard = &server->guard;
    Arena *arena = server->desk->arena;
    Buf out = {0};
    Str base =
        str_fmt(arena, "%s://%.*s:%d/", guard->tls ? "https" : "http", SARG(listening->host), guard->port);
    Str whole = guard->asks_key ? str_fmt(arena, "%.*s?key=%.*s", SARG(base), SARG(guard->key)) : base;
    buf_printf(&out, "desk: %.*s \u00b7 folder %s \u00b7 stop with Ctrl-C%s\n", SARG(whole),
               server->desk->folder.path,
               guard->asks_key && !guard->tls
                   ? " \u00b7 not encrypted: a listener on the same network can read along"
                   : "");
    if (guard->asks_key) {
        buf_printf(&out, "desk, only to read: %.*s?key=%.*s\n", SARG(base), SARG(guard->reading_key));
        if (!order->quiet) print_qr(&out, str_z(arena, whole));
    }
    bool good = out_stdout(buf_str(&out), diag);
    buf_free(&out);
    return good;
}

/* ---- the loop */

static bool make_guard(Server *server, const ServerOrder *order, const Listening *listening, Diag *diag) {
    Arena *arena = server->desk->arena;
    VEC(Str) hosts = {0};
    DeskKeys keys = {0};
    const Str *addresses;
    int n = listen_addresses(arena, &addresses);
    for (int i = 0; i < n; i++) *VEC_PUSH(arena, &hosts) = addresses[i];
    for (int i = 0; i < order->host_count; i++) *VEC_PUSH(arena, &hosts) = str_of(order->hosts[i]);
    if (order->listen && !desk_keys(arena, server->desk->folder.absolute, order->new_key, &keys, diag))
        return false;
    server->guard = (Guard){.asks_key = order->listen != NULL,
                            .tls = order->certificate.len > 0,
                            .port = listening->port,
                            .key = keys.key,
                            .reading_key = keys.reading,
                            .hosts = hosts.at,
                            .host_count = (int)hosts.n};
    return true;
}

/* A NUL in an address would end it early, behind the back of whoever checks it; as U+0001 it is refused. */
static size_t on_unescape(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    for (char *at = text; (at = strstr(at, "%00")); at += 3) at[2] = '1';
    return MHD_http_unescape(text);
}

static void log_nothing(void *context, const char *format, va_list list) {
    (void)context, (void)format, (void)list;
}

static bool start(Server *server, const ServerOrder *order, const Listening *listening, Diag *diag) {
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (server->guard.tls ? MHD_USE_TLS : 0U);
    struct MHD_OptionItem secret[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, str_z(server->desk->arena, order->certificate)},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, str_z(server->desk->arena, order->key)},
        {MHD_OPTION_END, 0, NULL}};
    if (!server->guard.tls) secret[0].option = MHD_OPTION_END;
    server->daemon = MHD_start_daemon(
        flags, 0, on_accept, server, on_request, server, MHD_OPTION_EXTERNAL_LOGGER, log_nothing, NULL,
        MHD_OPTION_LISTEN_SOCKET, listening->fd, MHD_OPTION_CONNECTION_LIMIT, (unsigned)PEERS_MOST,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)(PHOTO_MS / 1000), MHD_OPTION_NOTIFY_COMPLETED, on_completed,
        server, MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_UNESCAPE_CALLBACK,
        on_unescape, NULL, MHD_OPTION_URI_LOG_CALLBACK, on_first_line, NULL, MHD_OPTION_ARRAY, secret,
        MHD_OPTION_END);
    if (server->daemon) return true;
    close(listening->fd);
    return diag_machine(diag, NO_PLACE,
                        server->guard.tls ? "the desk cannot serve: are certificate and key a pair?"
                                          : "the desk cannot serve here");
}

static int wait_ms(const Server *server, bool woken) {
    MHD_UNSIGNED_LONG_LONG most;
    if (woken) return 0;
    if (MHD_get_timeout(server->daemon, &most) == MHD_YES && most < 250) return (int)most;
    return 250;
}

static void serve(Server *server, int stop_fd) {
    int events_fd = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    struct pollfd ready[] = {{.fd = events_fd, .events = POLLIN}, {.fd = stop_fd, .events = POLLIN}};
    bool woken = false;
    while (!ready[1].revents) {
        if (poll(ready, 2, wait_ms(server, woken)) < 0 && errno != EINTR) return;
        MHD_run(server->daemon);
        int64_t now_ms = clock_monotonic_ms();
        drop_slow(server, now_ms);
        desk_turn(server->desk);
        woken = streams_serve(&server->streams, now_ms);
    }
}

bool server_run(Desk *desk, const ServerOrder *order, Diag *diag) {
    Server *server = NEW(desk->arena, Server);
    Listening listening;
    server->desk = server->streams.desk = desk;
    if (!listen_open(desk->arena, order->listen, order->port, &listening, diag)) return false;
    if (!make_guard(server, order, &listening, diag) || !start(server, order, &listening, diag)) return false;
    bool good = print_address(server, order, &listening, diag);
    if (good) serve(server, order->stop_fd);
    streams_end(&server->streams);
    MHD_stop_daemon(server->daemon);
    return good;
}
