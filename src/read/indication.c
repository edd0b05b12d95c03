/* See indication.h. */
#include "read/indication.h"

#include <assert.h>
#include <stdarg.h>

void quote_bytes(char *out, size_t size, Str bytes) {
    size_t n = 0;
    ptrdiff_t i = 0;
    for (; i < bytes.len && n + 8 < size; i++) {
        unsigned char c = (unsigned char)bytes.at[i];
        bool plain = c >= 0x20 && c < 0x7f && c != '\\' && c != '\'';
        n += (size_t)snprintf(out + n, size - n, plain ? "%c" : "\\x%02x", c);
    }
    snprintf(out + n, size - n, "%s", i < bytes.len ? "..." : "");
}

void decoded_bad(Decoded *out, Str frame, const char *why) {
    char quoted[72];
    quote_bytes(quoted, sizeof quoted, frame);
    out->kind = DECODED_BAD;
    out->n = 0;
    snprintf(out->reason, sizeof out->reason, "%.50s: '%s'", why, quoted);
}

void decoded_note(Decoded *out, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(out->reason, sizeof out->reason, format, list);
    va_end(list);
    out->kind = DECODED_NOTE;
    out->head = true;
    out->n = 0;
}

Indication *decoded_add(Decoded *out, const char *channel) {
    assert(out->n < INDICATIONS_MOST);
    out->kind = DECODED_READING;
    Indication *indication = &out->indications[out->n++];
    *indication = (Indication){.channel = channel, .state = STATE_OK};
    return indication;
}

typedef struct Plain { /* a number without its filling */
    char text[24];
    size_t n;
} Plain;

static bool put(Plain *plain, char c) {
    if (plain->n + 1 >= sizeof plain->text) return false;
    plain->text[plain->n++] = c;
    return true;
}

static Str cut_blanks(Str s) {
    while (s.len && s.at[0] == ' ') s = str_skip(s, 1);
    while (s.len && s.at[s.len - 1] == ' ') s.len--;
    return s;
}

static bool put_digits(Plain *plain, Str digits, int shift) {
    ptrdiff_t point = shift ? digits.len - shift : digits.len;
    ptrdiff_t from = 0;
    while (from + 1 < point && digits.at[from] == '0' && digits.at[from + 1] != '.') from++;
    if (point <= 0) { /* ,05 with shift 2 or more: zeros in front */
        if (!put(plain, '0') || !put(plain, '.')) return false;
        for (ptrdiff_t i = point; i < 0; i++)
            if (!put(plain, '0')) return false;
    }
    for (ptrdiff_t i = from; i < digits.len; i++) {
        if (shift && i == point && i > 0 && !put(plain, '.')) return false;
        if (!put(plain, digits.at[i])) return false;
    }
    return true;
}

static bool is_plain_number(Str s, bool point_allowed) {
    int points = 0, digits = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if (s.at[i] == '.')
            points++;
        else if (s.at[i] >= '0' && s.at[i] <= '9')
            digits++;
        else
            return false;
    }
    return digits && points <= (point_allowed ? 1 : 0) && s.at[0] != '.' && s.at[s.len - 1] != '.';
}

bool indication_number(Indication *indication, Str number, int shift, const Unit *unit) {
    Plain plain = {.n = 0};
    Decimal decimal;
    bool exact;
    int64_t value, resolution;
    Str s = cut_blanks(number);
    if (s.len && (s.at[0] == '-' || s.at[0] == '+')) {
        if (s.at[0] == '-') put(&plain, '-');
        s = cut_blanks(str_skip(s, 1));
    }
    if (!s.len || !is_plain_number(s, shift == 0) || !put_digits(&plain, s, shift)) return false;
    if (decimal_parse((Str){plain.text, (ptrdiff_t)plain.n}, '.', &decimal)) return false;
    const Decimal step = {.num = decimal.step_num, .den = decimal.step_den};
    if (!unit_to_smallest(&decimal, unit, &value, &exact)) return false;
    if (!unit_to_smallest_difference(&step, unit, &resolution, &exact)) return false;
    memcpy(indication->digits, plain.text, plain.n + 1);
    indication->value = value;
    indication->resolution = resolution;
    indication->unit = unit;
    indication->quantity = unit->quantity;
    return true;
}

bool indication_integer(Indication *indication, int64_t number, int shift, const Unit *unit) {
    char text[24];
    int n = snprintf(text, sizeof text, "%+lld", (long long)number);
    return indication_number(indication, (Str){text, n}, shift, unit);
}

void indication_unit_sent(Indication *indication, Str sent) {
    snprintf(indication->unit_sent, sizeof indication->unit_sent, "%.*s", SARG(sent));
}

void indication_refuse(Indication *indication, ReadingState state, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(indication->reason, sizeof indication->reason, format, list);
    va_end(list);
    indication->state = state;
    indication->digits[0] = '\0';
    indication->value = indication->resolution = 0;
    indication->unit = NULL;
}

void indication_settle(Indication *indication, Stability stability) {
    indication->stability = stability;
    if (stability != STABILITY_UNSTABLE || indication->state != STATE_OK) return;
    indication->state = STATE_UNSTABLE;
    snprintf(indication->reason, sizeof indication->reason, "not settled");
}

int64_t digits_value(Str text, int base) {
    int64_t value = 0;
    if (!text.len || text.len > 15) return -1;
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : base == 16 && c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0) return -1;
        value = value * base + digit;
    }
    return value;
}
