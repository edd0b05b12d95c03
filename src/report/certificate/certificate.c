/* The first page of a certificate: who, what, when, the verdict, every requirement with its gauge,
 * signatures. See certificate.h; the annex is in report/certificate/annex.c. */
#include "report/certificate/certificate.h"

#include "base/names.h"
#include "report/certificate/pieces.h"
#include "report/certificate/result.h"

#include <math.h>

static bool is_certificate(const TableResult *result) {
    return !result->partial &&
           (result->verdict == VERDICT_PASS || result->verdict == VERDICT_CONDITIONAL_PASS);
}

static int language_of(const Making *making) { return language_index(making->words->language); }

static Str profile_title(const Making *making) {
    return texts_get(&making->result->profile->title, language_of(making));
}

static Str number_of(const Making *making) {
    Str number = making->certificate->number;
    return number.len ? number : part_text(making, "unregistered");
}

/* ---- verdict ---- */

/* How many required requirements there are, and how many of them have this verdict. */
static void count_required(const TableResult *result, Verdict verdict, int *all, int *having) {
    *all = *having = 0;
    for (int i = 0; i < result->count; i++) {
        const RequirementResult *r = &result->requirements[i];
        if (r->requirement->severity != REQUIRED || r->verdict == VERDICT_NOT_APPLICABLE) continue;
        ++*all;
        *having += r->verdict == verdict;
    }
}

/* A good verdict on a part is no good verdict on the table. */
static bool is_part_only(const TableResult *result) {
    return result->partial && result->verdict == VERDICT_INCOMPLETE && !result->nothing;
}

static void add_banner(Making *making) {
    const TableResult *result = making->result;
    bool part = is_part_only(result);
    Verdict shown = part ? VERDICT_INCOMPLETE : result->verdict;
    const char *name = part ? "partial" : verdict_name(result->verdict);
    int all, having;
    count_required(result, shown, &all, &having);
    Str key = str_fmt(making->arena, "certificate.banner.detail_%s", name);
    Str head = part_text(making, str_z(making->arena, str_fmt(making->arena, "banner.%s", name)));
    Str detail = CATALOGUE_FILL(making->words, str_z(making->arena, key), part_table_name(making),
                                profile_title(making), str_fmt(making->arena, "%d", having),
                                str_fmt(making->arena, "%d", all));
    document_banner(making->document, verdict_tone(shown), str_of(verdict_sign(shown)), head, detail);
}

/* ---- facts ---- */

Days certificate_measured(const Certificate *certificate) {
    Moment first = certificate->measured, last = certificate->measured;
    for (ptrdiff_t i = 0; !certificate->measured.given && i < certificate->reading_count; i++) {
        Moment time = certificate->readings[i]->time;
        if (!time.given) continue;
        if (!first.given || time.utc_ms < first.utc_ms) first = time;
        if (!last.given || time.utc_ms > last.utc_ms) last = time;
    }
    return first.given ? (Days){moment_date(first), moment_date(last)} : (Days){0};
}

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

Date certificate_valid_until(const Certificate *certificate) {
    if (!is_certificate(certificate->result)) return (Date){0};
    Date last = certificate_measured(certificate).last;
    return last.year ? date_add_months(last, certificate->valid_months) : (Date){0};
}

static Str valid_until(const Making *making) {
    Date until = certificate_valid_until(making->certificate);
    return until.year ? part_date(making, until) : S("");
}

static Str joined(Arena *arena, const Str *items, int count) {
    Str out = S("");
    for (int i = 0; i < count; i++)
        out = str_fmt(arena, "%.*s%s%.*s", SARG(out), i ? ", " : "", SARG(items[i]));
    return out;
}

int certificate_scope(Arena *arena, const TableResult *result, const Str **games) {
    Names names = {.arena = arena};
    const Profile *profile = result->profile;
    *games = result->games;
    if (result->game_count) return result->game_count;
    for (int i = 0; i < profile->count; i++)
        for (int k = 0; k < profile->requirements[i].applies_count; k++)
            names_add(&names, profile->requirements[i].applies_to[k]);
    *games = names.all.at;
    return (int)names.all.n;
}

