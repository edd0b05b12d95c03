/* Shipped YAML, parsed when the program is built: the tree of yaml.h as bytes, in the order of the file, so
 * that a start does not parse what never changes. The build's tool src/pack.c writes it; yaml_parse reads it.
 */
#ifndef BASE_YAML_PACK_H
#define BASE_YAML_PACK_H

#include "base/buf.h"
#include "base/yaml.h"

/* One node: the byte (kind, 4 where plain), then as numbers of seven bits a byte (the last has its high bit
 * clear) line, column and length or count; then the scalar's bytes, or the items, or key and value in turn.
 */
void yaml_pack(Buf *out, const Yaml *node);
/* The tree again; texts point into source->packed. */
const Yaml *yaml_unpack(Arena *arena, const Source *source);

#endif
