/* The framer: silence, the partial frame at opening, requests, counts, and what it advises when nothing
 * comes. The byte streams are those of the faults collected from other programs (A01-A12). */
#include "frames.h"
#include "read/driver/table.h"

static Framer framer;
static Report report;

static void begin(const char *driver, const char *unit) {
    Diag diag = {.arena = &frames_arena};
    const DriverSetup setup = {.unit = str_of(unit)};
    const Driver *row = driver_find(&frames_arena, str_of(driver), &setup, &diag);
    ck_assert(row);
    framer_open(&framer, row, 0);
    report = (Report){.n = 0};
}

static void put(int64_t ms, Str bytes) { framer_put(&framer, bytes, ms, report_heard, &report); }

/* A08: one reading in three pieces, two in one, and a tail. */
START_TEST(one_in_three_two_in_one) {
    begin("and", "");
    put(0, S("ST,+002"));
    put(120, S("08"));
    put(240, S(".34  g\r"));
    put(360, S("\nST,+00208.36  g\r\nST,+0020"));
    ck_assert(!framer_tick(&framer, 1300));
    ck_assert(framer_tick(&framer, 1360));
    ck_assert_str_eq(report.text, "208.34 g stable ok; 208.36 g stable ok");
    ck_assert_int_eq(framer.counts.partial, 1);
}
END_TEST

START_TEST(no_frame_spans_a_silence) {
    begin("and", "");
    put(0, S("ST,+00208"));
    put(1000, S(".34  g\r\nST,+00001.00  g\r\n"));
    ck_assert_str_eq(report.text, "bad; 1.00 g stable ok");
    begin("and", "");
    put(0, S("ST,+00208"));
    put(999, S(".34  g\r\n"));
    ck_assert_str_eq(report.text, "208.34 g stable ok");
}
END_TEST

/* A09: the first line after opening may be the end of one. */
START_TEST(first_line) {
    begin("line", "m");
    put(5, S("840 m\r\n2.840 m\r\n"));
    ck_assert_str_eq(report.text, "2.840 m not stated ok");
    ck_assert_int_eq(framer.counts.first, 1);
    begin("line", "m");
    put(5, S("LDM v1.42 ready\r\n2.840 m\r\n"));
    ck_assert_str_eq(report.text, "2.840 m not stated ok");
    begin("line", "m");
    put(5, S("AT\r\n?ERR 0.000\r\n2.840 m\r\n"));
    ck_assert_str_eq(report.text, "bad; 2.840 m not stated ok");
}
END_TEST

START_TEST(first_line_that_is_whole) {
    begin("line", "m"); /* a second of silence came before it */
    put(1000, S("2.840 m\r\n"));
    ck_assert_str_eq(report.text, "2.840 m not stated ok");
    begin("line", "m"); /* it answers a request */
    put(5, S("840"));
    framer_asked(&framer);
    put(9, S("2.840 m\r\n"));
    ck_assert_str_eq(report.text, "2.840 m not stated ok");
    ck_assert_int_eq(framer.counts.partial, 1);
    begin("and", ""); /* its header proves it */
    put(5, S("ST,+00208.34  g\r\n"));
    ck_assert_str_eq(report.text, "208.34 g stable ok");
    begin("ohaus", ""); /* its width proves it; the end of it is dropped */
    put(5, S("     192.21 g\r\n"));
    ck_assert_str_eq(report.text, "192.21 g stable ok");
    begin("ohaus", "");
    put(5, S("2.21 g\r\n"));
    ck_assert_int_eq(report.n, 0);
    ck_assert_int_eq(framer.counts.first, 1);
}
END_TEST

/* A01, A02, A03 */
START_TEST(signs_and_states) {
    begin("line", "g");
    framer_asked(&framer);
    put(0, S("-  205.4 g \r\n+  205.4 g \r\n"));
    ck_assert_str_eq(report.text, "-205.4 g not stated ok; 205.4 g not stated ok");
    begin("and", "");
    put(0, S("US,+00208.31  g\r\nUS,+00208.31  g\r\nST,+00208.84  g\r\n"));
    ck_assert_int_eq(report.values, 1);
    begin("mt-sics", "");
    put(0, S("S D     208.31 g\r\nS D     208.31 g\r\nS S     208.84 g\r\n"));
    ck_assert_int_eq(report.values, 1);
    begin("and", "");
    put(0, S("OL,+9999999E+19\r\n"));
    ck_assert_str_eq(report.text, "- overload");
    begin("mt-sics", "");
    put(0, S("S +\r\nS -\r\n"));
    ck_assert_str_eq(report.text, "- overload; - underrange");
    begin("line", "m");
    framer_asked(&framer);
    put(0, S("655.350 m\r\n"));
    ck_assert_str_eq(report.text, "- overload");
    begin("line", "lx");
    framer_asked(&framer);
    put(0, S("9.9E37 lx\r\n"));
    ck_assert_str_eq(report.text, "bad");
}
END_TEST

