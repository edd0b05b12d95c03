/* What a ruling of pool has beyond the common part: balls down, balls to be put back, the cue ball, notes of
 * fouls. See ruling.h. */
#include "report/referee/ruling.h"
#include "rules/pool/pool.h"

static const char *ball_name(int ball) { return discipline_pool.words->balls[ball]; }

static const PoolRuling *of(const Ruling *ruling) { return (const PoolRuling *)(const void *)ruling; }

static double cm(int64_t nm) { return (double)nm / NM_PER_CM; }

static void write_json(Json *json, const Ruling *ruling) {
    const PoolRuling *pool = of(ruling);
    json_open_list(json, "pocketed");
    for (int i = 0; i < pool->pocketed_count; i++) json_word(json, NULL, ball_name(pool->pocketed[i]));
    json_close_list(json);
    json_open_list(json, "spot");
    for (int i = 0; i < pool->spot_count; i++) {
        json_open_object(json, NULL);
        json_word(json, "ball", ball_name(pool->spot[i].ball));
        json_real(json, "x", cm(pool->spot[i].at.x), 4);
        json_real(json, "y", cm(pool->spot[i].at.y), 4);
        json_close_object(json);
    }
    json_close_list(json);
    json_word(json, "cue", cue_state_name(pool->cue));
    json_open_object(json, "fouls");
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) json_int(json, player_name(p), pool->fouls[p]);
    json_close_object(json);
    if (!pool->straight) return;
    if (pool->racked)
        json_int(json, "rack", pool->racked);
    else
        json_null(json, "rack");
}

static void line(Buf *out, Str text) { buf_printf(out, "    %.*s\n", SARG(text)); }

static Str ball_word(const Catalogue *catalogue, int ball) {
    return ball == CUE ? catalogue_text(catalogue, "referee.cue_ball") : str_of(ball_name(ball));
}

static Str length(const Catalogue *catalogue, int64_t nm) {
    return catalogue_number(catalogue, str_fmt(catalogue->arena, "%.2f", cm(nm)));
}

static void pocketed_text(Buf *out, const Catalogue *catalogue, const PoolRuling *pool) {
    Str list = S("");
    for (int i = 0; i < pool->pocketed_count; i++) {
        Str ball = ball_word(catalogue, pool->pocketed[i]);
        list = str_fmt(catalogue->arena, "%.*s%s%.*s", SARG(list), i ? ", " : "", SARG(ball));
    }
    if (pool->pocketed_count) line(out, CATALOGUE_FILL(catalogue, "referee.pocketed", list));
}

static void group_text(Buf *out, const Catalogue *catalogue, const PoolRuling *pool) {
    if (pool->group == GROUP_NONE) return;
    Player other = player_other(pool->common.player);
    Player solids = pool->group == GROUP_SOLIDS ? pool->common.player : other;
    line(out, CATALOGUE_FILL(catalogue, "referee.groups", str_of(player_name(solids)),
                             str_of(player_name(player_other(solids)))));
}

static void write_text(Buf *out, const Catalogue *catalogue, const Ruling *ruling) {
    const PoolRuling *pool = of(ruling);
    char key[40];
    pocketed_text(out, catalogue, pool);
    group_text(out, catalogue, pool);
    for (int i = 0; i < pool->spot_count; i++) {
        const Placement *p = &pool->spot[i];
        Str ball = ball_word(catalogue, p->ball);
        line(out, CATALOGUE_FILL(catalogue, "referee.spot", ball, length(catalogue, p->at.x),
                                 length(catalogue, p->at.y)));
    }
    if (pool->racked)
        line(out, CATALOGUE_FILL(catalogue, "referee.racked", str_fmt(catalogue->arena, "%d", pool->racked)));
    if (pool->fouls[0] || pool->fouls[1])
        line(out, CATALOGUE_FILL(catalogue, "referee.fouls", str_fmt(catalogue->arena, "%d", pool->fouls[0]),
                                 str_fmt(catalogue->arena, "%d", pool->fouls[1])));
    snprintf(key, sizeof key, "referee.cue.%s", cue_state_name(pool->cue));
    if (ruling->standing == STANDING_PLAYING) line(out, catalogue_text(catalogue, key));
}

const RulingReport ruling_report_pool = {.ball = ball_word, .json = write_json, .text = write_text};
