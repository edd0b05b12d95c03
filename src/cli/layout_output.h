/* The product of the command layout: which form, and where to. */
#ifndef CLI_LAYOUT_OUTPUT_H
#define CLI_LAYOUT_OUTPUT_H

#include "cli/cli.h"
#include "report/layout/sheet.h"

typedef enum LayoutFormat {
    FORMAT_TEXT,
    FORMAT_CSV,
    FORMAT_JSON,
    FORMAT_SVG,
    FORMAT_DXF,
    FORMAT_PDF
} LayoutFormat;

typedef struct OutputRequest {
    const char *format, *path, *full_size; /* NULL: not given */
} OutputRequest;

/* By --format, else by the file's ending, else text; a full-size template is a PDF. False after a usage
 * error. */
bool output_format(Run *run, const OutputRequest *request, bool verify, LayoutFormat *format);
/* Makes and writes it; false after errors (told). */
bool output_layout(Run *run, const OutputRequest *request, const LayoutSheet *sheet, LayoutFormat format);

#endif
