/* See picture_inside.h: PNG, by libpng's simple interface. */
#include "report/write/picture_inside.h"

#include <png.h>

bool png_pixels(Arena *arena, Str bytes, Pixels *out, const char **fault) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    png_color white = {255, 255, 255};
    *fault = "is a damaged PNG picture";
    if (!png_image_begin_read_from_memory(&image, bytes.at, (size_t)bytes.len)) return false;
    if (!pixels_fit(image.width, image.height)) {
        *fault = "is too large a picture";
        png_image_free(&image);
        return false;
    }
    image.format = PNG_FORMAT_RGB;
    *out = pixels_new(arena, (int)image.width, (int)image.height);
    return png_image_finish_read(&image, &white, out->rgb, 0, NULL) != 0;
}
