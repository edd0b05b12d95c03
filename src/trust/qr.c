/* See qr.h. */
#include "trust/qr.h"

#include "base/arena.h"
#include "base/memory.h"

#include <errno.h>
#include <qrencode.h>

Str qr_words(Arena *arena, Str number, Str verdict, const char *json_sha256) {
    if (!number.len) number = S("unregistered");
    return str_fmt(arena, "%.*s %.*s %s", SARG(number), SARG(verdict), json_sha256);
}

static void put_row(Buf *out, const unsigned char *row, int width, int y) {
    for (int x = 0; x < width; x++) {
        int from = x;
        while (x < width && row[x] & 1) x++;
        if (x > from) buf_printf(out, "%d %d %d 1 re\n", from, y, x - from);
    }
}

bool qr_squares(Arena *arena, Str words, int *modules, Str *squares) {
    QRcode *code = QRcode_encodeString8bit(str_z(arena, words), 0, QR_ECLEVEL_M);
    Buf out = {0};
    if (!code && errno == ENOMEM) memory_out();
    if (!code) return false;
    for (int y = 0; y < code->width; y++)
        put_row(&out, code->data + y * code->width, code->width, code->width - 1 - y);
    buf_put(&out, S("f\n"));
    *modules = code->width;
    *squares = str_dup(arena, buf_str(&out));
    buf_free(&out);
    QRcode_free(code);
    return true;
}
