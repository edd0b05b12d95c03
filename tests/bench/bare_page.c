/* Bare libharu: N documents of one A4 page, with both fonts embedded, for bench_certificate to compare with.
 * bare_page FONT BOLD OUT N */
#include <hpdf.h>
#include <stdio.h>
#include <stdlib.h>

static void on_error(HPDF_STATUS fault, HPDF_STATUS detail, void *context) {
    (void)detail, (void)context;
    fprintf(stderr, "libharu 0x%lX\n", fault);
    exit(1);
}

static void put(HPDF_Doc doc, HPDF_Page page, const char *font, float y) {
    HPDF_Page_SetFontAndSize(page, HPDF_GetFont(doc, HPDF_LoadTTFontFromFile(doc, font, HPDF_TRUE), "UTF-8"), 20);
    HPDF_Page_BeginText(page);
    HPDF_Page_TextOut(page, 50, y, "Certifikát");
    HPDF_Page_EndText(page);
}

int main(int count, char **words) {
    if (count != 5) return 2;
    for (long i = strtol(words[4], NULL, 10); i > 0; i--) {
        HPDF_Doc doc = HPDF_New(on_error, NULL);
        HPDF_SetCompressionMode(doc, HPDF_COMP_ALL);
        HPDF_UseUTFEncodings(doc);
        HPDF_Page page = HPDF_AddPage(doc);
        HPDF_Page_SetSize(page, HPDF_PAGE_SIZE_A4, HPDF_PAGE_PORTRAIT);
        put(doc, page, words[1], 700);
        put(doc, page, words[2], 600);
        HPDF_SaveToFile(doc, words[3]);
        HPDF_Free(doc);
    }
    return 0;
}
