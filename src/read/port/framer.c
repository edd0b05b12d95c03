/* See framer.h. The buffer holds at most two frames; bytes move to its front as they are used up. */
#include "read/port/framer.h"

#include "read/indication.h"

#include <assert.h>

void framer_open(Framer *framer, const Driver *driver, int64_t now_ms) {
    assert(driver->frame_max > 0 && driver->frame_max <= FRAME_MOST);
    *framer = (Framer){.driver = driver, .last_ms = now_ms};
}

static void count_byte(FramerCounts *counts, unsigned char byte) {
    counts->bytes++;
    counts->high += byte >> 7;
    counts->blank += byte == 0 || byte == 0xff;
    if (__builtin_parity(byte))
        counts->odd++;
    else
        counts->even++;
}

static void drop(Framer *framer, int n) {
    framer->n -= n;
    memmove(framer->buffer, framer->buffer + n, (size_t)framer->n);
}

static bool drop_partial(Framer *framer) {
    if (!framer->n) return false;
    framer->counts.partial++;
    framer->counts.skipped += framer->n;
    framer->n = 0;
    return true;
}

static const char *parity_reason(char parity) {
    switch (parity) {
    case 'e':
        return "bit 7 carries even parity: the instrument sends 7 data bits, set the line to 7e1";
    case 'o':
        return "bit 7 carries odd parity: the instrument sends 7 data bits, set the line to 7o1";
    case 'n':
        return "bit 7 is always set: the instrument sends 7 data bits, set the line to 7n1 or 7n2";
    default:
        return "";
    }
}

char framer_parity(const Framer *framer) {
    const FramerCounts *counts = &framer->counts;
    if (counts->bytes < 8 || counts->high < 3 || counts->blank == counts->bytes) return 0;
    if (counts->high == counts->bytes) return 'n';
    return !counts->odd ? 'e' : !counts->even ? 'o' : 0;
}

const char *framer_advice(const Framer *framer) {
    const FramerCounts *counts = &framer->counts;
    if (counts->ok) return "";
    if (!counts->bytes)
        return "nothing was received: is it switched on, is the cable right, does it want other DTR and RTS?";
    if (framer_parity(framer)) return parity_reason(framer_parity(framer));
    if (2 * counts->blank >= counts->bytes) return "mostly 00 and FF bytes: the speed is probably wrong";
    if (counts->frames > counts->bad) return "the instrument answers, but shows no usable value";
    if (4 * counts->high >= counts->bytes && !framer->driver->slides)
        return "bytes that are no text: the speed is probably wrong";
    return "bytes that this driver does not know: is it the right one?";
}

static bool has_ok(const Decoded *decoded) {
    for (int i = 0; i < decoded->n; i++)
        if (decoded->indications[i].state == STATE_OK) return true;
    return false;
}

/* One instrument fills its number into one width. Two good frames in a row fix it while the port is open;
 * another width afterwards is a digit lost or doubled, which nothing else would show. */
static void hold_width(Framer *framer, Heard *heard) {
    Decoded *decoded = &heard->decoded;
    struct FramerWidth *width = &framer->widths[decoded->apart];
    bool value = decoded->kind == DECODED_READING && decoded->n && decoded->indications[0].digits[0];
    if (!decoded->width || !value) return;
    if (!width->settled && width->last == decoded->width) width->settled = decoded->width;
    width->last = decoded->width;
    if (!width->settled || width->settled == decoded->width) return;
    char quoted[48];
    quote_bytes(quoted, sizeof quoted, heard->raw);
    indication_refuse(&decoded->indications[0], STATE_ERROR,
                      "a number of %d columns among those of %d: a digit is lost or doubled: '%s'",
                      decoded->width, width->settled, quoted);
}

static void hand_on(Framer *framer, Heard *heard, HeardFn *fn, void *context) {
    FramerCounts *counts = &framer->counts;
    Decoded *decoded = &heard->decoded;
    counts->frames++;
    counts->ok += decoded->kind == DECODED_READING && has_ok(decoded);
    if (decoded->kind == DECODED_BAD) {
        counts->bad++;
        const char *why = framer->driver->slides || counts->ok ? "" : parity_reason(framer_parity(framer));
        if (*why) snprintf(decoded->reason, sizeof decoded->reason, "%s", why);
    }
    fn(context, heard);
}

/* One frame at the front: decoded, handed on unless it may be a tail, taken out of the buffer. */
static void take_frame(Framer *framer, int length, HeardFn *fn, void *context) {
    Heard heard = {.raw = {framer->buffer, length}, .ms = framer->last_ms};
    framer->driver->decode(framer->driver, heard.raw, &heard.decoded);
    hold_width(framer, &heard);
    if (framer->begun || heard.decoded.head) {
        hand_on(framer, &heard, fn, context);
    } else {
        framer->counts.first += !framer->counts.frames;
        framer->counts.skipped += length;
    }
    bool slide = framer->driver->slides && heard.decoded.kind == DECODED_BAD;
    framer->begun = !slide;
    drop(framer, slide ? 1 : length);
}

/* Uses up what can be used up; false when more bytes are needed. */
static bool step(Framer *framer, HeardFn *fn, void *context) {
    int seen = framer->n < framer->driver->frame_max ? framer->n : framer->driver->frame_max;
    if (!seen) return false;
    FrameStep found = framer->driver->frame(framer->driver, (Str){framer->buffer, seen});
    if (found.kind == FRAME_MORE && seen < framer->driver->frame_max) return false;
    if (found.kind == FRAME_HAVE) {
        assert(found.n > 0 && found.n <= seen);
        take_frame(framer, found.n, fn, context);
        return true;
    }
    assert(found.kind != FRAME_MORE && found.n > 0 && found.n <= seen);
    framer->counts.skipped += found.n;
    framer->begun = false;
    drop(framer, found.n);
    return true;
}

void framer_put(Framer *framer, Str bytes, int64_t now_ms, HeardFn *fn, void *context) {
    if (!bytes.len) return;
    framer_tick(framer, now_ms);
    framer->last_ms = now_ms;
    for (ptrdiff_t i = 0; i < bytes.len; i++) {
        count_byte(&framer->counts, (unsigned char)bytes.at[i]);
        framer->buffer[framer->n++] = bytes.at[i];
        if (framer->n < (int)sizeof framer->buffer && i + 1 < bytes.len) continue;
        while (step(framer, fn, context)) {
        }
    }
}

bool framer_tick(Framer *framer, int64_t now_ms) {
    if (now_ms - framer->last_ms < FRAMER_SILENCE_MS) return false;
    framer->begun = true;
    return drop_partial(framer);
}

void framer_asked(Framer *framer) {
    drop_partial(framer);
    framer->begun = true;
}

bool framer_end(Framer *framer) { return drop_partial(framer); }
