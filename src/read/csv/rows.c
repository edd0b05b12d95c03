/* See rows.h. */
#include "read/csv/rows.h"

#include "base/buf.h"
#include "base/moment.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER "table,item,point,value,unit,instrument,note,state,time\n"
enum { CELLS = 9, LARGEST = 64 << 20 };
static const int64_t YEAR_9999 = 253370764800000; /* nothing later can be written with four digits */

static Place whole(const Rows *rows) { return place_file(rows->name); }
Place rows_place(const Rows *rows, const Row *row) { return (Place){rows->name, row->line, 1, {"", 0}}; }

/* ---- a row as text */

static void put_cell(Buf *out, Str text, char end) {
    bool plain =
        str_find_byte(text, ',') < 0 && str_find_byte(text, '"') < 0 && str_trim(text).len == text.len;
    if (!plain) buf_byte(out, '"');
    for (ptrdiff_t i = 0; i < text.len; i++) {
        if (text.at[i] == '"') buf_byte(out, '"');
        buf_byte(out, text.at[i]);
    }
    if (!plain) buf_byte(out, '"');
    buf_byte(out, end);
}

static void put_time(Buf *out, int64_t utc_ms) {
    Moment moment = {.given = true, .to_the_second = true, .utc_ms = utc_ms};
    Date date = moment_date(moment);
    int ms = (int)(utc_ms - date_days(date) * 86400000);
    buf_printf(out, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ\n", date.year, date.month, date.day, ms / 3600000,
               ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
}

static void put_row(Buf *out, const Row *row) {
    put_cell(out, row->table, ',');
    put_cell(out, row->item, ',');
    put_cell(out, row->point, ',');
    put_cell(out, row->value, ',');
    put_cell(out, row->unit, ',');
    put_cell(out, row->instrument, ',');
    put_cell(out, row->note, ',');
    buf_put(out, S("ok,"));
    put_time(out, row->utc_ms);
}

/* ---- a row read back */

/* The next cell of *rest, which must not be at its end; false when a quote is not closed or closed too early.
 */
static bool take_cell(Arena *arena, Str *rest, Str *out, bool *last) {
    char *text = arena_alloc(arena, (size_t)rest->len + 1);
    ptrdiff_t n = 0, i = 0;
    bool quoted = rest->len && rest->at[0] == '"';
    for (i = quoted; i < rest->len; i++) {
        char c = rest->at[i];
        if (quoted && c == '"' && i + 1 < rest->len && rest->at[i + 1] == '"')
            i++;
        else if (c == (quoted ? '"' : ','))
            break;
        text[n++] = c;
    }
    if (quoted && (i++ == rest->len || (i < rest->len && rest->at[i] != ','))) return false;
    *last = i >= rest->len;
    *rest = str_skip(*rest, i + 1);
    *out = (Str){text, n};
    return true;
}

static bool read_row(Arena *arena, Str line, Row *row) {
    Str cells[CELLS];
    bool last = false;
    Moment time;
    const char *reason;
    if (text_utf8_fault(line) >= 0 || text_control(line, false) >= 0) return false;
    for (int i = 0; i < CELLS; i++)
        if (last || !take_cell(arena, &line, &cells[i], &last)) return false;
    Str stamp = cells[CELLS - 1];
    if (!last || !str_ends(stamp, S("Z")) || !moment_parse(stamp, &time, &reason) || !time.to_the_second)
        return false;
    if (time.utc_ms >= YEAR_9999) return false;
    *row = (Row){cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], time.utc_ms, 0};
    return row->item.len && row->value.len && str_eq(cells[7], S("ok"));
}

/* ---- bytes and the disk */

static bool write_all(int fd, Str bytes) {
    while (bytes.len) {
        ssize_t n = write(fd, bytes.at, (size_t)bytes.len);
        if (n > 0)
            bytes = str_skip(bytes, n);
        else if (n == 0 || errno != EINTR)
            return false;
    }
    return true;
}

static bool refuse(const Rows *rows, const char *what) {
    return diag_machine(rows->diag, whole(rows), "%s: %s", what, strerror(errno));
}

