/* See verify.h: what the twin says (jansson), whether it fits together, and where a fresh judgement says
 * something else. */
#include "trust/verify_inside.h"

#include "base/decimal.h"
#include "base/version.h"

#include <jansson.h>

static Str text_of(Arena *arena, const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_string(value)
               ? str_dup(arena, (Str){json_string_value(value), (ptrdiff_t)json_string_length(value)})
               : S("");
}

static Date date_of(Arena *arena, const json_t *object, const char *key) {
    Moment moment;
    const char *reason;
    Str text = text_of(arena, object, key);
    bool good = text.len == 10 && moment_parse(text, &moment, &reason) && moment.date_only;
    return good ? date_from_days(moment.utc_ms / 86400000) : (Date){0};
}

static char sign_of(Str text) { return str_eq(text, S("tab")) ? '\t' : text.len == 1 ? text.at[0] : 0; }

static void take_inputs(Verifying *v, const json_t *list) {
    size_t n = json_array_size(list);
    v->twin.inputs = NEW_ARRAY(v->arena, TwinInput, n + 1);
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(list, i);
        v->twin.inputs[v->twin.input_count++] =
            (TwinInput){.file = text_of(v->arena, one, "file"),
                        .encoding = text_of(v->arena, one, "encoding"),
                        .sha256 = text_of(v->arena, one, "sha256"),
                        .delimiter = sign_of(text_of(v->arena, one, "delimiter")),
                        .decimal = sign_of(text_of(v->arena, one, "decimal"))};
    }
}

static void take_scope(Verifying *v, const json_t *list) {
    size_t n = json_array_size(list);
    Str *games = NEW_ARRAY(v->arena, Str, n + 1);
    for (size_t i = 0; i < n; i++)
        games[i] = str_dup(v->arena, str_of(json_string_value(json_array_get(list, i))));
    v->out->scope = games;
    v->out->scope_count = (int)n;
}

static void take_certificate(Verifying *v, const json_t *c) {
    Verified *out = v->out;
    Arena *arena = v->arena;
    out->number = text_of(arena, c, "number");
    if (str_eq(out->number, S("unregistered"))) out->number = S("");
    out->table = text_of(arena, c, "table");
    out->hall = text_of(arena, c, "hall");
    out->issuer = text_of(arena, c, "issuer");
    out->profile = text_of(arena, c, "profile");
    out->edition = text_of(arena, c, "edition");
    out->program = text_of(arena, c, "program");
    out->measured = date_of(arena, c, "measured");
    out->issued = date_of(arena, c, "issued");
    out->valid_until = date_of(arena, c, "valid_until");
    out->partial = json_is_true(json_object_get(c, "partial"));
    take_scope(v, json_object_get(c, "scope"));
}

/* A value on paper never seems to contradict its verdict; one that does was not printed by us. */
static bool contradicts(Arena *arena, const json_t *r) {
    Str verdict = text_of(arena, r, "verdict");
    Decimal value, limit;
    if (!str_eq(verdict, S("pass")) || decimal_parse(text_of(arena, r, "value"), '.', &value) != DECIMAL_OK)
        return false;
    if (decimal_parse(text_of(arena, r, "lower"), '.', &limit) == DECIMAL_OK &&
        (double)value.num / (double)value.den < (double)limit.num / (double)limit.den - 1e-9)
        return true;
    return decimal_parse(text_of(arena, r, "upper"), '.', &limit) == DECIMAL_OK &&
           (double)value.num / (double)value.den > (double)limit.num / (double)limit.den + 1e-9;
}

/* What is required and fails is no pass; the certificate and its result speak of one table. */
static bool fits_together(Verifying *v, const json_t *table) {
    Arena *arena = v->arena;
    const json_t *requirement;
    size_t i;
    bool fails = false;
    if (!str_eq(text_of(arena, table, "table"), v->out->table) ||
        !str_eq(text_of(arena, table, "profile"), v->out->profile) ||
        json_is_true(json_object_get(table, "partial")) != v->out->partial)
        return false;
    json_array_foreach(json_object_get(table, "requirements"), i, requirement) {
        if (contradicts(arena, requirement)) return false;
        Str verdict = text_of(arena, requirement, "verdict");
        fails |= str_eq(text_of(arena, requirement, "severity"), S("required")) &&
                 (str_eq(verdict, S("fail")) || str_eq(verdict, S("conditional-fail")));
    }
    return !fails || !v->out->conforms;
}

