/* The guided session on a terminal or a script: what each wish does, and the loop that waits for the person
 * and the instruments together. */
#include "cli/measure.h"

#include "base/moment.h"
#include "base/out.h"
#include "cli/signals.h"

static void do_key(Guide *guide, Key key) {
    Measure *m = guide->m;
    Str text = str_of(guide->keyboard.text);
    guide->dirty = true;
    switch (key) {
    case KEY_TAKE:
        if (measure_step(m))
            measure_take(m);
        else
            guide->done = true;
        break;
    case KEY_BACK:
        measure_back(m);
        break;
    case KEY_AGAIN:
        measure_again(m);
        break;
    case KEY_SKIP:
        measure_skip(m);
        break;
    case KEY_NOTE:
        measure_note(m, text);
        break;
    case KEY_SWITCH:
        measure_switch(m);
        break;
    case KEY_QUIT:
        guide->done = true;
        break;
    case KEY_TEXT:
        measure_type(m, text);
        break;
    case KEY_NONE:
        break;
    }
}

/* A script's lines wait until the reading asked for has come, so that it keeps step; a person's do not. */
static bool may_read_keys(const Guide *guide) {
    return !guide->done && !guide->m->failed && (guide->keyboard.terminal || !guide->m->taking);
}

static void read_keys(Guide *guide) {
    Key key = KEY_NONE;
    do {
        key = may_read_keys(guide) ? keyboard_next(&guide->keyboard) : KEY_NONE;
        do_key(guide, key);
        guide->m->busy = keyboard_busy(&guide->keyboard);
    } while (key != KEY_NONE);
}

/* ---- the bell: once for a reading that may stand, three times for one that fails */

enum { RING_MS = 160 };

static void ring(Guide *guide, int64_t now) {
    if (!guide->rings || now < guide->ring_ms) return;
    (void)out_stdout(S("\a"), &guide->run->diag);
    guide->rings--;
    guide->ring_ms = now + RING_MS;
}

/* ---- what the session tells */

static void said(void *context, const Saying *message) {
    Guide *guide = context;
    Arena *arena = guide->run->arena;
    guide->dirty = true;
    guide_tell(guide, message->count > 1 ? str_fmt(arena, "%.*s (%d×)", SARG(message->text), message->count)
                                         : message->text);
}

static void entered(void *context) {
    Guide *guide = context;
    const Step *step = measure_step(guide->m);
    guide->keyboard.question = step && step->quantity == QUANTITY_NONE;
    guide_show_step(guide);
}

static void put_down(void *context, int at) {
    Guide *guide = context;
    const Measure *m = guide->m;
    Opinion opinion = measure_opinion(m, at), more[MEASURE_CONSEQUENCES];
    Str lines[MEASURE_CONSEQUENCES];
    bool fails = opinion.passing == PASSING_FAIL;
    int n = measure_consequences(m, at, lines, more, MEASURE_CONSEQUENCES);
    guide_tell(guide, str_fmt(m->arena, "%.*s%s%.*s", SARG(measure_value(m, at)),
                              opinion.text.len ? "  " : "", SARG(opinion.text)));
    for (int i = 0; i < n; i++) {
        fails |= more[i].passing == PASSING_FAIL;
        guide_tell(guide, lines[i]);
    }
    if (guide->bell && guide->screen) guide->rings = fails ? 3 : 1;
}

/* ---- the loop */

static void wait(Guide *guide) {
    const int also[2] = {signals_fd(), may_read_keys(guide) ? keyboard_fd(&guide->keyboard) : -1};
    int64_t until = guide_draw_due(guide);
    if (guide->rings && guide->ring_ms < until) until = guide->ring_ms;
    if (may_read_keys(guide) && keyboard_pending(&guide->keyboard)) until = 0;
    unsigned ready = measure_wait(guide->m, also, until);
    if (ready & 1) guide->done = true;
    if (ready & 2) keyboard_read(&guide->keyboard);
}

int guide_run(Guide *guide) {
    Measure *m = guide->m;
    m->front = (MeasureFront){guide, said, entered, put_down};
    measure_start(m);
    while (!guide->done && !m->failed) {
        measure_turn(m);
        guide_draw(guide);
        ring(guide, clock_monotonic_ms());
        wait(guide);
        if (guide->done) break;
        read_keys(guide);
        if (!measure_step(m) && !guide->screen) guide->done = true;
    }
    if (m->failed) return EXIT_MACHINE;
    if (signals_came()) return signals_status();
    return measure_missing(m) ? EXIT_INCOMPLETE : EXIT_YES;
}
