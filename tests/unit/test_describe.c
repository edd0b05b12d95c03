/* Descriptions of instruments in YAML: what each word of the grammar takes and leaves, and that every fault
 * is told where it stands. */
#include "frames.h"

#include "read/driver/describe.h"
#include "read/indication.h"

#define HEAD "id: t\nquantities: [mass, length]\ntrust: reported\nserial: 9600/8n1\ntalks: stream\n"

static Arena arena;

static const Driver *describe(const char *text, Diag *diag) {
    Source *source = NEW(&arena, Source);
    *source = (Source){.name = S("t.yaml"), .bytes = str_of(text)};
    *diag = (Diag){.arena = &arena};
    return describe_driver(&arena, source, diag);
}

/* One form, one line: what the report says. */
static const char *read_line(const char *line_part, const char *form, const char *text) {
    static Report report;
    Diag diag;
    Str yaml =
        str_fmt(&arena,
                HEAD "line:\n  units: {g: g, kg: kg, PC: 'error: pieces'}\n"
                     "  words: {w: {S: stable, U: unstable, SS: 'info: both'}}\n%s  forms:\n    - %s\n",
                line_part, form);
    const Driver *driver = describe(str_z(&arena, yaml), &diag);
    ck_assert_msg(driver, "%.*s: %.*s", SARG(yaml), SARG(diag.messages.at[0].text));
    feed(driver, str_fmt(&arena, "%s\r\n", text), 999, &report);
    return report.text;
}

START_TEST(fields) {
    static const struct {
        const char *form, *line, *want;
    } tried[] = {
        {"{line: '{number} {unit}'}", "12.50 g", "12.50 g not stated ok"},
        {"{line: '{number} {unit}'}", "12.50 kg", "12.50 kg not stated ok"},
        {"{line: '{number} {unit}'}", "12.50 mg", "bad"},
        {"{line: '{number} {unit}'}", "12.50 PC", "- error"},
        {"{line: '{number} {unit}'}", "12.50g", "bad"},
        {"{line: '{number} {unit}'}", "12. g", "bad"},
        {"{line: '{number} {unit}'}", ".5 g", "bad"},
        {"{line: '{number} {unit}'}", "1.2.3 g", "bad"},
        {"{line: '{number} {unit}'}", "--1 g", "bad"},
        {"{line: '{number} {unit}'}", "- 1 g", "-1 g not stated ok"},
        {"{line: '{number} {unit}'}", "-0.00 g", "-0.00 g not stated ok"},
        {"{line: '{number} {unit}'}", "007.00 g", "7.00 g not stated ok"},
        {"{line: '{number} {unit}'}", "99999999999999999999 g", "bad"},
        {"{line: '{number} {unit}'}", "9999999999 kg", "bad"},
        {"{line: '{number 6} {unit}'}", "  1.50 g", "1.50 g not stated ok"},
        {"{line: '{number 6} {unit}'}", "-   50 g", "-50 g not stated ok"},
        {"{line: '{number 6} {unit}'}", " 1.50 g", "bad"},
        {"{line: '{number 6} {unit}'}", "1.50   g", "bad"},
        {"{line: '{number 6|4} {unit}'}", "1.50 g", "1.50 g not stated ok"},
        {"{line: '{number 6 sign} {unit}'}", "  1.50 g", "bad"},
        {"{line: '{number 6 sign} {unit}'}", "+01.50 g", "1.50 g not stated ok"},
        {"{line: '{number 6 column} {unit}'}", "001.50 g", "bad"},
        {"{line: '{number 6 point} {unit}'}", "   150 g", "bad"},
        {"{line: '{number 6 filled} {unit}'}", "  1.50 g", "bad"},
        {"{line: '{number 5 decimals 2} {unit}'}", "00005 g", "0.05 g not stated ok"},
        {"{line: '{number 5 decimals 2} {unit}'}", "-1234 g", "-12.34 g not stated ok"},
        {"{line: '{number 1 decimals 2} {unit}'}", "5 g", "0.05 g not stated ok"},
        {"{line: '{number 5 decimals 2} {unit}'}", "12.34 g", "bad"},
        {"{line: '{number 4 hex}', unit: mm}", "00FF", "255 mm not stated ok"},
        {"{line: '{number 4 hex}', unit: mm}", "00ff", "bad"},
        {"{line: '{number 6 brackets} {unit}'}", "12.[3] g",
         "12.3 g not stated ok (last digit not verified)"},
        {"{line: '{number 6 brackets} {unit}'}", "12.3[] g", "bad"},
        {"{line: '{number 7 brackets} {unit}'}", " 12.[3] g",
         "12.3 g not stated ok (last digit not verified)"},
        {"{line: '{number 7 brackets} {unit}'}", "  12.34 g", "bad"},
        {"{line: '{number}{unit 3}'}", "5 kg", "5 kg not stated ok"},
        {"{line: '{number}{unit 3}'}", "5g  ", "5 g not stated ok"},
        {"{line: '{number}{unit 3}'}", "5 g", "bad"},
        {"{line: '{w}{number}{unit}'}", "S5g", "5 g stable ok"},
        {"{line: '{w}{number}{unit}'}", "U5g", "5 g unstable unstable"},
        {"{line: '{w}{number}{unit}'}", "SS5g", "note"},
        {"{line: '{w}{number}{unit}'}", "X5g", "bad"},
        {"{line: '{w}S{number}{unit}'}", "SS5g", "5 g stable ok"},
        {"{line: 'a{any}z', means: 'error: it says:'}", "a hello z", "- error"},
        {"{line: 'a{any}z', means: overload}", "a\x01z", "bad"},
        {"{line: '{digits 2}:{number} {unit}'}", "12:5 g", "5 g not stated ok"},
        {"{line: '{digits 2}:{number} {unit}'}", "1:5 g", "bad"},
        {"{line: '{number}{gap}{unit}{blank}', means: [stable, net, battery low]}", "5   g  ",
         "5 g stable ok (net, battery low)"},
        {"{line: '{number}', means: unstable}", "5", "5 ? unstable unstable"},
    };
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        const char *got = read_line("", tried[i].form, tried[i].line);
        ck_assert_msg(!strcmp(got, tried[i].want), "%s on '%s': '%s', want '%s'", tried[i].form,
                      tried[i].line, got, tried[i].want);
    }
}
END_TEST

