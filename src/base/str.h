/* Strings as pointer and length into memory somebody else owns. A Str is never NUL-terminated by promise;
 * str_z() makes a terminated copy for foreign calls. The functions that cannot be told where a buffer ends,
 * and those that convert numbers by the locale's leave, are poisoned for the whole program. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Arena Arena;

typedef struct Str {
    const char *at;
    ptrdiff_t len;
} Str;

#define S(literal) ((Str){"" literal, (ptrdiff_t)sizeof(literal) - 1})
/* S() for static tables, where a compound literal is no constant expression. */
#define S_INIT(literal)                                                                                      \
    { "" literal, (ptrdiff_t)sizeof(literal) - 1 }
/* printf("%.*s", SARG(s)) */
#define SARG(s) (int)(s).len, (s).at

Str str_of(const char *z);        /* from a NUL-terminated string; NULL gives the empty one */
Str str_dup(Arena *arena, Str s); /* a copy in the arena */
char *str_z(Arena *arena, Str s); /* a NUL-terminated copy in the arena */
Str str_fmt(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool str_eq(Str a, Str b);
bool str_eq_fold(Str a, Str b); /* equal but for the case of ASCII letters */
int str_cmp(Str a, Str b);      /* by bytes, as memcmp; for qsort-like orders */
bool str_starts(Str s, Str prefix);
bool str_ends(Str s, Str suffix);
ptrdiff_t str_find(Str s, Str part);                /* offset of the first occurrence, or -1 */
ptrdiff_t str_find_byte(Str s, char byte);          /* offset, or -1 */
Str str_slice(Str s, ptrdiff_t from, ptrdiff_t to); /* bytes from..to-1, clamped */
Str str_skip(Str s, ptrdiff_t n);                   /* without its first n bytes */
Str str_trim(Str s);         /* without ASCII blanks, tabs and line ends at both ends */
Str str_file_name(Str path); /* what follows the last slash */
/* Cuts *rest at the first `byte`: returns what stood before it, leaves what follows (empty at the end). */
Str str_cut(Str *rest, char byte);
/* Plain decimal digits only, no sign, no blanks, at most max: for counts and option values. */
bool str_to_count(Str s, int64_t max, int64_t *out);
/* Levenshtein distance, for "did you mean"; at most 63 bytes of each are looked at. */
int str_distance(Str a, Str b);

#ifdef __GNUC__
#pragma GCC poison strcpy strcat sprintf vsprintf strtok atoi atol atof strtod strtof sscanf gets
#endif

#endif
