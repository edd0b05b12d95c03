/* Any bytes as a request to the desk: a first line with the path, a body behind it; the same bytes as what a
 * caller says of himself. No crash, always an answer, never anything outside the folder; a match stays one that
 * can be ruled on from its beginning. */
#include "desk/desk.h"

#include <assert.h>
#include <ftw.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Arena arena;
static Desk desk;

static int send(Method method, Str path, Str body) {
    Arena scratch = {0};
    Reply reply = {0};
    Request request = {.method = method, .access = ACCESS_ALL, .path = path, .body = body, .shots = S("")};
    desk_answer(&desk, &scratch, &request, &reply);
    assert(reply.status >= 200 && reply.status < 600 && reply.type);
    buf_free(&reply.body);
    arena_free(&scratch);
    return reply.status;
}

static char folder[] = "/tmp/fuzz-desk-XXXXXX";

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at) {
    (void)info, (void)kind, (void)at;
    return remove(path);
}

static void remove_folder(void) {
    desk_close(&desk);
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void open_desk(void) {
    Diag diag = {.arena = &arena};
    bool good = mkdtemp(folder) && desk_open(&desk, &arena, folder, "en", &diag);
    atexit(remove_folder);
    assert(good);
    (void)good;
}

/* As from the network: whoever has no key is let in nowhere. */
static void as_stranger(Str text) {
    const Guard guard = {.asks_key = true, .port = 8047, .key = S("0123456789012345678901"), .reading_key = S("x")};
    Str rest = text;
    Caller caller = {.method = METHOD_POST, .host = str_cut(&rest, '\n'), .origin = str_cut(&rest, '\n')};
    caller.cookie = cookie_key(str_cut(&rest, '\n'), guard.port);
    caller.bearer = str_cut(&rest, '\n');
    Admission in = guard_admit(&guard, &caller);
    assert(in.status || key_same(caller.cookie, guard.key) || key_same(caller.bearer, guard.key));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const matches[] = {"47/2", "3-cushion", "9-ball", "14.1"};
    if (!desk.arena) open_desk();
    if (!size) return 0;
    char setup[80], path[40], shots[60];
    int game = data[0] % 4;
    snprintf(setup, sizeof setup, "{\"game\":\"%s\",\"practice\":true}", matches[game]);
    snprintf(path, sizeof path, "/api/match/m%d", game);
    snprintf(shots, sizeof shots, "%s/shot/1", path);
    send(METHOD_PUT, str_of(path), str_of(setup));
    Str body = {(const char *)data + 1, (ptrdiff_t)size - 1}, line = str_cut(&body, '\n');
    as_stranger(body);
    send((Method)(data[0] / 4 % METHODS), line, body);
    snprintf(shots, sizeof shots, "%s/shot", path);
    send(METHOD_POST, str_of(shots), body);
    snprintf(shots, sizeof shots, "%s/next", path);
    send(METHOD_PUT, str_of(shots), body);
    snprintf(shots, sizeof shots, "%s/ask", path);
    send(METHOD_POST, str_of(shots), body);
    assert(send(METHOD_GET, str_of(path), S("")) == 200);
    snprintf(shots, sizeof shots, "%s/shot/1", path);
    send(METHOD_DELETE, str_of(shots), S(""));
    return 0;
}
