/* The bytes of a file as UTF-8, in two passes: the first finds the encoding and takes the SHA-256, the second
 * hands out the text. A file that begins with plain ASCII and needs no SHA-256 is read once, and looked at
 * whole only when something else turns up: until then every encoding it may be in says the same. Standard
 * input that cannot seek is spooled to an unlinked temporary file; or, read live, it is handed out as it
 * comes, and its encoding is found on the way. Foreign resources: file and digest, opened and closed here
 * alone. Source: read/csv/README.md, "Dialect and encoding", "Settled details" 8. */
#ifndef READ_CSV_DECODE_H
#define READ_CSV_DECODE_H

#include "base/diag.h"

typedef struct TextFacts {
    Str name;        /* as messages name the file */
    Str encoding;    /* "UTF-8", "UTF-16LE", "windows-1250", or as declared */
    char sha256[65]; /* of the raw bytes, lower-case hex; empty when not wanted */
    bool ascii; /* nothing but ASCII without control characters (tabs and line ends aside), so far: it may
                   change while the text is read */
    bool clean; /* valid throughout, no NUL; otherwise every record needs a look */
    bool live;  /* it comes as it is written; ascii and clean hold for what was handed out so far */
} TextFacts;

typedef struct TextFile TextFile;

/* path "-": standard input. encoding NULL: found. live: what cannot seek is handed out as it comes (then
 * there is no digest and no size). NULL after errors (told). */
TextFile *text_file_open(Arena *arena, const char *path, const char *encoding, bool digest, bool live,
                         Diag *diag);
const TextFacts *text_file_facts(const TextFile *file);
/* The next bytes of the text, at least one unless it ends (0) or the machine fails (-1, told). A byte that is
 * no character of the encoding comes out as a byte that is no UTF-8: as itself, or FF after a conversion. */
ptrdiff_t text_file_read(TextFile *file, char *into, size_t cap);
void text_file_close(TextFile *file);

#endif
