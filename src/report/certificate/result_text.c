/* See result.h: the verdict as text. One line a requirement, the worst first said in words, then where in the
 * readings and in which document each failure stands, like a compiler's error and its note. */
#include "report/certificate/result.h"

#include "base/text.h"
#include "report/write/columns.h"

enum { TITLE_MOST = 40, COLUMNS = 7 };

static const char *verdict_color(Verdict verdict) {
    switch (verdict) {
    case VERDICT_PASS:
        return "\033[32m";
    case VERDICT_FAIL:
    case VERDICT_CONDITIONAL_FAIL:
        return "\033[1;31m";
    case VERDICT_NOT_APPLICABLE:
        return "\033[2m";
    case VERDICT_CONDITIONAL_PASS:
    case VERDICT_INCOMPLETE:
    case VERDICT_REMARK:
        break;
    }
    return "\033[33m";
}

static Str verdict_text(const Catalogue *catalogue, const char *section, Verdict verdict) {
    Str key = str_fmt(catalogue->arena, "check.%s.%s", section, verdict_name(verdict));
    return catalogue_text(catalogue, key.at);
}

static int language_of(const Catalogue *catalogue) { return language_index(catalogue->language); }

static void put_colored(Buf *out, Str text, const char *color) {
    if (color) buf_put(out, str_of(color));
    buf_put(out, text);
    if (color) buf_put(out, S("\033[0m"));
}

/* The probability of conformity in per cent; never rounded to certainty. */
static Str probability_text(const Catalogue *catalogue, const RequirementResult *result) {
    double percent = result->probability * 100;
    if (!result->has_probability) return S("");
    if (percent >= 99.95)
        return CATALOGUE_FILL(catalogue, "check.p_above", catalogue_number(catalogue, S("99.9")));
    if (percent < 0.05)
        return CATALOGUE_FILL(catalogue, "check.p_below", catalogue_number(catalogue, S("0.1")));
    Str number = catalogue_number(catalogue, str_fmt(catalogue->arena, "%.1f", percent));
    return str_fmt(catalogue->arena, "%.*s %%", SARG(number));
}

static void put_requirement(Columns *columns, const Catalogue *catalogue, const RequirementResult *result,
                            bool color) {
    const Requirement *r = result->requirement;
    Str U = result->U.len ? str_fmt(catalogue->arena, "± %.*s", SARG(U_text(catalogue, result))) : S("");
    columns_add(columns, texts_get(&r->title, language_of(catalogue)), NULL);
    columns_add(columns, verdict_text(catalogue, "verdict", result->verdict),
                color ? verdict_color(result->verdict) : NULL);
    columns_add(columns, value_text(catalogue, result), NULL);
    columns_add(columns, U, NULL);
    columns_add(columns, probability_text(catalogue, result), NULL);
    columns_add(columns, limits_text(catalogue, r), NULL);
    columns_add(columns, result->has_point ? catalogue_point(catalogue, result->point) : S(""), NULL);
}

static void put_requirements(Buf *out, const Catalogue *catalogue, const TableResult *table, bool color) {
    static const char *const heads[COLUMNS] = {"requirement", "verdict", "value", "U",
                                               "p",           "limits",  "point"};
    Columns columns = columns_new(catalogue->arena, COLUMNS);
    columns.most[0] = TITLE_MOST;
    columns.right[2] = columns.right[3] = columns.right[4] = true;
    for (int c = 0; c < COLUMNS; c++) {
        Str key = str_fmt(catalogue->arena, "check.column.%s", heads[c]);
        columns_add(&columns, catalogue_text(catalogue, str_z(catalogue->arena, key)),
                    color ? "\033[2m" : NULL);
    }
    for (int i = 0; i < table->count; i++)
        if (table->requirements[i].verdict != VERDICT_NOT_APPLICABLE)
            put_requirement(&columns, catalogue, &table->requirements[i], color);
    columns_put(out, &columns, 2);
}

/* ---- why ---- */

static bool needs_reason(const RequirementResult *result) {
    return result->verdict != VERDICT_PASS && result->verdict != VERDICT_NOT_APPLICABLE;
}

