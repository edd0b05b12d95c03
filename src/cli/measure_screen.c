/* The session's screen: the plan on the left, what to do on the right. Without a terminal, plain lines. */
#include "cli/measure.h"

#include "base/moment.h"
#include "base/out.h"
#include "base/text.h"

#include <sys/ioctl.h>
#include <unistd.h>

enum {
    OLD_MS = 2000, /* a live value this old is shown faint */
    TALK_MOST = 24 /* lines of messages, before the oldest are left out */
};

typedef struct Size {
    int columns, rows; /* of the terminal */
    int height;        /* of plan and panel: what is left above the keys and the prompt */
} Size;

static Size terminal_size(void) {
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    Size out = {known && size.ws_col >= 40 ? size.ws_col : 80, known && size.ws_row ? size.ws_row : 24, 0};
    int height = out.rows - 3;
    out.height = height < PLAN_LEAST ? PLAN_LEAST : height > PLAN_HEIGHT ? PLAN_HEIGHT : height;
    return out;
}

void guide_open_screen(Guide *guide) {
    if (guide->screen) (void)out_stdout(S("\033[?1049h\033[2J"), &guide->run->diag);
}

void guide_close_screen(Guide *guide) {
    if (guide->screen) (void)out_stdout(S("\033[?1049l"), &guide->run->diag);
    guide->screen = false;
}

void guide_tell(Guide *guide, Str text) {
    if (guide->screen) return; /* it stands there anyway */
    printf("  %.*s\n", SARG(text));
    fflush(stdout);
}

/* ---- what is said of a step, for both */

static Str describe_point(const Measure *m, const Step *step) {
    Arena *arena = m->arena;
    Str point = measure_point(m, step->point);
    if (step->repeats == 1) return point;
    Str reading = MEASURE_FILL(m, "reading", str_fmt(arena, "%d", step->repeat + 1),
                               str_fmt(arena, "%d", step->repeats));
    return str_fmt(arena, "%.*s, %.*s", SARG(point), SARG(reading));
}

/* Who measures this step, and how a reading is taken. */
static Str describe_tool(const Measure *m, const Step *step) {
    if (step->quantity == QUANTITY_NONE) return measure_word(m, "question");
    if (m->chosen < 0) return MEASURE_FILL(m, "type", step->unit->name);
    const Tool *tool = &m->tools[m->chosen];
    Str id = tool->instrument->id;
    if (!tool->driver) return MEASURE_FILL(m, "by_hand", id, step->unit->name);
    if (!tool->live) return MEASURE_FILL(m, "not_connected", id, tool->instrument->port);
    if (tool->driver->talk == TALK_KEY) return MEASURE_FILL(m, "press_its_key", id);
    if (step->quantity == QUANTITY_MASS) return MEASURE_FILL(m, "put_on", id);
    return MEASURE_FILL(m, "press_enter", id);
}

static void show_line(const Measure *m, const Step *step) {
    Arena *arena = m->arena;
    Str limit = measure_limit(m, step->requirement), point = describe_point(m, step);
    Str count = MEASURE_FILL(m, "step", str_fmt(arena, "%d", m->at + 1), str_fmt(arena, "%d", m->walk.n));
    printf("[%.*s] %.*s%s%.*s%s%.*s\n", SARG(count), SARG(measure_title(m, step)), point.len ? ": " : "",
           SARG(point), limit.len ? "; " : "", SARG(limit));
    printf("  %.*s\n", SARG(describe_tool(m, step)));
    fflush(stdout);
}

void guide_show_step(Guide *guide) {
    const Step *step = measure_step(guide->m);
    guide->dirty = true;
    if (guide->screen || !step) return;
    ArenaMark mark = arena_mark(guide->m->arena);
    show_line(guide->m, step);
    arena_reset(guide->m->arena, mark);
}

/* ---- the panel beside the plan */

typedef struct Panel {
    const Measure *m;
    Arena *arena;
    bool color;
    Str lines[PLAN_HEIGHT + TALK_MOST];
    int n, width, height;
} Panel;

