/* See result.h: phrases in words, and the JSON. */
#include "report/certificate/result.h"

#include "model/game_list.h"

/* ---- words ---- */

/* What the phrase is about: titles on paper, ids in JSON. */
static Str subjects_text(const Catalogue *catalogue, const Phrase *phrase, bool titles) {
    Str out = S("");
    for (int i = 0; i < phrase->subject_count; i++) {
        const Requirement *r = phrase->subjects[i];
        Str name = titles ? texts_get(&r->title, language_index(catalogue->language)) : r->id;
        out = i ? str_fmt(catalogue->arena, "%.*s%s%.*s", SARG(out), titles ? "; " : ", ", SARG(name)) : name;
    }
    return out;
}

/* Where nothing was put in, two blanks meet or one is left at the end. */
static Str single_blanks(Arena *arena, Str text) {
    char *copy = str_z(arena, text);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < text.len; i++)
        if (text.at[i] != ' ' || (n && copy[n - 1] != ' ')) copy[n++] = text.at[i];
    return str_trim((Str){copy, n});
}

/* "unstable 2" */
static Str state_words(const Catalogue *catalogue, Str text) {
    Str count = text, state = str_cut(&count, ' ');
    Str key = str_fmt(catalogue->arena, "certificate.state.%.*s", SARG(state));
    return str_fmt(catalogue->arena, "%.*s %.*s",
                   SARG(catalogue_text(catalogue, str_z(catalogue->arena, key))), SARG(count));
}

static Str item_words(const Catalogue *catalogue, const Phrase *phrase, Str id) {
    const Requirement *r = profile_requirement(phrase->profile, id);
    return r ? texts_get(&r->title, language_index(catalogue->language)) : id;
}

/* A list of names as a person reads them. */
static Str names_in_words(const Catalogue *catalogue, const Phrase *phrase, int i) {
    Str out = S("");
    for (Str rest = phrase->values[i]; rest.len;) {
        Str one = str_trim(str_cut(&rest, ','));
        if (phrase->points >> i & 1) one = catalogue_point(catalogue, one);
        if (phrase->games >> i & 1) one = game_title(catalogue, one);
        if (phrase->items >> i & 1) one = item_words(catalogue, phrase, one);
        if (phrase->states >> i & 1) one = state_words(catalogue, one);
        out = out.len ? str_fmt(catalogue->arena, "%.*s, %.*s", SARG(out), SARG(one)) : one;
    }
    return out;
}

static Str phrase_words(const Catalogue *catalogue, const Phrase *phrase, bool titles) {
    Str values[4];
    const Unit *si = titles ? unit_si(phrase->unit) : NULL; /* then {2}, the unit, goes with each number */
    for (int i = 0; i < phrase->n; i++) {
        bool number = phrase->numbers >> i & 1;
        values[i] = number ? catalogue_number(catalogue, phrase->values[i]) : phrase->values[i];
        if (titles && (phrase->points | phrase->games | phrase->items | phrase->states) >> i & 1)
            values[i] = names_in_words(catalogue, phrase, i);
        if (si) values[i] = number ? amount_text(catalogue, phrase->values[i], phrase->unit) : S("");
    }
    if (phrase->subject_count) values[0] = subjects_text(catalogue, phrase, titles);
    Str key = str_fmt(catalogue->arena, "check.%s", phrase->key);
    return single_blanks(catalogue->arena,
                         catalogue_fill(catalogue, str_z(catalogue->arena, key), phrase->n, values));
}

Str phrase_text(const Catalogue *catalogue, const Phrase *phrase) {
    return phrase_words(catalogue, phrase, true);
}

static Str reasons_words(const Catalogue *catalogue, const RequirementResult *result, bool titles) {
    Str out = S("");
    for (int i = 0; i < result->reason_count; i++) {
        Str one = phrase_words(catalogue, &result->reasons[i], titles);
        out = i ? str_fmt(catalogue->arena, "%.*s; %.*s", SARG(out), SARG(one)) : one;
    }
    return out;
}

Str reasons_text(const Catalogue *catalogue, const RequirementResult *result) {
    return reasons_words(catalogue, result, true);
}

Str rule_text(const Catalogue *catalogue, const TableResult *table) {
    Str guard = decimal_print_shortest(catalogue->arena, table->guard.num, table->guard.den, 0, 6);
    Str key = str_fmt(catalogue->arena, "check.rule.%s", rule_name(table->rule));
    return CATALOGUE_FILL(catalogue, str_z(catalogue->arena, key), catalogue_number(catalogue, guard));
}

/* ---- JSON ---- */

static void text_or_null(Json *json, const char *key, Str value) {
    if (value.len)
        json_str(json, key, value);
    else
        json_null(json, key);
}

static void limit_json(Json *json, const char *key, const Limit *limit) {
    if (limit->given) json_str(json, key, limit->text);
}

