/* Who, what, when, by which document, for which games, in what climate; and the small print: traceability,
 * what the rule and U mean. Contents after ISO/IEC 17020 7.4 and 17025 7.8. See pieces.h. */
#include "judge/uncertainty.h"
#include "report/certificate/pieces.h"

static Str measured_days(const Making *making) {
    Days days = certificate_measured(making->certificate);
    if (!days.first.year) return part_text(making, "not_stated");
    if (date_days(days.first) == date_days(days.last)) return part_date(making, days.first);
    return CATALOGUE_FILL(making->words, "certificate.span", part_date(making, days.first),
                          part_date(making, days.last));
}

static Str issued_day(const Making *making) {
    Moment issued = making->certificate->issued;
    int offset = abs(issued.offset_minutes);
    Str zone = str_fmt(making->arena, "%c%02d:%02d", issued.offset_minutes < 0 ? '-' : '+', offset / 60,
                       offset % 60);
    return CATALOGUE_FILL(making->words, "certificate.zone", part_date(making, moment_date(issued)), zone);
}

static Str valid_until(const Making *making) {
    Date until = certificate_valid_until(making->certificate);
    return until.year ? part_date(making, until) : S("");
}

/* "Free game, Balkline 47/1, 47/2": what is said already is not said again. */
static Str game_names(const Making *making, const Str *games, int count) {
    Str *names = NEW_ARRAY(making->arena, Str, count), family = S("");
    for (int i = 0; i < count; i++) {
        Str name = catalogue_game(making->words, games[i]);
        ptrdiff_t end = name.len;
        while (end > 0 && name.at[end - 1] != ' ') end--;
        bool again = end && str_eq(str_slice(name, 0, end), family);
        family = str_slice(name, 0, end);
        names[i] = again ? str_skip(name, end) : name;
    }
    return part_joined(making->arena, names, count);
}

static Str scope_of(const Making *making) {
    const Str *games;
    int count = certificate_scope(making->arena, making->result, &games);
    if (!count) return part_text(making, "scope_all");
    Str list = game_names(making, games, count);
    return making->result->game_count ? list
                                      : CATALOGUE_FILL(making->words, "certificate.scope_all_named", list);
}

static Str guard_of(const Making *making) {
    Decimal guard = making->result->guard;
    return catalogue_number(making->words, decimal_print_shortest(making->arena, guard.num, guard.den, 0, 6));
}

static Str rule_words(const Making *making, const char *section) {
    Str key = str_fmt(making->arena, "certificate.%s.%s", section, rule_name(making->result->rule));
    return CATALOGUE_FILL(making->words, str_z(making->arena, key), guard_of(making));
}

static Str document_words(const Making *making) {
    const Profile *profile = making->result->profile;
    Str out = S("");
    for (int i = 0; i < 3; i++) {
        Str part = texts_get(&profile->documents[i], language_index(making->words->language));
        if (part.len && str_find(out, part) < 0)
            out = str_fmt(making->arena, "%.*s%s%.*s", SARG(out), out.len ? ", " : "", SARG(part));
    }
    return out;
}

/* What an item's points say, least to greatest: "21,5 °C", "40 to 45 %". */
static Str climate_of(const Making *making, const char *id, const char *unit_name) {
    Arena *arena = making->arena;
    const Item *item = making->result->session ? table_item(making->result->session, str_of(id)) : NULL;
    const Unit *unit = unit_find(str_of(unit_name));
    Fraction least = {0}, most = {0};
    int n = 0, places = 0;
    for (ptrdiff_t i = 0; item && unit && i < item->points.n; i++) {
        const Point *point = &item->points.at[i];
        if (!point->n) continue;
        Fraction value = in_unit(arena, point_value(point, NULL).value, unit, false);
        if (!n || fraction_cmp(arena, value, least) < 0) least = value;
        if (!n || fraction_cmp(arena, value, most) > 0) most = value;
        if (point->places > places) places = point->places;
        n++;
    }
    if (!n) return S("");
    Str from = part_number(making, fraction_print(arena, least, places)),
        to = part_number(making, fraction_print(arena, most, places));
    Str span = str_eq(from, to) ? from : CATALOGUE_FILL(making->words, "check.limits.both", from, to);
    return str_fmt(arena, "%.*s %s", SARG(span), unit_name);
}

