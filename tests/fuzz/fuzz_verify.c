/* Any bytes given to verify: a PDF, a JSON twin, a DER signature. No crash, and every input gets an answer with a
 * finding; the cross-reference table is mended first where the input looks like a PDF, so that more than its
 * beginning is reached. */
#include "trust/cms.h"
#include "trust/verify.h"

#include <stdlib.h>

/* Puts the place of the last "xref" where startxref says it is. */
static void mend(char *bytes, size_t size) {
    char digits[12];
    ptrdiff_t table = -1, word = -1;
    for (size_t i = 0; i + 9 < size; i++) {
        if (!memcmp(bytes + i, "\nxref\n", 6)) table = (ptrdiff_t)i + 1;
        if (!memcmp(bytes + i, "startxref", 9)) word = (ptrdiff_t)i;
    }
    if (table < 0 || word < 0 || (size_t)word + 15 > size) return;
    int n = snprintf(digits, sizeof digits, "%05td", table % 100000);
    memcpy(bytes + word + 10, digits, (size_t)n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena arena = {0};
    Diag diag = {.arena = &arena, .most = 50};
    Verified found;
    CmsParts parts;
    const VerifyOptions options = {.on = {2026, 12, 1}};
    char *bytes = str_z(&arena, (Str){(const char *)data, (ptrdiff_t)size});
    if (!verify_bytes(&arena, (Str){bytes, (ptrdiff_t)size}, &options, &found, &diag)) abort();
    if (!found.findings.n) abort();
    mend(bytes, size);
    if (!verify_bytes(&arena, (Str){bytes, (ptrdiff_t)size}, &options, &found, &diag)) abort();
    if (cms_read(&arena, (Str){bytes, (ptrdiff_t)size}, &parts)) (void)cms_signature_good(&parts);
    arena_free(&arena);
    return 0;
}