/* A10, A11: with a prefix. */
START_TEST(prefix) {
    Diag diag = {.arena = &frames_arena};
    const DriverSetup setup = {.prefix = S("T1:")};
    const Driver *row = driver_find(&frames_arena, S("line"), &setup, &diag);
    ck_assert(row);
    framer_open(&framer, row, 0);
    framer_asked(&framer);
    report = (Report){.n = 0};
    put(0, S("T1: 77.0 F\r\nT1:  ---- C\r\nT1:  ---.- C\r\nT1:       C\r\nT2: 20.0 C\r\n"));
    ck_assert_str_eq(report.text, "77.0 F not stated ok; - error; - error; - error; bad");
    ck_assert_int_eq(report.value[0], 25000000);
    const DriverSetup useless = {.prefix = S("x")};
    ck_assert_ptr_null(driver_find(&frames_arena, S("and"), &useless, &diag));
}
END_TEST

/* The bytes of a 7-bit instrument as an 8-bit port sees them. */
static Str with_parity(Str text, int parity) {
    char *out = NEW_ARRAY(&frames_arena, char, text.len);
    for (ptrdiff_t i = 0; i < text.len; i++) {
        bool high = parity == 'n' || (__builtin_parity((unsigned char)text.at[i]) != 0) == (parity == 'e');
        out[i] = (char)(text.at[i] | (high ? 0x80 : 0));
    }
    return (Str){out, text.len};
}

/* A09 (d) */
START_TEST(seven_bits_read_as_eight) {
    static const struct {
        const char *driver, *line;
    } tried[] = {
        {"and", "ST,+00208.34  g\r\n"}, {"mt-sics", "S S     208.34 g\r\n"}, {"line", "2.840 m\r\n"}};
    for (int i = 0; i < 3; i++)
        for (const char *parity = "eon"; *parity; parity++) {
            begin(tried[i].driver, i == 2 ? "m" : "");
            for (int n = 0; n < 20; n++) put(10 * n, with_parity(str_of(tried[i].line), *parity));
            ck_assert_int_eq(report.values, 0);
            ck_assert_int_eq(framer_parity(&framer), *parity);
            ck_assert_msg(strstr(framer_advice(&framer), "7 data bits"), "%s", framer_advice(&framer));
        }
    begin("line", "m");
    put(0, with_parity(S("2.840 m\r\n"), 'e'));
    ck_assert_int_eq((unsigned char)with_parity(S("2"), 'e').at[0], 0xb2); /* as captured */
    ck_assert_int_eq(framer_parity(&framer), 'e');
}
END_TEST

START_TEST(advice) {
    begin("and", "");
    ck_assert(strstr(framer_advice(&framer), "nothing was received"));
    put(0, (Str){"\0\0\xff\0\0\xff\0\0\0\0", 10});
    ck_assert(strstr(framer_advice(&framer), "speed"));
    begin("and", "");
    put(0, S("EC,E01\r\n"));
    ck_assert(strstr(framer_advice(&framer), "answers"));
    put(0, S("ST,+00208.34  g\r\n"));
    ck_assert_str_eq(framer_advice(&framer), "");
    begin("and", "");
    put(0, S("hello\r\nhello\r\n"));
    ck_assert(strstr(framer_advice(&framer), "right one"));
}
END_TEST

/* A line that never ends does not grow, and what follows it is not taken for a whole line. */
START_TEST(endless_line) {
    begin("line", "m");
    framer_asked(&framer);
    for (int i = 0; i < 1000; i++) put(i, S("1234567890"));
    put(1001, S("5 m\r\n2.840 m\r\n"));
    ck_assert_str_eq(report.text, "2.840 m not stated ok");
    ck_assert_int_eq(framer.counts.bytes, 10014);
}
END_TEST

START_TEST(line_settings) {
    LineSettings s = {9600, 8, 'n', 1, true, true, FLOW_NONE};
    const char *why;
    ck_assert(line_settings_read(S("2400/7e1"), &s, &why));
    ASSERT_STR(line_settings_print(&frames_arena, &s), "2400/7e1/dtr=1/rts=1");
    ck_assert(line_settings_read(S("dtr=0"), &s, &why));
    ASSERT_STR(line_settings_print(&frames_arena, &s), "2400/7e1/dtr=0/rts=1");
    ck_assert(line_settings_read(S("rts=0/flow=xonxoff/8O2/115200"), &s, &why));
    ASSERT_STR(line_settings_print(&frames_arena, &s), "115200/8o2/dtr=0/rts=0/flow=xonxoff");
    static const char *const bad[] = {"",           "/",     "9600/",      "/9600",
                                      "9600//8n1",  "7x1",   "9e1",        "7e3",
                                      "dtr",        "dtr=2", "dtr=",       "rts=-1",
                                      "flow=maybe", "0",     "49",         "4000001",
                                      "-9600",      "96oo",  "9600/8n1/x", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        LineSettings before = s;
        ck_assert_msg(!line_settings_read(str_of(bad[i]), &s, &why), "'%s' was read", bad[i]);
        ck_assert(why && *why);
        ck_assert(!memcmp(&before, &s, sizeof s));
    }
}
END_TEST

UNIT_MAIN("framer", one_in_three_two_in_one, no_frame_spans_a_silence, first_line, first_line_that_is_whole,
          signs_and_states, prefix, seven_bits_read_as_eight, advice, endless_line, line_settings)