static Str climate(const Making *making) {
    Str parts[2] = {climate_of(making, "room.temperature", "°C"), climate_of(making, "room.humidity", "%")};
    int n = parts[0].len > 0;
    if (parts[1].len) parts[n++] = CATALOGUE_FILL(making->words, "certificate.humidity", parts[1]);
    return part_joined(making->arena, parts, n);
}

/* As on a laboratory's certificate: the item and who asked on the left, the document and who answers for it
 * on the right. */
void add_facts(Making *making) {
    const Certificate *c = making->certificate;
    Block *block = document_facts(making->document);
    Str profile = str_fmt(making->arena, "%.*s (%.*s)", SARG(part_profile_title(making)),
                          SARG(making->result->profile->id));
    const struct {
        const char *key;
        Str value;
    } facts[] = {
        {"fact.table", part_table_name(making)},
        {"fact.maker", c->table_maker},
        {"fact.serial", c->table_serial},
        {"fact.hall", c->hall},
        {"fact.address", c->address},
        {"fact.customer", c->customer},
        {"fact.measured", measured_days(making)},
        {"fact.climate", climate(making)},
        {"fact.issued", issued_day(making)},
        {"fact.valid_until", valid_until(making)},
        {"fact.supersedes", part_joined(making->arena, c->supersedes.list.at, (int)c->supersedes.list.n)},
        {"fact.issuer", c->issuer},
        {"fact.inspector", c->inspector},
        {"fact.profile", profile},
        {"fact.document", document_words(making)},
        {"fact.scope", scope_of(making)},
        {"fact.rule", rule_words(making, "rule")},
    };
    block->size = 8.5;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        block_fact(making->document, block, part_text(making, facts[i].key), facts[i].value);
}

/* ---- what is said below the requirements ---- */

/* By the calibration certificates of the instruments used; what has none is named. */
static Str traceability(const Making *making) {
    Names used = part_instruments(making), certificates = {.arena = making->arena},
          without = {.arena = making->arena};
    Str text = S("");
    for (ptrdiff_t i = 0; i < used.all.n; i++) {
        const Instrument *instrument = instruments_find(making->certificate->instruments, used.all.at[i]);
        if (instrument && instrument->certificate.len)
            names_add(&certificates, instrument->certificate);
        else
            names_add(&without, used.all.at[i]);
    }
    if (!used.all.n) return part_text(making, "traceability.none");
    if (certificates.all.n)
        text = CATALOGUE_FILL(making->words, "certificate.traceability.by",
                              part_joined(making->arena, certificates.all.at, (int)certificates.all.n));
    if (!without.all.n) return text;
    Str rest = CATALOGUE_FILL(making->words, "certificate.traceability.without",
                              part_joined(making->arena, without.all.at, (int)without.all.n));
    return str_trim(str_fmt(making->arena, "%.*s %.*s", SARG(text), SARG(rest)));
}

static void small_print(Making *making, Str text) {
    Block *block = document_paragraph(making->document, text);
    block->quiet = true;
    block->size = 6.8;
}

void add_explanation(Making *making) {
    if (making->result->remark_count) {
        Str count = str_fmt(making->arena, "%d", making->result->remark_count);
        Block *remarks = document_paragraph(
            making->document, CATALOGUE_FILL(making->words, "certificate.remarks_count", count));
        remarks->size = 8;
    }
    Str failed = part_failed_references(making);
    if (failed.len) {
        Block *warning = document_paragraph(making->document, failed);
        warning->size = 8;
        warning->tone = TONE_BAD;
    }
    small_print(making, traceability(making));
    small_print(making, str_fmt(making->arena, "%.*s %.*s %.*s", SARG(rule_words(making, "rule_means")),
                                SARG(part_text(making, "uncertainty_means")),
                                SARG(part_text(making, "only_this_item"))));
}
