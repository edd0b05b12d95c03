/* UNI-T UT321 to UT325 thermometers: 19 characters.
 *
 *     2  : 2 3 5  1  0 0 0  1 0 3 4  0  0 0 1  0D 0A        T1 23.5 °C
 *     |  |        |         |        |
 *     |  |        |         |        13: what the number is: 0 T1, 1 T2, 2 and 3 T1-T2
 *     |  |        |         time since switching on
 *     |  |        unit: 1 °C, 2 °F, 3 K
 *     |  four digits, tenths; ':' a blank, ';' a minus, all ';' no probe
 *     2 live, 0 from memory
 *
 * No check digit. Source: protocol of libsigrok uni-t-ut32x; sigrok.org/wiki/UNI-T_UT325. */
#include "read/driver/frames.h"
#include "read/indication.h"

enum { LENGTH = 19, KIND = 13 };

static FrameStep frame(const Driver *driver, Str bytes) {
    for (ptrdiff_t i = 0; i < bytes.len && i < LENGTH - 2; i++)
        if (bytes.at[i] < '0' || bytes.at[i] > ';') return FRAME_SKIPS((int)i + 1);
    if (bytes.len < LENGTH) return FRAME_NEED_MORE;
    return str_ends(str_slice(bytes, 0, LENGTH), S("\r\n")) ? FRAME_HAS(LENGTH) : FRAME_SKIPS(1);
}

static const Unit *unit_of(char code) {
    switch (code) {
    case '1':
        return unit_find(S("°C"));
    case '2':
        return unit_find(S("°F"));
    case '3':
        return unit_find(S("K"));
    default:
        return NULL;
    }
}

/* Blanks, then perhaps the minus, then digits. */
static bool give(Str field, const Unit *unit, Indication *indication) {
    char text[5] = "+";
    int n = 1;
    for (ptrdiff_t i = 0; i < field.len; i++) {
        char c = field.at[i];
        if (c == ':' && n == 1 && text[0] == '+') continue;
        if (c == ';' && n == 1 && text[0] == '+')
            text[0] = '-';
        else if (c <= '9')
            text[n++] = c;
        else
            return false;
    }
    return n > 1 && indication_number(indication, (Str){text, n}, 1, unit);
}

static void decode(const Driver *driver, Str frame, Decoded *out) {
    const Unit *unit = unit_of(frame.at[5]);
    Str field = str_slice(frame, 1, 5);
    char kind = frame.at[KIND];
    out->head = true;
    if (frame.at[0] != '2' && frame.at[0] != '0') {
        decoded_bad(out, frame, "not understood");
        return;
    }
    Indication *indication = decoded_add(out, kind == '1' ? "T2" : "T1");
    indication->quantity = QUANTITY_TEMPERATURE;
    if (frame.at[0] == '0')
        indication_refuse(indication, STATE_ERROR, "a stored value");
    else if (kind == '2' || kind == '3')
        indication_refuse(indication, STATE_ERROR, "a difference (T1-T2)");
    else if (str_eq(field, S(";;;;")))
        indication_refuse(indication, STATE_ERROR, "no probe");
    else if (!unit)
        decoded_bad(out, frame, "unknown unit");
    else if ((kind != '0' && kind != '1') || !give(field, unit, indication))
        decoded_bad(out, frame, "not understood");
}

const Driver driver_ut32x = {
    .id = "ut32x",
    .maker = "UNI-T",
    .models = "UT321, UT322, UT323, UT325",
    .quantities = {QUANTITY_TEMPERATURE},
    .settings = "2400/8n1/dtr=1/rts=0",
    .talk = TALK_STREAM,
    .start = S_INIT("\x01"),
    .stop = S_INIT("\x02"),
    .answer_ms = 1500,
    .trust = TRUST_REPORTED,
    .slides = true,
    .frame_max = LENGTH,
    .frame = frame,
    .decode = decode,
};
