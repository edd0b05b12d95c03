/* See profile_text.h. */
#include "report/certificate/profile_text.h"

#include "report/certificate/result.h"
#include "report/write/columns.h"

enum { SHOWN = 7, TITLE_MOST = 44 };

static int language_of(const Catalogue *catalogue) { return language_index(catalogue->language); }

static Str keyed(const Catalogue *catalogue, const char *section, const char *name) {
    Str key = str_fmt(catalogue->arena, "%s.%s", section, name);
    return catalogue_text(catalogue, str_z(catalogue->arena, key));
}

/* Without a document: own rules, undated. */
static Str edition_text(const Catalogue *catalogue, const Profile *profile) {
    if (!profile->document.len) return catalogue_text(catalogue, "profile.own_rules");
    Str edition = texts_get(&profile->documents[1], language_of(catalogue));
    return edition.len ? edition : catalogue_text(catalogue, "profile.undated");
}

void profile_list_text(Buf *out, const Catalogue *catalogue, const Profile *const *profiles, int count) {
    Columns columns = columns_new(catalogue->arena, 3);
    for (int i = 0; i < count; i++) {
        columns_add(&columns, profiles[i]->id, NULL);
        columns_add(&columns, texts_get(&profiles[i]->title, language_of(catalogue)), NULL);
        columns_add(&columns, edition_text(catalogue, profiles[i]), NULL);
    }
    columns_put(out, &columns, 0);
}

/* ---- one requirement in words ---- */

static Str points_text(const Catalogue *catalogue, const Requirement *r) {
    const Points *points = &r->points;
    if (r->statistic == STATISTIC_ATTEST) return S("");
    if (points->kind == POINTS_GRID)
        return str_fmt(catalogue->arena, "grid %dx%d", points->columns, points->rows);
    if (points->kind == POINTS_NUMBER) return str_fmt(catalogue->arena, "≥ %d", points->least);
    Str out = S("");
    for (int i = 0; i < points->least; i++)
        out =
            i ? str_fmt(catalogue->arena, "%.*s, %.*s", SARG(out), SARG(points->names[i])) : points->names[i];
    return out;
}

static Str times_text(const Catalogue *catalogue, const Requirement *r) {
    return catalogue_number(catalogue,
                            decimal_print_shortest(catalogue->arena, r->times.num, r->times.den, 0, 9));
}

static Str statistic_text(const Catalogue *catalogue, const Requirement *r) {
    Str how = keyed(catalogue, "profile.statistic", statistic_name(r->statistic));
    if (!requirement_derived(r)) return how;
    Str of = r->minus.len
                 ? CATALOGUE_FILL(catalogue, "profile.minus", r->of, times_text(catalogue, r), r->minus)
             : r->over.len ? CATALOGUE_FILL(catalogue, "profile.over", r->of, r->over)
                           : r->of;
    return CATALOGUE_FILL(catalogue, "profile.of", how, of);
}

static Str severity_text(const Catalogue *catalogue, const Requirement *r) {
    return keyed(catalogue, "profile.severity", r->severity == REQUIRED ? "required" : "advisory");
}

static Str limit_text(const Catalogue *catalogue, const Requirement *r) {
    if (requirement_has_limit(r)) return limits_text(catalogue, r);
    return r->statistic == STATISTIC_ATTEST ? S("") : catalogue_text(catalogue, "profile.no_limit");
}

static Str games_text(const Catalogue *catalogue, const Requirement *r) {
    Str out = S("");
    for (int i = 0; i < r->applies_count; i++)
        out =
            i ? str_fmt(catalogue->arena, "%.*s, %.*s", SARG(out), SARG(r->applies_to[i])) : r->applies_to[i];
    return out;
}

/* "only for …; only when …", or "". */
static Str scope_text(const Catalogue *catalogue, const Requirement *r) {
    Str games = S(""), condition = S("");
    if (r->applies_count) games = CATALOGUE_FILL(catalogue, "profile.games", games_text(catalogue, r));
    if (r->condition.len)
        condition =
            CATALOGUE_FILL(catalogue, r->condition_wanted ? "profile.when" : "profile.unless", r->condition);
    return str_fmt(catalogue->arena, "%.*s%s%.*s", SARG(games), games.len && condition.len ? "; " : "",
                   SARG(condition));
}

/* ---- one profile ---- */

static void put_fact(Buf *out, const Catalogue *catalogue, const char *key, Str value) {
    if (value.len) buf_printf(out, "  %.*s: %.*s\n", SARG(keyed(catalogue, "profile", key)), SARG(value));
}

static void put_head(Buf *out, const Catalogue *catalogue, const Profile *profile) {
    Str guard = decimal_print_shortest(catalogue->arena, profile->guard.num, profile->guard.den, 0, 6);
    Str rule = str_fmt(catalogue->arena, "check.rule.%s", rule_name(profile->rule));
    buf_printf(out, "%.*s  %.*s\n", SARG(profile->id),
               SARG(texts_get(&profile->title, language_of(catalogue))));
    put_fact(out, catalogue, "document", texts_get(&profile->documents[0], language_of(catalogue)));
    put_fact(out, catalogue, "edition", edition_text(catalogue, profile));
    put_fact(out, catalogue, "issuer", texts_get(&profile->documents[2], language_of(catalogue)));
    put_fact(out, catalogue, "rule",
             CATALOGUE_FILL(catalogue, str_z(catalogue->arena, rule), catalogue_number(catalogue, guard)));
    put_fact(out, catalogue, "file", profile->source->name);
    buf_byte(out, '\n');
}

