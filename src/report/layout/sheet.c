/* The layout's documents, made of the drawings of report/layout/plan_page.c and the phrases of
 * report/layout/words.c. */
#include "report/layout/sheet.h"

#include "report/layout/plan_page.h"

static Document *new_document(const LayoutSheet *sheet, const char *title_key) {
    Str words[] = {layout_games(sheet), layout_bed_size(sheet)};
    Str title = catalogue_fill(sheet->catalogue, title_key, 2, words);
    Document *document = document_new(sheet->arena, sheet->catalogue->language, title);
    document->footer = catalogue_fill(sheet->catalogue, "layout.plan.footer", 2, words);
    document->page_label = layout_word(sheet, "plan.page");
    document->fit_first = true;
    return document;
}

/* The bed's size, and where it comes from. */
static Str subtitle(const LayoutSheet *sheet) {
    Str size = layout_bed_size(sheet);
    Str bed = CATALOGUE_FILL(sheet->catalogue, "layout.plan.subtitle", size);
    return sheet->origin.len ? str_fmt(sheet->arena, "%.*s · %.*s", SARG(bed), SARG(sheet->origin)) : bed;
}

static void add_paragraph(Document *document, Str text, bool quiet) {
    if (text.len) document_paragraph(document, text)->quiet = quiet;
}

static void add_fit(Document *document, const LayoutSheet *sheet) {
    if (!sheet->fit) return;
    add_paragraph(document, layout_angles_phrase(sheet), true);
    Str misclosure = layout_misclosure_phrase(sheet);
    add_paragraph(document, layout_residuals_phrase(sheet), true);
    if (!misclosure.len) return;
    Block *block = document_paragraph(document, misclosure);
    bool bad = sheet->fit->checked && !sheet->fit->consistent;
    block->quiet = !bad;
    block->tone = bad ? TONE_BAD : TONE_PLAIN;
}

/* ---- tables, for several games ---- */

static void tape_table(Document *document, const LayoutSheet *sheet, const Layout *layout) {
    const Column columns[] = {
        {.title = layout_word(sheet, "column.mark"), .weight = 4},
        {.title = layout_word(sheet, "column.cushion"), .weight = 1.5},
        {.title = layout_word(sheet, "column.from"), .weight = 1.5},
        {.title = S("cm"), .weight = 1.2, .align = ALIGN_RIGHT},
        {.title = layout_word(sheet, "column.anchor"), .weight = 2.5, .align = ALIGN_RIGHT},
        {.title = S("in"), .weight = 1.2, .align = ALIGN_RIGHT}};
    if (!layout->tape_count) return;
    Table *table = document_table(document, columns, sheet->inches ? 6 : 5);
    table->size = 9;
    for (int i = 0; i < layout->tape_count; i++) {
        const TapeRow *row = &layout->tape[i];
        Cell *cells = table_row(table);
        cells[0].text = row->mark, cells[0].bold = true;
        cells[1].text = cushion_name(layout->game->family, row->cushion);
        cells[2].text = tape_from(layout->game->family, row);
        cells[3].text = layout_cm(sheet, row->cm), cells[3].bold = true;
        if (sheet->inches) cells[5].text = layout_inches(sheet, row->cm);
        if (row->has_anchor)
            cells[4].text = str_fmt(sheet->arena, "%.*s … %.*s", SARG(layout_cm(sheet, row->near)),
                                    SARG(layout_cm(sheet, row->far)));
    }
}

static void spot_table(Document *document, const LayoutSheet *sheet) {
    const Layout *layout = sheet->layouts[0];
    const Column columns[] = {{.title = layout_word(sheet, "column.spot"), .weight = 3},
                              {.title = S("x cm"), .weight = 1, .align = ALIGN_RIGHT},
                              {.title = S("y cm"), .weight = 1, .align = ALIGN_RIGHT}};
    document_heading(document, 2, layout_word(sheet, "spots"));
    Table *table = document_table(document, columns, 3);
    table->size = 9;
    for (int i = 0; i < layout->spot_count; i++) {
        Cell *cells = table_row(table);
        cells[0].text = layout->spots[i].name;
        cells[1].text = layout_cm(sheet, layout->spots[i].at.x);
        cells[2].text = layout_cm(sheet, layout->spots[i].at.y);
    }
}

