/* tablecert schema: the JSON Schema of what the program writes, for those who read it. */
#include "base/out.h"
#include "base/source.h"
#include "cli/cli.h"

static const char *output;

static const Option options[] = {
    {'o', "output", "FILE", "write there instead of standard output", OPTION_TEXT, (void *)&output},
    {0},
};

static bool is_known(Run *run, const char *name) {
    static const char *const known[] = {"result", "certificate", "verification", "ruling"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i])) return true;
    return run_usage(run, "no schema '%s'; there are result, certificate, verification and ruling", name);
}

/* All definitions; with a name, "$ref" says which of them is meant. */
static int schema(Run *run) {
    Source source;
    const char *name = run->arguments.n ? run->arguments.at[0] : NULL;
    if (!run_want_arguments(run, 0, 1, "at most one name") || (name && !is_known(run, name)))
        return EXIT_INPUT;
    if (!data_find(S("reports/schema/tablecert.json"), &source)) return EXIT_MACHINE;
    Str text = source.bytes;
    if (name) text = str_fmt(run->arena, "{\n  \"$ref\": \"#/$defs/%s\",%.*s", name, SARG(str_skip(text, 1)));
    const OutFile file = {output ? output : "-", text};
    out_write(run->arena, &file, 1, &run->diag);
    return EXIT_YES;
}

const Command cmd_schema = {
    .name = "schema",
    .summary = "print the JSON Schema of results, certificates, verifications and rulings",
    .usage = "[result|certificate|verification|ruling] [options]",
    .description =
        "JSON Schema (2020-12) of what 'check --format json' prints, of the JSON beside a certificate, of\n"
        "what 'verify --format json' prints, and of a line of 'referee --format json'. Without a name: all "
        "definitions.",
    .options = options,
    .run = schema,
};
