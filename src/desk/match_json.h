/* A match as the interface shows it. See desk/README.md, The interface. */
#ifndef DESK_MATCH_JSON_H
#define DESK_MATCH_JSON_H

#include "desk/match.h"

void match_json(Buf *out, const DeskMatch *match, int language);
/* {"rulings":[…]} of one shot; kept: with what pages need to go on (shot, rows, position, summary). */
void shot_json(Buf *out, const DeskMatch *match, const ShotRows *shot, int number, int language, bool kept);
/* {"name":…,"game":…,"players":…,"state":…} for the list. */
void match_line_json(Json *json, const DeskMatch *match);

#endif
