/* See match_sheet.h. Innings stand side by side, a row for each: what A made and has, what B made and has.
 * From MANY innings on two columns of them share the page. A highest run is bold, a visit that ended in a
 * fault has its sign, and the faults follow with their clauses. */
#include "report/referee/match_sheet.h"

#include "base/decimal.h"

enum { MANY = 30 };

/* One player's visit to the table. */
typedef struct Visit {
    Player player;
    int set, points, total;
    bool fault;
} Visit;
/* A game of a race. */
typedef struct GameWon {
    Player winner;
    int shot, score[2];
} GameWon;
typedef struct FaultMade {
    Player player;
    int shot;
    Citation clauses[MOST_CITATIONS];
    int clause_count;
} FaultMade;

struct MatchLog {
    Arena *arena;
    const Discipline *discipline;
    MatchSetup setup;
    VEC(Visit) visits;
    VEC(GameWon) games;
    VEC(FaultMade) faults;
    int set;
    int won[2];
    bool open; /* the last visit goes on */
    int last_shot;
};

/* ---- gathering ---- */

MatchLog *match_log_begin(Arena *arena, const Discipline *discipline, const MatchSetup *setup) {
    MatchLog *log = NEW(arena, MatchLog);
    *log = (MatchLog){.arena = arena, .discipline = discipline, .setup = *setup};
    return log;
}

static void add_visit(MatchLog *log, const Ruling *ruling) {
    bool same = log->open && log->visits.at[log->visits.n - 1].player == ruling->player;
    if (!same) *VEC_PUSH(log->arena, &log->visits) = (Visit){.player = ruling->player, .set = log->set};
    Visit *visit = &log->visits.at[log->visits.n - 1];
    visit->points += ruling->points;
    visit->total = ruling->score[ruling->player];
    if (ruling->kind == RULING_FOUL) visit->fault = true;
    log->open = ruling->next == ruling->player;
}

static void add_fault(MatchLog *log, const Ruling *ruling) {
    FaultMade *fault = VEC_PUSH(log->arena, &log->faults);
    fault->player = ruling->player;
    fault->shot = ruling->shot;
    fault->clause_count = ruling->clause_count;
    memcpy(fault->clauses, ruling->clauses, sizeof fault->clauses);
}

/* A game, a set or the match has ended. */
static void add_end(MatchLog *log, const Ruling *ruling) {
    bool ends = ruling->standing == STANDING_GAME || ruling->standing == STANDING_MATCH ||
                ruling->standing == STANDING_SET || ruling->standing == STANDING_DRAW;
    if (!ends) return;
    if (ruling->standing_player != PLAYER_NONE) log->won[ruling->standing_player]++;
    *VEC_PUSH(log->arena, &log->games) = (GameWon){
        .winner = ruling->standing_player, .shot = ruling->shot, .score = {log->won[0], log->won[1]}};
    log->set++;
    log->open = false;
}

void match_log_add(MatchLog *log, const Ruling *ruling) {
    bool played = ruling->kind != RULING_REPLAY && ruling->kind != RULING_VOID;
    log->last_shot = ruling->shot;
    if (ruling->scored && (played || log->open)) add_visit(log, ruling);
    if (ruling->kind == RULING_FOUL || ruling->kind == RULING_ILLEGAL_BREAK) add_fault(log, ruling);
    add_end(log, ruling);
}

/* ---- the sheet ---- */

typedef struct Making {
    const MatchLog *log;
    const MatchSummary *summary;
    const MatchHeading *heading;
    const Catalogue *catalogue;
    const ClauseBook *book;
    Document *document;
} Making;

static Str text(const Making *m, const char *key) {
    char path[64];
    snprintf(path, sizeof path, "match_sheet.%s", key);
    return catalogue_text(m->catalogue, path);
}

static Str number(const Making *m, int64_t value) {
    return str_fmt(m->document->arena, "%lld", (long long)value);
}

static Str name(const Making *m, Player player) {
    Str given = m->heading->names[player], letter = str_of(player_name(player));
    return given.len ? str_fmt(m->document->arena, "%.*s · %.*s", SARG(letter), SARG(given)) : letter;
}

