/* See yaml.h. libyaml's document API lives in this file alone. */
#include "base/yaml.h"

#include "base/memory.h"
#include "base/near.h"
#include "base/text.h"
#include "base/yaml_pack.h"

#include <yaml.h>

enum { DEEPEST = 32, MOST_NODES = 200000, MOST_KEYS = 4096 };

typedef struct Loader {
    Arena *arena;
    const Source *source;
    yaml_document_t document;
    Diag *diag;
    bool *seen; /* node index -> converted: a second visit is an alias */
    int nodes;
} Loader;

static Place mark_place(const Loader *loader, yaml_mark_t mark) {
    return source_place(loader->source, (int)mark.line + 1, (int)mark.column + 1);
}

static bool key_taken(const Yaml *const *keys, int n, Str text) {
    for (int i = 0; i < n; i++)
        if (str_eq(keys[i]->text, text)) return true;
    return false;
}

static Yaml *convert(Loader *loader, int index);

static bool convert_list(Loader *loader, const yaml_node_t *node, Yaml *out) {
    const yaml_node_item_t *from = node->data.sequence.items.start, *to = node->data.sequence.items.top;
    const Yaml **items = NEW_ARRAY(loader->arena, const Yaml *, to - from + 1);
    for (; from < to; from++, out->n++)
        if (!(items[out->n] = convert(loader, *from))) return false;
    out->items = items;
    return true;
}

static bool convert_map(Loader *loader, const yaml_node_t *node, Yaml *out) {
    const yaml_node_pair_t *from = node->data.mapping.pairs.start, *to = node->data.mapping.pairs.top;
    const Yaml **keys = NEW_ARRAY(loader->arena, const Yaml *, to - from + 1);
    const Yaml **values = NEW_ARRAY(loader->arena, const Yaml *, to - from + 1);
    if (to - from > MOST_KEYS)
        return diag_error(loader->diag, mark_place(loader, node->start_mark), "more than %d keys in one map",
                          MOST_KEYS);
    for (; from < to; from++, out->n++) {
        const Yaml *key = keys[out->n] = convert(loader, from->key);
        if (!key) return false;
        if (key->kind != YAML_SCALAR)
            return diag_error(loader->diag, yaml_place(key), "a key must be a plain word");
        if (key_taken(keys, out->n, key->text))
            return diag_error(loader->diag, yaml_place(key), "key '%.*s' stands twice", SARG(key->text));
        if (!(values[out->n] = convert(loader, from->value))) return false;
    }
    out->keys = keys;
    out->items = values;
    return true;
}

static Yaml *convert(Loader *loader, int index) {
    const yaml_node_t *node = yaml_document_get_node(&loader->document, index);
    if (loader->seen[index]) {
        diag_error(loader->diag, mark_place(loader, node->start_mark), "aliases (*name) are not used here");
        return NULL;
    }
    loader->seen[index] = true;
    Yaml *out = NEW(loader->arena, Yaml);
    *out = (Yaml){.source = loader->source,
                  .line = (int)node->start_mark.line + 1,
                  .column = (int)node->start_mark.column + 1,
                  .text = S("")};
    bool ok = true;
    if (node->type == YAML_SCALAR_NODE) {
        out->kind = YAML_SCALAR;
        out->plain = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
        out->text = str_dup(
            loader->arena, (Str){(const char *)node->data.scalar.value, (ptrdiff_t)node->data.scalar.length});
    } else if (node->type == YAML_SEQUENCE_NODE) {
        out->kind = YAML_LIST;
        ok = convert_list(loader, node, out);
    } else {
        out->kind = YAML_MAP;
        ok = convert_map(loader, node, out);
    }
    return ok ? out : NULL;
}

static const Yaml *convert_document(Loader *loader) {
    ptrdiff_t count = loader->document.nodes.top - loader->document.nodes.start;
    if (count == 0) {
        diag_error(loader->diag, place_file(loader->source->name), "holds no YAML");
        return NULL;
    }
    loader->seen = NEW_ARRAY(loader->arena, bool, count + 1);
    return convert(loader, 1);
}

/* ---- bytes ---- */

