/* Lutron: 16 characters about once a second, one frame for each display in turn.
 *
 *     02  4  1  1 5  0  1  0 0 0 0 5 2 3 1  0D        523.1 lx
 *     |   |  |  |    |  |  |                |
 *     |   |  |  |    |  |  eight digits     end
 *     |   |  |  |    |  decimals
 *     |   |  |  |    polarity: 0 plus, 1 minus
 *     |   |  |  unit: 01 °C, 02 °F, 04 %RH, 15 lux, 16 foot-candle, 94 mm, 96 inch, …
 *     |   |  display: 1 upper, 2 lower, …
 *     |   always 4; 0 to 3 is the older layout with two values in a frame
 *     start
 *
 * There is no check digit, and neither stability, overload nor battery: overload shows only as a number no
 * such meter can reach. Source: YK-2005LX manual p 20, LX-1128SD p 22; older layout: DLM105HA p 9. */
#include "read/driver/frames.h"
#include "read/indication.h"

typedef struct LutronUnit {
    const char *code, *unit, *sent;
    int64_t most; /* smallest unit: above it is overload */
    const char *note;
} LutronUnit;

static const LutronUnit units[] = {
    {"01", "°C", "01", 2000000000, NULL},     {"02", "°F", "02", 2000000000, NULL},
    {"15", "lx", "15", 400000000000, NULL},   {"16", "fc", "16", 400000000000, NULL},
    {"57", "g", "57", 100000000000000, NULL}, {"94", "mm", "94", 10000000000, NULL},
    {"96", "in", "96", 10000000000, NULL},    {"04", "%", "04", 1000000000, NULL},
    {"03", NULL, "", 0, "a percentage"},      {"17", NULL, "", 0, "a sound level"},
    {"19", NULL, "", 0, "a concentration"},
};

static const LutronUnit *find_unit(Str frame) {
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!memcmp(frame.at + 3, units[i].code, 2)) return &units[i];
    return NULL;
}

static const char *channel_of(char display) {
    static const char *const names[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (display == names[i][0]) return names[i];
    return NULL;
}

static bool give(const LutronUnit *unit, Str frame, Indication *indication) {
    char text[10] = "+";
    unsigned decimals = byte_at(frame, 6) - '0';
    if (byte_at(frame, 5) == '1')
        text[0] = '-';
    else if (byte_at(frame, 5) != '0')
        return false;
    if (decimals > 7) return false;
    memcpy(text + 1, frame.at + 7, 8);
    indication_unit_sent(indication, str_of(unit->sent));
    if (!indication_number(indication, (Str){text, 9}, (int)decimals, driver_unit(str_of(unit->unit))))
        return false;
    if (indication->quantity == QUANTITY_RATIO && indication->value < 0)
        indication_refuse(indication, STATE_UNDERRANGE, "a humidity below zero");
    else if (indication->value > unit->most || indication->value < -unit->most)
        indication_refuse(indication, STATE_OVERLOAD, "more than such a meter can show: overload");
    return true;
}

static void decode(const Driver *driver, Str frame, Decoded *out) {
    const LutronUnit *unit = find_unit(frame);
    const char *channel = channel_of(frame.at[2]);
    out->head = true;
    if (frame.at[1] >= '0' && frame.at[1] <= '3')
        decoded_bad(out, frame, "older Lutron layout, not read");
    else if (frame.at[1] != '4' || !channel)
        decoded_bad(out, frame, "not understood");
    else if (!unit)
        decoded_bad(out, frame, "unknown unit");
    else if (unit->note)
        decoded_note(out, "display %s: %s", channel, unit->note);
    else if (!give(unit, frame, decoded_add(out, channel)))
        decoded_bad(out, frame, "not understood");
}

static FrameStep frame(const Driver *driver, Str bytes) { return frame_fixed(bytes, S("\x02"), 16, S("\r")); }

const Driver driver_lutron = {
    .id = "lutron",
    .maker = "Lutron (also sold as PCE, General Tools, Extech)",
    .models = "LX-1108, LX-1128SD, YK-2005LX, BTM-4208SD, TM-9xx, HT-3007SD, indicators with mm/inch",
    .quantities = {QUANTITY_ILLUMINANCE, QUANTITY_TEMPERATURE, QUANTITY_LENGTH, QUANTITY_MASS,
                   QUANTITY_RATIO},
    .settings = "9600/8n1/dtr=1/rts=1",
    .talk = TALK_STREAM,
    .answer_ms = 3000,
    .trust = TRUST_DOCUMENTED,
    .note = "the cable takes its power from DTR",
    .slides = true,
    .frame_max = 16,
    .frame = frame,
    .decode = decode,
};
