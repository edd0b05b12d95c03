/* The texts of the reports: every language has the same keys with the same places {1} {2} …, and every key
 * the program names stands there. Reads the sources, so it is run in the project's folder, as tests/run does.
 */
#include "model/catalogue.h"
#include "unit.h"

#include <glob.h>

static Arena arena;

static const Catalogue *load(const char *language) {
    Diag diag = {.arena = &arena};
    const Catalogue *catalogue = catalogue_load(&arena, language, &diag);
    ck_assert_msg(catalogue != NULL, "reports/text/%s.yaml", language);
    return catalogue;
}

/* Bit n of the result: {n} occurs. */
static unsigned places(Str text) {
    unsigned out = 0;
    for (ptrdiff_t i = 0; i + 2 < text.len; i++)
        if (text.at[i] == '{' && text.at[i + 2] == '}' && text.at[i + 1] >= '1' && text.at[i + 1] <= '9')
            out |= 1u << (text.at[i + 1] - '0');
    return out;
}

static void compare(const Yaml *a, const Yaml *b, const char *path, const char *language) {
    ck_assert_msg(b && a->kind == b->kind, "%s is missing in %s", path, language);
    if (a->kind == YAML_SCALAR)
        ck_assert_msg(places(a->text) == places(b->text), "%s has other places in %s", path, language);
    for (int i = 0; a->kind == YAML_MAP && i < a->n; i++) {
        const char *key = str_z(&arena, a->keys[i]->text);
        Str inner = str_fmt(&arena, "%s%s%s", path, *path ? "." : "", key);
        compare(a->items[i], yaml_get(b, key), inner.at, language);
    }
}

START_TEST(languages_have_the_same_texts) {
    const char *const languages[] = {"en", "sk", "cs"};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            compare(load(languages[i])->root, load(languages[k])->root, "", languages[k]);
}
END_TEST

static bool is_key(Str s) {
    for (ptrdiff_t i = 0; i < s.len; i++)
        if (!((s.at[i] >= 'a' && s.at[i] <= 'z') || (s.at[i] >= '0' && s.at[i] <= '9') ||
              strchr("._-", s.at[i])))
            return false;
    return str_find_byte(s, '.') > 0 && s.at[s.len - 1] != '.';
}

static bool has_text(const Yaml *from, Str key) {
    for (Str path = key; from && path.len;) from = yaml_get(from, str_z(&arena, str_cut(&path, '.')));
    return from != NULL;
}

/* A literal that looks like a key: its first word is a section of the catalogue, or of one of its sections.
 */
static void check_literal(const Catalogue *catalogue, Str literal, const char *file) {
    const Yaml *root = catalogue->root;
    Str rest = literal;
    char *first = str_z(&arena, str_cut(&rest, '.'));
    if (!is_key(literal)) return;
    const Yaml *section = yaml_get(root, first);
    bool meant = section && section->kind == YAML_MAP, found = has_text(root, literal);
    for (int i = 0; i < root->n && !found; i++) {
        const Yaml *inner = yaml_get(root->items[i], first);
        if (str_eq(root->keys[i]->text, S("games"))) continue; /* looked up by the game, never by a path */
        meant |= inner && inner->kind == YAML_MAP;
        found = has_text(root->items[i], literal);
    }
    ck_assert_msg(found || !meant, "%s: no text '%.*s'", file, SARG(literal));
}

static void check_file(const Catalogue *catalogue, const char *path) {
    Source source;
    Diag diag = {.arena = &arena};
    ck_assert(source_load(&arena, path, &source, &diag));
    for (Str rest = source.bytes; rest.len;) {
        (void)str_cut(&rest, '"');
        Str literal = str_cut(&rest, '"');
        if (literal.len && literal.len < 80 && str_find_byte(literal, '\n') < 0 &&
            !str_ends(literal, S(".h")))
            check_literal(catalogue, literal, path);
    }
}

START_TEST(every_key_named_has_a_text) {
    glob_t files;
    const Catalogue *catalogue = load("en");
    ck_assert_msg(glob("src/*/*.c", 0, NULL, &files) == 0, "run in the project's folder");
    ck_assert(glob("src/*/*/*.c", GLOB_APPEND, NULL, &files) == 0);
    for (size_t i = 0; i < files.gl_pathc; i++) check_file(catalogue, files.gl_pathv[i]);
    globfree(&files);
}
END_TEST

UNIT_MAIN("texts", languages_have_the_same_texts, every_key_named_has_a_text)
