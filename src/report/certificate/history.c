/* See history.h. */
#include "report/certificate/history.h"

#include "base/json.h"
#include "base/text.h"
#include "report/certificate/result.h"

Str history_results(Arena *arena, const TableResult *result) {
    Buf out = {0};
    for (int i = 0; i < result->count; i++) {
        const RequirementResult *r = &result->requirements[i];
        Str unit = r->requirement->unit ? r->requirement->unit->name : S("");
        if (!r->value.len) continue;
        buf_printf(&out, "%.*s\t%.*s\t%.*s\t%.*s\t%s\n", SARG(r->requirement->id), SARG(r->value), SARG(r->U),
                   SARG(unit), verdict_name(r->verdict));
    }
    Str text = str_dup(arena, buf_str(&out));
    buf_free(&out);
    return text;
}

static HistoryRow *row_of(History *history, Str id) {
    for (ptrdiff_t i = 0; i < history->rows.n; i++)
        if (str_eq(history->rows.at[i].id, id)) return &history->rows.at[i];
    HistoryRow *row = VEC_PUSH(history->arena, &history->rows);
    *row = (HistoryRow){.id = id};
    return row;
}

static void add_line(History *history, const Entry *entry, Str line) {
    HistoryRow *row = row_of(history, str_cut(&line, '\t'));
    HistoryValue value = {.entry = entry};
    value.value = str_cut(&line, '\t');
    value.U = str_cut(&line, '\t');
    value.unit = str_cut(&line, '\t');
    value.verdict = str_cut(&line, '\t');
    *VEC_PUSH(history->arena, &row->values) = value;
}

History *history_of(Arena *arena, const Entries *entries) {
    History *history = NEW(arena, History);
    *history = (History){.arena = arena, .entries = entries};
    for (ptrdiff_t i = 0; i < entries->list.n; i++) {
        const Entry *entry = &entries->list.at[i];
        Str rest = entry->results;
        while (rest.len) add_line(history, entry, str_cut(&rest, '\n'));
    }
    return history;
}

/* ---- text ---- */

static Str day_of(const Entry *entry) { return entry->measured.len ? entry->measured : entry->issued; }

/* By how much it has changed since the value before; "" where that cannot be said. */
static Str change(Arena *arena, const HistoryValue *before, const HistoryValue *now) {
    Decimal a, b;
    if (!before || !now->unit.len || !str_eq(before->unit, now->unit) ||
        decimal_parse(before->value, '.', &a) != DECIMAL_OK ||
        decimal_parse(now->value, '.', &b) != DECIMAL_OK)
        return S("");
    int128 den = a.den > b.den ? a.den : b.den, num = b.num * (den / b.den) - a.num * (den / a.den);
    Str text = decimal_print_shortest(arena, num, den, 0, 9);
    return num > 0 ? str_fmt(arena, "+%.*s", SARG(text)) : text;
}

static void put_padded(Buf *out, Str text, int width) {
    buf_put(out, text);
    for (int w = text_width(text); w < width; w++) buf_byte(out, ' ');
}

static Str verdict_words(const Catalogue *words, Str verdict) {
    return catalogue_text(
        words, str_z(words->arena, str_fmt(words->arena, "certificate.verdict.%.*s", SARG(verdict))));
}

static Str value_words(const Catalogue *words, const HistoryValue *v) {
    Arena *arena = words->arena;
    if (!v->unit.len)
        return catalogue_text(words, str_eq(v->value, S("yes")) ? "check.answer.yes" : "check.answer.no");
    Str text = catalogue_number(words, v->value);
    if (v->U.len) text = str_fmt(arena, "%.*s ± %.*s", SARG(text), SARG(catalogue_number(words, v->U)));
    return str_eq(v->unit, S("1")) ? text : str_fmt(arena, "%.*s %.*s", SARG(text), SARG(v->unit));
}

static void row_text(Buf *out, const Catalogue *words, const HistoryRow *row) {
    buf_printf(out, "\n%.*s\n", SARG(row->id));
    for (ptrdiff_t i = 0; i < row->values.n; i++) {
        const HistoryValue *v = &row->values.at[i];
        Str moved = change(words->arena, i ? v - 1 : NULL, v);
        buf_printf(out, "  %.*s  %.*s  ", SARG(day_of(v->entry)), SARG(v->entry->number));
        put_padded(out, value_words(words, v), 20);
        buf_put(out, S("  "));
        if (!moved.len)
            buf_put(out, verdict_words(words, v->verdict));
        else {
            put_padded(out, verdict_words(words, v->verdict), 16);
            buf_printf(out, " %.*s", SARG(catalogue_number(words, moved)));
        }
        buf_byte(out, '\n');
    }
}

void history_text(Buf *out, const Catalogue *words, const History *history) {
    for (ptrdiff_t i = 0; i < history->entries->list.n; i++) {
        const Entry *e = &history->entries->list.at[i];
        Str key = str_fmt(words->arena, "register.kind.%s", entry_kind_name(e->standing));
        buf_printf(out, "%.*s  %.*s  %.*s, %.*s  %.*s  %.*s  %.*s\n", SARG(e->number), SARG(day_of(e)),
                   SARG(e->hall.len ? e->hall : S("-")), SARG(e->table), SARG(e->profile),
                   SARG(verdict_words(words, e->verdict)),
                   SARG(catalogue_text(words, str_z(words->arena, key))));
    }
    for (ptrdiff_t i = 0; i < history->rows.n; i++) row_text(out, words, &history->rows.at[i]);
}

/* ---- JSON ---- */

static void text_or_null(Json *json, const char *key, Str value) {
    if (value.len)
        json_str(json, key, value);
    else
        json_null(json, key);
}

static void value_json(Json *json, const HistoryValue *v) {
    json_open_object(json, NULL);
    json_str(json, "number", v->entry->number);
    json_str(json, "measured", day_of(v->entry));
    text_or_null(json, "unit", v->unit);
    json_str(json, "value", v->value);
    text_or_null(json, "U", v->U);
    json_str(json, "verdict", v->verdict);
    json_close_object(json);
}

void history_json(Buf *out, const History *history) {
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_open_list(&json, "certificates");
    for (ptrdiff_t i = 0; i < history->entries->list.n; i++) {
        const Entry *e = &history->entries->list.at[i];
        json_open_object(&json, NULL);
        json_str(&json, "number", e->number);
        text_or_null(&json, "hall", e->hall);
        json_str(&json, "table", e->table);
        json_str(&json, "profile", e->profile);
        json_str(&json, "verdict", e->verdict);
        json_str(&json, "measured", day_of(e));
        text_or_null(&json, "valid_until", e->valid_until);
        json_z(&json, "standing", entry_kind_name(e->standing));
        json_close_object(&json);
    }
    json_close_list(&json);
    json_open_list(&json, "requirements");
    for (ptrdiff_t i = 0; i < history->rows.n; i++) {
        const HistoryRow *row = &history->rows.at[i];
        json_open_object(&json, NULL);
        json_str(&json, "id", row->id);
        json_open_list(&json, "values");
        for (ptrdiff_t k = 0; k < row->values.n; k++) value_json(&json, &row->values.at[k]);
        json_close_list(&json);
        json_close_object(&json);
    }
    json_close_list(&json);
    json_close_object(&json);
    buf_byte(out, '\n');
}
