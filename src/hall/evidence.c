/* See evidence.h. Days are compared as ISO texts, which sort as they follow. */
#include "hall/evidence.h"

#include "hall/reason.h"
#include "marking/check.h"
#include "read/csv/marks.h"

static const double TOLERANCE = 0.1; /* cm: as layout --verify has it */

bool evidence_gather(TableApproval *table, PlannedTable *planned, const HallWish *wish) {
    double length = 0, width = 0;
    const Evidence *evidence = wish->evidence;
    if (planned->certificate) {
        table->has_certificate = true;
        if (!evidence->certificate(evidence->context, planned, &table->certificate)) return false;
        length = table->certificate.length, width = table->certificate.width;
    } else if (planned->readings) {
        table->has_readings = true;
        if (!evidence->readings(evidence->context, planned, &table->readings)) return false;
        length = table->readings.length, width = table->readings.width;
    }
    if (length > 0) planned->length = length;
    if (width > 0) planned->width = width;
    return true;
}

/* ---- the certificate ---- */

typedef struct Doubt { /* a certificate's fault */
    bool holds;
    const char *key;
    Str what;
} Doubt;

static Str uncovered(Arena *arena, const TableApproval *table) {
    const PlannedTable *planned = table->table;
    Str missing = S("");
    if (!table->certificate.scope_count) return missing; /* none named: all of the document's games */
    for (int i = 0; i < planned->game_count; i++) {
        bool covered = false;
        for (int k = 0; k < table->certificate.scope_count; k++)
            covered = covered || str_eq_fold(table->certificate.scope[k], planned->games[i]);
        if (covered) continue;
        missing = missing.len ? str_fmt(arena, "%.*s, %.*s", SARG(missing), SARG(planned->games[i]))
                              : planned->games[i];
    }
    return missing;
}

static bool is_verdict(const CertificateFacts *facts, const char *verdict) {
    return str_eq(facts->verdict, str_of(verdict));
}

static void judge_certificate(Arena *arena, TableApproval *table, Str day) {
    const CertificateFacts *facts = &table->certificate;
    bool sound = facts->readable && facts->genuine;
    bool passes = is_verdict(facts, "pass") || is_verdict(facts, "conditional-pass");
    Str games = uncovered(arena, table);
    const Doubt doubts[] = {
        {!facts->readable, "reason.certificate_unreadable", facts->fault},
        {facts->readable && !facts->genuine, "reason.certificate_altered", facts->fault},
        {sound && !passes, "reason.certificate_verdict", facts->verdict},
        {sound && facts->partial, "reason.certificate_partial", facts->number},
        {sound && !str_eq(facts->profile, table->table->profile->id), "reason.certificate_profile",
         facts->profile},
        {sound && (!facts->issued.len || str_cmp(facts->issued, day) > 0), "reason.certificate_later",
         facts->issued},
        {sound && passes && !facts->valid_until.len, "reason.certificate_no_validity", facts->number},
        {sound && facts->valid_until.len && str_cmp(facts->valid_until, day) < 0,
         "reason.certificate_expired", facts->valid_until},
        {sound && games.len, "reason.certificate_games", games},
        {sound && facts->standing == UNREGISTERED, "reason.certificate_unregistered", facts->number},
        {sound && facts->standing == WITHDRAWN, "reason.certificate_withdrawn", facts->number},
        {sound && facts->standing == SUPERSEDED, "reason.certificate_superseded", facts->number},
    };
    table->certificate_verdict = HALL_PASS;
    for (size_t i = 0; i < sizeof doubts / sizeof *doubts; i++) {
        if (!doubts[i].holds) continue;
        table->certificate_verdict = HALL_FAIL;
        reason_add(arena, table, HALL_FAIL, doubts[i].key, "t", doubts[i].what);
    }
    if (!sound || !is_verdict(facts, "conditional-pass")) return;
    table->certificate_verdict = verdict_worse(table->certificate_verdict, HALL_REMARK);
    reason_add(arena, table, HALL_REMARK, "reason.certificate_condition", "t", facts->number);
}

static void judge_readings(Arena *arena, TableApproval *table) {
    const ReadingFacts *facts = &table->readings;
    const char *key = facts->verdict == HALL_FAIL ? "reason.readings_fail" : "reason.readings_incomplete";
    if (facts->verdict == HALL_FAIL || facts->verdict == HALL_INCOMPLETE)
        reason_add(arena, table, facts->verdict, key, "t", facts->why);
    else if (facts->conditional)
        reason_add(arena, table, HALL_REMARK, "reason.readings_condition", "t", facts->why);
}

/* ---- marks ---- */

static Bed bed_of(const TableApproval *table) {
    const PlannedTable *planned = table->table;
    if (table->has_readings && table->readings.has_corners) return bed_of_corners(table->readings.corners);
    return bed_rectangle(100 * planned->length, 100 * planned->width);
}

static const MarksFile *marks_for(const PlannedTable *planned, Str game) {
    for (int i = 0; i < planned->mark_count; i++)
        if (str_eq_fold(planned->marks[i].game, game)) return &planned->marks[i];
    return NULL;
}

static bool judge_marks(Arena *arena, TableApproval *table, const Game *game, const MarksFile *file,
                        const HallWish *wish, Diag *diag) {
    static const HallVerdict verdicts[] = {
        [CHECK_PASS] = HALL_PASS, [CHECK_FAIL] = HALL_FAIL, [CHECK_INCOMPLETE] = HALL_INCOMPLETE};
    const LayoutChoices choices = {0};
    const Chalked *rows;
    int count, before = diag->count[SEVERITY_ERROR], off = 0;
    Bed bed = bed_of(table);
    const Layout *laid;
    if (!marks_read(arena, file->path, &rows, &count, diag)) return false;
    const MarkCheck *check = check_chalked(arena, wish->rules, game, &bed, table->table->marking, &choices,
                                           rows, count, TOLERANCE, false, &laid, diag);
    if (!check || diag->count[SEVERITY_ERROR] != before) return false;
    for (int i = 0; i < check->count; i++) off += check->marks[i].verdict == CHECK_FAIL;
    HallVerdict verdict = verdicts[check->verdict];
    *VEC_PUSH(arena, &table->marks) = (MarksVerdict){game->id, verdict};
    if (verdict == HALL_FAIL)
        reason_add(arena, table, verdict, "reason.marks_fail", "tt", game->id, str_fmt(arena, "%d", off));
    if (verdict == HALL_INCOMPLETE)
        reason_add(arena, table, verdict, "reason.marks_incomplete", "tt", game->id,
                   str_fmt(arena, "%d", check->missing_count));
    return true;
}

static bool judge_all_marks(Arena *arena, TableApproval *table, const HallWish *wish, Diag *diag) {
    const PlannedTable *planned = table->table;
    bool good = true;
    for (int i = 0; i < planned->game_count; i++) {
        const Game *game = marking_game(wish->rules, planned->games[i]);
        if (!game || !game_has_lines(game)) continue;
        const MarksFile *file = marks_for(planned, game->id);
        if (file)
            good = judge_marks(arena, table, game, file, wish, diag) && good;
        else
            reason_add(arena, table, HALL_REMARK, "reason.marks_missing", "t", game->id);
    }
    return good;
}

bool evidence_judge(Arena *arena, TableApproval *table, const HallWish *wish, Diag *diag) {
    if (table->has_certificate)
        judge_certificate(arena, table, wish->date);
    else if (table->has_readings)
        judge_readings(arena, table);
    else
        reason_add(arena, table, HALL_INCOMPLETE, "reason.nothing_measured", "");
    return judge_all_marks(arena, table, wish, diag);
}
