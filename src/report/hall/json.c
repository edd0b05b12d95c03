/* The judgement as JSON. Source: hall/README.md, Results. */
#include "base/json.h"
#include "report/hall/words.h"

#include <math.h>

enum { PLACES = 6, FINE = 7 }; /* of a metre: a micrometre; a shift must not lose one */

static void put_clearance(Json *json, const Clearance *clearance) {
    json_open_object(json, NULL);
    json_str(json, "to", clearance->to);
    json_z(json, "kind", clearance_kind_name(clearance->kind));
    json_real(json, "metres", clearance->metres, PLACES);
    if (clearance->limited) {
        json_real(json, "required", clearance->required, PLACES);
        json_z(json, "severity", clearance->advisory ? "advisory" : "required");
    }
    json_z(json, "side", frame_side_name(clearance->side));
    json_z(json, "verdict", hall_verdict_name(clearance->verdict));
    json_close_object(json);
}

static void put_text_or_null(Json *json, const char *key, Str text) {
    if (text.len)
        json_str(json, key, text);
    else
        json_null(json, key);
}

static void put_evidence(Json *json, const TableApproval *table) {
    if (table->has_certificate) {
        json_open_object(json, "certificate");
        put_text_or_null(json, "number", table->certificate.number);
        put_text_or_null(json, "valid_until", table->certificate.valid_until);
        json_z(json, "verdict", hall_verdict_name(table->certificate_verdict));
        json_close_object(json);
    }
    if (table->has_readings) {
        json_open_object(json, "readings");
        json_z(json, "verdict", hall_verdict_name(table->readings.verdict));
        json_close_object(json);
    }
    if (!table->marks.n) return;
    json_open_list(json, "marks");
    for (ptrdiff_t i = 0; i < table->marks.n; i++) {
        json_open_object(json, NULL);
        json_str(json, "game", table->marks.at[i].game);
        json_z(json, "verdict", hall_verdict_name(table->marks.at[i].verdict));
        json_close_object(json);
    }
    json_close_list(json);
}

static void put_move(Json *json, const TableApproval *table) {
    if (table->move == MOVE_NONE) return;
    if (table->move == MOVE_IMPOSSIBLE) {
        json_null(json, "move");
        return;
    }
    json_open_object(json, "move");
    json_real(json, "dx", table->shift.x, FINE);
    json_real(json, "dy", table->shift.y, FINE);
    json_real(json, "metres", hypot(table->shift.x, table->shift.y), PLACES);
    json_close_object(json);
}

static void put_table(const HallSheet *sheet, Json *json, const TableApproval *table) {
    json_open_object(json, NULL);
    json_str(json, "name", table->table->name);
    json_str(json, "profile", table->table->profile->id);
    json_z(json, "verdict", hall_verdict_name(table->verdict));
    json_open_list(json, "reasons");
    for (ptrdiff_t i = 0; i < table->reasons.list.n; i++)
        json_str(json, NULL, hall_reason(sheet, &table->reasons.list.at[i]));
    json_close_list(json);
    put_evidence(json, table);
    json_open_list(json, "clearances");
    for (int i = 0; i < table->clearance_count; i++) put_clearance(json, &table->clearances[i]);
    json_close_list(json);
    put_move(json, table);
    json_close_object(json);
}

static void put_room(Json *json, const Approval *approval) {
    json_open_list(json, "room");
    for (int i = 0; i < approval->room_count; i++) {
        json_open_object(json, NULL);
        json_str(json, "id", approval->room[i].requirement->id);
        json_str(json, "profile", approval->room[i].profile->id);
        json_z(json, "verdict", hall_verdict_name(approval->room[i].verdict));
        json_close_object(json);
    }
    json_close_list(json);
}

void hall_json(const HallSheet *sheet, Buf *out) {
    const Approval *approval = sheet->approval;
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_str(&json, "hall", approval->plan->name);
    json_str(&json, "date", approval->date);
    json_z(&json, "verdict", hall_verdict_name(approval->verdict));
    put_room(&json, approval);
    json_open_list(&json, "tables");
    for (int i = 0; i < approval->table_count; i++) put_table(sheet, &json, &approval->tables[i]);
    json_close_list(&json);
    json_close_object(&json);
    buf_byte(out, '\n');
}
