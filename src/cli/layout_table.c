/* The table to be marked: a size as typed, the bed of a profile, or the measured one (layout_measured.c). */
#include "cli/layout.h"

/* A number and perhaps its unit, "284", "2838.7mm". */
static bool parse_side(Str text, const Unit **unit, Decimal *value) {
    ptrdiff_t digits = 0;
    while (digits < text.len &&
           ((text.at[digits] >= '0' && text.at[digits] <= '9') || text.at[digits] == '.'))
        digits++;
    Str name = str_trim(str_skip(text, digits));
    if (name.len) *unit = unit_find(name);
    return *unit && (*unit)->quantity == QUANTITY_LENGTH &&
           decimal_parse(str_slice(text, 0, digits), '.', value) == DECIMAL_OK;
}

static bool to_cm(const Decimal *value, const Unit *unit, double *cm) {
    const int64_t least = 100000000, most = 100000000000; /* 10 cm and 100 m: no bed is smaller or larger */
    int64_t nm;
    bool exact;
    if (!unit_to_smallest(value, unit, &nm, &exact) || nm < least || nm > most) return false;
    *cm = (double)nm / 1e7;
    return true;
}

/* Cuts at the sign between the two numbers: x, X or ×. */
static Str cut_first(Str *rest) {
    Str times = S("×");
    ptrdiff_t at = str_find(*rest, times);
    if (at < 0) return str_cut(rest, str_find_byte(*rest, 'X') >= 0 ? 'X' : 'x');
    Str first = str_slice(*rest, 0, at);
    *rest = str_skip(*rest, at + times.len);
    return first;
}

/* LENGTHxWIDTH, the unit behind the second number for both. */
static bool parse_bed(Str text, double *length, double *width) {
    Str rest = str_trim(text), first = str_trim(cut_first(&rest));
    const Unit *unit = unit_find(S("cm")), *own = NULL;
    Decimal a, b;
    if (!parse_side(str_trim(rest), &unit, &b)) return false;
    own = unit;
    if (!parse_side(first, &own, &a)) return false;
    return to_cm(&a, own, length) && to_cm(&b, unit, width) && *length > *width;
}

static bool typed_bed(Run *run, const char *text, LayoutTable *table) {
    double length, width;
    if (!parse_bed(str_of(text), &length, &width))
        return run_usage(
            run,
            "--bed '%s': expected LENGTHxWIDTH, the length being the longer, as in 284x142 or 2840x1420mm",
            text);
    table->bed = bed_rectangle(length, width);
    table->origin = S("");
    return true;
}

static bool profile_bed(Run *run, const TableRequest *request, const MarkingRules *rules,
                        LayoutTable *table) {
    const Profile *profile = profile_load(run->arena, request->profile, request->folder, &run->diag);
    if (!profile) return false;
    table->marking = marking_of(run->arena, rules, profile, &run->diag);
    if (!table->marking) return false;
    table->bed = bed_rectangle(table->marking->length, table->marking->width);
    table->origin = profile->id;
    return true;
}

bool layout_table(Run *run, const TableRequest *request, const MarkingRules *rules, LayoutTable *table,
                  bool *incomplete) {
    *table = (LayoutTable){.origin = S("")};
    *incomplete = false;
    if ((request->bed != NULL) + (request->profile != NULL) + (request->measured != NULL) != 1)
        return run_usage(run, "which table? expected just one of --bed, --profile and --measured");
    if (!request->measured && request->table)
        return run_usage(run, "--table chooses a table of a measured file; there is no --measured");
    if (request->bed) return typed_bed(run, request->bed, table);
    if (request->profile) return profile_bed(run, request, rules, table);
    return layout_measured(run, request, table, incomplete);
}
