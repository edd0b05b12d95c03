/* See layout_output.h. */
#include "cli/layout_output.h"

#include "base/out.h"
#include "report/write/drawing_file.h"
#include "report/write/pdf.h"

static const char *const format_names[] = {
    [FORMAT_TEXT] = "text", [FORMAT_CSV] = "csv", [FORMAT_JSON] = "json",
    [FORMAT_SVG] = "svg",   [FORMAT_DXF] = "dxf", [FORMAT_PDF] = "pdf"};

static bool format_named(Str name, LayoutFormat *format) {
    for (int i = 0; i <= FORMAT_PDF; i++)
        if (str_eq_fold(name, str_of(format_names[i]))) return *format = (LayoutFormat)i, true;
    return str_eq_fold(name, S("txt")) ? *format = FORMAT_TEXT, true : false;
}

static Str ending(Str path) {
    for (ptrdiff_t i = path.len - 1; i >= 0 && path.at[i] != '/'; i--)
        if (path.at[i] == '.') return str_skip(path, i + 1);
    return S("");
}

static bool find_format(Run *run, const OutputRequest *request, LayoutFormat *format) {
    *format = request->full_size ? FORMAT_PDF : FORMAT_TEXT;
    if (request->format)
        return format_named(str_of(request->format), format) ||
               run_usage(run, "--format '%s': expected text, csv, json, svg, dxf or pdf", request->format);
    if (!request->path || !strcmp(request->path, "-")) return true;
    return format_named(ending(str_of(request->path)), format) ||
           run_usage(
               run,
               "the ending of '%s' names no format, expected .txt .csv .json .svg .dxf .pdf, or --format",
               request->path);
}

bool output_format(Run *run, const OutputRequest *request, bool verify, LayoutFormat *format) {
    if (!find_format(run, request, format)) return false;
    if (request->full_size && strcmp(request->full_size, "anchor"))
        return run_usage(run, "--full-size '%s': expected anchor", request->full_size);
    if (request->full_size && *format != FORMAT_PDF)
        return run_usage(run, "a full-size template is a PDF, not %s", format_names[*format]);
    if (request->full_size && verify) return run_usage(run, "--full-size and --verify do not go together");
    if (verify && (*format == FORMAT_SVG || *format == FORMAT_DXF))
        return run_usage(run, "--verify gives text, csv, json or pdf, not %s", format_names[*format]);
    return !request->path || out_check(run->arena, request->path, &run->diag);
}

static bool build_pdf(Run *run, const OutputRequest *request, const LayoutSheet *sheet, Buf *out) {
    bool anchors = false;
    for (int i = 0; i < sheet->count; i++) anchors = anchors || sheet->layouts[i]->anchor_count > 0;
    if (request->full_size && !anchors)
        return diag_error(&run->diag, NO_PLACE, "there are no anchors to make a template of");
    const Document *document = request->full_size ? layout_template(sheet) : layout_document(sheet);
    Str bytes;
    if (!pdf_write(run->arena, document, &run->diag, &bytes)) return false;
    buf_put(out, bytes);
    return true;
}

static bool build(Run *run, const OutputRequest *request, const LayoutSheet *sheet, LayoutFormat format,
                  Buf *out) {
    bool check = sheet->check != NULL;
    switch (format) {
    case FORMAT_TEXT:
        check ? layout_check_text(sheet, out) : layout_text(sheet, out);
        break;
    case FORMAT_CSV:
        check ? layout_check_csv(sheet, out) : layout_csv(sheet, out);
        break;
    case FORMAT_JSON:
        check ? layout_check_json(sheet, out) : layout_json(sheet, out);
        break;
    case FORMAT_SVG:
        svg_write(layout_drawing(sheet), out);
        break;
    case FORMAT_DXF:
        dxf_write(layout_drawing(sheet), S("TEXT"), out);
        break;
    case FORMAT_PDF:
        return build_pdf(run, request, sheet, out);
    }
    return true;
}

bool output_layout(Run *run, const OutputRequest *request, const LayoutSheet *sheet, LayoutFormat format) {
    Buf out = {0};
    bool good = build(run, request, sheet, format, &out);
    if (good && request->path)
        good = out_write(run->arena, &(OutFile){request->path, buf_str(&out)}, 1, &run->diag);
    else if (good)
        good = out_stdout(buf_str(&out), &run->diag);
    buf_free(&out);
    return good;
}
