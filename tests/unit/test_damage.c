/* Every frame with each byte dropped in turn, and with each of its bits flipped: never a value that was not
 * sent, reported as ok. Where a protocol has no check digit some damage cannot be noticed by anybody; the
 * tables below say which, and the tests count it, so that a driver that notices less than it could fails
 * here.
 *
 * What cannot be noticed in any text without check digits: a digit that becomes another digit, which is no
 * entry of the tables but `digit_for_digit`. Drivers with a check (km, laser-dollar, modbus) have no
 * exceptions at all. */
#include "frames.h"

typedef struct Exception {
    const char *driver;
    int from, to; /* bytes of the frame that it is about */
    int expected; /* how often it happens with the frames there are */
    const char *why;
} Exception;

static const Exception flips[] = {
    {"center", 1, 1, 5, "the bits for Celsius, hold, relative, … are bits like others"},
    {"center", 7, 14, 64, "a binary number without a check"},
    {"center", 39, 39, 11, "the overload bits: another channel appears or vanishes"},
    {"center", 43, 43, 4, "the decimals of a channel"},
    {"center-300", 1, 2, 24, "Celsius, minus, overload, decimals, the order of the windows"},
    {"center-300", 3, 6, 115, "BCD digits: a digit that becomes another"},
    {"gm1020", 2, 6, 89, "a binary number and its range bits without a check"},
    {"pce174", 14, 14, 13, "hold, unit and range are bits like others (the number itself is sent twice)"},
    {"ut382", 2, 9, 28, "one segment makes another digit, or the point"},
    {"ut382", 18, 23, 6, "hold, unit and x10 are bits like others"},
    {"ut32x", 1, 4, 8, "':' and ';' are blank and minus, one bit away from each other and from digits"},
    {"line", 0, 64, 1, "a generic line has no shape: a letter turns into a digit, a comma into a point"},
    {"line-°C", 0, 64, 7, "the same"},
};

static const Exception drops[] = {
    {"and", 9, 14, 8, "numbers of 8 and of 9 columns exist; the k of kg in a unit of two columns"},
    {"cas", 3, 10, 11, "numbers of 8, 9 and 10 columns exist; the k of kg: the unit has no width"},
    {"climate", 0, 64, 28, "the numbers have no width"},
    {"kern-ew", 3, 7, 11, "a frame of 15 bytes that lost a digit is one of 14"},
    {"line", 0, 64, 29, "the number has no width"},
    {"line-°C", 0, 64, 10, "the number has no width"},
    {"mt-sics", 9, 14, 6, "a number padded to 11 columns that lost one is one of 10"},
    {"mt-sics-lax", 3, 14, 8, "the number has no width, and the unit none"},
    {"sylvac", 3, 7, 7, "numbers of 7 and of 8 columns exist"},
    {"temperx232", 11, 14, 3, "the number has no width"},
};

/* In a session whose width two good frames have fixed, what is left is what has no width. */
static const Exception settled_drops[] = {
    {"and", 13, 13, 1, "the k of kg in a unit of two columns"},
    {"cas", 9, 9, 1, "the k of kg: the unit has no width"},
    {"climate", 0, 64, 28, "the numbers have no width"},
    {"line", 0, 64, 29, "the number has no width"},
    {"line-°C", 0, 64, 10, "the number has no width"},
    {"mt-sics-lax", 3, 14, 8, "the number has no width, and the unit none"},
    {"temperx232", 11, 14, 3, "the number has no width"},
};

enum {
    FLIPS = sizeof flips / sizeof *flips,
    DROPS = sizeof drops / sizeof *drops,
    SETTLED = sizeof settled_drops / sizeof *settled_drops
};

