/* See reasons.h. */
#include "rules/carom/reasons.h"

static unsigned objects(const CaromSeen *s) { return 7U & ~ball_bit(s->ball1); }

void why_between(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "carom.object_balls_met", why_balls(objects(s)));
}

void why_no_carom(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "carom.balls_hit", why_balls(s->hit), why_balls(objects(s)));
}

void why_off(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "carom.balls_off", why_balls(s->off));
}

/* The words of the faults a referee sees, by the clause they break. */
static const struct {
    FaultKind kind;
    const char *id, *word;
} faults[] = {
    {FAULT_MOVING, "carom.3.3", "seen_fault.moving"},
    {FAULT_TOUCH, "carom.3.4", "seen_fault.touch"},
    {FAULT_TOUCH_DELIBERATE, "carom.3.4", "seen_fault.touch"},
    {FAULT_TOUCH_EFFECT, "carom.3.4", "seen_fault.touch"},
    {FAULT_TOUCH_NO_EFFECT, "carom.3.4", "seen_fault.touch"},
    {FAULT_FOREIGN_BODY, "carom.3.5", "seen_fault.foreign-body"},
    {FAULT_MOVED_BALL, "carom.3.6", "seen_fault.moved-ball"},
    {FAULT_NOT_TIP, "carom.3.7", "seen_fault.not-tip"},
    {FAULT_PUSH, "carom.3.8", "seen_fault.push"},
    {FAULT_DOUBLE_HIT, "carom.3.10", "seen_fault.double-hit"},
    {FAULT_NO_FOOT, "carom.3.11", "seen_fault.no-foot"},
    {FAULT_MARK, "carom.3.12", "seen_fault.mark"},
};

/* The balls that rows of this kind name. */
static unsigned named_balls(const CaromSeen *s, FaultKind kind) {
    unsigned balls = 0;
    for (int i = 0; i < s->shot->count; i++) {
        const Event *event = &s->shot->events[i];
        if (event->kind == EVENT_FAULT && event->value == (int64_t)kind && event->ball != BALL_NONE)
            balls |= ball_bit(event->ball);
    }
    return balls;
}

void why_seen(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (!(s->faults & UINT32_C(1) << faults[i].kind) || strcmp(faults[i].id, clause->id)) continue;
        unsigned balls = named_balls(s, faults[i].kind);
        if (balls)
            WHY(why, clause, "carom.seen_of", why_word(faults[i].word), why_balls(balls));
        else
            WHY(why, clause, "carom.seen", why_word(faults[i].word));
    }
}

void why_straight_on(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    if (s->pique_moved)
        WHY(why, clause, "carom.pique_moved", why_balls(s->before->touching));
    else
        WHY(why, clause, "carom.straight_on", why_ball(s->ball2));
}

void why_wrong_ball(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "carom.wrong_ball", why_ball(s->ball1), why_ball(carom_own_ball(s->player)));
}

/* The first of the areas. */
static int first_area(uint32_t areas) { return __builtin_ctz(areas); }

void why_left(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    uint32_t left = d->due & s->left, unsure = d->due & s->unsure;
    if (left)
        WHY(why, clause, "carom.left", why_balls(s->leavers),
            why_name(s->match->areas[first_area(left)].name));
    if (unsure) WHY(why, clause, "carom.left_unsaid", why_name(s->match->areas[first_area(unsure)].name));
}

void why_nobody_left(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    int area = first_area(d->due & ~s->left & ~s->unsure);
    WHY(why, clause, "carom.nobody_left", why_balls(objects(s)), why_name(s->match->areas[area].name),
        why_number(s->before->counts[area]));
}

void why_on_line(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "carom.on_line", why_name(s->match->areas[first_area(s->on_line)].name));
}

void why_not_red_first(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    if (s->ball2 == BALL_RED)
        WHY(why, clause, "carom.cushion_first", why_ball(BALL_RED));
    else
        WHY(why, clause, "carom.hit_first", why_ball(s->ball2), why_ball(BALL_RED));
}

void why_cushions(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "carom.cushions", why_number(s->cushions), why_number(s->match->cushions));
}

void why_touching(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    unsigned touching = s->touched ? s->before->touching : d->now_touching;
    if (touching && d->kind != RULING_POINT) WHY(why, clause, "carom.touching", why_balls(touching));
}

void why_frozen_cushion(const CaromSeen *s, const CaromDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "carom.frozen_cushion", why_ball(s->ball1));
}

void why_open(const CaromSeen *s, const CaromDecided *d, Why *why) {
    if (d->unknown) WHY(why, NULL, "carom.place_unknown", why_balls(d->unknown));
}
