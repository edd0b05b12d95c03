/* Center, Voltcraft and kin thermometers: `A` asks for everything.
 *
 * center (304, 309, Voltcraft K204): 45 bytes.
 *     02  80 .. .. .. .. ..  00EF 0000 0000 0000  ......  0E .  00 .  00 00  00  03        T1 23.9 °C
 *     0   1                  7                            39   41   42      43   44
 *         |                  |                            |                 |
 *         |                  |                            |                 bit n: no decimal in channel n
 *         |                  |                            bit n: channel n overloaded (41 max, 42 min)
 *         |                  T1 T2 T3 T4, signed, high byte first, tenths; 7FFF no probe
 *         7 Celsius, 6 battery low, 5 hold, 4 relative, 3 T1-T2, 2-1 max and min, 0 recording
 *
 * center-300 (300 to 303, Voltcraft 30x, PerfectPrime TC0301): 8 bytes.
 *     02  80  80  02 35  01 98  03        main T1 23.5 °C, sub 19.8 °C
 *     |   |   |   |      |
 *     |   |   |   main   sub window, two BCD bytes each
 *     |   |   main: 0 overload, 1 minus, 2 no decimal; sub: 3, 4, 5 the same
 *     |   |   7-6 what is where: 00 T1-T2 and T1, 01 T1-T2 and T2, 10 T1 and T2, 11 T2 and T1
 *     |   7 Celsius, 6 battery low, 5 hold, 4 relative, 3 thermocouple J, 2-0 max, min, average
 *
 * Held, relative, difference and extreme values are refused. Source: K204 data sheet; USB-300 data sheet p 5.
 */
#include "read/driver/frames.h"
#include "read/indication.h"

enum { CELSIUS = 0x80, BATTERY = 0x40, NO_PROBE = 0x7fff };

static const Unit *unit_of(unsigned flags) { return unit_find(flags & CELSIUS ? S("°C") : S("°F")); }

/* ---- center */
static const char *mode_of(unsigned flags) {
    if (flags & 0x20) return "a held value (HOLD)";
    if (flags & 0x10) return "a relative value (REL)";
    if (flags & 0x08) return "a difference (T1-T2)";
    if (flags & 0x06) return "a highest or lowest value (MAX, MIN)";
    return NULL; /* bit 0: it is recording, which changes nothing */
}

static void give_channel(Str frame, int channel, Decoded *out) {
    static const char *const names[] = {"T1", "T2", "T3", "T4"};
    unsigned flags = byte_at(frame, 1), bit = 1u << channel, at = 7 + 2 * (unsigned)channel;
    int number = (int16_t)(byte_at(frame, (int)at) << 8 | byte_at(frame, (int)at + 1));
    bool open = number == NO_PROBE || byte_at(frame, 39) & bit;
    if (open) return;
    Indication *indication = decoded_add(out, names[channel]);
    indication_integer(indication, number, byte_at(frame, 43) & bit ? 0 : 1, unit_of(flags));
    indication->flags = flags & BATTERY ? FLAG_BATTERY : 0;
    if (mode_of(flags)) indication_refuse(indication, STATE_ERROR, "%s", mode_of(flags));
}

static void center_decode(const Driver *driver, Str frame, Decoded *out) {
    out->head = true;
    if (byte_at(frame, 39) > 0x0f || byte_at(frame, 43) > 0x0f) {
        decoded_bad(out, frame, "not understood");
        return;
    }
    for (int channel = 0; channel < 4; channel++) give_channel(frame, channel, out);
    if (!out->n)
        indication_refuse(decoded_add(out, ""), STATE_ERROR, "no probe, or overload, on any channel");
}

static FrameStep center_frame(const Driver *driver, Str bytes) {
    return frame_fixed(bytes, S("\x02"), 45, S("\x03"));
}

/* ---- center-300 */
typedef struct Window {
    int at; /* of its two BCD bytes */
    unsigned overload, minus, whole;
} Window;
static const Window windows[] = {{3, 0x01, 0x02, 0x04}, {5, 0x08, 0x10, 0x20}};
/* By bits 7-6 of the status: what the main and the sub window show. */
static const char *const shown[4][2] = {{"T1-T2", "T1"}, {"T1-T2", "T2"}, {"T1", "T2"}, {"T2", "T1"}};

static bool give_window(Str frame, int index, Decoded *out) {
    const Window *window = &windows[index];
    unsigned flags = byte_at(frame, 1), status = byte_at(frame, 2);
    int high = bcd_at(frame, window->at), low = bcd_at(frame, window->at + 1);
    if (high < 0 || low < 0) return false;
    Indication *indication = decoded_add(out, shown[status >> 6][index]);
    int number = status & window->minus ? -(100 * high + low) : 100 * high + low;
    indication_integer(indication, number, status & window->whole ? 0 : 1, unit_of(flags));
    indication->flags = flags & BATTERY ? FLAG_BATTERY : 0;
    if (status & window->overload)
        indication_refuse(indication, STATE_OVERLOAD, "overload, or no probe");
    else if (!strcmp(indication->channel, "T1-T2"))
        indication_refuse(indication, STATE_ERROR, "a difference (T1-T2)");
    else if (flags & 0x37)
        indication_refuse(indication, STATE_ERROR, "a held, relative, highest, lowest or mean value");
    return true;
}

static void center_300_decode(const Driver *driver, Str frame, Decoded *out) {
    out->head = true;
    if (!give_window(frame, 0, out) || !give_window(frame, 1, out)) decoded_bad(out, frame, "not understood");
}

static FrameStep center_300_frame(const Driver *driver, Str bytes) {
    return frame_fixed(bytes, S("\x02"), 8, S("\x03"));
}

#define CENTER_ROW                                                                                           \
    .quantities = {QUANTITY_TEMPERATURE}, .settings = "9600/8n1/dtr=1/rts=0", .talk = TALK_POLL,             \
    .poll = S_INIT("A"), .answer_ms = 1000, .pause_ms = 200, .trust = TRUST_DOCUMENTED, .slides = true,      \
    .note = "the optical cable is fed from DTR on and RTS off"

const Driver driver_center = {
    CENTER_ROW,      .id = "center",        .maker = "Center, Voltcraft", .models = "304, 309, K204",
    .frame_max = 45, .frame = center_frame, .decode = center_decode};
const Driver driver_center_300 = {CENTER_ROW,
                                  .id = "center-300",
                                  .maker = "Center, Voltcraft, PerfectPrime",
                                  .models = "300 to 303, Voltcraft 30x, TC0301",
                                  .frame_max = 8,
                                  .frame = center_300_frame,
                                  .decode = center_300_decode};
