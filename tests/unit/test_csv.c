/* read/csv: dialect, encodings, places. Every input is read at every chunk size by the scanner as well. */
#include "unit.h"

#include "base/buf.h"
#include "read/csv/csv.h"
#include "read/csv/scan.h"

#include <csv.h>
#include <unistd.h>

static Arena arena;
static Diag diag;

static const char *const columns[] = {"item", "value", "unit", "point", "note", NULL};
static const char *const words[] = {"item", "value", NULL};
static const char *const free_text[] = {"note", NULL};

static char *write_file(Str bytes) {
    char *path = str_z(&arena, S("/tmp/test_csv.XXXXXX"));
    int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    ck_assert_int_eq(write(descriptor, bytes.at, (size_t)bytes.len), bytes.len);
    close(descriptor);
    return path;
}

/* All rows as "line:column text|…" lines, then the messages. */
static Str read_all(Str bytes, const char *encoding, char delimiter, CsvInfo *info) {
    CsvSpec spec = {.columns = columns,
                    .header_words = words,
                    .units_in_header = true,
                    .free_text = free_text,
                    .delimiter = delimiter,
                    .encoding = encoding,
                    .digest = true};
    Buf out = {0};
    CsvRow row;
    diag = (Diag){.arena = &arena};
    char *path = write_file(bytes);
    CsvReader *reader = csv_open(&arena, path, &spec, &diag);
    while (reader && csv_next(reader, &row)) {
        for (int i = 0; columns[i]; i++) {
            const CsvCell *cell = &row.cells[i];
            if (cell->column)
                buf_printf(&out, "%d:%d%s%.*s|", cell->line, cell->column, cell->quoted ? "q" : " ",
                           SARG(cell->text));
        }
        buf_byte(&out, '\n');
    }
    if (reader) *info = *csv_info(reader), csv_close(reader);
    unlink(path);
    for (ptrdiff_t i = 0; i < diag.messages.n; i++) {
        const Message *m = &diag.messages.at[i];
        buf_printf(&out, "%d:%d %c\n", m->place.line, m->place.column, "nwe"[m->severity]);
    }
    Str text = str_dup(&arena, buf_str(&out));
    buf_free(&out);
    return text;
}

static Str rows_of(const char *text) {
    CsvInfo info;
    return read_all(str_of(text), NULL, 0, &info);
}

START_TEST(dialects) {
    ASSERT_STR(rows_of("item;value\na;1,5\n"), "2:1 a|2:3 1,5|\n");
    ASSERT_STR(rows_of("item,value\r\na,\"1,5\"\r\n"), "2:1 a|2:3q1,5|\n");
    ASSERT_STR(rows_of("\xEF\xBB\xBF\"item\"|\"value\"\ra|1"), "2:1 a|2:3 1|\n");
    ASSERT_STR(rows_of("sep=;\nITEM ; Value [mm]\na;1\n"), "3:1 a|3:3 1|\n");
    ASSERT_STR(rows_of("\"sep=|\"\nitem|value\na|1\n"), "3:1 a|3:3 1|\n");
    ASSERT_STR(rows_of("Log 9\" x\n\"open\n\nitem\tvalue\na\t1\n"), "5:1 a|5:3 1|\n4:1 n\n");
    ASSERT_STR(rows_of("item;value;\n\n;;\n  \na;1;\nb;2\n"), "5:1 a|5:3 1|\n6:1 b|6:3 2|\n");
    ASSERT_STR(rows_of("item;value\na;1\n\x1A"), "2:1 a|2:3 1|\n0:0 n\n");
}
END_TEST

START_TEST(quotes) {
    ASSERT_STR(rows_of("item;value;note\na;1;\"x\r\ny; \"\"z\"\"\"\nb;2;7/8\"\n"),
               "2:1 a|2:3 1|2:5qx\r\ny; \"z\"|\n4:1 b|4:3 2|4:5 7/8\"|\n");
    ASSERT_STR(rows_of("item;value\na; \"1\" \n"), "2:1 a|2:4q1|\n");
    ASSERT_STR(rows_of("item;value\n\"a\nb\";1\nc;2\n"), "4:1 c|4:3 2|\n2:1 e\n");
    ASSERT_STR(rows_of("item;value\na;1\nb;\"2\nc;3\n"), "2:1 a|2:3 1|\n4:1 c|4:3 3|\n3:3 e\n");
    ASSERT_STR(rows_of("item;value\n\"a\"x;1\nc;3\n"), "3:1 c|3:3 3|\n2:1 e\n");
}
END_TEST