static Str scope_of(const Making *making) {
    const Str *games;
    int count = certificate_scope(making->arena, making->result, &games);
    if (!count) return part_text(making, "scope_all");
    Str list = joined(making->arena, games, count);
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
    Str parts[] = {profile->document, profile->edition, profile->issuer}, out = S("");
    for (int i = 0; i < 3; i++)
        if (parts[i].len && str_find(out, parts[i]) < 0)
            out = str_fmt(making->arena, "%.*s%s%.*s", SARG(out), out.len ? ", " : "", SARG(parts[i]));
    return out;
}

static void add_facts(Making *making) {
    const Certificate *c = making->certificate;
    Block *block = document_facts(making->document);
    Str profile =
        str_fmt(making->arena, "%.*s (%.*s)", SARG(profile_title(making)), SARG(making->result->profile->id));
    const struct {
        const char *key;
        Str value;
    } facts[] = {
        {"fact.table", part_table_name(making)},
        {"fact.maker", c->table_maker},
        {"fact.serial", c->table_serial},
        {"fact.hall", c->hall},
        {"fact.address", c->address},
        {"fact.measured", measured_days(making)},
        {"fact.issued", issued_day(making)},
        {"fact.valid_until", valid_until(making)},
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

/* ---- requirements ---- */

/* The axis shows the band, the value, and half a band's width around. */
static const Gauge *gauge_of(const Making *making, const RequirementResult *r) {
    const Requirement *q = r->requirement;
    if (!r->decided || !q->unit || (!q->lower.given && !q->upper.given)) return NULL;
    Gauge *gauge = NEW(making->arena, Gauge);
    double lower = q->lower.given ? (double)q->lower.value : NAN,
           upper = q->upper.given ? (double)q->upper.value : NAN;
    double value = fraction_double(r->deciding.value), U = 2 * r->deciding.u;
    double least = fmin(fmin(lower, upper), value), most = fmax(fmax(lower, upper), value);
    double room = fmax(fmax((most - least) * 0.4, fmin(U * 1.2, most - least)), fmax(fabs(most) * 1e-6, 1));
    *gauge = (Gauge){least - room, most + room, lower, upper, value, U, verdict_tone(r->verdict)};
    return gauge;
}

static Str limits_words(const Making *making, const RequirementResult *r) {
    Str limits = limits_text(making->words, r->requirement);
    if (limits.len) return limits;
    return part_text(making, "yes");
}

static Str point_words(const Making *making, const RequirementResult *r) {
    const Point *point = r->decided ? r->deciding.point : NULL;
    if (point && point->name.len && r->points > 1)
        return CATALOGUE_FILL(making->words, "certificate.at_point",
                              catalogue_point(making->words, point->name));
    if (r->points > 1)
        return CATALOGUE_FILL(making->words, "certificate.of_points",
                              str_fmt(making->arena, "%d", r->points));
    return S("");
}

static Str value_words(const Making *making, const RequirementResult *r) {
    if (!r->requirement->unit) return value_text(making->words, r);
    return part_value(making, r->value, r->U, r->requirement);
}

static void add_requirement(Making *making, Table *table, const RequirementResult *r) {
    const Requirement *q = r->requirement;
    Cell *cells = table_row(table);
    cells[0].text = texts_get(&q->title, language_of(making));
    cells[0].small = str_fmt(making->arena, "%.*s · %.*s", SARG(q->clause), SARG(q->id));
    cells[1].text = limits_words(making, r);
    cells[2] = (Cell){.text = value_words(making, r), .small = point_words(making, r)};
    if (r->has_probability) cells[3].text = part_percent(making, r->probability);
    cells[4].gauge = gauge_of(making, r);
    cells[5] = (Cell){.text = part_verdict(making, r->verdict),
                      .tone = verdict_tone(r->verdict),
                      .bold = verdict_tone(r->verdict) == TONE_BAD};
}

static void add_requirements(Making *making) {
    const Column columns[] = {
        {part_text(making, "column.requirement"), 0, 1, ALIGN_LEFT},
        {part_text(making, "column.limits"), 28, 0, ALIGN_LEFT},
        {part_text(making, "column.value"), 32, 0, ALIGN_RIGHT},
        {part_text(making, "column.probability"), 14, 0, ALIGN_RIGHT},
        {part_text(making, "column.gauge"), 27, 0, ALIGN_CENTRE},
        {part_text(making, "column.verdict"), 24, 0, ALIGN_LEFT},
    };
    document_heading(making->document, 2, part_text(making, "requirements"));
    Table *table = document_table(making->document, columns, 6);
    table->size = 7.6;
    for (int i = 0; i < making->result->count; i++) {
        const Requirement *q = making->result->requirements[i].requirement;
        if (!q->unit || requirement_has_limit(q))
            add_requirement(making, table, &making->result->requirements[i]);
    }
}

static void add_explanation(Making *making) {
    Str parts[] = {rule_words(making, "rule_means"), part_text(making, "uncertainty_means"),
                   part_text(making, "only_this_item")};
    Str text = str_fmt(making->arena, "%.*s %.*s %.*s", SARG(parts[0]), SARG(parts[1]), SARG(parts[2]));
    if (making->result->remark_count) {
        Str count = str_fmt(making->arena, "%d", making->result->remark_count);
        Block *remarks = document_paragraph(
            making->document, CATALOGUE_FILL(making->words, "certificate.remarks_count", count));
        remarks->size = 8;
    }
    Block *block = document_paragraph(making->document, text);
    block->quiet = true;
    block->size = 6.8;
}

static void add_signatures(Making *making) {
    Block *block = document_signatures(making->document);
    const Certificate *c = making->certificate;
    const struct {
        const char *key;
        Str value;
    } places[] = {
        {"signature.inspector", c->inspector}, {"signature.approved", S("")}, {"signature.stamp", S("")}};
    for (int i = 0; i < 3; i++)
        *VEC_PUSH(making->document->arena, &block->facts) =
            (Fact){part_text(making, places[i].key), places[i].value};
}

/* ---- in a line ---- */

void certificate_line(Buf *out, const Catalogue *words, const Certificate *certificate, const char *file) {
    const TableResult *result = certificate->result;
    const Numbers *old = &certificate->supersedes;
    Str number =
        certificate->number.len ? certificate->number : catalogue_text(words, "certificate.unregistered");
    Str key = result->partial ? S("certificate.line_partial")
                              : str_fmt(words->arena, "check.sum.%s", verdict_name(result->verdict));
    buf_printf(out, "%.*s: %s: %.*s", SARG(number), file,
               SARG(catalogue_text(words, str_z(words->arena, key))));
    if (old->list.n)
        buf_printf(out, ", %.*s",
                   SARG(CATALOGUE_FILL(words, "certificate.line_supersedes",
                                       joined(words->arena, old->list.at, (int)old->list.n))));
    buf_byte(out, '\n');
}

/* ---- the whole ---- */

static const char *title_key(const TableResult *result) {
    return result->partial ? "title_partial" : is_certificate(result) ? "title" : "title_report";
}

static Document *new_document(Making *making) {
    const Certificate *c = making->certificate;
    Str title = part_text(making, title_key(making->result)), number = number_of(making);
    Document *document = document_new(
        making->arena, making->words->language,
        str_fmt(making->arena, "%.*s %.*s: %.*s", SARG(title), SARG(number), SARG(part_table_name(making))));
    document->author = c->issuer.len ? c->issuer : c->inspector.len ? c->inspector : S("tablecert");
    document->subject = CATALOGUE_FILL(making->words, "certificate.subject", profile_title(making));
    document->issued = c->issued;
    document->footer = str_fmt(making->arena, "%.*s · %.*s · %.*s", SARG(number),
                               SARG(part_table_name(making)), SARG(title));
    document->page_label = part_text(making, "page");
    document->frame = document->fit_first = true;
    if (making->result->partial) document->page_note = part_text(making, "partial");
    return document;
}

Document *certificate_build(Arena *arena, const Certificate *certificate, const Catalogue *words) {
    Making making = {
        .arena = arena, .certificate = certificate, .result = certificate->result, .words = words};
    making.document = new_document(&making);
    number_points(&making);
    Str number = CATALOGUE_FILL(words, "certificate.number", number_of(&making));
    Block *title = document_title(making.document, part_text(&making, title_key(making.result)),
                                  certificate->number.len ? number : number_of(&making));
    title->sign = certificate->issuer;
    add_banner(&making);
    add_facts(&making);
    add_requirements(&making);
    add_explanation(&making);
    add_signatures(&making);
    document_page_break(making.document);
    add_annex(&making);
    return making.document;
}
