/* The facts under a clause of carom, in the words of the score sheet: "hit: red; needed: yellow, red". Each
 * adds to a ruling's `why` what the referee can check. Source: rules/README.md, Why. */
#ifndef RULES_CAROM_REASONS_H
#define RULES_CAROM_REASONS_H

#include "rules/carom/engine.h"

CaromReason why_between, why_no_carom, why_off, why_seen, why_straight_on, why_wrong_ball, why_left,
    why_nobody_left, why_on_line, why_not_red_first, why_cushions, why_touching, why_frozen_cushion;
/* What could not be ruled on because nobody has said where a ball lies. */
void why_open(const CaromSeen *s, const CaromDecided *d, Why *why);

#endif
