/* Inside pictures: picture.c works on pixels, picture_jpeg.c and picture_png.c know the libraries. */
#ifndef REPORT_WRITE_PICTURE_INSIDE_H
#define REPORT_WRITE_PICTURE_INSIDE_H

#include "report/write/picture.h"

enum { MOST_SIDE = 20000, MOST_PIXELS = 100000000 };

typedef struct Pixels {
    int width, height;
    unsigned char *rgb; /* row by row from the top, three bytes each */
} Pixels;

bool pixels_fit(int64_t width, int64_t height);
Pixels pixels_new(Arena *arena, int width, int height);

/* *fault: what is wrong with it, where false. */
bool jpeg_pixels(Arena *arena, Str bytes, Pixels *out, int *orientation, const char **fault);
Str jpeg_bytes(Arena *arena, const Pixels *pixels); /* a JPEG again, without anything beside the picture */
bool png_pixels(Arena *arena, Str bytes, Pixels *out,
                const char **fault); /* on white where it is transparent */

#endif