START_TEST(widths) {
    ASSERT_STR(rows_of("item,value,unit\na,61,5,mm\nb,1\nc,1,mm,,\n"), "4:1 c|4:3 1|4:5 mm|\n2:3 e\n3:1 e\n");
    ASSERT_STR(rows_of("item;value;x\na;1;2;3\n"), "1:12 w\n2:7 e\n");
    ASSERT_STR(rows_of("item;value;item\na;1;2\n"), "1:12 e\n");
    ASSERT_STR(rows_of("a;b\n"), "1:1 e\n");
    ASSERT_STR(rows_of(""), "1:1 e\n");
}
END_TEST

START_TEST(encodings) {
    CsvInfo info;
    ASSERT_STR(read_all(S("\xFF\xFEi\0t\0e\0m\0\t\0v\0a\0l\0u\0e\0\r\0\n\0\x0D\x01\t\0"
                          "1\0"),
                        NULL, 0, &info),
               "2:1 č|2:3 1|\n");
    ASSERT_STR(info.encoding, "UTF-16LE");
    ASSERT_STR(read_all(S("item;value\n\x8Atef;1\n"), NULL, 0, &info), "2:1 Štef|2:6 1|\n0:0 n\n");
    ASSERT_STR(info.encoding, "windows-1250");
    ASSERT_STR(read_all(S("item;value\n\x81;1\nb;2\n"), NULL, 0, &info), "3:1 b|3:3 2|\n0:0 n\n2:1 e\n");
    ASSERT_STR(read_all(S("item;value\n\xC4\x8D\xFF;1\nb;2\n"), NULL, 0, &info), "3:1 b|3:3 2|\n2:2 e\n");
    ASSERT_STR(read_all(S("item;value\nc\xCC\x8C;1\n"), NULL, 0, &info), "2:1 č|2:4 1|\n");
    ASSERT_STR(read_all(S("i\0t\0e\0m\0;\0v\0a\0l\0u\0e\0\n\0"), NULL, 0, &info), "1:1 e\n");
    ASSERT_STR(read_all(S("i\0t\0e\0m\0;\0v\0a\0l\0u\0e\0\n\0a\0;\0"
                          "1\0"),
                        "UTF-16LE", 0, &info),
               "2:1 a|2:3 1|\n");
    ASSERT_STR(read_all(S("item;value\na\0;1\nb;2\n"), NULL, 0, &info), "3:1 b|3:3 2|\n2:2 e\n");
    ASSERT_STR(read_all(S("item;value\n\xEF\xBB\xBFitem;value\nb;2\n"), NULL, 0, &info),
               "3:1 b|3:3 2|\n2:1 e\n");
    ASSERT_STR(read_all(S("item;value\na;1\a\nb;2\n"), NULL, 0, &info), "3:1 b|3:3 2|\n2:3 e\n");
    ASSERT_STR(read_all(S("item;value\n"), "utf-7//IGNORE", 0, &info), "0:0 e\n");
    ASSERT_STR(read_all(S("item;value\nabc;1\n"), "UTF-8", 0, &info), "2:1 abc|2:5 1|\n");
    ASSERT_STR(str_of(info.sha256), "eff98c1560a6e5fad4cad1cb81ba03f206a3fa4c1df2603479d2c064b5c3695d");
}
END_TEST

/* A record cut at any byte is either incomplete or the same as when nothing follows. */
START_TEST(every_chunk_size) {
    static const char *const records[] = {
        "a;b;c\n", "\"a\";;\r\n", "\"x\ny\";\"q\"\"q\"\r", "\xC4\x8D; \" d\" ;7/8\"\n", ";;\n", "\n", "a"};
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        Str text = str_of(records[i]);
        Record whole, part;
        ck_assert_int_eq(scan_record(text, true, ';', false, &whole), SCAN_RECORD);
        for (ptrdiff_t n = 0; n <= text.len; n++) {
            ScanResult result = scan_record(str_slice(text, 0, n), false, ';', false, &part);
            if (result == SCAN_MORE) continue;
            ck_assert_int_eq(result, SCAN_RECORD);
            ck_assert_int_eq(part.count, whole.count);
            ck_assert_int_eq(part.next, whole.next);
            ck_assert_int_eq(part.lines, whole.lines);
        }
    }
}
END_TEST

