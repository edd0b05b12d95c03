/* tablecert hall: is this room with these tables fit for the event? */
#include "base/out.h"
#include "cli/hall.h"
#include "report/write/drawing_file.h"
#include "report/write/pdf.h"

static HallWords words;

typedef enum HallFormat { HALL_TEXT, HALL_JSON, HALL_SVG, HALL_DXF, HALL_PDF } HallFormat;
static const char *const formats[] = {"text", "json", "svg", "dxf", "pdf"};

static bool format_named(Str name, HallFormat *format) {
    for (int i = 0; i <= HALL_PDF; i++)
        if (str_eq_fold(name, str_of(formats[i]))) return *format = (HallFormat)i, true;
    return str_eq_fold(name, S("txt")) ? *format = HALL_TEXT, true : false;
}

static Str ending(Str path) {
    for (ptrdiff_t i = path.len - 1; i >= 0 && path.at[i] != '/'; i--)
        if (path.at[i] == '.') return str_skip(path, i + 1);
    return S("");
}

static bool find_format(Run *run, HallFormat *format) {
    *format = HALL_TEXT;
    if (words.format)
        return format_named(str_of(words.format), format) ||
               run_usage(run, "--format '%s': expected text, json, svg, dxf or pdf", words.format);
    if (!words.output || !strcmp(words.output, "-")) return true;
    return format_named(ending(str_of(words.output)), format) ||
           run_usage(run,
                     "the ending of '%s' names no format, expected .txt .json .svg .dxf .pdf, or --format",
                     words.output);
}

static bool build(const HallSheet *sheet, HallFormat format, Buf *out, Diag *diag) {
    Str bytes;
    switch (format) {
    case HALL_TEXT:
        hall_text(sheet, out);
        break;
    case HALL_JSON:
        hall_json(sheet, out);
        break;
    case HALL_SVG:
        svg_write(hall_drawing(sheet), out);
        break;
    case HALL_DXF:
        dxf_write(hall_drawing(sheet), S("TEXT"), out);
        break;
    case HALL_PDF:
        if (!pdf_write(sheet->arena, hall_document(sheet), diag, &bytes)) return false;
        buf_put(out, bytes);
        break;
    }
    return true;
}

static bool put(Run *run, Str bytes) {
    const OutFile file = {words.output ? words.output : "-", bytes};
    return out_write(run->arena, &file, 1, &run->diag);
}

static int status_of(const Approval *approval) {
    if (approval->verdict == HALL_FAIL) return EXIT_NO;
    return approval->verdict == HALL_INCOMPLETE ? EXIT_INCOMPLETE : EXIT_YES;
}

static int approve(Run *run, const Source *source, HallFormat format) {
    HallSheet sheet;
    Buf out = {0};
    if (!hall_judge(run, source, &words, format == HALL_JSON ? "en" : run->language, &sheet))
        return EXIT_INPUT;
    if (build(&sheet, format, &out, &run->diag)) put(run, buf_str(&out));
    buf_free(&out);
    return status_of(sheet.approval);
}

static bool check_words(Run *run) {
    bool good = run_want_arguments(run, 1, 1, "a hall file");
    if (words.count && !words.suggest) good = run_usage(run, "--count is for --suggest");
    if (words.suggest && words.format)
        good = run_usage(run, "--suggest prints a hall file; it has no --format");
    return good && (!words.output || out_check(run->arena, words.output, &run->diag));
}

static int run_hall(Run *run) {
    HallFormat format = HALL_TEXT;
    Source source;
    if (!check_words(run) || (!words.suggest && !find_format(run, &format))) return EXIT_INPUT;
    if (!source_load(run->arena, run->arguments.at[0], &source, &run->diag)) return EXIT_INPUT;
    if (!words.suggest) return approve(run, &source, format);
    Buf out = {0};
    int status = hall_suggestion(run, &source, &words, &out);
    if (out.len) put(run, buf_str(&out));
    buf_free(&out);
    return status;
}

static const Option options[] = {
    {0, "on", "DATE", "the day it is approved for, instead of the file's date", OPTION_TEXT,
     (void *)&words.on},
    {0, "register", "FILE", "certificates must be known in this register, neither withdrawn nor superseded",
     OPTION_TEXT, (void *)&words.reg},
    {0, "plan-only", NULL, "judge only the places and the room; open no certificates, readings or marks",
     OPTION_FLAG, &words.plan_only},
    {0, "profile-dir", "DIR", "look for profiles in this folder too", OPTION_TEXT,
     (void *)&words.profile_dir},
    {'i', "instruments", "FILE", "the instrument list for readings", OPTION_TEXT, (void *)&words.instruments},
    {'f', "format", "FORMAT", "text, json, svg, dxf, pdf", OPTION_TEXT, (void *)&words.format},
    {'o', "output", "FILE", "write here; the ending tells the format", OPTION_TEXT, (void *)&words.output},
    {0, "suggest", "PROFILE", "where tables of this profile fit: the file with them added", OPTION_TEXT,
     (void *)&words.suggest},
    {0, "count", "N", "suggest: so many tables (default: as many as fit)", OPTION_MANY, &words.count},
    {0},
};

const Command cmd_hall = {
    .name = "hall",
    .summary = "is a hall with these tables fit for the event?",
    .usage = "[options] HALL.yaml",
    .description =
        "Judges the space around each table, its certificate (or readings), its marks and the room by the\n"
        "table's own document, and says what has to change: how far a table must be moved and whereto.\n"
        "The file names walls, doors, obstacles and tables in metres; the manual of the format is in the\n"
        "README, \"Approving a hall\". Paths in it start at its own folder.\n"
        "Exit status: 0 pass, 1 fail (or, with --count, fewer fit), 3 incomplete, 2 unusable input.",
    .options = options,
    .run = run_hall,
};