/* How much it weighs: required fails before everything else. */
static int weight(const RequirementResult *result) {
    static const int weights[VERDICT_COUNT] = {[VERDICT_FAIL] = 5,
                                               [VERDICT_INCOMPLETE] = 4,
                                               [VERDICT_CONDITIONAL_FAIL] = 3,
                                               [VERDICT_CONDITIONAL_PASS] = 2,
                                               [VERDICT_REMARK] = 1};
    return needs_reason(result)
               ? weights[result->verdict] * (result->requirement->severity == REQUIRED ? 10 : 1)
               : 0;
}

static Str at_point(const Catalogue *catalogue, const RequirementResult *result) {
    bool named = result->has_point && result->point.len;
    return named ? str_fmt(catalogue->arena, ", %.*s", SARG(catalogue_point(catalogue, result->point)))
                 : S("");
}

static Str sentence(const Catalogue *catalogue, const RequirementResult *result) {
    Str title = texts_get(&result->requirement->title, language_of(catalogue)),
        value = value_text(catalogue, result);
    return str_fmt(catalogue->arena, "%.*s%.*s: %.*s%s%.*s", SARG(title), SARG(at_point(catalogue, result)),
                   SARG(value), value.len && result->reason_count ? "; " : "",
                   SARG(reasons_text(catalogue, result)));
}

static void put_place(Buf *out, const Catalogue *catalogue, const Place *place, Str text) {
    if (!place->file.len || !place->line) return;
    buf_printf(out, "      %.*s:%d:%d: %.*s\n", SARG(text_harmless(catalogue->arena, place->file)),
               place->line, place->column ? place->column : 1, SARG(text));
}

/* The reading as it was typed: its digits in its unit. */
static Str typed_text(const Catalogue *catalogue, const Point *point) {
    return number_text(
        catalogue, unit_print(catalogue->arena, point->first_value, point->unit, point->places), point->unit);
}

/* Where a point was read, and what was typed there; of several readings the first. */
static void put_reading(Buf *out, const Catalogue *catalogue, const Point *point, bool named) {
    Str typed = typed_text(catalogue, point);
    Str n = str_fmt(catalogue->arena, "%d", point->n);
    Str text = point->n > 1 ? CATALOGUE_FILL(catalogue, "check.readings_here", typed, n)
                            : CATALOGUE_FILL(catalogue, "check.reading_here", typed);
    if (named && point->name.len)
        text = str_fmt(catalogue->arena, "%.*s (%.*s)", SARG(text),
                       SARG(catalogue_point(catalogue, point->name)));
    put_place(out, catalogue, &point->place, text);
}

/* The other points outside, which the sentence does not name. */
static void put_failing(Buf *out, const Catalogue *catalogue, const RequirementResult *result) {
    const Unit *unit = result->requirement->unit;
    for (int i = 0; i < result->failing_count; i++) {
        const Failing *failing = &result->failing[i];
        if (failing->judged == result->deciding.point && failing->judged) continue;
        if (failing->judged && !requirement_derived(result->requirement) && failing->judged->n == 1) {
            put_reading(out, catalogue, failing->judged, true);
            continue;
        }
        Str value = amount_text(catalogue, failing->value, unit);
        Str text = CATALOGUE_FILL(catalogue, "check.also_outside", catalogue_point(catalogue, failing->point),
                                  value);
        if (failing->judged)
            put_place(out, catalogue, &failing->judged->place, text);
        else
            buf_printf(out, "      %.*s\n", SARG(text));
    }
}

static void put_places(Buf *out, const Catalogue *catalogue, const RequirementResult *result) {
    const Judged *j = &result->deciding;
    const Requirement *r = result->requirement;
    bool outside = result->verdict == VERDICT_FAIL || result->verdict == VERDICT_CONDITIONAL_FAIL;
    if (!outside && !result->failing_count) return;
    if (result->decided && j->point) put_reading(out, catalogue, j->point, false);
    put_failing(out, catalogue, result);
    if (!result->decided || !j->nearest) return;
    put_place(out, catalogue, &j->nearest->place,
              CATALOGUE_FILL(catalogue, "check.limit_here", amount_text(catalogue, j->nearest->text, r->unit),
                             r->clause));
}

static const RequirementResult *worst_of(const TableResult *table) {
    const RequirementResult *worst = NULL;
    for (int i = 0; i < table->count; i++)
        if (weight(&table->requirements[i]) > (worst ? weight(worst) : 0)) worst = &table->requirements[i];
    return worst;
}

