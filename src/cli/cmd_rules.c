/* tablecert rules: the clauses the referee applies, in the report's language, and how today's rules differ.
 */
#include "base/out.h"
#include "cli/games.h"

#include "base/text.h"

static const char *format;

static void print_clause(Buf *out, const Catalogue *catalogue, const ClauseBook *book, const Clause *clause) {
    Str text = clause_text(book, clause->id, catalogue->language);
    Str today = clause_today(book, clause->id, catalogue->language);
    buf_printf(out, "%s%s  %.*s\n", clause->id, clause->open ? "*" : "", SARG(text));
    if (!today.len) return;
    Str line = CATALOGUE_FILL(catalogue, "referee.today", today);
    buf_printf(out, "    %.*s\n", SARG(line));
}

static void json_clause(Buf *out, const Catalogue *catalogue, const ClauseBook *book, const Clause *clause) {
    Json json = {.out = out};
    Str today = clause_today(book, clause->id, catalogue->language);
    json_open_object(&json, NULL);
    json_z(&json, "clause", clause->id);
    json_bool(&json, "open", clause->open);
    json_str(&json, "text", clause_text(book, clause->id, catalogue->language));
    if (today.len)
        json_str(&json, "today", today);
    else
        json_null(&json, "today");
    json_close_object(&json);
    buf_byte(out, '\n');
}

/* ---- which clauses are meant ---- */

enum { MOST_WORDS = 8 };
typedef struct Wanted {
    Arena *arena;
    Str discipline;        /* "": any */
    Str id;                /* "": by words, or all */
    Str words[MOST_WORDS]; /* folded: each must stand in the clause, in one of its languages */
    int word_count;
} Wanted;

/* "pool.4" names pool.4.1, pool.4.2 …; "4.13" a clause of either; a `*` after the id is no part of it. */
static bool has_id(const Clause *clause, Str id) {
    Str own = str_of(clause->id);
    if (str_ends(id, S("*"))) id.len--;
    if (id.len && id.at[0] >= '0' && id.at[0] <= '9') own = str_skip(own, str_find_byte(own, '.') + 1);
    return str_eq(own, id) || (id.len && str_starts(own, id) && own.at[id.len] == '.');
}

