/* See pdf_finish.h. */
#include "report/write/pdf_finish.h"

#include "base/buf.h"
#include "report/write/attachment.h"

#include "base/memory.h"

#include <openssl/evp.h>
#include <zlib.h>

enum { MOST_OBJECTS = 1 << 20 };

typedef struct Object {
    int number;
    int64_t at, end; /* in the old file: "N 0 obj … endobj\n" */
    int64_t moved;   /* in the new one */
} Object;

typedef struct Objects {
    Object *all; /* in the file's order */
    int n;
    int64_t table; /* where the old cross-reference table stands */
    Str trailer;   /* between "trailer" and "startxref" */
} Objects;

/* Offset of the last occurrence of a word, or -1. */
static ptrdiff_t find_last(Str s, Str word) {
    for (ptrdiff_t at = s.len - word.len; at >= 0; at--)
        if (memcmp(s.at + at, word.at, (size_t)word.len) == 0) return at;
    return -1;
}

static int by_place(const void *a_, const void *b_) {
    const Object *a = a_, *b = b_;
    return a->at < b->at ? -1 : a->at > b->at;
}

static void set_ends(Objects *objects) {
    qsort(objects->all, (size_t)objects->n, sizeof *objects->all, by_place);
    for (int i = 0; i < objects->n; i++)
        objects->all[i].end = i + 1 < objects->n ? objects->all[i + 1].at : objects->table;
}

/* "xref\n0 N\n" and N lines of exactly 20 bytes, the first of them free. */
static bool read_table(Arena *arena, Str pdf, Objects *objects) {
    ptrdiff_t word = find_last(pdf, S("startxref"));
    if (word < 0) return false;
    Str rest = str_skip(pdf, word + 9), count_line;
    if (!str_to_count(str_trim(str_cut(&rest, '%')), pdf.len, &objects->table)) return false;
    rest = str_slice(pdf, objects->table, word);
    if (!str_starts(rest, S("xref"))) return false;
    (void)str_cut(&rest, '\n');
    count_line = str_trim(str_cut(&rest, '\n'));
    int64_t count = 0;
    if (!str_starts(count_line, S("0 ")) || !str_to_count(str_skip(count_line, 2), MOST_OBJECTS, &count) ||
        rest.len < 20 * count)
        return false;
    objects->all = NEW_ARRAY(arena, Object, count);
    for (int i = 1; i < count; i++) {
        Object *object = &objects->all[objects->n++];
        object->number = i;
        if (!str_to_count(str_slice(rest, 20 * i, 20 * i + 10), objects->table, &object->at)) return false;
    }
    rest = str_skip(rest, 20 * count);
    ptrdiff_t trailer = str_find(rest, S("trailer"));
    objects->trailer = str_trim(str_skip(rest, trailer + 7));
    set_ends(objects);
    return trailer >= 0;
}

/* Objects of our own, behind libharu's: two an attachment, then these. */
enum { METADATA, COLOURS, FIELD, LOOKS };
static int own_object(const Objects *objects, const PdfFinish *finish, int which) {
    return objects->n + 1 + 2 * finish->attachment_count + which;
}

/* The catalogue with the language, the wish to show the title instead of the file's name, the attachments,
 * the archive's metadata and colours, the form with the signature field. */
static bool put_catalogue(Buf *out, Arena *arena, const Objects *objects, Str object,
                          const PdfFinish *finish) {
    ptrdiff_t end = find_last(object, S(">>"));
    if (end < 0) return false;
    buf_put(out, str_slice(object, 0, end));
    buf_printf(out, "/Lang (%s)\n/ViewerPreferences << /DisplayDocTitle true >>\n", finish->info.language);
    attachments_catalogue(out, arena, finish->attachments, finish->attachment_count, objects->n + 1);
    buf_printf(out,
               "/Metadata %d 0 R\n/OutputIntents [ << /Type /OutputIntent /S /GTS_PDFA1 "
               "/OutputConditionIdentifier (sRGB IEC61966-2.1) /Info (sRGB IEC61966-2.1) "
               "/DestOutputProfile %d 0 R >> ]\n",
               own_object(objects, finish, METADATA), own_object(objects, finish, COLOURS));
    if (finish->field)
        buf_printf(out, "/AcroForm << /Fields [%d 0 R] /SigFlags 3 >>\n", own_object(objects, finish, FIELD));
    buf_put(out, str_skip(object, end));
    return true;
}

/* The page on which the signature shows. */
static bool put_page(Buf *out, const Objects *objects, Str object, const PdfFinish *finish) {
    ptrdiff_t end = find_last(object, S(">>"));
    if (end < 0) return false;
    buf_put(out, str_slice(object, 0, end));
    buf_printf(out, "/Annots [%d 0 R]\n", own_object(objects, finish, FIELD));
    buf_put(out, str_skip(object, end));
    return true;
}

static bool put_object(Buf *out, Arena *arena, Objects *objects, Object *object, Str bytes,
                       const PdfFinish *finish) {
    Str head = str_slice(bytes, 0, 400);
    object->moved = (int64_t)out->len;
    if (str_find(head, S("/Type /Catalog")) >= 0) return put_catalogue(out, arena, objects, bytes, finish);
    if (finish->field && object->number == finish->field->page) return put_page(out, objects, bytes, finish);
    buf_put(out, bytes);
    return true;
}

/* Behind the old objects; their places go to moved[]. */
static void put_attachments(Buf *out, const PdfFinish *finish, int first, int64_t *moved) {
    for (int i = 0; i < finish->attachment_count; i++) {
        int number = first + 2 * i;
        size_t second = 0;
        moved[number] = (int64_t)out->len;
        attachment_objects(out, &finish->attachments[i], number, finish->info.created, &second);
        moved[number + 1] = (int64_t)second;
    }
}

