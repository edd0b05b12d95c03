/* A hall file with the suggested tables added: everything that stood in it, in flow style, key by key. */
#include "base/text.h"
#include "report/hall/suggestion.h"

/* Words that YAML would read otherwise, or not at all, are quoted. */
static bool is_plain(const Yaml *node) {
    Str text = node->text;
    if (!node->plain || !text.len) return false;
    for (ptrdiff_t i = 0; i < text.len; i++)
        if (strchr(",[]{}#:\"'&*!|>%@`\n", text.at[i])) return false;
    return text.at[0] != '-' || text.len > 1;
}

static void put_quoted(Buf *out, Str text) {
    buf_byte(out, '"');
    for (ptrdiff_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c == '"' || c == '\\') buf_byte(out, '\\');
        if (c < 0x20 || c == 0x7f)
            buf_printf(out, "\\x%02x", c);
        else
            buf_byte(out, (char)c);
    }
    buf_byte(out, '"');
}

static void put_scalar(Buf *out, const Yaml *node) {
    if (is_plain(node))
        buf_put(out, node->text);
    else
        put_quoted(out, node->text);
}

static void put_node(Buf *out, const Yaml *node) {
    bool map = node->kind == YAML_MAP;
    if (node->kind == YAML_SCALAR) {
        put_scalar(out, node);
        return;
    }
    buf_byte(out, map ? '{' : '[');
    for (int i = 0; i < node->n; i++) {
        if (i) buf_put(out, S(", "));
        if (map) put_scalar(out, node->keys[i]), buf_put(out, S(": "));
        put_node(out, node->items[i]);
    }
    buf_byte(out, map ? '}' : ']');
}

static bool name_used(const Yaml *tables, Str name) {
    for (int i = 0; tables && i < tables->n; i++)
        if (str_eq(yaml_text(tables->items[i], "name"), name)) return true;
    return false;
}

static void put_new_tables(const HallSuggestion *suggestion, const Yaml *tables, Buf *out) {
    Arena *arena = suggestion->arena;
    const Suggestion *laid = suggestion->laid;
    for (int i = 0, number = 1; i < laid->n; i++, number++) {
        Str name = str_fmt(arena, "T%d", number);
        while (name_used(tables, name)) name = str_fmt(arena, "T%d", ++number);
        buf_printf(out, "  - {name: %.*s, profile: ", SARG(name));
        put_quoted(out, suggestion->profile);
        buf_printf(out, ", centre: [%.4f, %.4f], angle: %g}\n", laid->centres[i].x, laid->centres[i].y,
                   laid->angle);
    }
}

void hall_suggestion_yaml(const HallSuggestion *suggestion, Buf *out) {
    const Yaml *root = suggestion->root, *tables = yaml_get(root, "tables");
    buf_printf(out, "# %.*s\n", SARG(suggestion->words));
    for (int i = 0; i < root->n; i++) {
        if (str_eq(root->keys[i]->text, S("tables"))) continue;
        put_scalar(out, root->keys[i]);
        buf_put(out, S(": "));
        put_node(out, root->items[i]);
        buf_byte(out, '\n');
    }
    buf_put(out, S("tables:\n"));
    for (int i = 0; tables && tables->kind == YAML_LIST && i < tables->n; i++) {
        buf_put(out, S("  - "));
        put_node(out, tables->items[i]);
        buf_byte(out, '\n');
    }
    put_new_tables(suggestion, tables, out);
}
