/* YAML through libyaml, turned into a tree of ours in which every node knows its line and column. Aliases,
 * duplicate keys, and more than one document are refused. */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include "base/source.h"

typedef enum YamlKind { YAML_SCALAR, YAML_LIST, YAML_MAP } YamlKind;

typedef struct Yaml {
    YamlKind kind;
    const Source *source;
    int line, column;                /* from 1 */
    Str text;                        /* scalar: its value */
    bool plain;                      /* scalar: not quoted */
    int n;                           /* list: items; map: pairs */
    const struct Yaml *const *items; /* list: items; map: values */
    const struct Yaml *const *keys;  /* map: keys (always scalars), in the file's order */
} Yaml;

/* NULL after errors (told through diag). source must live as long as the tree. */
const Yaml *yaml_parse(Arena *arena, const Source *source, Diag *diag);

Place yaml_place(const Yaml *node);
/* The value of `key` in a map; NULL when the node is NULL, no map, or has no such key. */
const Yaml *yaml_get(const Yaml *map, const char *key);
/* The scalar's text of `key`, or an empty string when it is missing or no scalar. */
Str yaml_text(const Yaml *map, const char *key);
/* An error for every key of the map that is not in `known` (NULL-terminated), naming the nearest. */
bool yaml_check_keys(const Yaml *map, const char *const *known, const char *what, Diag *diag);
/* Expects a kind; otherwise an error "expected a …". False for NULL too. */
bool yaml_expect(const Yaml *node, YamlKind kind, const char *what, Diag *diag);

#endif