/* The place of a byte; lines end with LF, CR LF or CR. */
static Place byte_place(const Loader *loader, ptrdiff_t offset) {
    Str bytes = loader->source->bytes, before = str_slice(bytes, 0, offset);
    ptrdiff_t start = 0;
    int line = 1;
    for (ptrdiff_t i = 0; i < before.len; i++) {
        bool cr = before.at[i] == '\r' && !(i + 1 < bytes.len && bytes.at[i + 1] == '\n');
        if (before.at[i] != '\n' && !cr) continue;
        start = i + 1;
        line++;
    }
    return source_place(loader->source, line, text_length(str_skip(before, start)) + 1);
}

/* What YAML calls printable; a byte order mark at the very beginning is none of its text. */
static bool is_printable(uint32_t c) {
    if (c < 0x80) return c >= 0x20 ? c != 0x7F : c == '\t' || c == '\n' || c == '\r';
    return c == 0x85 || (c >= 0xA0 && c != 0xFEFF && c != 0xFFFE && c != 0xFFFF);
}

static Str without_mark(Str bytes) {
    return str_starts(bytes, S("\xEF\xBB\xBF")) ? str_skip(bytes, 3) : bytes;
}

/* All bytes are looked at before libyaml sees them: it tells an offset, and not always the right one. */
static bool check_bytes(const Loader *loader) {
    Str bytes = loader->source->bytes;
    ptrdiff_t fault = text_utf8_fault(bytes);
    if (fault >= 0)
        return diag_error(loader->diag, byte_place(loader, fault),
                          "byte %02X is no UTF-8; save the file as UTF-8", (unsigned char)bytes.at[fault]);
    for (Str rest = without_mark(bytes); rest.len;) {
        ptrdiff_t at = bytes.len - rest.len;
        uint32_t c = text_next(&rest);
        if (!is_printable(c))
            return diag_error(loader->diag, byte_place(loader, at),
                              "the character U+%04X does not belong here", (unsigned)c);
    }
    return true;
}

/* ---- structure ---- */

/* What libyaml complains of, in our words: the first whose beginning fits. */
static const struct Complaint {
    const char *begins, *says;
} complaints[] = {
    {"mapping values are not allowed", "a colon where none can stand: is the text before it to be quoted?"},
    {"could not find expected ':'", "a key without its colon"},
    {"did not find expected key", "a key was expected: is the line indented as its neighbours?"},
    {"did not find expected '-' indicator", "'- ' was expected: is the line indented as its neighbours?"},
    {"did not find expected ',' or ']'", "',' or ']' was expected"},
    {"did not find expected ',' or '}'", "',' or '}' was expected"},
    {"did not find expected comment or line break", "only a comment can stand behind this"},
    {"found character that cannot start any token",
     "a character that nothing can begin with: quote the text"},
    {"found a tab character", "a tab where blanks must indent"},
    {"found unexpected end of stream", "the file ends inside a quoted text"},
    {"found unknown escape character", "an unknown escape after a backslash"},
    {"block sequence entries are not allowed", "'- ' where no list can begin"},
    {"block mapping", "a map that does not fit here"},
};

static const char *complaint(const char *problem) {
    for (size_t i = 0; problem && i < sizeof complaints / sizeof *complaints; i++)
        if (!strncmp(problem, complaints[i].begins, strlen(complaints[i].begins))) return complaints[i].says;
    return "the structure cannot be understood here";
}

static bool syntax_error(Loader *loader, const yaml_parser_t *parser) {
    if (parser->error == YAML_MEMORY_ERROR) memory_out();
    return diag_error(loader->diag, mark_place(loader, parser->problem_mark), "not valid YAML: %s",
                      diag_word(loader->diag, complaint(parser->problem)));
}

static void open_parser(yaml_parser_t *parser, const Source *source) {
    if (!yaml_parser_initialize(parser)) memory_out();
    yaml_parser_set_input_string(parser, (const unsigned char *)source->bytes.at, (size_t)source->bytes.len);
}

