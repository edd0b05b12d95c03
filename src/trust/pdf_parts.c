/* See pdf_read.h: attachments and pages. */
#include "trust/pdf_read.h"

#include "base/buf.h"

enum { MOST_ATTACHMENTS = 1000, MOST_LEVELS = 8, MOST_TOGETHER = 256 << 20 };

static Str catalogue(const PdfFile *pdf) { return pdf_resolved(pdf, pdf_value(pdf->trailer, "Root")); }

/* A file specification: its name, and the stream that holds the file. Readers are free to take the key with
 * or without the U, so both must say the same. */
static bool take_attachment(const PdfFile *pdf, Str specification, PdfAttachment *out) {
    Str dictionary, raw, files = pdf_value(specification, "EF"), name = pdf_value(specification, "UF");
    int stream = pdf_reference(pdf_value(files, "F"));
    if (pdf_reference(pdf_value(files, "UF")) != stream || !str_eq(pdf_value(specification, "F"), name) ||
        !pdf_object(pdf, stream, &dictionary, &raw) || !pdf_stream(pdf, stream, &out->bytes))
        return false;
    out->name = pdf_text(pdf->arena, name);
    out->media = str_skip(pdf_value(dictionary, "Subtype"), 1);
    return out->name.len > 0;
}

/* What readers show as attachments, the name tree, must be what /AF lists, or they would show other files
 * than those that are judged. */
static bool tree_agrees(const PdfFile *pdf, Str listed) {
    Str names = pdf_resolved(pdf, pdf_value(catalogue(pdf), "Names"));
    Str tree = pdf_resolved(pdf, pdf_value(names, "EmbeddedFiles"));
    Str leaves = pdf_inside(pdf_value(tree, "Names"));
    int more = 0;
    for (Str rest = listed; pdf_next(&rest).len;) more++;
    for (Str name = pdf_next(&leaves); name.len; name = pdf_next(&leaves), more--) {
        int leaf = pdf_reference(pdf_next(&leaves));
        bool found = false;
        for (Str rest = listed, one; !found && (one = pdf_next(&rest)).len;)
            found = leaf && pdf_reference(one) == leaf;
        if (!found) return false;
    }
    return more == 0;
}

/* As the catalogue's /AF lists them: the name tree is sorted, and of a profile's bases the order counts. */
bool pdf_attachments(const PdfFile *pdf, PdfAttachments *out) {
    Str rest = pdf_inside(pdf_resolved(pdf, pdf_value(catalogue(pdf), "AF")));
    ptrdiff_t bytes = 0;
    *out = (PdfAttachments){0};
    if (!tree_agrees(pdf, rest)) return false;
    for (Str one = pdf_next(&rest); one.len; one = pdf_next(&rest)) {
        PdfAttachment *next = VEC_PUSH(pdf->arena, &out->list);
        if (!take_attachment(pdf, pdf_resolved(pdf, one), next)) return false;
        bytes += next->bytes.len;
        if (out->list.n == MOST_ATTACHMENTS || bytes > MOST_TOGETHER) return false;
    }
    return true;
}

typedef struct Walk {
    const PdfFile *pdf;
    int *pages, count, visits;
} Walk;

static bool walk(Walk *w, int number, int level) {
    Str node, raw;
    if (level > MOST_LEVELS || w->visits++ > 2 * PDF_MOST_PAGES || !pdf_object(w->pdf, number, &node, &raw))
        return false;
    if (str_eq(pdf_value(node, "Type"), S("/Page"))) {
        if (w->count == PDF_MOST_PAGES) return false;
        w->pages[w->count++] = number;
        return true;
    }
    Str rest = pdf_inside(pdf_value(node, "Kids"));
    for (Str kid = pdf_next(&rest); kid.len; kid = pdf_next(&rest))
        if (!walk(w, pdf_reference(kid), level + 1)) return false;
    return true;
}

bool pdf_pages(const PdfFile *pdf, int **pages, int *count) {
    Walk w = {pdf, NEW_ARRAY(pdf->arena, int, PDF_MOST_PAGES), 0, 0};
    bool ok = walk(&w, pdf_reference(pdf_value(catalogue(pdf), "Pages")), 0);
    *pages = w.pages;
    *count = w.count;
    return ok && w.count;
}

bool pdf_page_content(const PdfFile *pdf, int page, Str *out) {
    Str dictionary, raw, part;
    Buf all = {0};
    if (!pdf_object(pdf, page, &dictionary, &raw)) return false;
    Str contents = pdf_value(dictionary, "Contents");
    if (pdf_reference(contents)) return pdf_stream(pdf, pdf_reference(contents), out);
    bool ok = str_starts(contents, S("["));
    Str rest = pdf_inside(contents);
    for (Str one = pdf_next(&rest); ok && one.len; one = pdf_next(&rest)) {
        ok = pdf_stream(pdf, pdf_reference(one), &part);
        if (ok) buf_put(&all, part);
        if (all.len > (64u << 20)) ok = false;
    }
    *out = str_dup(pdf->arena, buf_str(&all));
    buf_free(&all);
    return ok;
}
