/* A twin that was changed by hand usually contradicts itself: a value beyond its limit beside "pass". Whether
 * the values themselves are true only a signature or the register can tell. */
#include "trust/twin.h"

#include "base/decimal.h"
#include "base/memory.h"

#include <jansson.h>
#include <zlib.h>

/* ---- the attachment of a PDF ---- */

enum { MOST_JSON = 64 << 20 };

static Str inflate_at(Arena *arena, Str packed) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)packed.at, .avail_in = (uInt)packed.len};
    size_t room = 1 << 16;
    char *out = arena_alloc(arena, room);
    int state = Z_OK;
    if (inflateInit(&stream) != Z_OK) memory_out();
    while (state == Z_OK && stream.total_out < MOST_JSON) {
        if (stream.total_out == room) {
            char *wider = arena_alloc(arena, 2 * room);
            memcpy(wider, out, room);
            out = wider, room *= 2;
        }
        stream.next_out = (Bytef *)out + stream.total_out;
        stream.avail_out = (uInt)(room - stream.total_out);
        state = inflate(&stream, Z_NO_FLUSH);
    }
    Str text = {out, (ptrdiff_t)stream.total_out};
    inflateEnd(&stream);
    return state == Z_STREAM_END ? text : S("");
}

static Str attached_json(Arena *arena, Str pdf) {
    Str rest = pdf, word = S("/EmbeddedFile"), stream = S("stream");
    for (ptrdiff_t at; (at = str_find(rest, word)) >= 0;) {
        rest = str_skip(rest, at + word.len);
        ptrdiff_t begin = str_find(rest, stream);
        if (begin < 0) break;
        Str packed = str_skip(rest, begin + stream.len);
        while (packed.len && (packed.at[0] == '\r' || packed.at[0] == '\n')) packed = str_skip(packed, 1);
        Str text = inflate_at(arena, packed);
        if (str_starts(text, S("{\"certificate\""))) return text;
    }
    return S("");
}

/* ---- reading ---- */

static Str text_of(Arena *arena, const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value)) return S("");
    return str_dup(arena, (Str){json_string_value(value), (ptrdiff_t)json_string_length(value)});
}

static void read_head(Arena *arena, const json_t *head, Twin *out) {
    const json_t *scope = json_object_get(head, "scope");
    Str *games = NEW_ARRAY(arena, Str, json_array_size(scope) + 1);
    out->number = text_of(arena, head, "number");
    out->issued = text_of(arena, head, "issued");
    out->measured = text_of(arena, head, "measured");
    out->valid_until = text_of(arena, head, "valid_until");
    out->partial = json_is_true(json_object_get(head, "partial"));
    for (size_t i = 0; i < json_array_size(scope); i++) {
        const char *game = json_string_value(json_array_get(scope, i));
        if (game) games[out->scope_count++] = str_dup(arena, str_of(game));
    }
    out->scope = games;
}

/* ---- do the verdicts follow? ---- */

typedef struct Band {
    bool has_value, has_lower, has_upper;
    Decimal value, lower, upper;
} Band;

static bool read_decimal(const json_t *object, const char *key, Decimal *out) {
    const char *text = json_string_value(json_object_get(object, key));
    return text && decimal_parse(str_of(text), '.', out) == DECIMAL_OK;
}

static int compare(const Decimal *a, const Decimal *b) {
    int128 x = a->num * b->den, y = b->num * a->den;
    return x < y ? -1 : x > y;
}

static bool outside(const json_t *requirement) {
    Band band = {0};
    const char *value = json_string_value(json_object_get(requirement, "value"));
    if (value && !strcmp(value, "no")) return true;
    band.has_value = read_decimal(requirement, "value", &band.value);
    band.has_lower = read_decimal(requirement, "lower", &band.lower);
    band.has_upper = read_decimal(requirement, "upper", &band.upper);
    return band.has_value && ((band.has_lower && compare(&band.value, &band.lower) < 0) ||
                              (band.has_upper && compare(&band.value, &band.upper) > 0));
}

static bool is(const json_t *object, const char *key, const char *word) {
    const char *text = json_string_value(json_object_get(object, key));
    return text && !strcmp(text, word);
}

/* Something beyond a limit that is said to pass. */
static bool contradicts(const json_t *requirement) {
    bool failing = json_array_size(json_object_get(requirement, "failing")) > 0;
    return is(requirement, "verdict", "pass") && (outside(requirement) || failing);
}

/* The table cannot be better than what is required of it. */
static bool too_good(const json_t *table, const json_t *requirement) {
    bool passes = is(table, "verdict", "pass") || is(table, "verdict", "conditional-pass");
    bool fails = is(requirement, "verdict", "fail") || is(requirement, "verdict", "conditional-fail") ||
                 is(requirement, "verdict", "incomplete");
    return passes && fails && is(requirement, "severity", "required");
}

static void read_requirement(Arena *arena, const json_t *table, const json_t *requirement, Twin *out) {
    Str id = text_of(arena, requirement, "id");
    if (str_eq(id, S("bed.length"))) out->length = text_of(arena, requirement, "value");
    if (str_eq(id, S("bed.width"))) out->width = text_of(arena, requirement, "value");
    bool partial_gap = out->partial && is(requirement, "verdict", "incomplete");
    if (!contradicts(requirement) && (partial_gap || !too_good(table, requirement))) return;
    if (out->follows) out->fault = id;
    out->follows = false;
}

static bool read_table(Arena *arena, const json_t *tables, Twin *out) {
    const json_t *table = json_array_get(tables, 0);
    const json_t *requirements = json_object_get(table, "requirements");
    if (json_array_size(tables) != 1 || !json_is_array(requirements)) return false;
    out->table = text_of(arena, table, "table");
    out->profile = text_of(arena, table, "profile");
    out->verdict = text_of(arena, table, "verdict");
    out->follows = true;
    for (size_t i = 0; i < json_array_size(requirements); i++)
        read_requirement(arena, table, json_array_get(requirements, i), out);
    return out->profile.len && out->verdict.len;
}

Twin twin_read(Arena *arena, Str bytes) {
    Twin twin = {.fault = S(""), .length = S(""), .width = S("")};
    twin.json = str_starts(bytes, S("%PDF")) ? attached_json(arena, bytes) : bytes;
    json_t *root = json_loadb(twin.json.at, (size_t)twin.json.len, JSON_REJECT_DUPLICATES, NULL);
    const json_t *head = json_object_get(root, "certificate");
    if (json_is_object(head)) {
        read_head(arena, head, &twin);
        twin.readable = read_table(arena, json_object_get(root, "tables"), &twin);
    }
    json_decref(root);
    return twin;
}
