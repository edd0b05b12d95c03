/* Three laser distance meters with frames of their own.
 *
 * laser-dollar: modules that answer $...& without a line end.
 *     $  00 06 21  0000 0019 19  65  &            1919 mm from the module's face
 *     |  |         |             |   |
 *     |  |         ten digits    |   end
 *     |  answer to "measure"     sum of the digit pairs before it, modulo 100
 *     start
 * Errors come as distances: 16 no echo, 17 too strong, 18 too much light (15: out of range). Nothing shorter
 * than 20 mm can be measured, so all numbers below that are refused.
 *
 * skd: Sankoe SKD.
 *     FF  _ _ 3 4 5 6                             3456 mm; "----" out of range or too near
 *
 * disto: Leica GSI words, one or several in a line, in any order.
 *     31..06+00012345 51....+00000000 CR LF       1234.5 mm
 *     |   | |
 *     |   | sign and 8 digits (16 when the line begins with *)
 *     |   unit: 0 mm, 1 1/1000 ft, 6 0.1 mm, 7 1/10000 ft, 8 0.01 mm
 *     word: 31 distance, 51 constant (other than zero: refused); 40 temperature, 53 signal, … do not matter
 *
 * Source: captures of $ modules; SKD-40D manual p 5; DISTO pro4 interface manual 1.11 p 4; DLS manual ch. 8.
 */
#include "read/driver/frames.h"
#include "read/indication.h"

/* ---- laser-dollar */
enum { DOLLAR_MOST = 24, DOLLAR_MEASURED = 18, SHORTEST_MM = 20 };

static FrameStep dollar_frame(const Driver *driver, Str bytes) {
    if (bytes.at[0] != '$') return FRAME_SKIPS(1);
    for (ptrdiff_t i = 1; i < bytes.len; i++) {
        if (bytes.at[i] == '&') return FRAME_HAS((int)i + 1);
        if (bytes.at[i] < '0' || bytes.at[i] > '9') return FRAME_SKIPS((int)i);
    }
    return bytes.len < DOLLAR_MOST ? FRAME_NEED_MORE : FRAME_SKIPS(1);
}

static bool dollar_checks(Str digits) {
    int64_t sum = 0;
    if (digits.len < 4 || digits.len % 2) return false;
    for (ptrdiff_t i = 0; i + 2 < digits.len; i += 2) sum += digits_value(str_slice(digits, i, i + 2), 10);
    return sum % 100 == digits_value(str_slice(digits, digits.len - 2, digits.len), 10);
}

static const char *dollar_error(int64_t code) {
    switch (code) {
    case 15:
        return "out of range";
    case 16:
        return "no echo";
    case 17:
        return "reflection too strong";
    case 18:
        return "ambient light too strong";
    default:
        return "no distance such a module can measure";
    }
}

static void dollar_decode(const Driver *driver, Str frame, Decoded *out) {
    Str digits = str_slice(frame, 1, frame.len - 1);
    out->head = true;
    if (!dollar_checks(digits)) {
        decoded_bad(out, frame, "checksum does not fit");
    } else if (frame.len != DOLLAR_MEASURED || !str_starts(digits, S("000621"))) {
        decoded_note(out, "an answer without a distance");
    } else {
        Str number = str_slice(digits, 6, 14);
        int64_t mm = digits_value(number, 10);
        Indication *indication = decoded_add(out, "");
        indication->quantity = QUANTITY_LENGTH;
        if (mm < SHORTEST_MM)
            indication_refuse(indication, STATE_ERROR, "%s (%lld)", dollar_error(mm), (long long)mm);
        else
            indication_number(indication, number, 0, unit_find(S("mm")));
    }
}

const Driver driver_laser_dollar = {
    .id = "laser-dollar",
    .maker = "laser modules with $...& answers",
    .models = "3.3 V modules of handheld meters",
    .quantities = {QUANTITY_LENGTH},
    .settings = "115200/8n1/dtr=1/rts=1",
    .talk = TALK_POLL,
    .poll = S_INIT("$00022123&"),
    .answer_ms = 4000,
    .trust = TRUST_CAPTURED,
    .note = "measures from the face of the module; add the length of the body as the instrument's offset",
    .slides = true,
    .frame_max = DOLLAR_MOST,
    .frame = dollar_frame,
    .decode = dollar_decode,
};

/* ---- skd */
static FrameStep skd_frame(const Driver *driver, Str bytes) {
    FrameStep step = frame_fixed(bytes, S("\xff"), 7, S(""));
    for (int i = 1; step.kind == FRAME_HAVE && i < 7; i++)
        if (byte_at(bytes, i) == 0xff) return FRAME_SKIPS(i);
    return step;
}

static void skd_decode(const Driver *driver, Str frame, Decoded *out) {
    Str field = str_skip(frame, 1);
    out->head = true;
    Indication *indication = decoded_add(out, "");
    indication->quantity = QUANTITY_LENGTH;
    if (str_find(field, S("----")) >= 0)
        indication_refuse(indication, STATE_ERROR, "out of range or too near");
    else if (field.at[5] == ' ' || str_find_byte(field, '-') >= 0 || str_find_byte(field, '.') >= 0 ||
             !indication_number(indication, field, 0, unit_find(S("mm"))))
        decoded_bad(out, frame, "not understood");
}

