/* What a match has come to, and where it stands: the last record of a sheet, and what a desk shows between
 * two strokes. Points by innings give the average, an inning begun counting as one. See ruling.h. */
#include "report/referee/ruling.h"

#include "base/decimal.h"

/* ---- JSON ---- */

static Str average(Arena *arena, const PlayerSummary *player) {
    return player->innings ? decimal_print(arena, player->points, player->innings, 3) : S("");
}

static void player_json(Json *json, const char *key, const MatchSummary *summary,
                        const PlayerSummary *player) {
    Arena arena = {0};
    json_open_object(json, key);
    if (summary->has_points) json_int(json, "points", player->points);
    if (summary->has_innings) {
        Str text = average(&arena, player);
        json_int(json, "innings", player->innings);
        if (text.len)
            json_str(json, "average", text);
        else
            json_null(json, "average");
        json_int(json, "best_run", player->best);
    }
    if (summary->has_games) json_int(json, "games", player->games);
    json_close_object(json);
    arena_free(&arena);
}

static void sets_json(Json *json, const MatchSummary *summary) {
    json_open_list(json, "sets");
    for (int i = 0; i < summary->set_count; i++) {
        const SetSummary *set = &summary->sets[i];
        json_open_object(json, NULL);
        for (Player p = PLAYER_A; p <= PLAYER_B; p++)
            player_json(json, player_name(p), summary, &set->players[p]);
        json_word(json, "winner", player_name(set->winner));
        json_close_object(json);
    }
    json_close_list(json);
}

void summary_json(Buf *out, const MatchSummary *summary) {
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_open_object(&json, "summary");
    for (Player p = PLAYER_A; p <= PLAYER_B; p++)
        player_json(&json, player_name(p), summary, &summary->players[p]);
    if (summary->has_sets) sets_json(&json, summary);
    if (summary->over) json_word(&json, "winner", player_name(summary->winner));
    json_close_object(&json);
    json_close_object(&json);
    buf_byte(out, '\n');
}

static void ball_json(Json *json, const Discipline *discipline, const PositionBall *ball) {
    json_open_object(json, NULL);
    json_word(json, "ball", discipline->words->balls[ball->ball]);
    if (ball->placed) {
        json_real(json, "x", ball->x, 4);
        json_real(json, "y", ball->y, 4);
    }
    if (ball->areas.len) json_str(json, "areas", ball->areas);
    json_close_object(json);
}

static void areas_json(Json *json, const Position *position) {
    json_open_list(json, "areas");
    for (int i = 0; i < position->area_count; i++) {
        json_open_object(json, NULL);
        json_str(json, "name", position->areas[i].name);
        json_int(json, "count", position->areas[i].count);
        json_bool(json, "due", position->areas[i].due);
        json_close_object(json);
    }
    json_close_list(json);
}

static void group_json(Json *json, const Position *position) {
    static const char *const names[] = {[GROUP_SOLIDS] = "solids", [GROUP_STRIPES] = "stripes"};
    json_open_object(json, "group");
    for (Player p = PLAYER_A; p <= PLAYER_B; p++)
        json_word(json, player_name(p), position->group[p] == GROUP_NONE ? NULL : names[position->group[p]]);
    json_close_object(json);
}

void position_json(Buf *out, const Discipline *discipline, const Position *position) {
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_word(&json, "next", player_name(position->next));
    json_open_list(&json, "balls");
    for (int i = 0; i < position->ball_count; i++) ball_json(&json, discipline, &position->balls[i]);
    json_close_list(&json);
    json_open_list(&json, "on");
    for (int i = 0; i < discipline->words->ball_count; i++)
        if (position->on & 1U << i) json_word(&json, NULL, discipline->words->balls[i]);
    json_close_list(&json);
    json_bool(&json, "start", position->start);
    json_word(&json, "cue", position->has_cue ? cue_state_name(position->cue) : NULL);
    if (position->has_cue)
        group_json(&json, position);
    else
        json_null(&json, "group");
    areas_json(&json, position);
    json_open_list(&json, "options");
    for (int i = 0; i < CHOICE_COUNT; i++)
        if (position->options & 1U << i) json_word(&json, NULL, choice_name((Choice)i));
    json_close_list(&json);
    json_close_object(&json);
}

/* ---- text ---- */

static Str number(const Catalogue *catalogue, int64_t value) {
    return str_fmt(catalogue->arena, "%lld", (long long)value);
}

static Str player_text(const Catalogue *catalogue, const MatchSummary *summary, Player player, Str given) {
    const PlayerSummary *p = &summary->players[player];
    Str name = str_of(player_name(player)), mean = average(catalogue->arena, p);
    if (given.len) name = str_fmt(catalogue->arena, "%.*s · %.*s", SARG(name), SARG(given));
    if (summary->has_games)
        return CATALOGUE_FILL(catalogue, "referee.games_won", name, number(catalogue, p->games));
    if (!summary->has_innings)
        return CATALOGUE_FILL(catalogue, "referee.points_made", name, number(catalogue, p->points));
    return CATALOGUE_FILL(catalogue, "referee.average", name, number(catalogue, p->points),
                          number(catalogue, p->innings),
                          mean.len ? catalogue_number(catalogue, mean) : S("–"), number(catalogue, p->best));
}

void summary_text(Buf *out, const Catalogue *catalogue, const MatchSummary *summary, const Str names[2]) {
    bool none_won = !summary->players[0].games && !summary->players[1].games;
    if (summary->has_games && none_won) return; /* not even one game is over */
    buf_byte(out, '\n');
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) {
        Str text = player_text(catalogue, summary, p, names[p]);
        buf_printf(out, "%.*s\n", SARG(text));
    }
}
