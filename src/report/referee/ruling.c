/* See ruling.h. */
#include "report/referee/ruling.h"

#include "base/decimal.h"

#include <assert.h>

/* What puts facts into words. */
typedef struct Wording {
    const RulingReport *report;
    const Catalogue *catalogue;
} Wording;

static Str words(const Catalogue *catalogue, const char *section, const char *key) {
    char path[64];
    snprintf(path, sizeof path, "referee.%s%s%s", section, *section ? "." : "", key);
    return catalogue_text(catalogue, path);
}

/* ---- why, in facts ---- */

static Str balls_text(Wording with, uint32_t set) {
    Str list = S("");
    for (; set; set &= set - 1) {
        Str ball = with.report->ball(with.catalogue, __builtin_ctz(set));
        list = list.len ? str_fmt(with.catalogue->arena, "%.*s, %.*s", SARG(list), SARG(ball)) : ball;
    }
    return list.len ? list : S("–");
}

static Str part_text(Wording with, const WhyPart *part) {
    switch (part->kind) {
    case WHY_BALL:
        return part->number < 0 ? S("–") : with.report->ball(with.catalogue, (int)part->number);
    case WHY_BALLS:
        return balls_text(with, (uint32_t)part->number);
    case WHY_CM:
        return catalogue_number(with.catalogue,
                                decimal_print_shortest(with.catalogue->arena, part->number, 10000000, 0, 2));
    case WHY_NAME:
        return part->name;
    case WHY_WORD:
        return words(with.catalogue, "", part->word);
    default:
        return str_fmt(with.catalogue->arena, "%lld", (long long)part->number);
    }
}

static Str fact_text(Wording with, const WhyFact *fact) {
    Str parts[WHY_PARTS];
    char path[64];
    for (int i = 0; i < fact->part_count; i++) parts[i] = part_text(with, &fact->parts[i]);
    snprintf(path, sizeof path, "referee.why.%s", fact->key);
    return fact->part_count ? catalogue_fill(with.catalogue, path, fact->part_count, parts)
                            : catalogue_text(with.catalogue, path);
}

static void why_json(Json *json, Wording with, const Why *why) {
    json_open_list(json, "why");
    for (int i = 0; i < why->count; i++) json_str(json, NULL, fact_text(with, &why->at[i]));
    json_close_list(json);
}

/* ---- JSON: a million strokes are written one after the other; only the facts allocate ---- */

static void cited_json(Json *json, const Citation *clauses, int count) {
    json_open_list(json, "clauses");
    for (int i = 0; i < count; i++) {
        char starred[48];
        size_t len = strlen(clauses[i].clause->id);
        assert(len + 2 <= sizeof starred);
        memcpy(starred, clauses[i].clause->id, len);
        starred[len] = clauses[i].open ? '*' : '\0';
        starred[len + 1] = '\0';
        json_word(json, NULL, starred);
    }
    json_close_list(json);
}

static void score_json(Json *json, const Ruling *ruling) {
    if (!ruling->scored) {
        json_null(json, "score");
        return;
    }
    json_open_object(json, "score");
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) json_int(json, player_name(p), ruling->score[p]);
    json_close_object(json);
}

static void tail_json(Json *json, const Ruling *ruling) {
    char state[32];
    json_word(json, "next", player_name(ruling->next));
    json_open_list(json, "options");
    for (int i = 0; i < CHOICE_COUNT; i++)
        if (ruling->options & 1U << i) json_word(json, NULL, choice_name((Choice)i));
    json_close_list(json);
    json_open_list(json, "calls");
    for (int i = 0; i < ruling->call_count; i++) json_word(json, NULL, ruling->calls[i]);
    json_close_list(json);
    const char *who = player_name(ruling->standing_player);
    if (who) snprintf(state, sizeof state, "%s:%s", standing_name(ruling->standing), who);
    json_word(json, "state", who ? state : standing_name(ruling->standing));
}

static void record_json(Json *json, const char *key, Wording with, const Ruling *ruling) {
    json_open_object(json, key);
    json_int(json, "shot", ruling->shot);
    json_word(json, "player", player_name(ruling->player));
    json_word(json, "ruling", ruling_kind_name(ruling->kind));
    cited_json(json, ruling->clauses, ruling->clause_count);
    why_json(json, with, &ruling->why);
    json_int(json, "points", ruling->points);
    score_json(json, ruling);
    if (with.report->json) with.report->json(json, ruling);
    tail_json(json, ruling);
    if (ruling->compared) record_json(json, "compare", with, ruling->compared);
    json_close_object(json);
}

void ruling_json(Buf *out, const RulingReport *report, const Catalogue *catalogue, const Ruling *ruling) {
    Json json = {.out = out};
    record_json(&json, NULL, (Wording){report, catalogue}, ruling);
    buf_byte(out, '\n');
}

void lag_json(Buf *out, const RulingReport *report, const Catalogue *catalogue, const LagResult *result) {
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_word(&json, "chooses", player_name(result->chooses));
    json_bool(&json, "again", result->again);
    cited_json(&json, result->clauses, result->clause_count);
    why_json(&json, (Wording){report, catalogue}, &result->why);
    json_open_object(&json, "distance");
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) {
        if (result->known[p])
            json_real(&json, player_name(p), result->distance[p], 4);
        else
            json_null(&json, player_name(p));
    }
    json_close_object(&json);
    json_close_object(&json);
    buf_byte(out, '\n');
}

