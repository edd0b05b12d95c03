/* One bare page by libharu that embeds the font given, for bench_certificate to compare with. bare_page FONT OUT */
#include <hpdf.h>
#include <stdio.h>
#include <stdlib.h>

static void on_error(HPDF_STATUS fault, HPDF_STATUS detail, void *context) {
    (void)detail, (void)context;
    fprintf(stderr, "libharu 0x%lX\n", fault);
    exit(1);
}

int main(int count, char **words) {
    if (count != 3) return 2;
    HPDF_Doc doc = HPDF_New(on_error, NULL);
    HPDF_SetCompressionMode(doc, HPDF_COMP_ALL);
    HPDF_UseUTFEncodings(doc);
    HPDF_Font font = HPDF_GetFont(doc, HPDF_LoadTTFontFromFile(doc, words[1], HPDF_TRUE), "UTF-8");
    HPDF_Page page = HPDF_AddPage(doc);
    HPDF_Page_SetSize(page, HPDF_PAGE_SIZE_A4, HPDF_PAGE_PORTRAIT);
    HPDF_Page_SetFontAndSize(page, font, 20);
    HPDF_Page_BeginText(page);
    HPDF_Page_TextOut(page, 50, 700, "Inšpekčný certifikát");
    HPDF_Page_EndText(page);
    HPDF_SaveToFile(doc, words[2]);
    HPDF_Free(doc);
    return 0;
}
