/* tablecert layout: marking coordinates and drawings of one game or several on one table; with --verify, what
 * was chalked against them. */
#include "base/out.h"
#include "cli/layout.h"
#include "cli/layout_output.h"
#include "read/csv/marks.h"

typedef struct LayoutOptions {
    TableRequest table;
    OutputRequest output;
    const char *offset, *anchors, *centre, *verify, *tolerance;
    bool inch, partial;
} LayoutOptions;

static LayoutOptions options;

enum { MOST_GAMES = 6 };

/* ---- options ---- */

static bool read_choices(Run *run, LayoutChoices *choices) {
    bool good = true;
    if (options.offset && !offset_rule_find(str_of(options.offset), &choices->offset))
        good = run_usage(run, "--offset '%s': expected third, half or label", options.offset);
    choices->has_anchors = options.anchors != NULL;
    if (options.anchors && !anchor_rule_find(str_of(options.anchors), &choices->anchors))
        good = run_usage(run, "--anchors '%s': expected all, match or none", options.anchors);
    choices->has_centre = options.centre != NULL;
    choices->centre_free = options.centre && !strcmp(options.centre, "free");
    if (options.centre && !choices->centre_free && strcmp(options.centre, "restricted"))
        good = run_usage(run, "--centre '%s': expected free or restricted", options.centre);
    return good;
}

static bool read_tolerance(Run *run, double *cm) {
    Decimal value;
    int64_t nm;
    bool exact;
    Str text = str_of(options.tolerance ? options.tolerance : "1");
    bool good = decimal_parse(text, '.', &value) == DECIMAL_OK &&
                unit_to_smallest(&value, unit_find(S("mm")), &nm, &exact);
    if (!good || nm < 0) return run_usage(run, "--tolerance '%s': expected millimetres", options.tolerance);
    *cm = (double)nm / 1e7;
    return true;
}

static bool check_options(Run *run) {
    bool good = true;
    if (!options.verify && options.tolerance) good = run_usage(run, "--tolerance is for --verify");
    if (!options.verify && options.partial) good = run_usage(run, "--partial is for --verify");
    const struct {
        const char *given, *name;
    } measured[] = {{options.table.instruments, "instruments"},
                    {options.table.table, "table"},
                    {options.table.decimal, "decimal"},
                    {options.table.delimiter, "delimiter"},
                    {options.table.encoding, "encoding"}};
    for (size_t i = 0; !options.table.measured && i < sizeof measured / sizeof *measured; i++)
        if (measured[i].given) good = run_usage(run, "--%s is for --measured", measured[i].name);
    if (options.verify && run->arguments.n > 1) good = run_usage(run, "--verify takes one game at a time");
    return good;
}

/* ---- games ---- */

static bool check_families(Run *run, const Game *const *games, int count) {
    for (int i = 1; i < count; i++) {
        if (games[i]->family != games[0]->family)
            return run_usage(run, "'%.*s' and '%.*s' are not played on the same table", SARG(games[0]->id),
                             SARG(games[i]->id));
        for (int k = 0; k < i; k++)
            if (games[k] == games[i]) return run_usage(run, "game '%.*s' is named twice", SARG(games[i]->id));
    }
    return true;
}

static bool find_games(Run *run, const MarkingRules *rules, const Game **games, int *count) {
    bool good = run_want_arguments(run, 1, MOST_GAMES, "a game (or up to six)");
    for (*count = 0; good && *count < run->arguments.n; (*count)++) {
        games[*count] = layout_game(run->arena, rules, str_of(run->arguments.at[*count]), &run->diag);
        good = games[*count] != NULL;
    }
    return good && check_families(run, games, *count);
}

/* With several games the offset is for those that have one. */
static LayoutChoices choices_of(const Game *game, const LayoutChoices *choices, int count) {
    LayoutChoices own = *choices;
    if (count > 1 && !game->fields) own.offset = OFFSET_NONE;
    if (count > 1 && game->fields != 9) own.has_centre = false;
    return own;
}

