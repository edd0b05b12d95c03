/* Names of matches, walks and halls as they come from a page. A name becomes a file's name, so it is checked
 * here and nowhere else: nothing that passes can leave the folder. Source: desk/README.md, Settled details 1. */
#ifndef DESK_NAME_H
#define DESK_NAME_H

#include "base/arena.h"

enum { NAME_MOST = 64 }; /* characters */

/* The name in NFC; false with a reason unless it is 1 to 64 letters, digits, '-', '_', '.' and blanks (none
 * at the ends) without a dot in front. */
bool name_check(Arena *arena, Str typed, Str *out, const char **why);
/* Are these the name of the same thing? Letter case is no difference. */
bool name_same(Arena *arena, Str a, Str b);

#endif
