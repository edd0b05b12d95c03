/* read/measurements: rows to readings, and every fault with its place. The right values are those of
 * read/csv/README.md, worked out by hand. The mutations at the end look for crashes, wrong places and readings
 * out of nothing. */
#include "unit.h"

#include "base/buf.h"
#include "read/csv/measurements.h"

#include <sys/mman.h>
#include <unistd.h>

static Arena arena;
static Diag diag;
static Session session;
static char path[32];
static int opened;

/* Lengths, one temperature, one ratio, one answer. */
static bool find_item(void *context, Str name, ItemKind *out) {
    static const struct {
        const char *name;
        Quantity quantity;
    } known[] = {{"length", QUANTITY_LENGTH},   {"temp", QUANTITY_TEMPERATURE}, {"ratio", QUANTITY_RATIO},
                 {"lux", QUANTITY_ILLUMINANCE}, {"mass", QUANTITY_MASS},        {"angle", QUANTITY_ANGLE},
                 {"taut", QUANTITY_NONE}};
    (void)context;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!str_eq_fold(name, str_of(known[i].name))) continue;
        *out = (ItemKind){.id = str_of(known[i].name), .quantity = known[i].quantity};
        return true;
    }
    return false;
}

static void put_file(Str bytes) {
    int descriptor = opened = memfd_create("m.csv", 0);
    ck_assert_int_ge(descriptor, 0);
    ck_assert_int_eq(write(descriptor, bytes.at, (size_t)bytes.len), bytes.len);
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
}

static void take_file(void) { close(opened); }

static bool read_bytes(Str bytes, char decimal) {
    MeasurementSpec spec = {.find = find_item, .decimal = decimal};
    diag = (Diag){.arena = &arena};
    session = (Session){.arena = &arena, .keep = true};
    put_file(bytes);
    bool ok = measurements_read(&session, path, &spec, &diag);
    take_file();
    return ok;
}

/* Messages as "line:column e", one a line. */
static Str messages(void) {
    Str text = S("");
    for (ptrdiff_t i = 0; i < diag.messages.n; i++) {
        const Message *m = &diag.messages.at[i];
        text =
            str_fmt(&arena, "%.*s%d:%d%c ", SARG(text), m->place.line, m->place.column, "nwe"[m->severity]);
    }
    return text;
}

static Str said(const char *file) {
    read_bytes(str_of(file), 0);
    return messages();
}

/* The values of all kept readings, in the smallest unit. */
static Str values(const char *file) {
    Str text = S("");
    if (!read_bytes(str_of(file), 0)) return messages();
    for (ptrdiff_t i = 0; i < session.readings.n; i++)
        text = str_fmt(&arena, "%.*s%lld ", SARG(text), (long long)session.readings.at[i].value);
    return text;
}

START_TEST(number_forms) {
    ASSERT_STR(values("item;value;unit\nlength;1,234;m\nlength;2;m\n"), "1234000000 2000000000 ");
    ASSERT_STR(values("item;value\nlength;61,5 mm\nlength;2.840 mm\nlength;1.420,5mm\n"),
               "61500000 2840000000 1420500000 ");
    ASSERT_STR(values("item,value\nlength,61.5 mm\nlength,\"2,840 mm\"\n"), "61500000 2840000000 ");
    ASSERT_STR(values("item,value,unit\nlength,2'540.4,mm\nlength,2\xC2\xA0"
                      "540.4,mm\nlength,2 540.4,mm\nlength,2\xE2\x80\xAF"
                      "540.4,mm\n"),
               "2540400000 2540400000 2540400000 2540400000 ");
    ASSERT_STR(values("item;value\ntemp;25,0 \xC2\xB0"
                      "C\ntemp;77 F\ntemp;298,15 K\n"),
               "25000000 25000000 25000000 ");
    ASSERT_STR(values("item;value;unit\nratio;0,635;1\nratio;63,5;%\nlux;48,4;fc\nangle;12;mm/m\n"),
               "635000000 635000000 520973264 12000000 ");
    ASSERT_STR(values("item;value [cm]\nlength;79,5\nlength;79,5 cm\n"), "795000000 795000000 ");
}
END_TEST

