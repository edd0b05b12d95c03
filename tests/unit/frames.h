/* The frames of the folder tests/captures/frames, and how a test feeds them to a driver. A line is
 *     driver TAB hex bytes TAB what the framer must report TAB meaning TAB source
 * Reports: "29.84 g stable ok" (channel in front, flags behind), "- overload" (no value), "note", "bad";
 * several are joined by "; "; "nothing" when no frame was found. A line that begins with # is a comment. */
#ifndef FRAMES_H
#define FRAMES_H

#include "unit.h"

#include "base/source.h"
#include "read/driver/table.h"
#include "read/port/framer.h"

#include <glob.h>
#include <stdarg.h>

typedef struct TestFrame {
    Str file, driver, bytes, report;
    int line;
    bool damaged; /* on purpose */
} TestFrame;

enum { TEST_FRAMES_MOST = 1024 };
static Arena frames_arena;
static TestFrame test_frames[TEST_FRAMES_MOST];
static int test_frame_count;

static inline Str from_hex(Str text) {
    char *out = NEW_ARRAY(&frames_arena, char, text.len + 1);
    ptrdiff_t n = 0;
    while (text.len) {
        Str pair = str_cut(&text, ' ');
        ck_assert_int_eq(pair.len, 2);
        int value = 0;
        for (int i = 0; i < 2; i++) {
            const char *digits = "0123456789abcdef", *at = strchr(digits, pair.at[i]);
            ck_assert(at && *at);
            value = value * 16 + (int)(at - digits);
        }
        out[n++] = (char)value;
    }
    return (Str){out, n};
}

static inline void load_file(const char *path) {
    Diag diag = {.arena = &frames_arena};
    Source source;
    ck_assert(source_load(&frames_arena, path, &source, &diag));
    Str rest = source.bytes;
    for (int line = 1; rest.len; line++) {
        Str text = str_cut(&rest, '\n');
        if (!text.len || text.at[0] == '#') continue;
        ck_assert_int_lt(test_frame_count, TEST_FRAMES_MOST);
        TestFrame *frame = &test_frames[test_frame_count++];
        frame->file = str_of(strrchr(path, '/') + 1);
        frame->line = line;
        frame->driver = str_cut(&text, '\t');
        frame->bytes = from_hex(str_cut(&text, '\t'));
        frame->report = str_cut(&text, '\t');
        ck_assert_msg(text.len > 0, "%s:%d: no meaning", path, line);
        str_cut(&text, '\t');
        frame->damaged = str_starts(text, S("damaged"));
    }
}

