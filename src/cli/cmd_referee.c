/* tablecert referee: rules on a score sheet shot by shot, as it is read. What was ruled on before a faulty
 * shot is printed; from that shot on there is no ruling. */
#include "base/out.h"
#include "cli/games.h"
#include "report/write/drawing_file.h"

enum { OUTPUT_PIECE = 1 << 16 };

typedef struct RefereeOptions {
    const char *game, *format, *referee, *breaker, *output;
    int draw; /* shot to draw; 0: none */
    DialectWords dialect;
    MatchSetup setup;
} RefereeOptions;

static RefereeOptions options;

static bool pick(Run *run, const char *option, const char *word, const char *first, const char *second,
                 bool *second_taken) {
    *second_taken = word && strcmp(word, second) == 0;
    if (!word || *second_taken || strcmp(word, first) == 0) return true;
    return run_usage(run, "--%s: expected %s or %s, found '%s'", option, first, second, word);
}

static bool settle(Run *run, bool *json, SheetDialect *dialect) {
    bool no_referee, b_breaks;
    bool good = pick(run, "format", options.format, "text", "json", json);
    good = pick(run, "referee", options.referee, "yes", "no", &no_referee) && good;
    good = pick(run, "break", options.breaker, "A", "B", &b_breaks) && good;
    options.setup.game = options.game;
    options.setup.referee = !no_referee;
    options.setup.breaker = b_breaks ? PLAYER_B : PLAYER_A;
    good = dialect_read(run, &options.dialect, dialect) && good;
    return good && run_want_arguments(run, 1, 1, "one score sheet");
}

typedef struct Session {
    Run *run;
    const GameEntry *entry;
    const ClauseBook *book;
    const Catalogue *catalogue;
    bool json, drawn, live;
    void *match;
    Buf out;
    int64_t shots;
} Session;

static void draw_ruling(Session *session, const Ruling *ruling) {
    if (ruling->shot != options.draw) return;
    svg_write(session->entry->report->draw(session->run->arena, session->catalogue, session->match, ruling),
              &session->out);
    session->drawn = true;
}

static void print_ruling(Session *session, const Ruling *ruling) {
    if (options.draw) {
        draw_ruling(session, ruling);
        return;
    }
    ArenaMark mark = arena_mark(session->run->arena);
    if (session->json)
        ruling_json(&session->out, session->entry->report, session->catalogue, ruling);
    else
        ruling_text(&session->out, session->entry->report, session->catalogue, session->book, ruling);
    arena_reset(session->run->arena, mark);
    if (options.output || (!session->live && session->out.len < OUTPUT_PIECE)) return;
    out_stdout(buf_str(&session->out), &session->run->diag);
    buf_clear(&session->out);
}

/* Who pipes rows in is told at once, rulings and messages. */
static void say_now(Session *session) {
    if (session->live && !options.output) run_print_messages(session->run);
}

/* False from the first faulty shot on. */
static bool rule_shot(Session *session, const Shot *shot) {
    Diag *diag = &session->run->diag;
    const Discipline *discipline = session->entry->discipline;
    if (shot->number > 0) session->shots++;
    if (shot->faulty) return false;
    if (shot->number == 0) return discipline->setup(session->match, shot, diag);
    const Ruling *ruling = discipline->rule(session->match, shot, diag);
    if (ruling) print_ruling(session, ruling);
    return ruling != NULL;
}

static void summarize(Session *session) {
    MatchSummary summary;
    session->entry->discipline->summary(session->match, &summary);
    if (session->json)
        summary_json(&session->out, &summary);
    else
        summary_text(&session->out, session->catalogue, &summary);
}

/* Rulings given before a fault of the sheet are printed all the same; a drawing is not. */
static void write_out(Session *session) {
    Diag *diag = &session->run->diag;
    if (options.output) {
        OutFile file = {options.output, buf_str(&session->out)};
        if (!diag_failed(diag)) out_write(session->run->arena, &file, 1, diag);
    } else if (session->out.len && diag->fault != FAULT_MACHINE && !(options.draw && diag_failed(diag))) {
        out_stdout(buf_str(&session->out), diag);
    }
    buf_free(&session->out);
}

static void rule_sheet(Session *session, Sheet *sheet, const char *path) {
    Diag *diag = &session->run->diag;
    Shot shot;
    bool ruling = true;
    session->live = sheet_is_live(sheet);
    while (diag->fault != FAULT_MACHINE && sheet_next(sheet, &shot)) {
        ruling = ruling && rule_shot(session, &shot);
        say_now(session);
    }
    if (options.draw && !session->drawn && !diag_failed(diag))
        diag_error(diag, place_file(str_of(path)), "there is no shot %d to draw in this sheet", options.draw);
    if (!options.draw && session->shots && ruling && !diag_failed(diag)) summarize(session);
    if (!session->shots && !diag_failed(diag))
        diag_error(diag, place_file(str_of(path)), "no strokes in this sheet");
    write_out(session);
}

static int referee(Run *run) {
    Session session = {.run = run};
    SheetDialect dialect;
    session.entry = games_find(run, options.game, false);
    if (!settle(run, &session.json, &dialect) || !session.entry) return EXIT_INPUT;
    if (options.draw && !session.entry->report->draw)
        return run_usage(run, "--draw: there is nothing to draw in '%s'", options.game), EXIT_INPUT;
    const Discipline *discipline = session.entry->discipline;
    session.book = clause_book_load(run->arena, discipline->name, &run->diag);
    session.catalogue = catalogue_load(run->arena, run->language, &run->diag);
    if (!session.book || !session.catalogue) return EXIT_INPUT;
    session.match = discipline->open(run->arena, &options.setup, &run->diag);
    if (!session.match) return EXIT_INPUT;
    Sheet *sheet =
        sheet_open(run->arena, run->arguments.at[0], discipline->words, &dialect, false, &run->diag);
    if (!sheet) return EXIT_INPUT;
    rule_sheet(&session, sheet, run->arguments.at[0]);
    sheet_close(sheet);
    return EXIT_YES;
}