START_TEST(number_faults) {
    ASSERT_STR(said("item,value,unit\nlength,\"1,234\",mm\nlength,61.5,mm\n"), "2:8e ");
    ASSERT_STR(said("item;value;unit\nlength;61,5;mm\nlength;28.40;cm\nlength;1;furlong\n"), "3:8e 4:10e ");
    ck_assert(str_find(diag.messages.at[0].text, S("line 2")) >= 0);
    ASSERT_STR(said("item;value;unit\nlength;nan;mm\nlength;;mm\nlength;--1;mm\nlength;1e400;mm\nlength;6;"
                    "g\nlength;7;\n"),
               "2:8e 3:8n 4:8e 5:8e 6:10e 7:8e ");
    ASSERT_STR(said("item,value,unit\nlength,61.5000005,mm\n"), "2:8w ");
    ASSERT_STR(said("item,value,unit\nlength,99999999999999,m\n"), "2:8e ");
    ASSERT_STR(said("item;value;unit\nlength;2540;mm\nlength;2,54E+03;mm\nlength;2541;mm\n"), "3:8w ");
    ASSERT_STR(said("item;value;unit\nlength;2,54E+03;mm\nlength;2540,4;mm\n"), "2:8w ");
    ASSERT_STR(said("item;value;unit\nlength;5 cm;mm\n"), "2:13e ");
    ASSERT_STR(said("item;value [mm];unit\nlength;5;cm\n"), "2:10e ");
    ASSERT_STR(said("item;value [furlong]\nlength;5\n"), "1:1e ");
}
END_TEST

START_TEST(decimal_given) {
    ck_assert(read_bytes(S("item,value,unit\nlength,\"1,234\",mm\n"), ',') &&
              session.readings.at[0].value == 1234000);
    ck_assert(read_bytes(S("item,value,unit\nlength,\"1,234\",mm\n"), '.') &&
              session.readings.at[0].value == 1234000000);
    ck_assert(!read_bytes(S("item;value;unit\nlength;61,5;mm\n"), '.'));
    ck_assert_int_eq(session.inputs.at[0].decimal, '.');
}
END_TEST

START_TEST(uncertainty) {
    ck_assert(read_bytes(S("item;value;unit;u\nlength;100;in;0,02\ntemp;77;F;0,9\nlength;1;mm;\n"), 0));
    ck_assert_int_eq(session.readings.at[0].U, 508000);
    ck_assert_int_eq(session.readings.at[1].U, 500000);
    ck_assert(!session.readings.at[2].has_U);
    ASSERT_STR(said("item;u;value;unit\nlength;small;1;mm\nlength;-1;2;mm\nlength;1 cm;3;mm\n"),
               "2:8e 3:8e 4:8e ");
    ASSERT_STR(said("item,value,u,unit\nlength,2540,4,mm\n"), "2:8w ");
    ASSERT_STR(said("item;value;u;unit\nlength;25;0,5;mm\nlength;61.5;0.1;mm\n"), "");
}
END_TEST

START_TEST(answers_states_times) {
    ck_assert(read_bytes(S("item;value\ntaut;\xC3\x81NO\ntaut; Yes\ntaut;ano\n"), 0));
    ASSERT_STR(said("item;value\ntaut;maybe\ntaut;1\nlength;yes\n"), "2:6e 3:6e 4:8e ");
    ASSERT_STR(said("item;value\ntaut;yes\ntaut;nie\n"), "3:6e ");
    ck_assert(read_bytes(S("item;value;unit;state\nlength;OL;mm;Overload\nlength;;;UNSTABLE\n"), 0));
    ck_assert_int_eq(session.readings.n, 2);
    ASSERT_STR(said("item;value;unit;state\nlength;1;mm;fine\n"), "2:13e ");
    ASSERT_STR(said("item;value;unit;time\nlength;1;mm;30.11.2026\nlength;1;mm;4. 3. "
                    "2026\nlength;1;mm;2026-11-30T10:00:00+01:00\n"),
               "");
    ASSERT_STR(said("item;value;unit;time\nlength;1;mm;31.02.2026\nlength;1;mm;2026-11-30T10:00:00\nlength;1;"
                    "mm;8:05\n"),
               "2:13e 3:13n 4:13e ");
}
END_TEST

START_TEST(duplicates) {
    ASSERT_STR(said("item;value;unit;time\nlength;1;mm;2026-01-01T10:00:00Z\nlength;1;mm;2026-01-01T11:00:00+"
                    "01:00\n"),
               "3:8w ");
    ASSERT_STR(
        said(
            "item;value;unit;time\nlength;1;mm;1.1.2026\nlength;1;mm;1.1.2026\nlength;1;mm;\nlength;1;mm;\n"),
        "");
    ASSERT_STR(said("item;value;unit;time\nlength;1;mm;2026-01-01T10:00Z\nlength;1;mm;2026-01-01T10:00Z\n"),
               "");
    ASSERT_STR(
        said("item;value;unit;time\nlength;1,0;cm;2026-01-01T10:00:00Z\nlength;10;mm;2026-01-01T10:00:00Z\n"),
        "3:8w ");
}
END_TEST

