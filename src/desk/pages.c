/* See pages.h. */
#include "desk/pages.h"

#include "base/source.h"

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
};

static const char *put_file(const char *name, Buf *out) {
    char path[120];
    Source source;
    snprintf(path, sizeof path, "reports/desk%s", name);
    if (!data_find(str_of(path), &source)) return NULL;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (str_ends(str_of(path), str_of(types[i].ending))) return buf_put(out, source.bytes), types[i].type;
    return NULL;
}

const char *page_of(Str path, Buf *out) {
    char name[80];
    if (str_eq(path, S("/"))) return put_file("/start.html", out);
    if (str_starts(path, S("/match/")))
        return put_file(str_ends(path, S("/board")) ? "/board.html" : "/match.html", out);
    if (str_starts(path, S("/measure/"))) return put_file("/measure.html", out);
    if (str_starts(path, S("/hall/"))) return put_file("/hall.html", out);
    if (!str_starts(path, S("/assets/"))) return NULL;
    snprintf(name, sizeof name, "%.*s", SARG(str_skip(path, 7)));
    return put_file(name, out);
}

/* ---- words */

static void yaml_json(Json *json, const char *key, const Yaml *node) {
    char name[64];
    if (!node || node->kind == YAML_LIST) return;
    if (node->kind == YAML_SCALAR) {
        json_str(json, key, node->text);
        return;
    }
    json_open_object(json, key);
    for (int i = 0; i < node->n; i++) {
        snprintf(name, sizeof name, "%.*s", SARG(node->keys[i]->text));
        yaml_json(json, name, node->items[i]);
    }
    json_close_object(json);
}

void text_json(const Catalogue *catalogue, Buf *out) {
    static const char *const sections[] = {"desk", "referee"};
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_z(&json, "language", catalogue->language);
    json_open_list(&json, "languages");
    for (int i = 0; i < language_count(); i++) json_word(&json, NULL, language_code(i));
    json_close_list(&json);
    json_str(&json, "decimal", (Str){&catalogue->decimal, 1});
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        yaml_json(&json, sections[i], yaml_get(catalogue->root, sections[i]));
    json_close_object(&json);
}

/* ---- clauses */

static const Clause *find_clause(const DeskWords *words, Str id, const ClauseBook **book) {
    const Discipline *const disciplines[] = {&discipline_pool, &discipline_carom};
    const ClauseBook *const books[] = {words->pool, words->carom};
    const Clause *clause;
    for (int d = 0; d < 2; d++)
        for (int i = 0; (clause = disciplines[d]->clause(i)); i++)
            if (str_eq(str_of(clause->id), id)) return *book = books[d], clause;
    return NULL;
}

bool clause_json(const DeskWords *words, Str id, const char *language, Buf *out) {
    const ClauseBook *book;
    const Clause *clause = find_clause(words, id, &book);
    Json json = {.out = out};
    if (!clause) return false;
    Str today = clause_today(book, clause->id, language);
    json_open_object(&json, NULL);
    json_z(&json, "clause", clause->id);
    json_bool(&json, "open", clause->open);
    json_str(&json, "text", clause_text(book, clause->id, language));
    if (today.len)
        json_str(&json, "today", today);
    else
        json_null(&json, "today");
    json_close_object(&json);
    return true;
}
