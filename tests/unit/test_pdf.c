/* Lines, letters and pages: what the layout promises, on made-up documents. PDF_OUT=FILE keeps the long one.
 */
#include "unit.h"

#include "base/buf.h"
#include "report/write/lines.h"
#include "report/write/pdf.h"

#include <math.h>

static Arena arena;

static Diag new_diag(void) { return (Diag){.arena = &arena}; }

START_TEST(letters) {
    const char *shown = "Příliš žluťoučký kůň ĽŠČŤŽÝÁÍÉ ŔĹďť Ω 500 µm ≥ ± − × ° Φ ✓ ✗ „“ – … Őű Я";
    for (Str rest = str_of(shown); rest.len;) {
        Str from = rest;
        uint32_t c = (uint32_t)(unsigned char)rest.at[0];
        Diag diag = new_diag();
        ptrdiff_t n = c < 0x80 ? 1 : c < 0xe0 ? 2 : 3;
        rest = str_skip(rest, n);
        ck_assert_msg(font_check(str_slice(from, 0, n), NO_PLACE, "x", &diag), "%.*s", (int)n, from.at);
    }
    ck_assert(!font_has(FACE_PLAIN, 0x4e2d));
    ck_assert(!font_has(FACE_PLAIN, 0x1f3b1));
    ck_assert(!font_has(FACE_BOLD, 0xffff));
    arena_free(&arena);
}
END_TEST

START_TEST(letters_refused) {
    Diag diag = new_diag();
    ck_assert(!font_check(str_of("台球 3 台"), place_file(S("m.csv")), "table", &diag));
    ck_assert_int_eq(diag.messages.n, 1);
    ck_assert_int_eq(diag.fault, FAULT_INPUT);
    ASSERT_STR(diag.messages.at[0].text,
               "table has characters that the font cannot show: '台' (U+53F0), '球' (U+7403)");
    arena_free(&arena);
}
END_TEST

START_TEST(widths) {
    double one = font_width(FACE_PLAIN, 10, S("m"));
    ck_assert(fabs(one - 9.74) < 0.01); /* 1995 of 2048 units */
    ck_assert(fabs(font_width(FACE_PLAIN, 20, S("mm")) - 4 * one) < 1e-9);
    ck_assert(font_width(FACE_BOLD, 10, S("m")) > one);
    ck_assert(fabs(font_width(FACE_PLAIN, 10, S("č")) - font_width(FACE_PLAIN, 10, S("c"))) < 1e-9);
}
END_TEST

/* Whatever is broken, no letter is lost and no line is too wide. */
static void check_lines(const char *text, double width) {
    Lines lines = lines_break(&arena, FACE_PLAIN, 10, width, str_of(text));
    Buf joined = {0}, wanted = {0};
    for (int i = 0; i < lines.n; i++) {
        bool single = lines.at[i].len <= 3;
        ck_assert_msg(single || font_width(FACE_PLAIN, 10, lines.at[i]) <= width + 1e-6, "'%.*s' at %g",
                      SARG(lines.at[i]), width);
        for (ptrdiff_t k = 0; k < lines.at[i].len; k++)
            if (lines.at[i].at[k] != ' ') buf_byte(&joined, lines.at[i].at[k]);
    }
    for (const char *c = text; *c; c++)
        if (*c != ' ' && *c != '\n') buf_byte(&wanted, *c);
    ck_assert(str_eq(buf_str(&joined), buf_str(&wanted)));
    buf_free(&joined);
    buf_free(&wanted);
}

