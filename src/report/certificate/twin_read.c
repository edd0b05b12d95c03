/* See twin.h: what is read of a twin. (jansson and base/json.h do not go into one file.) */
#include "report/certificate/twin.h"

#include <jansson.h>

Str twin_number(Arena *arena, Str bytes) {
    json_t *root = json_loadb(bytes.at, (size_t)bytes.len, 0, NULL);
    const json_t *number = json_object_get(json_object_get(root, "certificate"), "number");
    Str text = json_is_string(number) ? str_dup(arena, str_of(json_string_value(number))) : S("");
    json_decref(root);
    return str_eq(text, S("unregistered")) ? S("") : text;
}