static inline void load_frames(void) {
    glob_t found;
    if (test_frame_count) return;
    ck_assert_int_eq(glob("tests/captures/frames/*.txt", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) load_file(str_z(&frames_arena, str_of(found.gl_pathv[i])));
    globfree(&found);
    ck_assert_int_gt(test_frame_count, 150);
}

/* ---- drivers */
static const Driver *const *all_drivers;
static int driver_count;

/* Instruments that do not say their unit get this one. */
static inline const Driver *test_driver(Str name) {
    Diag diag = {.arena = &frames_arena};
    bool file = str_eq(name, S("xy-md02-one"));
    bool length = str_eq(name, S("sylvac")) || str_eq(name, S("digimatic")) || str_eq(name, S("line"));
    DriverSetup setup = {.unit = length ? S("mm") : str_eq(name, S("line-°C")) ? S("°C") : S("")};
    if (str_eq(name, S("line-°C"))) name = S("line");
    const Driver *driver =
        driver_find(&frames_arena, file ? S("tests/captures/xy-md02-one.yaml") : name, &setup, &diag);
    ck_assert_msg(driver, "no driver %.*s: %.*s", SARG(name), SARG(diag.messages.at[0].text));
    return driver;
}

static inline void load_drivers(void) {
    Diag diag = {.arena = &frames_arena};
    const Driver *const *rows;
    if (driver_count) return;
    driver_count = driver_all(&frames_arena, &rows, &diag);
    const Driver **all = NEW_ARRAY(&frames_arena, const Driver *, driver_count);
    for (int i = 0; i < driver_count; i++) all[i] = test_driver(str_of(rows[i]->id));
    all_drivers = all;
}

static inline const Driver *loaded_driver(Str id) {
    load_drivers();
    for (int i = 0; i < driver_count; i++)
        if (str_eq(id, str_of(all_drivers[i]->id))) return all_drivers[i];
    return test_driver(id);
}

/* ---- feeding */
typedef struct Report {
    char text[16384];
    size_t n;
    int values; /* indications with STATE_OK */
    int64_t value[64];
    Quantity quantity[64];
    unsigned char channel[64];
} Report;

static inline void report_put(Report *report, const char *format, ...) {
    va_list list;
    va_start(list, format);
    size_t left = sizeof report->text - report->n;
    int n = vsnprintf(report->text + report->n, left, format, list);
    va_end(list);
    report->n += (size_t)n < left ? (size_t)n : left - 1;
}

static inline void report_indication(Report *report, const Indication *in) {
    static const char *const states[] = {"ok", "unstable", "overload", "underrange", "error"};
    if (*in->channel) report_put(report, "%s ", in->channel);
    if (in->digits[0])
        report_put(report, "%s %.*s ", in->digits, in->unit ? (int)in->unit->name.len : 1,
                   in->unit ? in->unit->name.at : "?");
    else
        report_put(report, "- ");
    if (in->digits[0]) report_put(report, "%s ", stability_name(in->stability));
    report_put(report, "%s", states[in->state]);
    Str flags = flags_print(&frames_arena, in->flags);
    if (flags.len) report_put(report, " (%.*s)", SARG(flags));
    if (in->state != STATE_OK || report->values == 64) return;
    report->value[report->values] = in->value;
    report->quantity[report->values] = in->quantity;
    report->channel[report->values++] = (unsigned char)in->channel[0];
}

static inline void report_heard(void *context, const Heard *heard) {
    Report *report = context;
    const Decoded *decoded = &heard->decoded;
    if (report->n) report_put(report, "; ");
    if (decoded->kind == DECODED_NOTE) report_put(report, "note");
    if (decoded->kind == DECODED_BAD) report_put(report, "bad");
    if (decoded->kind != DECODED_READING) ck_assert_msg(decoded->reason[0], "no reason for %s", report->text);
    for (int i = 0; i < decoded->n; i++) {
        if (i) report_put(report, ", ");
        report_indication(report, &decoded->indications[i]);
        bool reason = decoded->indications[i].reason[0];
        ck_assert_msg(reason == (decoded->indications[i].state != STATE_OK), "reason and state: %s",
                      report->text);
    }
}

/* Feeds the bytes in pieces of `piece`, as the answer to a request. */
static inline void feed(const Driver *driver, Str bytes, ptrdiff_t piece, Report *report) {
    Framer framer;
    *report = (Report){.n = 0};
    framer_open(&framer, driver, 0);
    framer_asked(&framer);
    for (ptrdiff_t at = 0; at < bytes.len; at += piece)
        framer_put(&framer, str_slice(bytes, at, at + piece), 10, report_heard, report);
    framer_end(&framer);
    ck_assert_int_eq(framer.counts.bytes, bytes.len);
    if (!report->n) report_put(report, "nothing");
}

/* Is every value of `got` one of those of `sent`? */
static inline bool report_only_sent(const Report *sent, const Report *got) {
    for (int i = 0; i < got->values; i++) {
        bool found = false;
        for (int k = 0; k < sent->values; k++)
            found |= sent->value[k] == got->value[i] && sent->quantity[k] == got->quantity[i] &&
                     sent->channel[k] == got->channel[i];
        if (!found) return false;
    }
    return true;
}

#endif