static void sync_folder(const Rows *rows) {
    Str folder = str_of(rows->path);
    while (folder.len && folder.at[folder.len - 1] != '/') folder.len--;
    int fd = open(folder.len ? str_z(rows->arena, folder) : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    close(fd);
}

/* Appends whole or not at all. */
static bool append(Rows *rows, Str bytes) {
    bool ok =
        lseek(rows->fd, rows->size, SEEK_SET) >= 0 && write_all(rows->fd, bytes) && fsync(rows->fd) == 0;
    int fault = errno;
    if (ok) return rows->size += bytes.len, true;
    if (ftruncate(rows->fd, rows->size) == 0) (void)fsync(rows->fd);
    errno = fault;
    return refuse(rows, "cannot be written");
}

static bool load(Rows *rows, Str *out) {
    char *bytes = arena_alloc(rows->arena, (size_t)rows->size + 1);
    *out = (Str){bytes, 0};
    while (out->len < rows->size) {
        ssize_t n = pread(rows->fd, bytes + out->len, (size_t)(rows->size - out->len), out->len);
        if (n == 0) break;
        if (n > 0)
            out->len += n;
        else if (errno != EINTR)
            return refuse(rows, "cannot be read");
    }
    return true;
}

/* ---- resuming */

static bool set_aside(Rows *rows, Str torn, int line) {
    char *side = str_z(rows->arena, str_fmt(rows->arena, "%s.torn", rows->path));
    int fd = open(side, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_all(fd, torn) && write_all(fd, S("\n")) && fsync(fd) == 0;
    if (fd >= 0 && close(fd) != 0) ok = false;
    if (!ok)
        return diag_machine(rows->diag, place_file(str_of(side)), "cannot be written: %s", strerror(errno));
    rows->size -= torn.len;
    if (ftruncate(rows->fd, rows->size) != 0 || fsync(rows->fd) != 0)
        return refuse(rows, "cannot be written");
    Place place = {rows->name, line, 1, {"", 0}};
    diag_warning(rows->diag, place, "the last row was torn (%d bytes); it is set aside in %s", (int)torn.len,
                 side);
    return true;
}

static bool keep_row(Rows *rows, Row row, int line) {
    row.line = line;
    Place place = rows_place(rows, &row);
    if (rows->at.n && row.utc_ms <= rows->at.at[rows->at.n - 1].utc_ms)
        return diag_error(rows->diag, place,
                          "the time does not rise; expected rows in the order they were measured");
    *VEC_PUSH(rows->arena, &rows->at) = row;
    return true;
}

/* What follows the last line end: a whole row that lacks only its line end, or a torn one. */
static bool mend_tail(Rows *rows, Str tail, int line) {
    Row row;
    if (!tail.len) return true;
    if (line == 1 || !read_row(rows->arena, tail, &row)) return set_aside(rows, tail, line);
    return append(rows, S("\n")) && keep_row(rows, row, line);
}

static bool read_back(Rows *rows) {
    Str rest, line;
    bool ok = true;
    if (!load(rows, &rest)) return false;
    for (int number = 1;; number++) {
        Row row;
        ptrdiff_t end = str_find_byte(rest, '\n');
        if (end < 0) return ok && mend_tail(rows, rest, number);
        line = str_slice(rest, 0, end);
        rest = str_skip(rest, end + 1);
        Place place = {rows->name, number, 1, {"", 0}};
        if (number == 1 && !str_eq(line, str_slice(S(HEADER), 0, (ptrdiff_t)sizeof HEADER - 2)))
            return diag_error(rows->diag, place,
                              "this file was not begun by 'measure': expected the columns %.*s",
                              (int)sizeof HEADER - 2, HEADER);
        if (number > 1 && !read_row(rows->arena, line, &row))
            ok = diag_error(rows->diag, place, "this row is damaged; expected %d cells that end in a time",
                            CELLS);
        else if (number > 1)
            ok = keep_row(rows, row, number) && ok;
    }
}

/* ---- opening */

static bool lock(const Rows *rows) {
    struct stat mine, there;
    if (flock(rows->fd, LOCK_EX | LOCK_NB) != 0)
        return diag_machine(rows->diag, whole(rows), "is being written by another 'measure'; one at a time");
    if (fstat(rows->fd, &mine) != 0 || stat(rows->path, &there) != 0 || mine.st_ino != there.st_ino)
        return diag_machine(rows->diag, whole(rows), "was replaced by another 'measure' this very moment");
    return true;
}

static bool check_file(Rows *rows, bool resume) {
    struct stat info;
    if (fstat(rows->fd, &info) != 0) return refuse(rows, "cannot be read");
    if (!S_ISREG(info.st_mode)) return diag_machine(rows->diag, whole(rows), "is no regular file");
    if (!lock(rows)) return false;
    if (info.st_size > LARGEST)
        return diag_error(rows->diag, whole(rows), "is too large for a measuring session");
    if (fstat(rows->fd, &info) == 0) rows->size = info.st_size;
    if (rows->size && !resume)
        return diag_error(rows->diag, whole(rows),
                          "exists already; --resume continues it, another --output begins anew");
    return !rows->size || read_back(rows);
}

static bool start_file(Rows *rows) {
    if (rows->size) return true;
    if (!append(rows, S(HEADER))) return false;
    sync_folder(rows);
    return true;
}

/* Links are followed once and for all, so that the file they name is replaced and the link stays. */
static const char *real_path(Arena *arena, const char *path) {
    char *real = realpath(path, NULL);
    const char *copy = str_z(arena, str_of(real ? real : path));
    free(real);
    return copy;
}

Rows *rows_open(Arena *arena, Str name, bool resume, Diag *diag) {
    Rows *rows = NEW(arena, Rows);
    const char *path = str_z(arena, name);
    *rows = (Rows){.arena = arena, .path = path, .name = name, .diag = diag};
    rows->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (rows->fd < 0) {
        refuse(rows, "cannot be written");
        return NULL;
    }
    rows->path = real_path(arena, path);
    if (check_file(rows, resume) && start_file(rows)) return rows;
    rows_close(rows);
    return NULL;
}

void rows_close(Rows *rows) {
    if (rows) close(rows->fd);
}

/* ---- changing */

static int64_t next_time(const Rows *rows) {
    int64_t now = moment_now().utc_ms, last = rows->at.n ? rows->at.at[rows->at.n - 1].utc_ms : INT64_MIN;
    return now > last ? now : last + 1;
}

static Row own_copy(Rows *rows, Row row) {
    Str *const strings[7] = {&row.table, &row.item,       &row.point, &row.value,
                             &row.unit,  &row.instrument, &row.note};
    for (int i = 0; i < 7; i++) *strings[i] = str_dup(rows->arena, *strings[i]);
    row.utc_ms = next_time(rows);
    return row;
}

/* The new file is locked before it takes the old one's name, so that no second writer finds a gap. */
static bool swap_file(Rows *rows, Str bytes) {
    char *temporary = str_z(rows->arena, str_fmt(rows->arena, "%s.%ld.tmp", rows->path, (long)getpid()));
    struct stat info;
    mode_t mode = fstat(rows->fd, &info) == 0 ? info.st_mode & 0777 : 0666;
    unlink(temporary);
    int fd = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0) return refuse(rows, "cannot be written");
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && write_all(fd, bytes) && fsync(fd) == 0 &&
        rename(temporary, rows->path) == 0) {
        close(rows->fd);
        rows->fd = fd, rows->size = bytes.len;
        sync_folder(rows);
        return true;
    }
    int fault = errno;
    close(fd);
    unlink(temporary);
    errno = fault;
    return refuse(rows, "cannot be written");
}

