/* See referee.h. What was ruled on before a faulty shot is printed; from that shot on there is no ruling. */
#include "cli/referee.h"

#include "base/out.h"
#include "report/write/drawing_file.h"
#include "report/write/pdf.h"

enum { OUTPUT_PIECE = 1 << 16 };

typedef struct Session {
    Run *run;
    const RefereeRequest *request;
    const Discipline *discipline;
    const RulingReport *report;
    const ClauseBook *book;
    const Catalogue *catalogue;
    bool drawn, live;
    void *match;
    MatchLog *log; /* a match sheet is wanted */
    Buf out;
    int64_t shots;
} Session;

static void draw_ruling(Session *session, const Ruling *ruling) {
    if (ruling->shot != session->request->draw) return;
    svg_write(session->report->draw(session->run->arena, session->catalogue, session->match, ruling),
              &session->out);
    session->drawn = true;
}

static void print_ruling(Session *session, const Ruling *ruling) {
    if (session->request->draw) {
        draw_ruling(session, ruling);
        return;
    }
    if (session->log) {
        match_log_add(session->log, ruling);
        return;
    }
    ArenaMark mark = arena_mark(session->run->arena);
    if (session->request->json)
        ruling_json(&session->out, session->report, session->catalogue, ruling);
    else
        ruling_text(&session->out, session->report, session->catalogue, session->book, ruling);
    arena_reset(session->run->arena, mark);
    if (session->request->output || (!session->live && session->out.len < OUTPUT_PIECE)) return;
    out_stdout(buf_str(&session->out), &session->run->diag);
    buf_clear(&session->out);
}

/* The last part of a path. */
static Str path_name(Str path) {
    ptrdiff_t at = path.len;
    while (at > 0 && path.at[at - 1] != '/') at--;
    return str_skip(path, at);
}

/* Who pipes rows in is told at once, rulings and messages. */
static void say_now(Session *session) {
    if (session->live && !session->request->output) run_print_messages(session->run);
}

/* False from the first faulty shot on. */
static bool rule_shot(Session *session, const Shot *shot) {
    Diag *diag = &session->run->diag;
    const Discipline *discipline = session->discipline;
    if (shot->number > 0) session->shots++;
    if (shot->faulty) return false;
    if (shot->number == 0) return discipline->setup(session->match, shot, diag);
    const Ruling *ruling = discipline->rule(session->match, shot, diag);
    if (ruling) print_ruling(session, ruling);
    return ruling != NULL;
}

static void write_sheet(Session *session, const MatchSummary *summary) {
    Run *run = session->run;
    Str bytes, path = str_of(session->request->path);
    MatchHeading heading = session->request->heading;
    heading.file = str_eq(path, S("-")) ? S("") : path_name(path);
    const Document *document =
        match_sheet(session->log, summary, &heading, session->catalogue, session->book);
    if (pdf_write(run->arena, document, &run->diag, &bytes)) buf_put(&session->out, bytes);
}

static void summarize(Session *session) {
    MatchSummary summary;
    session->discipline->summary(session->match, &summary);
    if (session->log)
        write_sheet(session, &summary);
    else if (session->request->json)
        summary_json(&session->out, &summary);
    else
        summary_text(&session->out, session->catalogue, &summary, session->request->heading.names);
}

/* Rulings given before a fault of the sheet are printed all the same; a drawing is not. */
static void write_out(Session *session) {
    Diag *diag = &session->run->diag;
    if (session->request->output) {
        OutFile file = {session->request->output, buf_str(&session->out)};
        if (!diag_failed(diag)) out_write(session->run->arena, &file, 1, diag);
    } else if (session->out.len && diag->fault != FAULT_MACHINE &&
               !(session->request->draw && diag_failed(diag))) {
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
    if (session->request->draw && !session->drawn && !diag_failed(diag))
        diag_error(diag, place_file(str_of(path)), "there is no shot %d to draw in this sheet",
                   session->request->draw);
    if (!session->request->draw && session->shots && ruling && !diag_failed(diag)) summarize(session);
    if (!session->shots && !diag_failed(diag))
        diag_error(diag, place_file(str_of(path)), "no strokes in this sheet");
    write_out(session);
}

void referee_sheet(Run *run, const RefereeRequest *request, const GameEntry *entry) {
    const Discipline *discipline = entry->discipline;
    Session session = {.run = run, .request = request, .discipline = discipline, .report = entry->report};
    session.book = clause_book_load(run->arena, discipline->name, &run->diag);
    session.catalogue = catalogue_load(run->arena, run->language, &run->diag);
    if (!session.book || !session.catalogue) return;
    session.match = discipline->open(run->arena, &request->setup, &run->diag);
    if (!session.match) return;
    if (request->pdf) session.log = match_log_begin(run->arena, discipline, &request->setup);
    Sheet *sheet =
        sheet_open(run->arena, request->path, discipline->words, &request->dialect, false, &run->diag);
    if (!sheet) return;
    rule_sheet(&session, sheet, request->path);
    sheet_close(sheet);
}
