/* A certificate put together: what it is called, how long it is valid, what it is for, who signs. See
 * certificate.h; its first page is in banner.c, facts.c and requirement_table.c, what follows in annex.c. */
#include "report/certificate/certificate.h"

#include "base/names.h"
#include "report/certificate/pieces.h"

static bool is_certificate(const TableResult *result) {
    return !result->partial &&
           (result->verdict == VERDICT_PASS || result->verdict == VERDICT_CONDITIONAL_PASS);
}

static Str number_of(const Making *making) {
    Str number = making->certificate->number;
    return number.len ? number : part_text(making, "unregistered");
}

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

Date certificate_valid_until(const Certificate *certificate) {
    if (!is_certificate(certificate->result)) return (Date){0};
    Date last = certificate_measured(certificate).last;
    return last.year ? date_add_months(last, certificate->valid_months) : (Date){0};
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
                                       part_joined(words->arena, old->list.at, (int)old->list.n))));
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
    document->subject = CATALOGUE_FILL(making->words, "certificate.subject", part_profile_title(making));
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
    title->picture = certificate->logo;
    add_banner(&making);
    add_conditions(&making);
    add_facts(&making);
    add_requirements(&making);
    add_explanation(&making);
    add_signatures(&making);
    document_page_break(making.document);
    add_annex(&making);
    return making.document;
}
