/* Photographs: each of EXIF's eight ways to hold a camera ends upright, large ones are shrunk to the print,
 * nothing but the picture is kept, and whatever is no picture is refused. */
#include "report/write/picture_inside.h"
#include "unit.h"

#include "base/buf.h"

static Arena arena;
static Diag diag = {.arena = &arena};

/* A, B over C, D: red, green over blue, white. */
static const unsigned char colors[4][3] = {{230, 20, 20}, {20, 200, 20}, {20, 20, 230}, {250, 250, 250}};

/* A JPEG of four fields, as the camera stores them: "BDAC" is B, D over A, C. */
static Str stored(const char *fields, int width, int height, int orientation) {
    Pixels pixels = pixels_new(&arena, width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            memcpy(pixels.rgb + 3 * (y * width + x),
                   colors[fields[2 * (y >= height / 2) + (x >= width / 2)] - 'A'], 3);
    Str plain = jpeg_bytes(&arena, &pixels);
    char exif[] = "\xff\xe1\0\x28"
                  "Exif\0\0"
                  "MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0SECRET";
    exif[29] = (char)orientation;
    Buf out = {0};
    buf_put(&out, str_slice(plain, 0, 2));
    buf_put(&out, (Str){exif, 42});
    buf_put(&out, str_skip(plain, 2));
    Str whole = str_dup(&arena, buf_str(&out));
    buf_free(&out);
    return whole;
}

static const Picture *make(Str bytes, double width, double height) {
    return picture_make(&arena, &(Source){S("photo"), bytes, S("")}, width, height, &diag);
}

static char field_at(const Pixels *pixels, int x, int y) {
    const unsigned char *p = pixels->rgb + 3 * (y * pixels->width + x);
    for (int i = 0; i < 4; i++)
        if (abs(p[0] - colors[i][0]) + abs(p[1] - colors[i][1]) + abs(p[2] - colors[i][2]) < 60)
            return (char)('A' + i);
    return '?';
}

START_TEST(cameras_are_held_in_eight_ways) {
    static const char *const ways[] = {"ABCD", "BADC", "DCBA", "CDAB", "ACBD", "BDAC", "DBCA", "CADB"};
    for (int i = 0; i < 8; i++) {
        bool lying = i >= 4;
        const Picture *made = make(stored(ways[i], lying ? 64 : 96, lying ? 96 : 64, i + 1), 100, 100);
        Pixels pixels;
        int orientation = 1;
        const char *fault;
        ck_assert_ptr_nonnull(made);
        ck_assert(jpeg_pixels(&arena, made->bytes, &pixels, &orientation, &fault));
        ck_assert_int_eq(pixels.width, 96);
        ck_assert_int_eq(pixels.height, 64);
        ck_assert_int_eq(orientation, 1);
        char seen[5] = {field_at(&pixels, 20, 12), field_at(&pixels, 76, 12), field_at(&pixels, 20, 52),
                        field_at(&pixels, 76, 52), 0};
        ck_assert_str_eq(seen, "ABCD");
        ck_assert_int_lt(str_find(made->bytes, S("SECRET")), 0);
        ck_assert_int_lt(str_find(made->bytes, S("Exif")), 0);
    }
}
END_TEST

START_TEST(large_ones_are_shrunk_to_the_print) {
    const Picture *made = make(stored("ABCD", 1600, 800, 1), 50.8, 50.8); /* 2 inches: 400 pixels */
    ck_assert_int_eq(made->width, 400);
    ck_assert_int_eq(made->height, 200);
}
END_TEST

START_TEST(what_is_no_picture_is_refused) {
    Str good = stored("ABCD", 64, 64, 1);
    ck_assert_ptr_null(make(S("GIF89a"), 50, 50));
    ck_assert_ptr_null(make(S(""), 50, 50));
    ck_assert_ptr_null(make(S("\x89PNG\r\n\x1a\n torn"), 50, 50));
    for (ptrdiff_t length = 3; length < good.len - 2; length += 7)
        ck_assert_msg(!make(str_slice(good, 0, length), 50, 50), "%td bytes", length);
    ck_assert_ptr_nonnull(make(good, 50, 50));
}
END_TEST

UNIT_MAIN("picture", cameras_are_held_in_eight_ways, large_ones_are_shrunk_to_the_print,
          what_is_no_picture_is_refused)
