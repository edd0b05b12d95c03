/* See attachment.h. */
#include "report/write/attachment.h"

#include "base/memory.h"
#include "base/text.h"

#include <openssl/evp.h>
#include <zlib.h>

Attachment attachment_make(Arena *arena, Str name, Str description, const char *media, const char *relation,
                           Str bytes) {
    Attachment made = {
        .name = name, .description = description, .media = media, .relation = relation, .size = bytes.len};
    uLongf length = compressBound((uLong)bytes.len);
    unsigned char *packed = arena_alloc(arena, length + 1), digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    if (compress2(packed, &length, (const Bytef *)bytes.at, (uLong)bytes.len, 9) != Z_OK) memory_out();
    made.packed = (Str){(char *)packed, (ptrdiff_t)length};
    EVP_Digest(bytes.at, (size_t)bytes.len, digest, &size, EVP_md5(), NULL); /* what the format asks for */
    for (unsigned i = 0; i < 16 && i < size; i++) snprintf(made.md5 + 2 * i, 3, "%02X", digest[i]);
    return made;
}

/* A text string of the format: UTF-16BE in hex. */
static Str text_string(Arena *arena, Str text) {
    Buf out = {0};
    buf_put(&out, S("<FEFF"));
    while (text.len) {
        uint32_t c = text_next(&text);
        if (c > 0xffff)
            buf_printf(&out, "%04X%04X", (unsigned)(0xd7c0 + (c >> 10)), (unsigned)(0xdc00 | (c & 0x3ff)));
        else
            buf_printf(&out, "%04X", (unsigned)c);
    }
    buf_byte(&out, '>');
    Str made = str_dup(arena, buf_str(&out));
    buf_free(&out);
    return made;
}

typedef struct Named {
    Str key;
    int object;
} Named;

static int by_key(const void *a, const void *b) {
    return str_cmp(((const Named *)a)->key, ((const Named *)b)->key);
}

/* The name tree must be sorted; viewers search it. */
void attachments_catalogue(Buf *out, Arena *arena, const Attachment *attachments, int count, int first) {
    Named *named = NEW_ARRAY(arena, Named, count + 1);
    if (!count) return;
    for (int i = 0; i < count; i++)
        named[i] = (Named){text_string(arena, attachments[i].name), first + 2 * i + 1};
    qsort(named, (size_t)count, sizeof *named, by_key);
    buf_put(out, S("/Names << /EmbeddedFiles << /Names ["));
    for (int i = 0; i < count; i++) buf_printf(out, " %.*s %d 0 R", SARG(named[i].key), named[i].object);
    buf_put(out, S(" ] >> >>\n/AF ["));
    for (int i = 0; i < count; i++) buf_printf(out, " %d 0 R", first + 2 * i + 1);
    buf_put(out, S(" ]\n"));
}

static void put_date(Buf *out, const char *key, Moment when) {
    if (!when.given) return;
    Date date = date_from_days(when.utc_ms / 86400000);
    int64_t second = when.utc_ms / 1000 % 86400;
    buf_printf(out, " /%s (D:%04d%02d%02d%02d%02d%02dZ)", key, date.year, date.month, date.day,
               (int)(second / 3600), (int)(second / 60 % 60), (int)(second % 60));
}

void attachment_objects(Buf *out, const Attachment *attachment, int number, Moment when, size_t *second) {
    Arena arena = {0};
    Str name = text_string(&arena, attachment->name);
    buf_printf(out, "%d 0 obj\n<< /Type /EmbeddedFile /Subtype /%s /Params << /Size %lld /CheckSum <%s>",
               number, attachment->media, (long long)attachment->size, attachment->md5);
    put_date(out, "ModDate", when);
    buf_printf(out, " >> /Filter /FlateDecode /Length %lld >>\nstream\n", (long long)attachment->packed.len);
    buf_put(out, attachment->packed);
    buf_put(out, S("\nendstream\nendobj\n"));
    *second = out->len;
    buf_printf(out,
               "%d 0 obj\n<< /Type /Filespec /F %.*s /UF %.*s /EF << /F %d 0 R /UF %d 0 R >> /AFRelationship "
               "/%s /Desc %.*s >>\nendobj\n",
               number + 1, SARG(name), SARG(name), number, number, attachment->relation,
               SARG(text_string(&arena, attachment->description)));
    arena_free(&arena);
}
