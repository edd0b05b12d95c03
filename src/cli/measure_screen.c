/* The session's screen: the plan on the left, what to do on the right. Without a terminal, plain lines. */
#include "cli/measure.h"

#include "base/moment.h"
#include "base/out.h"
#include "base/text.h"

#include <sys/ioctl.h>
#include <unistd.h>

static int terminal_width(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 ? size.ws_col : 80;
}

void measure_open_screen(Measure *m) {
    if (m->screen) (void)out_stdout(S("\033[?1049h\033[2J"), &m->run->diag);
}

void measure_close_screen(Measure *m) {
    if (m->screen) (void)out_stdout(S("\033[?1049l"), &m->run->diag);
    m->screen = false;
}

/* ---- what is said of a step, for both */

static Str describe_point(const Measure *m, const Step *step) {
    Arena *arena = m->run->arena;
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

static void show_line(Measure *m, const Step *step) {
    Arena *arena = m->run->arena;
    Str limit = measure_limit(m, step->requirement), point = describe_point(m, step);
    Str count = MEASURE_FILL(m, "step", str_fmt(arena, "%d", m->at + 1), str_fmt(arena, "%d", m->walk.n));
    printf("[%.*s] %.*s%s%.*s%s%.*s\n", SARG(count), SARG(measure_title(m, step)), point.len ? ": " : "",
           SARG(point), limit.len ? "; " : "", SARG(limit));
    printf("  %.*s\n", SARG(describe_tool(m, step)));
    fflush(stdout);
}

void measure_show_step(Measure *m) {
    m->dirty = true;
    if (m->screen || m->at >= m->walk.n) return;
    ArenaMark mark = arena_mark(m->run->arena);
    show_line(m, &m->walk.steps[m->at]);
    arena_reset(m->run->arena, mark);
}

/* ---- the panel beside the plan */

typedef struct Panel {
    const Measure *m;
    Arena *arena;
    Str lines[PLAN_HEIGHT];
    int n, width;
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
    if (!panel->m->run->color) color = "";
    do {
        if (panel->n == PLAN_HEIGHT) return;
        Str line = take_line(&text, panel->width);
        panel->lines[panel->n++] =
            str_fmt(panel->arena, "%s%.*s%s", color, SARG(line), *color ? "\033[0m" : "");
    } while (text.len);
}

/* The newest messages that fit below what stands already. */
static void put_talk(Panel *panel) {
    const Measure *m = panel->m;
    Panel below = *panel;
    for (int first = 0; first < TALK_LINES; first++) {
        below.n = panel->n;
        int lines = 0;
        for (int i = first; i < TALK_LINES; i++)
            if (m->talk[i].len) {
                int before = below.n;
                put(&below, "\033[33m", m->talk[i]);
                lines += below.n - before;
            }
        if (panel->n + lines < PLAN_HEIGHT || first == TALK_LINES - 1) break;
    }
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

/* The reading confirmed last, wherever it was, and what follows from it. */
static void put_last(Panel *panel) {
    const Measure *m = panel->m;
    for (int i = 0; i < m->walk.n; i++) {
        if (m->row_of[i] < 0 || m->row_of[i] != (int)m->rows->at.n - 1) continue;
        const Step *step = &m->walk.steps[i];
        Opinion opinion = measure_opinion(m, i);
        Str where = step->point.len ? measure_point(m, step->point) : measure_title(m, step);
        put(panel, opinion_colors[opinion.passing],
            CATALOGUE_FILL(m->words, "measure.last", where, measure_value(m, i), opinion.text));
        put_consequences(panel, i);
        return;
    }
}

static void put_tool(Panel *panel, const Step *step) {
    const Measure *m = panel->m;
    put(panel, "", describe_tool(m, step));
    if (m->chosen < 0 || !m->tools[m->chosen].heard || step->quantity == QUANTITY_NONE) return;
    const Indication *last = &m->tools[m->chosen].last;
    Str unit = last->unit ? last->unit->name : str_of(last->unit_sent);
    static const char *const stabilities[] = {"stability.unknown", "stability.stable", "stability.unstable"};
    Str text = last->reason[0] ? str_of(last->reason) : measure_word(m, stabilities[last->stability]);
    put(panel, "\033[36m",
        str_fmt(panel->arena, "%.*s: %s %.*s  %.*s", SARG(m->tools[m->chosen].instrument->id), last->digits,
                SARG(unit), SARG(text)));
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
    if (m->taking) put(panel, "\033[36m", measure_word(m, "waiting"));
    if (m->note.len) put(panel, "", MEASURE_FILL(m, "note_kept", m->note));
}

static int count_done(const Measure *m) {
    int n = 0;
    for (int i = 0; i < m->walk.n; i++) n += m->row_of[i] >= 0;
    return n;
}

static void fill_panel(Panel *panel) {
    const Measure *m = panel->m;
    Str done = str_fmt(panel->arena, "%d", count_done(m)), all = str_fmt(panel->arena, "%d", m->walk.n);
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

static void put_prompt(const Measure *m, Buf *out) {
    bool question = m->at < m->walk.n && m->walk.steps[m->at].quantity == QUANTITY_NONE;
    Str keys = measure_word(m, question ? "keys_question" : "keys");
    buf_printf(out, "\033[K\r\n%.*s\033[K\r\n", SARG(keys));
    if (m->keyboard.noting) buf_printf(out, "%.*s: ", SARG(measure_word(m, "note")));
    buf_printf(out, "> %.*s\033[K\033[J", m->keyboard.typed, m->keyboard.text);
}

void measure_draw(Measure *m) {
    int64_t now = clock_monotonic_ms();
    if (!m->screen || !m->dirty || now < m->drawn_ms + MEASURE_DRAW_MS) return;
    Arena *arena = m->run->arena;
    ArenaMark mark = arena_mark(arena);
    Str plan[PLAN_HEIGHT];
    Panel panel = {.m = m, .arena = arena, .width = terminal_width() - PLAN_WIDTH - 3};
    Buf out = {0};
    measure_plan(m, plan, arena);
    fill_panel(&panel);
    buf_put(&out, S("\033[H"));
    for (int i = 0; i < PLAN_HEIGHT; i++)
        buf_printf(&out, "%.*s  %.*s\033[K\r\n", SARG(plan[i]), SARG(panel.lines[i]));
    put_prompt(m, &out);
    (void)out_stdout(buf_str(&out), &m->run->diag);
    buf_free(&out);
    arena_reset(arena, mark);
    m->dirty = false;
    m->drawn_ms = now;
}
