/* See reasons.h. Facts are what stands on the sheet or follows from the state before the stroke; no reason
 * decides anything. Texts: reports/text, referee.why. */
#include "rules/pool/reasons.h"

static bool is(const PoolSeen *s, unsigned game) { return s->match->game->bit & game; }
static BallSet objects(BallSet set) { return set & OBJECT_BALLS; }
static int count(BallSet set) { return __builtin_popcount(set); }

static WhyPart pocket(int pocket) {
    static const char *const words[POCKET_COUNT] = {
        [POCKET_HEAD_LEFT] = "in_pocket.head-left", [POCKET_HEAD_RIGHT] = "in_pocket.head-right",
        [POCKET_SIDE_LEFT] = "in_pocket.side-left", [POCKET_SIDE_RIGHT] = "in_pocket.side-right",
        [POCKET_FOOT_LEFT] = "in_pocket.foot-left", [POCKET_FOOT_RIGHT] = "in_pocket.foot-right"};
    return why_word(words[pocket]);
}

/* ---- the turn passes ---- */

void pool_why_miss(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    BallSet fell = objects(s->down);
    bool into_call = s->call_ball != BALL_NONE && fell & BIT(s->call_ball);
    if (into_call && !(s->required & BIT(s->call_ball)))
        WHY(why, clause, "not_permitted", why_ball(s->call_ball), why_balls(s->required));
    else if (fell && s->match->game->calls)
        WHY(why, clause, "not_as_called", why_balls(fell));
    else
        why_add(why, clause, "none_fell", 0, NULL);
}

void pool_why_elsewhere(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    int ball = s->call_ball;
    WHY(why, clause, "elsewhere", why_ball(ball), pocket(s->down_pocket[ball]), pocket(s->call_pocket));
}

void pool_why_safety(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    why_add(why, clause, "safety", 0, NULL);
}

/* ---- fouls ---- */

void pool_why_hit(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (s->first != BALL_NONE) {
        WHY(why, clause, "hit_first", why_ball(s->first), why_balls(s->required));
        return;
    }
    WHY(why, clause, "hit_none", why_balls(s->required));
    if (s->cue_frozen) WHY(why, clause, "at_rest", why_balls(s->cue_frozen));
}

void pool_why_no_cushion(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    BallSet before = s->all_cushions & ~s->cushions;
    WHY(why, clause, "no_cushion", why_ball(s->first));
    if (before) WHY(why, clause, "cushion_before", why_balls(before));
}

void pool_why_cue_down(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (s->down_pocket[CUE] == POCKET_NONE)
        why_add(why, clause, "cue_down_some", 0, NULL);
    else
        WHY(why, clause, "cue_down", pocket(s->down_pocket[CUE]));
}

void pool_why_cue_off(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    why_add(why, clause, "cue_off", 0, NULL);
}

void pool_why_off(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "off", why_balls(objects(s->off)));
}

void pool_why_touched(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (s->struck && s->struck_ball != CUE) WHY(why, clause, "struck", why_ball(s->struck_ball));
    if (s->handled)
        WHY(why, clause, "touched", why_balls(s->handled));
    else if (s->touch_foul)
        why_add(why, clause, "touched_some", 0, NULL);
    if (s->touch_foul && !s->match->referee) why_add(why, clause, "no_referee", 0, NULL);
}

void pool_why_frozen_rail(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "frozen_rail", why_ball(s->first), why_balls(s->cushions));
}

/* A ball frozen to a cushion has its facts under 4.7 already. */
void pool_why_frozen_cue(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (!s->rail_frozen[s->first]) WHY(why, clause, "frozen_cue", why_ball(s->first), why_balls(s->cushions));
}

void pool_why_near_cushion(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "near_cushion", why_ball(s->first), why_number(s->before->safety_count[s->player] + 1));
}

void pool_why_head_area(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "head_area", why_ball(s->first), why_cm(s->before->balls[s->first].at.x),
        why_cm(s->match->table.string));
}

void pool_why_lamp(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (s->rebound_lamp) why_add(why, clause, "lamp", 0, NULL);
    if (s->rebound_outside) why_add(why, clause, "came_back", 0, NULL);
}

void pool_why_slow(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    why_add(why, clause, "slow", 0, NULL);
}