static const Option option_table[] = {
    {'g', "game", "GAME", "8-ball, 9-ball, 14.1; free, 47/2 and the like, 1-cushion, 3-cushion", OPTION_TEXT,
     &options.game},
    {'f', "format", "text|json", "json: one object a line", OPTION_TEXT, &options.format},
    {'o', "output", "FILE", "write here instead of standard output", OPTION_TEXT, &options.output},
    {0, "draw", "N", "instead of the rulings, the position after shot N as SVG (carom)", OPTION_COUNT,
     &options.draw},
    {'t', "table", "PROFILE", "the table's profile (pool-wpa-9ft; carom-sk-284)", OPTION_TEXT,
     &options.setup.table},
    {0, "profile-dir", "DIR", "look for profiles here too", OPTION_TEXT, &options.setup.profile_folder},
    {0, "referee", "yes|no", "whether the match has a referee (yes)", OPTION_TEXT, &options.referee},
    {0, "race", "N", "games to win the match", OPTION_MANY, &options.setup.race},
    {0, "points", "N", "points to play to (14.1, carom)", OPTION_MANY, &options.setup.points},
    {0, "innings", "N", "innings to play (carom)", OPTION_MANY, &options.setup.innings},
    {0, "sets", "N", "sets to win the match (carom)", OPTION_MANY, &options.setup.sets},
    {0, "break", "A|B", "who breaks or opens first (A)", OPTION_TEXT, &options.breaker},
    {0, "push-out", NULL, "9-ball: a push-out is allowed after the break", OPTION_FLAG,
     &options.setup.push_out},
    {0, "line-width", "MM", "width of the chalked lines (2; carom)", OPTION_TEXT, &options.setup.line_width},
    {0, "anchors", "WHICH", "all, match or none (carom)", OPTION_TEXT, &options.setup.anchors},
    {0, "centre", "free|restricted", "whether the middle field is free (carom)", OPTION_TEXT,
     &options.setup.centre},
    {0, "compare", "RULES", "add the ruling of this rule set where it differs (wpa; umb)", OPTION_TEXT,
     &options.setup.compare},
    DIALECT_OPTIONS(options.dialect),
    {0},
};

/* Every word of a score sheet stands here (rules/words.c is the grammar itself). */
static const char description[] =
    "SHEET.csv has the columns shot,player,event,ball,to,x,y,value: one row for each thing that happened.\n"
    "The rows of a shot stand together; its first row names the player. Every ruling cites its clauses;\n"
    "'tablecert rules CLAUSE' prints one. Exit status 0 when the whole sheet could be ruled on.\n"
    "\n"
    "event     ball  to, value                     what it says\n"
    "call      ball  to a pocket; value safety     announced before the stroke\n"
    "place     cue   at x, y, or nowhere           the cue ball in hand is put down\n"
    "frozen    ball  to a ball or a cushion        touches it before the stroke\n"
    "choose          value: see below              the option that is taken\n"
    "warn            two-fouls, slow-play          the player was told\n"
    "strike    ball                                the tip meets this ball\n"
    "contact   ball  to a ball                     the first hits the second\n"
    "cushion   ball  to a cushion, or none; value  some cushion; value: how often\n"
    "pocket    ball  to a pocket, or none          goes down and stays down\n"
    "rebound   ball  to a pocket, lamp, frame …    was there and came back by itself\n"
    "off       ball  to floor or frame             leaves the table\n"
    "fall      ball  to a pocket; seconds at rest  drops by itself\n"
    "exit      ball  to an area, or none           an object ball leaves it (carom)\n"
    "disturb   ball  effect, no-effect             somebody else moved it\n"
    "fault     ball  value: see below              what only a referee can see\n"
    "noticed         late                          the fault was called too late (carom)\n"
    "position  ball  at x, y                       at rest after the stroke, in cm; or to areas (carom),\n"
    "                                              or to unknown; value astride: beside a line (carom)\n"
    "run             points                        a whole inning, without its strokes (carom)\n"
    "concede\n"
    "\n"
    "Shot 0 is the table before the first stroke: on-table (ball, x, y), turn (player), break, group "
    "(solids,\n"
    "stripes), fouls, score, inning (a number), cue (lies, in-hand, in-hand-head), count (caroms made in "
    "the\n"
    "area 'to'), safeties (ball, a number).\n"
    "fault: touch, touch-deliberate, touch-effect, touch-no-effect, touch-placing, touch-pocketed, no-foot,\n"
    "moving, scoop, scoop-mishap, double-hit, push, mark, gauge, slow-play, foreign-body, moved-ball, "
    "not-tip.\n"
    "choose: in pool accept, rerack, rerack-back, spot-8, rebreak, stay, restore, spot-nearest, push-out,\n"
    "back, respot-balls; in carom respot, cushion, pique, away, left, right (start spot).\n"
    "Balls: cue, 1 to 15; white, yellow, red. Cushions: head, foot, left, right; bottom, top, left, right.\n"
    "Pockets: head-left, head-right, side-left, side-right, foot-left, foot-right.\n"
    "x runs in cm from the head (carom: bottom) cushion along the table, y from the left cushion across.";

const Command cmd_referee = {
    .name = "referee",
    .summary = "rule on a score sheet, stroke by stroke",
    .usage = "--game GAME [options] SHEET.csv",
    .description = description,
    .options = option_table,
    .run = referee,
};