/* As much of the text as fits the width, cut at a blank where there is one. */
static Str take_line(Str *text, int width) {
    Str rest = *text;
    ptrdiff_t fits = 0, blank = 0;
    for (int used = 0; rest.len; fits = text->len - rest.len) {
        Str from = rest;
        if (from.at[0] == ' ') blank = text->len - from.len;
        (void)text_next(&rest);
        used += text_width(str_slice(from, 0, from.len - rest.len));
        if (used > width) break;
    }
    if (fits < text->len && blank > 0) fits = blank;
    Str line = str_slice(*text, 0, fits);
    *text = str_trim(str_skip(*text, fits));
    return line;
}

static void put(Panel *panel, const char *color, Str text) {
    if (!panel->color) color = "";
    do {
        if (panel->n == panel->height) return;
        Str line = take_line(&text, panel->width);
        panel->lines[panel->n++] =
            str_fmt(panel->arena, "%s%.*s%s", color, SARG(line), *color ? "\033[0m" : "");
    } while (text.len);
}

/* 09:15:02  text (3×): when it was said last, how often in a row. */
static Str message_line(const Panel *panel, const Saying *message) {
    Str time = moment_clock(panel->arena, message->utc_ms);
    Str times = message->count > 1 ? str_fmt(panel->arena, " (%d×)", message->count) : S("");
    return str_fmt(panel->arena, "%.*s  %.*s%.*s", SARG(time), SARG(message->text), SARG(times));
}

/* The newest messages that fit below what stands already. */
static void put_talk(Panel *panel) {
    const Measure *m = panel->m;
    Panel below = *panel;
    for (int first = 0; first < m->saying_count; first++) {
        below = *panel;
        below.height = PLAN_HEIGHT + TALK_MOST;
        for (int i = first; i < m->saying_count; i++)
            put(&below, "\033[33m", message_line(panel, &m->sayings[i]));
        if (below.n <= panel->height) break;
    }
    below.height = panel->height;
    if (below.n > below.height) below.n = below.height;
    *panel = below;
}

static const char *const opinion_colors[] = {"", "\033[1;32m", "\033[1;33m", "\033[1;31m"};

static void put_readings(Panel *panel, int at) {
    const Measure *m = panel->m;
    const Step *step = &m->walk.steps[at];
    int last = -1;
    Str line = S("");
    for (int i = at - step->repeat; i < at - step->repeat + step->repeats; i++) {
        if (m->row_of[i] < 0) continue;
        last = i;
        line =
            str_fmt(panel->arena, "%.*s%s%.*s", SARG(line), line.len ? "   " : "", SARG(measure_value(m, i)));
    }
    if (last < 0) return;
    Opinion opinion = measure_opinion(m, last);
    put(panel, opinion_colors[opinion.passing],
        str_fmt(panel->arena, "%.*s   %.*s", SARG(line), SARG(opinion.text)));
}

static void put_consequences(Panel *panel, int at) {
    Str lines[MEASURE_CONSEQUENCES];
    Opinion opinions[MEASURE_CONSEQUENCES];
    int n = measure_consequences(panel->m, at, lines, opinions, MEASURE_CONSEQUENCES);
    for (int i = 0; i < n; i++) put(panel, opinion_colors[opinions[i].passing], lines[i]);
}

/* The reading put down last, wherever it was, and what follows from it. */
static void put_last(Panel *panel) {
    const Measure *m = panel->m;
    int at = measure_last(m);
    if (at < 0) return;
    const Step *step = &m->walk.steps[at];
    Opinion opinion = measure_opinion(m, at);
    Str where = step->point.len ? measure_point(m, step->point) : measure_title(m, step);
    put(panel, opinion_colors[opinion.passing],
        CATALOGUE_FILL(m->words, "measure.last", where, measure_value(m, at), opinion.text));
    put_consequences(panel, at);
}

static void put_tool(Panel *panel, const Step *step) {
    const Measure *m = panel->m;
    put(panel, "", describe_tool(m, step));
    if (m->chosen < 0 || !m->tools[m->chosen].heard || step->quantity == QUANTITY_NONE) return;
    const Indication *last = &m->tools[m->chosen].last;
    Str unit = last->unit ? last->unit->name : str_of(last->unit_sent);
    static const char *const stabilities[] = {"stability.unknown", "stability.stable", "stability.unstable"};
    Str text = last->reason[0] ? str_of(last->reason) : measure_word(m, stabilities[last->stability]);
    bool old = clock_monotonic_ms() - m->tools[m->chosen].heard_ms > OLD_MS;
    put(panel, old ? "\033[2m" : "\033[36m",
        str_fmt(panel->arena, "%.*s: %s %.*s  %.*s", SARG(m->tools[m->chosen].instrument->id), last->digits,
                SARG(unit), SARG(text)));
}

