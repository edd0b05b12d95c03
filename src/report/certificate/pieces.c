/* How a certificate words dates, values and verdicts, and the numbering of its points. See
 * report/certificate/pieces.h. */
#include "report/certificate/pieces.h"

#include "base/buf.h"
#include "base/text.h"

#include <math.h>

Str part_text(const Making *making, const char *key) {
    return catalogue_text(making->words, str_z(making->arena, str_fmt(making->arena, "certificate.%s", key)));
}

Str part_profile_title(const Making *making) {
    return texts_get(&making->result->profile->title, language_index(making->words->language));
}

Str part_joined(Arena *arena, const Str *items, int count) {
    Str out = S("");
    for (int i = 0; i < count; i++)
        out = str_fmt(arena, "%.*s%s%.*s", SARG(out), i ? ", " : "", SARG(items[i]));
    return out;
}

Names part_instruments(const Making *making) {
    Names used = {.arena = making->arena};
    const Certificate *c = making->certificate;
    for (ptrdiff_t i = 0; i < c->reading_count; i++)
        if (c->readings[i]->instrument.len) names_add(&used, c->readings[i]->instrument);
    return used;
}

Column part_column(const Making *making, const char *key, double width, double weight, TextAlign align) {
    Str full = str_fmt(making->arena, "column.%s", key);
    return (Column){part_text(making, str_z(making->arena, full)), width, weight, align};
}

double part_longest(double length, Str text) { return fmin(fmax(length, text_length(text) + 2.5), 30); }

Str part_date(const Making *making, Date date) {
    Str key = str_fmt(making->arena, "certificate.month.%d", date.month);
    Str day = str_fmt(making->arena, "%d", date.day), year = str_fmt(making->arena, "%d", date.year);
    return CATALOGUE_FILL(making->words, str_z(making->arena, key), day, year);
}

Str part_moment(const Making *making, Moment moment) {
    if (!moment.given) return S("");
    Date date = moment_date(moment);
    Str day = str_fmt(making->arena, "%04d-%02d-%02d", date.year, date.month, date.day);
    if (moment.date_only) return day;
    int64_t second = (moment.utc_ms / 1000 + moment.offset_minutes * 60) % 86400;
    if (second < 0) second += 86400;
    int offset = abs(moment.offset_minutes);
    return str_fmt(making->arena, "%.*s %02d:%02d:%02d%c%02d:%02d", SARG(day), (int)(second / 3600),
                   (int)(second / 60 % 60), (int)(second % 60), moment.offset_minutes < 0 ? '-' : '+',
                   offset / 60, offset % 60);
}

Str part_table_name(const Making *making) {
    return making->result->table.len ? making->result->table : part_text(making, "unnamed");
}

Str part_item(const Making *making, Str id) {
    static const struct {
        Str id;
        const char *key;
    } others[] = {{S_INIT("bed.diagonal"), "item.diagonal"},
                  {S_INIT("room.temperature"), "item.temperature"},
                  {S_INIT("room.humidity"), "item.humidity"}};
    const Requirement *r = profile_requirement(making->result->profile, id);
    Str title = r ? texts_get(&r->title, language_index(making->words->language)) : S("");
    for (size_t i = 0; !title.len && i < sizeof others / sizeof *others; i++)
        if (str_eq(id, others[i].id)) title = part_text(making, others[i].key);
    return title.len ? title : id;
}

static const struct {
    Tone tone;
    const char *sign;
} looks[VERDICT_COUNT] = {
    [VERDICT_PASS] = {TONE_GOOD, "✓"},
    [VERDICT_CONDITIONAL_PASS] = {TONE_DOUBT, "!"},
    [VERDICT_CONDITIONAL_FAIL] = {TONE_BAD, "✗"},
    [VERDICT_FAIL] = {TONE_BAD, "✗"},
    [VERDICT_INCOMPLETE] = {TONE_DOUBT, "?"},
    [VERDICT_REMARK] = {TONE_DOUBT, "!"},
    [VERDICT_NOT_APPLICABLE] = {TONE_MUTED, "–"},
};

Tone verdict_tone(Verdict verdict) { return looks[verdict].tone; }
const char *verdict_sign(Verdict verdict) { return looks[verdict].sign; }

Str part_verdict(const Making *making, Verdict verdict) {
    Str key = str_fmt(making->arena, "verdict.%s", verdict_name(verdict));
    return str_fmt(making->arena, "%s %.*s", verdict_sign(verdict),
                   SARG(part_text(making, str_z(making->arena, key))));
}

Str part_percent(const Making *making, double share) {
    const char *key = share > 0.999   ? "certificate.above_percent"
                      : share < 0.001 ? "certificate.below_percent"
                                      : "certificate.percent";
    double shown = fmin(fmax(share * 100, 0.1), 99.9);
    return CATALOGUE_FILL(making->words, key,
                          catalogue_number(making->words, str_fmt(making->arena, "%.1f", shown)));
}

Str part_number(const Making *making, Str number) {
    Str shown = catalogue_number(making->words, number);
    return str_starts(shown, S("-")) ? str_fmt(making->arena, "−%.*s", SARG(str_skip(shown, 1))) : shown;
}

static Str unit_after(const Making *making, const Requirement *requirement) {
    bool none = !requirement->unit || str_eq(requirement->unit->name, S("1"));
    return none ? S("") : str_fmt(making->arena, " %.*s", SARG(requirement->unit->name));
}

Str part_value(const Making *making, Str value, Str U, const Requirement *requirement) {
    Str number = part_number(making, value), unit = unit_after(making, requirement);
    if (!value.len) return S("–");
    if (!U.len) return str_fmt(making->arena, "%.*s%.*s", SARG(number), SARG(unit));
    return str_fmt(making->arena, "%.*s ± %.*s%.*s", SARG(number), SARG(part_number(making, U)), SARG(unit));
}

/* Among the judged points of a requirement, in the same order as the item's as a rule. */
static const Judged *judged_point(const RequirementResult *r, const Point *point, ptrdiff_t place) {
    if (place < r->each_count && r->each[place].point == point) return &r->each[place];
    for (int k = 0; k < r->each_count; k++)
        if (r->each[k].point == point) return &r->each[k];
    return NULL;
}

/* The judgement of this point: by the requirement of the item's name, else by one that takes its points
 * whole. */
static void find_judge(const Making *making, Numbered *numbered, ptrdiff_t place) {
    const TableResult *result = making->result;
    for (int i = 0; i < result->count; i++) {
        const RequirementResult *r = &result->requirements[i];
        const Requirement *q = r->requirement;
        bool own = str_eq(q->id, numbered->item->id);
        bool taken = str_eq(q->of, numbered->item->id) && !q->minus.len && !q->over.len;
        if ((!own && !taken) || r->verdict == VERDICT_NOT_APPLICABLE) continue;
        const Judged *judged = judged_point(r, numbered->point, place);
        if (!judged) continue;
        if (!numbered->judge || own) numbered->judge = r, numbered->judged = judged;
        numbered->bad |= judged->verdict == VERDICT_FAIL || judged->verdict == VERDICT_CONDITIONAL_FAIL;
    }
}

void number_points(Making *making) {
    const SessionTable *table = making->result->session;
    for (ptrdiff_t i = 0; table && i < table->items.n; i++) {
        const Item *item = &table->items.at[i];
        for (ptrdiff_t k = 0; !item->answered && k < item->points.n; k++) {
            Numbered *numbered = VEC_PUSH(making->arena, &making->points);
            *numbered =
                (Numbered){.number = (int)making->points.n, .item = item, .point = &item->points.at[k]};
            find_judge(making, numbered, k);
        }
    }
}
