/* What a touch stands for: for the position at hand, every key a referee may press with the rows it writes,
 * so that a page needs no rule to offer them. What a touch does not say is not invented. Source: desk/README.md,
 * Settled details 4 to 7. */
#ifndef DESK_TOUCH_H
#define DESK_TOUCH_H

#include "desk/match.h"

/* [{"key":"carom","rows":[…]},{"key":"fault","clause":"carom.3.2","ball":"red","rows":[…]},…]. In a row "?"
 * is what `ask` asks for: "place" (areas touched in the picture), "pocket", "number"; `more` are the rows of
 * a further ball made in the same stroke; `before` tells that the rows wait for the next stroke. */
void touch_json(Json *json, const char *key, const DeskMatch *match);

#endif