static bool lay_all(Run *run, const MarkingRules *rules, const LayoutTable *table, LayoutSheet *sheet) {
    const Game *games[MOST_GAMES];
    LayoutChoices choices = {0};
    const Layout **layouts = NEW_ARRAY(run->arena, const Layout *, MOST_GAMES);
    if (!read_choices(run, &choices) || !find_games(run, rules, games, &sheet->count)) return false;
    bool good = true;
    for (int i = 0; i < sheet->count; i++) {
        LayoutChoices own = choices_of(games[i], &choices, sheet->count);
        layouts[i] = layout_make(run->arena, rules, games[i], &table->bed, table->marking, &own, &run->diag);
        good = good && layouts[i];
    }
    sheet->layouts = layouts;
    if (good) sheet->close_count = close_marks(run->arena, layouts, sheet->count, &sheet->close);
    return good;
}

/* ---- what there is to say beside the product ---- */

static void warn_suspect(Run *run, const LayoutTable *table) {
    const Fit *fit = table->fit;
    if (!fit || !fit->checked || fit->consistent) return;
    double misclosure = 10 * fit->misclosure, u = 10 * fit->misclosure_u;
    if (fit->suspect < 0)
        diag_warning(&run->diag, NO_PLACE,
                     "the readings contradict each other: misclosure %.1f mm, beyond 3 u (u = %.1f mm)",
                     misclosure, u);
    else
        diag_warning(&run->diag, table->places[fit->suspect],
                     "suspect reading %.*s: misclosure %.1f mm, beyond 3 u (u = %.1f mm)",
                     SARG(table->keys[fit->suspect]), misclosure, u);
}

static void note_close(Run *run, const LayoutSheet *sheet) {
    for (int i = 0; i < sheet->close_count; i++) {
        const CloseMarks *pair = &sheet->close[i];
        diag_note(&run->diag, NO_PLACE, "marks closer than 5 mm: %.*s %.*s and %.*s %.*s, %.1f mm",
                  SARG(pair->a_game), SARG(pair->a), SARG(pair->b_game), SARG(pair->b), 10 * pair->distance);
    }
}

static int status_of(const LayoutSheet *sheet) {
    if (sheet->fit && sheet->fit->checked && !sheet->fit->consistent) return EXIT_NO;
    if (!sheet->check || sheet->check->verdict == CHECK_PASS) return EXIT_YES;
    return sheet->check->verdict == CHECK_FAIL ? EXIT_NO : EXIT_INCOMPLETE;
}

static bool judge_chalked(Run *run, const MarkingRules *rules, const LayoutTable *table, LayoutSheet *sheet) {
    const Chalked *rows;
    int count;
    double tolerance = 0;
    LayoutChoices choices = {0};
    const Layout **laid = NEW(run->arena, const Layout *);
    if (!options.verify) return true;
    if (!read_tolerance(run, &tolerance) || !read_choices(run, &choices) ||
        !marks_read(run->arena, options.verify, &rows, &count, &run->diag))
        return false;
    sheet->check = check_chalked(run->arena, rules, sheet->layouts[0]->game, &table->bed, table->marking,
                                 &choices, rows, count, tolerance, options.partial, laid, &run->diag);
    sheet->layouts = laid;
    return sheet->check && !diag_failed(&run->diag);
}

