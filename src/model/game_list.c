/* See game_list.h. The English texts are the list; a test sees to it that every language names the same. */
#include "model/game_list.h"

GameList game_list(Arena *arena, Diag *diag) {
    const Catalogue *english = catalogue_load(arena, "en", diag);
    return (GameList){english ? yaml_get(english->root, "games") : NULL};
}

/* The entry of a game in a map of games; NULL: it is not there. */
static const Yaml *entry_of(const Yaml *games, Str game) {
    for (int i = 0; games && i < games->n; i++)
        if (str_eq_fold(games->keys[i]->text, game)) return games->items[i];
    return NULL;
}

Str game_family(const GameList *list, Str game) {
    for (int f = 0; list->families && f < list->families->n; f++)
        if (entry_of(list->families->items[f], game)) return list->families->keys[f]->text;
    return S("");
}

bool profile_game(const Profile *profile, Str game) {
    for (int i = 0; i < profile->game_count; i++)
        if (str_eq_fold(profile->games[i], game)) return true;
    return false;
}

Str game_nearest(const GameList *list, const Profile *profile, Str game) {
    Near near = near_to(game);
    for (int i = 0; profile && i < profile->game_count; i++) near_try(&near, profile->games[i]);
    for (int f = 0; list->families && f < list->families->n; f++)
        for (int g = 0; g < list->families->items[f]->n; g++)
            near_try(&near, list->families->items[f]->keys[g]->text);
    return near.best;
}

Str game_title(const Catalogue *catalogue, Str game) {
    const Yaml *families = yaml_get(catalogue->root, "games");
    for (int f = 0; families && f < families->n; f++) {
        const Yaml *name = entry_of(families->items[f], game);
        if (name && name->kind == YAML_SCALAR) return name->text;
    }
    return game;
}