/* ---- text ---- */

/* The facts that stand under a clause; those of none stand under the first. */
static void facts_text(Buf *out, Wording with, const Why *why, const Clause *clause, bool first) {
    for (int i = 0; i < why->count; i++) {
        const WhyFact *fact = &why->at[i];
        if (fact->clause != clause && !(first && !fact->clause)) continue;
        Str text = fact_text(with, fact);
        buf_printf(out, "%*s%.*s\n", clause ? 16 : 4, "", SARG(text));
    }
}

static void clauses_text(Buf *out, Wording with, const ClauseBook *book, const Citation *clauses, int count,
                         const Why *why) {
    for (int i = 0; i < count; i++) {
        Str text = clause_brief(book, clauses[i].clause->id, with.catalogue->language);
        Str id = clause_cited(with.catalogue->arena, &clauses[i]);
        buf_printf(out, "    %-10.*s  %.*s\n", SARG(id), SARG(text));
        facts_text(out, with, why, clauses[i].clause, i == 0);
    }
    if (!count) facts_text(out, with, why, NULL, true);
}

static void choices_text(Buf *out, const Catalogue *catalogue, const Ruling *ruling) {
    if (!ruling->options) return;
    Str label = catalogue_text(catalogue, "referee.options");
    buf_printf(out, "    %.*s\n", SARG(label));
    for (int i = 0; i < CHOICE_COUNT; i++) {
        if (!(ruling->options & 1U << i)) continue;
        Str what = words(catalogue, "choice", choice_name((Choice)i));
        buf_printf(out, "      %-12s  %.*s\n", choice_name((Choice)i), SARG(what));
    }
}

static void standing_text(Buf *out, const Catalogue *catalogue, const Ruling *ruling) {
    Str who = str_of(player_name(ruling->standing_player)), next = str_of(player_name(ruling->next));
    if (ruling->standing != STANDING_PLAYING) {
        char path[64];
        snprintf(path, sizeof path, "referee.state.%s", standing_name(ruling->standing));
        Str text = CATALOGUE_FILL(catalogue, path, who);
        buf_printf(out, "    %.*s\n", SARG(text));
    }
    if (next.len) {
        Str text = CATALOGUE_FILL(catalogue, "referee.next", next);
        buf_printf(out, "    %.*s\n", SARG(text));
    }
}

static void score_text(Buf *out, const Catalogue *catalogue, const Ruling *ruling) {
    if (!ruling->scored) return;
    Str a = str_fmt(catalogue->arena, "%d", ruling->score[PLAYER_A]);
    Str b = str_fmt(catalogue->arena, "%d", ruling->score[PLAYER_B]);
    Str points = str_fmt(catalogue->arena, "%+d", ruling->points);
    Str text =
        CATALOGUE_FILL(catalogue, ruling->points ? "referee.score_points" : "referee.score", a, b, points);
    buf_printf(out, "    %.*s\n", SARG(text));
}

static void body_text(Buf *out, Wording with, const ClauseBook *book, const Ruling *ruling) {
    const RulingReport *report = with.report;
    const Catalogue *catalogue = with.catalogue;
    Str kind = words(catalogue, report->words ? report->words : "ruling", ruling_kind_name(ruling->kind));
    buf_printf(out, "%.*s\n", SARG(kind));
    clauses_text(out, with, book, ruling->clauses, ruling->clause_count, &ruling->why);
    if (report->text) report->text(out, catalogue, ruling);
    score_text(out, catalogue, ruling);
    for (int i = 0; i < ruling->call_count; i++) {
        Str call = CATALOGUE_FILL(catalogue, "referee.call", words(catalogue, "calls", ruling->calls[i]));
        buf_printf(out, "    %.*s\n", SARG(call));
    }
    standing_text(out, catalogue, ruling);
    choices_text(out, catalogue, ruling);
}

void ruling_text(Buf *out, const RulingReport *report, const Catalogue *catalogue, const ClauseBook *book,
                 const Ruling *ruling) {
    Str number = str_fmt(catalogue->arena, "%d", ruling->shot);
    Str head = CATALOGUE_FILL(catalogue, "referee.shot", number, str_of(player_name(ruling->player)));
    buf_printf(out, "%.*s  ", SARG(head));
    body_text(out, (Wording){report, catalogue}, book, ruling);
    if (!ruling->compared) return;
    Str label = catalogue_text(catalogue, "referee.compare");
    buf_printf(out, "  %.*s  ", SARG(label));
    body_text(out, (Wording){report, catalogue}, book, ruling->compared);
}

void lag_text(Buf *out, const RulingReport *report, const Catalogue *catalogue, const ClauseBook *book,
              const LagResult *result) {
    Str who = str_of(player_name(result->chooses));
    Str head = result->again ? catalogue_text(catalogue, "referee.lag_again")
                             : CATALOGUE_FILL(catalogue, "referee.lag_chooses", who);
    buf_printf(out, "%.*s\n", SARG(head));
    clauses_text(out, (Wording){report, catalogue}, book, result->clauses, result->clause_count,
                 &result->why);
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) {
        if (!result->known[p]) continue;
        Str cm = catalogue_number(catalogue, str_fmt(catalogue->arena, "%.2f", result->distance[p]));
        Str line = CATALOGUE_FILL(catalogue, "referee.lag_distance", str_of(player_name(p)), cm);
        buf_printf(out, "    %.*s\n", SARG(line));
    }
}
