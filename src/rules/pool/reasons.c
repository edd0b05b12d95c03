/* See reasons.h. */
#include "rules/pool/reasons.h"

void pool_why_hit(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    if (s->first != BALL_NONE)
        WHY(why, clause, "hit_first", why_ball(s->first), why_balls(s->required));
    else
        WHY(why, clause, "hit_none", why_balls(s->required));
}

void pool_why_break(const PoolSeen *s, const PoolDecided *d, const Clause *clause, Why *why) {
    int cushions = __builtin_popcount(s->cushions & OBJECT_BALLS);
    if (d->break_failed)
        WHY(why, clause, "break_cushions", why_number(cushions),
            why_number(s->match->game->bit == GAME_14_1 ? 2 : 4));
}