/* What the sheet can only say as the referee saw it. */
void pool_why_seen(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    static const struct {
        FaultKind kind;
        const char *clause, *word;
    } faults[] = {
        {FAULT_NO_FOOT, "pool.4.8", "fault.no-foot"},
        {FAULT_MOVING, "pool.4.9", "fault.moving"},
        {FAULT_SCOOP, "pool.4.11", "fault.scoop"},
        {FAULT_DOUBLE_HIT, "pool.4.12", "fault.double-hit"},
        {FAULT_PUSH, "pool.4.12", "fault.push"},
        {FAULT_TOUCH_POCKETED, "pool.4.14", "fault.touch-pocketed"},
        {FAULT_TOUCH_PLACING, "pool.4.15", "fault.touch-placing"},
        {FAULT_MARK, "pool.4.16", "fault.mark"},
        {FAULT_GAUGE, "pool.7.6", "fault.gauge"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (s->faults & 1U << faults[i].kind && strcmp(faults[i].clause, clause->id) == 0)
            WHY(why, clause, "seen", why_word(faults[i].word));
}

/* ---- what follows ---- */

void pool_why_third(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    why_add(why, clause, "third", 0, NULL);
}

void pool_why_untold(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    why_add(why, clause, "untold", 0, NULL);
}

void pool_why_comes_back(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (d->returns) WHY(why, clause, "comes_back", why_balls(d->returns));
    if (d->stays) WHY(why, clause, "stays", why_balls(d->stays));
}

void pool_why_disturbed(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (s->interfered)
        WHY(why, clause, "disturbed", why_balls(s->interfered));
    else
        why_add(why, clause, "disturbed_some", 0, NULL);
}

void pool_why_knocked_in(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    WHY(why, clause, "knocked_in", why_balls(s->knocked_in));
}

void pool_why_fell(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (s->fell_back) WHY(why, clause, "fell_back", why_balls(s->fell_back));
    if (s->fell_soon) WHY(why, clause, "fell_soon", why_balls(s->fell_soon));
}

/* ---- the games' own ---- */

void pool_why_break(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    bool straight = is(s, GAME_14_1);
    bool cue = s->cushions & BIT(CUE);
    if (d->counted != BALL_NONE) return; /* pool_why_straight says it */
    if (!straight && objects(s->down)) {
        WHY(why, clause, "break_down", why_balls(objects(s->down)));
        return;
    }
    WHY(why, clause, "break_cushions", why_number(count(objects(s->cushions))), why_number(straight ? 2 : 4));
    if (straight) why_add(why, clause, cue ? "break_cue" : "break_cue_short", 0, NULL);
}

/* Lost: which of the reasons of 8.2 it was. */
static void why_lost(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    bool called = s->call && !s->safety && (s->call_ball == 8 || s->call_ball == BALL_NONE);
    if (s->off & BIT(8))
        why_add(why, clause, "eight_off", 0, NULL);
    else if (s->required != BIT(8))
        WHY(why, clause, "eight_early", why_balls(s->required));
    else if (!called)
        why_add(why, clause, "eight_uncalled", 0, NULL);
    else if (s->down_pocket[8] != s->call_pocket)
        WHY(why, clause, "elsewhere", why_ball(8), pocket(s->down_pocket[8]), pocket(s->call_pocket));
    if (d->foul_count) why_add(why, clause, "eight_foul", 0, NULL);
}

void pool_why_eight(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    bool gone = (s->down | s->off) & BIT(8);
    if (gone && s->before->breaking)
        why_add(why, clause, "eight_break", 0, NULL);
    else if (gone && d->winner == s->player)
        WHY(why, clause, "as_called", why_ball(8), pocket(s->call_pocket));
    else if (gone)
        why_lost(s, d, clause, why);
    if (d->group_decided) WHY(why, clause, "group", why_ball(d->counted));
    if (s->eight_spotted) why_add(why, clause, "eight_spotted", 0, NULL);
}

void pool_why_nine(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (s->pushing) why_add(why, clause, "push_out", 0, NULL);
    if (d->winner == s->player)
        WHY(why, clause, "fell", why_balls(objects(s->down)));
    else if (d->returns & BIT(9))
        WHY(why, clause, "comes_back", why_ball(9));
}

void pool_why_straight(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (d->kind == RULING_LEGAL && d->counted != BALL_NONE)
        WHY(why, clause, "as_called", why_ball(d->counted), pocket(s->call_pocket));
    if (d->new_rack) why_add(why, clause, "one_left", 0, NULL);
}

void pool_why_plain(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (s->concedes != PLAYER_NONE) WHY(why, clause, "conceded", why_name(str_of(player_name(s->concedes))));
    if (why->count || d->kind != RULING_LEGAL) return;
    if (d->counted != BALL_NONE)
        WHY(why, clause, "as_called", why_ball(d->counted), pocket(s->call_pocket));
    else
        WHY(why, clause, "fell", why_balls(objects(s->down)));
}
