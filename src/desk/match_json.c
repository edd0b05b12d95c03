/* See match_json.h. */
#include "desk/match_json.h"

#include "desk/touch.h"

static void rulings_json(Json *json, const DeskMatch *match, int language) {
    json_open_list(json, "rulings");
    for (int i = 1; i < match->shots.n; i++) json_raw(json, NULL, match->shots.at[i].ruling[language]);
    json_close_list(json);
}

static void shot_rows_json(Json *json, int number, ScoreRows rows) {
    json_open_object(json, NULL);
    json_int(json, "shot", number);
    rows_json(json, "rows", rows);
    json_close_object(json);
}

static void redo_json(Json *json, const DeskMatch *match) {
    json_open_list(json, "redo");
    for (ptrdiff_t i = 0; i < match->redo.n; i++)
        shot_rows_json(json, match->redo_from + (int)i, match->redo.at[i].rows);
    json_close_list(json);
}

static void all_rows_json(Json *json, const DeskMatch *match) {
    json_open_list(json, "rows");
    for (int i = 0; i < match->shots.n; i++)
        if (match->shots.at[i].rows.n) shot_rows_json(json, i, match->shots.at[i].rows);
    json_close_list(json);
    redo_json(json, match);
    rows_json(json, "next", match->next);
}

void match_json(Buf *out, const DeskMatch *match, int language) {
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_str(&json, "name", match->name);
    setup_json(&json, "setup", &match->setup);
    json_int(&json, "shots", match_last(match));
    rulings_json(&json, match, language);
    score_summary_json(&json, "summary", &match->score);
    all_rows_json(&json, match);
    score_position_json(&json, "position", &match->score);
    touch_json(&json, "keys", match);
    json_close_object(&json);
}

void shot_json(Buf *out, const DeskMatch *match, const ShotRows *shot, int number, int language, bool kept) {
    Json json = {.out = out};
    json_open_object(&json, NULL);
    json_open_list(&json, "rulings");
    if (shot && shot->ruling[language].len) json_raw(&json, NULL, shot->ruling[language]);
    json_close_list(&json);
    if (kept) {
        json_int(&json, "shot", number);
        json_int(&json, "shots", match_last(match));
        score_summary_json(&json, "summary", &match->score);
        score_position_json(&json, "position", &match->score);
        touch_json(&json, "keys", match);
        redo_json(&json, match);
    }
    json_close_object(&json);
}

/* The state of the last ruling, as it stands there. */
static Str state_of(const DeskMatch *match) {
    Str ruling = match_last(match) ? match->shots.at[match_last(match)].ruling[0] : S("");
    ptrdiff_t at = str_find(ruling, S("\"state\":\""));
    if (at < 0) return S("playing");
    Str rest = str_skip(ruling, at + 9);
    return str_cut(&rest, '"');
}

void match_line_json(Json *json, const DeskMatch *match) {
    json_open_object(json, NULL);
    json_str(json, "name", match->name);
    json_str(json, "game", match->setup.text[SETUP_GAME]);
    json_open_object(json, "players");
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) json_str(json, player_name(p), match->setup.player[p]);
    json_close_object(json);
    json_str(json, "state", state_of(match));
    json_int(json, "shots", match_last(match));
    if (match->setup.text[SETUP_PLACE].len) json_str(json, "place", match->setup.text[SETUP_PLACE]);
    if (match->setup.practice) json_bool(json, "practice", true);
    json_close_object(json);
}