static Str distance(const Making *m) {
    static const char *const keys[] = {"points", "innings", "sets", "race"};
    const MatchSetup *setup = &m->log->setup;
    const int values[] = {setup->points, setup->innings, setup->sets, setup->race};
    Str all = S("");
    for (int i = 0; i < 4; i++) {
        if (!values[i]) continue;
        Str one = str_fmt(m->document->arena, "%.*s %d", SARG(text(m, keys[i])), values[i]);
        all = all.len ? str_fmt(m->document->arena, "%.*s · %.*s", SARG(all), SARG(one)) : one;
    }
    return all;
}

static void add_heading(Making *m) {
    const MatchHeading *heading = m->heading;
    const MatchSetup *setup = &m->log->setup;
    const char *table = setup->table ? setup->table : m->log->discipline->default_table;
    document_title(m->document, text(m, "title"), str_of(setup->game));
    Block *facts = document_facts(m->document);
    block_fact(m->document, facts, text(m, "player_a"), heading->names[0].len ? heading->names[0] : S("…"));
    block_fact(m->document, facts, text(m, "player_b"), heading->names[1].len ? heading->names[1] : S("…"));
    block_fact(m->document, facts, text(m, "distance"), distance(m));
    block_fact(m->document, facts, text(m, "table"), str_of(table));
    block_fact(m->document, facts, text(m, "place"), heading->place);
    block_fact(m->document, facts, text(m, "date"), heading->date);
    block_fact(m->document, facts, text(m, "duration"), heading->duration);
    block_fact(m->document, facts, text(m, "file"), heading->file);
}

/* "winner: A" across the page; a match that goes on says so. */
static void add_result(Making *m) {
    const MatchSummary *s = m->summary;
    bool sets = s->has_sets || s->has_games;
    Str score = str_fmt(m->document->arena, "%lld : %lld",
                        (long long)(sets ? s->players[0].games : (int)s->players[0].points),
                        (long long)(sets ? s->players[1].games : (int)s->players[1].points));
    Str words = !s->over ? text(m, "goes_on")
                : s->winner == PLAYER_NONE
                    ? text(m, "draw")
                    : CATALOGUE_FILL(m->catalogue, "match_sheet.winner", name(m, s->winner));
    Str sign = !s->over ? S("…") : s->winner == PLAYER_NONE ? S("=") : str_of(player_name(s->winner));
    document_banner(m->document, s->over ? TONE_GOOD : TONE_MUTED, sign, words, score);
}

static Str average(const Making *m, const PlayerSummary *player) {
    if (!player->innings) return S("–");
    return catalogue_number(m->catalogue,
                            decimal_print(m->document->arena, player->points, player->innings, 3));
}

static void add_averages(Making *m) {
    if (!m->summary->has_innings) return;
    const Column columns[] = {{.title = text(m, "player"), .weight = 3},
                              {.title = text(m, "points"), .weight = 1, .align = ALIGN_RIGHT},
                              {.title = text(m, "innings"), .weight = 1, .align = ALIGN_RIGHT},
                              {.title = text(m, "average"), .weight = 1, .align = ALIGN_RIGHT},
                              {.title = text(m, "best_run"), .weight = 1, .align = ALIGN_RIGHT}};
    Table *table = document_table(m->document, columns, 5);
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) {
        const PlayerSummary *player = &m->summary->players[p];
        Cell *cells = table_row(table);
        cells[0] = (Cell){.text = name(m, p), .bold = true};
        cells[1] = (Cell){.text = number(m, player->points), .bold = true};
        cells[2].text = number(m, player->innings);
        cells[3] = (Cell){.text = average(m, player), .bold = true};
        cells[4].text = number(m, player->best);
    }
}

/* ---- innings ---- */

enum { INNING_CELLS = 5 }; /* number; A's visit and total; B's */

/* A row of the table: the visits of one inning, NULL where a player had none. */
typedef struct Inning {
    int number, set;
    const Visit *visits[2];
} Inning;

