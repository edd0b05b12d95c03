/* See sent.h. */
#include "desk/sent.h"

#include <jansson.h>
#include <math.h>

static Str real_text(Arena *arena, double value) {
    if (!isfinite(value) || fabs(value) > 1e12) return S("?");
    Str text = str_fmt(arena, "%.7f", value);
    while (text.at[text.len - 1] == '0') text.len--;
    if (text.at[text.len - 1] == '.') text.len--;
    return str_eq(text, S("-0")) ? S("0") : text;
}

static void take(Arena *arena, const json_t *value, Sent *out);

static void take_list(Arena *arena, const json_t *list, Sent *out) {
    size_t n = json_array_size(list);
    Sent *items = NEW_ARRAY(arena, Sent, n);
    for (size_t i = 0; i < n; i++) take(arena, json_array_get(list, i), &items[i]);
    *out = (Sent){.kind = SENT_LIST, .n = (int)n, .items = items};
}

static void take_object(Arena *arena, json_t *object, Sent *out) {
    size_t n = json_object_size(object), i = 0;
    Sent *items = NEW_ARRAY(arena, Sent, n);
    Str *keys = NEW_ARRAY(arena, Str, n);
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        keys[i] = str_dup(arena, str_of(key));
        take(arena, value, &items[i++]);
    }
    *out = (Sent){.kind = SENT_OBJECT, .n = (int)n, .items = items, .keys = keys};
}

static void take(Arena *arena, const json_t *value, Sent *out) {
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        take_object(arena, (json_t *)value, out);
        break;
    case JSON_ARRAY:
        take_list(arena, value, out);
        break;
    case JSON_STRING:
        *out = (Sent){.kind = SENT_TEXT};
        out->text = str_dup(arena, (Str){json_string_value(value), (ptrdiff_t)json_string_length(value)});
        break;
    case JSON_INTEGER:
        *out = (Sent){.kind = SENT_NUMBER, .whole = true};
        out->text = str_fmt(arena, "%lld", (long long)json_integer_value(value));
        break;
    case JSON_REAL:
        *out = (Sent){.kind = SENT_NUMBER, .text = real_text(arena, json_real_value(value))};
        break;
    default:
        *out = (Sent){.kind = json_is_true(value)    ? SENT_TRUE
                              : json_is_false(value) ? SENT_FALSE
                                                     : SENT_NULL};
    }
}

const Sent *sent_parse(Arena *arena, Str bytes) {
    json_error_t error;
    json_t *root = json_loadb(bytes.len ? bytes.at : "", (size_t)bytes.len, JSON_REJECT_DUPLICATES, &error);
    if (!root) return NULL;
    Sent *out = NEW(arena, Sent);
    take(arena, root, out);
    json_decref(root);
    return out;
}

const Sent *sent_get(const Sent *object, const char *key) {
    for (int i = 0; object && object->kind == SENT_OBJECT && i < object->n; i++)
        if (str_eq(object->keys[i], str_of(key))) return &object->items[i];
    return NULL;
}
