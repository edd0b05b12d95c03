/* The judgement in words: verdict, then table by table what is wrong and by how much, then what has to
 * change.
 */
#include "report/hall/words.h"

static void put_line(Buf *out, Str text) {
    buf_put(out, text);
    buf_byte(out, '\n');
}

static void put_item(Buf *out, Str sign, Str text) {
    buf_printf(out, "  %.*s ", SARG(sign));
    put_line(out, text);
}

static void put_heading(const HallSheet *sheet, Buf *out, const char *key) {
    buf_byte(out, '\n');
    put_line(out, hall_word(sheet, key));
}

static void put_head(const HallSheet *sheet, Buf *out) {
    const Approval *approval = sheet->approval;
    const Plan *plan = approval->plan;
    const Str lines[] = {plan->name, plan->address, plan->event};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i].len) put_line(out, lines[i]);
    Str verdict = hall_verdict_word(sheet, approval->verdict);
    put_line(out, CATALOGUE_FILL(sheet->catalogue, "approval.line", hall_sign(approval->verdict), verdict,
                                 approval->date));
    if (sheet->plan_only) put_line(out, hall_word(sheet, "plan_only"));
}

static void put_nearest(const HallSheet *sheet, const TableApproval *table, Buf *out) {
    const Clearance *nearest = &table->clearances[0];
    if (table->reasons.list.n) return;
    Str to = nearest->kind == TO_WALL ? hall_word(sheet, "wall") : nearest->to;
    put_item(out, S(" "),
             CATALOGUE_FILL(sheet->catalogue, "approval.nearest", to, hall_metres(sheet, nearest->metres)));
}

static void put_table(const HallSheet *sheet, const TableApproval *table, Buf *out) {
    Str verdict = hall_verdict_word(sheet, table->verdict), sign = hall_sign(table->verdict);
    put_line(out, CATALOGUE_FILL(sheet->catalogue, "approval.table_line", sign, table->table->name,
                                 table->table->profile->id, verdict));
    for (ptrdiff_t i = 0; i < table->reasons.list.n; i++) {
        const HallReason *reason = &table->reasons.list.at[i];
        put_item(out, reason->remark ? S("!") : S("·"), hall_reason(sheet, reason));
    }
    put_nearest(sheet, table, out);
}

static void put_moves(const HallSheet *sheet, Buf *out) {
    bool any = false;
    for (int i = 0; i < sheet->approval->table_count; i++) {
        Str move = hall_move(sheet, &sheet->approval->tables[i]);
        if (!move.len) continue;
        if (!any) put_heading(sheet, out, "change");
        any = true;
        put_item(out, S("→"), move);
    }
}

static void put_room(const HallSheet *sheet, Buf *out) {
    const Approval *approval = sheet->approval;
    if (approval->room_count) put_heading(sheet, out, "space.title");
    for (int i = 0; i < approval->room_count; i++)
        put_item(out, hall_sign(approval->room[i].verdict), hall_room_line(sheet, &approval->room[i]));
}

void hall_text(const HallSheet *sheet, Buf *out) {
    put_head(sheet, out);
    put_heading(sheet, out, "tables");
    for (int i = 0; i < sheet->approval->table_count; i++) put_table(sheet, &sheet->approval->tables[i], out);
    put_room(sheet, out);
    put_moves(sheet, out);
}
