/* See sign.h: finding the signature of a file. The range must be the whole file but the digits: a signature
 * over a part protects nothing that stands elsewhere. */
#include "trust/sign.h"

#include "trust/der.h"
#include "trust/pdf_read.h"

static int nibble(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "<30…00>": bytes of the element that begins there; all behind it must be zeros. */
static bool take_digits(Arena *arena, Str contents, Str *der) {
    Str hex = pdf_inside(contents);
    char *bytes = arena_alloc(arena, (size_t)hex.len / 2 + 1);
    if (hex.len % 2) return false;
    for (ptrdiff_t i = 0; i < hex.len / 2; i++) {
        int high = nibble(hex.at[2 * i]), low = nibble(hex.at[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i] = (char)(high << 4 | low);
    }
    Str rest = {bytes, hex.len / 2};
    Der element;
    if (!der_want(&rest, DER_SEQUENCE, &element)) return false;
    *der = element.whole;
    for (ptrdiff_t i = 0; i < rest.len; i++)
        if (rest.at[i]) return false;
    return true;
}

/* [0 A B C]: A is where the digits open, B where they have closed, B + C the end of the file. */
static bool is_whole_range(const PdfFile *pdf, Str range, Str contents) {
    Str rest = pdf_inside(range), number;
    int64_t value[4];
    for (int i = 0; i < 4; i++) {
        number = pdf_next(&rest);
        if (!str_to_count(number, pdf->bytes.len, &value[i])) return false;
    }
    return !pdf_next(&rest).len && value[0] == 0 && value[1] == contents.at - pdf->bytes.at &&
           value[2] == value[1] + contents.len && value[2] + value[3] == pdf->bytes.len;
}

static bool two_digits(Str text, ptrdiff_t at, int least, int most, int *out) {
    int64_t value;
    if (!str_to_count(str_slice(text, at, at + 2), most, &value) || value < least) return false;
    *out = (int)value;
    return true;
}

/* (D:20261201103000Z) */
static bool take_moment(Str text, Moment *out) {
    int64_t year;
    int month, day, hour, minute, second;
    if (text.len != 19 || !str_starts(text, S("(D:")) || !str_ends(text, S("Z)"))) return false;
    if (!str_to_count(str_slice(text, 3, 7), 9999, &year) || year < 1970 ||
        !two_digits(text, 7, 1, 12, &month) || !two_digits(text, 9, 1, 31, &day) ||
        !two_digits(text, 11, 0, 23, &hour) || !two_digits(text, 13, 0, 59, &minute) ||
        !two_digits(text, 15, 0, 59, &second))
        return false;
    int64_t days = date_days((Date){(int)year, month, day});
    *out = (Moment){.given = true,
                    .to_the_second = true,
                    .utc_ms = (days * 86400 + hour * 3600 + minute * 60 + second) * 1000};
    return true;
}

SignForm sign_find(const PdfFile *pdf, SignedPdf *out) {
    Str catalogue = pdf_resolved(pdf, pdf_value(pdf->trailer, "Root")), dictionary, stream;
    Str fields = pdf_inside(pdf_value(pdf_value(catalogue, "AcroForm"), "Fields"));
    Str field = pdf_resolved(pdf, pdf_next(&fields));
    if (!field.len) return SIGN_NOT;
    if (!pdf_value(field, "V").len) return SIGN_EMPTY;
    out->dictionary = pdf_reference(pdf_value(field, "V"));
    if (!pdf_object(pdf, out->dictionary, &dictionary, &stream)) return SIGN_STRANGE;
    Str contents = pdf_value(dictionary, "Contents");
    if (!str_eq(pdf_value(dictionary, "SubFilter"), S("/ETSI.CAdES.detached")) || pdf->revisions != 2 ||
        !str_starts(contents, S("<")) || !take_moment(pdf_value(dictionary, "M"), &out->when))
        return SIGN_STRANGE;
    if (!is_whole_range(pdf, pdf_value(dictionary, "ByteRange"), contents)) return SIGN_RANGE;
    if (!take_digits(pdf->arena, contents, &out->der)) return SIGN_DIGITS;
    out->before = str_slice(pdf->bytes, 0, contents.at - pdf->bytes.at);
    out->after = str_skip(pdf->bytes, contents.at + contents.len - pdf->bytes.at);
    return SIGN_WELL;
}