static void put_reasons(Buf *out, const Catalogue *catalogue, const TableResult *table) {
    bool any = false;
    for (int i = 0; i < table->count; i++) {
        const RequirementResult *result = &table->requirements[i];
        if (!needs_reason(result)) continue;
        if (!any) buf_printf(out, "\n  %.*s:\n", SARG(catalogue_text(catalogue, "check.why")));
        any = true;
        buf_printf(out, "    %.*s\n", SARG(sentence(catalogue, result)));
        put_places(out, catalogue, result);
    }
}

static void put_remarks(Buf *out, const Catalogue *catalogue, const TableResult *table) {
    if (table->remark_count) buf_printf(out, "\n  %.*s:\n", SARG(catalogue_text(catalogue, "check.remarks")));
    for (int i = 0; i < table->remark_count; i++)
        buf_printf(out, "    %.*s\n", SARG(phrase_text(catalogue, &table->remarks[i])));
}

static void put_not_applicable(Buf *out, const Catalogue *catalogue, const TableResult *table) {
    bool any = false;
    for (int i = 0; i < table->count; i++) {
        const RequirementResult *result = &table->requirements[i];
        if (result->verdict != VERDICT_NOT_APPLICABLE) continue;
        if (!any) buf_printf(out, "\n  %.*s:\n", SARG(catalogue_text(catalogue, "check.not_applicable")));
        any = true;
        buf_printf(out, "    %.*s: %.*s\n",
                   SARG(texts_get(&result->requirement->title, language_of(catalogue))),
                   SARG(reasons_text(catalogue, result)));
    }
}

/* ---- the table ---- */

static Str table_title(const Catalogue *catalogue, Str name) {
    return name.len ? CATALOGUE_FILL(catalogue, "check.table", name)
                    : catalogue_text(catalogue, "check.unnamed");
}

static int readings_of(const SessionTable *table) {
    int n = 0;
    for (int i = 0; i < table->items.n; i++) n += table->items.at[i].readings;
    return n;
}

/* "PARTIAL" where a part conforms, "FAIL (PARTIAL)" where it does not. */
static Str sum_text(const Catalogue *catalogue, const TableResult *table) {
    Str verdict = verdict_text(catalogue, "sum", table->verdict);
    Str partial = catalogue_text(catalogue, "check.sum.partial");
    if (!table->partial || table->nothing) return verdict;
    if (table->verdict == VERDICT_INCOMPLETE) return partial;
    return str_fmt(catalogue->arena, "%.*s (%.*s)", SARG(verdict), SARG(partial));
}

void result_line(Buf *out, const Catalogue *catalogue, const TableResult *table, bool color) {
    put_colored(out, sum_text(catalogue, table), color ? verdict_color(table->verdict) : NULL);
    buf_printf(out, "  %.*s, %.*s (%.*s)\n", SARG(table_title(catalogue, table->table)),
               SARG(texts_get(&table->profile->title, language_of(catalogue))), SARG(table->profile->id));
}

void result_text(Buf *out, const Catalogue *catalogue, const TableResult *table, bool color) {
    Str readings = str_fmt(catalogue->arena, "%d", readings_of(table->session));
    const RequirementResult *worst = worst_of(table);
    size_t from = out->len;
    result_line(out, catalogue, table, color);
    if (worst)
        buf_printf(out, "  %.*s: %.*s\n", SARG(catalogue_text(catalogue, "check.worst")),
                   SARG(sentence(catalogue, worst)));
    Str line = CATALOGUE_FILL(catalogue, "check.rule_line", rule_text(catalogue, table), readings);
    buf_printf(out, "  %.*s\n\n", SARG(line));
    put_requirements(out, catalogue, table, color);
    put_reasons(out, catalogue, table);
    put_not_applicable(out, catalogue, table);
    put_remarks(out, catalogue, table);
    amounts_plain(out, from);
}

/* ---- as found and as left ---- */

static Str state_text(const Catalogue *catalogue, const RequirementResult *result) {
    Str verdict = verdict_text(catalogue, "verdict", result->verdict), value = value_text(catalogue, result);
    if (!value.len) return verdict;
    return str_fmt(catalogue->arena, "%.*s%.*s: %.*s", SARG(value), SARG(at_point(catalogue, result)),
                   SARG(verdict));
}

