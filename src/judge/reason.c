/* Why a requirement is no plain pass: reasons as phrases, distances as text. See judge.h. */
#include "judge/judge.h"

#include "judge/uncertainty.h"

Str distance_text(Arena *arena, const Requirement *r, Fraction distance, int places) {
    Fraction value = in_unit(arena, distance, r->unit, true);
    if (fraction_sign(value) < 0) value = fraction_sub(arena, fraction_of(0, 1), value);
    while (places < 40 && fraction_sign(fraction_round(arena, value, places)) == 0 && fraction_sign(value))
        places++;
    return fraction_print(arena, value, places);
}

Phrase phrase_points(const char *key, Str list) {
    Phrase phrase = PHRASE(key, 0, list);
    phrase.points = 1;
    return phrase;
}

Phrase phrase_games(const char *key, Str list) {
    Phrase phrase = PHRASE(key, 0, list);
    phrase.games = 1;
    return phrase;
}

Phrase phrase_items(const Judge *judge, const char *key, Str list) {
    Phrase phrase = PHRASE(key, 0, list);
    phrase.items = 1;
    phrase.profile = judge->table->profile;
    return phrase;
}

Phrase phrase_states(const char *key, Str list) {
    Phrase phrase = PHRASE(key, 0, list);
    phrase.states = 1;
    return phrase;
}

int places_of(Str number) {
    ptrdiff_t sign = str_find_byte(number, '.');
    return sign < 0 ? 0 : (int)(number.len - sign - 1);
}

void add_reason(Judge *judge, RequirementResult *out, Phrase phrase) {
    if (!out->reasons) out->reasons = NEW_ARRAY(judge->arena, Phrase, MOST_REASONS);
    if (out->reason_count < MOST_REASONS) out->reasons[out->reason_count++] = phrase;
}

Str joined(Arena *arena, Str list, Str word) {
    return list.len ? str_fmt(arena, "%.*s, %.*s", SARG(list), SARG(word)) : word;
}

Str unit_text(const Requirement *r) { return str_eq(r->unit->name, S("1")) ? S("") : r->unit->name; }

static Phrase distance_phrase(Judge *judge, const RequirementResult *result, const char *above,
                              const char *below) {
    const Requirement *r = result->requirement;
    const Judged *j = &result->deciding;
    bool upper = j->nearest == &r->upper;
    Str distance = distance_text(judge->arena, r, j->margin, places_of(result->value));
    Phrase phrase = PHRASE(upper ? above : below, 1u | 4u, distance, unit_text(r), j->nearest->text);
    phrase.unit = r->unit;
    return phrase;
}

static Phrase guard_phrase(const RequirementResult *out, const char *key) {
    Phrase phrase = PHRASE(key, 1u, out->guard_band, unit_text(out->requirement));
    phrase.unit = out->requirement->unit;
    return phrase;
}

void explain_rule(Judge *judge, RequirementResult *out) {
    const Judged *j = &out->deciding;
    if (fraction_sign(j->margin) < 0)
        add_reason(judge, out, distance_phrase(judge, out, "reason.above", "reason.below"));
    if (j->verdict != VERDICT_PASS && judge->table->rule != RULE_SIMPLE && j->verdict != VERDICT_FAIL)
        add_reason(judge, out, guard_phrase(out, "reason.less_than_guard"));
    else if (j->verdict == VERDICT_FAIL && fraction_sign(j->margin) >= 0)
        add_reason(judge, out, guard_phrase(out, "reason.inside_guard"));
}

Str unusable_text(Arena *arena, const Item *item, int *total) {
    Str text = S("");
    for (int state = STATE_OK + 1; item && state < STATE_COUNT; state++) {
        if (!item->unusable[state]) continue;
        *total += item->unusable[state];
        text = joined(arena, text,
                      str_fmt(arena, "%s %d", state_name((ReadingState)state), item->unusable[state]));
    }
    return text;
}

void explain_missing(Judge *judge, const Item *item, RequirementResult *out) {
    int total = 0;
    Str unusable = unusable_text(judge->arena, item, &total);
    out->verdict = VERDICT_INCOMPLETE;
    if (total) add_reason(judge, out, phrase_states("reason.unusable", unusable));
    if (out->decided && fraction_sign(out->deciding.margin) < 0)
        add_reason(judge, out, distance_phrase(judge, out, "reason.already_above", "reason.already_below"));
}
