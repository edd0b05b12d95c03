/* See register.h: an entry as a line of JSON. (jansson, which reads it, and base/json.h do not go into one
 * file.) */
#include "trust/register_inside.h"

#include "base/json.h"

void register_entry_json(Buf *out, const Entry *entry) {
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_int(&json, "id", entry->id);
    json_int(&json, "form", entry->form);
    for (int i = 0; i < ENTRY_FIELDS; i++) {
        Str value = entry_value(entry, i);
        if (value.len)
            json_str(&json, entry_fields[i].json, value);
        else
            json_null(&json, entry_fields[i].json);
    }
    if (entry->standing != entry->kind) json_z(&json, "standing", entry_kind_name(entry->standing));
    json_close_object(&json);
}
