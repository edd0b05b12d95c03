/* See str.h. */
#include "base/str.h"

#include "base/arena.h"

#include <stdarg.h>

Str str_of(const char *z) { return z ? (Str){z, (ptrdiff_t)strlen(z)} : (Str){"", 0}; }

char *str_z(Arena *arena, Str s) {
    char *copy = arena_alloc(arena, (size_t)s.len + 1);
    if (s.len > 0) memcpy(copy, s.at, (size_t)s.len);
    return copy;
}

Str str_dup(Arena *arena, Str s) { return (Str){str_z(arena, s), s.len}; }

Str str_fmt(Arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = arena_alloc(arena, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    return (Str){text, len};
}

bool str_eq(Str a, Str b) { return a.len == b.len && (!a.len || memcmp(a.at, b.at, (size_t)a.len) == 0); }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

bool str_eq_fold(Str a, Str b) {
    if (a.len != b.len) return false;
    for (ptrdiff_t i = 0; i < a.len; i++)
        if (lower(a.at[i]) != lower(b.at[i])) return false;
    return true;
}

int str_cmp(Str a, Str b) {
    ptrdiff_t shorter = a.len < b.len ? a.len : b.len;
    int order = shorter ? memcmp(a.at, b.at, (size_t)shorter) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool str_starts(Str s, Str prefix) {
    return s.len >= prefix.len && str_eq(str_slice(s, 0, prefix.len), prefix);
}

bool str_ends(Str s, Str suffix) {
    return s.len >= suffix.len && str_eq(str_skip(s, s.len - suffix.len), suffix);
}

ptrdiff_t str_find(Str s, Str part) {
    for (ptrdiff_t i = 0; i + part.len <= s.len; i++)
        if (str_eq(str_slice(s, i, i + part.len), part)) return i;
    return -1;
}

ptrdiff_t str_find_byte(Str s, char byte) {
    const char *found = s.len ? memchr(s.at, byte, (size_t)s.len) : NULL;
    return found ? found - s.at : -1;
}

Str str_slice(Str s, ptrdiff_t from, ptrdiff_t to) {
    if (to > s.len) to = s.len;
    if (from > to) from = to;
    return (Str){s.at + from, to - from};
}

Str str_skip(Str s, ptrdiff_t n) { return str_slice(s, n, s.len); }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

Str str_trim(Str s) {
    while (s.len && is_blank(s.at[0])) s = str_skip(s, 1);
    while (s.len && is_blank(s.at[s.len - 1])) s.len--;
    return s;
}

Str str_file_name(Str path) {
    for (ptrdiff_t slash; (slash = str_find_byte(path, '/')) >= 0;) path = str_skip(path, slash + 1);
    return path;
}

Str str_cut(Str *rest, char byte) {
    ptrdiff_t at = str_find_byte(*rest, byte);
    Str head = at < 0 ? *rest : str_slice(*rest, 0, at);
    *rest = at < 0 ? str_skip(*rest, rest->len) : str_skip(*rest, at + 1);
    return head;
}

bool str_to_count(Str s, int64_t max, int64_t *out) {
    int64_t value = 0;
    if (!s.len) return false;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9') return false;
        int digit = s.at[i] - '0';
        if (digit > max || value > (max - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

int str_distance(Str a, Str b) {
    enum { MOST = 63 };
    int row[MOST + 1] = {0};
    int n = a.len > MOST ? MOST : (int)a.len, m = b.len > MOST ? MOST : (int)b.len;
    for (int j = 0; j <= m; j++) row[j] = j;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int change = diagonal + (lower(a.at[i - 1]) != lower(b.at[j - 1]));
            int shift = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < shift ? change : shift;
        }
    }
    return row[m];
}
