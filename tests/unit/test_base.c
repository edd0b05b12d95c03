/* base/: numbers, units, moments, text, JSON, YAML. Right values come from elsewhere: definitions of the
 * units, the calendar, hand computation. */
#include "base/names.h"
#include "base/near.h"
#include "unit.h"

#include "base/buf.h"
#include "base/decimal.h"
#include "base/json.h"
#include "base/moment.h"
#include "base/text.h"
#include "base/unit.h"
#include "base/yaml.h"

static Arena arena;

static int64_t smallest(const char *number, char sign, const char *unit) {
    Decimal d;
    int64_t out = INT64_MIN;
    bool exact;
    ck_assert_int_eq(decimal_parse(str_of(number), sign, &d), DECIMAL_OK);
    ck_assert(unit_to_smallest(&d, unit_find(str_of(unit)), &out, &exact));
    return out;
}

START_TEST(one_length_in_many_units) {
    ck_assert_int_eq(smallest("79.0", '.', "cm"), 790000000);
    ck_assert_int_eq(smallest("790", '.', "mm"), 790000000);
    ck_assert_int_eq(smallest("0,79", ',', "m"), 790000000);
    ck_assert_int_eq(smallest("29.25", '.', "in"), 742950000);
    ck_assert_int_eq(smallest("6", '.', "ft"), 1828800000);
    ck_assert_int_eq(smallest("-0.5", '.', "mm"), -500000);
    ck_assert_int_eq(smallest("\xE2\x88\x92"
                              "0.5",
                              '.', "mm"),
                     -500000);
}
END_TEST

START_TEST(other_quantities) {
    ck_assert_int_eq(smallest("77", '.', "°F"), 25000000);
    ck_assert_int_eq(smallest("25", '.', "F"), -3888889);
    ck_assert_int_eq(smallest("298.15", '.', "K"), 25000000);
    ck_assert_int_eq(smallest("48.4", '.', "fc"), 520973264);   /* 48.4 × 10.763910416… */
    ck_assert_int_eq(smallest("5.5", '.', "oz"), 155922377188); /* …187.5 ng, to even */
    ck_assert_int_eq(smallest("180", '.', "deg"), 3141592654);
    ck_assert_int_eq(smallest("62.5", '.', "%"), 625000000);
    ck_assert_ptr_null(unit_find(S("furlong")));
    ck_assert_ptr_null(unit_find(S("nrad")));
}
END_TEST

START_TEST(numbers_that_are_none) {
    static const char *const bad[] = {"nan",
                                      "inf",
                                      "-inf",
                                      "0x3D",
                                      "61.5abc",
                                      "61.5.0",
                                      "",
                                      " ",
                                      "+",
                                      "1e",
                                      "--61.5",
                                      ".",
                                      "5.",
                                      "1,23",
                                      "12,34.5",
                                      "1234,567",
                                      "0,123",
                                      "1 234'567",
                                      "\xE2\x80\x93"
                                      "1",
                                      "1e401"};
    Decimal d;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(decimal_parse(str_of(bad[i]), '.', &d) != DECIMAL_OK, "'%s' was read", bad[i]);
}
END_TEST

START_TEST(groups) {
    ck_assert_int_eq(smallest("1,234.5", '.', "mm"), 1234500000);
    ck_assert_int_eq(smallest("1.234,5", ',', "mm"), 1234500000);
    ck_assert_int_eq(smallest("2'540.4", '.', "mm"), 2540400000);
    ck_assert_int_eq(smallest("2\xC2\xA0"
                              "540,4",
                              ',', "mm"),
                     2540400000);
    ck_assert_int_eq(smallest("6.15e1", '.', "mm"), 61500000);
}
END_TEST

START_TEST(half_to_even) {
    ck_assert_int_eq(smallest("61.5000005", '.', "mm"), 61500000);
    ck_assert_int_eq(smallest("61.5000015", '.', "mm"), 61500002);
    ck_assert_int_eq((int)round_half_even(-5, 2), -2);
    ck_assert_int_eq((int)round_half_even(-7, 2), -4);
    ASSERT_STR(decimal_print(&arena, -1, 1000, 2), "0.00");
    ASSERT_STR(decimal_print(&arena, -15, 1000, 2), "-0.02");
    ASSERT_STR(decimal_print(&arena, 2845, 10, 1), "284.5");
    ASSERT_STR(decimal_print_shortest(&arena, 7950, 100, 0, 6), "79.5");
    ASSERT_STR(unit_print(&arena, 742950000, unit_find(S("in")), 3), "29.250");
}
END_TEST

START_TEST(fractions) {
    Decimal d;
    int64_t out;
    bool exact;
    ck_assert_int_eq(decimal_parse_fraction(S("29 1/4"), &d), DECIMAL_OK);
    ck_assert(unit_to_smallest(&d, unit_find(S("in")), &out, &exact));
    ck_assert_int_eq(out, 742950000);
    ck_assert(exact);
    ck_assert_int_ne(decimal_parse_fraction(S("1/0"), &d), DECIMAL_OK);
}
END_TEST

