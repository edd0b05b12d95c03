/* See capture.h. */
#include "read/port/capture.h"

#include "base/moment.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static const char MAGIC[] = "# tablecert capture 1\n";
enum {
    PIECE_GAP_MS = 50, /* bytes that come closer together share a line */
    CAME_MOST = 16     /* of what came; a request stands in one line */
};

static void put(Capture *capture, Str text) {
    while (text.len && !capture->failed) {
        ssize_t n = write(capture->fd, text.at, (size_t)text.len);
        if (n > 0)
            text = str_skip(text, n);
        else if (n < 0 && errno != EINTR) {
            capture->failed = true;
            diag_machine(capture->diag, place_file(capture->path), "cannot be written: %s", strerror(errno));
        }
    }
}

static Str header(Arena *arena, const Driver *driver, const Port *port) {
    Str unit = driver->unit ? str_fmt(arena, "# unit: %.*s\n", SARG(driver->unit->name)) : S("");
    Str prefix = driver->prefix.len ? str_fmt(arena, "# prefix: %.*s\n", SARG(driver->prefix)) : S("");
    return str_fmt(arena,
                   "%s# driver: %s\n%.*s%.*s# port: %.*s\n# serial: %.*s\n# date: %.*s\n#\n"
                   "# seconds, > sent or < came, bytes; lines with = say what was understood\n",
                   MAGIC, driver->id, SARG(unit), SARG(prefix), SARG(port->name),
                   SARG(line_settings_print(arena, &port->line)), SARG(moment_iso(arena, moment_now())));
}

bool capture_open(Arena *arena, Capture *capture, Str path, const Driver *driver, const Port *port,
                  int64_t now_ms, Diag *diag) {
    *capture = (Capture){.path = path, .fd = -1, .diag = diag, .started_ms = now_ms};
    capture->fd = open(str_z(arena, path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (capture->fd < 0)
        return diag_machine(diag, place_file(path), "cannot be written: %s", strerror(errno));
    put(capture, header(arena, driver, port));
    return !capture->failed;
}

static void flush_piece(Capture *capture) {
    char line[200];
    if (!capture->direction) return;
    int64_t at = capture->piece_ms - capture->started_ms;
    int n = snprintf(line, sizeof line, "%lld.%03d %c", (long long)(at / 1000), (int)(at % 1000),
                     capture->direction);
    for (int i = 0; i < capture->n; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, " %02x", (unsigned char)capture->piece[i]);
    n += snprintf(line + n, sizeof line - (size_t)n, "\t");
    for (int i = 0; i < capture->n; i++)
        line[n++] = isprint((unsigned char)capture->piece[i]) ? capture->piece[i] : '.';
    line[n++] = '\n';
    put(capture, (Str){line, n});
    capture->direction = 0, capture->n = 0;
}

void capture_bytes(Capture *capture, char direction, Str bytes, int64_t now_ms) {
    if (capture->fd < 0) return;
    if (direction != capture->direction || now_ms - capture->piece_ms > PIECE_GAP_MS) flush_piece(capture);
    for (ptrdiff_t i = 0; i < bytes.len; i++) {
        if (!capture->direction) capture->direction = direction, capture->piece_ms = now_ms;
        capture->piece[capture->n++] = bytes.at[i];
        int most = direction == '<' ? CAME_MOST : (int)sizeof capture->piece;
        if (capture->n == most || bytes.at[i] == '\n') flush_piece(capture);
    }
}

Str indication_print(Arena *arena, const Indication *indication) {
    const char *unit = indication->unit ? indication->unit->name.at : indication->unit_sent;
    int unit_length = indication->unit ? (int)indication->unit->name.len : (int)strlen(indication->unit_sent);
    return str_fmt(arena, "%s%s%s%s%.*s%s%s %s", indication->channel ? indication->channel : "",
                   indication->channel && *indication->channel ? " " : "", indication->digits,
                   *indication->digits ? " " : "", unit_length, unit, unit_length ? " " : "",
                   stability_name(indication->stability), state_name(indication->state));
}

void capture_heard(Capture *capture, const Decoded *decoded) {
    if (capture->fd < 0) return;
    Arena scratch = {0};
    flush_piece(capture);
    for (int i = 0; i < decoded->n; i++)
        put(capture,
            str_fmt(&scratch, "= %.*s\n", SARG(indication_print(&scratch, &decoded->indications[i]))));
    if (decoded->kind != DECODED_READING)
        put(capture,
            str_fmt(&scratch, "= %s: %s\n", decoded->kind == DECODED_NOTE ? "note" : "bad", decoded->reason));
    arena_free(&scratch);
}

bool capture_close(Capture *capture) {
    if (capture->fd < 0) return !capture->failed;
    flush_piece(capture);
    if (close(capture->fd) != 0 && !capture->failed)
        capture->failed = true,
        diag_machine(capture->diag, place_file(capture->path), "cannot be written: %s", strerror(errno));
    capture->fd = -1;
    return !capture->failed;
}

bool capture_is(Str file) { return str_starts(file, str_of(MAGIC)); }

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool take_hex(Str text, CapturePiece *out) {
    while (text.len) {
        Str pair = str_cut(&text, ' ');
        if (!pair.len) continue;
        if (pair.len != 2 || hex_digit(pair.at[0]) < 0 || hex_digit(pair.at[1]) < 0) return false;
        if (out->n == (int)sizeof out->bytes) return false;
        out->bytes[out->n++] = (char)(hex_digit(pair.at[0]) * 16 + hex_digit(pair.at[1]));
    }
    return out->n > 0;
}

/* "12.345": whole seconds, a point, three digits. */
static bool take_time(Str text, int64_t *ms) {
    Str seconds = str_cut(&text, '.');
    int64_t whole, part;
    if (text.len != 3 || !str_to_count(seconds, 1000000000, &whole) || !str_to_count(text, 999, &part))
        return false;
    *ms = whole * 1000 + part;
    return true;
}

static bool take_piece(Str line, CapturePiece *out) {
    *out = (CapturePiece){0};
    Str bytes = str_cut(&line, '\t'), time = str_cut(&bytes, ' '), direction = str_cut(&bytes, ' ');
    if (direction.len != 1 || (direction.at[0] != '<' && direction.at[0] != '>')) return false;
    out->direction = direction.at[0];
    return take_time(time, &out->at_ms) && take_hex(bytes, out);
}

bool capture_next(Str *rest, CapturePiece *out, int *line, const char **fault) {
    *fault = NULL;
    while (rest->len) {
        Str text = str_cut(rest, '\n');
        ++*line;
        if (text.len && text.at[text.len - 1] == '\r') text.len--;
        if (!text.len || text.at[0] == '#' || text.at[0] == '=') continue;
        if (take_piece(text, out)) return true;
        *fault = "expected 'SECONDS < HEX BYTES', a # comment or an = line";
        return false;
    }
    return false;
}
