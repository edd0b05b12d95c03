/* Text as people write it: UTF-8, normalised to NFC on the way in (libunistring), other encodings through
 * iconv. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/arena.h"

/* Offset of the first byte that is no valid UTF-8 (overlong, surrogate, beyond U+10FFFF, torn), or -1. */
ptrdiff_t text_utf8_fault(Str s);
/* Characters (code points) in valid UTF-8. */
int text_length(Str s);
/* Columns on a terminal: wide characters count 2, combining ones 0. */
int text_width(Str s);
/* The next code point of *rest, which is advanced; U+FFFD for a bad byte. *rest must not be empty. */
uint32_t text_next(Str *rest);
/* NFC form; s itself when it is that already. */
Str text_nfc(Arena *arena, Str s);
/* Offset of the first control character (C0 but tab, DEL, C1), or -1. A line end counts as one unless
 * allowed. */
ptrdiff_t text_control(Str s, bool line_ends_allowed);
/* Line ends of Unicode, and what turns the direction of writing. */
bool text_steers(uint32_t c);
/* What somebody else wrote, for a terminal: control characters but tab, those that steer, and bytes that are
 * no UTF-8 as \xHH. s itself when it has none. */
Str text_harmless(Arena *arena, Str s);
/* Folded for comparing names: lower case, NFC, blanks at both ends cut. */
Str text_fold(Arena *arena, Str s);

/* What is left of a name without letter case, diacritics and blanks: two that look alike have the same. */
Str text_skeleton(Arena *arena, Str s);

/* Incremental conversion to UTF-8. Foreign resource: text_decoder_open/close. */
typedef struct TextDecoder TextDecoder;
TextDecoder *text_decoder_open(Arena *arena, const char *encoding); /* NULL: iconv does not know it */
void text_decoder_close(TextDecoder *decoder);
/* Converts as much of *in as possible into out (cap bytes), advances *in, returns bytes written. *bad is set
 * when the next byte of *in cannot be converted. A torn sequence at the end of *in is left there. */
size_t text_decode(TextDecoder *decoder, Str *in, char *out, size_t cap, bool *bad);

#endif