START_TEST(moments) {
    Moment m;
    const char *why;
    ck_assert(moment_parse(S("2026-03-29T03:00:00+02:00"), &m, &why));
    ck_assert_int_eq(m.utc_ms, INT64_C(1774746000000));
    ASSERT_STR(moment_iso(&arena, m), "2026-03-29T03:00:00+02:00");
    ck_assert(moment_parse(S("4. 3. 2026"), &m, &why) && m.date_only);
    ASSERT_STR(moment_iso(&arena, m), "2026-03-04");
    ck_assert(!moment_parse(S("31.02.2026"), &m, &why));
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1); /* without an offset: the place's */
    ck_assert(moment_parse(S("2026-03-29T03:00:00"), &m, &why) && m.local && !m.date_only);
    ck_assert_int_eq(m.utc_ms, INT64_C(1774746000000));
    ck_assert(moment_parse(S("30.8.2026 9:15"), &m, &why) && m.local);
    ASSERT_STR(moment_iso(&arena, m), "2026-08-30T09:15:00+02:00");
    ck_assert(moment_parse(S("2026-01-30 09:15"), &m, &why) && m.offset_minutes == 60);
    ck_assert(!moment_parse(S("2026-03-29T02:30:00"), &m, &why)); /* the hour that is skipped */
    setenv("TZ", "Nowhere/Atall", 1);
    ck_assert(!moment_zone_known() && !moment_parse(S("30.8.2026 9:15"), &m, &why));
    ck_assert(moment_parse(S("2026-03-29T03:00:00Z"), &m, &why) && !m.local);
    setenv("TZ", "UTC", 1);
    ck_assert(moment_zone_known());
    Date d = date_add_months((Date){2027, 8, 31}, 6);
    ck_assert_int_eq(d.day, 29);
    ck_assert_int_eq(d.year, 2028);
    for (int64_t day = -200000; day < 200000; day += 17)
        ck_assert_int_eq(date_days(date_from_days(day)), day);
}
END_TEST

START_TEST(texts) {
    ASSERT_STR(text_nfc(&arena, S("c\xCC\x8C")), "\xC4\x8D");
    ck_assert_int_eq(text_utf8_fault(S("ab\xFF")), 2);
    ck_assert_int_eq(text_length(S("dĺžka")), 5);
    ck_assert_int_eq(text_control(S("a\x1b"), false), 1);
    ASSERT_STR(text_fold(&arena, S(" DĹŽKA ")), "dĺžka");
}
END_TEST

START_TEST(json_text) {
    Buf out = {0};
    Json json = {.out = &out};
    json_open_object(&json, NULL);
    json_str(&json, "a", S("q\"\\\n\x01"));
    json_open_list(&json, "b");
    json_real(&json, NULL, -0.00001, 3);
    json_real(&json, NULL, 47.33333, 4);
    json_int(&json, NULL, -5);
    json_close_list(&json);
    json_z(&json, "c", NULL);
    json_close_object(&json);
    ASSERT_STR(buf_str(&out), "{\"a\":\"q\\\"\\\\\\n\\u0001\",\"b\":[0,47.3333,-5],\"c\":null}");
    buf_free(&out);
}
END_TEST

START_TEST(counts) {
    int64_t n;
    for (int max = 0; max < 130; max++)
        for (int typed = 0; typed < 140; typed++)
            ck_assert_int_eq(str_to_count(str_fmt(&arena, "%d", typed), max, &n), typed <= max);
    ck_assert(str_to_count(S("9223372036854775807"), INT64_MAX, &n) && n == INT64_MAX);
    ck_assert(!str_to_count(S("9223372036854775808"), INT64_MAX, &n));
    ck_assert(!str_to_count(S(""), 9, &n) && !str_to_count(S("+1"), 9, &n) && !str_to_count(S("1 "), 9, &n));
}
END_TEST

START_TEST(yaml_places) {
    Diag diag = {.arena = &arena};
    Source source = {.name = S("t.yaml"), .bytes = S("a: 1\nb:\n  - {c: x, c: y}\n")};
    ck_assert_ptr_null(yaml_parse(&arena, &source, &diag));
    ck_assert_int_eq(diag.messages.at[0].place.line, 3);
    ck_assert_int_eq(diag.messages.at[0].place.column, 12);
    source.bytes = S("a: 1\nb: [x, y]\n");
    const Yaml *root = yaml_parse(&arena, &source, &diag);
    ck_assert_int_eq(yaml_get(root, "b")->items[1]->column, 8);
    source.bytes = S("a: &x [1]\nb: *x\n");
    ck_assert_ptr_null(yaml_parse(&arena, &source, &diag));
}
END_TEST

