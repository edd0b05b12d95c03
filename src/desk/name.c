/* See name.h. */
#include "desk/name.h"

#include "base/text.h"

#include <unictype.h>

static bool is_letter(uint32_t c) {
    if (c < 0x80) return strchr("-_. 0123456789", (int)c) ? c != 0 : (c | 32) >= 'a' && (c | 32) <= 'z';
    return uc_is_general_category_withtable(c, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M | UC_CATEGORY_MASK_N);
}

bool name_check(Arena *arena, Str typed, Str *out, const char **why) {
    *why = "a name is plain text in UTF-8";
    if (text_utf8_fault(typed) >= 0) return false;
    Str name = text_nfc(arena, typed);
    *why = "a name has 1 to 64 letters, digits, '-', '_', '.' and blanks";
    if (!name.len || text_length(name) > NAME_MOST || name.len > 200) return false;
    for (Str rest = name; rest.len;)
        if (!is_letter(text_next(&rest))) return false;
    *why = "a name has no dot in front and no blank at its ends";
    if (name.at[0] == '.' || name.at[0] == ' ' || name.at[name.len - 1] == ' ') return false;
    *out = name;
    return true;
}

static bool is_ascii(Str s) {
    for (ptrdiff_t i = 0; i < s.len; i++)
        if (s.at[i] & 0x80) return false;
    return true;
}

bool name_same(Arena *arena, Str a, Str b) {
    if (is_ascii(a) || is_ascii(b)) return str_eq_fold(a, b);
    return str_eq(text_fold(arena, a), text_fold(arena, b));
}
