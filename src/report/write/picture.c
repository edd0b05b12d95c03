/* See picture.h: what is done with the pixels. */
#include "report/write/picture_inside.h"

#include <math.h>

bool pixels_fit(int64_t width, int64_t height) {
    return width > 0 && height > 0 && width <= MOST_SIDE && height <= MOST_SIDE &&
           width * height <= MOST_PIXELS;
}

Pixels pixels_new(Arena *arena, int width, int height) {
    return (Pixels){width, height, arena_alloc(arena, (size_t)width * (size_t)height * 3 + 1)};
}

static const unsigned char *pixel(const Pixels *from, int x, int y) {
    return from->rgb + 3 * ((size_t)y * (size_t)from->width + (size_t)x);
}

/* EXIF's eight ways to hold a camera: where pixel (x, y) of the upright picture stands in the file. */
static Pixels upright(Arena *arena, const Pixels *from, int orientation) {
    bool lying = orientation >= 5;
    int w = from->width, h = from->height;
    Pixels to = pixels_new(arena, lying ? h : w, lying ? w : h);
    unsigned char *out = to.rgb;
    for (int y = 0; y < to.height; y++)
        for (int x = 0; x < to.width; x++, out += 3) {
            const int at[9][2] = {{x, y},         {x, y}, {w - 1 - x, y}, {w - 1 - x, h - 1 - y},
                                  {x, h - 1 - y}, {y, x}, {y, h - 1 - x}, {w - 1 - y, h - 1 - x},
                                  {w - 1 - y, x}};
            memcpy(out, pixel(from, at[orientation][0], at[orientation][1]), 3);
        }
    return to;
}

/* The mean of the pixels that fall into one. */
static void put_mean(const Pixels *from, int x0, int x1, int y0, int y1, unsigned char *out) {
    uint64_t sum[3] = {0}, count = (uint64_t)(x1 - x0) * (uint64_t)(y1 - y0);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            for (int c = 0; c < 3; c++) sum[c] += pixel(from, x, y)[c];
    for (int c = 0; c < 3; c++) out[c] = (unsigned char)((sum[c] + count / 2) / count);
}

static Pixels shrunk(Arena *arena, const Pixels *from, double width, double height) {
    double scale = fmin(width * PICTURE_DPI / 25.4 / from->width, height * PICTURE_DPI / 25.4 / from->height);
    if (scale >= 1) return *from;
    Pixels to = pixels_new(arena, (int)fmax(1, round(from->width * scale)),
                           (int)fmax(1, round(from->height * scale)));
    for (int y = 0; y < to.height; y++)
        for (int x = 0; x < to.width; x++)
            put_mean(from, (int)((int64_t)x * from->width / to.width),
                     (int)((int64_t)(x + 1) * from->width / to.width),
                     (int)((int64_t)y * from->height / to.height),
                     (int)((int64_t)(y + 1) * from->height / to.height),
                     to.rgb + 3 * ((size_t)y * (size_t)to.width + (size_t)x));
    return to;
}

static bool read(Arena *scratch, const Source *file, Pixels *pixels, int *orientation, bool *jpeg,
                 Diag *diag) {
    *jpeg = str_starts(file->bytes, S("\xff\xd8\xff"));
    *orientation = 1;
    const char *fault = "is neither a JPEG nor a PNG picture";
    bool ok = false;
    if (*jpeg)
        ok = jpeg_pixels(scratch, file->bytes, pixels, orientation, &fault);
    else if (str_starts(file->bytes, S("\x89PNG\r\n\x1a\n")))
        ok = png_pixels(scratch, file->bytes, pixels, &fault);
    return ok || diag_error(diag, place_file(file->name), "%s", fault);
}

const Picture *picture_make(Arena *arena, const Source *file, double width, double height, Diag *diag) {
    Arena scratch = {0};
    Pixels pixels;
    int orientation;
    Picture *made = NEW(arena, Picture);
    bool ok = read(&scratch, file, &pixels, &orientation, &made->jpeg, diag);
    if (ok) {
        if (orientation > 1) pixels = upright(&scratch, &pixels, orientation);
        pixels = shrunk(&scratch, &pixels, width, height);
        made->width = pixels.width;
        made->height = pixels.height;
        made->bytes = made->jpeg ? jpeg_bytes(arena, &pixels)
                                 : str_dup(arena, (Str){(const char *)pixels.rgb,
                                                        (ptrdiff_t)pixels.width * pixels.height * 3});
    }
    arena_free(&scratch);
    return ok ? made : NULL;
}
