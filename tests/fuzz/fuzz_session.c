/* Any bytes as a recorded session, and as a measuring file to be resumed: no crash; what a refused or torn file
 * held is left in place or set aside, never lost. The first byte chooses. */
#include "read/port/live.h"
#include "read/csv/rows.h"
#include "read/driver/table.h"

#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put_file(const char *path, const char *head, const uint8_t *data, size_t size) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert(fd >= 0 && write(fd, head, strlen(head)) == (ssize_t)strlen(head));
    assert(write(fd, data, size) == (ssize_t)size);
    close(fd);
}

static ssize_t file_size(const char *path) {
    int fd = open(path, O_RDONLY);
    off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
    if (fd >= 0) close(fd);
    return size;
}

static void ignore(void *context, Live *live, const LiveEvent *event) {
    if (event->kind == LIVE_EVENT_HEARD && event->heard->decoded.kind == DECODED_READING)
        assert(event->heard->decoded.n > 0 && event->heard->decoded.n <= INDICATIONS_MOST);
}

static void replay(Arena *arena, const char *path, const char *driver, Diag *diag) {
    const LiveOrder order = {.arena = arena, .driver = driver_find(arena, str_of(driver), NULL, diag),
                             .port = str_fmt(arena, "replay:%s", path), .stop_fd = -1, .diag = diag};
    Live *live = live_open(&order);
    while (live && live->state == LIVE_OPEN) live_step(live, ignore, NULL);
    live_close(live);
}

static void resume(Arena *arena, const char *path, Diag *diag) {
    ssize_t before = file_size(path);
    char torn[80];
    snprintf(torn, sizeof torn, "%s.torn", path);
    unlink(torn);
    Rows *rows = rows_open(arena, str_of(path), true, diag);
    assert(rows || diag_failed(diag));
    if (!rows) assert(file_size(path) == before);
    else if (rows_append(rows, (Row){S("T"), S("bed.length"), S("left"), S("1"), S("cm"), S(""), S("a, \"b\""), 0, 0}))
        assert(file_size(path) + (file_size(torn) > 0 ? file_size(torn) - 1 : 0) > before);
    ptrdiff_t n = rows ? rows->at.n : 0;
    rows_close(rows);
    Rows *again = n ? rows_open(arena, str_of(path), true, diag) : NULL;
    assert(!n || (again && again->at.n == n));
    rows_close(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const drivers[] = {"mt-sics", "lutron", "km", "center"};
    char path[64];
    Arena arena = {0};
    Diag diag = {.arena = &arena, .most = 50};
    if (!size) return 0;
    snprintf(path, sizeof path, "/dev/shm/fuzz_session.%d", (int)getpid());
    bool whole = data[0] & 8;
    if (data[0] & 16) {
        put_file(path, whole ? "" : "table,item,point,value,unit,instrument,note,state,time\n", data + 1, size - 1);
        resume(&arena, path, &diag);
    } else {
        put_file(path, whole ? "" : "# tablecert capture 1\n", data + 1, size - 1);
        replay(&arena, path, drivers[data[0] & 3], &diag);
    }
    arena_free(&arena);
    return 0;
}
