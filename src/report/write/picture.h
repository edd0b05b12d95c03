/* Photographs and logos, JPEG or PNG, made ready for paper: turned as their EXIF says, shrunk to the print's
 * size, and without anything else they carry (place, camera, thumbnails). Libraries: libjpeg-turbo, libpng;
 * EXIF: JEITA CP-3451, tag 0x0112. */
#ifndef REPORT_WRITE_PICTURE_H
#define REPORT_WRITE_PICTURE_H

#include "base/source.h"
#include "model/document.h"

enum { PICTURE_DPI = 200 };

/* For a box of this size in mm. NULL after errors of the input (told): neither JPEG nor PNG, damaged, larger
 * than 20,000 pixels a side or 100 million in all, colours for printing presses. */
const Picture *picture_make(Arena *arena, const Source *file, double width, double height, Diag *diag);

#endif
