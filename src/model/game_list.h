/* The games the product knows, by family (carom, pool, …), with their names: section `games` of the report
 * texts. A profile may name games of its own (`games:`). Source: profiles/README.md, applies_to and games. */
#ifndef MODEL_GAME_LIST_H
#define MODEL_GAME_LIST_H

#include "base/near.h"
#include "model/catalogue.h"
#include "model/profile.h"

typedef struct GameList {
    const Yaml *families; /* family -> game -> name */
} GameList;

GameList game_list(Arena *arena, Diag *diag);
/* The family a game belongs to, or "": there is no such game. Letter case is no difference. */
Str game_family(const GameList *list, Str game);
/* Does the profile name this game as its own? */
bool profile_game(const Profile *profile, Str game);
/* The game most like this one, of the product's and of the profile's (which may be NULL); "" none. */
Str game_nearest(const GameList *list, const Profile *profile, Str game);
/* Its name as a person says it; the id itself for a game of a profile's own. */
Str game_title(const Catalogue *catalogue, Str game);

#endif
