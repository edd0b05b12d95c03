/* The packed form of shipped YAML. A number is written seven bits a byte, the least first: lines, columns and
 * lengths are mostly small. What is read here was written by the build from a file that parsed, so it is
 * taken at its word: only asserts guard it. */
#include "base/yaml_pack.h"

#include <assert.h>

enum { PLAIN = 4 };

static void put_number(Buf *out, uint32_t number) {
    for (; number >= 0x80; number >>= 7) buf_byte(out, (char)(number | 0x80));
    buf_byte(out, (char)number);
}

void yaml_pack(Buf *out, const Yaml *node) {
    buf_byte(out, (char)((int)node->kind | (node->plain ? PLAIN : 0)));
    put_number(out, (uint32_t)node->line);
    put_number(out, (uint32_t)node->column);
    put_number(out, (uint32_t)(node->kind == YAML_SCALAR ? node->text.len : node->n));
    if (node->kind == YAML_SCALAR) buf_put(out, node->text);
    for (int i = 0; i < node->n; i++) {
        if (node->kind == YAML_MAP) yaml_pack(out, node->keys[i]);
        yaml_pack(out, node->items[i]);
    }
}

typedef struct Packed {
    Arena *arena;
    const Source *source;
    const char *at, *end;
} Packed;

static int take_number(Packed *packed) {
    uint32_t number = 0;
    for (int shift = 0;; shift += 7) {
        assert(packed->at < packed->end);
        unsigned char byte = (unsigned char)*packed->at++;
        number |= (uint32_t)(byte & 0x7F) << shift;
        if (byte < 0x80) return (int)number;
    }
}

static const Yaml *take_node(Packed *packed);

static void take_children(Packed *packed, Yaml *node) {
    const Yaml **items = NEW_ARRAY(packed->arena, const Yaml *, node->n), **keys = NULL;
    if (node->kind == YAML_MAP) keys = NEW_ARRAY(packed->arena, const Yaml *, node->n);
    for (int i = 0; i < node->n; i++) {
        if (keys) keys[i] = take_node(packed);
        items[i] = take_node(packed);
    }
    node->items = items;
    node->keys = keys;
}

static const Yaml *take_node(Packed *packed) {
    assert(packed->at < packed->end);
    int head = (unsigned char)*packed->at++;
    Yaml *node = NEW(packed->arena, Yaml);
    *node = (Yaml){
        .kind = (YamlKind)(head & 3), .source = packed->source, .text = S(""), .plain = (head & PLAIN) != 0};
    node->line = take_number(packed);
    node->column = take_number(packed);
    int n = take_number(packed);
    if (node->kind == YAML_SCALAR) {
        assert(packed->end - packed->at >= n);
        node->text = (Str){packed->at, n};
        packed->at += n;
    } else {
        node->n = n;
        take_children(packed, node);
    }
    return node;
}

const Yaml *yaml_unpack(Arena *arena, const Source *source) {
    Packed packed = {arena, source, source->packed.at, source->packed.at + source->packed.len};
    const Yaml *root = take_node(&packed);
    assert(packed.at == packed.end);
    return root;
}
