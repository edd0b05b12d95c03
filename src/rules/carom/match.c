/* Points, innings, games and sets: whose turn it is after a ruling, and when something has ended. Both
 * players of a game have the same number of innings; a set ends at once at its points. Source:
 * rules/carom/README.md 1.5, 1.6. */
#include "rules/carom/engine.h"

static void stand(CaromRuling *ruling, Standing standing, Player player) {
    ruling->base.standing = standing;
    ruling->base.standing_player = player;
}

static void end_visit(CaromState *after, Player player) {
    after->innings[player]++;
    after->tally[player].innings++;
    after->tally[player].at_table = false;
    after->run = 0;
}

static Player leader(const CaromState *state) {
    if (state->score[0] == state->score[1]) return PLAYER_NONE;
    return state->score[0] > state->score[1] ? PLAYER_A : PLAYER_B;
}

static void end_game(CaromState *after, CaromDecided *decided, CaromRuling *ruling, Player winner) {
    after->next = PLAYER_NONE;
    after->equalising = false;
    decided->game_over = true;
    stand(ruling, winner == PLAYER_NONE ? STANDING_DRAW : STANDING_GAME, winner);
}

/* The next set is started by the other player; a drawn one (no winner) counts for nobody. */
static bool end_set(const CaromMatch *match, CaromState *after, CaromDecided *decided, CaromRuling *ruling,
                    Player winner) {
    decided->set_over = true;
    after->equalising = false;
    if (winner != PLAYER_NONE && ++after->sets[winner] >= match->sets) {
        after->next = PLAYER_NONE;
        stand(ruling, STANDING_MATCH, winner);
        return false;
    }
    stand(ruling, winner == PLAYER_NONE ? STANDING_DRAW : STANDING_SET, winner);
    after->starter = player_other(after->starter);
    after->next = after->starter;
    after->run = 0;
    memset(after->score, 0, sizeof after->score);
    memset(after->innings, 0, sizeof after->innings);
    memset(after->best, 0, sizeof after->best);
    decided->new_set = true;
    return true;
}

static bool end_either(const CaromMatch *match, CaromState *after, CaromDecided *decided, CaromRuling *ruling,
                       Player winner) {
    if (match->sets) return end_set(match, after, decided, ruling, winner);
    end_game(after, decided, ruling, winner);
    return false;
}

/* The starter has done what he could: the other has his inning, from the starting position. */
static bool begin_last_inning(const CaromMatch *match, CaromState *after, CaromDecided *decided,
                              CaromRuling *ruling) {
    after->next = player_other(after->starter);
    after->equalising = true;
    *(match->sets ? &decided->last_inning : &decided->equalising) = true;
    stand(ruling, STANDING_EQUALISING, after->next);
    return true;
}

static void go_on(CaromState *after, CaromRuling *ruling, Player next) {
    after->next = next;
    if (after->equalising)
        stand(ruling, STANDING_EQUALISING, player_other(after->starter));
    else
        stand(ruling, STANDING_PLAYING, PLAYER_NONE);
}

static void score_points(CaromState *after, CaromRuling *ruling, Player player, int points) {
    CaromTally *tally = &after->tally[player];
    ruling->base.points = points;
    after->score[player] += points;
    after->run += points;
    tally->points += points;
    if (after->run > tally->best) tally->best = after->run;
    if (after->run > after->best[player]) after->best[player] = after->run;
}

/* Where the visit has ended: what comes next. */
static bool end_inning(const CaromMatch *match, CaromState *after, CaromDecided *decided, CaromRuling *ruling,
                       Player player, bool reached) {
    if (reached && match->sets) return end_set(match, after, decided, ruling, player);
    bool out_of_innings = match->innings && after->innings[player] >= match->innings;
    bool starter = player == after->starter;
    if (starter && (reached || out_of_innings)) return begin_last_inning(match, after, decided, ruling);
    if (!starter && (reached || after->equalising || out_of_innings))
        return end_either(match, after, decided, ruling, leader(after));
    return go_on(after, ruling, player_other(player)), false;
}

bool carom_count(const CaromMatch *match, CaromState *after, const CaromSeen *seen, CaromDecided *decided,
                 CaromRuling *ruling, int points) {
    Player player = seen->player;
    bool stays = decided->kind == RULING_POINT;
    if (stays || seen->struck) after->tally[player].at_table = true;
    if (points) score_points(after, ruling, player, points);
    ruling->run = after->run;
    bool reached = points && match->points && after->score[player] >= match->points;
    memcpy(ruling->base.score, after->score, sizeof after->score);
    if (stays && !reached)
        go_on(after, ruling, player);
    else
        end_visit(after, player);
    memcpy(ruling->innings, after->innings, sizeof after->innings);
    memcpy(ruling->best, after->best, sizeof after->best);
    return (!stays || reached) && end_inning(match, after, decided, ruling, player, reached);
}

bool carom_concede(const CaromMatch *match, CaromState *after, CaromDecided *decided, CaromRuling *ruling,
                   Player conceder) {
    if (after->next == PLAYER_NONE || decided->set_over) return false;
    return end_either(match, after, decided, ruling, player_other(conceder));
}
