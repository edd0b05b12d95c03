/* Konica Minolta T-10, T-10A and CL-200A, in PC mode.
 *
 *     02  00  10  0_30  +_5233 ...... ......  03  1D  0D 0A        52.3 lx
 *     |   |   |   |     |                     |   |
 *     |   |   |   |     three blocks          |   check: all after 02, up to and with 03, XORed; hexadecimal
 *     |   |   |   |                           end of text
 *     |   |   |   hold, error, range, battery
 *     |   |   command that is answered: 10 lux (T-10A), 02 Ev x y (CL-200A)
 *     |   head number
 *     start of text
 * A block: sign, four digits filled with blanks, exponent digit e; the value is digits x 10^(e-4).
 *
 * A T-10A says hold = 1 for a held value. A CL-200A has 1 or 5 there when all is well.
 * Source: T-10A and CL-200A communication manuals; captures. */
#include "read/driver/frames.h"
#include "read/indication.h"

enum { SHORT = 14, LONG = 32, TAIL = 5 };

static FrameStep ends_at(Str bytes, int length) {
    if (bytes.len < length) return FRAME_NEED_MORE;
    return str_ends(str_slice(bytes, 0, length), S("\r\n")) ? FRAME_HAS(length) : FRAME_SKIPS(1);
}

static FrameStep frame(const Driver *driver, Str bytes) {
    if (bytes.at[0] != 2) return FRAME_SKIPS(1);
    if (bytes.len <= SHORT - TAIL) return FRAME_NEED_MORE;
    if (bytes.at[SHORT - TAIL] == 3) return ends_at(bytes, SHORT);
    if (bytes.len <= LONG - TAIL) return FRAME_NEED_MORE;
    return bytes.at[LONG - TAIL] == 3 ? ends_at(bytes, LONG) : FRAME_SKIPS(1);
}

static bool checks(Str frame) {
    unsigned sum = 0;
    for (int i = 1; i <= frame.len - TAIL; i++) sum ^= byte_at(frame, i);
    return digits_value(str_slice(frame, frame.len - 4, frame.len - 2), 16) == (int64_t)sum;
}

static bool give_block(Str block, Indication *indication) {
    Str digits = str_trim(str_slice(block, 1, 5));
    int64_t number = digits_value(digits, 10);
    int exponent = block.at[5] - '0';
    if ((block.at[0] != '+' && block.at[0] != '-') || number < 0 || exponent < 0 || exponent > 9)
        return false;
    int64_t tens = 1;
    for (int e = exponent; e > 4; e--) tens *= 10;
    if (block.at[0] == '-') number = -number;
    if (!indication_integer(indication, number * tens, exponent < 4 ? 4 - exponent : 0, unit_find(S("lx"))))
        return false;
    indication->resolution *= tens;
    return true;
}

static void check_status(Str frame, bool held, Indication *indication) {
    char error = frame.at[6], range = frame.at[7], battery = frame.at[8];
    if (battery == '1' || battery == '3') {
        indication->flags |= FLAG_BATTERY;
        indication_refuse(indication, STATE_ERROR, "battery too low: the value should not be used");
    }
    if (held) indication_refuse(indication, STATE_ERROR, "a held value (HOLD)");
    if (range == '6') indication_refuse(indication, STATE_OVERLOAD, "outside the range");
    if (error == '5')
        indication_refuse(indication, STATE_OVERLOAD, "overload");
    else if (error == '1')
        indication_refuse(indication, STATE_ERROR, "the light receptor is off");
    else if (error != ' ' && error != '7')
        indication_refuse(indication, STATE_ERROR, "the instrument reports error %c",
                          error >= ' ' && error <= '~' ? error : '?');
}

static void decode(const Driver *driver, Str frame, Decoded *out) {
    Str command = str_slice(frame, 3, 5);
    bool lux = str_eq(command, S("10"));
    char hold = frame.at[5], battery = frame.at[8];
    out->head = true;
    if (!checks(frame)) {
        decoded_bad(out, frame, "check characters do not fit");
    } else if (frame.len == SHORT) {
        decoded_note(out, "a command's echo or acknowledgement");
    } else if (str_eq(command, S("01"))) {
        indication_refuse(decoded_add(out, ""), STATE_ERROR,
                          "colour values X Y Z (command 01), no illuminance");
    } else if (!lux && !str_eq(command, S("02"))) {
        decoded_bad(out, frame, "answer to an unknown command");
    } else if (!strchr(lux ? "01" : "15", hold) || !strchr("0123", battery)) {
        decoded_bad(out, frame, "unknown status");
    } else {
        Indication *indication = decoded_add(out, "");
        if (give_block(str_slice(frame, 9, 15), indication))
            check_status(frame, lux && hold == '1', indication);
        else
            decoded_bad(out, frame, "not understood");
    }
}

#define KM_ROW                                                                                               \
    .maker = "Konica Minolta", .quantities = {QUANTITY_ILLUMINANCE}, .settings = "9600/7e1/dtr=1/rts=1",     \
    .talk = TALK_POLL,                                                                                       \
    .start = S_INIT("\x02"                                                                                   \
                    "00541   "                                                                               \
                    "\x03"                                                                                   \
                    "13\r\n"),                                                                               \
    .start_ms = 500, .answer_ms = 2000, .pause_ms = 500, .slides = true, .frame_max = LONG, .frame = frame,  \
    .decode = decode

const Driver driver_km = {KM_ROW,
                          .id = "km",
                          .models = "T-10, T-10A",
                          .trust = TRUST_DOCUMENTED,
                          .poll = S_INIT("\x02"
                                         "00100200"
                                         "\x03"
                                         "00\r\n"),
                          .kin = (const char *const[]){"km-cl200a", NULL}};
const Driver driver_km_cl200a = {KM_ROW,
                                 .id = "km-cl200a",
                                 .models = "CL-200A",
                                 .trust = TRUST_CAPTURED,
                                 .poll = S_INIT("\x02"
                                                "00021200"
                                                "\x03"
                                                "02\r\n"),
                                 .kin = (const char *const[]){"km", NULL}};
