/* See sign.h. What is appended:
 *
 *   the field's object once more, with /V       ─┐
 *   the signature: /ByteRange, /Contents <…0000> │ one cross-reference section with /Prev
 *
 * /Contents is as wide as the longest signature of this key needs; what a shorter one leaves stays zeros. */
#include "trust/sign.h"

#include "base/buf.h"
#include "base/text.h"
#include "trust/cms.h"
#include "trust/pdf_read.h"

#define RANGE_BLANK "0000000000 0000000000 0000000000"
enum { RANGE_DIGITS = 10 };

static void put_text(Buf *out, Str text) {
    buf_put(out, S("<FEFF"));
    while (text.len) {
        uint32_t c = text_next(&text);
        if (c > 0xffff)
            buf_printf(out, "%04X%04X", (unsigned)(0xd7c0 + (c >> 10)), (unsigned)(0xdc00 | (c & 0x3ff)));
        else
            buf_printf(out, "%04X", (unsigned)c);
    }
    buf_byte(out, '>');
}

static void put_date(Buf *out, Moment when) {
    Date date = date_from_days(when.utc_ms / 86400000);
    int second = (int)(when.utc_ms / 1000 % 86400);
    buf_printf(out, "(D:%04d%02d%02d%02d%02d%02dZ)", date.year, date.month, date.day, second / 3600,
               second / 60 % 60, second % 60);
}

/* The file's one signature field: the catalogue's /AcroForm names it. 0: there is none. */
static int field_of(const PdfFile *pdf, Str *dictionary) {
    Str catalogue = pdf_resolved(pdf, pdf_value(pdf->trailer, "Root")), stream;
    Str fields = pdf_inside(pdf_value(pdf_value(catalogue, "AcroForm"), "Fields"));
    int number = pdf_reference(pdf_next(&fields));
    return pdf_object(pdf, number, dictionary, &stream) ? number : 0;
}

typedef struct Places {
    size_t field, signature, range, open; /* open: the '<' of the digits */
} Places;

static void put_field(Buf *out, int number, Str dictionary, int value) {
    buf_printf(out, "%d 0 obj\n", number);
    buf_put(out, str_slice(dictionary, 0, dictionary.len - 2));
    buf_printf(out, "/V %d 0 R >>\nendobj\n", value);
}

static void put_signature(Buf *out, int number, const Signer *signer, Moment when, size_t digits,
                          Places *at) {
    buf_printf(out, "%d 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached\n/M ",
               number);
    put_date(out, when);
    if (signer->name.len) {
        buf_put(out, S(" /Name "));
        put_text(out, signer->name);
    }
    buf_put(out, S("\n/ByteRange [0 "));
    at->range = out->len;
    buf_put(out, S(RANGE_BLANK "]\n/Contents "));
    at->open = out->len;
    buf_byte(out, '<');
    for (size_t i = 0; i < digits; i++) buf_byte(out, '0');
    buf_put(out, S("> >>\nendobj\n"));
}

static void put_table(Buf *out, const PdfFile *pdf, int field, const Places *at) {
    Str trailer = pdf->trailer;
    size_t start = out->len;
    buf_printf(out, "xref\n%d 1\n%010zu 00000 n \n%d 1\n%010zu 00000 n \n", field, at->field, pdf->count,
               at->signature);
    buf_printf(out,
               "trailer\n<< /Root %.*s /Info %.*s /ID %.*s /Size %d /Prev %lld >>\nstartxref\n%zu\n%%%%EOF\n",
               SARG(pdf_value(trailer, "Root")), SARG(pdf_value(trailer, "Info")),
               SARG(pdf_value(trailer, "ID")), pdf->count + 1, (long long)pdf->start, start);
}

/* The update with all digits zero. */
static bool prepare(Arena *arena, Str pdf, const Signer *signer, Moment when, size_t digits, Buf *out,
                    Places *at) {
    PdfFile file;
    Str dictionary;
    int field = pdf_read(arena, pdf, &file) ? field_of(&file, &dictionary) : 0;
    if (!field) return false;
    buf_put(out, pdf);
    at->field = out->len;
    put_field(out, field, dictionary, file.count);
    at->signature = out->len;
    put_signature(out, file.count, signer, when, digits, at);
    put_table(out, &file, field, at);
    return true;
}

static void put_range(Buf *out, const Places *at, size_t close) {
    char range[sizeof RANGE_BLANK];
    snprintf(range, sizeof range, "%010zu %010zu %010zu", at->open, close, out->len - close);
    memcpy(out->at + at->range, range, sizeof range - 1);
}

static void put_digits(char *to, Str der) {
    static const char hex[] = "0123456789abcdef";
    for (ptrdiff_t i = 0; i < der.len; i++) {
        to[2 * i] = hex[(unsigned char)der.at[i] >> 4];
        to[2 * i + 1] = hex[der.at[i] & 15];
    }
}

bool sign_pdf(Arena *arena, Str pdf, const Signer *signer, Moment when, Str *out, Diag *diag) {
    Buf made = {0};
    Places at = {0};
    Str der = S("");
    size_t digits = 2 * cms_most(arena, signer);
    if (!digits || !prepare(arena, pdf, signer, when, digits, &made, &at))
        return diag_machine(diag, NO_PLACE, "the PDF has no place for a signature");
    size_t close = at.open + digits + 2;
    put_range(&made, &at, close);
    Str pieces[] = {str_slice(buf_str(&made), 0, (ptrdiff_t)at.open),
                    str_skip(buf_str(&made), (ptrdiff_t)close)};
    bool ok =
        cms_sign(arena, signer, sha256_of(arena, pieces, 2), &der, diag) && 2 * (size_t)der.len <= digits;
    if (ok) put_digits(made.at + at.open + 1, der);
    *out = str_dup(arena, buf_str(&made));
    buf_free(&made);
    return ok;
}
