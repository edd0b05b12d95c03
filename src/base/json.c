/* See json.h. */
#include "base/json.h"

#include <assert.h>
#include <math.h>

static void escape(Buf *out, unsigned char c) {
    if (c == '"' || c == '\\')
        buf_byte(out, '\\'), buf_byte(out, (char)c);
    else if (c == '\n')
        buf_put(out, S("\\n"));
    else
        buf_printf(out, "\\u%04x", c);
}

static bool needs_escape(unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; }

/* Copied piece by piece into room made once, as nearly no string needs an escape. */
static void quoted(Buf *out, Str s) {
    char *to = buf_room(out, (size_t)s.len + 2);
    *to++ = '"';
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if (!needs_escape((unsigned char)s.at[i])) {
            *to++ = s.at[i];
            continue;
        }
        out->len = (size_t)(to - out->at);
        escape(out, (unsigned char)s.at[i]);
        to = buf_room(out, (size_t)(s.len - i) + 1);
    }
    *to++ = '"';
    out->len = (size_t)(to - out->at);
}

static void begin(Json *json, const char *key) {
    if (json->started[json->depth]) buf_byte(json->out, ',');
    json->started[json->depth] = true;
    if (!key) return;
    size_t len = strlen(key); /* keys are our own words: nothing in them needs an escape */
    char *to = buf_room(json->out, len + 3);
    *to++ = '"';
    memcpy(to, key, len); /* NOLINT(bugprone-not-null-terminated-result) */
    to[len] = '"';
    to[len + 1] = ':';
    json->out->len += len + 3;
}

static void open(Json *json, const char *key, char bracket) {
    begin(json, key);
    buf_byte(json->out, bracket);
    assert(json->depth + 1 < (int)(sizeof json->started / sizeof *json->started));
    json->started[++json->depth] = false;
}

static void close(Json *json, char bracket) {
    assert(json->depth > 0);
    json->depth--;
    buf_byte(json->out, bracket);
}

void json_open_object(Json *json, const char *key) { open(json, key, '{'); }
void json_open_list(Json *json, const char *key) { open(json, key, '['); }
void json_close_object(Json *json) { close(json, '}'); }
void json_close_list(Json *json) { close(json, ']'); }

void json_str(Json *json, const char *key, Str value) {
    begin(json, key);
    quoted(json->out, value);
}

void json_z(Json *json, const char *key, const char *value) {
    if (value)
        json_str(json, key, str_of(value));
    else
        json_null(json, key);
}

void json_word(Json *json, const char *key, const char *word) {
    if (!word) {
        json_null(json, key);
        return;
    }
    begin(json, key);
    size_t len = strlen(word);
    char *to = buf_room(json->out, len + 2);
    *to++ = '"';
    memcpy(to, word, len); /* NOLINT(bugprone-not-null-terminated-result) */
    to[len] = '"';
    json->out->len += len + 2;
}

void json_raw(Json *json, const char *key, Str value) {
    begin(json, key);
    buf_put(json->out, value);
}

void json_int(Json *json, const char *key, int64_t value) {
    char digits[24], *at = digits + sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) *--at = '-';
    json_raw(json, key, (Str){at, digits + sizeof digits - at});
}

void json_bool(Json *json, const char *key, bool value) {
    json_raw(json, key, value ? S("true") : S("false"));
}
void json_null(Json *json, const char *key) { json_raw(json, key, S("null")); }

void json_real(Json *json, const char *key, double value, int places) {
    char text[400];
    if (!isfinite(value)) {
        json_null(json, key);
        return;
    }
    int len = snprintf(text, sizeof text, "%.*f", places, value);
    if (places > 0) {
        while (text[len - 1] == '0') len--;
        if (text[len - 1] == '.') len--;
    }
    Str number = {text, len};
    json_raw(json, key, str_eq(number, S("-0")) ? S("0") : number);
}