static void real_or_null(Json *json, const char *key, bool given, double value, int places) {
    if (given)
        json_real(json, key, value, places);
    else
        json_null(json, key);
}

static void failing_json(Json *json, const RequirementResult *result) {
    json_open_list(json, "failing");
    for (int i = 0; i < result->failing_count; i++) {
        json_open_object(json, NULL);
        json_str(json, "point", result->failing[i].point);
        json_str(json, "value", result->failing[i].value);
        json_close_object(json);
    }
    json_close_list(json);
}

static void requirement_json(Json *json, const Catalogue *english, const RequirementResult *result) {
    const Requirement *r = result->requirement;
    json_open_object(json, NULL);
    json_str(json, "id", r->id);
    json_z(json, "verdict", verdict_name(result->verdict));
    json_z(json, "severity", r->severity == REQUIRED ? "required" : "advisory");
    json_z(json, "statistic", statistic_name(r->statistic));
    text_or_null(json, "unit", r->unit ? r->unit->name : S(""));
    text_or_null(json, "value", result->value);
    text_or_null(json, "U", result->U);
    limit_json(json, "lower", &r->lower);
    limit_json(json, "upper", &r->upper);
    real_or_null(json, "p_conform", result->has_probability, result->probability, 6);
    real_or_null(json, "tur", result->has_tur, result->tur, 4);
    if (result->has_point)
        json_str(json, "point", result->point);
    else
        json_null(json, "point");
    json_int(json, "points", result->points);
    json_int(json, "readings", result->readings);
    json_str(json, "clause", r->clause);
    json_str(json, "reason", reasons_words(english, result, false));
    failing_json(json, result);
    text_or_null(json, "measured", result->measured);
    json_close_object(json);
}

void result_json_open(Json *json) {
    json_open_object(json, NULL);
    json_z(json, "schema", "tablecert.result/1");
    json_open_list(json, "tables");
}

void result_json_table(Json *json, const Catalogue *english, const TableResult *table) {
    json_open_object(json, NULL);
    json_str(json, "table", table->table);
    json_str(json, "profile", table->profile->id);
    json_z(json, "rule", rule_name(table->rule));
    json_z(json, "verdict", verdict_name(table->verdict));
    if (table->rule != RULE_SIMPLE)
        json_str(json, "guard",
                 decimal_print_shortest(english->arena, table->guard.num, table->guard.den, 0, 6));
    if (table->partial) json_bool(json, "partial", true);
    if (table->overdue_count) json_open_list(json, "overdue");
    for (int i = 0; i < table->overdue_count; i++) json_str(json, NULL, table->overdue[i]);
    if (table->overdue_count) json_close_list(json);
    json_open_list(json, "remarks");
    for (int i = 0; i < table->remark_count; i++)
        json_str(json, NULL, phrase_words(english, &table->remarks[i], false));
    json_close_list(json);
    json_open_list(json, "requirements");
    for (int i = 0; i < table->count; i++) requirement_json(json, english, &table->requirements[i]);
    json_close_list(json);
    json_close_object(json);
}

bool result_changed(const RequirementResult *before, const RequirementResult *now) {
    return before->verdict != now->verdict || !str_eq(before->value, now->value);
}

static void state_json(Json *json, const char *key, const RequirementResult *result) {
    json_open_object(json, key);
    json_z(json, "verdict", verdict_name(result->verdict));
    text_or_null(json, "value", result->value);
    json_close_object(json);
}

void result_json_changes(Buf *out, int *count, const TableResult *before, const TableResult *now) {
    for (int i = 0; i < now->count; i++) {
        const RequirementResult *old = &before->requirements[i], *new = &now->requirements[i];
        if (!result_changed(old, new)) continue;
        if ((*count)++) buf_byte(out, ',');
        Json json = {.out = out};
        json_open_object(&json, NULL);
        json_str(&json, "table", now->table);
        json_str(&json, "profile", now->profile->id);
        json_str(&json, "id", new->requirement->id);
        state_json(&json, "before", old);
        state_json(&json, "now", new);
        json_close_object(&json);
    }
}

void result_json_close(Json *json, const Session *session) {
    result_json_close_changed(json, session, S(""));
}

void result_json_close_changed(Json *json, const Session *session, Str changes) {
    json_close_list(json);
    if (changes.len) json_raw(json, "changes", changes);
    json_open_list(json, "inputs");
    for (const Input *input = session->inputs.at; input < session->inputs.at + session->inputs.n; input++) {
        json_open_object(json, NULL);
        json_str(json, "file", str_file_name(input->file));
        json_z(json, "sha256", input->sha256);
        json_str(json, "delimiter", (Str){&input->delimiter, 1});
        json_str(json, "decimal", (Str){&input->decimal, 1});
        json_str(json, "encoding", input->encoding);
        json_int(json, "rows", input->rows);
        json_int(json, "skipped", input->skipped);
        json_close_object(json);
    }
    json_close_list(json);
    json_close_object(json);
    buf_byte(json->out, '\n');
}