/* Visits of one set in pairs, whoever began. */
static int pair_visits(const MatchLog *log, Inning *out) {
    int n = 0;
    for (ptrdiff_t i = 0; i < log->visits.n; i++) {
        const Visit *visit = &log->visits.at[i];
        bool fits = n > 0 && out[n - 1].set == visit->set && !out[n - 1].visits[visit->player];
        if (!fits) {
            int before = n > 0 && out[n - 1].set == visit->set ? out[n - 1].number : 0;
            out[n++] = (Inning){.number = before + 1, .set = visit->set};
        }
        out[n - 1].visits[visit->player] = visit;
    }
    return n;
}

static void put_visit(const Making *m, Cell *cells, const Visit *visit, Player player) {
    if (!visit) return;
    const char *sign = visit->fault ? " ×" : "";
    bool best = visit->points > 0 && visit->points == m->summary->players[player].best;
    cells[0] = (Cell){.text = str_fmt(m->document->arena, "%d%s", visit->points, sign), .bold = best};
    cells[1] = (Cell){.text = number(m, visit->total), .tone = TONE_MUTED};
}

static void put_inning(const Making *m, Cell *cells, const Inning *inning) {
    cells[0] = (Cell){.text = number(m, inning->number), .tone = TONE_MUTED};
    put_visit(m, &cells[1], inning->visits[0], PLAYER_A);
    put_visit(m, &cells[3], inning->visits[1], PLAYER_B);
}

static Table *inning_table(Making *m, int side_by_side) {
    Column columns[2 * INNING_CELLS + 1];
    const Column one[INNING_CELLS] = {{.title = text(m, "inning"), .weight = 1, .align = ALIGN_RIGHT},
                                      {.title = CATALOGUE_FILL(m->catalogue, "match_sheet.run_of", S("A")),
                                       .weight = 1.4,
                                       .align = ALIGN_RIGHT},
                                      {.title = text(m, "total"), .weight = 1.2, .align = ALIGN_RIGHT},
                                      {.title = CATALOGUE_FILL(m->catalogue, "match_sheet.run_of", S("B")),
                                       .weight = 1.4,
                                       .align = ALIGN_RIGHT},
                                      {.title = text(m, "total"), .weight = 1.2, .align = ALIGN_RIGHT}};
    memcpy(columns, one, sizeof one);
    if (side_by_side == 1) return document_table(m->document, columns, INNING_CELLS);
    columns[INNING_CELLS] = (Column){.title = S(""), .weight = 0.4};
    memcpy(&columns[INNING_CELLS + 1], one, sizeof one);
    return document_table(m->document, columns, 2 * INNING_CELLS + 1);
}

/* The innings of one set, in one column or two. */
static void add_set(Making *m, Table *table, const Inning *innings, int count, int side_by_side) {
    int rows = side_by_side == 2 ? (count + 1) / 2 : count;
    for (int i = 0; i < rows; i++) {
        Cell *cells = table_row(table);
        put_inning(m, cells, &innings[i]);
        if (side_by_side == 2 && rows + i < count)
            put_inning(m, &cells[INNING_CELLS + 1], &innings[rows + i]);
    }
}

static void set_title(Making *m, Table *table, int set) {
    if (!m->summary->has_sets) return;
    Str title = CATALOGUE_FILL(m->catalogue, "match_sheet.set", number(m, set + 1));
    if (set < m->summary->set_count) {
        const SetSummary *s = &m->summary->sets[set];
        title = str_fmt(m->document->arena, "%.*s · %lld : %lld", SARG(title),
                        (long long)s->players[0].points, (long long)s->players[1].points);
    }
    table_span(table, title);
}

static void add_innings(Making *m) {
    const MatchLog *log = m->log;
    if (!m->summary->has_points || !log->visits.n) return;
    Inning *innings = NEW_ARRAY(m->document->arena, Inning, log->visits.n);
    int count = pair_visits(log, innings), side_by_side = count > MANY ? 2 : 1;
    Table *table = inning_table(m, side_by_side);
    for (int from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && innings[to].set == innings[from].set; to++) {
        }
        set_title(m, table, innings[from].set);
        add_set(m, table, &innings[from], to - from, side_by_side);
    }
}

