/* Modbus RTU: one request, one response, checked by a CRC. Which register holds what, and in which scale, is
 * never guessed (a sensor in tenths and one in hundredths look alike): it is the register map of the
 * description.
 *
 *     01 04 04  FF 33 02 22  BA E6        01 84 02 C2 C1
 *     |  |  |   |     |      |            |  |  |  |
 *     |  |  |   |     |      CRC-16, low byte first
 *     |  |  |   |     register 2          |  |  exception: 2 = no such register
 *     |  |  |   register 1 (-20.5 °C)     |  function + 80h
 *     |  |  bytes that follow             address
 *     |  function 3 or 4
 *     address
 *
 * Source: Modbus over Serial Line 1.02; XY-MD02, SEN0644, NHZD210 sheets. */
#include "read/driver/modbus.h"

#include "read/indication.h"

enum { EXCEPTION_LENGTH = 5, OVERHEAD = 5 };

static const unsigned char *bytes_of(Str s) { return (const unsigned char *)s.at; }

unsigned modbus_crc(Str bytes) {
    unsigned crc = 0xffff;
    for (ptrdiff_t i = 0; i < bytes.len; i++) {
        crc ^= bytes_of(bytes)[i];
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xa001 : crc >> 1;
    }
    return crc;
}

static FrameStep whole_when(Str bytes, int length) {
    return bytes.len < length ? FRAME_NEED_MORE : FRAME_HAS(length);
}

FrameStep modbus_frame(const Driver *driver, Str bytes) {
    const ModbusMap *map = driver->description;
    const unsigned char *b = bytes_of(bytes);
    if (b[0] != map->address) return FRAME_SKIPS(1);
    if (bytes.len < 2) return FRAME_NEED_MORE;
    if (b[1] == (map->function | 0x80)) return whole_when(bytes, EXCEPTION_LENGTH);
    if (b[1] != map->function) return FRAME_SKIPS(1);
    if (bytes.len < 3) return FRAME_NEED_MORE;
    if (b[2] != 2 * map->count) return FRAME_SKIPS(1);
    return whole_when(bytes, OVERHEAD + 2 * map->count);
}

static int64_t register_value(const ModbusValue *value, const unsigned char *data) {
    const unsigned char *at = data + 2 * value->offset;
    unsigned high = (unsigned)at[0] << 8 | at[1];
    if (value->words == 1) return value->is_signed ? (int16_t)high : (int64_t)high;
    unsigned low = (unsigned)at[2] << 8 | at[3];
    unsigned both = value->low_first ? low << 16 | high : high << 16 | low;
    return value->is_signed ? (int32_t)both : (int64_t)both;
}

static void give(const ModbusValue *value, const unsigned char *data, Decoded *out) {
    Indication *indication = decoded_add(out, value->channel);
    indication_integer(indication, register_value(value, data), value->decimals, value->unit);
    if (!value->range.given) return;
    bool over = indication->value > value->range.upper, under = indication->value < value->range.lower;
    if (!over && !under) return;
    indication_refuse(indication, over ? STATE_OVERLOAD : STATE_UNDERRANGE,
                      "outside %.*s of the register map: is its scale right?", SARG(value->range.text));
}

static const char *exception_text(int code) {
    static const char *const texts[] = {"",
                                        "does not know the function",
                                        "has no such register",
                                        "refuses the number of registers",
                                        "has failed",
                                        "needs more time",
                                        "is busy"};
    return code > 0 && code < 7 ? texts[code] : "reports an exception";
}

void modbus_decode(const Driver *driver, Str frame, Decoded *out) {
    const ModbusMap *map = driver->description;
    const unsigned char *b = bytes_of(frame);
    unsigned sent = (unsigned)b[frame.len - 1] << 8 | b[frame.len - 2];
    out->head = true;
    if (sent != modbus_crc(str_slice(frame, 0, frame.len - 2))) {
        decoded_bad(out, frame, "CRC does not fit");
        return;
    }
    if (b[1] & 0x80) {
        indication_refuse(decoded_add(out, ""), STATE_ERROR, "the instrument %s (exception %d)",
                          exception_text(b[2]), b[2]);
        return;
    }
    for (int i = 0; i < map->value_count; i++) give(&map->values[i], b + 3, out);
}
