/* The report on A4: page 1 the plan, then what has to change, the tables, the room, the certificates, and
 * where to sign. */
#include "report/hall/plan.h"

#include <math.h>

static const Tone tones[] = {[HALL_PASS] = TONE_GOOD,
                             [HALL_REMARK] = TONE_GOOD,
                             [HALL_INCOMPLETE] = TONE_DOUBT,
                             [HALL_FAIL] = TONE_BAD,
                             [HALL_NOT_APPLICABLE] = TONE_PLAIN};

static Str join(const HallSheet *sheet, Str a, Str b) {
    if (!a.len || !b.len) return a.len ? a : b;
    return str_fmt(sheet->arena, "%.*s · %.*s", SARG(a), SARG(b));
}

static Document *new_document(const HallSheet *sheet) {
    const Plan *plan = sheet->approval->plan;
    Document *document = document_new(sheet->arena, sheet->catalogue->language, hall_word(sheet, "title"));
    Box walls = hall_outline_box(&plan->walls);
    document->subject = plan->name;
    document->author = plan->approved_by;
    document->issued = moment_now();
    document->footer = join(sheet, plan->name, sheet->approval->date);
    document->page_label = catalogue_text(sheet->catalogue, "certificate.page");
    document->landscape = walls.most.x - walls.least.x >= walls.most.y - walls.least.y;
    document->fit_first = true;
    if (sheet->plan_only) document->page_note = hall_word(sheet, "plan_only");
    return document;
}

static void add_plan(Document *document, const HallSheet *sheet) {
    const Approval *approval = sheet->approval;
    double width = document->landscape ? 235 : 150, height = document->landscape ? 110 : 185;
    int scale = hall_scale(approval->plan, width, height);
    Str numbered = S("");
    const Drawing *plan = hall_plan(sheet, scale, false, &numbered);
    Str key = str_fmt(sheet->arena, "%.*s %.*s", SARG(hall_word(sheet, "measures")),
                      SARG(hall_word(sheet, "short_key")));
    document_drawing(document, plan, plan->most.x - plan->least.x, plan->most.y - plan->least.y, key);
    if (numbered.len) document_paragraph(document, numbered);
}

static void add_changes(Document *document, const HallSheet *sheet) {
    bool any = false;
    document_heading(document, 1, hall_word(sheet, "change"));
    for (int i = 0; i < sheet->approval->table_count; i++) {
        Str move = hall_move(sheet, &sheet->approval->tables[i]);
        any = any || move.len;
        if (move.len) document_paragraph(document, str_fmt(sheet->arena, "→ %.*s", SARG(move)));
    }
    if (!any) document_paragraph(document, hall_word(sheet, "nothing_to_change"));
}

static Str reasons(const HallSheet *sheet, const TableApproval *table) {
    Str text = S("");
    for (ptrdiff_t i = 0; i < table->reasons.list.n; i++)
        text = str_fmt(sheet->arena, "%.*s%s%.*s", SARG(text), i ? "\n" : "",
                       SARG(hall_reason(sheet, &table->reasons.list.at[i])));
    return text;
}

static void add_tables(Document *document, const HallSheet *sheet) {
    const Column columns[] = {{.title = S("#"), .width = 9, .align = ALIGN_RIGHT},
                              {.title = hall_word(sheet, "column.table"), .weight = 2},
                              {.title = hall_word(sheet, "column.profile"), .width = 34},
                              {.title = hall_word(sheet, "column.angle"), .width = 15, .align = ALIGN_RIGHT},
                              {.title = hall_word(sheet, "column.verdict"), .width = 30},
                              {.title = hall_word(sheet, "column.reasons"), .weight = 4}};
    document_heading(document, 1, hall_word(sheet, "tables"));
    Table *table = document_table(document, columns, 6);
    table->size = 9, table->lines = true;
    for (int i = 0; i < sheet->approval->table_count; i++) {
        const TableApproval *approval = &sheet->approval->tables[i];
        Cell *cells = table_row(table);
        cells[0].text = str_fmt(sheet->arena, "%d", i + 1);
        cells[1].text = approval->table->name, cells[1].bold = true;
        cells[2].text = approval->table->profile->id;
        cells[3].text = str_fmt(
            sheet->arena, "%.*s°",
            SARG(catalogue_number(sheet->catalogue, str_fmt(sheet->arena, "%g", approval->table->angle))));
        cells[4].text = str_fmt(sheet->arena, "%.*s %.*s", SARG(hall_sign(approval->verdict)),
                                SARG(hall_verdict_word(sheet, approval->verdict)));
        cells[4].tone = tones[approval->verdict];
        cells[5].text = reasons(sheet, approval);
    }
}

