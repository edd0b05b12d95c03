/* Points, innings, games and sets: whose turn it is after a ruling, and when something has ended. Both
 * players of a game have the same number of innings; a set ends at once at its points. Source:
 * rules-carom.md 1.5, 1.6; scoresheet.md, carom 5. */
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

static void end_game(CaromState *after, CaromFacts *facts, CaromRuling *ruling, Player winner) {
    after->next = PLAYER_NONE;
    after->equalising = false;
    facts->game_over = true;
    stand(ruling, winner == PLAYER_NONE ? STANDING_DRAW : STANDING_GAME, winner);
}

/* The next set is started by the other player; a drawn one (no winner) counts for nobody. */
static bool end_set(const CaromMatch *match, CaromState *after, CaromFacts *facts, CaromRuling *ruling,
                    Player winner) {
    facts->set_over = true;
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
    facts->new_set = true;
    return true;
}

static bool end_either(const CaromMatch *match, CaromState *after, CaromFacts *facts, CaromRuling *ruling,
                       Player winner) {
    if (match->sets) return end_set(match, after, facts, ruling, winner);
    end_game(after, facts, ruling, winner);
    return false;
}

/* The starter has done what he could: the other has his inning, from the starting position. */
static bool begin_last_inning(const CaromMatch *match, CaromState *after, CaromFacts *facts,
                              CaromRuling *ruling) {
    after->next = player_other(after->starter);
    after->equalising = true;
    *(match->sets ? &facts->last_inning : &facts->equalising) = true;
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

static void score_point(CaromState *after, CaromRuling *ruling, Player player) {
    CaromTally *tally = &after->tally[player];
    ruling->base.points = 1;
    after->score[player]++;
    after->run++;
    tally->points++;
    if (after->run > tally->best) tally->best = after->run;
}

bool carom_count(const CaromMatch *match, CaromState *after, CaromFacts *facts, CaromRuling *ruling) {
    Player player = facts->player;
    bool point = facts->kind == RULING_POINT;
    if (point || facts->struck) after->tally[player].at_table = true;
    if (point) score_point(after, ruling, player);
    ruling->run = after->run;
    bool reached = point && match->points && after->score[player] >= match->points;
    memcpy(ruling->base.score, after->score, sizeof after->score);
    if (point && !reached) return go_on(after, ruling, player), false;
    end_visit(after, player);
    if (reached && match->sets) return end_set(match, after, facts, ruling, player);
    bool out_of_innings = match->innings && after->innings[player] >= match->innings;
    bool starter = player == after->starter;
    if (starter && (reached || out_of_innings)) return begin_last_inning(match, after, facts, ruling);
    if (!starter && (reached || after->equalising || out_of_innings))
        return end_either(match, after, facts, ruling, leader(after));
    return go_on(after, ruling, player_other(player)), false;
}

bool carom_concede(const CaromMatch *match, CaromState *after, CaromFacts *facts, CaromRuling *ruling,
                   Player conceder) {
    if (after->next == PLAYER_NONE || facts->set_over) return false;
    return end_either(match, after, facts, ruling, player_other(conceder));
}
