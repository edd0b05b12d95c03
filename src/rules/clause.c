/* See clause.h. */
#include "rules/clause.h"

#include "base/source.h"

const ClauseBook *clause_book_load(Arena *arena, const char *discipline, Diag *diag) {
    Source *source = NEW(arena, Source);
    if (!data_find(str_fmt(arena, "profiles/rules/%s.yaml", discipline), source)) {
        diag_error(diag, NO_PLACE, "no rules of %s are shipped", discipline);
        return NULL;
    }
    const Yaml *root = yaml_parse(arena, source, diag);
    if (!root) return NULL;
    ClauseBook *book = NEW(arena, ClauseBook);
    *book = (ClauseBook){arena, discipline, root, yaml_get(root, "clauses")};
    return book;
}

Str clause_text(const ClauseBook *book, const char *id, const char *language) {
    return yaml_text(yaml_get(book->clauses, id), language);
}

Str clause_brief(const ClauseBook *book, const char *id, const char *language) {
    Str brief = yaml_text(yaml_get(yaml_get(book->clauses, id), "brief"), language);
    return brief.len ? brief : clause_text(book, id, language);
}

Str clause_today(const ClauseBook *book, const char *id, const char *language) {
    return yaml_text(yaml_get(yaml_get(book->clauses, id), "today"), language);
}

Str clause_cited(Arena *arena, const Citation *citation) {
    return str_fmt(arena, "%s%s", citation->clause->id, citation->open ? "*" : "");
}

bool rule_set_known(const ClauseBook *book, const char *rule_set) {
    return yaml_get(yaml_get(book->root, "rule_sets"), rule_set) != NULL;
}

static const Yaml *setting(const ClauseBook *book, const char *rule_set, const char *key) {
    const Yaml *sets = yaml_get(book->root, "rule_sets");
    const Yaml *node = yaml_get(yaml_get(sets, rule_set), key);
    return node ? node : yaml_get(yaml_get(sets, "sheet"), key);
}

static bool text_of(const ClauseBook *book, const char *rule_set, const char *key, Str *out) {
    const Yaml *node = setting(book, rule_set, key);
    if (!node || node->kind != YAML_SCALAR) return false;
    *out = node->text;
    return true;
}

bool rule_set_bool(const ClauseBook *book, const char *rule_set, const char *key, bool *out) {
    Str text;
    if (!text_of(book, rule_set, key, &text)) return false;
    *out = str_eq(text, S("yes"));
    return *out || str_eq(text, S("no"));
}