/* What is too much at this event; NULL: nothing. */
static const char *excess(Loader *loader, const yaml_event_t *event, int *depth, int *documents) {
    yaml_event_type_t type = event->type;
    bool opens = type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
    if (type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT) --*depth;
    if (opens && ++*depth > DEEPEST) return "nested more than 32 deep";
    if ((opens || type == YAML_SCALAR_EVENT) && ++loader->nodes > MOST_NODES)
        return "more than 200000 values";
    return type == YAML_DOCUMENT_START_EVENT && ++*documents > 1 ? "more than one YAML document" : NULL;
}

/* Event by event first: the document API reads all before it tells anything, and for some texts (a hundred
 * thousand brackets) takes minutes. */
static bool check_events(Loader *loader) {
    yaml_parser_t parser;
    yaml_event_t event;
    int depth = 0, documents = 0;
    bool good = true, ended = false;
    open_parser(&parser, loader->source);
    while (good && !ended) {
        if (!yaml_parser_parse(&parser, &event)) {
            good = syntax_error(loader, &parser);
            break;
        }
        ended = event.type == YAML_STREAM_END_EVENT;
        const char *much = excess(loader, &event, &depth, &documents);
        if (much)
            good = diag_error(loader->diag, mark_place(loader, event.start_mark), "%s",
                              diag_word(loader->diag, much));
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return good;
}

const Yaml *yaml_parse(Arena *arena, const Source *source, Diag *diag) {
    if (source->packed.len) return yaml_unpack(arena, source);
    Loader loader = {.arena = arena, .source = source, .diag = diag};
    if (!check_bytes(&loader) || !check_events(&loader)) return NULL;
    yaml_parser_t parser;
    open_parser(&parser, source);
    const Yaml *root = NULL;
    if (yaml_parser_load(&parser, &loader.document)) {
        root = convert_document(&loader);
        yaml_document_delete(&loader.document);
    } else {
        syntax_error(&loader, &parser);
    }
    yaml_parser_delete(&parser);
    return root;
}

Place yaml_place(const Yaml *node) { return source_place(node->source, node->line, node->column); }

const Yaml *yaml_get(const Yaml *map, const char *key) {
    if (!map || map->kind != YAML_MAP) return NULL;
    Str name = str_of(key);
    for (int i = 0; i < map->n; i++)
        if (str_eq(map->keys[i]->text, name)) return map->items[i];
    return NULL;
}

Str yaml_text(const Yaml *map, const char *key) {
    const Yaml *value = yaml_get(map, key);
    return value && value->kind == YAML_SCALAR ? value->text : S("");
}

static bool is_known(Str key, const char *const *known, Str *nearest) {
    for (const char *const *name = known; *name; name++)
        if (str_eq(key, str_of(*name))) return true;
    Near near = near_to(key);
    for (; *known; known++) near_try(&near, str_of(*known));
    *nearest = near.best;
    return false;
}

/* The keys there are, for who has guessed one that is like none of them. */
static void list_keys(const char *const *known, char *text, size_t size) {
    size_t len = 0;
    for (; *known && len < size; known++)
        len += (size_t)snprintf(text + len, size - len, "%s%s", len ? ", " : "", *known);
}

bool yaml_check_keys(const Yaml *map, const char *const *known, const char *what, Diag *diag) {
    bool ok = true;
    for (int i = 0; i < map->n; i++) {
        Str nearest, key = map->keys[i]->text;
        char all[400] = "";
        if (is_known(key, known, &nearest)) continue;
        list_keys(known, all, sizeof all);
        if (nearest.len)
            ok = diag_error(diag, yaml_place(map->keys[i]), "unknown key '%.*s' in %s; did you mean '%.*s'?",
                            SARG(key), diag_word(diag, what), SARG(nearest));
        else
            ok = diag_error(diag, yaml_place(map->keys[i]), "unknown key '%.*s' in %s; expected one of %s",
                            SARG(key), diag_word(diag, what), all);
    }
    return ok;
}

bool yaml_expect(const Yaml *node, YamlKind kind, const char *what, Diag *diag) {
    static const char *const names[] = {"a word or number", "a list", "a map"};
    if (!node) return false;
    return node->kind == kind || diag_error(diag, yaml_place(node), "%s: expected %s", diag_word(diag, what),
                                            diag_word(diag, names[kind]));
}
