/* The facts a ruling of pool gives for its clauses: which ball was hit and which was due, what fell where,
 * how many reached a cushion. One function a kind of reason; the table of clauses names them. Source:
 * rules/README.md, Why. */
#ifndef RULES_POOL_REASONS_H
#define RULES_POOL_REASONS_H

#include "rules/pool/pool.h"

/* The turn passes. */
PoolReason pool_why_miss, pool_why_elsewhere, pool_why_safety;
/* Fouls; `seen` is whatever a referee wrote down himself. */
PoolReason pool_why_hit, pool_why_no_cushion, pool_why_cue_down, pool_why_cue_off, pool_why_off,
    pool_why_touched, pool_why_frozen_rail, pool_why_frozen_cue, pool_why_near_cushion, pool_why_head_area,
    pool_why_lamp, pool_why_slow, pool_why_seen;
/* What follows, and what becomes of the table. */
PoolReason pool_why_third, pool_why_untold, pool_why_comes_back, pool_why_disturbed, pool_why_knocked_in,
    pool_why_fell;
/* The games' own. */
PoolReason pool_why_break, pool_why_eight, pool_why_nine, pool_why_straight;
/* Of a ruling that cites no clause: what fell, or who gave up. */
PoolReason pool_why_plain;

#endif
