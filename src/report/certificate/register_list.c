/* See register_list.h. */
#include "report/certificate/register_list.h"

#include "base/text.h"

static const char *const standing_names[] = {"issued", "superseded", "withdrawn"};

void register_entry_json(Json *json, const Entry *e) {
    json_open_object(json, NULL);
    json_int(json, "id", e->id);
    json_z(json, "kind", standing_names[e->kind]);
    const struct {
        const char *key;
        Str value;
    } fields[] = {{"number", e->number},
                  {"at", e->at},
                  {"hall", e->hall},
                  {"table", e->table},
                  {"profile", e->profile},
                  {"verdict", e->verdict},
                  {"issued", e->issued},
                  {"valid_until", e->valid_until},
                  {"pdf", e->pdf_path},
                  {"json", e->json_path},
                  {"pdf_sha256", e->pdf_sha256},
                  {"json_sha256", e->json_sha256},
                  {"reason", e->reason},
                  {"previous", e->previous},
                  {"hash", e->hash}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        json_str(json, fields[i].key, fields[i].value);
    json_close_object(json);
}

static void cell(Buf *out, Str s, int width) {
    buf_put(out, s);
    for (int w = text_width(s); w < width; w++) buf_byte(out, ' ');
    buf_byte(out, ' ');
}

/* One certificate a line, as it stands today. */
void register_entry_line(Buf *out, const Entry *e, EntryKind standing) {
    cell(out, e->number, 14);
    cell(out, str_of(standing_names[standing]), 10);
    cell(out, e->valid_until, 10);
    cell(out, e->verdict, 16);
    cell(out, e->profile, 14);
    buf_put(out, e->hall.len ? e->hall : S("-"));
    buf_put(out, S(", "));
    buf_put(out, e->table.len ? e->table : S("-"));
    buf_byte(out, '\n');
}

void register_entry_text(Buf *out, const Entry *e) {
    const struct {
        const char *name;
        Str value;
    } fields[] = {{"table", e->table},       {"hall", e->hall},         {"profile", e->profile},
                  {"verdict", e->verdict},   {"issued", e->issued},     {"valid until", e->valid_until},
                  {"pdf", e->pdf_path},      {"sha256", e->pdf_sha256}, {"json", e->json_path},
                  {"sha256", e->json_sha256}};
    buf_printf(out, "%.*s %s %.*s", SARG(e->number), standing_names[e->kind], SARG(e->at));
    if (e->reason.len)
        buf_printf(out, " (%s%.*s)", e->kind == ENTRY_SUPERSEDED ? "by " : "", SARG(e->reason));
    buf_byte(out, '\n');
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        buf_printf(out, "  %-12s%.*s\n", fields[i].name, SARG(fields[i].value));
}
