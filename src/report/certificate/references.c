/* What the instruments showed against a weight, a gauge block or a second meter before the day's work. Of
 * each instrument counts the last check not later than its last reading on this table: what was checked
 * afterwards says nothing of how it stood when it measured. The annex says it with the instrument; page 1
 * only where the check was failed, for then the reader must know it before he believes the verdict. See
 * model/checks.h. */
#include "report/certificate/pieces.h"

enum { DAY_MS = 86400000 };

/* Until when the instrument was used here: to the millisecond, or to the end of a day that is all we know. */
static Moment last_use(const Making *making, Str id) {
    const Certificate *c = making->certificate;
    Moment last = {0};
    for (ptrdiff_t i = 0; i < c->reading_count; i++) {
        Moment time = c->readings[i]->time;
        if (!str_eq(c->readings[i]->instrument, id) || !time.given) continue;
        if (time.date_only) time.utc_ms += DAY_MS - 1;
        if (!last.given || time.utc_ms > last.utc_ms) last = time;
    }
    Date day = certificate_measured(c).last;
    if (!last.given && day.year) last = (Moment){.given = true, .utc_ms = (date_days(day) + 1) * DAY_MS - 1};
    return last;
}

const InstrumentCheck *part_reference_check(const Making *making, Str id) {
    const Instruments *list = making->certificate->instruments;
    return list ? checks_last(&list->checks, id, last_use(making, id)) : NULL;
}

/* The sentence of that key, filled with time, reference, reading, difference, allowed, verdict, instrument.
 */
static Str sentence(const Making *making, const char *key, const InstrumentCheck *check) {
    const char *verdict = check->good ? "instruments.reference.good" : "instruments.reference.bad";
    return CATALOGUE_FILL(making->words, key, part_moment(making, check->time),
                          part_number(making, check->reference), part_number(making, check->reading),
                          part_number(making, check->difference), part_number(making, check->allowed),
                          catalogue_text(making->words, verdict), check->instrument);
}

Str part_reference_text(const Making *making, const InstrumentCheck *check) {
    return sentence(making, "certificate.reference.checked", check);
}

Str part_failed_references(const Making *making) {
    Names used = part_instruments(making);
    Str text = S("");
    for (ptrdiff_t i = 0; i < used.all.n; i++) {
        const InstrumentCheck *check = part_reference_check(making, used.all.at[i]);
        if (!check || check->good) continue;
        Str one = sentence(making, "certificate.reference.failed", check);
        text = str_trim(str_fmt(making->arena, "%.*s %.*s", SARG(text), SARG(one)));
    }
    return text;
}