START_TEST(items_and_tables) {
    ASSERT_STR(said("item;value;unit\nlenght;1;mm\n;1;mm\n"), "2:1e 3:1e ");
    ASSERT_STR(said("table;item;value;unit\nA;length;1;mm\n;length;2;mm\nB;length;3;mm\n"), "3:1w ");
    ASSERT_STR(said("item;value;unit\ncushion.height;36;mm\n"),
               "2:1n 1:1e "); /* of shipped profiles: left out, so nothing is left */
    ASSERT_STR(said("item;value;unit\n"), "1:1e ");
    ASSERT_STR(said("item;value;unit\nlength;;mm\n"), "2:8n 1:1e ");
    ASSERT_STR(said("item;value;unit;u;wish;instrument\nlength;1;mm;;x;\n"), "1:19w ");
}
END_TEST

/* What was typed, kept for the annex, reads as the same value again. */
START_TEST(typed_is_kept) {
    ck_assert(read_bytes(
        S("item;point;value;unit;note\nlength;NE;79,50;cm;\"a\nb\"\nlength;SW;4' 2 1/2\";;\n"), 0));
    ASSERT_STR(session.readings.at[0].typed, "79,50");
    ASSERT_STR(session.readings.at[0].note, "a\nb");
    ck_assert_int_eq(session.readings.at[0].resolution, 100000);
    ck_assert_int_eq(session.readings.at[0].places, 2);
    ck_assert_int_eq(session.readings.at[1].value, 1282700000);
    ck_assert_int_eq(session.readings.at[1].place.line, 4);
}
END_TEST

/* ---- one byte changed, at every place ---- */

static const Str samples[] = {
    S_INIT("item;point;value;unit;u;time;state;note\nlength;a;61,5;mm;0,1;2026-01-01T10:00:00Z;ok;\"x "
           "\"\"y\"\"\nz\"\ntaut;;yes;;;;;\nlength;b;1.234,5;cm;;30.11.2026;;q\n"),
    S_INIT("\xEF\xBB\xBFsep=,\r\ntable,item,value\r\n\"St\xC3\xB4l\",length,\"4' 2 1/2\"\"\"\r\nT,temp,77.0 "
           "\xC2\xB0"
           "F\r\n"),
    S_INIT("\xFF\xFEi\0t\0e\0m\0;\0v\0a\0l\0u\0e\0\n\0t\0a\0u\0t\0;\0n\0o\0\n\0"),
    S_INIT("table\titem\tvalue\n\x8Atef\tlength\t6,15e1 mm\n\x1A"),
};
static int count_lines(Str bytes) {
    int lines = 1;
    for (ptrdiff_t i = 0; i < bytes.len; i++) lines += bytes.at[i] == '\n' || bytes.at[i] == '\r';
    return lines;
}

static void check_run(Str bytes) {
    ArenaMark mark = arena_mark(&arena);
    bool ok = read_bytes(bytes, 0);
    ck_assert_int_eq(ok, diag.count[SEVERITY_ERROR] == 0);
    ck_assert(!ok || session.readings.n > 0);
    for (ptrdiff_t i = 0; i < diag.messages.n; i++) {
        const Place *place = &diag.messages.at[i].place;
        ck_assert_int_le(place->line, count_lines(bytes));
        ck_assert(place->line == 0 || (place->column >= 1 && place->column <= bytes.len + 1));
    }
    arena_reset(&arena, mark);
}

START_TEST(mutations) {
    static const char bytes[] = {'\0', '"', ';', ',', '\n', '\r', '0', '\'', '\x81', '\xC3'};
    Str sample = samples[_i];
    char changed[512];
    check_run(sample);
    for (ptrdiff_t at = 0; at < sample.len; at++) {
        for (size_t b = 0; b < sizeof bytes; b++) {
            memcpy(changed, sample.at, (size_t)sample.len);
            changed[at] = bytes[b];
            check_run((Str){changed, sample.len});
        }
        memcpy(changed, sample.at, (size_t)at);
        memcpy(changed + at, sample.at + at + 1, (size_t)(sample.len - at - 1));
        check_run((Str){changed, sample.len - 1}); /* left out */
        check_run((Str){sample.at, at});           /* cut off */
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("measurements");
    TCase *tcase = tcase_create("measurements");
    const TTest *tests[] = {number_forms,         number_faults, decimal_given,    uncertainty,
                            answers_states_times, duplicates,    items_and_tables, typed_is_kept};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(tcase, tests[i]);
    tcase_add_loop_test(tcase, mutations, 0, (int)(sizeof samples / sizeof *samples));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
