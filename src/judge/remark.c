/* What is to be said of a table besides its verdicts: advisory requirements, low TUR, resolution only,
 * readings that could not be used, calibrations overdue, the scope. See judge.h. */
#include "judge/judge.h"

#include <math.h>

static void add_remark(Judge *judge, Phrase phrase) {
    TableResult *table = judge->table;
    if (judge->options->verdict_only) return;
    if (table->remark_count % 16 == 0) { /* grown by sixteen: remarks are few */
        Phrase *grown = NEW_ARRAY(judge->arena, Phrase, table->remark_count + 16);
        if (table->remark_count) memcpy(grown, table->remarks, sizeof *grown * (size_t)table->remark_count);
        table->remarks = grown;
    }
    table->remarks[table->remark_count++] = phrase;
}

/* A remark whose {1} is the requirement's name. */
static void remark_about(Judge *judge, const Requirement *r, Phrase phrase) {
    const Requirement **subject = NEW(judge->arena, const Requirement *);
    *subject = r;
    phrase.subjects = subject;
    phrase.subject_count = 1;
    add_remark(judge, phrase);
}

void remark_on_requirement(Judge *judge, const RequirementResult *result) {
    const Requirement *r = result->requirement;
    if (result->verdict == VERDICT_REMARK)
        remark_about(judge, r, PHRASE(result->undecided ? "remark.undecided" : "remark.advisory", 0, r->id));
    if (result->verdict == VERDICT_INCOMPLETE && r->severity == ADVISORY)
        remark_about(judge, r, PHRASE("remark.advisory_missing", 0, r->id));
    if (result->has_tur && result->tur < 4) { /* cut, not rounded: 3.97 is no 4.0 */
        double tenths = floor(result->tur * 10) / 10;
        Str ratio =
            tenths > 0 ? str_fmt(judge->arena, "%.1f", tenths) : str_fmt(judge->arena, "%.6f", result->tur);
        remark_about(judge, r, PHRASE("remark.low_tur", 2u, r->id, ratio));
    }
    if (judge->table->rule == RULE_NONBINARY && result->decided) {
        Interval interval = interval_exact(r, result->deciding.w);
        if (interval_empty(judge->arena, &interval))
            remark_about(judge, r, PHRASE("remark.never_a_pass", 0, r->id));
    }
}

static void remark_on_resolution(Judge *judge) {
    TableResult *table = judge->table;
    const Requirement **subjects = NEW_ARRAY(judge->arena, const Requirement *, table->count);
    int n = 0;
    for (int i = 0; i < table->count; i++) {
        const RequirementResult *result = &table->requirements[i];
        if (result->decided && result->deciding.resolution_only) subjects[n++] = result->requirement;
    }
    if (n)
        add_remark(
            judge,
            (Phrase){.key = "remark.resolution_only", .n = 1, .subjects = subjects, .subject_count = n});
}

static void remark_on_unusable(Judge *judge) {
    const SessionTable *table = judge->measured.table;
    for (int i = 0; i < table->items.n; i++) {
        int total = 0;
        Str text = unusable_text(judge->arena, &table->items.at[i], &total);
        Phrase phrase = PHRASE("remark.unusable", 0, table->items.at[i].id, text);
        phrase.states = 2;
        const Requirement *r = profile_requirement(judge->table->profile, table->items.at[i].id);
        if (total && r)
            remark_about(judge, r, phrase);
        else if (total)
            add_remark(judge, phrase);
    }
}

typedef struct Overdue {
    VEC(Str) ids;
} Overdue;

static bool is_new(const Overdue *list, Str id) {
    for (int i = 0; i < list->ids.n; i++)
        if (str_eq(list->ids.at[i], id)) return false;
    return true;
}

static Str day_text(Arena *arena, Date day) {
    return day.year ? str_fmt(arena, "%04d-%02d-%02d", day.year, day.month, day.day) : S("");
}

static void add_uncovered(Judge *judge, Overdue *list, const Instrument *instrument,
                          Calibration calibration) {
    static const char *const keys[] = {[CALIBRATION_OVERDUE] = "remark.overdue",
                                       [CALIBRATION_LATER] = "remark.calibrated_later",
                                       [CALIBRATION_UNDATED] = "remark.calibration_undated"};
    Date day = calibration == CALIBRATION_OVERDUE ? instrument->due : instrument->date;
    if (!is_new(list, instrument->id)) return;
    *VEC_PUSH(judge->arena, &list->ids) = instrument->id;
    add_remark(judge, PHRASE(keys[calibration], 0, instrument->id, day_text(judge->arena, day)));
}

