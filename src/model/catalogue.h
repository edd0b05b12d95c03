/* The words of the reports, by language: reports/text/LANG.yaml. A key is a path ("certificate.title"). A
 * text may hold {1} {2} … for what is put in. Tests see to it that all languages have the same keys and
 * places. */
#ifndef MODEL_CATALOGUE_H
#define MODEL_CATALOGUE_H

#include "base/yaml.h"

typedef struct Catalogue {
    Arena *arena;
    const char *language; /* en, sk, cs */
    char decimal;         /* '.' or ',' */
    const Yaml *root;
    struct Asked *asked; /* texts asked for lately: a report asks for the same few again and again */
} Catalogue;

/* NULL only when the shipped file is broken (told). */
const Catalogue *catalogue_load(Arena *arena, const char *language, Diag *diag);
/* The text of a key; the key itself in ⟨⟩ where it is missing (a test finds those). */
Str catalogue_text(const Catalogue *catalogue, const char *key);
/* The text with {1}… replaced by the count strings given. */
Str catalogue_fill(const Catalogue *catalogue, const char *key, int count, const Str *values);
#define CATALOGUE_FILL(catalogue, key, ...)                                                                  \
    catalogue_fill((catalogue), (key), (int)(sizeof((Str[]){__VA_ARGS__}) / sizeof(Str)),                    \
                   (Str[]){__VA_ARGS__})
/* A decimal number (as "79.50") in the language's form ("79,50"). */
Str catalogue_number(const Catalogue *catalogue, Str decimal);
/* The name of a game ("free": "Voľná hra"); one of the profile's own stays as it is. */
Str catalogue_game(const Catalogue *catalogue, Str game);
/* The name of a point as a person says it ("left": "vľavo"); names that are no place or ball stay as they are
 * in the file. */
Str catalogue_point(const Catalogue *catalogue, Str point);

#endif