static void put_packed(Buf *out, int number, const char *entries, Str bytes) {
    uLongf length = compressBound((uLong)bytes.len);
    Bytef *packed = memory_new(length);
    if (compress2(packed, &length, (const Bytef *)bytes.at, (uLong)bytes.len, 9) != Z_OK) memory_out();
    buf_printf(out, "%d 0 obj\n<< %s /Filter /FlateDecode /Length %lu >>\nstream\n", number, entries, length);
    buf_put(out, (Str){(const char *)packed, (ptrdiff_t)length});
    buf_put(out, S("\nendstream\nendobj\n"));
    free(packed);
}

/* The field is its own annotation, to be printed and not to be moved. */
static void put_field(Arena *arena, Buf *out, const PdfField *field, int number, int64_t *moved) {
    moved[number] = (int64_t)out->len;
    buf_printf(out,
               "%d 0 obj\n<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /F 132 /P %d 0 R\n"
               "/Rect [%.4f %.4f %.4f %.4f] /AP << /N %d 0 R >>\n>>\nendobj\n",
               number, field->page, field->x, field->y, field->x + field->width, field->y + field->height,
               number + 1);
    moved[number + 1] = (int64_t)out->len;
    Str entries = str_fmt(arena, "/Type /XObject /Subtype /Form /BBox [0 0 %.4f %.4f] /Resources << /Font <<",
                          field->width, field->height);
    for (int face = 0; face < FACE_COUNT; face++)
        if (field->fonts[face])
            entries = str_fmt(arena, "%.*s /F%d %d 0 R", SARG(entries), face, field->fonts[face]);
    put_packed(out, number + 1, str_z(arena, str_fmt(arena, "%.*s >> >>", SARG(entries))), field->looks);
}

/* XMP stays readable to programs that know no PDF: it is not compressed. */
static void put_own(Arena *arena, Buf *out, const Objects *objects, const PdfFinish *finish, int64_t *moved) {
    Buf made = {0};
    int metadata = own_object(objects, finish, METADATA), colours = own_object(objects, finish, COLOURS);
    archive_xmp(&made, &finish->info);
    moved[metadata] = (int64_t)out->len;
    buf_printf(out, "%d 0 obj\n<< /Type /Metadata /Subtype /XML /Length %zu >>\nstream\n", metadata,
               made.len);
    buf_put(out, buf_str(&made));
    buf_put(out, S("\nendstream\nendobj\n"));
    buf_clear(&made);
    archive_srgb(&made);
    moved[colours] = (int64_t)out->len;
    put_packed(out, colours, "/N 3", buf_str(&made));
    buf_free(&made);
    if (finish->field) put_field(arena, out, finish->field, own_object(objects, finish, FIELD), moved);
}

/* Two runs must give the same identifier: it is made of the content. */
static void put_identifier(Buf *out, size_t body) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_Digest(out->at, body, digest, &size, EVP_sha256(), NULL);
    buf_put(out, S("/ID [ "));
    for (int copy = 0; copy < 2; copy++) {
        buf_byte(out, '<');
        for (int i = 0; i < 16; i++) buf_printf(out, "%02X", digest[i]);
        buf_put(out, S("> "));
    }
    buf_put(out, S("]\n"));
}

/* The old trailer with another count of objects. */
static void put_trailer(Buf *out, Str trailer, int count, size_t start) {
    ptrdiff_t size = str_find(trailer, S("/Size")), end = find_last(trailer, S(">>"));
    ptrdiff_t after = size + 5;
    while (after < end && strchr(" 0123456789", trailer.at[after])) after++;
    buf_put(out, S("trailer\n"));
    buf_put(out, str_slice(trailer, 0, size));
    buf_printf(out, "/Size %d\n", count);
    buf_put(out, str_slice(trailer, after, end));
    put_identifier(out, start);
    buf_printf(out, ">>\nstartxref\n%zu\n%%%%EOF\n", start);
}

static void put_table(Arena *arena, Buf *out, const Objects *objects, const PdfFinish *finish) {
    int last = own_object(objects, finish, finish->field ? LOOKS : COLOURS);
    int64_t *moved = NEW_ARRAY(arena, int64_t, last + 1);
    for (int i = 0; i < objects->n; i++) moved[objects->all[i].number] = objects->all[i].moved;
    put_attachments(out, finish, objects->n + 1, moved);
    put_own(arena, out, objects, finish, moved);
    size_t start = out->len;
    buf_printf(out, "xref\n0 %d\n0000000000 65535 f \n", last + 1);
    for (int i = 1; i <= last; i++) buf_printf(out, "%010lld 00000 n \n", (long long)moved[i]);
    put_trailer(out, objects->trailer, last + 1, start);
}

static bool is_whole(Arena *arena, Str pdf, Objects *objects) {
    return read_table(arena, pdf, objects) && find_last(objects->trailer, S(">>")) >= 0 &&
           str_find(objects->trailer, S("/Size")) >= 0;
}

bool pdf_finish(Arena *arena, Str pdf, const PdfFinish *finish, Str *out, Diag *diag) {
    Objects objects = {0};
    Buf buf = {0};
    bool ok = is_whole(arena, pdf, &objects);
    buf_put(&buf, S("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"));
    for (int i = 0; i < objects.n && ok; i++) {
        Object *object = &objects.all[i];
        ok = put_object(&buf, arena, &objects, object, str_slice(pdf, object->at, object->end), finish);
    }
    if (ok) put_table(arena, &buf, &objects, finish);
    *out = str_dup(arena, buf_str(&buf));
    buf_free(&buf);
    return ok || diag_machine(diag, NO_PLACE, "the PDF library wrote a file of an unknown form");
}
