/* See twin.h. */
#include "report/certificate/twin.h"

#include "base/names.h"
#include "base/version.h"
#include "report/certificate/result.h"

static void text_or_null(Json *json, const char *key, Str value) {
    if (value.len)
        json_str(json, key, value);
    else
        json_null(json, key);
}

static void date_or_null(Json *json, Arena *arena, const char *key, Date date) {
    text_or_null(json, key, date_iso(arena, date));
}

static void instrument_json(Json *json, Arena *arena, const Certificate *certificate, Str id) {
    const Instrument *found = instruments_find(certificate->instruments, id);
    json_open_object(json, NULL);
    json_str(json, "id", id);
    text_or_null(json, "maker", found ? found->maker : S(""));
    text_or_null(json, "model", found ? found->model : S(""));
    text_or_null(json, "serial", found ? found->serial : S(""));
    text_or_null(json, "certificate", found ? found->certificate : S(""));
    date_or_null(json, arena, "calibrated", found ? found->date : (Date){0});
    date_or_null(json, arena, "due", found ? found->due : (Date){0});
    json_close_object(json);
}

/* Those the readings name, in the order first used. */
static void instruments_json(Json *json, Arena *arena, const Certificate *certificate) {
    Names used = {.arena = arena};
    json_open_list(json, "instruments");
    for (ptrdiff_t i = 0; i < certificate->reading_count; i++) {
        Str id = certificate->readings[i]->instrument;
        if (!id.len || names_find(&used, id)) continue;
        names_add(&used, id);
        instrument_json(json, arena, certificate, id);
    }
    json_close_list(json);
}

static void list_json(Json *json, const char *key, const Str *items, ptrdiff_t count) {
    json_open_list(json, key);
    for (ptrdiff_t i = 0; i < count; i++) json_str(json, NULL, items[i]);
    json_close_list(json);
}

static void certificate_json(Json *json, Arena *arena, const Certificate *c, const char *language) {
    const Profile *profile = c->result->profile;
    const Str *games;
    int count = certificate_scope(arena, c->result, &games);
    json_open_object(json, NULL);
    json_str(json, "number", c->number.len ? c->number : S("unregistered"));
    date_or_null(json, arena, "issued", moment_date(c->issued));
    date_or_null(json, arena, "measured", certificate_measured(c).last);
    date_or_null(json, arena, "valid_until", certificate_valid_until(c));
    text_or_null(json, "issuer", c->issuer);
    text_or_null(json, "inspector", c->inspector);
    text_or_null(json, "customer", c->customer);
    text_or_null(json, "hall", c->hall);
    text_or_null(json, "address", c->address);
    text_or_null(json, "table", c->result->table);
    text_or_null(json, "table_maker", c->table_maker);
    text_or_null(json, "table_serial", c->table_serial);
    json_str(json, "profile", profile->id);
    text_or_null(json, "document", profile->document);
    text_or_null(json, "edition", profile->edition);
    list_json(json, "scope", games, count);
    json_z(json, "language", language);
    list_json(json, "supersedes", c->supersedes.list.at, c->supersedes.list.n);
    json_bool(json, "partial", c->result->partial);
    instruments_json(json, arena, c);
    json_z(json, "program", "tablecert " TABLECERT_VERSION);
    json_close_object(json);
}

/* "{" of the result is opened before the certificate, and the rest follows as it is. */
Str twin_bytes(Arena *arena, const Certificate *certificate, const Catalogue *english, const char *language) {
    Buf own = {0}, checked = {0};
    Json json = {.out = &checked};
    result_json_open(&json);
    result_json_table(&json, english, certificate->result);
    result_json_close(&json, certificate->session);
    json = (Json){.out = &own};
    buf_put(&own, S("{\"certificate\":"));
    certificate_json(&json, arena, certificate, language);
    buf_byte(&own, ',');
    buf_put(&own, str_skip(buf_str(&checked), 1));
    Str bytes = str_dup(arena, buf_str(&own));
    buf_free(&own);
    buf_free(&checked);
    return bytes;
}
