/* What the command line says of a match: who played, where, when. Paper and text show it; no ruling asks. */
#include "base/moment.h"
#include "base/text.h"
#include "cli/referee.h"
#include "report/write/font.h"

/* The text as it is shown. Refused where it would be shown nowhere. */
static bool take(Run *run, const char *option, const char *word, bool shown, bool pdf, Str *out) {
    Str given = str_trim(str_of(word ? word : ""));
    if (!word) return true;
    if (!shown) return run_usage(run, "--%s: this stands on the match sheet (-o FILE.pdf), not here", option);
    bool plain = given.len && text_utf8_fault(given) < 0 && text_control(given, false) < 0 &&
                 !memchr(given.at, '\t', (size_t)given.len);
    if (!plain) return run_usage(run, "--%s: expected plain text in one line", option);
    *out = text_nfc(run->arena, given);
    return !pdf ||
           font_check(*out, NO_PLACE, str_z(run->arena, str_fmt(run->arena, "--%s", option)), &run->diag);
}

/* A day, however it is written; on paper it stands as 2026-11-30. */
static bool settle_date(Run *run, Str *date) {
    Moment moment;
    const char *reason = NULL;
    if (!date->len) return true;
    if (!moment_parse(*date, &moment, &reason))
        return run_usage(run, "--date: '%.*s': %s", SARG(*date), diag_word(&run->diag, reason));
    *date = date_iso(run->arena, moment_date(moment));
    return true;
}

bool referee_heading(Run *run, const HeadingWords *words, RefereeRequest *request) {
    MatchHeading *heading = &request->heading;
    bool pdf = request->pdf, named = pdf || (!request->json && !request->draw);
    bool good = take(run, "player-a", words->player[0], named, pdf, &heading->names[0]);
    good = take(run, "player-b", words->player[1], named, pdf, &heading->names[1]) && good;
    good = take(run, "place", words->place, pdf, pdf, &heading->place) && good;
    good = take(run, "duration", words->duration, pdf, pdf, &heading->duration) && good;
    return take(run, "date", words->date, pdf, pdf, &heading->date) && settle_date(run, &heading->date) &&
           good;
}