static bool is_letter(char c) {
    return c & 0x80 || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* A word begins anywhere in one of the text's own words; whatever its case and diacritics. */
static bool has_word(Arena *arena, Str text, Str word) {
    for (ptrdiff_t from = 0, to; from < text.len; from = to + 1) {
        to = from;
        while (to < text.len && is_letter(text.at[to])) to++;
        if (str_find(text_skeleton(arena, str_slice(text, from, to)), word) >= 0) return true;
    }
    return false;
}

static bool has_words(const Wanted *wanted, const ClauseBook *book, const Clause *clause,
                      const char *language) {
    ArenaMark mark = arena_mark(wanted->arena);
    Str text = clause_text(book, clause->id, language), brief = clause_brief(book, clause->id, language),
        today = clause_today(book, clause->id, language);
    Str all = str_fmt(wanted->arena, "%.*s %.*s %.*s", SARG(text), SARG(brief), SARG(today));
    bool found = true;
    for (int i = 0; i < wanted->word_count && found; i++)
        found = has_word(wanted->arena, all, wanted->words[i]);
    arena_reset(wanted->arena, mark);
    return found;
}

static bool is_wanted(const Wanted *wanted, const ClauseBook *book, const Clause *clause) {
    static const char *const languages[] = {"en", "sk", "cs"};
    if (wanted->id.len) return has_id(clause, wanted->id);
    bool found = !wanted->word_count;
    for (size_t i = 0; i < sizeof languages / sizeof *languages && !found; i++)
        found = has_words(wanted, book, clause, languages[i]);
    return found;
}

static int print_rules(Run *run, Buf *out, const Catalogue *catalogue, const Wanted *wanted, bool json) {
    int found = 0;
    for (int g = 0; g < games_count(); g++) {
        const Discipline *discipline = games_at(g)->discipline;
        if (wanted->discipline.len && !str_eq(wanted->discipline, str_of(discipline->name))) continue;
        const ClauseBook *book = clause_book_load(run->arena, discipline->name, &run->diag);
        const Clause *clause;
        for (int i = 0; book && (clause = discipline->clause(i)); i++) {
            if (!is_wanted(wanted, book, clause)) continue;
            (json ? json_clause : print_clause)(out, catalogue, book, clause);
            found++;
        }
    }
    return found;
}

static bool names_clause(Str id) {
    for (int g = 0; g < games_count(); g++) {
        const Clause *clause;
        for (int i = 0; (clause = games_at(g)->discipline->clause(i)); i++)
            if (has_id(clause, id)) return true;
    }
    return false;
}

static bool names_discipline(Str word) {
    for (int g = 0; g < games_count(); g++)
        if (str_eq(word, str_of(games_at(g)->discipline->name))) return true;
    return false;
}

static void add_words(Wanted *wanted, Str text) {
    for (Str rest = str_trim(text); rest.len && wanted->word_count < MOST_WORDS; rest = str_trim(rest)) {
        ptrdiff_t end = str_find_byte(rest, ' ');
        Str word = str_slice(rest, 0, end < 0 ? rest.len : end);
        rest = str_skip(rest, word.len);
        wanted->words[wanted->word_count++] = text_skeleton(wanted->arena, word);
    }
}

/* "pool", "pool 4.13", "pool.4.13", "4.13", or words in any of the languages. */
static Wanted read_wanted(Run *run) {
    Wanted wanted = {.arena = run->arena};
    int at = 0, count = run->arguments.n;
    if (count && names_discipline(str_of(run->arguments.at[0])))
        wanted.discipline = str_of(run->arguments.at[at++]);
    if (count - at == 1 && names_clause(str_of(run->arguments.at[at]))) {
        wanted.id = str_of(run->arguments.at[at]);
        return wanted;
    }
    for (; at < count; at++) add_words(&wanted, str_of(run->arguments.at[at]));
    return wanted;
}

static const char *nearest_clause(Str what) {
    const char *best = NULL;
    int least = 3;
    for (int g = 0; g < games_count(); g++) {
        const Clause *clause;
        for (int i = 0; (clause = games_at(g)->discipline->clause(i)); i++) {
            int distance = str_distance(what, str_of(clause->id));
            if (distance < least) least = distance, best = clause->id;
        }
    }
    return best;
}

static void tell_nothing(Run *run) {
    Str what = str_of(run->arguments.n ? run->arguments.at[run->arguments.n - 1] : "");
    const char *nearest = nearest_clause(what);
    diag_note(&run->diag, NO_PLACE, "no clause has '%.*s'%s%s%s", SARG(what),
              nearest ? "; did you mean '" : "; 'tablecert rules' prints all", nearest ? nearest : "",
              nearest ? "'?" : "");
}

static int rules(Run *run) {
    bool json = format && strcmp(format, "json") == 0;
    Buf out = {0};
    if (format && !json && strcmp(format, "text"))
        return run_usage(run, "--format: expected text or json, found '%s'", format), EXIT_INPUT;
    const Catalogue *catalogue = catalogue_load(run->arena, run->language, &run->diag);
    if (!catalogue) return EXIT_INPUT;
    Wanted wanted = read_wanted(run);
    int found = print_rules(run, &out, catalogue, &wanted, json);
    if (found)
        out_stdout(buf_str(&out), &run->diag);
    else
        tell_nothing(run);
    buf_free(&out);
    return found ? EXIT_YES : EXIT_NO;
}

static const Option option_table[] = {
    {'f', "format", "text|json", "json: one object a line", OPTION_TEXT, &format},
    {0},
};

const Command cmd_rules = {
    .name = "rules",
    .summary = "print the clauses the referee applies",
    .usage = "[pool|carom] [CLAUSE|WORD...] [options]",
    .description =
        "A clause marked * settles what the rule sheet leaves open. Where today's international "
        "rules differ, a\n"
        "line below the clause says so. 'tablecert rules pool.4' prints all fouls of pool, 'tablecert rules\n"
        "kotva' the clauses in which all the words stand: in any language, whatever the letters' "
        "case and\n"
        "accents. Exit status 1: nothing was found.",
    .options = option_table,
    .run = rules,
};
