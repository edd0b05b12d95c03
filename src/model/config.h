/* What a person sets once: ~/.config/tablecert/config.yaml. Options win over it. Keys are the words of the
 * options;
 * '-' and '_' are the same in them. Source: cli/README.md, Commands; trust/README.md, Options of certify. */
#ifndef MODEL_CONFIG_H
#define MODEL_CONFIG_H

#include "base/yaml.h"

typedef struct Config {
    Arena *arena;
    const Yaml *root; /* NULL: there is no file, or an empty one */
    Str folder;       /* the file's, for relative paths in it */
    Str home;
} Config;

/* The file of this home folder; no such file (or no home: "") is an empty configuration. NULL after errors
 * (told): unknown keys, no scalars where words are wanted, an unknown language, no number for valid-months.
 */
const Config *config_load(Arena *arena, Str home, Diag *diag);
/* The keys there are, numbered from 0, and what each is for; false: no such number. */
bool config_key(int number, const char **name, const char **help);
/* The value of a key, "" when it is not set. */
Str config_text(const Config *config, const char *key);
/* Where it stands; no place when it is not set. */
Place config_place(const Config *config, const char *key);
/* The value as a path: "~/" is the home folder, a relative one starts at the file's folder. NULL: not set. */
const char *config_path(const Config *config, const char *key);
/* The items of a key that may hold a list (`for`); a scalar is a list of one. */
int config_list(const Config *config, const char *key, const Str **items);

#endif
