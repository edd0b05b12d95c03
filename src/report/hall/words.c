/* See words.h. */
#include "report/hall/words.h"

#include <math.h>

Str hall_word(const HallSheet *sheet, const char *key) {
    return catalogue_text(sheet->catalogue, str_z(sheet->arena, str_fmt(sheet->arena, "approval.%s", key)));
}

Str hall_reason(const HallSheet *sheet, const HallReason *reason) {
    Str values[5];
    for (int i = 0; i < reason->n; i++) {
        values[i] = reason->values[i];
        if (reason->numbers >> i & 1) values[i] = catalogue_number(sheet->catalogue, values[i]);
        if (reason->points >> i & 1) values[i] = catalogue_point(sheet->catalogue, values[i]);
    }
    const char *key = str_z(sheet->arena, str_fmt(sheet->arena, "approval.%s", reason->key));
    return catalogue_fill(sheet->catalogue, key, reason->n, values);
}

Str hall_verdict_word(const HallSheet *sheet, HallVerdict verdict) {
    return hall_word(sheet,
                     str_z(sheet->arena, str_fmt(sheet->arena, "verdict.%s", hall_verdict_name(verdict))));
}

Str hall_sign(HallVerdict verdict) {
    switch (verdict) {
    case HALL_FAIL:
        return S("✗");
    case HALL_INCOMPLETE:
        return S("?");
    case HALL_REMARK:
        return S("!");
    case HALL_PASS:
    case HALL_NOT_APPLICABLE:
        break;
    }
    return S("✓");
}

Str hall_metres(const HallSheet *sheet, double metres) {
    return catalogue_number(sheet->catalogue,
                            str_fmt(sheet->arena, "%.3f", fabs(metres) < 5e-4 ? 0 : metres));
}

/* Away from zero, so that whoever does it by the millimetre does enough. */
static Str shift_word(const HallSheet *sheet, double metres) {
    double millimetres = ceil(fabs(metres) * 1000 - 1e-3);
    if (millimetres <= 0) return S("0");
    Str text = str_fmt(sheet->arena, "%s%.3f", metres < 0 ? "−" : "+", millimetres / 1000);
    return catalogue_number(sheet->catalogue, text);
}

Str hall_move(const HallSheet *sheet, const TableApproval *table) {
    Str name = table->table->name;
    if (table->move == MOVE_NONE) return S("");
    if (table->move == MOVE_IMPOSSIBLE)
        return CATALOGUE_FILL(sheet->catalogue, "approval.move.impossible", name);
    Vec2 shift = table->shift;
    Str metres = catalogue_number(
        sheet->catalogue, str_fmt(sheet->arena, "%.3f", ceil(hypot(shift.x, shift.y) * 1000 - 1e-3) / 1000));
    return CATALOGUE_FILL(sheet->catalogue, "approval.move.found", name, metres, shift_word(sheet, shift.x),
                          shift_word(sheet, shift.y));
}

Str hall_room_line(const HallSheet *sheet, const RoomVerdict *room) {
    const Requirement *requirement = room->requirement;
    Str title = texts_get(&requirement->title, language_index(sheet->catalogue->language));
    Str verdict = hall_verdict_word(sheet, room->verdict), value = room->worst;
    if (value.len)
        value = str_fmt(sheet->arena, "%.*s %.*s", SARG(catalogue_number(sheet->catalogue, value)),
                        SARG(requirement->unit->name));
    if (room->verdict == HALL_INCOMPLETE)
        return CATALOGUE_FILL(sheet->catalogue, "approval.space.incomplete", title, room->profile->id,
                              str_fmt(sheet->arena, "%d", room->values),
                              str_fmt(sheet->arena, "%d", room->wanted));
    if (!value.len)
        return CATALOGUE_FILL(sheet->catalogue, "approval.space.answer", title, room->profile->id, verdict);
    return CATALOGUE_FILL(sheet->catalogue, "approval.space.value", title, room->profile->id, verdict, value);
}