static void add_games(Document *document, const LayoutSheet *sheet) {
    document_page_break(document);
    for (int i = 0; i < sheet->count; i++) {
        if (!sheet->layouts[i]->tape_count) continue; /* only spots: they stand below */
        document_heading(document, 1, layout_game_word(sheet, sheet->layouts[i]->game));
        add_paragraph(document, layout_offset_phrase(sheet, sheet->layouts[i]), false);
        tape_table(document, sheet, sheet->layouts[i]);
    }
    spot_table(document, sheet);
    if (sheet->close_count) document_heading(document, 2, layout_word(sheet, "close.title"));
    for (int i = 0; i < sheet->close_count; i++) {
        const CloseMarks *pair = &sheet->close[i];
        Str distance = layout_mm(sheet, pair->distance, 1);
        add_paragraph(document,
                      CATALOGUE_FILL(sheet->catalogue, "layout.close.line", pair->a_game, pair->a,
                                     pair->b_game, pair->b, distance),
                      false);
    }
}

/* ---- the documents ---- */

static void add_drawing(Document *document, const Drawing *drawing, Str caption) {
    document_drawing(document, drawing, drawing->most.x - drawing->least.x,
                     drawing->most.y - drawing->least.y, caption);
}

static const char *verdict_sign(CheckVerdict verdict) {
    static const char *const signs[] = {[CHECK_PASS] = "✓", [CHECK_FAIL] = "✗", [CHECK_INCOMPLETE] = "?"};
    return signs[verdict];
}

static Document *check_document(const LayoutSheet *sheet) {
    static const Tone tones[] = {
        [CHECK_PASS] = TONE_GOOD, [CHECK_FAIL] = TONE_BAD, [CHECK_INCOMPLETE] = TONE_DOUBT};
    Document *document = new_document(sheet, "layout.plan.check");
    const MarkCheck *check = sheet->check;
    Str tolerance = layout_tolerance(sheet), verdict = layout_verdict_word(sheet, check->verdict);
    document_title(document, document->title, subtitle(sheet));
    document_banner(document, tones[check->verdict], str_of(verdict_sign(check->verdict)),
                    CATALOGUE_FILL(sheet->catalogue, "layout.check.verdict", verdict, tolerance), S(""));
    add_fit(document, sheet);
    add_drawing(document, plan_of_check(sheet),
                CATALOGUE_FILL(sheet->catalogue, "layout.check.enlarged", tolerance));
    add_paragraph(document, layout_legend(sheet), true);
    return document;
}

Document *layout_document(const LayoutSheet *sheet) {
    if (sheet->check) return check_document(sheet);
    Document *document = new_document(sheet, "layout.plan.title");
    document_title(document, document->title, subtitle(sheet));
    if (sheet->count == 1) add_paragraph(document, layout_offset_phrase(sheet, sheet->layouts[0]), false);
    add_fit(document, sheet);
    add_drawing(document, sheet->count == 1 ? plan_of_one(sheet) : plan_of_all(sheet), S(""));
    add_paragraph(document, layout_legend(sheet), true);
    if (sheet->count > 1) add_games(document, sheet);
    return document;
}

Document *layout_template(const LayoutSheet *sheet) {
    const Layout *layout = sheet->layouts[0];
    for (int i = 0; i < sheet->count && !layout->anchor_count; i++) layout = sheet->layouts[i];
    Document *document = new_document(sheet, "layout.plan.title");
    document_title(document, layout_word(sheet, "template.title"), layout_games(sheet));
    add_paragraph(document, layout_word(sheet, "template.use"), false);
    document_drawing_full_size(document, plan_of_anchor(sheet, 10 * layout->game->family->anchor), S(""));
    return document;
}
