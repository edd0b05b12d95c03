/* What somebody sent, as a tree of ours: JSON through jansson, each number as the text a sheet would have. */
#ifndef DESK_SENT_H
#define DESK_SENT_H

#include "base/arena.h"

typedef enum SentKind {
    SENT_NULL,
    SENT_FALSE,
    SENT_TRUE,
    SENT_NUMBER,
    SENT_TEXT,
    SENT_LIST,
    SENT_OBJECT
} SentKind;

typedef struct Sent {
    SentKind kind;
    bool whole; /* number: an integer */
    Str text;   /* text, number: plain digits, nothing behind the tenth of a micrometre of a cm */
    int n;      /* list, object */
    const struct Sent *items;
    const Str *keys; /* object */
} Sent;

/* NULL: no JSON (bad UTF-8 and doubled keys are none either). */
const Sent *sent_parse(Arena *arena, Str bytes);
const Sent *sent_get(const Sent *object, const char *key); /* NULL: not there */

#endif
