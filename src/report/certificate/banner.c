/* The verdict across the first page, and below it what it is conditional on. See pieces.h. */
#include "report/certificate/pieces.h"
#include "report/certificate/result.h"

/* How many required requirements there are, and how many of them have this verdict. */
static void count_required(const TableResult *result, Verdict verdict, int *all, int *having) {
    *all = *having = 0;
    for (int i = 0; i < result->count; i++) {
        const RequirementResult *r = &result->requirements[i];
        if (r->requirement->severity != REQUIRED || r->verdict == VERDICT_NOT_APPLICABLE) continue;
        ++*all;
        *having += r->verdict == verdict;
    }
}

/* A good verdict on a part is no good verdict on the table. */
static bool is_part_only(const TableResult *result) {
    return result->partial && result->verdict == VERDICT_INCOMPLETE && !result->nothing;
}

void add_banner(Making *making) {
    const TableResult *result = making->result;
    bool part = is_part_only(result);
    Verdict shown = part ? VERDICT_INCOMPLETE : result->verdict;
    const char *name = part ? "partial" : verdict_name(result->verdict);
    int all, having;
    count_required(result, shown, &all, &having);
    Str key = str_fmt(making->arena, "certificate.banner.detail_%s", name);
    Str head = part_text(making, str_z(making->arena, str_fmt(making->arena, "banner.%s", name)));
    Str detail = CATALOGUE_FILL(making->words, str_z(making->arena, key), part_table_name(making),
                                part_profile_title(making), str_fmt(making->arena, "%d", having),
                                str_fmt(making->arena, "%d", all));
    document_banner(making->document, verdict_tone(shown), str_of(verdict_sign(shown)), head, detail);
}

/* A remark that changes what the verdict is worth. */
static bool is_condition(const Phrase *remark) {
    static const char *const keys[] = {"remark.overdue", "remark.overdue_then", "remark.calibrated_later",
                                       "remark.calibration_undated", "remark.implausible"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(remark->key, keys[i])) return true;
    return false;
}

void add_conditions(Making *making) {
    const TableResult *result = making->result;
    int shown = 0;
    for (int i = 0; i < result->remark_count; i++) {
        if (!is_condition(&result->remarks[i])) continue;
        Str text = str_fmt(making->arena, "! %.*s", SARG(phrase_text(making->words, &result->remarks[i])));
        Block *block = document_paragraph(making->document, text);
        block->size = 8;
        block->tone = TONE_DOUBT;
        shown++;
    }
    if (shown) document_space(making->document, 1.5);
}