static void add_games(Making *m) {
    const MatchLog *log = m->log;
    if (!m->summary->has_games || !log->games.n) return;
    const Column columns[] = {{.title = text(m, "game"), .weight = 1, .align = ALIGN_RIGHT},
                              {.title = text(m, "won_by"), .weight = 3},
                              {.title = text(m, "score"), .weight = 1, .align = ALIGN_RIGHT},
                              {.title = text(m, "shot"), .weight = 1, .align = ALIGN_RIGHT}};
    Table *table = document_table(m->document, columns, 4);
    for (ptrdiff_t i = 0; i < log->games.n; i++) {
        const GameWon *game = &log->games.at[i];
        Cell *cells = table_row(table);
        cells[0].text = number(m, (int64_t)i + 1);
        cells[1] = (Cell){.text = game->winner == PLAYER_NONE ? S("–") : name(m, game->winner), .bold = true};
        cells[2].text = str_fmt(m->document->arena, "%d : %d", game->score[0], game->score[1]);
        cells[3] = (Cell){.text = number(m, game->shot), .tone = TONE_MUTED};
    }
}

/* ---- faults, signatures ---- */

static Str cited(const Making *m, const FaultMade *fault) {
    Str all = S("");
    for (int i = 0; i < fault->clause_count; i++) {
        Str id = clause_cited(m->document->arena, &fault->clauses[i]);
        all = str_fmt(m->document->arena, "%.*s%s%.*s", SARG(all), i ? ", " : "", SARG(id));
    }
    return all;
}

static void add_faults(Making *m) {
    const MatchLog *log = m->log;
    if (!log->faults.n) return;
    const Column columns[] = {{.title = text(m, "shot"), .weight = 0.9, .align = ALIGN_RIGHT},
                              {.title = text(m, "player"), .weight = 1},
                              {.title = text(m, "clauses"), .weight = 2.6},
                              {.title = text(m, "fault"), .weight = 7}};
    document_heading(m->document, 2,
                     m->summary->has_points ? str_fmt(m->document->arena, "× %.*s", SARG(text(m, "faults")))
                                            : text(m, "faults"));
    Table *table = document_table(m->document, columns, 4);
    for (ptrdiff_t i = 0; i < log->faults.n; i++) {
        const FaultMade *fault = &log->faults.at[i];
        Cell *cells = table_row(table);
        cells[0].text = number(m, fault->shot);
        cells[1].text = str_of(player_name(fault->player));
        cells[2].text = cited(m, fault);
        cells[3].text = clause_brief(m->book, fault->clauses[0].clause->id, m->catalogue->language);
    }
}

static void add_signatures(Making *m) {
    Block *block = document_signatures(m->document);
    const struct {
        const char *key;
        Str value;
    } lines[] = {{"player_a", m->heading->names[0]},
                 {"player_b", m->heading->names[1]},
                 {"referee", m->heading->referee}};
    for (int i = 0; i < 3; i++)
        *VEC_PUSH(m->document->arena, &block->facts) = (Fact){text(m, lines[i].key), lines[i].value};
}

Document *match_sheet(const MatchLog *log, const MatchSummary *summary, const MatchHeading *heading,
                      const Catalogue *catalogue, const ClauseBook *book) {
    Making m = {log, summary, heading, catalogue, book, NULL};
    Str title = catalogue_text(catalogue, "match_sheet.title");
    m.document = document_new(catalogue->arena, catalogue->language, title);
    m.document->page_label = catalogue_text(catalogue, "rack.page");
    m.document->footer = str_fmt(catalogue->arena, "%.*s · %s", SARG(title), log->setup.game);
    m.document->fit_first = true;
    add_heading(&m);
    document_space(m.document, 2);
    add_result(&m);
    add_averages(&m);
    document_space(m.document, 3);
    add_games(&m);
    add_innings(&m);
    add_faults(&m);
    add_signatures(&m);
    return m.document;
}
