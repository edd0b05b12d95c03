/* See verify.h: the attached readings, judged again by the attached profile; and, where this program has a
 * profile of that name, by today's. Which options the certificate was made with shows in it: rule and guard
 * band are stated, doubtful readings were accepted or there would be no certificate, and of the games only
 * whether they were asked for is tried. */
#include "trust/verify_inside.h"

enum { MOST_CHAIN_FILES = 8 };

static bool is_yaml(const PdfAttachment *a) { return str_eq(a->media, S("application#2Fyaml")); }

/* A line at the outermost level begins so. */
static bool has_key(Str yaml, Str key) {
    while (yaml.len)
        if (str_starts(str_cut(&yaml, '\n'), key)) return true;
    return false;
}

static void take_basis(Verifying *v, VerifyRequest *request, Str *chain, Str *names) {
    for (ptrdiff_t i = 0; i < v->attached.list.n; i++) {
        const PdfAttachment *a = &v->attached.list.at[i];
        if (!is_yaml(a)) continue;
        if (!has_key(a->bytes, S("profile:")))
            request->instruments = a->bytes;
        else if (request->chain_count < MOST_CHAIN_FILES) {
            chain[request->chain_count] = a->bytes;
            names[request->chain_count++] = a->name;
        }
    }
    request->chain = chain;
    request->chain_names = names;
}

/* The attached file that has this digest. */
static const PdfAttachment *find_file(const Verifying *v, Str sha256) {
    char digest[DIGEST_HEX];
    for (ptrdiff_t i = 0; i < v->attached.list.n; i++) {
        digest_hex(v->attached.list.at[i].bytes, digest);
        if (str_eq(sha256, str_of(digest))) return &v->attached.list.at[i];
    }
    return NULL;
}

static bool has_readings(const Verifying *v) {
    for (ptrdiff_t i = 0; i < v->attached.list.n; i++)
        if (str_eq(v->attached.list.at[i].media, S("text#2Fcsv"))) return true;
    return false;
}

/* Readings inside that were not judged would be taken for those that were. */
static bool all_judged(Verifying *v) {
    for (ptrdiff_t i = 0; i < v->attached.list.n; i++) {
        const PdfAttachment *a = &v->attached.list.at[i];
        bool judged = !str_eq(a->media, S("text#2Fcsv"));
        for (int k = 0; k < v->twin.input_count && !judged; k++)
            judged = find_file(v, v->twin.inputs[k].sha256) == a;
        if (judged) continue;
        finding(v, FINDING_BAD, "readings_changed", a->name, S(""), S(""));
        return false;
    }
    return true;
}

static bool take_readings(Verifying *v, VerifyRequest *request) {
    VerifyReadings *readings = NEW_ARRAY(v->arena, VerifyReadings, v->twin.input_count + 1);
    request->readings = readings;
    for (int i = 0; i < v->twin.input_count; i++) {
        const TwinInput *input = &v->twin.inputs[i];
        const PdfAttachment *file = find_file(v, input->sha256);
        if (!file) {
            bool changed = has_readings(v);
            finding(v, changed ? FINDING_BAD : FINDING_NOTE,
                    changed ? "readings_changed" : "readings_missing", input->file, S(""), S(""));
            return false;
        }
        readings[request->reading_count++] =
            (VerifyReadings){input->file, file->bytes, input->encoding, input->delimiter, input->decimal};
    }
    return request->reading_count > 0;
}

/* First without the games, as most are made; then for those the scope names. */
static bool judge(Verifying *v, VerifyRequest *request, Str *at, Str *was, Str *is) {
    *at = S("JSON");
    *was = *is = S("");
    for (int with_games = 0; with_games < 2; with_games++) {
        request->games = v->out->scope;
        request->game_count = with_games ? v->out->scope_count : 0;
        if (!v->options->judge(v->options->context, v->arena, request, &v->inside)) continue;
        *at = twin_difference(v->arena, v->twin.bytes, v->inside.json, was, is);
        if (!at->len) return true;
    }
    return false;
}

/* Only a profile of the program's own can have a newer edition. */
static void judge_today(Verifying *v, VerifyRequest *request) {
    request->chain_count = 0;
    if (!v->options->judge(v->options->context, v->arena, request, &v->today)) v->today.json = S("");
}

void verify_judgement(Verifying *v) {
    Str chain[MOST_CHAIN_FILES], names[MOST_CHAIN_FILES], at, was, is;
    VerifyRequest request = {.profile = v->out->profile,
                             .instruments = S(""),
                             .table = v->out->table,
                             .rule = v->twin.rule,
                             .guard = v->twin.guard,
                             .issued = v->out->issued};
    take_basis(v, &request, chain, names);
    if (!take_readings(v, &request) || !all_judged(v) || !v->options->judge) return;
    if (!request.chain_count) {
        FINDING(v, FINDING_BAD, "profile_missing");
        return;
    }
    if (judge(v, &request, &at, &was, &is))
        FINDING(v, FINDING_GOOD, "judged_again");
    else
        finding(v, FINDING_BAD, "judged_differently", at, was, is);
    judge_today(v, &request);
}
