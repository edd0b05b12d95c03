/* See pdf_finish.h. */
#include "report/write/pdf_finish.h"

#include "base/buf.h"
#include "report/write/attachment.h"

#include <openssl/evp.h>

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

/* The catalogue with the language, the wish to show the title instead of the file's name, the attachments. */
static bool put_catalogue(Buf *out, Arena *arena, Str object, const PdfFinish *finish, int first) {
    ptrdiff_t end = find_last(object, S(">>"));
    if (end < 0) return false;
    buf_put(out, str_slice(object, 0, end));
    buf_printf(out, "/Lang (%s)\n/ViewerPreferences << /DisplayDocTitle true >>\n", finish->language);
    attachments_catalogue(out, arena, finish->attachments, finish->attachment_count, first);
    buf_put(out, str_skip(object, end));
    return true;
}

static bool put_object(Buf *out, Arena *arena, Objects *objects, Object *object, Str bytes,
                       const PdfFinish *finish) {
    Str head = str_slice(bytes, 0, 400);
    object->moved = (int64_t)out->len;
    if (str_find(head, S("/Type /Catalog")) >= 0)
        return put_catalogue(out, arena, bytes, finish, objects->n + 1);
    buf_put(out, bytes);
    return true;
}

/* Behind the old objects; their places go to moved[]. */
static void put_attachments(Buf *out, const PdfFinish *finish, int first, int64_t *moved) {
    for (int i = 0; i < finish->attachment_count; i++) {
        int number = first + 2 * i;
        size_t second = 0;
        moved[number] = (int64_t)out->len;
        attachment_objects(out, &finish->attachments[i], number, finish->created, &second);
        moved[number + 1] = (int64_t)second;
    }
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
    int last = objects->n + 2 * finish->attachment_count;
    int64_t *moved = NEW_ARRAY(arena, int64_t, last + 1);
    for (int i = 0; i < objects->n; i++) moved[objects->all[i].number] = objects->all[i].moved;
    put_attachments(out, finish, objects->n + 1, moved);
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