START_TEST(the_line) {
    ck_assert_str_eq(read_line("  decimal: ','\n", "{line: '{number} {unit}'}", "1,50 g"),
                     "1.50 g not stated ok");
    ck_assert_str_eq(read_line("  decimal: ','\n", "{line: '{number} {unit}'}", "1.50 g"), "bad");
    ck_assert_str_eq(read_line("  plausible: {mass: [1 g, 2 kg]}\n", "{line: '{number} {unit}'}", "2 kg"),
                     "2 kg not stated ok");
    ck_assert_str_eq(read_line("  plausible: {mass: [1 g, 2 kg]}\n", "{line: '{number} {unit}'}", "2001 g"),
                     "- overload");
    ck_assert_str_eq(read_line("  plausible: {mass: [1 g, 2 kg]}\n", "{line: '{number} {unit}'}", "0.9 g"),
                     "- underrange");
    ck_assert_str_eq(read_line("  end: \"<\"\n", "{line: '{number} {unit}'}", "2 g<3 g<"),
                     "2 g not stated ok; 3 g not stated ok");
}
END_TEST

START_TEST(reasons_quote) {
    Diag diag;
    Decoded decoded = {.n = 0};
    const Driver *driver =
        describe(HEAD "line: {forms: [{line: 'E{any}', means: 'error: it says:'}]}\n", &diag);
    driver->decode(driver, S("E12\r\n"), &decoded);
    ck_assert_str_eq(decoded.indications[0].reason, "it says: 12");
    decoded = (Decoded){.n = 0};
    driver->decode(driver, S("X'\\\x01\xff\r\n"), &decoded);
    ck_assert_str_eq(decoded.reason, "not understood: 'X\\x27\\x5c\\x01\\xff\\x0d\\x0a'");
    decoded = (Decoded){.n = 0};
    driver->decode(driver, S("E1\n"), &decoded);
    ck_assert_str_eq(decoded.reason, "line end damaged: 'E1\\x0a'");
}
END_TEST