/* What costs a reader most is refused with its place, and soon. */
START_TEST(yaml_excess) {
    static const struct {
        const char *start, *unit;
        int times, line, column;
    } cases[] = {{"a: ", "[", 100000, 1, 35},         {"a: ", "{a: ", 20000, 1, 128},
                 {"a:\n", "- ", 100000, 2, 63},       {"", "- x\n", 200001, 200000, 3},
                 {"a: 1\n---\nb: 2\n", "", 0, 2, 1},  {"a: 1\nb: \xc4\x8d\xff", "", 0, 2, 5},
                 {"a: 1\nb: \xc4\x8d\a", "", 0, 2, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Arena arena = {0};
        Diag diag = {.arena = &arena};
        Str bytes = str_of(cases[i].start), unit = str_of(cases[i].unit);
        char *at = arena_alloc(&arena, (size_t)(bytes.len + unit.len * cases[i].times + 1));
        memcpy(at, bytes.at, (size_t)bytes.len);
        for (int k = 0; k < cases[i].times; k++)
            memcpy(at + bytes.len + k * unit.len, unit.at, (size_t)unit.len);
        Source source = {.name = S("t.yaml"), .bytes = {at, bytes.len + unit.len * cases[i].times}};
        ck_assert_ptr_null(yaml_parse(&arena, &source, &diag));
        ck_assert_int_eq(diag.messages.n, 1);
        ck_assert_int_eq(diag.messages.at[0].place.line, cases[i].line);
        ck_assert_int_eq(diag.messages.at[0].place.column, cases[i].column);
        arena_free(&arena);
    }
}
END_TEST

static void check_same(const Yaml *a, const Yaml *b) {
    ck_assert(a->kind == b->kind && a->plain == b->plain && a->line == b->line && a->column == b->column);
    ck_assert(a->n == b->n && str_eq(a->text, b->text));
    for (int i = 0; i < a->n; i++) {
        check_same(a->items[i], b->items[i]);
        if (a->kind == YAML_MAP) check_same(a->keys[i], b->keys[i]);
    }
}

/* The tree that the build packed is that of the file, places and all. */
static void check_packed(const Source *source, void *count) {
    if (!str_ends(source->name, S(".yaml"))) return;
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    Source plain = {.name = source->name, .bytes = source->bytes, .packed = S("")};
    const Yaml *parsed = yaml_parse(&arena, &plain, &diag);
    ck_assert(source->packed.len > 0 && parsed);
    check_same(parsed, yaml_parse(&arena, source, &diag));
    ++*(int *)count;
    arena_free(&arena);
}

START_TEST(packed_yaml_is_the_same) {
    int count = 0;
    data_each(S(""), check_packed, &count);
    ck_assert_int_gt(count, 30);
}
END_TEST

START_TEST(no_names_can_be_made_to_collide) {
    /* Under the hash of before, turning bit 63 of one word and bits 63 and 34 of the next changed nothing. */
    enum { BLOCKS = 10, NAMES = 1 << BLOCKS };
    uint32_t seen[NAMES];
    int same = 0;
    for (uint32_t n = 0; n < NAMES; n++) {
        uint64_t words[2 * BLOCKS];
        for (int b = 0; b < BLOCKS; b++) {
            bool turned = n >> b & 1;
            words[2 * b] = 0x6161616161616161u ^ (turned ? UINT64_C(1) << 63 : 0);
            words[2 * b + 1] = 0x6262626262626262u ^ (turned ? UINT64_C(1) << 63 | UINT64_C(1) << 34 : 0);
        }
        seen[n] = str_hash((Str){(const char *)words, sizeof words});
        for (uint32_t k = 0; k < n; k++) same += seen[k] == seen[n];
    }
    ck_assert_int_le(same, 20);
    ck_assert(number_hash(1, 2) != number_hash(2, 1) || number_hash(1, 3) != number_hash(3, 1));
}
END_TEST

START_TEST(a_name_is_near_or_it_is_not) {
    const struct {
        const char *typed, *candidate;
        bool near;
    } pairs[] = {{"xyz", "top", false},
                 {"snoker", "snooker", true},
                 {"3-cushoin", "3-cushion", true},
                 {"--profil", "--profile", true},
                 {"Bed.Lenght", "bed.length", true},
                 {"a", "b", false},
                 {"rail.widht", "rail.width", true},
                 {"x", "light.bed", false}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Near near = near_to(str_of(pairs[i].typed));
        near_try(&near, str_of(pairs[i].candidate));
        ck_assert_msg((near.best.len > 0) == pairs[i].near, "%s, %s", pairs[i].typed, pairs[i].candidate);
    }
}
END_TEST

START_TEST(units_as_people_write_them) {
    const char *const meant[][2] = {{"MM", "mm"},   {"KG", "kg"},   {"Lx", "lx"},   {"inches", "in"},
                                    {"Feet", "ft"}, {"lbs.", "lb"}, {"furlong", ""}};
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
        ASSERT_STR(unit_nearest(str_of(meant[i][0])), meant[i][1]);
    ck_assert(unit_find(S("мм"))->num == unit_find(S("mm"))->num);
    ck_assert(unit_si(unit_find(S("in"))) == unit_find(S("mm")) && !unit_si(unit_find(S("cm"))));
}
END_TEST

UNIT_MAIN("base", packed_yaml_is_the_same, one_length_in_many_units, other_quantities, numbers_that_are_none,
          groups, half_to_even, fractions, moments, texts, json_text, counts, yaml_places, yaml_excess,
          no_names_can_be_made_to_collide, a_name_is_near_or_it_is_not, units_as_people_write_them)
