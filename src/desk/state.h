/* The keys of a folder's desk: 128 random bits each, kept in the person's state folder so that a tablet is
 * still let in after a restart. Source: desk/README.md, Settled details 2. */
#ifndef DESK_STATE_H
#define DESK_STATE_H

#include "base/diag.h"

typedef struct DeskKeys {
    Str key, reading;
} DeskKeys;

/* Those kept for this folder (its absolute path), or new ones where there are none or `anew`. False after
 * errors (told). */
bool desk_keys(Arena *arena, const char *absolute, bool anew, DeskKeys *out, Diag *diag);

#endif
