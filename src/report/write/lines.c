/* See lines.h. */
#include "report/write/lines.h"

#include "base/text.h"

typedef VEC(Str) StrList;

/* After a hyphen, dash or slash, but not within "71/2". */
static bool breaks_after(uint32_t c, Str rest) {
    bool digit = rest.len && rest.at[0] >= '0' && rest.at[0] <= '9';
    return c == '_' || c == 0x2013 || c == 0x2014 || ((c == '-' || c == '/') && !digit);
}

static Str without_end_blanks(Str s) {
    while (s.len && s.at[s.len - 1] == ' ') s.len--;
    return s;
}

/* Cuts one line off the front of *rest. */
static Str cut_line(const Font *font, double size, double width, Str *rest) {
    Str from = *rest, at = *rest;
    ptrdiff_t chance = 0; /* where the line may end at the latest */
    double x = 0;
    while (at.len) {
        Str before = at;
        uint32_t c = text_next(&at);
        ptrdiff_t start = before.at - from.at, end = at.at - from.at;
        if (c == ' ') chance = start;
        x += font_advance(font, size, c);
        if (x > width + 1e-9 && c != ' ' && start > 0) {
            ptrdiff_t cut = chance > 0 ? chance : start;
            *rest = str_skip(from, cut);
            while (rest->len && rest->at[0] == ' ') *rest = str_skip(*rest, 1);
            return without_end_blanks(str_slice(from, 0, cut));
        }
        if (breaks_after(c, at)) chance = end;
    }
    *rest = at;
    return without_end_blanks(from);
}

Lines lines_break(Arena *arena, Face face, double size, double width, Str text) {
    StrList list = {0};
    Font font = font_open(face);
    while (text.len) {
        Str paragraph = str_cut(&text, '\n');
        if (!paragraph.len) *VEC_PUSH(arena, &list) = S("");
        while (paragraph.len) *VEC_PUSH(arena, &list) = cut_line(&font, size, width, &paragraph);
    }
    return (Lines){list.at, (int)list.n};
}

Str lines_cut(Arena *arena, Face face, double size, double width, Str text) {
    if (font_width(face, size, text) <= width) return text;
    Font font = font_open(face);
    double room = width - font_advance(&font, size, 0x2026);
    Str rest = text;
    ptrdiff_t good = 0;
    for (double x = 0; rest.len && x <= room;) {
        good = rest.at - text.at;
        x += font_advance(&font, size, text_next(&rest));
    }
    return str_fmt(arena, "%.*s…", SARG(without_end_blanks(str_slice(text, 0, good))));
}