static bool take_root(Verifying *v, const json_t *root) {
    const json_t *certificate = json_object_get(root, "certificate"),
                 *tables = json_object_get(root, "tables");
    const json_t *table = json_array_get(tables, 0);
    if (!json_is_object(certificate) || !json_is_object(table) || json_array_size(tables) != 1) return false;
    take_certificate(v, certificate);
    v->out->verdict = text_of(v->arena, table, "verdict");
    v->out->conforms = str_eq(v->out->verdict, S("pass")) || str_eq(v->out->verdict, S("conditional-pass"));
    v->twin.rule = text_of(v->arena, table, "rule");
    v->twin.guard = text_of(v->arena, table, "guard");
    take_inputs(v, json_object_get(root, "inputs"));
    if (!fits_together(v, table)) FINDING(v, FINDING_BAD, "twin_contradicts");
    return v->out->verdict.len && v->out->profile.len;
}

bool twin_take(Verifying *v, Str bytes) {
    json_t *root = json_loadb(bytes.at, (size_t)bytes.len, JSON_REJECT_DUPLICATES, NULL);
    bool ok = root && take_root(v, root);
    json_decref(root);
    v->twin.bytes = bytes;
    digest_hex(bytes, v->twin.digest);
    if (!ok) FINDING(v, FINDING_BAD, "no_twin");
    return ok;
}

/* ---- comparing ---- */

static Str printed(Arena *arena, const json_t *value) {
    char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    Str made = text ? str_dup(arena, str_slice(str_of(text), 0, 80)) : S("—");
    free(text);
    return made;
}

/* The path of the first difference; members that only one side has count where both programs are one. */
static Str differ(Arena *arena, const json_t *a, const json_t *b, Str path, Str *was, Str *is) {
    const char *key;
    const json_t *value;
    size_t i;
    if (json_is_object(a) && json_is_object(b)) {
        Str id = text_of(arena, a, "id");
        if (id.len && str_eq(id, text_of(arena, b, "id"))) path = id;
        json_object_foreach((json_t *)(uintptr_t)a, key, value) {
            Str at = differ(arena, value, json_object_get(b, key),
                            str_fmt(arena, "%.*s%s%s", SARG(path), path.len ? " " : "", key), was, is);
            if (at.len) return at;
        }
        return S("");
    }
    if (json_is_array(a) && json_is_array(b) && json_array_size(a) == json_array_size(b)) {
        json_array_foreach(a, i, value) {
            Str at = differ(arena, value, json_array_get(b, i), path, was, is);
            if (at.len) return at;
        }
        return S("");
    }
    if (json_equal(a, b)) return S("");
    *was = printed(arena, a);
    *is = printed(arena, b);
    return path;
}

Str twin_difference(Arena *arena, Str twin, Str fresh, Str *was, Str *is) {
    json_t *a = json_loadb(twin.at, (size_t)twin.len, 0, NULL),
           *b = json_loadb(fresh.at, (size_t)fresh.len, 0, NULL);
    const json_t *certificate = json_object_get(a, "certificate");
    bool same_program = str_eq(text_of(arena, certificate, "program"), S("tablecert " TABLECERT_VERSION));
    *was = *is = S("");
    if (a) json_object_del(a, "certificate");
    Str at = a && b ? differ(arena, a, b, S(""), was, is) : S("JSON");
    bool same_bytes = fresh.len > 1 && str_ends(twin, str_skip(fresh, 1));
    json_decref(a);
    json_decref(b);
    return at.len || same_bytes || !same_program ? at : S("JSON");
}

Str result_verdict(Arena *arena, Str json) {
    json_t *root = json_loadb(json.at, (size_t)json.len, 0, NULL);
    Str verdict = text_of(arena, json_array_get(json_object_get(root, "tables"), 0), "verdict");
    json_decref(root);
    return verdict;
}