void result_changes(Buf *out, const Catalogue *catalogue, const char *file, const TableResult *before,
                    const TableResult *now, bool color) {
    Columns columns = columns_new(catalogue->arena, 3);
    size_t from = out->len;
    columns_add(&columns, S(""), NULL);
    columns_add(&columns, catalogue_text(catalogue, "check.before"), NULL);
    columns_add(&columns, catalogue_text(catalogue, "check.after"), NULL);
    for (int i = 0; i < now->count; i++) {
        const RequirementResult *old = &before->requirements[i], *new = &now->requirements[i];
        if (!result_changed(old, new)) continue;
        columns_add(&columns, texts_get(&new->requirement->title, language_of(catalogue)), NULL);
        columns_add(&columns, state_text(catalogue, old), color ? verdict_color(old->verdict) : NULL);
        columns_add(&columns, state_text(catalogue, new), color ? verdict_color(new->verdict) : NULL);
    }
    bool any = columns.cells.n > columns.count;
    Str head = CATALOGUE_FILL(catalogue, any ? "check.changes" : "check.unchanged",
                              text_harmless(catalogue->arena, str_of(file)));
    buf_printf(out, "\n  %.*s%s\n", SARG(head), any ? ":" : "");
    if (any) columns_put(out, &columns, 4);
    amounts_plain(out, from);
}

/* ---- several profiles ---- */

typedef struct Ids {
    VEC(Str) ids;
} Ids;

static const RequirementResult *result_of(const TableResult *table, Str id) {
    for (int i = 0; i < table->count; i++)
        if (str_eq(table->requirements[i].requirement->id, id)) return &table->requirements[i];
    return NULL;
}

static Ids all_ids(Arena *arena, const TableResult *const *tables, int count) {
    Ids out = {{0}};
    for (int t = 0; t < count; t++)
        for (int i = 0; i < tables[t]->count; i++) {
            Str id = tables[t]->requirements[i].requirement->id;
            bool seen = false;
            for (int k = 0; k < out.ids.n && !seen; k++) seen = str_eq(out.ids.at[k], id);
            if (!seen) *VEC_PUSH(arena, &out.ids) = id;
        }
    return out;
}

/* "fail: 77.2 cm (79 to 80 cm)" */
static Str compare_cell(const Catalogue *catalogue, const RequirementResult *result) {
    if (!result) return S("–");
    Str verdict = verdict_text(catalogue, "verdict", result->verdict), value = value_text(catalogue, result);
    Str limits = limits_text(catalogue, result->requirement);
    return str_fmt(catalogue->arena, "%.*s%s%.*s%s%.*s%s", SARG(verdict), value.len ? ": " : "", SARG(value),
                   limits.len ? " (" : "", SARG(limits), limits.len ? ")" : "");
}

static Str title_of(const Catalogue *catalogue, const TableResult *const *tables, int count, Str id) {
    const RequirementResult *first = NULL;
    for (int t = 0; t < count && !first; t++) first = result_of(tables[t], id);
    return texts_get(&first->requirement->title, language_of(catalogue));
}

static void put_compared(Buf *out, const Catalogue *catalogue, const TableResult *const *tables, int count,
                         bool color) {
    Ids all = all_ids(catalogue->arena, tables, count);
    Columns columns = columns_new(catalogue->arena, count + 1);
    columns.most[0] = TITLE_MOST;
    columns_add(&columns, S(""), NULL);
    for (int t = 0; t < count; t++) columns_add(&columns, tables[t]->profile->id, NULL);
    for (int i = 0; i < all.ids.n; i++) {
        columns_add(&columns, title_of(catalogue, tables, count, all.ids.at[i]), NULL);
        for (int t = 0; t < count; t++) {
            const RequirementResult *result = result_of(tables[t], all.ids.at[i]);
            columns_add(&columns, compare_cell(catalogue, result),
                        color && result ? verdict_color(result->verdict) : NULL);
        }
    }
    columns_put(out, &columns, 2);
}

void result_compare(Buf *out, const Catalogue *catalogue, const TableResult *const *tables, int count,
                    bool color) {
    size_t from = out->len;
    for (int t = 0; t < count; t++) result_line(out, catalogue, tables[t], color);
    buf_byte(out, '\n');
    put_compared(out, catalogue, tables, count, color);
    for (int t = 0; t < count; t++) {
        buf_printf(out, "\n  %.*s", SARG(tables[t]->profile->id));
        put_reasons(out, catalogue, tables[t]);
        put_remarks(out, catalogue, tables[t]);
    }
    amounts_plain(out, from);
}
