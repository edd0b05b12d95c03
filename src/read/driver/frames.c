/* See frames.h. */
#include "read/driver/frames.h"

FrameStep frame_fixed(Str bytes, Str head, int length, Str tail) {
    for (ptrdiff_t i = 0; i < head.len; i++) {
        if (i == bytes.len) return FRAME_NEED_MORE;
        if (bytes.at[i] != head.at[i]) return FRAME_SKIPS(1);
    }
    if (bytes.len < length) return FRAME_NEED_MORE;
    return str_ends(str_slice(bytes, 0, length), tail) ? FRAME_HAS(length) : FRAME_SKIPS(1);
}

unsigned byte_at(Str bytes, int i) { return (unsigned char)bytes.at[i]; }

int bcd_at(Str bytes, int i) {
    unsigned byte = byte_at(bytes, i);
    return byte >> 4 > 9 || (byte & 15) > 9 ? -1 : (int)(byte >> 4) * 10 + (int)(byte & 15);
}
