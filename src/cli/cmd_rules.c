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

/* "pool.4" names pool.4.1, pool.4.2 …; a `*` after the id is no part of it. */
static bool wanted(const Clause *clause, Str what) {
    Str id = str_of(clause->id);
    if (str_ends(what, S("*"))) what.len--;
    return !what.len || str_eq(id, what) || (str_starts(id, what) && id.at[what.len] == '.');
}

static int print_rules(Run *run, Buf *out, const Catalogue *catalogue, Str what, bool json) {
    int found = 0;
    for (int g = 0; g < games_count(); g++) {
        const Discipline *discipline = games_at(g)->discipline;
        const ClauseBook *book = clause_book_load(run->arena, discipline->name, &run->diag);
        const Clause *clause;
        for (int i = 0; book && (clause = discipline->clause(i)); i++) {
            if (!wanted(clause, what)) continue;
            (json ? json_clause : print_clause)(out, catalogue, book, clause);
            found++;
        }
    }
    return found;
}

static const char *nearest_clause(Str what) {
    const char *best = NULL;
    int least = 4;
    for (int g = 0; g < games_count(); g++) {
        const Clause *clause;
        for (int i = 0; (clause = games_at(g)->discipline->clause(i)); i++) {
            int distance = str_distance(what, str_of(clause->id));
            if (distance < least) least = distance, best = clause->id;
        }
    }
    return best;
}

static int rules(Run *run) {
    bool json = format && strcmp(format, "json") == 0;
    Buf out = {0};
    if (format && !json && strcmp(format, "text"))
        return run_usage(run, "--format: expected text or json, found '%s'", format), EXIT_INPUT;
    if (!run_want_arguments(run, 0, 1, "at most one of pool, carom, or a clause")) return EXIT_INPUT;
    Str what = run->arguments.n ? str_of(run->arguments.at[0]) : S("");
    const Catalogue *catalogue = catalogue_load(run->arena, run->language, &run->diag);
    if (!catalogue) return EXIT_INPUT;
    if (print_rules(run, &out, catalogue, what, json))
        out_stdout(buf_str(&out), &run->diag);
    else {
        const char *nearest = nearest_clause(what);
        run_usage(run, "there is no clause '%.*s'%s%s%s", SARG(what), nearest ? "; did you mean '" : "",
                  nearest ? nearest : "; 'tablecert rules' prints all", nearest ? "'?" : "");
    }
    buf_free(&out);
    return EXIT_YES;
}

static const Option option_table[] = {
    {'f', "format", "text|json", "json: one object a line", OPTION_TEXT, &format},
    {0},
};

const Command cmd_rules = {
    .name = "rules",
    .summary = "print the clauses the referee applies",
    .usage = "[pool|carom|CLAUSE] [options]",
    .description = "A clause marked * settles what the rule sheet leaves open. Where today's international "
                   "rules differ, a\n"
                   "line below the clause says so. 'tablecert rules pool.4' prints all fouls of pool.",
    .options = option_table,
    .run = rules,
};
