/* Three lux meters with binary frames.
 *
 * pce174 (PCE-174, Extech HD450): 18 bytes.
 *     AA DD  00  26 03 11 30 10 33 38  20 1F  20 1F  81  00  00 00        323.1 lx
 *     |      |   |                     |      |      |   |   |
 *     |      |   date and time, BCD    |      |      |   |   memories used, memory shown: 0 to 99
 *     |      reserved                  |      |      |   5 battery low, 4 minus, 1-0 memory: 2 recall
 *     start                            |      |      6 hold, 5-3 mode (0 normal), 2 foot-candle, 1-0 range
 *                                      |      the same without REL: must be equal
 *                                      hundreds and units of the display
 *     Ranges 0 to 3 show lx x 100, 0.1, 1, 10 and fc x 10, 0.01, 0.1, 1; the display ends at 3999.
 *
 * ut382 (UNI-T): a picture of the display, 33 bytes, 3x for half a byte, low half first.
 *     30 30  3C 37 3E 35 3D 33 30 30  30.. (8)  38 32  32 3E  30 30  30.. (6)  0D 0A  xx        523 lx
 *     |      |                        |         |      |      |      other marks
 *     |      |                        |         |      |      4 hold, 5 max, 6 min, 1 power, 0 recording
 *     |      |                        |         |      range
 *     |      |                        |         0 x10, 2 fc, 3 lx, 4 battery low, 5 USB
 *     |      |                        small digits
 *     |      units, tens, hundreds, thousands in 7 segments; bit 7: a point behind it
 *     menu
 *
 * gm1020 (Benetech): 8 bytes.
 *     33 22  0A 4F  01  00 EB  11                 263.9 lx, 23.5 °C
 *     |      |      |   |      |
 *     |      |      |   tenths of °C
 *     |      |      always 01
 *     start  15: x100, 14: x10, 11-0 tenths of lx
 *
 * None has a check digit. Source: the maker's paper "PCE174 communication protocol"; gm1020 and ut382 of parametrek. */
#include "read/driver/frames.h"
#include "read/indication.h"

/* number x 10^-shift, or x 10^-shift with shift below zero: the display's resolution grows with it. */
static void give_scaled(Indication *indication, int64_t number, int shift, const Unit *unit) {
    int64_t tens = 1;
    for (int i = shift; i < 0; i++) tens *= 10;
    indication_integer(indication, number * tens, shift > 0 ? shift : 0, unit);
    indication->resolution *= tens;
}

/* ---- pce174 */
enum { PCE_FULL_SCALE = 3999, PCE_MEMORIES = 99 };

static const char *pce_refusal(Str frame) {
    unsigned status = byte_at(frame, 14), display = byte_at(frame, 15);
    if (status & 0x40) return "a held value (HOLD)";
    if ((status >> 3 & 7) == 6) return "a relative value (REL)";
    if (status & 0x38) return "a peak, highest or lowest value";
    if ((display & 3) == 2) return "a value recalled from memory";
    if (memcmp(frame.at + 10, frame.at + 12, 2)) return "a relative value (REL)";
    return display & 0x10 ? "a negative value" : NULL;
}

static void pce_decode(const Driver *driver, Str frame, Decoded *out) {
    static const int lux[] = {-2, 1, 0, -1}, candle[] = {-1, 2, 1, 0};
    unsigned status = byte_at(frame, 14), display = byte_at(frame, 15);
    int high = (int)byte_at(frame, 10), low = (int)byte_at(frame, 11), number = 100 * high + low;
    bool fc = status & 4;
    out->head = true;
    bool memories = byte_at(frame, 16) <= PCE_MEMORIES && byte_at(frame, 17) <= PCE_MEMORIES;
    if (high > 99 || low > 99 || display & 0xc0 || !memories) {
        decoded_bad(out, frame, "not understood");
        return;
    }
    Indication *indication = decoded_add(out, "");
    indication_unit_sent(indication, fc ? S("fc") : S("lx"));
    give_scaled(indication, number, (fc ? candle : lux)[status & 3], unit_find(fc ? S("fc") : S("lx")));
    indication->flags = display & 0x20 ? FLAG_BATTERY : 0;
    if (pce_refusal(frame))
        indication_refuse(indication, STATE_ERROR, "%s", pce_refusal(frame));
    else if (number > PCE_FULL_SCALE)
        indication_refuse(indication, STATE_OVERLOAD, "overload");
}

static FrameStep pce_frame(const Driver *driver, Str bytes) {
    return frame_fixed(bytes, S("\xaa\xdd\0"), 18, S(""));
}

const Driver driver_pce174 = {
    .id = "pce174",
    .maker = "PCE, Extech",
    .models = "PCE-174, HD450",
    .quantities = {QUANTITY_ILLUMINANCE},
    .settings = "9600/8n1/dtr=1/rts=1",
    .talk = TALK_POLL,
    .poll = S_INIT("\x87\x83\x11"),
    .answer_ms = 1000,
    .pause_ms = 200,
    .trust = TRUST_REPORTED,
    .slides = true,
    .frame_max = 18,
    .frame = pce_frame,
    .decode = pce_decode,
};

/* ---- ut382 */
enum { UT382_LENGTH = 33, UT382_PICTURE = 30, POINT = 0x80, DARK = -1, LETTER_L = -2, NO_DIGIT = -3 };