static Str waiting_line(const Panel *panel) {
    int seconds = (int)((clock_monotonic_ms() - panel->m->since_ms) / 1000);
    return MEASURE_FILL(panel->m, "waiting", str_fmt(panel->arena, "%d", seconds));
}

static void put_step(Panel *panel) {
    const Measure *m = panel->m;
    const Step *step = &m->walk.steps[m->at];
    Str limit = measure_limit(m, step->requirement);
    put(panel, "\033[1m", measure_title(m, step));
    if (step->point.len) put(panel, "\033[1m", describe_point(m, step));
    put(panel, "", limit.len ? limit : measure_word(m, "limit.none"));
    put_readings(panel, m->at);
    put(panel, "", S(""));
    put_tool(panel, step);
    if (m->taking) put(panel, "\033[36m", waiting_line(panel));
    if (m->note.len) put(panel, "", MEASURE_FILL(m, "note_kept", m->note));
}

static void fill_panel(Panel *panel) {
    const Measure *m = panel->m;
    Str done = str_fmt(panel->arena, "%d", measure_done(m)), all = str_fmt(panel->arena, "%d", m->walk.n);
    put(panel, "\033[1m",
        str_fmt(panel->arena, "%.*s   %.*s   %.*s", SARG(m->profile->id), SARG(m->table),
                SARG(MEASURE_FILL(m, "done", done, all))));
    put_last(panel);
    put(panel, "", S(""));
    if (m->at < m->walk.n)
        put_step(panel);
    else
        put(panel, "\033[1m", measure_word(m, "end"));
    put(panel, "", S(""));
    put_talk(panel);
}

static void put_prompt(const Guide *guide, int columns, Buf *out) {
    const Measure *m = guide->m;
    const Keyboard *keyboard = &guide->keyboard;
    Str keys = measure_word(m, keyboard->question ? "keys_question" : "keys");
    Str line = take_line(&keys, columns - 1);
    buf_printf(out, "\033[K\r\n%.*s\033[K\r\n", SARG(line));
    if (keyboard->noting) buf_printf(out, "%.*s: ", SARG(measure_word(m, "note")));
    buf_printf(out, "> %.*s\033[K\033[J", keyboard->typed, keyboard->typing);
}

/* ---- when to draw */

/* The live value has moved on, or its age has. */
static bool is_outdated(const Guide *guide) {
    const Measure *m = guide->m;
    if (guide->dirty) return true;
    if (m->chosen < 0 || !m->tools[m->chosen].live) return false;
    return m->tools[m->chosen].heard_ms > guide->drawn_ms;
}

int64_t guide_draw_due(const Guide *guide) {
    const Measure *m = guide->m;
    bool moves = m->taking || (m->chosen >= 0 && m->tools[m->chosen].live);
    if (!guide->screen) return INT64_MAX;
    if (is_outdated(guide)) return guide->drawn_ms + MEASURE_DRAW_MS;
    return moves ? guide->drawn_ms + 500 : INT64_MAX; /* seconds of waiting, a value that grows old */
}

void guide_draw(Guide *guide) {
    const Measure *m = guide->m;
    int64_t now = clock_monotonic_ms();
    if (now < guide_draw_due(guide)) return;
    Arena *arena = m->arena;
    ArenaMark mark = arena_mark(arena);
    Size size = terminal_size();
    Str plan[PLAN_HEIGHT];
    Panel panel = {.m = m, .arena = arena, .color = guide->run->color, .height = size.height};
    Buf out = {0};
    panel.width = size.columns - PLAN_WIDTH - 3;
    guide_plan(guide, plan, size.height, arena);
    fill_panel(&panel);
    buf_put(&out, S("\033[H"));
    for (int i = 0; i < size.height; i++)
        buf_printf(&out, "%.*s  %.*s\033[K\r\n", SARG(plan[i]), SARG(panel.lines[i]));
    put_prompt(guide, size.columns, &out);
    (void)out_stdout(buf_str(&out), &guide->run->diag);
    buf_free(&out);
    arena_reset(arena, mark);
    guide->dirty = false;
    guide->drawn_ms = now;
}