START_TEST(faults) {
    static const struct {
        const char *text, *message;
        int line;
    } tried[] = {
        {HEAD "line: {forms: [{line: '{number}'}]}\n", "where is the unit", 6},
        {HEAD "line: {forms: [{line: '{numbre} g'}]}\n", "neither a field", 6},
        {HEAD "line: {forms: [{line: '{number 99} g', unit: g}]}\n", "neither a field", 6},
        {HEAD "line: {forms: [{line: '{number hex} g', unit: g}]}\n", "neither a field", 6},
        {HEAD "line: {forms: [{line: '{number 4 hxe} g', unit: g}]}\n", "neither a field", 6},
        {HEAD "line: {forms: [{line: '{number', unit: g}]}\n", "without its", 6},
        {HEAD "line: {forms: [{line: '', unit: g}]}\n", "empty form", 6},
        {HEAD "line: {forms: [{line: 'x'}]}\n", "without {number}", 6},
        {HEAD "line: {forms: [{line: '{number}', unit: lx}]}\n", "not in 'quantities'", 6},
        {HEAD "line: {forms: [{line: '{number}', unit: xx}]}\n", "unknown unit", 6},
        {HEAD "line: {forms: [{line: '{number}', unit: g, whole: maybe}]}\n", "yes or no", 6},
        {HEAD "line: {forms: []}\n", "list of forms", 6},
        {HEAD "line: {longest: 4000, forms: [{line: x, means: overload}]}\n", "4 to 128", 6},
        {HEAD "line: {decimal: ';', forms: [{line: x, means: overload}]}\n", "'.' or ','", 6},
        {HEAD "line: {plausible: {mass: [2 g, 1 g]}, forms: [{line: x, means: overload}]}\n",
         "lowest and the highest", 6},
        {HEAD "line: {words: {w: {'': stable}}, forms: [{line: x, means: overload}]}\n", "match everywhere",
         6},
        {HEAD "line: {words: {w: [a]}, forms: [{line: x, means: overload}]}\n", "expected a map", 6},
        {HEAD "line: [1]\n", "expected a map", 6},
        {HEAD, "either 'line' or 'modbus'", 0},
        {HEAD "modbus: {}\n", "'address'", 6},
        {HEAD "modbus: {address: 1, function: 5, first: 0, count: 1, values: []}\n", "'function'", 6},
        {HEAD "modbus: {address: 1, function: 4, first: 0, count: 1, values: [{register: 0, type: int32, "
              "unit: g}]}\n",
         "not among", 6},
        {HEAD "modbus: {address: 1, function: 4, first: 1, count: 1, values: [{register: 0, type: int16, "
              "unit: g}]}\n",
         "not among", 6},
        {HEAD "modbus: {address: 1, function: 4, first: 0, count: 1, values: [{register: 0, type: int8, "
              "unit: g}]}\n",
         "'type'", 6},
    };
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        Diag diag;
        ck_assert_msg(!describe(tried[i].text, &diag), "accepted: %s", tried[i].text);
        bool told = false;
        for (int k = 0; k < diag.messages.n; k++)
            told |= str_find(diag.messages.at[k].text, str_of(tried[i].message)) >= 0 &&
                    diag.messages.at[k].place.line == tried[i].line;
        ck_assert_msg(told, "%s: '%.*s' line %d", tried[i].text, SARG(diag.messages.at[0].text),
                      diag.messages.at[0].place.line);
    }
}
END_TEST

START_TEST(registers) {
    Diag diag;
    Report report;
    const Driver *driver = describe(
        HEAD "modbus: {address: 1, function: 3, first: 0, count: 4, values: [{register: 0, type: uint32, "
             "unit: g}, "
             "{register: 2, type: int32, order: low word first, decimals: 3, unit: kg, channel: b}]}\n",
        &diag);
    ck_assert(driver);
    ck_assert_int_eq(driver->poll.len, 8);
    char frame[13] = "\x01\x03\x08\0\x01\0\x02\xff\xfe\xff\xff";
    unsigned crc = 0;
    for (crc = 0; crc < 65536; crc++) { /* the one that fits, found without modbus_crc */
        frame[11] = (char)(crc & 255);
        frame[12] = (char)(crc >> 8);
        feed(driver, (Str){frame, 13}, 999, &report);
        if (report.values) break;
    }
    ck_assert_str_eq(report.text, "65538 g not stated ok, b -0.002 kg not stated ok");
}
END_TEST

/* What the program ships is named as its file, and describes itself without a fault. */
static int described;
static void check_shipped(const Source *source, void *context) {
    (void)context;
    Diag diag = {.arena = &arena};
    const Driver *driver = describe_driver(&arena, source, &diag);
    ck_assert_msg(driver && !diag.messages.n, "%.*s", SARG(source->name));
    Str want = str_fmt(&arena, "profiles/instruments/%s.yaml", driver->id);
    ck_assert_msg(str_eq(want, source->name), "%.*s is %s", SARG(source->name), driver->id);
    described++;
}

START_TEST(shipped) {
    data_each(S("profiles/instruments/"), check_shipped, NULL);
    ck_assert_int_ge(described, 18);
}
END_TEST

UNIT_MAIN("describe", fields, the_line, reasons_quote, faults, registers, shipped)
