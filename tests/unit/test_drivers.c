/* Every frame of tests/captures/frames through its driver: whole, byte by byte, in every chunk size, one
 * after the other, with its head cut off; and through every other driver. Then the rows themselves. */
#include "frames.h"

START_TEST(whole_and_in_pieces) {
    load_frames();
    for (int i = 0; i < test_frame_count; i++) {
        const TestFrame *frame = &test_frames[i];
        for (ptrdiff_t piece = 1; piece <= frame->bytes.len; piece++) {
            Report report;
            feed(loaded_driver(frame->driver), frame->bytes, piece, &report);
            ck_assert_msg(str_eq(frame->report, str_of(report.text)),
                          "%.*s:%d in pieces of %td: '%s', want '%.*s'", SARG(frame->file), frame->line,
                          piece, report.text, SARG(frame->report));
        }
    }
}
END_TEST

/* Frames that end in the middle would swallow the head of the next one. */
static bool is_complete(const TestFrame *frame) {
    Framer framer;
    Report report = {.n = 0};
    framer_open(&framer, loaded_driver(frame->driver), 0);
    framer_asked(&framer);
    framer_put(&framer, frame->bytes, 0, report_heard, &report);
    return !framer_end(&framer);
}

/* Columns of the number in a frame that gives one; 0 else. */
static int width_of(const TestFrame *frame, bool *apart) {
    Decoded decoded = {0};
    const Driver *driver = loaded_driver(frame->driver);
    FrameStep step = driver->frame(driver, frame->bytes);
    if (step.kind != FRAME_HAVE) return 0;
    driver->decode(driver, str_slice(frame->bytes, 0, step.n), &decoded);
    bool value = decoded.n && decoded.indications[0].digits[0];
    *apart = decoded.apart;
    return value ? decoded.width : 0;
}

/* One instrument keeps to one width: of the frames, those as wide as the first. */
static Str concatenated(Str driver, Report *want) {
    int widths[2] = {0};
    char *all = NEW_ARRAY(&frames_arena, char, 32768);
    ptrdiff_t n = 0;
    *want = (Report){.n = 0};
    for (int i = 0; i < test_frame_count; i++) {
        const TestFrame *frame = &test_frames[i];
        if (!str_eq(frame->driver, driver) || !is_complete(frame)) continue;
        bool apart = false;
        int width = width_of(frame, &apart);
        if (width && widths[apart] && width != widths[apart]) continue;
        if (width) widths[apart] = width;
        memcpy(all + n, frame->bytes.at, (size_t)frame->bytes.len);
        n += frame->bytes.len;
        if (!str_eq(frame->report, S("nothing")))
            report_put(want, "%s%.*s", want->n ? "; " : "", SARG(frame->report));
    }
    return (Str){all, n};
}

START_TEST(one_after_the_other) {
    load_frames();
    for (int i = 0; i < test_frame_count; i++) {
        if (i && str_eq(test_frames[i].driver, test_frames[i - 1].driver)) continue;
        Report want, got;
        Str all = concatenated(test_frames[i].driver, &want);
        for (ptrdiff_t piece = 1; piece < 400; piece += piece < 40 ? 1 : 97) {
            feed(loaded_driver(test_frames[i].driver), all, piece, &got);
            ck_assert_msg(!strcmp(want.n ? want.text : "nothing", got.text),
                          "%.*s in pieces of %td:\n%s\nwant\n%s", SARG(test_frames[i].driver), piece,
                          got.text, want.text);
        }
    }
}
END_TEST

/* The tail of a frame, first thing after opening a port on which nothing was asked: nothing, or the same
 * value. */
START_TEST(tails) {
    load_frames();
    for (int i = 0; i < test_frame_count; i++) {
        const TestFrame *frame = &test_frames[i];
        Report whole;
        feed(loaded_driver(frame->driver), frame->bytes, 999, &whole);
        for (ptrdiff_t cut = 1; cut < frame->bytes.len; cut++) {
            Framer framer;
            Report tail = {.n = 0};
            framer_open(&framer, loaded_driver(frame->driver), 0);
            framer_put(&framer, str_skip(frame->bytes, cut), 5, report_heard, &tail);
            ck_assert_msg(report_only_sent(&whole, &tail), "%.*s:%d without %td bytes: '%s'",
                          SARG(frame->file), frame->line, cut, tail.text);
        }
    }
}
END_TEST

START_TEST(every_other_driver) {
    load_frames();
    load_drivers();
    for (int i = 0; i < test_frame_count; i++) {
        const TestFrame *frame = &test_frames[i];
        const Driver *own = loaded_driver(frame->driver);
        for (int k = 0; k < driver_count; k++) {
            Report report;
            if (driver_is_kin(all_drivers[k], own)) continue;
            feed(all_drivers[k], frame->bytes, 999, &report);
            ck_assert_msg(!report.values, "%s reads %.*s:%d: '%s'", all_drivers[k]->id, SARG(frame->file),
                          frame->line, report.text);
        }
    }
}
END_TEST

/* No driver is without a frame that gives a value, and none that a row promises is missing. */
START_TEST(every_driver_has_frames) {
    load_frames();
    load_drivers();
    ck_assert_int_ge(driver_count, 33);
    for (int k = 0; k < driver_count; k++) {
        int values = 0;
        for (int i = 0; i < test_frame_count; i++) {
            Report report;
            if (!str_eq(test_frames[i].driver, str_of(all_drivers[k]->id))) continue;
            feed(all_drivers[k], test_frames[i].bytes, 999, &report);
            values += report.values;
        }
        ck_assert_msg(values > 0, "no frame of %s gives a value", all_drivers[k]->id);
    }
}
END_TEST

START_TEST(rows) {
    load_drivers();
    for (int k = 0; k < driver_count; k++) {
        const Driver *driver = all_drivers[k];
        LineSettings settings = driver_settings(driver);
        ASSERT_STR(line_settings_print(&frames_arena, &settings), driver->settings);
        ck_assert(driver->maker[0] && driver->models[0] && driver->quantities[0]);
        ck_assert_int_gt(driver->answer_ms, 0);
        ck_assert_int_le(driver->frame_max, FRAME_MOST);
        ck_assert((driver->talk == TALK_POLL) == (driver->poll.len > 0));
        for (const char *const *kin = driver->kin; kin && *kin; kin++)
            ck_assert_msg(loaded_driver(str_of(*kin)) != driver, "%s is its own kin", driver->id);
        if (k) ck_assert_int_lt(strcmp(all_drivers[k - 1]->id, driver->id), 0);
    }
}
END_TEST

/* A driver says what to do with any bytes, and within frame_max it never wants more. */
START_TEST(any_bytes_at_all) {
    load_drivers();
    uint32_t seed = 12345;
    char bytes[4096];
    for (int round = 0; round < 40; round++) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            seed = seed * 1664525 + 1013904223;
            bytes[i] = round % 2 ? (char)(seed >> 24) : "0123456789+-. \r\n\x02\x03$&XYSg"[(seed >> 24) % 24];
        }
        for (int k = 0; k < driver_count; k++) {
            Report report = {.n = 0};
            Framer framer;
            framer_open(&framer, all_drivers[k], 0);
            framer_put(&framer, (Str){bytes, sizeof bytes}, 0, report_heard, &report);
            framer_end(&framer);
            ck_assert_int_eq(framer.n, 0);
            ck_assert_int_eq(framer.counts.bytes, sizeof bytes);
        }
    }
}
END_TEST

UNIT_MAIN("drivers", whole_and_in_pieces, one_after_the_other, tails, every_other_driver,
          every_driver_has_frames, rows, any_bytes_at_all)