static void uncovered_of_point(Judge *judge, Overdue *list, const Point *point) {
    for (int i = 0; i < point->instruments.n; i++) {
        const Instrument *instrument =
            instruments_find(judge->measured.instruments, point->instruments.at[i]);
        if (!instrument) continue;
        Calibration calibration = instrument_calibration(instrument, point->first_time, point->last_time);
        if (calibration != CALIBRATION_COVERS) add_uncovered(judge, list, instrument, calibration);
    }
}

void remark_on_calibrations(Judge *judge) {
    const SessionTable *table = judge->measured.table;
    const PreviousTable *previous = judge->previous;
    Overdue list = {{0}};
    for (const Item *item = table->items.at; item < table->items.at + table->items.n; item++)
        for (const Point *point = item->points.at; point < item->points.at + item->points.n; point++)
            uncovered_of_point(judge, &list, point);
    for (int i = 0; previous && i < previous->overdue_count; i++) {
        if (!is_new(&list, previous->overdue[i])) continue;
        *VEC_PUSH(judge->arena, &list.ids) = previous->overdue[i];
        add_remark(judge, PHRASE("remark.overdue_then", 0, previous->overdue[i]));
    }
    judge->table->overdue = list.ids.at;
    judge->table->overdue_count = (int)list.ids.n;
}

/* Which results are taken over, by the day they were measured on. */
static void remark_on_taken_over(Judge *judge) {
    TableResult *table = judge->table;
    bool *told = NEW_ARRAY(judge->arena, bool, table->count + 1);
    for (int i = 0; judge->previous && i < table->count; i++) {
        if (!table->requirements[i].taken_over || told[i]) continue;
        Str day = str_slice(table->requirements[i].measured, 0, 10);
        const Requirement **subjects = NEW_ARRAY(judge->arena, const Requirement *, table->count);
        int n = 0;
        for (int k = i; k < table->count; k++) {
            const RequirementResult *other = &table->requirements[k];
            if (!other->taken_over || !str_eq(str_slice(other->measured, 0, 10), day)) continue;
            told[k] = true;
            if (other->verdict != VERDICT_NOT_APPLICABLE) subjects[n++] = other->requirement;
        }
        Phrase phrase = PHRASE(day.len ? "remark.taken_over" : "remark.taken_over_undated", 0, S(""),
                               judge->options->previous->file, day);
        phrase.subjects = subjects;
        phrase.subject_count = n;
        if (n) add_remark(judge, phrase);
    }
}

void remark_on_scope(Judge *judge) {
    Str games = S("");
    for (int i = 0; i < judge->options->game_count; i++)
        games = joined(judge->arena, games, judge->options->games[i]);
    if (games.len) add_remark(judge, phrase_games("remark.games", games));
}

static void remark_on_doubts(Judge *judge) {
    const SessionTable *table = judge->measured.table;
    for (const Doubt *doubt = table->doubts.at; doubt < table->doubts.at + table->doubts.n; doubt++) {
        const Requirement *r = profile_requirement(judge->table->profile, doubt->item);
        Phrase phrase = doubt->point.len
                            ? PHRASE("remark.implausible_at", 0, doubt->item, doubt->point, doubt->typed)
                            : PHRASE("remark.implausible", 0, doubt->item, doubt->typed);
        phrase.points = doubt->point.len ? 2 : 0;
        if (r)
            remark_about(judge, r, phrase);
        else
            add_remark(judge, phrase);
    }
}

void remark_on_rest(Judge *judge) {
    if (judge->options->verdict_only) return;
    if (judge->options->accept_implausible) remark_on_doubts(judge);
    remark_on_taken_over(judge);
    remark_on_resolution(judge);
    remark_on_unusable(judge);
}

void remark_partial(Judge *judge) { add_remark(judge, (Phrase){.key = "remark.partial"}); }
void remark_nothing_judged(Judge *judge) { add_remark(judge, (Phrase){.key = "remark.nothing_judged"}); }
