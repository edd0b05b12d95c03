/* See catalogue.h. */
#include "model/catalogue.h"

#include "base/buf.h"

/* The last text found for keys of one hash. Keys that do not fit are looked up each time. */
struct Asked {
    char key[56];
    Str text;
};
enum { ASKED = 256 };

const Catalogue *catalogue_load(Arena *arena, const char *language, Diag *diag) {
    Source *source = NEW(arena, Source);
    Str path = str_fmt(arena, "reports/text/%s.yaml", language);
    if (!data_find(path, source)) {
        diag_error(diag, NO_PLACE, "no texts in the language '%s'", language);
        return NULL;
    }
    const Yaml *root = yaml_parse(arena, source, diag);
    if (!root) return NULL;
    Catalogue *catalogue = NEW(arena, Catalogue);
    char decimal = str_eq(yaml_text(root, "decimal"), S(",")) ? ',' : '.';
    *catalogue = (Catalogue){arena, language, decimal, root, NEW_ARRAY(arena, struct Asked, ASKED)};
    return catalogue;
}

static const Yaml *find(const Catalogue *catalogue, Str path) {
    const Yaml *node = catalogue->root;
    while (node && path.len) node = yaml_get(node, str_z(catalogue->arena, str_cut(&path, '.')));
    return node && node->kind == YAML_SCALAR ? node : NULL;
}

static struct Asked *asked(const Catalogue *catalogue, Str key) {
    uint32_t hash = 2166136261U;
    for (ptrdiff_t i = 0; i < key.len; i++) hash = (hash ^ (unsigned char)key.at[i]) * 16777619U;
    return &catalogue->asked[hash % ASKED];
}

Str catalogue_text(const Catalogue *catalogue, const char *key) {
    Str path = str_of(key);
    struct Asked *known = asked(catalogue, path);
    if (path.len && strcmp(known->key, key) == 0) return known->text;
    const Yaml *node = find(catalogue, path);
    if (!node) return str_fmt(catalogue->arena, "⟨%s⟩", key);
    if (path.len < (ptrdiff_t)sizeof known->key) {
        memcpy(known->key, key, (size_t)path.len + 1);
        known->text = node->text;
    }
    return node->text;
}

Str catalogue_fill(const Catalogue *catalogue, const char *key, int count, const Str *values) {
    Buf out = {0};
    Str rest = catalogue_text(catalogue, key);
    while (rest.len) {
        bool place = rest.len >= 3 && rest.at[0] == '{' && rest.at[2] == '}' && rest.at[1] >= '1' &&
                     rest.at[1] < '1' + count;
        if (place)
            buf_put(&out, values[rest.at[1] - '1']);
        else
            buf_byte(&out, rest.at[0]);
        rest = str_skip(rest, place ? 3 : 1);
    }
    Str text = str_dup(catalogue->arena, buf_str(&out));
    buf_free(&out);
    return text;
}

Str catalogue_number(const Catalogue *catalogue, Str decimal) {
    char *copy = str_z(catalogue->arena, decimal);
    for (ptrdiff_t i = 0; i < decimal.len; i++)
        if (copy[i] == '.') copy[i] = catalogue->decimal;
    return (Str){copy, decimal.len};
}

/* "left" → "vľavo"; "" where the language has no word for it. */
static Str place_word(const Catalogue *catalogue, Str name) {
    const Yaml *places = yaml_get(yaml_get(catalogue->root, "measure"), "place");
    for (int i = 0; places && i < places->n; i++)
        if (str_eq_fold(places->keys[i]->text, name)) return places->items[i]->text;
    return S("");
}

/* Where the digits at the end of "left-1", "grid 3.2", "ball 7" begin. */
static ptrdiff_t number_at_end(Str name) {
    ptrdiff_t at = name.len;
    while (at > 0 && (name.at[at - 1] == '.' || (name.at[at - 1] >= '0' && name.at[at - 1] <= '9'))) at--;
    return at;
}

Str catalogue_point(const Catalogue *catalogue, Str point) {
    Str word = place_word(catalogue, point);
    ptrdiff_t at = number_at_end(point);
    if (word.len || at < 2 || at == point.len || (point.at[at - 1] != ' ' && point.at[at - 1] != '-'))
        return word.len ? word : point;
    word = place_word(catalogue, str_slice(point, 0, at - 1));
    return word.len ? str_fmt(catalogue->arena, "%.*s%c%.*s", SARG(word), point.at[at - 1],
                              SARG(str_skip(point, at)))
                    : point;
}

Str catalogue_game(const Catalogue *catalogue, Str game) {
    const Yaml *families = yaml_get(catalogue->root, "games");
    char *key = str_z(catalogue->arena, game);
    for (int i = 0; families && i < families->n; i++) {
        const Yaml *name = yaml_get(families->items[i], key);
        if (name) return name->text;
    }
    return game;
}
