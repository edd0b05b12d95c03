/* The build's own tool, no part of the program: parses a shipped YAML file and writes its tree in the packed
 * form (base/yaml_pack.h) to standard output. pack FILE */
#include "base/data.h"
#include "base/yaml_pack.h"

#include <stdlib.h>

const Data data_table[1]; /* it carries no data itself */
const int data_count = 0;

int main(int argc, char **argv) {
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    Source source;
    Buf out = {0};
    if (argc != 2) return 2;
    const Yaml *root =
        source_load(&arena, argv[1], &source, &diag) ? yaml_parse(&arena, &source, &diag) : NULL;
    if (root) yaml_pack(&out, root);
    for (ptrdiff_t i = 0; i < diag.messages.n; i++) {
        const Message *message = &diag.messages.at[i];
        fprintf(stderr, "%s:%d:%d: %.*s\n", argv[1], message->place.line, message->place.column,
                SARG(message->text));
    }
    bool ok = root && fwrite(out.at, 1, out.len, stdout) == out.len && fflush(stdout) == 0;
    buf_free(&out);
    arena_free(&arena);
    return ok ? 0 : 2;
}
