/* See language.h. Which languages there are is found in the shipped data, once. */
#include "model/language.h"

#include "base/text.h"
#include "base/yaml.h"

#define TEXTS "reports/text/"
enum { LONGEST_CODE = 8 };

typedef struct Table {
    char codes[LANGUAGE_MOST][LONGEST_CODE];
    const char *list[LANGUAGE_MOST + 1];
    int count;
} Table;

static void add_language(const Source *source, void *context) {
    Table *table = context;
    Str code = str_skip(source->name, (ptrdiff_t)strlen(TEXTS));
    if (!str_ends(code, S(".yaml")) || table->count == LANGUAGE_MOST) return;
    code.len -= 5;
    if (code.len >= LONGEST_CODE || str_eq(code, S("en")) || str_find_byte(code, '/') >= 0) return;
    memcpy(table->codes[table->count], code.at, (size_t)code.len);
    table->list[table->count] = table->codes[table->count];
    table->count++;
}

static const Table *languages(void) {
    static Table table;
    if (table.count) return &table;
    memcpy(table.codes[LANGUAGE_EN], "en", 3);
    table.list[LANGUAGE_EN] = table.codes[LANGUAGE_EN];
    table.count = 1;
    data_each(S(TEXTS), add_language, &table);
    return &table;
}

int language_count(void) { return languages()->count; }
const char *language_code(int language) { return languages()->list[language]; }
const char *const *language_codes(void) { return languages()->list; }

int language_index(const char *code) {
    for (int i = 0; i < language_count(); i++)
        if (strcmp(code, language_code(i)) == 0) return i;
    return -1;
}

Str language_list(Arena *arena, const char *between) {
    Str out = str_of(language_code(0));
    for (int i = 1; i < language_count(); i++)
        out = str_fmt(arena, "%.*s%s%s", SARG(out), between, language_code(i));
    return out;
}

static const Yaml *load(Arena *arena, const char *folder, int language) {
    Source *source = NEW(arena, Source);
    Diag ignored = {.arena = arena};
    Str path = str_fmt(arena, "%s%s.yaml", folder, language_code(language));
    return data_find(path, source) ? yaml_parse(arena, source, &ignored) : NULL;
}

/* ---- yes and no ---- */

typedef struct Words {
    VEC(Str) all;
} Words;

static void add_words(Arena *arena, const Yaml *list, Words *out) {
    for (int i = 0; list && i < list->n; i++) {
        bool there = false;
        for (int k = 0; k < out->all.n && !there; k++) there = str_eq(out->all.at[k], list->items[i]->text);
        if (!there) *VEC_PUSH(arena, &out->all) = list->items[i]->text;
    }
}

Answers language_answers(Arena *arena) {
    Words yes = {{0}}, no = {{0}};
    for (int i = 0; i < language_count(); i++) {
        const Yaml *words = yaml_get(load(arena, TEXTS, i), "words");
        add_words(arena, yaml_get(words, "yes"), &yes);
        add_words(arena, yaml_get(words, "no"), &no);
    }
    return (Answers){yes.all.at, no.all.at, (int)yes.all.n, (int)no.all.n};
}

bool answer_find(Arena *arena, const Answers *answers, Str word, bool *yes) {
    ArenaMark mark = arena_mark(arena);
    Str folded = text_fold(arena, word);
    bool is_yes = false, is_no = false;
    for (int i = 0; i < answers->yes_count; i++) is_yes |= str_eq(folded, answers->yes[i]);
    for (int i = 0; i < answers->no_count; i++) is_no |= str_eq(folded, answers->no[i]);
    arena_reset(arena, mark);
    *yes = is_yes;
    return is_yes || is_no;
}

Str answers_list(Arena *arena, const Answers *answers) {
    Str out = S("");
    for (int i = 0; i < answers->yes_count + answers->no_count; i++) {
        Str word = i < answers->yes_count ? answers->yes[i] : answers->no[i - answers->yes_count];
        out = i ? str_fmt(arena, "%.*s, %.*s", SARG(out), SARG(word)) : word;
    }
    return out;
}

/* ---- messages ---- */

/* The next conversion of a printf format, "%" included; "" at the end. */
static Str next_place(const char **format) {
    const char *from = strchr(*format, '%');
    if (!from) return S("");
    const char *to = from + 1;
    while (*to && strchr("-+ #0123456789.*lhjzt", *to)) to++;
    if (*to) to++;
    *format = to;
    return (Str){from, to - from};
}

static bool same_places(const char *a, const char *b) {
    for (;;) {
        Str one = next_place(&a), other = next_place(&b);
        if (!str_eq(one, other)) return false;
        if (!one.len) return true;
    }
}

const char *language_message(Arena *arena, int language, const char *english) {
    static const Yaml *messages[LANGUAGE_MOST];
    static bool loaded[LANGUAGE_MOST];
    if (language == LANGUAGE_EN) return english;
    if (!loaded[language]) {
        loaded[language] = true;
        messages[language] = load(arena, "reports/messages/", language);
    }
    const Yaml *text = yaml_get(messages[language], english);
    if (!text || text->kind != YAML_SCALAR) return english;
    const char *format = str_z(arena, text->text);
    return same_places(english, format) ? format : english;
}
