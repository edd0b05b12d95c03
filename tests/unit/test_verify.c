/* A signed certificate, every byte of it: whatever is flipped, cut off or added is found. Of long files up to
 * 5,000 bytes are flipped, evenly. (What other programs say of it is tested by tests/scripts/signature.py.)
 */
#include "report/write/attachment.h"
#include "report/write/pdf.h"
#include "trust/key.h"
#include "trust/qr.h"
#include "trust/sign.h"
#include "trust/verify.h"
#include "unit.h"

#include "base/digest.h"

#include <stdlib.h>
#include <unistd.h>

static Arena arena;
static Diag diag = {.arena = &arena};

#define TWIN                                                                                                 \
    "{\"certificate\":{\"number\":\"TC-2026-0001\",\"issued\":\"2026-12-01\",\"measured\":\"2026-11-28\","   \
    "\"valid_until\":\"2027-11-28\",\"table\":\"S\",\"profile\":\"tiny\",\"scope\":[],\"partial\":false,"    \
    "\"program\":\"tablecert\"},\"schema\":\"tablecert.result/1\",\"tables\":[{\"table\":\"S\",\"profile\":" \
    "\"tiny\",\"verdict\":\"pass\",\"requirements\":[]}],\"inputs\":[]}"

static Signer *make_signer(bool rsa) {
    KeyPair pair;
    ck_assert(key_make(&arena, rsa, S("Klub"), S(""), moment_now(), &pair, &diag));
    Str both = str_fmt(&arena, "%.*s%.*s", SARG(pair.key), SARG(pair.cert));
    char path[] = "/tmp/tablecert-test-XXXXXX";
    int file = mkstemp(path);
    ck_assert(write(file, both.at, (size_t)both.len) == both.len);
    close(file);
    Signer *signer = signer_load(&arena, path, NULL, NULL, &diag);
    unlink(path);
    ck_assert(signer != NULL);
    return signer;
}

static Str make_pdf(Str verdict, bool field) {
    Document *document = document_new(&arena, "sk", S("Certifikát"));
    char digest[DIGEST_HEX];
    Str pdf;
    digest_hex(S(TWIN), digest);
    document->issued = moment_now();
    document_heading(document, 1, S("Stôl"));
    document_signatures(document);
    *VEC_PUSH(&arena, &document->blocks.at[1].facts) = (Fact){S("inšpektor"), S("Jana")};
    if (field) *VEC_PUSH(&arena, &document->signature) = S("podpísané");
    *VEC_PUSH(&arena, &document->attachments) =
        attachment_make(&arena, S("T.json"), S("výsledok"), "application#2Fjson", "Data", S(TWIN));
    Str words = qr_words(&arena, S("TC-2026-0001"), verdict, digest);
    ck_assert(qr_squares(&arena, words, &document->qr_modules, &document->qr));
    ck_assert(pdf_write(&arena, document, &diag, &pdf));
    return pdf;
}

static Str make_signed(bool rsa) {
    Str out;
    Signer *signer = make_signer(rsa);
    ck_assert(sign_pdf(&arena, make_pdf(S("pass"), true), signer, moment_now(), &out, &diag));
    signer_close(signer);
    return out;
}

static Verified look(Str bytes) {
    Verified found;
    ck_assert(verify_bytes(&arena, bytes, &(VerifyOptions){.on = {2026, 12, 2}}, &found, &diag));
    return found;
}

static bool has(const Verified *found, const char *key) {
    for (ptrdiff_t i = 0; i < found->findings.n; i++)
        if (!strcmp(found->findings.at[i].key, key)) return true;
    return false;
}

START_TEST(honest_ones_pass) {
    for (int rsa = 0; rsa < 2; rsa++) {
        Verified found = look(make_signed(rsa));
        ck_assert(found.genuine && found.valid);
        ck_assert_int_eq(found.signature, SIGNED_UNKNOWN);
        ck_assert(str_eq(found.signer, S("Klub")));
        ck_assert(str_eq(found.number, S("TC-2026-0001")));
    }
    Verified plain = look(make_pdf(S("pass"), false));
    ck_assert(plain.valid && plain.signature == SIGNED_NONE && has(&plain, "unprotected"));
}
END_TEST

/* Every position, or as many as 5,000 of them, each flipped in one bit; the digits of the signature all. */
START_TEST(every_flipped_byte_is_found) {
    Str pdf = make_signed(false);
    char *bytes = str_z(&arena, pdf);
    int most = pdf.len < 5000 ? (int)pdf.len : 5000;
    for (int i = 0; i < most; i++) {
        ptrdiff_t at = pdf.len * i / most;
        ArenaMark mark = arena_mark(&arena);
        bytes[at] ^= (char)(1 << i % 8);
        Verified found = look((Str){bytes, pdf.len});
        ck_assert_msg(!found.genuine && !found.valid && found.findings.n, "byte %td, bit %d", at, i % 8);
        bytes[at] ^= (char)(1 << i % 8);
        arena_reset(&arena, mark);
    }
}
END_TEST

START_TEST(every_byte_of_the_signature_is_found) {
    Str pdf = make_signed(false);
    char *bytes = str_z(&arena, pdf);
    ptrdiff_t from = str_find(pdf, S("/Contents <")), to = from + 11;
    ck_assert_int_gt(from, 0);
    while (bytes[to] != '>') to++;
    for (ptrdiff_t at = from; at <= to; at++) {
        ArenaMark mark = arena_mark(&arena);
        char before = bytes[at];
        bytes[at] = before == '0' ? '1' : before >= 'a' && before <= 'f' ? (char)(before - 32) : '0';
        ck_assert_msg(!look((Str){bytes, pdf.len}).genuine, "byte %td, %c for %c", at, bytes[at], before);
        bytes[at] = before;
        arena_reset(&arena, mark);
    }
}
END_TEST

START_TEST(cut_off_or_added_is_found) {
    Str pdf = make_signed(false);
    for (ptrdiff_t length = pdf.len - 1; length >= 0; length -= 1 + length / 300) {
        ArenaMark mark = arena_mark(&arena);
        ck_assert_msg(!look(str_slice(pdf, 0, length)).genuine, "%td bytes", length);
        arena_reset(&arena, mark);
    }
    ck_assert(!look(str_fmt(&arena, "%.*s\n", SARG(pdf))).genuine);
    ck_assert(!look(str_fmt(&arena, "%.*s%%%%EOF\n", SARG(pdf))).genuine);
}
END_TEST

START_TEST(another_code_or_no_signature_is_found) {
    Verified found = look(make_pdf(S("fail"), false));
    ck_assert(!found.genuine && has(&found, "code_bad"));
    Verified stripped = look(make_pdf(S("pass"), true));
    ck_assert(!stripped.genuine && has(&stripped, "stripped"));
}
END_TEST

START_TEST(the_same_key_and_time_give_the_same_bytes) {
    Str one, two, pdf = make_pdf(S("pass"), true);
    Signer *signer = make_signer(true);
    ck_assert(sign_pdf(&arena, pdf, signer, moment_now(), &one, &diag));
    ck_assert(sign_pdf(&arena, pdf, signer, moment_now(), &two, &diag));
    ck_assert(str_eq(one, two));
    signer_close(signer);
}
END_TEST

UNIT_MAIN("verify", honest_ones_pass, every_flipped_byte_is_found, every_byte_of_the_signature_is_found,
          cut_off_or_added_is_found, another_code_or_no_signature_is_found,
          the_same_key_and_time_give_the_same_bytes)
