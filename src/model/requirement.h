/* Reads one entry of a profile's `requirements:` from YAML. Part of the profile loader (profile.c); nobody
 * else needs it. Source: profiles/README.md. */
#ifndef MODEL_REQUIREMENT_H
#define MODEL_REQUIREMENT_H

#include "model/profile.h"

/* Texts by language from {en: …, sk: …, cs: …} or from one word, which is English. */
bool texts_read(const Yaml *node, const char *what, Texts *out, Diag *diag);
/* A decimal number or a fraction ("29 1/4"), with the decimal point. */
bool yaml_decimal(const Yaml *node, const char *what, Decimal *out, Diag *diag);
/* An inherited entry changed key by key: what `own` names replaces what `base` (NULL: none) says, `null`
 * takes it away; lower and upper displace nominal and tolerance, and they those. */
const Yaml *requirement_merge(Arena *arena, const Yaml *base, const Yaml *own);
/* A list of words; those already in *out stay before them. */
bool read_word_list(Arena *arena, const Yaml *list, const char *what, const Str **out, int *count,
                    Diag *diag);
/* The entry, checked as far as it can be without the rest of the profile. All its errors are told. */
bool requirement_read(Arena *arena, const Yaml *node, Requirement *out, Diag *diag);

/* profile_check.c: the finished profile, whose requirements are `list`. Completes points and facts. */
bool profile_check_whole(Arena *arena, Profile *profile, Requirement *list, Diag *diag);

#endif