static void add_room(Document *document, const HallSheet *sheet) {
    const Approval *approval = sheet->approval;
    document_heading(document, 1, hall_word(sheet, "space.title"));
    if (!approval->room_count) document_paragraph(document, hall_word(sheet, "space.none"));
    for (int i = 0; i < approval->room_count; i++)
        document_paragraph(document,
                           str_fmt(sheet->arena, "%.*s %.*s", SARG(hall_sign(approval->room[i].verdict)),
                                   SARG(hall_room_line(sheet, &approval->room[i]))));
}

static Str games_of(const HallSheet *sheet, const PlannedTable *table) {
    Str games = S("");
    for (int i = 0; i < table->game_count; i++)
        games = str_fmt(sheet->arena, "%.*s%s%.*s", SARG(games), i ? ", " : "", SARG(table->games[i]));
    return games;
}

static void add_certificates(Document *document, const HallSheet *sheet) {
    const Column columns[] = {{.title = hall_word(sheet, "column.table"), .weight = 2},
                              {.title = hall_word(sheet, "column.certificate"), .weight = 2},
                              {.title = hall_word(sheet, "column.valid_until"), .width = 28},
                              {.title = hall_word(sheet, "column.games"), .weight = 2}};
    if (sheet->plan_only) return;
    document_heading(document, 1, hall_word(sheet, "certificates"));
    Table *table = document_table(document, columns, 4);
    table->size = 9, table->lines = true;
    for (int i = 0; i < sheet->approval->table_count; i++) {
        const TableApproval *approval = &sheet->approval->tables[i];
        Cell *cells = table_row(table);
        cells[0].text = approval->table->name;
        cells[1].text = approval->has_certificate ? approval->certificate.number
                        : approval->has_readings  ? hall_word(sheet, "by_readings")
                                                  : hall_word(sheet, "no_evidence");
        cells[2].text = approval->certificate.valid_until;
        cells[3].text = games_of(sheet, approval->table);
    }
}

static void add_signature(Document *document, const HallSheet *sheet) {
    document_space(document, 14);
    Block *block = document_signatures(document);
    block_fact(document, block, hall_word(sheet, "approved_by"),
               sheet->approval->plan->approved_by.len ? sheet->approval->plan->approved_by : S(" "));
    block_fact(document, block, hall_word(sheet, "date"), S(" "));
    block_fact(document, block, hall_word(sheet, "signature"), S(" "));
}

Document *hall_document(const HallSheet *sheet) {
    const Approval *approval = sheet->approval;
    const Plan *plan = approval->plan;
    static const char *const banners[] = {[HALL_PASS] = "banner.pass",
                                          [HALL_REMARK] = "banner.pass",
                                          [HALL_INCOMPLETE] = "banner.incomplete",
                                          [HALL_FAIL] = "banner.fail",
                                          [HALL_NOT_APPLICABLE] = "banner.pass"};
    Document *document = new_document(sheet);
    document_title(document, plan->name,
                   join(sheet, join(sheet, plan->event, plan->address), approval->date));
    document_banner(document, tones[approval->verdict], hall_sign(approval->verdict),
                    hall_word(sheet, banners[approval->verdict]), S(""));
    add_plan(document, sheet);
    document_page_break(document);
    add_changes(document, sheet);
    add_tables(document, sheet);
    add_room(document, sheet);
    add_certificates(document, sheet);
    add_signature(document, sheet);
    return document;
}