/* More than the window holds, so that records lie across its end; one line longer than the window. */
START_TEST(long_files) {
    Buf out = {0};
    CsvInfo info;
    buf_put(&out, S("item;value;note\n"));
    for (int i = 0; i < 40000; i++) buf_printf(&out, "it\"em%d;%d;\"n\r\nn\"\r\n", i, i);
    for (int i = 0; i < 300000; i++) buf_byte(&out, 'x');
    buf_put(&out, S("\nlast;1;\n"));
    CsvSpec spec = {
        .columns = columns, .header_words = words, .units_in_header = true, .free_text = free_text};
    char *path = write_file(buf_str(&out));
    diag = (Diag){.arena = &arena};
    CsvReader *reader = csv_open(&arena, path, &spec, &diag);
    CsvRow row;
    for (int i = 0; i < 40000; i++) {
        ck_assert(csv_next(reader, &row));
        ck_assert_int_eq(row.line, 2 + 2 * i);
        ASSERT_STR(row.cells[0].text, str_z(&arena, str_fmt(&arena, "it\"em%d", i)));
    }
    ck_assert(csv_next(reader, &row));
    ck_assert_int_eq(row.line, 80003);
    ASSERT_STR(row.cells[0].text, "last");
    ck_assert(!csv_next(reader, &row));
    ck_assert_int_eq(diag.count[SEVERITY_ERROR], 1);
    ck_assert_int_eq(diag.messages.at[0].place.line, 80002);
    info = *csv_info(reader);
    ck_assert_int_eq(info.rows, 40001);
    csv_close(reader);
    unlink(path);
    buf_free(&out);
}
END_TEST

/* Cells of libcsv, as "cell|…" lines. */
static void put_cell(void *text, size_t len, void *context) {
    buf_printf(context, "%.*s|", (int)len, (const char *)text);
}
static void put_row(int end, void *context) {
    (void)end;
    buf_byte(context, '\n');
}

static void put_random_rows(Buf *out, unsigned seed, bool quoted) {
    static const char *const plain[] = {"",    "a",        " b ",  "\t7/8\"", "2 840,5",
                                        "x y", "\xC4\x8D", "it's", "  "};
    static const char *const inside[] = {"\"q\"", "\"a;b\"", "\"\"\"\"", "\" kept \"", "\"2\n\""};
    srand(seed);
    for (int i = 0; i < 20000; i++) {
        buf_printf(out, "i%d;", i);
        for (int c = 0; c < 4; c++)
            buf_printf(out, "%s%s",
                       quoted && rand() % 3 == 0 ? inside[rand() % (c == 3 ? 5 : 4)] : plain[rand() % 9],
                       c < 3 ? ";" : "\n");
    }
}

/* A large random file split by the reader and by libcsv alone: every cell is the same. */
static void check_both_ways(bool quoted) {
    Buf file = {0}, bare = {0}, ours = {0};
    struct csv_parser parser;
    CsvSpec spec = {.columns = columns, .header_words = words, .free_text = free_text, .delimiter = ';'};
    CsvRow row;
    put_random_rows(&file, 7, quoted);
    ck_assert_int_eq(csv_init(&parser, 0), 0);
    csv_set_delim(&parser, ';');
    ck_assert_int_eq((ptrdiff_t)csv_parse(&parser, file.at, (size_t)file.len, put_cell, put_row, &bare),
                     file.len);
    csv_free(&parser);
    Buf whole = {0};
    buf_printf(&whole, "item;value;unit;point;note\n");
    buf_put(&whole, buf_str(&file));
    diag = (Diag){.arena = &arena};
    char *path = write_file(buf_str(&whole));
    CsvReader *reader = csv_open(&arena, path, &spec, &diag);
    while (csv_next(reader, &row)) {
        for (int i = 0; columns[i]; i++) buf_printf(&ours, "%.*s|", SARG(row.cells[i].text));
        buf_byte(&ours, '\n');
    }
    csv_close(reader);
    unlink(path);
    ck_assert_int_eq(diag.messages.n, 0);
    ck_assert(str_eq(buf_str(&ours), buf_str(&bare)));
    buf_free(&file), buf_free(&bare), buf_free(&ours), buf_free(&whole);
}

START_TEST(as_libcsv_alone) {
    check_both_ways(false);
    check_both_ways(true);
}
END_TEST

UNIT_MAIN("csv", as_libcsv_alone, dialects, quotes, widths, encodings, every_chunk_size, long_files)
