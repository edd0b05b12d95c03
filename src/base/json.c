/* See json.h. */
#include "base/json.h"

#include <assert.h>
#include <math.h>

static void quoted(Buf *out, Str s) {
    buf_byte(out, '"');
    ptrdiff_t from = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.at[i];
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        buf_put(out, str_slice(s, from, i));
        from = i + 1;
        if (c == '"' || c == '\\')
            buf_byte(out, '\\'), buf_byte(out, (char)c);
        else if (c == '\n')
            buf_put(out, S("\\n"));
        else
            buf_printf(out, "\\u%04x", c);
    }
    buf_put(out, str_skip(s, from));
    buf_byte(out, '"');
}

static void begin(Json *json, const char *key) {
    if (json->started[json->depth]) buf_byte(json->out, ',');
    json->started[json->depth] = true;
    if (!key) return;
    quoted(json->out, str_of(key));
    buf_byte(json->out, ':');
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

void json_raw(Json *json, const char *key, Str value) {
    begin(json, key);
    buf_put(json->out, value);
}

void json_int(Json *json, const char *key, int64_t value) {
    begin(json, key);
    buf_printf(json->out, "%lld", (long long)value);
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