/* Between two readings somebody may have removed the file, or saved something else in its place. Removed, it
 * is made again: we still hold it. Anything else is not ours to settle. */
static bool still_ours(Rows *rows) {
    struct stat mine, there;
    if (fstat(rows->fd, &mine) != 0) return refuse(rows, "cannot be read");
    bool whole_size = mine.st_size == rows->size, found = stat(rows->path, &there) == 0;
    if (whole_size && found && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev) return true;
    Str bytes;
    if (found || !whole_size || errno != ENOENT)
        return diag_machine(rows->diag, whole(rows), "was changed by another program while it was measured");
    if (!load(rows, &bytes) || !swap_file(rows, bytes)) return false;
    diag_warning(rows->diag, whole(rows), "was removed while it was measured, and is made again");
    return true;
}

bool rows_append(Rows *rows, Row row) {
    Buf line = {0};
    row = own_copy(rows, row);
    put_row(&line, &row);
    bool ok = still_ours(rows) && append(rows, buf_str(&line));
    buf_free(&line);
    if (ok) *VEC_PUSH(rows->arena, &rows->at) = row;
    return ok;
}

bool rows_replace(Rows *rows, ptrdiff_t index, const Row *row) {
    Buf file = {0};
    Row added = row ? own_copy(rows, *row) : (Row){0};
    buf_put(&file, S(HEADER));
    for (ptrdiff_t i = 0; i < rows->at.n; i++)
        if (i != index) put_row(&file, &rows->at.at[i]);
    if (row) put_row(&file, &added);
    bool ok = still_ours(rows) && swap_file(rows, buf_str(&file));
    buf_free(&file);
    if (!ok) return false;
    memmove(&rows->at.at[index], &rows->at.at[index + 1], sizeof(Row) * (size_t)(rows->at.n - index - 1));
    rows->at.n--;
    if (row) *VEC_PUSH(rows->arena, &rows->at) = added;
    return true;
}