static void put_notes(Buf *out, const Catalogue *catalogue, const Profile *profile) {
    buf_printf(out, "\n  %.*s:\n", SARG(catalogue_text(catalogue, "profile.sources")));
    for (const Requirement *r = profile->requirements; r < profile->requirements + profile->count; r++) {
        Str note = texts_get(&r->note, language_of(catalogue)), scope = scope_text(catalogue, r);
        if (!r->source.len && !note.len && !scope.len) continue;
        buf_printf(out, "    %.*s: %.*s\n", SARG(r->id), SARG(r->source));
        if (scope.len) buf_printf(out, "      %.*s\n", SARG(scope));
        if (note.len) buf_printf(out, "      %.*s\n", SARG(note));
    }
}

void profile_show_text(Buf *out, const Catalogue *catalogue, const Profile *profile) {
    size_t from = out->len;
    static const char *const heads[SHOWN] = {"id", "title", "limits", "how", "points", "severity", "clause"};
    Columns columns = columns_new(catalogue->arena, SHOWN);
    columns.most[1] = TITLE_MOST;
    for (int c = 0; c < SHOWN; c++) columns_add(&columns, keyed(catalogue, "profile.column", heads[c]), NULL);
    for (const Requirement *r = profile->requirements; r < profile->requirements + profile->count; r++) {
        columns_add(&columns, r->id, NULL);
        columns_add(&columns, texts_get(&r->title, language_of(catalogue)), NULL);
        columns_add(&columns, limit_text(catalogue, r), NULL);
        columns_add(&columns, statistic_text(catalogue, r), NULL);
        columns_add(&columns, points_text(catalogue, r), NULL);
        columns_add(&columns, severity_text(catalogue, r), NULL);
        columns_add(&columns, r->clause, NULL);
    }
    put_head(out, catalogue, profile);
    columns_put(out, &columns, 2);
    put_notes(out, catalogue, profile);
    amounts_plain(out, from);
}

/* ---- two profiles ---- */

/* All that makes a requirement what it is, but for its words and its clause. */
static Str essence(const Catalogue *catalogue, const Requirement *r) {
    const Str parts[] = {limit_text(catalogue, r), statistic_text(catalogue, r), severity_text(catalogue, r),
                         points_text(catalogue, r), scope_text(catalogue, r)};
    Str out = S("");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!parts[i].len) continue;
        out = out.len ? str_fmt(catalogue->arena, "%.*s; %.*s", SARG(out), SARG(parts[i])) : parts[i];
    }
    return out;
}

static bool same_limit(const Limit *a, const Limit *b) {
    return a->given == b->given && (!a->given || a->value == b->value);
}

/* Limits are compared as quantities: 284 ± 0.5 cm and 2840 ± 5 mm ask the same. */
static bool same(const Catalogue *catalogue, const Requirement *a, const Requirement *b) {
    return a->quantity == b->quantity && same_limit(&a->lower, &b->lower) &&
           same_limit(&a->upper, &b->upper) && a->severity == b->severity &&
           str_eq(statistic_text(catalogue, a), statistic_text(catalogue, b)) &&
           str_eq(points_text(catalogue, a), points_text(catalogue, b)) &&
           str_eq(scope_text(catalogue, a), scope_text(catalogue, b));
}

static void put_side(Buf *out, const Catalogue *catalogue, const char *mark, const Profile *profile,
                     const Requirement *r) {
    buf_printf(out, "    %s %.*s: %.*s (%.*s)\n", mark, SARG(profile->id), SARG(essence(catalogue, r)),
               SARG(r->clause));
}

static void put_title(Buf *out, const Catalogue *catalogue, const Requirement *r) {
    buf_printf(out, "  %.*s: %.*s\n", SARG(r->id), SARG(texts_get(&r->title, language_of(catalogue))));
}

static bool put_only(Buf *out, const Catalogue *catalogue, const Profile *in, const Profile *other) {
    bool any = false;
    for (const Requirement *r = in->requirements; r < in->requirements + in->count; r++) {
        if (profile_requirement(other, r->id)) continue;
        if (!any) buf_printf(out, "%.*s:\n", SARG(CATALOGUE_FILL(catalogue, "profile.only", in->id)));
        any = true;
        buf_printf(out, "  %.*s: %.*s (%.*s)\n", SARG(r->id), SARG(essence(catalogue, r)), SARG(r->clause));
    }
    return any;
}

void profile_diff_text(Buf *out, const Catalogue *catalogue, const Profile *a, const Profile *b) {
    size_t from = out->len;
    bool any = false;
    Str equal = S("");
    for (const Requirement *r = a->requirements; r < a->requirements + a->count; r++) {
        const Requirement *other = profile_requirement(b, r->id);
        if (!other) continue;
        if (same(catalogue, r, other)) {
            equal = equal.len ? str_fmt(catalogue->arena, "%.*s, %.*s", SARG(equal), SARG(r->id)) : r->id;
            continue;
        }
        if (!any) buf_printf(out, "%.*s:\n", SARG(catalogue_text(catalogue, "profile.differ")));
        any = true;
        put_title(out, catalogue, r);
        put_side(out, catalogue, "<", a, r);
        put_side(out, catalogue, ">", b, other);
    }
    any |= put_only(out, catalogue, a, b);
    any |= put_only(out, catalogue, b, a);
    if (!any)
        buf_printf(out, "%.*s\n", SARG(CATALOGUE_FILL(catalogue, "profile.same", a->id, b->id)));
    else if (equal.len)
        buf_printf(out, "%.*s\n", SARG(CATALOGUE_FILL(catalogue, "profile.equal", equal)));
    amounts_plain(out, from);
}
