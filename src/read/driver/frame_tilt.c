/* Inclinometers.
 *
 * dxl360s: 12 bytes about ten times a second, no line end.
 *     X  - 0 0 0 5  Y  - 0 0 0 1              x -0.05°, y -0.01° (hundredths of a degree)
 *
 * nivel210 (Leica Nivel200 series): an answer to "N0C0 G A".
 *     16 02  C0N0 X:-0.120 Y:+0.034 T:+23.5  03 0D 0A      milliradians, °C of the instrument
 *     |      |    |        |        |        |
 *     start  from controller 0 to sensor 0   end
 *
 * Neither has a check digit. Source: example strings and readers of the DXL360S; nivel210.json of
 * openadms-node. */
#include "read/driver/frames.h"
#include "read/indication.h"

static bool is_axis(Str bytes, ptrdiff_t at, char name) {
    if (bytes.at[at] != name || (bytes.at[at + 1] != '+' && bytes.at[at + 1] != '-')) return false;
    return digits_value(str_slice(bytes, at + 2, at + 6), 10) >= 0;
}

static FrameStep dxl_frame(const Driver *driver, Str bytes) {
    FrameStep step = frame_fixed(bytes, S("X"), 12, S(""));
    if (step.kind == FRAME_HAVE && (!is_axis(bytes, 0, 'X') || !is_axis(bytes, 6, 'Y')))
        return FRAME_SKIPS(1);
    return step;
}

static void dxl_decode(const Driver *driver, Str frame, Decoded *out) {
    out->head = true;
    indication_number(decoded_add(out, "x"), str_slice(frame, 1, 6), 2, unit_find(S("deg")));
    indication_number(decoded_add(out, "y"), str_slice(frame, 7, 12), 2, unit_find(S("deg")));
}

const Driver driver_dxl360s = {
    .id = "dxl360s",
    .maker = "DXL",
    .models = "DXL360S, DXL360",
    .quantities = {QUANTITY_ANGLE},
    .settings = "9600/8n1/dtr=1/rts=1",
    .talk = TALK_STREAM,
    .answer_ms = 1000,
    .trust = TRUST_REPORTED,
    .note = "0.01 degree is 0.17 mm/m: it finds a tilt, it does not level a bed",
    .slides = true,
    .frame_max = 12,
    .frame = dxl_frame,
    .decode = dxl_decode,
};

/* ---- nivel210 */
enum { NIVEL_MOST = 64 };

static FrameStep nivel_frame(const Driver *driver, Str bytes) {
    if (bytes.at[0] != 0x16) return FRAME_SKIPS(1);
    if (bytes.len > 1 && bytes.at[1] != 2) return FRAME_SKIPS(1);
    for (ptrdiff_t i = 2; i < bytes.len; i++) {
        if (bytes.at[i] == 0x16) return FRAME_SKIPS((int)i);
        if (bytes.at[i] == '\n') return FRAME_HAS((int)i + 1);
    }
    return bytes.len < NIVEL_MOST ? FRAME_NEED_MORE : FRAME_SKIPS(1);
}

/* "X:-0.120": a name, a colon, a signed number with three decimals (one for the temperature). */
static bool give_field(Str field, Str name, int decimals, const Unit *unit, Indication *indication) {
    if (!str_starts(field, name)) return false;
    Str number = str_skip(field, name.len);
    if (number.len < decimals + 3 || number.at[number.len - 1 - decimals] != '.') return false;
    if (number.at[0] != '+' && number.at[0] != '-') return false;
    return indication_number(indication, number, 0, unit);
}

static void nivel_decode(const Driver *driver, Str frame, Decoded *out) {
    Str rest = str_slice(frame, 2, frame.len - 3);
    out->head = true;
    if (!str_ends(frame, S("\x03\r\n")) || !str_eq(str_cut(&rest, ' '), S("C0N0"))) {
        decoded_bad(out, frame, "not understood");
        return;
    }
    Str x = str_cut(&rest, ' '), y = str_cut(&rest, ' ');
    Indication ignored = {.channel = ""};
    if (!give_field(x, S("X:"), 3, driver_unit(S("mrad")), decoded_add(out, "x")) ||
        !give_field(y, S("Y:"), 3, driver_unit(S("mrad")), decoded_add(out, "y")) ||
        !give_field(rest, S("T:"), 1, unit_find(S("°C")), &ignored))
        decoded_bad(out, frame, "not understood");
}

const Driver driver_nivel210 = {
    .id = "nivel210",
    .maker = "Leica",
    .models = "Nivel210, Nivel220",
    .quantities = {QUANTITY_ANGLE},
    .settings = "9600/8n1/dtr=1/rts=1",
    .talk = TALK_POLL,
    .poll = S_INIT("\x16\x02N0C0 G A\x03\r\n"),
    .answer_ms = 2000,
    .trust = TRUST_REPORTED,
    .slides = true,
    .frame_max = NIVEL_MOST,
    .frame = nivel_frame,
    .decode = nivel_decode,
};
