/* See hall_evidence.h. */
#include "cli/hall_evidence.h"

#include "base/digest.h"
#include "base/text.h"
#include "cli/judging.h"
#include "cli/verify_again.h"
#include "marking/measured.h"
#include "trust/twin.h"

/* ---- certificates ---- */

static double metres(Str centimetres) {
    Decimal value;
    return decimal_parse(centimetres, '.', &value) == DECIMAL_OK ? (double)value.num / (double)value.den / 100
                                                                 : 0;
}

/* The register's last word on the number; and the twin must be the very file that was entered. */
static bool ask_register(EvidenceSource *source, const Twin *twin, CertificateFacts *out) {
    Run *run = source->run;
    Entries entries = {0};
    char digest[DIGEST_HEX];
    out->standing = UNREGISTERED;
    if (!twin->number.len || str_eq(twin->number, S("unregistered"))) return true;
    if (!register_entries(source->reg, run->arena, twin->number, &entries, &run->diag)) return false;
    for (ptrdiff_t i = 0; i < entries.list.n; i++) {
        const Entry *entry = &entries.list.at[i];
        bool issue = entry->kind == ENTRY_ISSUED || entry->kind == ENTRY_PARTIAL;
        out->standing = entry->kind == ENTRY_WITHDRAWN    ? WITHDRAWN
                        : entry->kind == ENTRY_SUPERSEDED ? SUPERSEDED
                                                          : STANDS;
        if (!issue || !entry->json_sha256.len) continue;
        digest_hex(twin->json, digest);
        if (!str_eq(entry->json_sha256, str_of(digest))) out->genuine = false;
    }
    return true;
}

static Str words_of(const Catalogue *texts, const Finding *f) {
    Str key = str_fmt(texts->arena, "verify.%s", f->key);
    return text_harmless(texts->arena, catalogue_fill(texts, str_z(texts->arena, key), 3, f->values));
}

/* A PDF carries its readings: what verify has against it, in its words. (A twin alone has only its own values
 * and limits.) What befell the number in the register is asked apart, with the standing. */
static bool verify_pdf_file(EvidenceSource *source, Str bytes, CertificateFacts *out) {
    Run *run = source->run;
    Moment day = {0};
    const char *reason;
    Verified found;
    VerifyOptions options = {.reg = source->reg, .judge = verify_again};
    if (moment_parse(source->day, &day, &reason)) options.on = moment_date(day);
    if (!verify_bytes(run->arena, bytes, &options, &found, &run->diag)) return false;
    if (found.genuine) return true;
    out->genuine = false;
    for (ptrdiff_t i = 0; i < found.findings.n; i++)
        if (found.findings.at[i].kind == FINDING_BAD) {
            Str words = words_of(source->texts, &found.findings.at[i]);
            out->fault = str_fmt(run->arena, "(%.*s)", SARG(words));
            break;
        }
    return true;
}

bool evidence_certificate(void *context, const PlannedTable *table, CertificateFacts *out) {
    EvidenceSource *source = context;
    Run *run = source->run;
    Source file;
    *out = (CertificateFacts){.standing = NOT_ASKED, .fault = S("")};
    if (!source_load(run->arena, table->certificate, &file, &run->diag)) return false;
    const Twin twin = twin_read(run->arena, file.bytes);
    out->readable = twin.readable, out->genuine = twin.follows, out->fault = twin.fault;
    if (!twin.readable) {
        out->fault = str_file_name(str_of(table->certificate));
        return true;
    }
    out->number = twin.number, out->issued = twin.issued, out->measured = twin.measured;
    out->valid_until = twin.valid_until, out->profile = twin.profile, out->verdict = twin.verdict;
    out->partial = twin.partial, out->scope = twin.scope, out->scope_count = twin.scope_count;
    out->length = metres(twin.length), out->width = metres(twin.width);
    if (str_starts(file.bytes, S("%PDF")) && !verify_pdf_file(source, file.bytes, out)) return false;
    return !source->reg || ask_register(source, &twin, out);
}

/* ---- readings ---- */

static const SessionTable *choose(Run *run, const PlannedTable *table, const Session *session) {
    if (session->table_count == 1) return session_table_at(session, 0, run->arena);
    Str name = table->table.len ? table->table : table->name;
    const SessionTable *chosen = session_table(session, name, run->arena);
    if (!chosen)
        diag_error(&run->diag, table->certificate_place,
                   "'%s' has no table '%.*s'; name it with 'table: NAME'", table->readings, SARG(name));
    return chosen;
}

static Str without_pass(Arena *arena, const TableResult *result) {
    Str ids = S("");
    for (int i = 0; i < result->count; i++) {
        const RequirementResult *requirement = &result->requirements[i];
        bool bad = requirement->verdict != VERDICT_PASS && requirement->verdict != VERDICT_NOT_APPLICABLE &&
                   requirement->requirement->severity == REQUIRED;
        if (bad)
            ids = str_fmt(arena, "%.*s%s%.*s", SARG(ids), ids.len ? ", " : "",
                          SARG(requirement->requirement->id));
    }
    return ids;
}

/* The bed as it is, where its sides were read; the layout's own notes are not this command's business. */
static void take_bed(Run *run, const SessionTable *table, const Instruments *instruments, ReadingFacts *out) {
    Diag told = {.arena = run->arena};
    MeasuredBed measured;
    bool incomplete;
    if (!measured_bed(run->arena, table, instruments, NO_PLACE, &measured, &incomplete, &told)) return;
    out->length = measured.bed.length / 100, out->width = measured.bed.width / 100;
    out->has_corners = true;
    for (int i = 0; i < CORNER_COUNT; i++) out->corners[i] = measured.bed.corners[i];
}

static bool load(EvidenceSource *source, const PlannedTable *table, Judging *judging) {
    Run *run = source->run;
    const Profile **profiles = NEW(run->arena, const Profile *);
    const JudgingWords words = {.profile_dir = source->profile_dir, .instruments = source->instruments};
    profiles[0] = table->profile;
    *judging = (Judging){.profiles = profiles, .profile_count = 1};
    const char *path = words.instruments ? words.instruments : config_path(run->config, "instruments");
    if (path && !(judging->instruments = instruments_load(run->arena, path, &run->diag))) return false;
    judging->options.instruments = judging->instruments;
    judging->options.games = table->games, judging->options.game_count = table->game_count;
    return judging_read(run, &words, judging, table->readings, &judging->session);
}

bool evidence_readings(void *context, const PlannedTable *table, ReadingFacts *out) {
    static const HallVerdict verdicts[] = {
        [OUTCOME_YES] = HALL_PASS, [OUTCOME_INCOMPLETE] = HALL_INCOMPLETE, [OUTCOME_NO] = HALL_FAIL};
    EvidenceSource *source = context;
    Run *run = source->run;
    Judging judging;
    TableResult result;
    *out = (ReadingFacts){.why = S("")};
    if (!load(source, table, &judging)) return false;
    const SessionTable *chosen = choose(run, table, &judging.session);
    if (!chosen || !judge_table(run->arena, chosen, table->profile, &judging.options, &result, &run->diag))
        return false;
    out->verdict = verdicts[table_outcome(&result)];
    out->conditional = result.verdict == VERDICT_CONDITIONAL_PASS;
    out->why = without_pass(run->arena, &result);
    take_bed(run, chosen, judging.instruments, out);
    return true;
}