static FrameStep ut382_frame(const Driver *driver, Str bytes) {
    for (ptrdiff_t i = 0; i < bytes.len && i < UT382_PICTURE; i++)
        if ((byte_at(bytes, (int)i) & 0xf0) != 0x30) return FRAME_SKIPS((int)i + 1);
    if (bytes.len < UT382_LENGTH) return FRAME_NEED_MORE;
    return bytes.at[30] == '\r' && bytes.at[31] == '\n' ? FRAME_HAS(UT382_LENGTH) : FRAME_SKIPS(1);
}

static unsigned picture(Str frame, int i) {
    return (byte_at(frame, 2 * i) & 15) | (byte_at(frame, 2 * i + 1) & 15) << 4;
}

static int segments(unsigned lit) {
    static const unsigned char digits[] = {0x7b, 0x60, 0x5e, 0x7c, 0x65, 0x3d, 0x3f, 0x70, 0x7f, 0x7d};
    if (lit == 0) return DARK;
    if (lit == 0x0b) return LETTER_L;
    for (int d = 0; d < 10; d++)
        if (digits[d] == lit) return d;
    return NO_DIGIT;
}

/* The four big digits; false when they are no number. Dark ones only in front. */
static bool ut382_number(Str frame, int *number, int *decimals) {
    *number = *decimals = 0;
    for (int i = 4; i >= 1; i--) {
        int digit = segments(picture(frame, i) & ~(unsigned)POINT);
        if (digit < DARK || (digit == DARK && (*number || i == 1))) return false;
        if (picture(frame, i) & POINT) {
            if (*decimals || i == 1) return false;
            *decimals = i - 1;
        }
        *number = 10 * *number + (digit == DARK ? 0 : digit);
    }
    return true;
}

static bool ut382_overload(Str frame) {
    return segments(picture(frame, 3) & ~(unsigned)POINT) == 0 &&
           segments(picture(frame, 2) & ~(unsigned)POINT) == LETTER_L;
}

static const char *ut382_refusal(Str frame) {
    unsigned mode = picture(frame, 11);
    if (picture(frame, 0)) return "the meter is in its menu";
    if (mode & 0x10) return "a held value (HOLD)";
    if (mode & 0x60) return "a highest or lowest value (MAX, MIN)";
    if (mode & 0x8c || picture(frame, 12) || picture(frame, 13) || picture(frame, 14))
        return "an unknown mark is lit";
    return NULL;
}

static void ut382_decode(const Driver *driver, Str frame, Decoded *out) {
    unsigned marks = picture(frame, 9);
    bool fc = (marks & 0x0c) == 4;
    int number, decimals;
    out->head = true;
    Indication *indication = decoded_add(out, "");
    indication->quantity = QUANTITY_ILLUMINANCE;
    indication->flags = marks & 0x10 ? FLAG_BATTERY : 0;
    if (ut382_refusal(frame)) {
        indication_refuse(indication, STATE_ERROR, "%s", ut382_refusal(frame));
    } else if (ut382_overload(frame)) {
        indication_refuse(indication, STATE_OVERLOAD, "overload");
    } else if (!ut382_number(frame, &number, &decimals) || marks & 0xc2 || (marks & 0x0c) == 0 ||
               (marks & 0x0c) == 0x0c) {
        decoded_bad(out, frame, "not understood");
    } else {
        indication_unit_sent(indication, fc ? S("fc") : S("lx"));
        give_scaled(indication, number, decimals - (int)(marks & 1), unit_find(fc ? S("fc") : S("lx")));
    }
}

const Driver driver_ut382 = {
    .id = "ut382",
    .maker = "UNI-T",
    .models = "UT382",
    .quantities = {QUANTITY_ILLUMINANCE},
    .settings = "19200/8n1/dtr=1/rts=1",
    .talk = TALK_STREAM,
    .answer_ms = 1000,
    .trust = TRUST_REPORTED,
    .slides = true,
    .frame_max = UT382_LENGTH,
    .frame = ut382_frame,
    .decode = ut382_decode,
};

/* ---- gm1020 */
static FrameStep gm_frame(const Driver *driver, Str bytes) {
    return frame_fixed(bytes, S("\x33\x22"), 8, S("\x11"));
}

static void gm_decode(const Driver *driver, Str frame, Decoded *out) {
    unsigned word = byte_at(frame, 2) << 8 | byte_at(frame, 3);
    int tenths = (int16_t)(byte_at(frame, 5) << 8 | byte_at(frame, 6));
    int shift = word & 0x8000 ? -1 : word & 0x4000 ? 0 : 1;
    out->head = true;
    if (byte_at(frame, 4) != 1 || word & 0x3000 || (word & 0xc000) == 0xc000) {
        decoded_bad(out, frame, "an unknown mark is set");
        return;
    }
    give_scaled(decoded_add(out, "lux"), word & 0x0fff, shift, unit_find(S("lx")));
    give_scaled(decoded_add(out, "temperature"), tenths, 1, unit_find(S("°C")));
}

const Driver driver_gm1020 = {
    .id = "gm1020",
    .maker = "Benetech",
    .models = "GM1020",
    .quantities = {QUANTITY_ILLUMINANCE, QUANTITY_TEMPERATURE},
    .settings = "19200/8n1/dtr=1/rts=1",
    .talk = TALK_STREAM,
    .start = S_INIT("\x3c\x01\0\0\0\0\0\x3d"),
    .stop = S_INIT("\x3c\x02\0\0\0\0\0\x3e"),
    .answer_ms = 1000,
    .trust = TRUST_REPORTED,
    .slides = true,
    .frame_max = 8,
    .frame = gm_frame,
    .decode = gm_decode,
};