const Driver driver_skd = {
    .id = "skd",
    .maker = "Sankoe",
    .models = "SKD-40D",
    .quantities = {QUANTITY_LENGTH},
    .settings = "9600/8n1/dtr=1/rts=1",
    .talk = TALK_POLL,
    .poll = S_INIT("O"),
    .stop = S_INIT("U"),
    .answer_ms = 4000,
    .trust = TRUST_DOCUMENTED,
    .slides = true,
    .frame_max = 7,
    .frame = skd_frame,
    .decode = skd_decode,
};

/* ---- disto */
typedef struct GsiUnit {
    char code;
    const char *unit;
    int decimals;
} GsiUnit;
static const GsiUnit gsi_units[] = {
    {'0', "mm", 0}, {'1', "ft", 3}, {'6', "mm", 1}, {'7', "ft", 4}, {'8', "mm", 2}};

static FrameStep disto_frame(const Driver *driver, Str bytes) {
    ptrdiff_t end = str_find_byte(bytes, '\n');
    if (end >= 0) return FRAME_HAS((int)end + 1);
    return bytes.len < driver->frame_max ? FRAME_NEED_MORE : FRAME_SKIPS((int)bytes.len);
}

static bool only(Str text, const char *allowed) {
    for (ptrdiff_t i = 0; i < text.len; i++)
        if (!text.at[i] || !strchr(allowed, text.at[i])) return false;
    return true;
}

static bool is_gsi_word(Str word, int digits) {
    if (word.len != 7 + digits || (word.at[6] != '+' && word.at[6] != '-')) return false;
    for (int i = 0; i < 6; i++)
        if (word.at[i] != '.' && (word.at[i] < '0' || word.at[i] > '9')) return false;
    return only(str_skip(word, 7), "0123456789");
}

static bool give_word(Str word, Indication *indication) {
    for (size_t i = 0; i < sizeof gsi_units / sizeof *gsi_units; i++)
        if (word.at[5] == gsi_units[i].code && word.at[4] == '0')
            return indication_number(indication, str_skip(word, 6), gsi_units[i].decimals,
                                     unit_find(str_of(gsi_units[i].unit)));
    return false;
}

/* The words of a line: the distance, and whether a constant other than zero is set in the instrument. */
typedef struct GsiLine {
    Str distance;
    bool constant;
    int words;
} GsiLine;

static bool split_line(Str line, GsiLine *out) {
    int digits = line.len && line.at[0] == '*' ? 16 : 8;
    Str rest = digits == 16 ? str_skip(line, 1) : line;
    while (rest.len) {
        Str word = str_cut(&rest, ' ');
        if (!word.len && !rest.len) break; /* a blank at the end */
        bool distance = str_starts(word, S("31"));
        if (!is_gsi_word(word, digits) || (distance && out->distance.len)) return false;
        if (distance) out->distance = word;
        if (str_starts(word, S("51"))) out->constant |= !only(str_skip(word, 7), "0");
        out->words++;
    }
    return true;
}

static void gsi_line(Str line, Str frame, Decoded *out) {
    GsiLine found = {.words = 0};
    if (!split_line(line, &found)) {
        decoded_bad(out, frame, "not understood");
    } else if (!found.distance.len) {
        decoded_note(out, found.words ? "words without a distance" : "empty line");
    } else {
        Indication *indication = decoded_add(out, "");
        if (!give_word(found.distance, indication))
            decoded_bad(out, frame, "unknown unit");
        else if (found.distance.at[6] == '-')
            indication_refuse(indication, STATE_ERROR,
                              "a negative distance: an offset is set in the instrument");
        else if (found.constant)
            indication_refuse(indication, STATE_ERROR, "a constant is set in the instrument (word 51)");
        out->head = out->kind == DECODED_READING;
    }
}

static void disto_decode(const Driver *driver, Str frame, Decoded *out) {
    if (!str_ends(frame, S("\r\n"))) {
        decoded_bad(out, frame, "line end damaged");
        return;
    }
    Str line = str_slice(frame, 0, frame.len - 2);
    if (str_eq(line, S("?")))
        decoded_note(out, "acknowledged");
    else if (str_starts(line, S("@E"))) {
        char quoted[24];
        quote_bytes(quoted, sizeof quoted, str_skip(line, 1));
        out->head = true;
        indication_refuse(decoded_add(out, ""), STATE_ERROR, "the instrument reports %s", quoted);
    } else
        gsi_line(line, frame, out);
}

const Driver driver_disto = {
    .id = "disto",
    .maker = "Leica",
    .models = "DISTO pro4, pro4a, memo, GSI; DISTO with Bluetooth serial",
    .quantities = {QUANTITY_LENGTH},
    .settings = "9600/8n1/dtr=1/rts=1",
    .talk = TALK_POLL,
    .poll = S_INIT("g\r\n"),
    .answer_ms = 4000,
    .trust = TRUST_DOCUMENTED,
    .kin = (const char *const[]){"dls", NULL},
    .note = "the frame does not say from which edge it measured (front, rear, corner bracket): set it, and "
            "give the "
            "difference as the instrument's offset",
    .frame_max = 96,
    .frame = disto_frame,
    .decode = disto_decode,
};
