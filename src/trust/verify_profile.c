/* See verify.h: by whose profile it was judged. Anybody can write a laxer one under a known name; the result
 * follows from it without a fault. So the profile inside is compared with the one of that name which this
 * program has: the same edition with another text, and another verdict, is not what it says it is, unless
 * somebody known has signed it or the register has it (a program may mend its own profile within an edition).
 * An older edition is honest, but is named. */
#include "trust/verify_inside.h"

static bool same_chain(const VerifyJudged *a, const VerifyJudged *b) {
    if (a->chain_count != b->chain_count) return false;
    for (int i = 0; i < a->chain_count; i++)
        if (!str_eq(a->chain[i], b->chain[i])) return false;
    return true;
}

static bool vouched(const Verifying *v) { return v->out->signature == SIGNED_KNOWN || v->registered; }

/* One without an edition says nothing by which it could be another one. */
static bool same_edition(const VerifyJudged *inside, const VerifyJudged *today) {
    return !inside->edition.len || str_eq(inside->edition, today->edition);
}

static void say_verdict(Verifying *v, Str verdict) {
    if (verdict.len)
        finding(v, FINDING_NOTE, "today_differs", v->out->profile, verdict, v->out->verdict);
    else
        finding(v, FINDING_NOTE, "today_cannot", v->out->profile, S(""), S(""));
}

void verify_profile(Verifying *v) {
    const VerifyJudged *inside = &v->inside, *today = &v->today;
    if (!inside->chain_count) return;
    if (!str_eq(inside->edition, v->out->edition))
        finding(v, FINDING_BAD, "judged_differently", S("edition"), v->out->edition, inside->edition);
    if (!today->chain_count) {
        finding(v, FINDING_NOTE, "profile_foreign", v->out->profile, S(""), S(""));
        return;
    }
    if (same_chain(inside, today)) return;
    Str verdict = today->json.len ? result_verdict(v->arena, today->json) : S("");
    bool otherwise = !str_eq(verdict, v->out->verdict);
    v->out->own_terms = otherwise && !vouched(v);
    if (same_edition(inside, today))
        finding(v, v->out->own_terms ? FINDING_BAD : FINDING_NOTE, "profile_altered", v->out->profile, S(""),
                S(""));
    else
        finding(v, FINDING_NOTE, "profile_edition", v->out->profile, inside->edition, today->edition);
    if (otherwise) say_verdict(v, verdict);
}