START_TEST(lines_lose_nothing) {
    static const char *const texts[] = {"",
                                        "a",
                                        "one two three four",
                                        "  blanks  at   both ends  ",
                                        "veryveryverylongwordwithoutanyblankinit",
                                        "head/tail-and–dash",
                                        "žltý kôň\nnový riadok\n\nposledný",
                                        "a b c d e f g h i j k l m n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (double width = 1; width < 200; width += 3.7) check_lines(texts[i], width);
    arena_free(&arena);
}
END_TEST

START_TEST(lines_break_at_blanks) {
    double width = font_width(FACE_PLAIN, 10, S("one two"));
    Lines lines = lines_break(&arena, FACE_PLAIN, 10, width, S("one two three"));
    ck_assert_int_eq(lines.n, 2);
    ASSERT_STR(lines.at[0], "one two");
    ASSERT_STR(lines.at[1], "three");
    ck_assert_int_eq(lines_break(&arena, FACE_PLAIN, 10, width, S("")).n, 0);
    ASSERT_STR(lines_cut(&arena, FACE_PLAIN, 10, width, S("one two")), "one two");
    ck_assert(str_ends(lines_cut(&arena, FACE_PLAIN, 10, width, S("one two three")), S("…")));
    arena_free(&arena);
}
END_TEST

static int count_of(Str s, const char *word) {
    int n = 0;
    for (ptrdiff_t at; (at = str_find(s, str_of(word))) >= 0; n++) s = str_skip(s, at + 1);
    return n;
}

static int pages_of(const Document *document) {
    Diag diag = new_diag();
    Str bytes = {0};
    ck_assert(pdf_write(&arena, document, &diag, &bytes));
    return count_of(bytes, "/Type /Page\n");
}

static Table *long_table(Document *document, int rows) {
    Table *table = document_table(
        document, (Column[]){{S("item"), 40, 0, ALIGN_LEFT}, {S("value"), 0, 1, ALIGN_RIGHT}}, 2);
    for (int i = 0; i < rows; i++) {
        Cell *cells = table_row(table);
        cells[0].text = str_fmt(&arena, "row %d", i);
        cells[1].text = S("79,50 cm");
    }
    return table;
}

START_TEST(rows_go_over_pages) {
    Document *one = document_new(&arena, "en", S("one")), *many = document_new(&arena, "en", S("many"));
    long_table(one, 20);
    long_table(many, 200);
    ck_assert_int_eq(pages_of(one), 1);
    int pages = pages_of(many);
    ck_assert_msg(pages >= 3 && pages <= 5, "%d pages", pages);
    arena_free(&arena);
}
END_TEST

START_TEST(a_row_higher_than_a_page) {
    Document *document = document_new(&arena, "sk", S("long"));
    Table *table = long_table(document, 3);
    Buf text = {0};
    for (int i = 0; i < 2000; i++) buf_put(&text, S("poznámka "));
    table_row(table)[1].text = str_dup(&arena, buf_str(&text));
    long_table(document, 3);
    buf_free(&text);
    ck_assert_int_ge(pages_of(document), 2);
    ck_assert_int_le(pages_of(document), 4);
    arena_free(&arena);
}
END_TEST

START_TEST(first_part_is_set_smaller_to_fit) {
    Document *document = document_new(&arena, "en", S("fit"));
    long_table(document, 64);
    int loose = pages_of(document);
    document->fit_first = true;
    ck_assert_int_eq(loose, 2);
    ck_assert_int_eq(pages_of(document), 1);
    arena_free(&arena);
}
END_TEST

static Drawing *square(double side) {
    Drawing *drawing = NEW(&arena, Drawing);
    *drawing = (Drawing){.arena = &arena, .most = {side, side}};
    drawing_polygon(drawing, 0, S(""), (Vec2[]){{0, 0}, {side, 0}, {side, side}, {0, side}}, 4,
                    (Style){.stroked = true, .width = 0.3});
    drawing_circle(drawing, 0, S(""), (Vec2){side / 2, side / 2}, side / 4,
                   (Style){.stroked = true, .width = 0.3, .dash = 2});
    drawing_text(drawing, 0, (Vec2){side / 2, side / 2}, side / 10, ALIGN_CENTRE, 0x333333, S("178,0 mm"));
    return drawing;
}

START_TEST(a_drawing_larger_than_the_page_gets_its_page) {
    Document *document = document_new(&arena, "en", S("large"));
    document_drawing_full_size(document, square(178), S("anchor"));
    ck_assert_int_eq(pages_of(document), 1);
    document_drawing_full_size(document, square(900), S("large"));
    ck_assert_int_eq(pages_of(document), 2);
    arena_free(&arena);
}
END_TEST

/* A document with one of everything. */
static Document *everything(const Gauge *gauge) {
    Document *document = document_new(&arena, "sk", S("Inšpekčný certifikát"));
    document->footer = S("TC-2026-0001 · Stôl č. 3");
    document->page_label = S("strana {1} z {2}");
    document->frame = document->fit_first = true;
    document->author = S("Žltý kôň");
    document->issued = (Moment){.given = true, .utc_ms = 1790000000000, .offset_minutes = 120};
    document_title(document, S("Inšpekčný certifikát"), S("Karambolový stôl 284 × 142 cm"));
    document_banner(document, TONE_GOOD, S("✓"), S("VYHOVUJE"), S("Stôl spĺňa všetky požiadavky profilu."));
    Block *facts = document_facts(document);
    block_fact(document, facts, S("Stôl"), S("Stôl č. 3"));
    block_fact(document, facts, S("Herňa"),
               S("Biliardový klub Kotva, Námestie slobody 12, 811 06 Bratislava – Staré Mesto"));
    block_fact(document, facts, S("Výrobca"), S("Gabriels"));
    block_fact(document, facts, S("nič"), S(""));
    document_heading(document, 1, S("Požiadavky"));
    Table *table = document_table(document,
                                  (Column[]){{S("požiadavka"), 60, 0, ALIGN_LEFT},
                                             {S("medze"), 35, 0, ALIGN_LEFT},
                                             {S("hodnota"), 0, 1, ALIGN_RIGHT},
                                             {S("poloha"), 34, 0, ALIGN_LEFT}},
                                  4);
    for (int i = 0; i < 22; i++) {
        Cell *cells = table_row(table);
        cells[0] = (Cell){.text = S("Dĺžka hracej plochy"), .small = S("carom.equipment.1")};
        cells[1].text = S("283,5 – 284,5 cm");
        cells[2] = (Cell){.text = S("284,10 ± 0,10 cm ✓"), .tone = TONE_GOOD};
        cells[3].gauge = gauge;
    }
    document_paragraph(document,
                       S("Pravidlo rozhodovania: jednoduché. Hodnota v tolerančnom intervale vyhovuje."))
        ->quiet = true;
    block_fact(document, document_signatures(document), S("inšpektor"), S("Ing. Ján Novák"));
    document_page_break(document);
    document_heading(document, 1, S("Príloha: namerané hodnoty"));
    long_table(document, 150);
    document_heading(document, 2, S("Plán"));
    document_drawing(document, square(2840), 0, 100, S("plán stola"));
    document_space(document, 5);
    return document;
}

START_TEST(everything_twice_is_the_same) {
    Gauge gauge = {283, 285, 283.5, 284.5, 284.1, 0.1, TONE_GOOD};
    Diag diag = new_diag();
    Str first = {0}, second = {0};
    bool made = pdf_write(&arena, everything(&gauge), &diag, &first);
    ck_assert_msg(made, "%.*s", SARG(diag.messages.at[0].text));
    ck_assert(pdf_write(&arena, everything(&gauge), &diag, &second));
    ck_assert(str_eq(first, second));
    ck_assert(str_starts(first, S("%PDF-1.7")));
    ck_assert_int_eq(count_of(first, "/Lang (sk)"), 1);
    ck_assert_int_eq(count_of(first, "begincidrange"), 0);
    ck_assert_int_eq(count_of(first, "D:20260921161320+02'00'"), 2);
    const char *keep = getenv("PDF_OUT");
    FILE *file = keep ? fopen(keep, "wb") : NULL;
    if (file) fwrite(first.at, 1, (size_t)first.len, file), fclose(file);
    arena_free(&arena);
}
END_TEST

START_TEST(letters_are_checked_before_anything_is_made) {
    Document *document = document_new(&arena, "en", S("x"));
    Diag diag = new_diag();
    Str bytes = {0};
    document_paragraph(document, S("fine"));
    document_paragraph(document, S("中 and 🎱"));
    ck_assert(!pdf_write(&arena, document, &diag, &bytes));
    ck_assert_int_eq(diag.fault, FAULT_INPUT);
    ck_assert_int_eq(bytes.len, 0);
    arena_free(&arena);
}
END_TEST

UNIT_MAIN("pdf", letters, letters_refused, widths, lines_lose_nothing, lines_break_at_blanks,
          rows_go_over_pages, a_row_higher_than_a_page, first_part_is_set_smaller_to_fit,
          a_drawing_larger_than_the_page_gets_its_page, everything_twice_is_the_same,
          letters_are_checked_before_anything_is_made)