static int find(const Exception *table, int n, const TestFrame *frame, ptrdiff_t at) {
    for (int i = 0; i < n; i++)
        if (str_eq(frame->driver, str_of(table[i].driver)) && at >= table[i].from && at <= table[i].to)
            return i;
    return -1;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool has_check(const TestFrame *frame) {
    return str_starts(frame->driver, S("km")) || str_eq(frame->driver, S("laser-dollar")) ||
           str_starts(frame->driver, S("modbus")) || str_starts(frame->driver, S("xy-md02"));
}

/* Their digits are no text. */
static bool is_binary(const TestFrame *frame) {
    static const char *const drivers[] = {"center", "center-300", "gm1020", "pce174", "ut382"};
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
        if (str_eq(frame->driver, str_of(drivers[i]))) return true;
    return false;
}

static bool digit_for_digit(const TestFrame *frame, char before, char after) {
    return !has_check(frame) && !is_binary(frame) && is_digit(before) && is_digit(after);
}

/* One more flip may mend it. */
static bool is_damaged(const TestFrame *frame) {
    return frame->damaged || (has_check(frame) && str_eq(frame->report, S("bad")));
}

/* Nothing but whole frames, so that another may follow. */
static bool is_whole(const TestFrame *frame) {
    Framer framer;
    Report report = {.n = 0};
    framer_open(&framer, loaded_driver(frame->driver), 0);
    framer_asked(&framer);
    framer_put(&framer, frame->bytes, 0, report_heard, &report);
    return !framer.n && !framer.counts.skipped;
}

START_TEST(each_bit_flipped) {
    int seen[FLIPS] = {0};
    char bytes[256];
    load_frames();
    for (int i = 0; i < test_frame_count; i++) {
        const TestFrame *frame = &test_frames[i];
        const Driver *driver = loaded_driver(frame->driver);
        Report whole, got;
        if (is_damaged(frame)) continue;
        feed(driver, frame->bytes, 999, &whole);
        for (ptrdiff_t bit = 0; bit < 8 * frame->bytes.len; bit++) {
            memcpy(bytes, frame->bytes.at, (size_t)frame->bytes.len);
            char before = bytes[bit / 8], after = bytes[bit / 8] = (char)(before ^ 1 << bit % 8);
            feed(driver, (Str){bytes, frame->bytes.len}, 999, &got);
            if (report_only_sent(&whole, &got) || digit_for_digit(frame, before, after)) continue;
            int exception = find(flips, FLIPS, frame, bit / 8);
            ck_assert_msg(exception >= 0, "%.*s:%d byte %td bit %td: '%s', was '%s'", SARG(frame->file),
                          frame->line, bit / 8, bit % 8, got.text, whole.text);
            seen[exception]++;
        }
    }
    for (int i = 0; i < FLIPS; i++)
        ck_assert_msg(seen[i] == flips[i].expected, "%s bytes %d to %d (%s): %d times, want %d",
                      flips[i].driver, flips[i].from, flips[i].to, flips[i].why, seen[i], flips[i].expected);
}
END_TEST

static void put_bytes(char *out, size_t *n, Str bytes) {
    memcpy(out + *n, bytes.at, (size_t)bytes.len);
    *n += (size_t)bytes.len;
}

/* settled: two whole ones before, of frames that can stand side by side. */
static void drop_each_byte(bool settled, const Exception *table, int n, int *seen) {
    char bytes[1024];
    load_frames();
    for (int i = 0; i < test_frame_count; i++) {
        const TestFrame *frame = &test_frames[i];
        const Driver *driver = loaded_driver(frame->driver);
        Report whole, got;
        feed(driver, frame->bytes, 999, &whole);
        bool side_by_side = is_whole(frame);
        if (settled && !side_by_side) continue;
        for (ptrdiff_t at = 0; at < frame->bytes.len; at++) {
            size_t length = 0;
            for (int k = 0; settled && k < 2; k++) put_bytes(bytes, &length, frame->bytes);
            put_bytes(bytes, &length, str_slice(frame->bytes, 0, at));
            put_bytes(bytes, &length, str_skip(frame->bytes, at + 1));
            /* the same once more: what follows must not fill the gap */
            if (side_by_side) put_bytes(bytes, &length, frame->bytes);
            feed(driver, (Str){bytes, (ptrdiff_t)length}, 999, &got);
            if (report_only_sent(&whole, &got)) continue;
            int exception = find(table, n, frame, at);
            ck_assert_msg(exception >= 0, "%.*s:%d without byte %td: '%s', was '%s'", SARG(frame->file),
                          frame->line, at, got.text, whole.text);
            seen[exception]++;
        }
    }
    for (int i = 0; i < n; i++)
        ck_assert_msg(seen[i] == table[i].expected, "%s bytes %d to %d (%s): %d times, want %d",
                      table[i].driver, table[i].from, table[i].to, table[i].why, seen[i], table[i].expected);
}

START_TEST(each_byte_dropped) {
    int seen[DROPS] = {0};
    drop_each_byte(false, drops, DROPS, seen);
}
END_TEST

START_TEST(each_byte_dropped_in_a_session) {
    int seen[SETTLED] = {0};
    drop_each_byte(true, settled_drops, SETTLED, seen);
}
END_TEST

UNIT_MAIN("damage", each_bit_flipped, each_byte_dropped, each_byte_dropped_in_a_session)
