/* See picture_inside.h: JPEG, by libjpeg-turbo. Its errors come back by longjmp, so what is opened and closed
 * stands in one struct. */
#include "report/write/picture_inside.h"

#include <setjmp.h>

#include <jpeglib.h>

typedef struct Errors {
    struct jpeg_error_mgr manager;
    jmp_buf back;
} Errors;

static void on_error(j_common_ptr info) { longjmp(((Errors *)(void *)info->err)->back, 1); }
static void on_message(j_common_ptr info) { (void)info; }

static struct jpeg_error_mgr *set_errors(Errors *errors) {
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = on_error;
    errors->manager.output_message = on_message;
    return &errors->manager;
}

/* A number of `count` bytes, the little end first where `small`. */
static uint32_t number(Str tiff, ptrdiff_t at, int count, bool small) {
    uint32_t value = 0;
    for (int i = 0; i < count; i++) {
        ptrdiff_t place = at + (small ? count - 1 - i : i);
        value = value << 8 | (place >= 0 && place < tiff.len ? (unsigned char)tiff.at[place] : 0);
    }
    return value;
}

/* Tag 0x0112 of the first directory. */
static int orientation_of(Str exif) {
    if (!str_starts(exif, S("Exif\0\0"))) return 1;
    Str tiff = str_skip(exif, 6);
    bool small = str_starts(tiff, S("II"));
    ptrdiff_t at = (ptrdiff_t)number(tiff, 4, 4, small);
    uint32_t count = number(tiff, at, 2, small);
    for (uint32_t i = 0; i < count && at + 2 + 12 * (ptrdiff_t)i < tiff.len; i++) {
        ptrdiff_t entry = at + 2 + 12 * (ptrdiff_t)i;
        uint32_t value = number(tiff, entry + 8, 2, small);
        if (number(tiff, entry, 2, small) == 0x0112) return value >= 1 && value <= 8 ? (int)value : 1;
    }
    return 1;
}

/* The first that is stated. */
static int orientation_in(jpeg_saved_marker_ptr markers) {
    for (jpeg_saved_marker_ptr m = markers; m; m = m->next) {
        int orientation = orientation_of((Str){(const char *)m->data, (ptrdiff_t)m->data_length});
        if (orientation > 1) return orientation;
    }
    return 1;
}

typedef struct Jpeg {
    struct jpeg_decompress_struct jpeg;
    Errors errors;
    const char *fault;
} Jpeg;

/* Large photographs are read at a half, a quarter or an eighth. */
static void set_scale(struct jpeg_decompress_struct *jpeg) {
    jpeg->scale_num = 1;
    jpeg->scale_denom = 1;
    while (jpeg->scale_denom < 8 && jpeg->image_width / jpeg->scale_denom > 4000) jpeg->scale_denom *= 2;
}

static bool decode(Jpeg *r, Arena *arena, Str bytes, Pixels *out, int *orientation) {
    struct jpeg_decompress_struct *jpeg = &r->jpeg;
    if (setjmp(r->errors.back)) return false;
    jpeg_mem_src(jpeg, (const unsigned char *)bytes.at, (unsigned long)bytes.len);
    jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xffff);
    jpeg_read_header(jpeg, TRUE);
    *orientation = orientation_in(jpeg->marker_list);
    if (!pixels_fit(jpeg->image_width, jpeg->image_height)) return r->fault = "is too large a picture", false;
    if (jpeg->num_components > 3)
        return r->fault = "has colours for a printing press (CMYK); expected RGB or grey", false;
    jpeg->out_color_space = JCS_RGB;
    jpeg->dct_method = JDCT_ISLOW;
    set_scale(jpeg);
    jpeg_start_decompress(jpeg);
    *out = pixels_new(arena, (int)jpeg->output_width, (int)jpeg->output_height);
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = out->rgb + (size_t)jpeg->output_scanline * (size_t)out->width * 3;
        jpeg_read_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_decompress(jpeg);
    return r->errors.manager.num_warnings == 0; /* a torn file is filled up with grey */
}

bool jpeg_pixels(Arena *arena, Str bytes, Pixels *out, int *orientation, const char **fault) {
    Jpeg *r = NEW(arena, Jpeg);
    r->fault = "is a damaged JPEG picture";
    r->jpeg.err = set_errors(&r->errors);
    jpeg_create_decompress(&r->jpeg);
    bool ok = decode(r, arena, bytes, out, orientation);
    jpeg_destroy_decompress(&r->jpeg);
    *fault = r->fault;
    return ok;
}

Str jpeg_bytes(Arena *arena, const Pixels *pixels) {
    struct jpeg_compress_struct jpeg = {0};
    struct jpeg_error_mgr errors;
    unsigned char *made = NULL;
    unsigned long size = 0;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &made, &size);
    jpeg.image_width = (JDIMENSION)pixels->width;
    jpeg.image_height = (JDIMENSION)pixels->height;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 85, TRUE);
    jpeg.dct_method = JDCT_ISLOW;
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = pixels->rgb + (size_t)jpeg.next_scanline * (size_t)pixels->width * 3;
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    Str bytes = str_dup(arena, (Str){(const char *)made, (ptrdiff_t)size});
    free(made);
    return bytes;
}
