/* A Drawing as SVG or DXF, at true scale: one drawing unit is one millimetre. */
#ifndef REPORT_WRITE_DRAWING_FILE_H
#define REPORT_WRITE_DRAWING_FILE_H

#include "base/buf.h"
#include "model/drawing.h"

/* SVG: width and height in mm are the view box's numbers, margin included; a <g id> for each layer, and in it
 * for each mark one element, or group of elements, with its data-name. */
void svg_write(const Drawing *drawing, Buf *out);

/* DXF of AutoCAD 2000 (AC1015), millimetres, metric; every shape on its layer, colours by layer; ASCII only.
 * The extent is that of all layers but the one named `outside` (texts and dimensions). Filled shapes without
 * an outline have no place in a DXF for marking and are left out. */
void dxf_write(const Drawing *drawing, Str outside, Buf *out);

#endif