static int layout(Run *run) {
    LayoutTable table;
    bool incomplete;
    const MarkingRules *rules = marking_rules(run->arena, &run->diag);
    const Catalogue *catalogue = catalogue_load(run->arena, run->language, &run->diag);
    LayoutFormat format;
    if (!rules || !catalogue || !check_options(run) ||
        !output_format(run, &options.output, options.verify != NULL, &format))
        return EXIT_INPUT;
    if (!layout_table(run, &options.table, rules, &table, &incomplete))
        return incomplete ? EXIT_INCOMPLETE : EXIT_INPUT;
    LayoutSheet sheet = {.arena = run->arena,
                         .fit = table.fit,
                         .catalogue = catalogue,
                         .inches = options.inch,
                         .origin = table.origin};
    for (int i = 0; i < SIDE_COUNT; i++) sheet.keys[i] = table.keys[i];
    if (!lay_all(run, rules, &table, &sheet) || !judge_chalked(run, rules, &table, &sheet)) return EXIT_INPUT;
    warn_suspect(run, &table);
    note_close(run, &sheet);
    if (!output_layout(run, &options.output, &sheet, format)) return EXIT_INPUT;
    return status_of(&sheet);
}

static const Option option_table[] = {
    {0, "bed", "LxW", "size of the bed between the noses, cm or with a unit (284x142, 100x50in)", OPTION_TEXT,
     &options.table.bed},
    {'p', "profile", "PROFILE", "the bed, spots and anchors of this profile", OPTION_TEXT,
     &options.table.profile},
    {0, "profile-dir", "DIR", "look for profiles here too", OPTION_TEXT, &options.table.folder},
    {0, "measured", "FILE", "the bed as measured: bed.length, bed.width, bed.diagonal", OPTION_TEXT,
     &options.table.measured},
    {'i', "instruments", "FILE", "the instrument list: uncertainties of the measured file's readings",
     OPTION_TEXT, &options.table.instruments},
    {'t', "table", "NAME", "which table of the measured file", OPTION_TEXT, &options.table.table},
    {0, "decimal", ",|.", "decimal sign of the measured file", OPTION_TEXT, &options.table.decimal},
    {0, "delimiter", "C", "delimiter of the measured file (, ; | or tab)", OPTION_TEXT,
     &options.table.delimiter},
    {0, "encoding", "NAME", "encoding of the measured file", OPTION_TEXT, &options.table.encoding},
    {0, "offset", "RULE", "third, half (the game's own) or label: the number in the game's name", OPTION_TEXT,
     &options.offset},
    {0, "anchors", "WHICH", "all, match (47/1, 47/2, 71/2) or none", OPTION_TEXT, &options.anchors},
    {0, "centre", "HOW", "the middle field: restricted or free", OPTION_TEXT, &options.centre},
    {'f', "format", "FORMAT", "text, csv, json, svg, dxf, pdf", OPTION_TEXT, &options.output.format},
    {'o', "output", "FILE", "write here; the ending tells the format", OPTION_TEXT, &options.output.path},
    {0, "inch", NULL, "inches beside centimetres (text, pdf)", OPTION_FLAG, &options.inch},
    {0, "full-size", "anchor", "the anchor as a paper template, 1:1 (pdf)", OPTION_TEXT,
     &options.output.full_size},
    {0, "verify", "MARKS.csv", "compare chalked marks: mark,x,y or mark,cushion,along", OPTION_TEXT,
     &options.verify},
    {0, "tolerance", "MM", "deviation that passes (1)", OPTION_TEXT, &options.tolerance},
    {0, "partial", NULL, "judge the marks there are; missing ones are no fault", OPTION_FLAG,
     &options.partial},
    {0},
};

const Command cmd_layout = {
    .name = "layout",
    .summary = "where balklines, anchors, corners and spots go on a table",
    .usage = "GAME... (--bed LxW | --profile P | --measured FILE) [options]",
    .description =
        "GAME is 47/1, 47/2, 71/2, 42/2, 38/2, 57/2, 35/1, 35/2, 52/2, free, 1-cushion, 3-cushion, pool or\n"
        "snooker; several games of one table come on one drawing. Coordinates are in cm from the "
        "bottom-left\n"
        "corner of the cushion noses, x along the table, y across to the right.\n"
        "With --measured the bed is the quadrilateral that fits its sides and diagonals best.\n"
        "Exit status 0, or 1 when readings contradict each other or a chalked mark is off, 3 when something\n"
        "is missing.",
    .options = option_table,
    .run = layout,
};
