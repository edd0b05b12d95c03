/* See verify_again.h. What is told on the way is for nobody: that it cannot be judged is the finding. */
#include "cli/verify_again.h"

#include "judge/verdict.h"
#include "model/catalogue.h"
#include "read/csv/measurements.h"
#include "report/certificate/result.h"

#include <sys/mman.h>
#include <unistd.h>

static const Profile *load_profile(Arena *arena, const VerifyRequest *request, Diag *told) {
    if (!request->chain_count) {
        Source shipped;
        if (!data_find(str_fmt(arena, "profiles/equipment/%.*s.yaml", SARG(request->profile)), &shipped))
            return NULL;
        return profile_load(arena, str_z(arena, request->profile), NULL, told);
    }
    const Source **chain = NEW_ARRAY(arena, const Source *, request->chain_count);
    for (int i = 0; i < request->chain_count; i++) {
        Source *source = NEW(arena, Source);
        *source = (Source){request->chain_names[i], request->chain[i], S("")};
        chain[i] = source;
    }
    return profile_load_chain(arena, chain, request->chain_count, told);
}

/* Readers want a path: an anonymous file has one. */
static bool read_bytes(Session *session, const VerifyReadings *readings, const MeasurementSpec *spec,
                       Diag *told) {
    int file = memfd_create("readings", MFD_CLOEXEC);
    char path[40];
    ptrdiff_t done = 0;
    for (ssize_t n = 1; file >= 0 && n > 0 && done<readings->bytes.len; done += n> 0 ? n : 0)
        n = write(file, readings->bytes.at + done, (size_t)(readings->bytes.len - done));
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    bool ok = file >= 0 && done == readings->bytes.len && lseek(file, 0, SEEK_SET) == 0 &&
              measurements_read(session, path, spec, told);
    if (file >= 0) close(file);
    if (ok) session->inputs.at[session->inputs.n - 1].file = readings->name;
    return ok;
}

static bool read_all(Session *session, const Profile *const *profile, const VerifyRequest *request,
                     Diag *told) {
    for (int i = 0; i < request->reading_count; i++) {
        const VerifyReadings *readings = &request->readings[i];
        const MeasurementSpec spec = {.profiles = profile,
                                      .profile_count = 1,
                                      .decimal = readings->decimal,
                                      .delimiter = readings->delimiter,
                                      .encoding = str_z(session->arena, readings->encoding),
                                      .digest = true};
        if (!read_bytes(session, readings, &spec, told)) return false;
    }
    return true;
}

static bool set_options(Arena *arena, const VerifyRequest *request, JudgeOptions *options, Diag *told) {
    Rule *rule = NEW(arena, Rule);
    Decimal *guard = NEW(arena, Decimal);
    *options = (JudgeOptions){.partial = true,
                              .accept_implausible = true,
                              .games = request->games,
                              .game_count = request->game_count};
    if (rule_find(request->rule, rule)) options->rule = rule;
    if (request->guard.len && decimal_parse(request->guard, '.', guard) == DECIMAL_OK) options->guard = guard;
    if (!request->instruments.len) return true;
    Source *source = NEW(arena, Source);
    *source = (Source){S("the attached instrument list"), request->instruments, S("")};
    options->instruments = instruments_read(arena, source, told);
    return options->instruments != NULL;
}

static void print(Arena *arena, const Catalogue *english, const TableResult *result, const Session *session,
                  Str *json) {
    Buf out = {0};
    Json writer = {.out = &out};
    result_json_open(&writer);
    result_json_table(&writer, english, result);
    result_json_close(&writer, session);
    *json = str_dup(arena, buf_str(&out));
    buf_free(&out);
}

static void take_profile(Arena *arena, const Profile *profile, VerifyJudged *out) {
    Str *chain = NEW_ARRAY(arena, Str, profile->chain_count);
    for (int i = 0; i < profile->chain_count; i++) chain[i] = profile->chain[i]->bytes;
    out->edition = profile->edition;
    out->chain = chain;
    out->chain_count = profile->chain_count;
}

static bool judge(Arena *arena, const VerifyRequest *request, VerifyJudged *out) {
    Diag *told = NEW(arena, Diag);
    JudgeOptions options;
    TableResult *result = NEW(arena, TableResult);
    Session *session = NEW(arena, Session);
    told->arena = session->arena = arena;
    told->most = 20;
    const Catalogue *english = catalogue_load(arena, "en", told);
    const Profile *profile = load_profile(arena, request, told);
    if (!english || !profile || profile->abstract) return false;
    take_profile(arena, profile, out);
    if (!set_options(arena, request, &options, told) || !read_all(session, &profile, request, told) ||
        !instruments_check(options.instruments, session, false, told))
        return false;
    const SessionTable *table = session_table(session, request->table, arena);
    if (!table || !judge_table(arena, table, profile, &options, result, told)) return false;
    print(arena, english, result, session, &out->json);
    return true;
}

bool verify_again(void *context, Arena *arena, const VerifyRequest *request, VerifyJudged *out) {
    (void)context;
    *out = (VerifyJudged){0};
    /* Noon of the day of issue: readings without a time were judged as of then. */
    moment_hold(request->issued.year ? date_days(request->issued) * 86400000 + 43200000 : -1);
    bool ok = judge(arena, request, out);
    moment_hold(-1);
    return ok;
}
